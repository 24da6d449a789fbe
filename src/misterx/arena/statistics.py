"""What a number of games says about a player: shares with intervals, paired differences, Elo."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10, sqrt
from typing import Final, NamedTuple

__all__ = ["Interval", "elo", "paired", "scored", "spread", "wilson"]

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
    return _wilson(wins / games, games)


def _wilson(share: float, games: float) -> Interval:
    z = _Z * _Z / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    # Where all were lost or won the bound is that itself, whatever rounding makes of it.
    low = max(0.0, middle - half) if share > 0 else 0.0
    high = min(1.0, middle + half) if share < 1 else 1.0
    return Interval(share, low, high)


def scored(scores: Sequence[float], games: int) -> Interval:
    """The mean of scores from 0 to 1, each that of a deal; all deals together had so many games.

    It is Wilson's interval for as many independent games as would spread like these deals: the
    games of one deal are not independent.

    >>> scored([0.5, 1.0, 0.5, 0.0], 8).estimate
    0.5
    """
    if not scores:
        raise ValueError("no deals make no score")
    mean = sum(scores) / len(scores)
    variance = spread(scores) / len(scores)
    worth = mean * (1 - mean) / variance if variance else games
    return _wilson(mean, worth)


def spread(values: Sequence[float]) -> float:
    """The variance of values; of a single one, 0."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


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
    # Where all gaps are alike, another one can still be rarer than so many games show.
    half = _Z * sqrt(spread(gaps) / count) or wilson(0, count).high
    return Interval(mean, max(-1.0, mean - half), min(1.0, mean + half))


def elo(share: Interval) -> Interval:
    """The difference in Elo points that explains a share of wins; infinite where all were won.

    >>> [round(points) for points in elo(Interval(0.75, 0.5, 0.91))]
    [191, 0, 402]
    """
    return Interval(*map(_elo, share))


def _elo(share: float) -> float:
    if share <= 0 or share >= 1:
        return -inf if share <= 0 else inf
    return 400 * log10(share / (1 - share))
