"""Words for the cards, piles and actions of the card game."""

from __future__ import annotations

from collections.abc import Iterable

from misterx.cards import X_CARD, Deck
from misterx.cards.deck import BONUS, Card
from misterx.cards.moves import PILES, Action

__all__ = [
    "ACTIONS",
    "ASIDE",
    "COLOURS",
    "MAGNIFIERS",
    "PILE_NAMES",
    "card_name",
    "cards_text",
    "general_action",
    "has_bonus",
    "what_follows",
]

COLOURS = {"T": "taxi", "B": "bus", "U": "underground", "K": "black"}
PILE_NAMES = dict(zip(PILES, ("left", "middle", "right"), strict=True))
ACTIONS = {
    Action.BUY: "buy a ticket",
    Action.INTERROGATE: "turn up a magnifier",
    Action.SEARCH: "search a hand",
    Action.TRAIL: "false trail",
    Action.EQUIP: "equipment",
    Action.HIDEOUT: "hide-out",
}
MAGNIFIERS = 3
"""With so many up somebody is interrogated."""
ASIDE = "discard it for three new piles"


def card_name(deck: Deck, card: Card) -> str:
    """A card as it is printed: the letter of its colour and its number, or its name.

    >>> from misterx.cards import default_deck
    >>> card_name(default_deck(), 2), card_name(default_deck(), X_CARD)
    ('T2', 'the Mister X card')
    """
    return "the Mister X card" if card == X_CARD else f"{deck.colour(card)}{card}"


def cards_text(deck: Deck, cards: Iterable[Card]) -> str:
    """Cards in a row.

    >>> from misterx.cards import default_deck
    >>> cards_text(default_deck(), (1, 2, X_CARD)), cards_text(default_deck(), ())
    ('K1 T2 and the Mister X card', 'no card')
    """
    tickets = [card_name(deck, card) for card in cards if card != X_CARD]
    parts = [" ".join(tickets)] if tickets else []
    if X_CARD in cards:
        parts.append(card_name(deck, X_CARD))
    return " and ".join(parts) or "no card"


def general_action(pile: str) -> Action:
    """The action of a pile that is open to everybody."""
    return list(Action)[PILES.index(pile)]


def has_bonus(deck: Deck, ticket: Card, pile: str) -> bool:
    """True for the colour that brings a bonus on that pile."""
    return deck.colour(ticket) == BONUS[PILES.index(pile)]


def what_follows(deck: Deck, ticket: Card, pile: str) -> str:
    """What a ticket on a pile brings, its bonus told.

    >>> from misterx.cards import default_deck
    >>> what_follows(default_deck(), 2, "L"), what_follows(default_deck(), 2, "M")
    ('buy a ticket, +1 for taxi', 'turn up a magnifier')
    """
    more = f", +1 for {COLOURS[deck.colour(ticket)]}" if has_bonus(deck, ticket, pile) else ""
    return ACTIONS[general_action(pile)] + more
