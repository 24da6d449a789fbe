"""Every table that can be laid: each edition with each number of players and each option."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from misterx.chase import Chase, edition_names, rules_for
from misterx.core import Game, Setup
from tests.series.cards_tables import CARD_TABLES, CardTable

View = dict[str, Any]
"""A view or position as JSON."""


class Table(NamedTuple):
    """An edition, how many play it, and what they agreed."""

    edition: str
    players: int
    voluntary_reveal: bool = False

    def __str__(self) -> str:
        """The name of the table, as tests and files carry it."""
        option = "-voluntary-reveal" if self.voluntary_reveal else ""
        return f"{self.edition}-{self.players}{option}"

    @property
    def rules(self) -> Chase:
        return rules_for(self.edition)

    @property
    def options(self) -> dict[str, object]:
        return {"voluntary_reveal": True} if self.voluntary_reveal else {}

    @property
    def styles(self) -> Sequence[Callable[[Game, Random], str]]:
        """The ways of playing that the seeds take in turn."""
        return STYLES

    def setup(self, starts: dict[str, int] | None = None) -> Setup:
        return Setup(self.players, self.options, {"starts": starts} if starts else {})

    def new_game(self, seed: int) -> Game:
        """A game whose start cards the seed has drawn."""
        return Game.new(self.rules, self.setup(), Random(seed))


def _tables() -> Iterator[Table]:
    for edition in edition_names():
        data = rules_for(edition).data
        for players in data.table:
            yield Table(edition, players)
        if "voluntary_reveal" in data.options:
            for players in data.table:
                yield Table(edition, players, voluntary_reveal=True)


TABLES = tuple(_tables())
"""The tables of the chase."""
AnyTable: TypeAlias = Table | CardTable
ALL_TABLES: tuple[AnyTable, ...] = (*TABLES, *CARD_TABLES)
"""The tables of every game."""

at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)
at_every_table_of_all_games = pytest.mark.parametrize("table", ALL_TABLES, ids=str)


def bold(game: Game, rng: Random) -> str:
    """Any legal move."""
    return rng.choice(game.legal)


def shy(game: Game, rng: Random) -> str:
    """Any legal move, but a hunter enters Mister X's station only if he must.

    Mister X keeps his double cards for later. Such games reach the last tickets and rounds.
    """
    return rng.choice(_thrifty(game, rng) or game.legal)


def closing_in(game: Game, rng: Random) -> str:
    """Like `shy`, but the hunters go where they are nearest to Mister X, and so shut him in."""
    moves = _thrifty(game, rng)
    if not moves or moves[0].startswith("X") or "@" in moves[0]:
        return rng.choice(moves or game.legal)
    assert isinstance(game.rules, Chase)
    away = game.rules.data.board.distances().from_(game.state.x)
    nearest = min(away[_goal(move)] for move in moves)
    return rng.choice([move for move in moves if away[_goal(move)] == nearest])


def _goal(move: str) -> int:
    return int(move.rpartition(":")[2].lstrip("TBU"))


def _thrifty(game: Game, rng: Random) -> list[str]:
    """The legal moves without catches, and mostly without double moves."""
    x, double = game.state.x, rng.random() < 0.1
    return [
        move
        for move in game.legal
        if (double or "+" not in move if move[0] == "X" else "@" in move or _goal(move) != x)
    ]


STYLES = (bold, shy, closing_in)


def random_game(table: AnyTable, seed: int) -> Iterator[Game]:
    """The same game again and again, one move later each time; seeds take turns with styles."""
    rng = Random(seed)
    style = table.styles[seed % len(table.styles)]
    game = table.new_game(seed)
    yield game
    while game.outcome is None:
        game.play(style(game, rng))
        yield game


def finished(table: AnyTable, seed: int) -> Game:
    """A whole random game."""
    *_, game = random_game(table, seed)
    return game
