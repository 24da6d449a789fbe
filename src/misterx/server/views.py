"""The views of both games as they go over the wire: the law's JSON, spelt out for the client.

Nothing here makes a view; `rules.view` does. These types describe it, a test holds every view of
every edition against them, and the client's types are made of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue

__all__ = ["CardsView", "ChaseView", "Closed"]

Winner: TypeAlias = Literal["x", "hunters"]
Reason: TypeAlias = Literal[
    "caught",
    "trapped",
    "survived",
    "no_moves",
    "found",
    "exposed",
    "no_tickets",
    "deck_empty",
    "resigned",
    "time",
]
Card: TypeAlias = int | Literal["X"]
"""A ticket's number, or the Mister X card."""
Pile: TypeAlias = Literal["L", "M", "R"]


class Closed(BaseModel):
    """A message, or a part of one, with just the fields it names."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Purse(Closed):
    """How many ordinary tickets of each kind lie somewhere."""

    taxi: int
    bus: int
    underground: int


class XPurse(Closed):
    """Mister X's tickets; null where the edition does not count them."""

    taxi: int | None
    bus: int | None
    underground: int | None
    black: int
    double: int


class LogWindow(Closed):
    """A window of the travel log; no station while it is covered, no ticket where none is laid."""

    ticket: Literal["T", "B", "U", "K"] | None
    station: int | None
    seen: bool


class ChaseView(Closed):
    """What a viewpoint may see of a chase; null is what it may not know, or what there is not."""

    edition: str | None
    rules: dict[str, JsonValue] | None
    """The rules of one's own; null for an edition that the project brings."""
    players: int
    options: dict[str, bool]
    round: int
    turn: Literal["X", "hunters"]
    x: int | None
    hunters: dict[str, int | None]
    """The station of each piece; null before it is placed."""
    tickets: dict[str, Purse]
    """The tickets of each detective who has his own."""
    pool: Purse | None
    mister_x: XPurse
    supply: Purse | None
    log: list[LogWindow]
    moved: list[str]
    to_move: list[str]
    pending: str | None
    """`show` while Mister X may show himself, or the detective whose ticket he takes."""
    start_x: int | None
    possible: list[int] | None = None
    """Where Mister X can be; not there if the host has switched deduction off."""
    outcome: tuple[Winner, Reason] | None
    starts: dict[str, int | None]
    history: list[str]


class PlayedTicket(Closed):
    """The ticket of this turn and the pile it lies on."""

    ticket: int
    pile: Pile


class CardsResult(Closed):
    """Who won, and why."""

    winner: Winner
    reason: Reason


class InterrogationShown(Closed):
    """Who looked at whose hand; the hand, or only its length for who did not see it."""

    by: str
    of: str
    found: bool
    hand: int | list[Card]


class CardsView(Closed):
    """What a seat may see of a card game; a hidden list is its length, a hidden card null."""

    edition: str
    players: int
    colours: str
    """The colour of every ticket, by a letter each."""
    turn: int
    seat: str
    phase: Literal[
        "deal", "play", "action", "interrogate", "search", "give", "trail", "hideout", "over"
    ]
    piles: dict[Pile, int]
    discard: list[int]
    magnifiers: int
    carry: int
    out: list[str]
    played: PlayedTicket | None
    owed: int
    x: str | None
    x_known: bool
    outcome: CardsResult | None
    to_move: list[str]
    hands: dict[str, int | list[Card]]
    draw: int
    reserve: int
    laid: dict[str, Card | None]
    interrogation: InterrogationShown | None
    """The last one."""
    interrogations: list[InterrogationShown]
    suspects: list[str] | None = None
    """Who can be Mister X; not there if the host has switched deduction off."""
    history: list[str]
