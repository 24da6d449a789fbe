"""Tickets: the four kinds, and counts of the three ordinary ones."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from misterx.board import Transport
from misterx.core.fields import Fields

__all__ = ["BLACK", "BUS", "MOST", "ORDINARY", "TAXI", "UNDERGROUND", "Ticket", "Tickets"]

MOST = 999
"""More tickets of a kind than any box holds; a bound for files and positions."""


class Ticket(StrEnum):
    """A ticket by its letter in the notation.

    The hot paths of the law use the constants below: looking a member up in its class, and
    hashing it as an enumeration does, each cost more than a step of the game's own work.
    """

    TAXI = "T"
    BUS = "B"
    UNDERGROUND = "U"
    BLACK = "K"

    __hash__ = str.__hash__

    @property
    def transport(self) -> Transport | None:
        """The one transport it pays for; None for black, which pays for all."""
        return _TRANSPORT.get(self)


TAXI: Final = Ticket.TAXI
BUS: Final = Ticket.BUS
UNDERGROUND: Final = Ticket.UNDERGROUND
BLACK: Final = Ticket.BLACK

_TRANSPORT: Final = {
    TAXI: Transport.TAXI,
    BUS: Transport.BUS,
    UNDERGROUND: Transport.UNDERGROUND,
}

ORDINARY: Final = tuple(_TRANSPORT)
"""The tickets that everybody uses, in the order in which they are counted."""

_PLACE: Final = {ticket: place for place, ticket in enumerate(ORDINARY)}


class Tickets(NamedTuple):
    """How many ordinary tickets of each kind lie somewhere."""

    taxi: int
    bus: int
    underground: int

    @classmethod
    def from_json(cls, fields: Fields) -> Tickets:
        """The counts in a JSON object that names all three kinds and no other."""
        fields.only(cls._fields)
        return cls(*(fields.integer(kind, 0, MOST) for kind in cls._fields))

    def to_json(self) -> dict[str, object]:
        """The counts by name of transport."""
        return dict(zip(self._fields, self, strict=True))

    def of(self, ticket: Ticket) -> int:
        """How many of that kind there are."""
        return self[_PLACE[ticket]]

    def plus(self, ticket: Ticket, change: int = 1) -> Tickets:
        """The counts with one ticket more of that kind, or fewer."""
        taxi, bus, underground = self
        if ticket is TAXI:
            return Tickets(taxi + change, bus, underground)
        if ticket is BUS:
            return Tickets(taxi, bus + change, underground)
        return Tickets(taxi, bus, underground + change)

    def times(self, factor: int) -> Tickets:
        """Every count multiplied."""
        return Tickets(*(count * factor for count in self))

    def minus(self, other: Tickets) -> Tickets:
        """Count by count, what is left when the other is taken away."""
        return Tickets(*(mine - yours for mine, yours in zip(self, other, strict=True)))
