"""What a viewpoint remembers of a card game: the facts that tell something about hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from misterx.cards.deck import Card
from misterx.cards.moves import Act, Action, Drawn, Drop, Lay, Name, Play, Renew, Taken
from misterx.cards.state import Interrogation, State
from misterx.core.rules import Seat

__all__ = ["Fact", "GaveAway", "HidOut", "Looked", "Showed", "remember"]


class Showed(NamedTuple):
    """A ticket came out of a seat's hand, for all to see."""

    seat: Seat
    card: Card


class Looked(NamedTuple):
    """An interrogation: what was announced, and the hand for those two who saw it."""

    after: int
    """How many moves came before, the naming among them; 0: before the position was put up."""
    by: Seat
    of: Seat
    found: bool
    size: int
    hand: tuple[Card, ...] | None


class GaveAway(NamedTuple):
    """A seat took an action of Mister X's."""

    seat: Seat


class HidOut(NamedTuple):
    """A hide-out: who took part, and what one laid and took oneself."""

    by: Seat | None
    """Whose it was; None if the position was put up in the middle of it."""
    seats: tuple[Seat, ...]
    laid: Card | None
    took: Card | None


Fact: TypeAlias = Showed | Looked | GaveAway | HidOut


def remember(state: State, me: Seat | None) -> Iterator[Fact]:
    """The facts that a seat (None: a spectator) has witnessed, in order of time."""
    questions = iter(state.interrogations)
    question = next(questions, None)
    if question is not None and question.after == 0:
        yield _looked(question, me)
        question = next(questions, None)
    named = state.seats[0]
    hidden_by: Seat | None = None
    laid: Card | None = None
    for number, move in enumerate(state.history, 1):
        match move:
            case Play(seat, card) | Renew(seat, card) | Drop(seat, card):
                yield Showed(seat, card)
            case Act(seat, action) if action.is_of_mister_x:
                if action is Action.HIDEOUT:
                    hidden_by, laid = seat, None
                yield GaveAway(seat)
            case Name(_, other):
                named = other
            case Drawn(cards):
                yield from (Showed(named, card) for card in cards)
            case Lay(seat, card) if seat == me:
                laid = card
            case Taken(cards):
                took = dict(cards).get(me) if me else None
                yield HidOut(hidden_by, tuple(seat for seat, _ in cards), laid, took)
            case _:
                pass
        if question is not None and question.after == number:
            yield _looked(question, me)
            question = next(questions, None)


def _looked(question: Interrogation, me: Seat | None) -> Looked:
    after, by, of, found, hand = question
    return Looked(after, by, of, found, len(hand), hand if me in (by, of) else None)
