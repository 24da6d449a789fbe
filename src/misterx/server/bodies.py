"""Bodies of requests and answers over HTTP; the client's types are made of them.

Those about editions are in `rule_bodies`, those about advice in `advice`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from misterx.server.table.plan import Name, Plan
from misterx.server.views import CardsView, ChaseView, Closed
from misterx.server.wire import EventShown, PlayerName, RefusalCode, SeatName, TableShown

__all__ = [
    "CompanionGame",
    "CompanionShown",
    "FinishedGame",
    "GuestInfo",
    "GuestName",
    "Lesson",
    "LessonMoves",
    "LessonStep",
    "Lessons",
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
    "Score",
    "SeatChange",
    "SeatChoice",
    "Statistics",
    "TableInfo",
    "TakenSeat",
    "Tally",
]


class Problem(Closed):
    """Why a request was turned down."""

    code: RefusalCode
    message: str
    line: int | None = None
    """The line of a record that is at fault."""
    entry: int | None = None
    """The entry of a record that is at fault, counted from 1; JSON has no lines."""


class GuestName(Closed):
    """What a guest wants to be called."""

    name: Name


class GuestInfo(Closed):
    """Who the cookie belongs to."""

    id: str
    name: str


class NewTable(Plan):
    """A plan for a table; `start`: play at once, if no seat is open."""

    title: Name | None = None
    """What the table is called, for lists and the head of the page."""
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
    closed: bool
    """The operator has ended it."""
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


class FinishedGame(Closed):
    """A game that one has played to its end."""

    table: str
    game: Literal["chase", "cards"]
    edition: str
    role: Literal["x", "hunters", "both", "player"]
    """`both`: around one screen, with seats on both sides; `player`: of the card game."""
    won: bool | None
    """Null for who was on both sides, and at cards, whose sides lists of tables do not tell."""
    reason: str
    rounds: int
    """How long it was: the round of a chase, the turn of a card game."""
    against_people: bool
    """Somebody else was on the other side; else only computer players."""
    changed_ms: int


class Tally(Closed):
    """One's games of an edition on one side."""

    edition: str
    role: Literal["x", "hunters", "player"]
    played: int
    won: int | None


class Score(Closed):
    """How many games, and how many of them were won."""

    played: int
    won: int


class Statistics(Closed):
    """What one's finished games come to, as long as the server has them."""

    games: int
    both: int
    """Those with seats on both sides, which are neither won nor lost."""
    catches: int
    """Those in which one's side has caught Mister X."""
    against_people: Score
    against_bots: Score
    tallies: list[Tally]
    escapes: list[FinishedGame]
    """The chases in which one was Mister X for longest."""
    last: list[FinishedGame]


class ReplayWish(Closed):
    """A record that somebody wants to look at, and with whose eyes."""

    record: str
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
    entries: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=400)
    """What was said aloud; first the start cards, Mister X's only if it is his own phone."""
    begun: Annotated[str, StringConstraints(max_length=40)] | None = None
    """The first half of a double move of which the second is still to be said: `X:T?+`."""
    role: Literal["x", "hunters"]


class CompanionShown(Closed):
    """How such a game stands, and what may come next."""

    view: ChaseView
    open: ChaseView
    """What everybody at the table knows; the same for a detective's phone."""
    next: list[str]
    """Moves as they are said aloud; for Mister X's own phone whole."""


class Lessons(Closed):
    """The lessons that there are, in the order in which they are best taken."""

    lessons: list[str]


class LessonMoves(Closed):
    """What a pupil has played in a lesson so far."""

    moves: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=100)


class LessonStep(Closed):
    """Something that is said in a lesson, with the board as it is then."""

    say: str
    """Which of the lesson's texts."""
    events: list[EventShown]
    """What has happened since the step before."""
    view: ChaseView | CardsView


class Lesson(Closed):
    """What follows a pupil's last move, up to his next one."""

    name: str
    game: Literal["chase", "cards"]
    edition: str
    players: int
    seats: list[str]
    seat: str
    """The pupil's."""
    steps: int
    """How many the whole lesson has."""
    number: int
    """Of the first step here, from 0."""
    told: list[LessonStep]
    moves: list[str]
    """Those that will do now; none: the lesson is over."""
