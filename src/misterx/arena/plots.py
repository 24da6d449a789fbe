"""Pictures of what came out: each row a point with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Final, NamedTuple

from misterx.arena.statistics import Interval

__all__ = ["Row", "save_plot"]

_COLOURS: Final = ("#1f4e79", "#b5541c", "#3c7a3f")
_MARKS: Final = "osD"


class Row(NamedTuple):
    """A line of the picture: its name, and a value for each of the kinds."""

    name: str
    values: tuple[Interval, ...]


def save_plot(
    path: Path,
    title: str,
    axis: str,
    kinds: Sequence[str],
    rows: Sequence[Row],
    middle: float | None = None,
) -> None:
    """Draw the rows, the first one on top, as PNG or SVG; `middle`: a line at this value.

    A bound that is infinite leads to the edge of the picture. Each kind has a colour and a mark of
    its own, and a name if there are several.
    """
    from matplotlib import rc_context  # noqa: PLC0415 - large, and an extra: only who draws needs it
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - the same
    from matplotlib.figure import Figure  # noqa: PLC0415 - the same

    # The same rows make the same file: no date, no random names inside.
    with rc_context({"svg.hashsalt": "misterx", "font.size": 10}):
        figure = Figure(figsize=(8, 1.4 + 0.42 * len(rows)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        left, right = _edges(rows)
        for at, kind in enumerate(kinds):
            offset = (at - (len(kinds) - 1) / 2) * 0.2
            values = [
                Interval(value, max(low, left), min(high, right))
                for value, low, high in (row.values[at] for row in rows)
            ]
            axes.errorbar(
                [value.estimate for value in values],
                [place + offset for place in range(len(rows))],
                xerr=[
                    [value.estimate - value.low for value in values],
                    [value.high - value.estimate for value in values],
                ],
                fmt=_MARKS[at],
                color=_COLOURS[at],
                capsize=3,
                label=kind,
            )
        axes.set_yticks(range(len(rows)), [row.name for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        if any(not isfinite(bound) for row in rows for value in row.values for bound in value):
            axes.set_xlim(left, right)
        axes.set_xlabel(axis)
        axes.set_title(title, loc="left")
        axes.grid(axis="x", alpha=0.3)
        if middle is not None:
            axes.axvline(middle, color="#777777", linewidth=1, linestyle="--")
        if len(kinds) > 1:
            # Below the axis: inside it would hide a row.
            figure.legend(loc="outside lower center", ncols=len(kinds), frameon=False)
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
        figure.savefig(path, dpi=150, metadata=metadata)


def _edges(rows: Sequence[Row]) -> tuple[float, float]:
    """A little beyond all that is finite."""
    numbers = [number for row in rows for value in row.values for number in value]
    finite = [number for number in numbers if isfinite(number)]
    room = max(1.0, 0.1 * (max(finite) - min(finite)))
    return min(finite) - room, max(finite) + room
