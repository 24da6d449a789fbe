"""The picture of an analysis: Mister X's chances over the moves, as each side could see them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from misterx.bots.analysis import Assessed

__all__ = ["draw"]

_SIDES = (
    (True, "as Mister X could judge it", "#7a2a1f", "-", "s"),
    (False, "as the detectives could judge it", "#1f4f7a", "--", "o"),
)
"""Each line has a colour and a stroke of its own, and its marks a shape."""
_MOST_LABELS = 26


def draw(title: str, assessed: Sequence[Assessed], file: Path) -> None:
    """Write the picture; whether it is a PNG or an SVG, the name of its file says."""
    figure = Figure(figsize=(11, 4.6), dpi=140, layout="constrained")
    axes = figure.subplots()
    for is_x, label, colour, stroke, mark in _SIDES:
        side = [one for one in assessed if (one.by == "X") is is_x and one.after is not None]
        axes.plot(
            [one.number for one in side],
            [_percent(one.after) for one in side],
            stroke,
            color=colour,
            linewidth=1.8,
            label=label,
        )
        mistakes = [one for one in side if one.better is not None]
        axes.plot(
            [one.number for one in mistakes],
            [_percent(one.after) for one in mistakes],
            mark,
            color=colour,
            markersize=6,
            markerfacecolor="white",
            label="a better move there: Mister X" if is_x else "a better move there: detectives",
        )
    _dress(axes, title, assessed)
    # The same analysis gives the same file: no date, no random names inside.
    is_svg = file.suffix.lower() == ".svg"
    with rc_context({"svg.hashsalt": "misterx"}):
        figure.savefig(file, metadata={"Date": None} if is_svg else {"Software": None})


def _dress(axes: Axes, title: str, assessed: Sequence[Assessed]) -> None:
    axes.set_title(title, loc="left", fontweight="bold")
    axes.set_ylabel("Mister X's chance to win (%)")
    axes.set_xlabel("round")
    axes.set_ylim(0, 100)
    axes.set_xlim(1, max(2, len(assessed)))
    starts = [(next(iter(moves)).number, rnd) for rnd, moves in _rounds(assessed)]
    step = max(1, -(-len(starts) // _MOST_LABELS))
    axes.set_xticks([at for at, _ in starts[::step]], [str(rnd) for _, rnd in starts[::step]])
    axes.axhline(50, color="#888888", linewidth=0.8, linestyle=":")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(loc="upper left", fontsize="small", framealpha=0.9)


def _rounds(assessed: Sequence[Assessed]) -> list[tuple[int, list[Assessed]]]:
    played = [one for one in assessed if one.after is not None]
    return [(rnd, list(moves)) for rnd, moves in groupby(played, key=lambda one: one.round)]


def _percent(value: float | None) -> float:
    return 0.0 if value is None else 100 * value
