"""Every body of a request or answer over HTTP; the client's types are made of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from misterx.server.table.plan import MOST_RECORD, Name, Plan
from misterx.server.views import CardsView, ChaseView, Closed
from misterx.server.wire import EventShown, PlayerName, RefusalCode, SeatName, TableShown

__all__ = [
    "Catalogue",
    "ChaseFacts",
    "CompanionGame",
    "CompanionShown",
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
    "Replay",
    "ReplayStep",
    "ReplayWish",
    "SeatChange",
    "SeatChoice",
    "TableInfo",
    "TakenSeat",
]


class Problem(Closed):
    """Why a request was turned down."""

    code: RefusalCode
    message: str
    line: int | None = None
    """The line of a record that is at fault."""


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


class ReplayWish(Closed):
    """A record that somebody wants to look at, and with whose eyes."""

    record: str = Field(max_length=MOST_RECORD)
    eyes: str = Field(default="truth", max_length=20)


class ReplayStep(Closed):
    """How a game stood after a move, and what was told of it; the first: how it began."""

    events: list[EventShown]
    view: ChaseView | CardsView


class Replay(Closed):
    """A game from its beginning to its end, seen with somebody's eyes."""

    game: Literal["chase", "cards"]
    edition: str | None
    players: int
    options: dict[str, bool]
    tags: dict[str, str]
    """What a record says of itself: names, a date."""
    eyes: list[str]
    """With whose eyes it can be seen; `truth`: everything."""
    seen_by: str
    seats: list[str]
    outcome: tuple[Literal["x", "hunters"], str] | None
    steps: list[ReplayStep]


class CompanionGame(Closed):
    """A game at a real table, as far as the one who follows it knows it."""

    edition: str = Field(max_length=100)
    players: int = Field(ge=1, le=9)
    options: dict[str, bool] = Field(default_factory=dict, max_length=20)
    starts: dict[str, int] = Field(default_factory=dict, max_length=9)
    """Where the pieces start, by piece; Mister X only if it is his own phone."""
    entries: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=400)
    role: Literal["x", "hunters"]


class CompanionShown(Closed):
    """How such a game stands, and what may come next."""

    view: ChaseView
    next: list[str]
    """Moves as they are said aloud; for Mister X's own phone whole."""
