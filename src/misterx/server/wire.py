"""Every message over the WebSocket; the client's types are made of it.

A client says `do`, the server answers and tells by `type`. `WIRE` grows when an old client would no
longer understand. What goes over HTTP is in `bodies`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from misterx.core import Code
from misterx.server.table import refusals
from misterx.server.table.plan import ClockPlan, is_visible
from misterx.server.views import CardsView, ChaseView, Closed

__all__ = [
    "WIRE",
    "Announcement",
    "Answer",
    "Ask",
    "Bye",
    "Call",
    "Chat",
    "ClientMessage",
    "ComputerPlayers",
    "Done",
    "Frame",
    "Hand",
    "Look",
    "Looking",
    "MarkMessage",
    "Move",
    "NoteMessage",
    "Notice",
    "Ping",
    "Pong",
    "Presence",
    "RefusalCode",
    "RefusedMessage",
    "Resume",
    "ServerMessage",
    "Snapshot",
    "TableRequest",
    "TakeBack",
    "Unwatch",
    "Watch",
    "Watching",
    "read_message",
]

WIRE = 2
"""The version of these messages."""

_MOST_CHAT = 500
_MOST_NOTE = 200
_MOST_MOVE = 200
_MOST_MARKED = 500


def _visible(text: str) -> str:
    """Refuse what cannot be seen, but for the end of a line."""
    if not is_visible(text.replace("\n", " ")):
        raise ValueError("only letters, digits, signs, spaces and line ends")
    return text


RequestId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""Made anew by the client for every wish, and the same when it is sent again."""
SeatName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Z][0-9]{0,2}$")]
TableAddress: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[2-9A-HJ-NP-Z]{4,12}$")]
PlayerName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,40}$")]
ChatText: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=_MOST_CHAT),
    AfterValidator(_visible),
]
NoteText: TypeAlias = Annotated[
    str, StringConstraints(max_length=_MOST_NOTE), AfterValidator(_visible)
]
RefusalCode: TypeAlias = Code | refusals.TableCode
"""Every code with which something is turned down: the law's, and the table's."""
Version: TypeAlias = Annotated[int, Field(ge=0, le=2**31)]


# --- what a client says over the WebSocket -------------------------------------------------


class Watch(Closed):
    """Look at one seat of a table, or, without a seat, look on; instead of what was looked at."""

    do: Literal["watch"]
    id: RequestId | None = None
    """So that a refusal can be told from others."""
    wire: int
    table: TableAddress
    """The table that the connection's address names."""
    seat: SeatName | None = None
    since: Version | None = None
    """The last entry that the client has seen; without it everything is told."""


class Unwatch(Closed):
    """Look at nothing, as behind the guard of a shared screen."""

    do: Literal["unwatch"]


class Ping(Closed):
    """Are you there?"""

    do: Literal["ping"]


class _Request(Closed):
    id: RequestId


class Move(_Request):
    """Make a move, in the notation."""

    do: Literal["move"]
    move: Annotated[str, StringConstraints(max_length=_MOST_MOVE)]
    at: Version
    """The last entry that the mover has seen."""


class Chat(_Request):
    """Say something to the table or to one's own side."""

    do: Literal["chat"]
    text: ChatText
    team: bool = False


class NoteMessage(_Request):
    """Write a note about something; an empty text takes it away."""

    do: Literal["note"]
    about: Annotated[str, StringConstraints(pattern=r"^[\w -]{0,20}$")]
    text: NoteText
    team: bool = False


class MarkMessage(_Request):
    """Put a mark on stations of the map; no sign takes it away."""

    do: Literal["mark"]
    stations: list[Annotated[int, Field(ge=1, le=9999)]] = Field(
        min_length=1, max_length=_MOST_MARKED
    )
    sign: Literal["maybe", "crossed"] | None
    team: bool = False


class Ask(_Request):
    """Ask the others to take back one's last move, to pause, or to give up."""

    do: Literal["ask"]
    what: Literal["undo", "pause", "resign"]


class Answer(_Request):
    """Consent to what is asked, or not; who asked says no to take it back."""

    do: Literal["answer"]
    yes: bool


class Resume(_Request):
    """Go on after a pause."""

    do: Literal["resume"]


class Call(_Request):
    """Let the computer players of one's own side move first."""

    do: Literal["call"]


class Hand(_Request):
    """Let a computer player play for a seat: one's own, or that of somebody who is away."""

    do: Literal["hand"]
    seat: SeatName
    player: PlayerName | None = None


class TakeBack(_Request):
    """Play one's own seat oneself again."""

    do: Literal["take_back"]


class Look(Closed):
    """Tell one's own side which piece one is thinking about; nothing is kept of it."""

    do: Literal["look"]
    piece: Annotated[str, StringConstraints(pattern=r"^[A-Z][0-9]{0,2}$")] | None


TableRequest: TypeAlias = (
    Chat | NoteMessage | MarkMessage | Ask | Answer | Resume | Call | Hand | TakeBack
)
"""What a seat may want besides its moves."""
ClientMessage: TypeAlias = Watch | Unwatch | Ping | Move | TableRequest | Look

_CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(
    Annotated[ClientMessage, Field(discriminator="do")]
)


def read_message(text: str | bytes) -> ClientMessage:
    """The message in a text; raises `pydantic.ValidationError`."""
    return _CLIENT.validate_json(text)


# --- what the server says over the WebSocket -----------------------------------------------


class SeatShown(Closed):
    """A seat as everybody sees it."""

    seat: str
    who: Literal["open", "person", "bot"]
    name: str | None
    player: str | None
    until: Literal["turn", "back", "end"] | None


