"""What a number of games says about a player: shares with intervals, and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

__all__ = ["Interval", "paired", "wilson"]

_Z: Final = 1.959964
"""Standard deviations either side of the mean that hold 95 of 100 cases."""


class Interval(NamedTuple):
    """An estimate, and the bounds between which the truth lies in 95 of 100 cases."""

    estimate: float
    low: float
    high: float


def wilson(wins: int, games: int) -> Interval:
    """The share of wins with Wilson's interval, which holds for few games and rare wins too.

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.8, 0.49, 0.943)
    """
    if not 0 <= wins <= games or not games:
        raise ValueError(f"{wins} wins in {games} games make no share")
    share, z = wins / games, _Z * _Z / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def paired(ours: Sequence[bool], theirs: Sequence[bool]) -> Interval:
    """How much larger the first share is, over the same deals; what both did alike cancels out.

    >>> paired([True, True, False], [True, False, False]).estimate
    0.3333333333333333
    """
    gaps = [int(a) - int(b) for a, b in zip(ours, theirs, strict=True)]
    count = len(gaps)
    if count < 2:
        raise ValueError("a difference needs at least two games")
    mean = sum(gaps) / count
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    half = _Z * sqrt(spread / count)
    return Interval(mean, max(-1.0, mean - half), min(1.0, mean + half))
