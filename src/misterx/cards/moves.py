"""Moves of the card game and their notation, both ways.

=========================  ==========================================================
``P1:13>L``                plays ticket 13 on the left pile (``M`` middle, ``R`` right)
``P1:7>new``               discards ticket 7 for three new piles
``P1:buy`` …               the action after a black ticket: ``buy`` ``interrogate``
                           ``search``, or Mister X's ``trail`` ``equip`` ``hideout``
``P1:?P3``                 names the player who is interrogated or searched
``P3:drop 12``             gives up a ticket
``P2:lay 55`` ``P2:lay X`` puts a card into the hide-out
=========================  ==========================================================

And the moves of chance: ``deal P2 / 84 88 … / 12 X …`` (who begins, the black reserve, the draw
pile), ``12 40`` (drawn in a search), ``P1:6 P2:X P3:5`` (who takes what from the hide-out).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from misterx.cards.deck import X_CARD, Card, card_text
from misterx.core.errors import Malformed
from misterx.core.fields import show_type
from misterx.core.rules import Seat

__all__ = [
    "PILES",
    "Act",
    "Action",
    "Deal",
    "Drawn",
    "Drop",
    "Lay",
    "Move",
    "Name",
    "Play",
    "Renew",
    "Taken",
    "parse_move",
]

PILES: Final = "LMR"


class Action(StrEnum):
    """What may be done with a pile: the three general actions, then Mister X's three."""

    BUY = "buy"
    INTERROGATE = "interrogate"
    SEARCH = "search"
    TRAIL = "trail"
    EQUIP = "equip"
    HIDEOUT = "hideout"

    @property
    def is_of_mister_x(self) -> bool:
        """True for the actions that only the holder of the Mister X card has."""
        return self in (Action.TRAIL, Action.EQUIP, Action.HIDEOUT)

    @property
    def pile(self) -> str:
        """The pile under which the action's card lies."""
        return PILES[list(Action).index(self) % len(PILES)]


@dataclass(frozen=True, slots=True)
class Play:
    """A ticket goes onto a pile (T2)."""

    seat: Seat
    card: Card
    pile: str

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:{card_text(self.card)}>{self.pile}"


@dataclass(frozen=True, slots=True)
class Renew:
    """A low ticket is discarded for three new piles (T4)."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:{card_text(self.card)}>new"


@dataclass(frozen=True, slots=True)
class Act:
    """The action that follows a black ticket (T3)."""

    seat: Seat
    action: Action

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:{self.action}"


@dataclass(frozen=True, slots=True)
class Name:
    """The player who is interrogated (A1) or searched (A4)."""

    seat: Seat
    other: Seat

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:?{self.other}"


@dataclass(frozen=True, slots=True)
class Drop:
    """A ticket is given up (A1, A5)."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:drop {card_text(self.card)}"


@dataclass(frozen=True, slots=True)
class Lay:
    """A card goes face down into the hide-out (A6)."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        """The move's notation."""
        return f"{self.seat}:lay {card_text(self.card)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: who begins, the black reserve, and the draw pile before the deal (C3, C4, C6)."""

    first: Seat
    reserve: tuple[Card, ...]
    deck: tuple[Card, ...]

    def __str__(self) -> str:
        """The deal's notation."""
        return f"deal {self.first} / {_cards_text(self.reserve)} / {_cards_text(self.deck)}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance: the cards drawn in a search, in order (A4)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        """The draw's notation."""
        return _cards_text(self.cards)


@dataclass(frozen=True, slots=True)
class Taken:
    """Chance: who takes which card from the hide-out, in seat order (A6)."""

    cards: tuple[tuple[Seat, Card], ...]

    def __str__(self) -> str:
        """The shuffle's notation."""
        return " ".join(f"{seat}:{card_text(card)}" for seat, card in self.cards)


Move: TypeAlias = Play | Renew | Act | Name | Drop | Lay | Deal | Drawn | Taken

_CARD = r"(?:90|[1-8][0-9]|[1-9]|X)"
_SEAT = r"P[1-5]"
_CARDS = rf"{_CARD}(?: {_CARD})*"
_PLAY = re.compile(rf"({_SEAT}):({_CARD})>([LMR]|new)")
_ACT = re.compile(rf"({_SEAT}):({'|'.join(Action)})")
_NAME = re.compile(rf"({_SEAT}):\?({_SEAT})")
_DROP = re.compile(rf"({_SEAT}):(drop|lay) ({_CARD})")
_DEAL = re.compile(rf"deal ({_SEAT}) / ({_CARDS}) / ({_CARDS})")
_TAKEN = re.compile(rf"{_SEAT}:{_CARD}(?: {_SEAT}:{_CARD})*")


def parse_move(text: str) -> Move:
    """The move that a text means; raises `Malformed`.

    >>> parse_move("P1:13>L")
    Play(seat='P1', card=13, pile='L')
    >>> str(parse_move("P3:drop 12"))
    'P3:drop 12'
    """
    if not isinstance(text, str):
        raise Malformed(f"the text of a move is wanted, not {show_type(text)}")
    if found := _PLAY.fullmatch(text):
        seat, card, pile = Seat(found[1]), _card(found[2]), found[3]
        return Renew(seat, card) if pile == "new" else Play(seat, card, pile)
    if found := _ACT.fullmatch(text):
        return Act(Seat(found[1]), Action(found[2]))
    if found := _NAME.fullmatch(text):
        return Name(Seat(found[1]), Seat(found[2]))
    if found := _DROP.fullmatch(text):
        kind = Drop if found[2] == "drop" else Lay
        return kind(Seat(found[1]), _card(found[3]))
    if found := _DEAL.fullmatch(text):
        return Deal(Seat(found[1]), _cards(found[2]), _cards(found[3]))
    if re.fullmatch(_CARDS, text):
        return Drawn(_cards(text))
    if _TAKEN.fullmatch(text):
        pairs = (pair.split(":") for pair in text.split())
        return Taken(tuple((Seat(seat), _card(card)) for seat, card in pairs))
    shown = text if len(text) <= 40 else text[:37] + "..."
    raise Malformed(f"{shown!r} is no move; moves look like P1:13>L, P1:7>new, P1:buy or P1:?P3")


def _card(text: str) -> Card:
    return X_CARD if text == "X" else int(text)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(_card, text.split()))


def _cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(card_text, cards))
