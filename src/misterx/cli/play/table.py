"""What the table of a game offers to whoever sits there, and what a turn at it is.

The session knows turns, people and computers, the screen and the saved file. What a screen looks
like, what a move is called and what may be typed besides, it asks the game's table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from rich.console import RenderableType

from misterx.core import Event, Game, Viewpoint

if TYPE_CHECKING:
    from misterx.cli.play.session import Session

__all__ = [
    "AnyTable",
    "AnyTurn",
    "Choice",
    "Command",
    "Party",
    "Table",
    "Then",
    "Turn",
    "Unclear",
    "by_key",
    "heard",
]

O = TypeVar("O")  # noqa: E741 - the letter of `core.Rules` for an observation
M = TypeVar("M")


class Unclear(Exception):
    """A line that means no move, and why."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move in the list: what picks it, its notation, and how it is listed."""

    key: str
    text: str
    group: str
    """Who moves: a piece or a seat."""
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Turn(Generic[O, M]):
    """What the people on turn see and may do. All of them see with the same eyes."""

    persons: tuple[str, ...]
    eyes: Viewpoint
    seen: O
    moves: Sequence[M]
    choices: Sequence[Choice]

    @property
    def legal(self) -> list[str]:
        """The moves in the notation."""
        return [str(move) for move in self.moves]


class Then(Enum):
    """What follows a line that was typed."""

    ASK_AGAIN = auto()
    GO_ON = auto()
    LEAVE = auto()


class Party(NamedTuple):
    """Seats that are filled together when nobody says otherwise: what to call them, and by whom."""

    title: str
    seats: tuple[str, ...]
    usual: str


AnyTurn: TypeAlias = Turn[Any, Any]
Command: TypeAlias = Callable[["Session", AnyTurn, str], Then]
"""What a typed word does, with whatever was typed behind it."""


class Table(Protocol[O, M]):
    """One game at one terminal: `O` is what a viewpoint sees, `M` a move."""

    @property
    def help(self) -> str:
        """Everything that can be typed."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands that only this game has."""

    @property
    def secret(self) -> str:
        """What a saved game gives away."""

    @property
    def private(self) -> frozenset[str]:
        """The kinds of events that are read in peace before the device goes on."""

    def parties(self, seats: Sequence[str]) -> Sequence[Party]:
        """Who sits where if nobody says anything."""

    def guard(self, eyes: Viewpoint) -> str:
        """What stands on the empty screen before these eyes may look."""

    def list_choices(self, seen: O, moves: Iterable[M]) -> list[Choice]:
        """The moves as a person picks them."""

    def meant(self, turn: Turn[O, M], line: str) -> str:
        """The move, in the notation, that a typed line means; raises `Unclear`."""

    def screen(
        self, turn: Turn[O, M], seats: Mapping[str, str], width: int
    ) -> Iterator[RenderableType]:
        """The table as these people see it."""

    def moves(self, turn: Turn[O, M], group: str | None, width: int) -> Iterator[RenderableType]:
        """The list of moves, or of those of one piece or seat."""

    def end_screen(self, game: Game, width: int) -> Iterator[RenderableType]:
        """How the game ended, and what opens then."""

    def sentences(self, event: Event, seen: O) -> Iterator[str]:
        """What has happened, in words."""

    def whose(self, turn: Turn[O, M]) -> str:
        """Who is asked for a move, as the prompt says it."""

    def never_undone(self, turn: Turn[O, M]) -> str | None:
        """Why no move of theirs is ever taken back; None if some can be."""


AnyTable: TypeAlias = Table[Any, Any]


def by_key(line: str, choices: Sequence[Choice]) -> str | None:
    """The move with that key in the list; None if there is none."""
    return next((choice.text for choice in choices if choice.key == line.upper()), None)


def heard(events: Iterable[Event], eyes: Viewpoint) -> list[Event]:
    """The events that a viewpoint may hear of."""
    return [event for event in events if eyes in event.audience]
