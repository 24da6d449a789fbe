"""Counts and times for whoever watches a server, in the text format of Prometheus.

Everything is counted in the event loop's thread. No label ever holds anything of a game or a
person, and the number of a metric's labels is bounded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Final, Protocol, TypeAlias, TypeVar

__all__ = [
    "CONTENT_TYPE",
    "LATENCY",
    "Counter",
    "Gauge",
    "Gauges",
    "Histogram",
    "Information",
    "Labels",
    "Registry",
]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
LATENCY: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds in seconds for the time that a move takes."""
_MOST_SERIES: Final = 64
"""Combinations of label values that one metric keeps apart, unless it asks for more."""
_REST: Final = "other"

Labels: TypeAlias = str | tuple[str, ...]
"""The name of one label or the names of several; or their values, in the same order."""


class _Series:
    """The labels of a metric: their values are checked, and their combinations bounded."""

    def __init__(self, name: str, labels: Labels, most: int) -> None:
        self._name = name
        self._labels = _several(labels)
        self._most = most

    def key(self, of: Labels, known: Collection[tuple[str, ...]]) -> tuple[str, ...]:
        """Return the values as they are counted: `other` where there are too many."""
        values = _several(of)
        if len(values) != len(self._labels):
            number = len(self._labels)
            has = "no label" if not number else "a label" if number == 1 else f"{number} labels"
            raise ValueError(f"{self._name} has {has}")
        if values not in known and len(known) >= self._most:
            return (_REST,) * len(values)
        return values

    def text(self, values: tuple[str, ...], *more: str) -> str:
        """Return the labels as the text has them, with some more."""
        pairs = zip(self._labels, values, strict=True)
        parts = [*(f'{label}="{_escaped(value)}"' for label, value in pairs), *more]
        return f"{{{','.join(parts)}}}" if parts else ""


class Counter:
    """Something that only grows, perhaps apart by the values of labels."""

    kind = "counter"

    def __init__(self, name: str, labels: Labels = (), most: int = _MOST_SERIES) -> None:
        self.name = name
        self._series = _Series(name, labels, most)
        self._counts: dict[tuple[str, ...], float] = {} if labels else {(): 0}

    def add(self, number: float = 1, of: Labels = ()) -> None:
        """Count so many more; `of` holds the values of the labels, which must be no user's text."""
        key = self._series.key(of, self._counts)
        self._counts[key] = self._counts.get(key, 0) + number

    def lines(self) -> Iterator[str]:
        """Its lines in the text."""
        for values, count in self._counts.items():
            yield f"{self.name}{self._series.text(values)} {count:.15g}"


class Gauge:
    """Something that is asked for when somebody looks."""

    def __init__(self, name: str, read: Callable[[], float], kind: str = "gauge") -> None:
        self.name = name
        self.kind = kind
        self._read = read

    def lines(self) -> Iterator[str]:
        """Its line in the text."""
        yield f"{self.name} {self._read():.15g}"


class Gauges:
    """Several things that are asked for when somebody looks, apart by the values of one label."""

    kind = "gauge"

    def __init__(self, name: str, label: str, reads: Mapping[str, Callable[[], float]]) -> None:
        self._reads = {
            f"{name}{_Series(name, label, 1).text((value,))}": read for value, read in reads.items()
        }

    def lines(self) -> Iterator[str]:
        """Their lines in the text."""
        for series, read in self._reads.items():
            yield f"{series} {read():.15g}"


class Information:
    """A constant 1 whose labels tell something, such as a version."""

    kind = "gauge"

    def __init__(self, name: str, facts: Mapping[str, str]) -> None:
        labels = _Series(name, tuple(facts), 1).text(tuple(facts.values()))
        self._line = f"{name}{labels} 1"

    def lines(self) -> Iterator[str]:
        """Its line in the text."""
        yield self._line


