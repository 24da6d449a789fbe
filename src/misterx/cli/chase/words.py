"""Words for the tickets of the board game."""

from __future__ import annotations

from misterx.chase import Ticket, Tickets

__all__ = ["TICKET_NAMES", "kinds"]

TICKET_NAMES = {
    Ticket.TAXI: "taxi",
    Ticket.BUS: "bus",
    Ticket.UNDERGROUND: "underground",
    Ticket.BLACK: "black",
}


def kinds(tickets: Tickets) -> str:
    """Ticket counts in words.

    >>> kinds(Tickets(10, 8, 4))
    '10 taxi, 8 bus, 4 underground'
    """
    return ", ".join(
        f"{count} {name}" for count, name in zip(tickets, Tickets._fields, strict=True)
    )
