"""The table of the card game: everybody for himself, with a hand that nobody else may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from misterx.bots import USUAL_LEVEL
from misterx.cards import Move, Observation
from misterx.cards.state import Phase
from misterx.cli.cards import choices, news
from misterx.cli.cards.screen import HELP, turn_screen
from misterx.cli.cards.tables import by_colour, known_lines, seats_table
from misterx.cli.play.ending import last_words
from misterx.cli.play.seats import PERSON
from misterx.cli.play.table import Choice, Command, Party, Then, Turn
from misterx.cli.words import counted
from misterx.core import SPECTATOR, Event, Game, Viewpoint

if TYPE_CHECKING:
    from misterx.cli.play.session import Session

__all__ = ["CardTable", "make_table"]

CardTurn: TypeAlias = Turn[Observation, Move]


def _discard(session: Session, turn: CardTurn, _rest: str) -> Then:
    """The tickets that lie face up."""
    number = counted(len(turn.seen.discard), "ticket")
    session.terminal.say(f"Discarded or covered: {number}", "bold")
    session.terminal.show(by_colour(turn.seen.deck, turn.seen.discard))
    return Then.ASK_AGAIN


def _known(session: Session, turn: CardTurn, _rest: str) -> Then:
    """What one has seen in other hands."""
    session.terminal.show(*known_lines(turn.seen))
    return Then.ASK_AGAIN


class CardTable:
    """The card game at a terminal: `Table[Observation, Move]`."""

    help = HELP
    secret = "everybody's hand"
    private = frozenset({"drew", "hand", "took"})
    commands: Mapping[str, Command] = {"discard": _discard, "known": _known}

    def parties(self, seats: Sequence[str]) -> Sequence[Party]:
        """One person against the best computers."""
        first, *others = seats
        return (
            Party(first, (first,), PERSON),
            Party("the others", tuple(others), USUAL_LEVEL),
        )

    def guard(self, eyes: Viewpoint) -> str:
        """What stands on the empty screen before these eyes may look."""
        return f"Pass the device to {eyes}, then press Enter."

    def list_choices(self, seen: Observation, moves: Iterable[Move]) -> list[Choice]:
        """The moves, picked by the numbers of tickets or seats."""
        return choices.list_choices(seen, moves)

    def meant(self, turn: CardTurn, line: str) -> str:
        """The move that a typed line means; raises `Unclear`."""
        return choices.meant(line, turn.persons[0], turn.choices)

    def screen(
        self,
        turn: CardTurn,
        seats: Mapping[str, str],
        width: int,  # noqa: ARG002 - the protocol's
    ) -> Iterator[RenderableType]:
        """Piles, players, what is known, the own hand."""
        return turn_screen(turn.seen, turn.persons[0], seats)

    def moves(
        self,
        turn: CardTurn,
        group: str | None,  # noqa: ARG002 - the protocol's
        width: int,  # noqa: ARG002 - the protocol's
    ) -> Iterator[RenderableType]:
        """The list of moves."""
        yield Text("Your moves, each by what stands before it:", style="dim")
        yield choices.choices_table(turn.choices)
        if turn.seen.phase is Phase.TRAIL:
            yield Text("`next` lets another detective give one up first.", style="dim")

    def end_screen(self, game: Game, width: int) -> Iterator[RenderableType]:  # noqa: ARG002 - the protocol's
        """How the game ended, and who was Mister X. The hands stay closed."""
        yield from last_words(game)
        x = game.rules.position(game.state)["x"]
        yield Text(f"{x} was Mister X.\n")
        seen: Observation = game.observe(SPECTATOR)
        yield seats_table(replace(seen, to_move=()))  # nobody is, also where somebody gave up

    def sentences(self, event: Event, seen: Observation) -> Iterator[str]:
        """What has happened, in words."""
        return news.sentences(event, seen.deck)

    def whose(self, turn: CardTurn) -> str:
        """The player who is asked."""
        return turn.persons[0]

    def never_undone(self, turn: CardTurn) -> str | None:  # noqa: ARG002 - the protocol's
        """Why every move stands."""
        return (
            "Nothing is taken back here: every move shows a card, or makes somebody draw or choose."
        )


def make_table() -> CardTable:
    """A new table of the card game."""
    return CardTable()
