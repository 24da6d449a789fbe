"""Chance in the card game: the deal, a card drawn from a hand, the shuffle of the hide-out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random

from misterx.cards.deck import X_CARD, Card, tickets_for
from misterx.cards.moves import Deal, Drawn, Move, Taken
from misterx.cards.state import Phase, State
from misterx.cards.turns import layers
from misterx.core.rules import Seat

__all__ = ["RESERVE", "TOP", "draw", "is_possible", "outcomes"]

RESERVE = 5
"""Black tickets that form the reserve (C3)."""
TOP = 10
"""The Mister X card is among so many cards at the top of the deck (C4)."""


def outcomes(state: State) -> Sequence[tuple[Move, Fraction]]:
    """What may fall and how likely it is; nothing for a deal, which has too many to list.

    Nothing either while a player is to move, as before the last card of a hide-out is laid.
    """
    if state.drawing is not None:
        return list(_draws(state.hand(state.drawing), state.owed, Fraction(1), ()))
    if state.phase is Phase.HIDEOUT and not layers(state):
        cards = [card for _, card in state.laid]
        odds = Fraction(1, factorial(len(cards)))
        seats = _takers(state)
        return [
            (Taken(tuple(zip(seats, order, strict=True))), odds) for order in permutations(cards)
        ]
    return []


def draw(state: State, rng: Random) -> Move:
    """One of the moves of chance, by their odds."""
    if state.drawing is not None:
        cards: list[Card] = []
        hand = list(state.hand(state.drawing))
        while len(cards) < state.owed and hand and X_CARD not in cards:
            cards.append(hand.pop(rng.randrange(len(hand))))
        return Drawn(tuple(cards))
    if state.phase is Phase.HIDEOUT:
        laid = [card for _, card in state.laid]
        rng.shuffle(laid)
        return Taken(tuple(zip(_takers(state), laid, strict=True)))
    return _shuffle(state, rng)


def is_possible(state: State, move: Move) -> bool:
    """True if this can fall now."""
    if isinstance(move, Deal):
        return state.phase is Phase.DEAL and _is_deal(state, move)
    return any(move == outcome for outcome, _ in outcomes(state))


def _draws(
    hand: tuple[Card, ...], number: int, odds: Fraction, drawn: tuple[Card, ...]
) -> Iterator[tuple[Move, Fraction]]:
    """Every order in which so many cards may be drawn; the Mister X card is the last one (A4)."""
    if len(drawn) == number or not hand or X_CARD in drawn:
        yield Drawn(drawn), odds
        return
    for card in hand:
        rest = tuple(held for held in hand if held != card)
        yield from _draws(rest, number, odds / len(hand), (*drawn, card))


def _takers(state: State) -> tuple[Seat, ...]:
    return tuple(sorted(seat for seat, _ in state.laid))


def _shuffle(state: State, rng: Random) -> Deal:
    """A shuffled deck (C2 to C4, C6, G3), with what is settled beforehand kept."""
    tickets = list(tickets_for(len(state.seats)))
    black = [ticket for ticket in tickets if state.deck.is_black(ticket)]
    reserve = state.fixed_reserve or tuple(rng.sample(black, RESERVE))
    deck = [ticket for ticket in tickets if ticket not in reserve]
    rng.shuffle(deck)
    deck.insert(rng.randrange(TOP), X_CARD)
    first = state.fixed_first or rng.choice(state.seats)
    return Deal(first, reserve, tuple(deck))


def _is_deal(state: State, move: Deal) -> bool:
    """True if the deck and the reserve hold each card of the game once, where it belongs."""
    cards = sorted((*move.deck, *move.reserve))
    return (
        cards == [*tickets_for(len(state.seats)), X_CARD]
        and X_CARD in move.deck[:TOP]
        and len(move.reserve) == RESERVE
        and all(state.deck.is_black(ticket) for ticket in move.reserve)
        and move.first in state.seats
        and state.fixed_reserve in (None, move.reserve)
        and state.fixed_first in (None, move.first)
    )
