"""How a card game stands: the chance that Mister X wins, from what lies open and who he is.

The weights were fitted to games between careful players; docs/bots.md says how.
"""

from __future__ import annotations

from math import exp

from misterx.bots.marks import Room
from misterx.bots.suspecting import suspicion
from misterx.cards import Observation
from misterx.core import Seat

__all__ = ["features", "outlook"]

_WEIGHTS = (
    3.85,
    -2.58,
    1.49,
    -2.46,
    2.27,
    -2.14,
    0.06,
    -7.29,
    1.64,
    -0.33,
    0.36,
    0.82,
    -1.96,
    -3.87,
    0.91,
    -0.04,
    -0.43,
    0.03,
    -0.48,
    -0.52,
    0.34,
    0.02,
    -2.06,
    0.07,
)


def outlook(seen: Observation, x: Seat) -> float:
    """The chance, between 0 and 1, that the side of Mister X wins, if `x` is he.

    `seen` is what a spectator sees.
    """
    if seen.outcome is not None:
        return float(seen.outcome.winner == "x")
    total = sum(w * f for w, f in zip(_WEIGHTS, features(seen, x), strict=True))
    return 1 / (1 + exp(-total))


def features(seen: Observation, x: Seat) -> tuple[float, ...]:
    """The numbers that are weighed: each around 0 to 1, the first always 1."""
    size = dict(zip(seen.seats, seen.sizes, strict=True))
    hand = max(1, size[x])
    left = seen.draw / 42
    belief = _belief(seen, x)
    hazard = belief / hand
    search, question = Room(seen).parts(seen.piles)
    at, his = seen.seats.index(seen.seat), seen.seats.index(x)
    wait = (his - at) % len(seen.seats) / len(seen.seats)
    tickets = (sum(seen.sizes) - size[x]) / 24
    known = float(seen.x_known)
    danger = 3 * hazard
    return (
        1.0,
        left,
        left * left,
        belief,
        danger,
        danger * left,
        danger * danger,
        1 / hand,
        hand / 8,
        hand / 8 * left,
        known,
        known * left,
        search,
        search * danger,
        search * left,
        question,
        seen.magnifiers / 3,
        seen.magnifiers / 3 * belief,
        wait,
        wait * danger,
        wait * left,
        tickets,
        tickets * left,
        seen.reserve / 5,
    )


def _belief(seen: Observation, x: Seat) -> float:
    """How sure the detectives are of him, on average: each knows that he is not it himself."""
    odds = suspicion(seen)
    his = odds.get(x, 0.0)
    others = [seat for seat in seen.seats if seat != x and seat not in seen.out]
    return sum(min(1.0, his / max(1 - odds.get(seat, 0.0), 1e-9)) for seat in others) / max(
        1, len(others)
    )
