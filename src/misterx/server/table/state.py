"""A table at one moment: what its log says, folded up. Never changed, only followed by another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from misterx.core import (
    AnyRules,
    Event,
    Game,
    Header,
    Outcome,
    Record,
    Seat,
    Viewpoint,
)
from misterx.server.entry import GuestId, TableId
from misterx.server.table.clocks import Clocks
from misterx.server.table.plan import Plan

__all__ = [
    "Ask",
    "ChatLine",
    "Line",
    "Mark",
    "Note",
    "Phase",
    "Place",
    "Reader",
    "Table",
    "Until",
    "Who",
]

Reader: TypeAlias = Viewpoint | Seat
"""Who may read a note or see a mark: a team, or one seat."""


class Phase(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Who(StrEnum):
    """What sits on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Until(StrEnum):
    """How long a computer player plays in a person's stead."""

    TURN = "turn"
    """For one turn, because the time for it was over."""
    BACK = "back"
    """Until the person takes the seat back."""
    END = "end"
    """For good, because the person's time is used up."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and who has it."""

    who: Who
    guest: GuestId | None = None
    name: str | None = None
    player: str | None = None
    """Which computer player plays: the seat's own, or in a person's stead for a while."""
    until: Until | None = None
    """How long the computer player plays for the person."""

    @property
    def is_played_by_person(self) -> bool:
        """True if moves are waited for from a person."""
        return self.who is Who.PERSON and self.player is None


@dataclass(frozen=True, slots=True)
class Line:
    """The game's moves so far, the last first: each holds the one before it."""

    text: str
    seat: Seat | None
    """Whose move it was; None where only chance acted, or it came with a record."""
    state: Any
    events: tuple[Event, ...]
    before: Line | None
    length: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that needs everybody's consent."""

    what: str
    """`undo`, `pause`, `resign` or `replace`."""
    seat: Seat
    waiting: frozenset[GuestId]
    """Who has not answered yet."""
    of: Seat | None = None
    """The seat of the absent player to be replaced."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that somebody said; to a team: only its eyes may read it."""

    at: int
    ms: int
    seat: Seat
    name: str | None
    """Who had the seat when it was said; None where he is called by his seat."""
    to: Viewpoint | None
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note about something, such as a station; for a team or one seat alone."""

    about: str
    text: str
    seat: Seat
    """Who wrote it last."""
    team: Viewpoint | None
    """Whose eyes may read it; None: only the seat's."""

    @property
    def reader(self) -> Reader:
        """Who may read it."""
        return self.team or self.seat


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on stations of the map; for a team or one seat alone."""

    sign: str | None
    """`maybe` or `crossed`; None: it is gone."""
    seat: Seat
    """Who put it there last."""
    team: Viewpoint | None
    """Whose eyes may see it; None: only the seat's."""

    @property
    def reader(self) -> Reader:
        """Who may see it."""
        return self.team or self.seat


