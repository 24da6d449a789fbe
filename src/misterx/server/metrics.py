"""Counts and times for whoever watches a server, in the text format of Prometheus.

Everything is counted in the event loop's thread. No label ever holds anything of a game or a
person, and the number of a metric's labels is bounded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final, Protocol, TypeVar

__all__ = ["CONTENT_TYPE", "LATENCY", "Counter", "Gauge", "Histogram", "Registry"]

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
LATENCY: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds in seconds for the time that a move takes."""
_MOST_LABELS: Final = 64
_REST: Final = "other"


class Counter:
    """Something that only grows, perhaps apart by the values of one label."""

    kind = "counter"

    def __init__(self, name: str, label: str | None) -> None:
        self.name = name
        self._label = label
        self._counts: dict[str, float] = {} if label else {"": 0}

    def add(self, number: float = 1, of: str = "") -> None:
        """Count so many more; `of` is the value of the label, which must be no user's text."""
        if bool(of) != bool(self._label):
            raise ValueError(f"{self.name} has {'a' if self._label else 'no'} label")
        if of not in self._counts and len(self._counts) >= _MOST_LABELS:
            of = _REST
        self._counts[of] = self._counts.get(of, 0) + number

    def lines(self) -> Iterator[str]:
        """Its lines in the text."""
        for value, count in self._counts.items():
            labels = f'{{{self._label}="{_escaped(value)}"}}' if self._label else ""
            yield f"{self.name}{labels} {count:.15g}"


class Gauge:
    """Something that is asked for when somebody looks."""

    kind = "gauge"

    def __init__(self, name: str, read: Callable[[], float]) -> None:
        self.name = name
        self._read = read

    def lines(self) -> Iterator[str]:
        """Its line in the text."""
        yield f"{self.name} {self._read():.15g}"


class Histogram:
    """How many took how long."""

    kind = "histogram"

    def __init__(self, name: str, bounds: tuple[float, ...]) -> None:
        self.name = name
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one that took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

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
        so_far = 0
        for bound, count in zip(self._bounds, self._counts, strict=False):
            so_far += count
            yield f'{self.name}_bucket{{le="{bound:g}"}} {so_far}'
        total = sum(self._counts)
        yield f'{self.name}_bucket{{le="+Inf"}} {total}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {total}"


class _Metric(Protocol):
    @property
    def kind(self) -> str: ...

    def lines(self) -> Iterator[str]: ...


_M = TypeVar("_M", bound=_Metric)


class Registry:
    """All metrics of one server."""

    def __init__(self) -> None:
        self._metrics: dict[str, tuple[str, _Metric]] = {}

    def counter(self, name: str, meaning: str, label: str | None = None) -> Counter:
        """Add a counter; its name ends in `_total`."""
        return self._add(Counter(name, label), name, meaning)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> Gauge:
        """Add a gauge, which is read when somebody looks."""
        return self._add(Gauge(name, read), name, meaning)

    def histogram(self, name: str, meaning: str, bounds: tuple[float, ...] = LATENCY) -> Histogram:
        """Add a histogram; its name ends in `_seconds`."""
        return self._add(Histogram(name, bounds), name, meaning)

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


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
