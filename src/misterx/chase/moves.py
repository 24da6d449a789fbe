"""Moves of the board game and their notation, both ways.

======================  =============================================================
``X:T46``               Mister X to a station on a taxi, bus, underground or black ticket
``X:T46+K58``           a double move, both halves, one move
``D2:U89`` ``B1:92``    a detective on a ticket; a bobby, who needs none
``X:46`` ``X:K46``      beginners: no tickets; ``K`` marks the half that black hides
``X:show`` ``X:hide``   voluntary reveal, or not
``X:take D1=T``         the ticket he takes from a detective after showing himself
``D1@41``               a start station, chosen or drawn
======================  =============================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, NewType, TypeAlias

from misterx.board import Station
from misterx.chase.tickets import Ticket
from misterx.core.errors import Malformed
from misterx.core.fields import show_type

__all__ = [
    "MISTER_X",
    "HunterMove",
    "Leg",
    "Move",
    "Piece",
    "Place",
    "Reveal",
    "Take",
    "XMove",
    "is_ride",
    "masked",
    "parse_move",
]

Piece = NewType("Piece", str)
"""A figure on the board: `X`, `D1`, …, `B1`, …"""

MISTER_X: Final = Piece("X")
_set: Final = object.__setattr__  # as frozen classes do to themselves


class Leg(NamedTuple):
    """One stop of Mister X: the ticket laid for it (None where none is needed) and the station."""

    ticket: Ticket | None
    to: Station

    def __str__(self) -> str:
        """The half's notation, such as `T46`."""
        return f"{self.ticket or ''}{self.to}"


@dataclass(frozen=True, slots=True)
class XMove:
    """Mister X moves: one leg, or the two legs of a double move."""

    legs: tuple[Leg, ...]
    text: str = field(init=False, compare=False, repr=False)
    """The move's notation, kept because it is asked for again and again."""

    def __post_init__(self) -> None:
        """Work out the notation."""
        _set(self, "text", "X:" + "+".join(map(str, self.legs)))

    def __str__(self) -> str:
        """The move's notation."""
        return self.text


@dataclass(frozen=True, slots=True)
class HunterMove:
    """A detective or bobby moves; the ticket is None where none is needed."""

    piece: Piece
    ticket: Ticket | None
    to: Station
    text: str = field(init=False, compare=False, repr=False)
    """The move's notation, kept because it is asked for again and again."""

    def __post_init__(self) -> None:
        """Work out the notation."""
        _set(self, "text", f"{self.piece}:{self.ticket or ''}{self.to}")

    def __str__(self) -> str:
        """The move's notation."""
        return self.text


@dataclass(frozen=True, slots=True)
class Reveal:
    """Mister X decides whether to show himself of his own accord (V1)."""

    show: bool

    def __str__(self) -> str:
        """The decision's notation."""
        return "X:show" if self.show else "X:hide"


@dataclass(frozen=True, slots=True)
class Take:
    """Mister X takes a ticket from a detective after showing himself (V1)."""

    piece: Piece
    ticket: Ticket

    def __str__(self) -> str:
        """The decision's notation."""
        return f"X:take {self.piece}={self.ticket}"


@dataclass(frozen=True, slots=True)
class Place:
    """A piece gets its start station: a detective's choice (N6), or a card drawn (S2)."""

    piece: Piece
    to: Station

    def __str__(self) -> str:
        """The placement's notation."""
        return f"{self.piece}@{self.to}"


Move: TypeAlias = XMove | HunterMove | Reveal | Take | Place

_STATION = r"[1-9][0-9]{0,8}"
_LEG = re.compile(rf"([TBUK]?)({_STATION})")
_X_MOVE = re.compile(rf"X:([TBUK]?{_STATION})(?:\+([TBUK]?{_STATION}))?")
_HUNTER_MOVE = re.compile(rf"([DB][1-9]):([TBU]?)({_STATION})")
_TAKE = re.compile(r"X:take (D[1-9])=([TBU])")
_PLACE = re.compile(rf"(X|[DB][1-9])@({_STATION})")


def parse_move(text: str) -> Move:
    """The move that a text means; raises `Malformed`.

    >>> parse_move("X:T46+K58").legs
    (Leg(ticket=<Ticket.TAXI: 'T'>, to=46), Leg(ticket=<Ticket.BLACK: 'K'>, to=58))
    >>> str(parse_move("D2:U89"))
    'D2:U89'
    """
    if not isinstance(text, str):
        raise Malformed(f"the text of a move is wanted, not {show_type(text)}")
    if found := _HUNTER_MOVE.fullmatch(text):
        piece, letter, to = found.groups()
        return HunterMove(Piece(piece), Ticket(letter) if letter else None, int(to))
    if found := _X_MOVE.fullmatch(text):
        return XMove(tuple(_leg(half) for half in found.groups() if half))
    if text in ("X:show", "X:hide"):
        return Reveal(text == "X:show")
    if found := _TAKE.fullmatch(text):
        return Take(Piece(found[1]), Ticket(found[2]))
    if found := _PLACE.fullmatch(text):
        return Place(Piece(found[1]), int(found[2]))
    shown = text if len(text) <= 40 else text[:37] + "..."
    raise Malformed(f"{shown!r} is no move; moves look like X:T46, X:T46+K58, D2:U89 or B1:92")


def is_ride(text: str) -> bool:
    """True for the text of a move of Mister X's, false for his decisions and the hunters' moves.

    >>> is_ride("X:T?+K58"), is_ride("X:take D1=T"), is_ride("D1:T46")
    (True, False, False)
    """
    return text.startswith("X:") and not text.startswith(("X:show", "X:hide", "X:take"))


def masked(move: XMove, seen: Sequence[bool]) -> str:
    """Mister X's move as the hunters see it: a question mark for each half that is hidden.

    >>> masked(parse_move("X:T46+K58"), (True, False))
    'X:T46+K?'
    """
    halves = (
        str(leg) if is_seen else f"{leg.ticket or ''}?"
        for leg, is_seen in zip(move.legs, seen, strict=True)
    )
    return "X:" + "+".join(halves)


def _leg(half: str) -> Leg:
    found = _LEG.fullmatch(half)
    assert found is not None, "the pattern of a whole move has already matched its halves"
    return Leg(Ticket(found[1]) if found[1] else None, int(found[2]))