@dataclass(frozen=True, slots=True)
class Table:
    """A table after entry number `at`."""

    id: TableId
    at: int
    ms: int
    """The time of day of the entry, for people."""
    uptime_ms: int
    """How long servers had run at the entry, for clocks."""
    plan: Plan
    rules_version: int
    host: GuestId
    rules: AnyRules
    header: Header
    seats: Mapping[Seat, Place]
    phase: Phase
    first: Any
    """The game's state before its first entry."""
    ended: Any
    """The last state of a game that the table has ended; else None."""
    line: Line | None
    clocks: Clocks
    is_paused: bool = False
    is_closed: bool = False
    """The operator has ended the table: nothing more happens, and the game has no outcome."""
    called: Viewpoint | None = None
    """Whose computer players were asked to move before the people in this turn."""
    ask: Ask | None = None
    chat: tuple[ChatLine, ...] = ()
    talk_bytes: int = 0
    """About how many bytes of talk, notes and marks stand in the log."""
    notes: Mapping[Reader, Mapping[str, Note]] = field(default_factory=dict)
    """By who may read them and what they are about, the one written last at the end."""
    marks: Mapping[Reader, Mapping[int, Mark]] = field(default_factory=dict)
    """By who may see them and the station."""
    rematch: TableId | None = None
    rematch_turned: bool = True
    """In the next game everybody sits one seat further, and not where he sat."""
    links: frozenset[str] = frozenset()
    """The names of the one-time links by which seats have moved to other devices."""
    to_act: tuple[Seat, ...] = ()
    """The seats that may act now."""
    turn: int = 0
    """The entry that last changed the game: what is to be done now is to be done once after it."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - the game's own, which the server does not look into
        """The game's state. It holds the whole truth: only `rules.observe` shows any of it."""
        if self.ended is not None:
            return self.ended
        return self.line.state if self.line else self.first

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.rules.outcome(self.state) if self.phase is Phase.OVER else None

    @property
    def running(self) -> frozenset[Viewpoint]:
        """Whose clocks run: of those to act whose move a person has to make."""
        if self.is_paused or not self.clocks.left:
            return frozenset()
        return frozenset(
            self.rules.viewpoint(seat)
            for seat in self.to_act
            if self.seats[seat].is_played_by_person
        )

    @property
    def remaining(self) -> int | None:
        """How long until a clock runs out, in milliseconds after the last entry; None: never."""
        return self.clocks.remaining(self.running)

    @property
    def members(self) -> frozenset[GuestId]:
        """Everybody who has this table in his list."""
        seated = {place.guest for place in self.seats.values() if place.guest is not None}
        return frozenset(seated | {self.host})

    @property
    def has_hints(self) -> bool:
        """True if people may ask for hints: as planned, else who is alone against computers."""
        if self.plan.hints is not None:
            return self.plan.hints
        people = [seat for seat, place in self.seats.items() if place.who is not Who.BOT]
        sides = {self.rules.viewpoint(seat) for seat in people}
        guests = {self.seats[seat].guest for seat in people}
        return self.plan.clock.kind == "none" and len(sides) == len(guests) == 1

    def line_with(
        self,
        text: str,
        seat: Seat | None,
        state: Any,  # noqa: ANN401 - the game's own
        events: tuple[Event, ...],
    ) -> Line:
        """The line after one more move."""
        length = self.line.length + 1 if self.line else 1
        return Line(text, seat, state, events, self.line, length)

    def seats_of(self, guest: GuestId) -> tuple[Seat, ...]:
        """The seats that somebody has."""
        return tuple(seat for seat, place in self.seats.items() if place.guest == guest)

    def people(self) -> frozenset[GuestId]:
        """Everybody whose moves are waited for."""
        return frozenset(
            place.guest
            for place in self.seats.values()
            if place.is_played_by_person and place.guest is not None
        )

    def entries(self) -> Iterator[str]:
        """The game's entries so far, the first first."""
        texts = []
        line = self.line
        while line is not None:
            texts.append(line.text)
            line = line.before
        return reversed(texts)

    def record(self) -> Record:
        """The game as a record: the whole truth, for whoever may know it."""
        return self.game().record() if self.line else self._plain_record()

    def game(self) -> Game:
        """The game played through again: the whole truth, for whoever may know it."""
        return Game.from_record(self._plain_record())

    def _plain_record(self) -> Record:
        header = self.header
        # A record that the game came with says itself who played.
        if self.plan.record is None:
            header = replace(header, tags=self._names())
        return Record(header, tuple(self.entries()), self.outcome)

    def _names(self) -> dict[str, str]:
        """What the people are called, as tags; a record has no place for what cannot be seen."""
        names = {
            f"name {seat}": "".join(filter(str.isprintable, place.name or "")).strip()
            for seat, place in self.seats.items()
            if place.who is Who.PERSON
        }
        return {tag: name for tag, name in names.items() if name}