class Histogram:
    """Count durations in buckets, perhaps apart by the values of labels."""

    kind = "histogram"

    def __init__(
        self,
        name: str,
        bounds: tuple[float, ...],
        labels: Labels = (),
        most: int = _MOST_SERIES,
    ) -> None:
        self.name = name
        self._bounds = bounds
        self._series = _Series(name, labels, most)
        self._counts: dict[tuple[str, ...], list[int]] = {}
        self._sums: dict[tuple[str, ...], float] = {}
        if not labels:
            self._begin(())

    def observe(self, seconds: float, of: Labels = ()) -> None:
        """Count one that took so long; `of` holds the values of the labels."""
        key = self._series.key(of, self._counts)
        if key not in self._counts:
            self._begin(key)
        self._counts[key][bisect_left(self._bounds, seconds)] += 1
        self._sums[key] += seconds

    def _begin(self, key: tuple[str, ...]) -> None:
        self._counts[key] = [0] * (len(self._bounds) + 1)
        self._sums[key] = 0.0

    @contextmanager
    def time(self) -> Iterator[None]:
        """Count what happens inside; also if it fails."""
        start = perf_counter()
        try:
            yield
        finally:
            self.observe(perf_counter() - start)

    def lines(self) -> Iterator[str]:
        """Its lines in the text."""
        for values, counts in self._counts.items():
            text, so_far = partial(self._series.text, values), 0
            for bound, count in zip(self._bounds, counts, strict=False):
                so_far += count
                below = f'le="{bound:g}"'
                yield f"{self.name}_bucket{text(below)} {so_far}"
            total, below = sum(counts), 'le="+Inf"'
            yield f"{self.name}_bucket{text(below)} {total}"
            yield f"{self.name}_sum{text()} {self._sums[values]:.6f}"
            yield f"{self.name}_count{text()} {total}"


class _Metric(Protocol):
    @property
    def kind(self) -> str: ...

    def lines(self) -> Iterator[str]: ...


_M = TypeVar("_M", bound=_Metric)


class Registry:
    """All metrics of one server."""

    def __init__(self) -> None:
        self._metrics: dict[str, tuple[str, _Metric]] = {}

    def counter(
        self, name: str, meaning: str, label: Labels = (), most: int = _MOST_SERIES
    ) -> Counter:
        """Add a counter; its name ends in `_total`."""
        return self._add(Counter(name, label, most), name, meaning)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> Gauge:
        """Add a gauge, which is read when somebody looks."""
        return self._add(Gauge(name, read), name, meaning)

    def gauges(
        self, name: str, meaning: str, label: str, reads: Mapping[str, Callable[[], float]]
    ) -> Gauges:
        """Add a gauge for each value of a label; all are read when somebody looks."""
        return self._add(Gauges(name, label, reads), name, meaning)

    def total(self, name: str, meaning: str, read: Callable[[], float]) -> Gauge:
        """Add a counter that is counted elsewhere, and read when somebody looks."""
        return self._add(Gauge(name, read, "counter"), name, meaning)

    def information(self, name: str, meaning: str, facts: Mapping[str, str]) -> Information:
        """Add facts that never change, as labels; the name ends in `_info`."""
        return self._add(Information(name, facts), name, meaning)

    def histogram(
        self,
        name: str,
        meaning: str,
        bounds: tuple[float, ...] = LATENCY,
        label: Labels = (),
        most: int = _MOST_SERIES,
    ) -> Histogram:
        """Add a histogram; its name ends in `_seconds`."""
        return self._add(Histogram(name, bounds, label, most), name, meaning)

    def text(self) -> str:
        """Everything, as Prometheus reads it; to be sent as `CONTENT_TYPE`."""
        return "".join(
            f"# HELP {name} {meaning}\n# TYPE {name} {metric.kind}\n"
            + "".join(f"{line}\n" for line in metric.lines())
            for name, (meaning, metric) in self._metrics.items()
        )

    def _add(self, metric: _M, name: str, meaning: str) -> _M:
        if name in self._metrics:
            raise ValueError(f"there is a metric {name} already")
        self._metrics[name] = (meaning, metric)
        return metric


def _several(labels: Labels) -> tuple[str, ...]:
    if isinstance(labels, str):
        return (labels,) if labels else ()
    return labels


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
