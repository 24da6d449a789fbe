"""What is compared deal by deal: everybody has the same cards, so a deal's games go together."""

from __future__ import annotations

from collections.abc import Sequence

from misterx.arena.series import Series
from misterx.arena.statistics import Interval, scored

__all__ = ["both_roles", "compared", "deal_scores"]


def compared(all_series: Sequence[Series]) -> list[str]:
    """Who is compared, each once, in order."""
    return list(dict.fromkeys(series.match.one for series in all_series))


def deal_scores(all_series: Sequence[Series]) -> list[float]:
    """The score of each deal, from the first on, as far as all its games are over.

    Of one player it is the part of the deal's games that it won. Of two, the first one's against
    the second one's over the same games: 1 if only the first has won, ½ if they did alike. Only
    whole deals in a row count, or those with short games would come first.

    Raises `ValueError` for more than two players.
    """
    first, *others = compared(all_series)
    if len(others) > 1:
        raise ValueError("one player is scored, or two against each other")
    ours = [series for series in all_series if series.match.one == first]
    theirs = [series for series in all_series if series.match.one != first]
    scores: list[float] = []
    while all(len(scores) in series.results for series in all_series):
        number = len(scores)
        score = _share(ours, number)
        scores.append((1 + score - _share(theirs, number)) / 2 if theirs else score)
    return scores


def both_roles(roles: Sequence[Series]) -> Interval:
    """The share that one player won as Mister X and as detectives together, deal by deal."""
    scores = deal_scores(roles)
    return scored(scores, len(scores) * len(roles))


def _share(all_series: Sequence[Series], number: int) -> float:
    return sum(series.results[number].won for series in all_series) / len(all_series)
