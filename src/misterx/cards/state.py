"""The state of a card game: who plays, and every card at one moment."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from misterx.cards.deck import X_CARD, Card, Deck
from misterx.cards.moves import Move
from misterx.core.rules import Outcome, Seat

__all__ = ["Interrogation", "Phase", "Played", "State"]


class Phase(StrEnum):
    """What is asked for now."""

    DEAL = "deal"
    PLAY = "play"
    ACTION = "action"
    INTERROGATE = "interrogate"
    SEARCH = "search"
    GIVE = "give"
    TRAIL = "trail"
    HIDEOUT = "hideout"
    OVER = "over"


class Played(NamedTuple):
    """The ticket of this turn and the pile it lies on."""

    ticket: Card
    pile: str


class Interrogation(NamedTuple):
    """Who looked at whose hand, what was announced, and what he saw."""

    after: int
    """How many moves of the history came before, the naming among them."""
    by: Seat
    of: Seat
    found: bool
    hand: tuple[Card, ...]


class State(NamedTuple):
    """Everything about a game at one moment, hidden things included."""

    deck: Deck
    seats: tuple[Seat, ...]
    fixed_reserve: tuple[Card, ...] | None
    """Before the deal: what is settled of it."""
    fixed_first: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    """By seat, ascending, the Mister X card last."""
    draw: tuple[Card, ...]
    reserve: tuple[Card, ...]
    piles: tuple[Card, ...]
    discard: tuple[Card, ...]
    """Every ticket discarded or covered, ascending (G7)."""
    magnifiers: int
    carry: int
    """1 while an interrogation runs after which a magnifier is turned up at once (A2)."""
    out: tuple[Seat, ...]
    turn: int
    seat: Seat
    """Whose turn it is."""
    phase: Phase
    played: Played | None
    owed: int
    """Tickets still to be dropped, or in a search to be drawn."""
    laid: tuple[tuple[Seat, Card], ...]
    drawing: Seat | None
    """Whose hand a search is about to draw from; only while chance acts."""
    x_known: bool
    """Mister X has been announced since the last hide-out."""
    interrogations: tuple[Interrogation, ...]
    history: tuple[Move, ...]
    """Every move since the deal, what chance added among them."""
    outcome: Outcome | None

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat."""
        return self.hands[self.seats.index(seat)]

    def tickets(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat without the Mister X card."""
        return tuple(card for card in self.hand(seat) if card != X_CARD)

    @property
    def x(self) -> Seat | None:
        """The holder of the Mister X card, or who has laid it into the hide-out; None undealt."""
        for seat, hand in zip(self.seats, self.hands, strict=True):
            if X_CARD in hand:
                return seat
        return next((seat for seat, card in self.laid if card == X_CARD), None)

    def with_hand(self, seat: Seat, cards: tuple[Card, ...]) -> State:
        """The state in which a seat holds these cards."""
        at = self.seats.index(seat)
        hands = (*self.hands[:at], tuple(sorted(cards)), *self.hands[at + 1 :])
        return self._replace(hands=hands)

    def without(self, seat: Seat, card: Card) -> State:
        """The state in which a card has left a seat's hand."""
        return self.with_hand(seat, tuple(held for held in self.hand(seat) if held != card))

    def from_(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise from this one."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]
