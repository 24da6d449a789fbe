"""What has happened in a chase, in sentences. Nothing here prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from misterx.chase import Ticket
from misterx.cli.chase.words import TICKET_NAMES
from misterx.cli.words import listed
from misterx.core import Event

__all__ = ["sentences"]

_RIDES = {
    Ticket.TAXI: "takes a taxi",
    Ticket.BUS: "takes a bus",
    Ticket.UNDERGROUND: "takes the underground",
    Ticket.BLACK: "lays a black ticket",
}


def sentences(event: Event) -> Iterator[str]:
    """What has happened, in words."""
    data = event.data
    match event.kind:
        case "moved":
            yield from _moved(str(data["text"]))
        case "placed":
            piece, _, station = str(data["text"]).partition("@")
            yield f"{'Mister X' if piece == 'X' else piece} starts at {station}."
        case "passed":
            pieces = data["pieces"]
            assert isinstance(pieces, Sequence)
            yield f"{listed(pieces)} cannot move."
        case "seen":
            yield f"Mister X was seen at {data['station']}, where his move {data['window']} led."
        case _:  # the table shows that a round began, and the last screen how the game ended
            return


def _moved(text: str) -> Iterator[str]:
    piece, _, what = text.partition(":")
    if what == "show":
        yield "Mister X shows himself."
    elif what.startswith("take"):
        victim, ticket = what.removeprefix("take ").split("=")
        name = TICKET_NAMES[Ticket(ticket)]
        article = "an" if name[0] in "aeiou" else "a"
        yield f"Mister X takes {article} {name} ticket from {victim}."
    elif piece == "X" and what != "hide":
        halves = [_ride(half) for half in what.split("+")]
        first = "makes a double move: he " if len(halves) > 1 else ""
        yield f"Mister X {first}{', then '.join(halves)}."
    elif what != "hide":
        yield f"{piece} {_ride(what)}."


def _ride(half: str) -> str:
    """One stop in words: `T46`, `K?`, `92` or `?`."""
    letter = half[0] if half[0] in list(Ticket) else ""
    where = half.removeprefix(letter)
    if not letter:
        return "moves unseen" if where == "?" else f"goes to {where}"
    return _RIDES[Ticket(letter)] + ("" if where == "?" else f" to {where}")
