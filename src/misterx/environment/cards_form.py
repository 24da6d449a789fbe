"""The card game as words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from misterx.cards import X_CARD, Observation
from misterx.cards.chance import RESERVE
from misterx.cards.deck import Card, card_text, tickets_for
from misterx.cards.moves import PILES, Action
from misterx.cards.suspicion import known_cards, passed_on, suspects
from misterx.cards.turns import FALSE_TRAIL, MAGNIFIERS
from misterx.core import Seat
from misterx.environment.form import Form, Part, one_of, shares, some_of

__all__ = ["cards_form"]

_PHASES: Final = ("play", "action", "interrogate", "search", "give", "trail", "hideout")
"""What may be asked for; while cards are dealt, and after the end, nothing is."""


def cards_form(seats: tuple[Seat, ...]) -> Form:
    """The words and numbers of a table with these seats."""
    tickets = tickets_for(len(seats))
    cards = (*tickets, X_CARD)
    return Form(
        openings=(),
        endings=(
            *(f"{ticket}>{place}" for ticket in tickets for place in (*PILES, "new")),
            *Action,
            *(f"?{seat}" for seat in seats),
            *(f"drop {ticket}" for ticket in tickets),
            *(f"lay {card_text(card)}" for card in cards),
        ),
        spell=_spell,
        parts=(
            one_of("who", seats, lambda seen: seen.who),
            *_cards(seats, cards),
            *_numbers(seats, cards),
            one_of("phase", _PHASES, lambda seen: seen.phase),
            one_of("played", PILES, lambda seen: seen.played and seen.played.pile),
            one_of("seat", seats, lambda seen: seen.seat),
            some_of("to_move", seats, lambda seen: seen.to_move),
            some_of("out", seats, lambda seen: seen.out),
            one_of("x", seats, lambda seen: seen.x),
            some_of("suspects", seats, suspects),
            some_of("laid", seats, lambda seen: (seat for seat, _ in seen.laid)),
        ),
    )


def _spell(move: str) -> tuple[str, ...]:
    """The one word of a move: its notation without the seat.

    >>> _spell("P1:13>L"), _spell("P3:?P1"), _spell("P2:lay X")
    (('13>L',), ('?P1',), ('lay X',))
    """
    return (move.partition(":")[2],)


def _cards(seats: tuple[Seat, ...], cards: tuple[Card, ...]) -> Iterator[Part]:
    """Where the cards are, as far as one knows: a place for each card."""
    yield some_of("hand", cards, lambda seen: seen.hand)
    for at, pile in enumerate(PILES):
        yield some_of(f"pile_{pile}", cards, _pile(at))
    yield some_of("discard", cards, lambda seen: seen.discard)
    yield some_of("own_laid", cards, lambda seen: (c for _, c in seen.laid if c is not None))
    # What one has seen of the others' hands: sure until a hide-out comes between.
    for seat in seats:
        yield some_of(f"known_{seat}", cards, _known(seat))
    yield some_of("passed_on", cards, passed_on)


def _numbers(seats: tuple[Seat, ...], cards: tuple[Card, ...]) -> Iterator[Part]:
    yield shares("sizes", (len(cards),) * len(seats), lambda seen: seen.sizes)
    yield shares("draw", (len(cards),), lambda seen: (seen.draw,))
    yield shares("reserve", (RESERVE,), lambda seen: (seen.reserve,))
    yield shares("magnifiers", (MAGNIFIERS,), lambda seen: (seen.magnifiers,))
    yield shares("carry", (1,), lambda seen: (seen.carry,))
    yield shares("owed", (FALSE_TRAIL[len(seats)],), lambda seen: (seen.owed,))
    yield shares("x_known", (1,), lambda seen: (seen.x_known,))


def _pile(at: int) -> Callable[[Observation], Iterable[Card]]:
    return lambda seen: seen.piles[at : at + 1]


def _known(seat: Seat) -> Callable[[Observation], Iterable[Card]]:
    return lambda seen: known_cards(seen).get(seat, ())