class AskShown(Closed):
    """What somebody asks the others."""

    what: Literal["undo", "pause", "resign", "replace"]
    seat: str
    waiting: list[str]
    """The seats that have not answered."""
    of: str | None = None
    """The seat of the absent player whom a computer player is to replace."""


class TableShown(Closed):
    """What everybody at a table may know of it, besides the game."""

    id: str
    title: str | None
    game: Literal["chase", "cards"]
    edition: str
    players: int
    options: dict[str, bool]
    roles: Literal["chosen", "drawn"]
    spectators: bool
    spectator_delay: int
    deduction: bool
    hints: bool
    """People may ask what the computer would do."""
    from_record: bool
    """The game began with a record, which whoever opened the table has read."""
    clock: ClockPlan
    phase: Literal["lobby", "playing", "over"]
    host: list[str]
    """The host's first seat; empty if he has none."""
    seats: list[SeatShown]
    paused: bool
    closed: bool
    """The operator of the server has ended the table: nothing more is taken."""
    called: str | None
    """Whose computer players were called to move before the people."""
    ask: AskShown | None
    rematch: str | None


class ClockShown(Closed):
    """Milliseconds left as of the entry; those that run go on from there."""

    left: dict[str, int]
    running: list[str]
    choice: int | None


class GameShown(Closed):
    """The game as a seat sees it, with the moves that the seat may make."""

    view: ChaseView | CardsView
    to_act: list[str]
    moves: list[str] | None
    can_undo: bool
    """The seat may ask to take its last move back."""
    last: str | None
    danger: dict[str, int] | None
    """For Mister X at his turn: how many hunters can reach a station; null without deduction."""


class ChatShown(Closed):
    """Something said; `name` is who had the seat then, if he had one."""

    at: int
    ms: int
    seat: str
    name: str | None
    team: bool
    text: str


class NoteShown(Closed):
    """A note; an empty text: it is gone."""

    about: str
    text: str
    seat: str
    team: bool


class MarkShown(Closed):
    """A mark that somebody has put on a station; no sign: it is gone."""

    station: int
    sign: Literal["maybe", "crossed"] | None
    seat: str
    team: bool


class Watching(Closed):
    """From now on this seat is told everything; what was missed follows."""

    type: Literal["watching"]
    table: str
    seat: str | None
    at: int
    now: int
    """The server's time of day."""
    elapsed: int
    """How long ago the entry `at` was, for the clocks: without the time in which no server ran."""
    mine: list[str]
    """All seats that one has at this table."""
    is_host: bool


class Snapshot(Closed):
    """All that a seat may know of a table."""

    type: Literal["snapshot"]
    at: int
    ms: int
    seat: str | None
    elapsed: int
    """How long ago the entry `at` was, for the clocks."""
    table: TableShown
    clock: ClockShown | None
    game: GameShown | None
    chat: list[ChatShown]
    notes: list[NoteShown]
    marks: list[MarkShown]


class EventShown(BaseModel):
    """Something that happened in the game, with data of its own kind."""

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str


class Frame(Closed):
    """What a seat learns by one entry; `quiet`: nothing."""

    type: Literal["frame"]
    at: int
    ms: int
    kind: Literal[
        "seat",
        "start",
        "move",
        "ask",
        "answer",
        "undo_to",
        "pause",
        "resign",
        "flag",
        "chat",
        "note",
        "mark",
        "call",
        "rematch",
        "close",
        "quiet",
    ]
    seat: str | None = None
    """Whose doing it was, or whose seat it is about."""
    who: str | None = None
    """`flag`: whose time is over."""
    why: str | None = None
    """`seat`: what has become of it."""
    yes: bool | None = None
    """`answer`: whether it was consented to."""
    on: bool | None = None
    """`pause`: whether it begins."""
    table: TableShown | None = None
    clock: ClockShown | None = None
    events: list[EventShown] | None = None
    game: GameShown | None = None
    chat: ChatShown | None = None
    note: NoteShown | None = None
    marks: list[MarkShown] | None = None
    """`mark`: what has changed of them."""


class Done(Closed):
    """A request is saved, as entry `at`; the same answer again when it is sent again."""

    type: Literal["done"]
    id: str
    at: int


class RefusedMessage(Closed):
    """A request or message is turned down; nothing has changed."""

    type: Literal["refused"]
    id: str | None
    code: RefusalCode
    message: str


class Presence(Closed):
    """Which seats somebody is at, and how many look on."""

    type: Literal["presence"]
    here: list[str]
    spectators: int


class Looking(Closed):
    """Somebody of one's own side is thinking about a piece."""

    type: Literal["looking"]
    seat: str
    piece: str | None


class ComputerPlayers(Closed):
    """After how long computer players answer at this table; null: as soon as they usually do."""

    type: Literal["computer_players"]
    seconds: float | None


class Bye(Closed):
    """This seat is told nothing more: it has moved to another device, or the server stops."""

    type: Literal["bye"]
    code: RefusalCode
    message: str


class Announcement(Closed):
    """A text of the operator for everybody."""

    id: str
    text: str
    until: int
    """When it ends, in milliseconds since 1970."""


class Notice(Closed):
    """What the operator tells everybody; it takes the place of the notice before."""

    type: Literal["notice"]
    announcement: Announcement | None
    draining: bool
    """The server begins no games now, because it will be restarted soon."""


class Pong(Closed):
    """Yes."""

    type: Literal["pong"]
    now: int
    at: int | None = None
    """The last entry that was told of the table that is watched."""
    elapsed: int | None = None
    """How long ago that was, for the clocks."""


ServerMessage: TypeAlias = (
    Watching
    | Snapshot
    | Frame
    | Done
    | RefusedMessage
    | Presence
    | Looking
    | ComputerPlayers
    | Bye
    | Notice
    | Pong
)
