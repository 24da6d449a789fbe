"""Every body of a request or answer over HTTP; the client's types are made of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from misterx.server.table.plan import Name, Plan
from misterx.server.views import Closed
from misterx.server.wire import PlayerName, RefusalCode, SeatName, TableShown

__all__ = [
    "Catalogue",
    "ChaseFacts",
    "EditionInfo",
    "GameInfo",
    "GuestInfo",
    "GuestName",
    "LinkInfo",
    "LinkToken",
    "MyTable",
    "MyTables",
    "NewTable",
    "Problem",
    "Rematch",
    "SeatChange",
    "SeatChoice",
    "TableInfo",
    "TakenSeat",
]


class Problem(Closed):
    """Why a request was turned down."""

    code: RefusalCode
    message: str


class GuestName(Closed):
    """What a guest wants to be called."""

    name: Name


class GuestInfo(Closed):
    """Who the cookie belongs to."""

    id: str
    name: str


class NewTable(Plan):
    """A plan for a table; `start`: play at once, if no seat is open."""

    start: bool = False


class SeatChoice(Closed):
    """The seat that one takes; without it the first that is open."""

    seat: SeatName | None = None
    name: Name | None = None


class SeatChange(Closed):
    """What the host puts on a seat before the game."""

    who: Literal["device", "open", "bot"]
    name: Name | None = None
    player: PlayerName | None = None


class TakenSeat(Closed):
    """The seat that one has now."""

    table: str
    seat: str


class Rematch(Closed):
    """The table of the next game."""

    table: str


class LinkInfo(Closed):
    """A one-time link to move a seat to another device: its token, and until when it works."""

    token: str
    expires_ms: int


class LinkToken(Closed):
    """The token of a one-time link."""

    token: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,100}$")]


class TableInfo(Closed):
    """A table for whoever has its address: what everybody may know, and one's own seats."""

    table: TableShown
    mine: list[str]
    is_host: bool


class MyTable(Closed):
    """A table in one's list."""

    id: str
    title: str | None
    game: Literal["chase", "cards"]
    edition: str
    players: int
    phase: Literal["lobby", "playing", "over"]
    paused: bool
    outcome: tuple[str, str] | None
    """Who won, and why."""
    mine: list[str]
    my_turn: bool
    to_act: list[str]
    names: list[str]
    created_ms: int
    changed_ms: int


class MyTables(Closed):
    """One's tables, the latest first."""

    tables: list[MyTable]


class ChaseFacts(Closed):
    """What a client needs to draw a board game of an edition before and beside its view."""

    board: str
    """The map: GET /api/boards/{board}."""
    transports: list[str]
    log: int
    """Windows of the travel log."""
    rounds: int
    shows: list[int]
    """The windows at which Mister X is seen; at all others he is not."""
    in_fixed_order: bool
    chooses_start: bool
    has_supply: bool
    x_needs_tickets: bool
    hunters_need_tickets: bool
    pieces: dict[str, dict[str, list[str]]]
    """By number of players: the hunters' pieces, and the seats that may move each."""
    pooled: list[int]
    """The numbers of players at which the detectives share their tickets."""


class EditionInfo(Closed):
    """What a table of an edition can be."""

    name: str
    players: list[int]
    options: dict[str, bool]
    """The options on offer, with what is usual."""
    seats: dict[str, list[str]]
    """The seats by number of players."""
    chase: ChaseFacts | None
    """Of the board game only."""


class GameInfo(Closed):
    """A game with its editions and computer players, the weakest first."""

    name: Literal["chase", "cards"]
    editions: list[EditionInfo]
    bots: list[str]


class Catalogue(Closed):
    """All that can be played here, and where others find it."""

    wire: int
    games: list[GameInfo]
    public_url: str | None
    """The address that players use, if the operator has told one."""
    network_url: str | None
    """Where other computers of the network reach the server; null if they do not."""
