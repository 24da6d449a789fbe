"""What the careful player weighs: the worth of things, in chances to win, for either role."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from misterx.cards import Observation
from misterx.cards.deck import Card, tickets_for

__all__ = ["DETECTIVE", "MISTER_X", "USUAL_ROOM", "Marks", "Room"]


class Marks(NamedTuple):
    """The worth of things to one role; negative where they harm it."""

    drain: float
    """A ticket that leaves the draw pile."""
    haste: float
    """How much more that is worth towards the end."""
    card: float
    """One card more in the own hand."""
    search: float
    """For Mister X: a search, which costs a detective a ticket."""
    magnifier: float
    """A magnifier turned up."""
    question: float
    """An interrogation: what it teaches at best; for Mister X, that it is used up."""
    pressure: float
    """An interrogation of a Mister X who is known: two tickets fewer in his hand."""
    open_search: float
    """If every ticket fitted the right pile: room for searches."""
    open_question: float
    """The same for the middle pile."""
    black: float
    """What a ticket of that colour is worth in the hand."""
    taxi: float
    bus: float
    underground: float
    high: float
    """What the highest ticket is worth in the hand more than the lowest."""
    secret: float = 0.0
    """For Mister X: that nobody knows him."""
    equipment: float = 0.0
    """Equipment, besides the cards drawn: it is the quickest way to an empty draw pile."""
    trail: float = 0.0
    """A false trail that does not win at once."""
    hideout: float = 0.0
    """A hide-out when he is known."""
    hideout_small: float = 0.0
    """The same, for each card that his hand is below a safe one."""
    safe_hand: int = 8
    give_away: float = 0.0
    """Laying the Mister X card into the hide-out."""


USUAL_ROOM = 0.25
"""The part of all tickets that fits one of three new piles, on average."""

DETECTIVE = Marks(
    drain=-0.02,
    haste=0.0,
    card=0.005,
    search=0.0,
    magnifier=0.02,
    question=0.16,
    pressure=0.08,
    open_search=0.26,
    open_question=0.03,
    black=0.0,
    taxi=-0.015,
    bus=0.002,
    underground=0.004,
    high=0.004,
)

MISTER_X = Marks(
    drain=0.025,
    haste=6.0,
    card=0.015,
    search=0.005,
    magnifier=-0.02,
    question=0.05,
    pressure=0.0,
    open_search=-0.8,
    open_question=-0.055,
    black=0.006,
    taxi=0.002,
    bus=-0.002,
    underground=-0.004,
    high=0.0084,
    secret=0.05,
    equipment=0.1,
    trail=0.01,
    hideout=0.05,
    hideout_small=0.02,
    give_away=-0.0475,
)


class Room:
    """The tickets that somebody has not seen, and how many of them would fit a pile."""

    def __init__(self, seen: Observation) -> None:
        away = {*seen.discard, *seen.piles, *(seen.hand or ())}
        self.unseen = [card for card in tickets_for(len(seen.seats)) if card not in away]
        """In ascending order."""

    def parts(self, piles: tuple[Card, ...]) -> tuple[float, float]:
        """The parts of them that fit the right pile and the middle one."""
        count = len(self.unseen)
        if not count:
            return 0.0, 0.0
        _, middle, right = (bisect_right(self.unseen, pile) for pile in piles)
        return (count - right) / count, (right - middle) / count
