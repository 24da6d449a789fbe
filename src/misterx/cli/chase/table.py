"""The table of the board game: two sides, Mister X's and the detectives'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from misterx.bots import USUAL_LEVEL
from misterx.chase import Move, Observation
from misterx.cli.chase import choices, news
from misterx.cli.chase.commands import ChaseTurn, ask_double, show_lines, show_log
from misterx.cli.chase.screen import HELP, end_screen, turn_screen, where_line
from misterx.cli.play.seats import PERSON, X
from misterx.cli.play.table import Choice, Command, Party, Then
from misterx.cli.words import listed
from misterx.core import Event, Game, Viewpoint

if TYPE_CHECKING:
    from misterx.cli.play.session import Session

__all__ = ["ChaseTable", "make_table"]


class ChaseTable:
    """The board game at a terminal: `Table[Observation, Move]`."""

    help = HELP
    secret = "Mister X's station"
    private: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._show_where = True
        self.commands: Mapping[str, Command] = {
            "from": show_lines,
            "map": show_lines,
            "neighbours": show_lines,
            "log": show_log,
            "where": self._where,
            "double": ask_double,
        }

    def parties(self, seats: Sequence[str]) -> Sequence[Party]:
        """People hunt, the best computer flees."""
        hunters = tuple(seat for seat in seats if seat != X)
        return (
            Party("Mister X", (X,), USUAL_LEVEL),
            Party("the detectives", hunters, PERSON),
        )

    def guard(self, eyes: Viewpoint) -> str:
        """What stands on the empty screen before these eyes may look."""
        if eyes == X:
            return "Detectives, look away! Pass the device to Mister X, then press Enter."
        return "Pass the device to the detectives, then press Enter."

    def list_choices(self, seen: Observation, moves: Iterable[Move]) -> list[Choice]:  # noqa: ARG002 - the protocol's
        """The moves, numbered, by piece, ticket and station."""
        return choices.list_choices(moves)

    def meant(self, turn: ChaseTurn, line: str) -> str:
        """The move that a typed line means; raises `Unclear`."""
        return choices.meant(line, turn.legal, turn.choices)

    def screen(
        self, turn: ChaseTurn, seats: Mapping[str, str], width: int
    ) -> Iterator[RenderableType]:
        """Pieces, Mister X, his travel log."""
        return turn_screen(turn.seen, seats, turn.persons, width, show_where=self._show_where)

    def moves(self, turn: ChaseTurn, group: str | None, width: int) -> Iterator[RenderableType]:
        """The list of moves, or of one piece's."""
        yield choices.choices_table(turn.choices, turn.seen, width, group)
        if len(turn.choices) < len(turn.moves):
            yield Text("`double` lists the double moves.", style="dim")

    def end_screen(self, game: Game, width: int) -> Iterator[RenderableType]:
        """How the game ended, and his whole way."""
        return end_screen(game, width)

    def sentences(self, event: Event, seen: Observation) -> Iterator[str]:  # noqa: ARG002 - the protocol's
        """What has happened, in words."""
        return news.sentences(event)

    def whose(self, turn: ChaseTurn) -> str:
        """Mister X, or the pieces that can move."""
        if turn.eyes == X:
            return "Mister X"
        return listed(dict.fromkeys(choice.group for choice in turn.choices), "or")

    def never_undone(self, turn: ChaseTurn) -> str | None:
        """Mister X's moves stand; a hunter's may have told nothing."""
        if turn.eyes == X:
            return "Mister X takes nothing back: the ticket he lays is news to the detectives."
        return None

    def _where(self, session: Session, turn: ChaseTurn, _rest: str) -> Then:
        self._show_where = not self._show_where
        session.terminal.show(where_line(turn.seen, is_open=self._show_where))
        return Then.ASK_AGAIN


def make_table() -> ChaseTable:
    """A new table of the board game."""
    return ChaseTable()
