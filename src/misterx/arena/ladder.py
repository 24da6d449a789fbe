"""A ladder: everybody against everybody in both roles, and one list of Elo points.

The points are those under which what happened is likeliest, with one number for how much easier
one role is than the other; and once more with points of its own for each role. Each pairing counts
with one game more, half of it won, so that who has won every game still has a number. Intervals
come from drawing the deals anew: the games of one deal are not independent. One more deal is among
them, of which nobody knows how it ends, or a few that are all alike would leave no doubt. How far
above the others somebody is who has won every game, no game has shown: there is no upper bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import exp, inf, log
from random import Random
from typing import Final, TypeAlias

from misterx.arena.match import ROLES, Match
from misterx.arena.series import Series
from misterx.arena.statistics import Interval

__all__ = ["Standing", "ladder_matches", "standings"]

_DRAWN_ANEW: Final = 200
_POINTS: Final = 400 / log(10)
"""Elo points of one unit of log odds."""
_SWEEPS: Final = 500
_NEAR: Final = 1e-5
_BOTH, _AS_X, _AS_DETECTIVES, _EASIER = "both", "x", "detectives", "easier"

_Key: TypeAlias = tuple[str, str]
"""A number to be found: of which list, and whose."""
_Tally: TypeAlias = Mapping[tuple[str, str], tuple[float, float]]
"""Wins and games of each pairing: who was Mister X, who the detectives."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: Elo points above the mean of all, over both roles and in each."""

    player: str
    both: Interval
    as_x: Interval
    as_detectives: Interval
    games: int
    wins: int


def ladder_matches(terms: Match, names: Sequence[str]) -> list[Match]:
    """Every player as Mister X against every other one as detectives, on the terms of a match."""
    return [
        replace(terms, one=one, others=other, role=ROLES[0])
        for one, other in permutations(dict.fromkeys(names), 2)
    ]


def standings(all_series: Sequence[Series]) -> list[Standing]:
    """The list, the strongest first, over the deals that everybody has played.

    Raises `ValueError` if there is none yet.
    """
    deals = sorted(set.intersection(*(set(series.results) for series in all_series)))
    if not deals:
        raise ValueError("no deal has been played by everybody yet")
    names = list(dict.fromkeys(series.match.one for series in all_series))
    found = _points(names, _tally(all_series, deals), {})
    rng = Random("ladder")
    drawn = [_points(names, _tally_anew(all_series, deals, rng), found) for _ in range(_DRAWN_ANEW)]
    places = []
    for name in names:
        results = {
            part: _results(name, all_series, deals, part) for part in (_BOTH, _AS_X, _AS_DETECTIVES)
        }
        both, as_x, as_detectives = (
            _interval(found[part, name], sorted(sample[part, name] for sample in drawn), won)
            for part, won in results.items()
        )
        games, wins = len(results[_BOTH]), sum(results[_BOTH])
        places.append(Standing(name, both, as_x, as_detectives, games, wins))
    return sorted(places, key=lambda place: -place.both.estimate)


def _tally(all_series: Sequence[Series], deals: Sequence[int]) -> _Tally:
    return {
        (series.match.one, series.match.others): (
            0.5 + sum(series.results[deal].won for deal in deals),
            1.0 + len(deals),
        )
        for series in all_series
    }


def _tally_anew(all_series: Sequence[Series], deals: Sequence[int], rng: Random) -> _Tally:
    """The tally of as many deals, drawn from these and one more that can end in any way."""
    drawn = rng.choices(range(len(deals) + 1), k=len(deals))
    known = [deals[at] for at in drawn if at < len(deals)]
    return {
        pairing: (wins + sum(rng.random() < 0.5 for _ in drawn[len(known) :]), 1.0 + len(deals))
        for pairing, (wins, _) in _tally(all_series, known).items()
    }


def _points(names: Sequence[str], tally: _Tally, start: Mapping[_Key, float]) -> dict[_Key, float]:
    """The numbers of all lists under which the tally is likeliest; each list has the mean 0."""
    together = [
        (((_BOTH, x), 1), ((_BOTH, detectives), -1), ((_EASIER, ""), 1)) for x, detectives in tally
    ]
    apart = [
        (((_AS_X, x), 1), ((_AS_DETECTIVES, detectives), -1), ((_EASIER, "apart"), 1))
        for x, detectives in tally
    ]
    found = dict(start)
    _climb(found, together, list(tally.values()))
    # Two players' games do not tell how good each is as whom: then it is as good as either.
    for name in names:
        found[_AS_X, name] = found[_AS_DETECTIVES, name] = found[_BOTH, name]
    found[_EASIER, "apart"] = found[_EASIER, ""]
    _climb(found, apart, list(tally.values()))
    for part in (_BOTH, _AS_X, _AS_DETECTIVES):
        mean = sum(found[part, name] for name in names) / len(names)
        for name in names:
            found[part, name] -= mean
    return found


def _climb(
    found: dict[_Key, float],
    all_terms: Sequence[Sequence[tuple[_Key, int]]],
    results: Sequence[tuple[float, float]],
) -> None:
    """Move one number after the other to where the results are likeliest, until none moves."""
    where: dict[_Key, list[tuple[int, int]]] = {}
    for at, terms in enumerate(all_terms):
        for key, sign in terms:
            where.setdefault(key, []).append((at, sign))
            found.setdefault(key, 0.0)
    odds = [sum(sign * found[key] for key, sign in terms) for terms in all_terms]
    for _ in range(_SWEEPS):
        largest = 0.0
        for key, places in where.items():
            slope = bend = 0.0
            for at, sign in places:
                chance = 1 / (1 + exp(-odds[at]))
                wins, games = results[at]
                slope += sign * (wins - games * chance)
                bend += games * chance * (1 - chance)
            step = max(-1.0, min(1.0, slope / bend))
            found[key] += step
            for at, sign in places:
                odds[at] += sign * step
            largest = max(largest, abs(step))
        if largest < _NEAR:
            return


def _interval(estimate: float, drawn: Sequence[float], won: Sequence[bool]) -> Interval:
    """The estimate in Elo points, between the values that 95 of 100 draws keep to.

    There is no bound below who has lost all of his games, and none above who has won them.
    """
    cut = len(drawn) // 40
    low = min(estimate, drawn[cut]) if any(won) else -inf
    high = max(estimate, drawn[-1 - cut]) if not all(won) else inf
    return Interval(*(value * _POINTS for value in (estimate, low, high)))


def _results(
    name: str, all_series: Sequence[Series], deals: Sequence[int], part: str
) -> list[bool]:
    """Which of its games a player has won, in the roles of a list."""
    as_x = [series for series in all_series if series.match.one == name and part != _AS_DETECTIVES]
    others = [series for series in all_series if series.match.others == name and part != _AS_X]
    return [
        *(series.results[deal].won for series in as_x for deal in deals),
        *(not series.results[deal].won for series in others for deal in deals),
    ]
