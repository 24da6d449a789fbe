"""How likely each seat is Mister X: those who can be, weighed by how they have played."""

from __future__ import annotations

import re

from misterx.cards import Observation
from misterx.cards.suspicion import suspects
from misterx.core import Seat

__all__ = ["suspicion"]

_PLAYED = re.compile(r"(P[0-9]):[0-9]+>(L|M|R|new)")
_SHUFFLED = re.compile(r"P[0-9]:(?:[0-9]+|X|\?)(?: |$)")
_ODDS = {"L": 1.8, "M": 0.7, "R": 0.65, "new": 1.1}
"""How much likelier Mister X does this than a detective: he drains the draw pile."""


def suspicion(seen: Observation) -> dict[Seat, float]:
    """The chance of each suspect to be Mister X; they add up to one.

    Only what was done since the last hide-out counts: before it somebody else may have been he.
    """
    weights = dict.fromkeys(suspects(seen), 1.0)
    if len(weights) > 1:
        for text in _since_hideout(seen.history):
            found = _PLAYED.fullmatch(text)
            if found and (seat := Seat(found[1])) in weights:
                weights[seat] *= _ODDS[found[2]]
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}


def _since_hideout(history: tuple[str, ...]) -> tuple[str, ...]:
    for back, text in enumerate(reversed(history)):
        if _SHUFFLED.match(text):
            return history[len(history) - back :]
    return history
