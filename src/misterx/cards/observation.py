"""What each seat and a spectator may see of a card game, with perfect recall.

An observation is built by listing what is allowed: the own hand, the sizes of the others, all that
lies open, and what one has learnt: hands seen in an interrogation, cards put into and taken from a
hide-out.
"""

from __future__ import annotations

from dataclasses import dataclass

from misterx.cards.deck import Card, Deck, card_text
from misterx.cards.memory import Fact, Looked, remember
from misterx.cards.moves import Lay, Move, Taken
from misterx.cards.refusals import to_act
from misterx.cards.state import Phase, Played, State
from misterx.core.rules import CHANCE, Outcome, Seat, Viewpoint

__all__ = ["Observation", "observe", "to_move"]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a viewpoint has learnt by now. `None` stands for what it may not know."""

    who: Viewpoint
    deck: Deck
    seats: tuple[Seat, ...]
    hand: tuple[Card, ...] | None
    """The own hand; None for a spectator."""
    sizes: tuple[int, ...]
    """How many cards each seat holds."""
    draw: int
    reserve: int
    piles: tuple[Card, ...]
    discard: tuple[Card, ...]
    magnifiers: int
    carry: int
    out: tuple[Seat, ...]
    turn: int
    seat: Seat
    phase: Phase
    to_move: tuple[Seat, ...]
    played: Played | None
    owed: int
    laid: tuple[tuple[Seat, Card | None], ...]
    x: Seat | None
    x_known: bool
    drawing: Seat | None
    memory: tuple[Fact, ...]
    """What it has witnessed of hidden cards, in order of time."""
    history: tuple[str, ...]
    outcome: Outcome | None

    @property
    def interrogations(self) -> tuple[Looked, ...]:
        """Every interrogation so far, with the hand where one saw it."""
        return tuple(fact for fact in self.memory if isinstance(fact, Looked))


def observe(state: State, who: Viewpoint) -> Observation:
    """What a viewpoint may see of a state."""
    me = Seat(who) if Seat(who) in state.seats else None
    x = state.x
    return Observation(
        who=who,
        deck=state.deck,
        seats=state.seats,
        hand=state.hand(me) if me else None,
        sizes=tuple(map(len, state.hands)),
        draw=len(state.draw),
        reserve=len(state.reserve),
        piles=state.piles,
        discard=state.discard,
        magnifiers=state.magnifiers,
        carry=state.carry,
        out=state.out,
        turn=state.turn,
        seat=state.seat,
        phase=state.phase,
        to_move=to_move(state),
        played=state.played,
        owed=state.owed,
        laid=tuple((seat, card if seat == me else None) for seat, card in state.laid),
        x=x if x == me or state.x_known or state.outcome is not None else None,
        x_known=state.x_known,
        drawing=state.drawing,
        memory=tuple(remember(state, me)),
        history=tuple(_seen_by(me, move) for move in state.history),
        outcome=state.outcome,
    )


def to_move(state: State) -> tuple[Seat, ...]:
    """The seats that may move now, in seat order; nobody while chance acts."""
    actors = to_act(state)
    return () if actors == (CHANCE,) else tuple(sorted(actors))


def _seen_by(me: Seat | None, move: Move) -> str:
    """A move as a seat saw it: a question mark for each card that it did not see."""
    match move:
        case Lay(seat) if seat != me:
            return f"{seat}:lay ?"
        case Taken(cards):
            return " ".join(f"{s}:{card_text(card) if s == me else '?'}" for s, card in cards)
        case _:
            return str(move)
