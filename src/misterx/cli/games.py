"""What each game has of its own at the command line, found by the game's name.

Reading flags, asking, saving, passing the device on, replaying: all that is the same for every
game. Its words and tables are not. They live in a package that is named like the game and has
three modules: `rulebook`, `chronicle` and `table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from rich.console import RenderableType

from misterx.core import AnyRules, Game

if TYPE_CHECKING:
    from misterx.cli.play.table import AnyTable

__all__ = ["Chronicle", "Rulebook", "chronicle_of", "rulebook_of", "table_of"]


class Rulebook(Protocol):
    """A game's editions in words."""

    def overview(self, width: int) -> Iterable[RenderableType]:
        """All its editions and how they are related."""

    def page(self, rules: AnyRules, name: str) -> Iterable[RenderableType]:
        """One edition, under that name."""

    def in_one_line(self, rules: AnyRules) -> str:
        """What is most particular about an edition, short enough for a menu."""

    def options(self, rules: AnyRules) -> Mapping[str, str]:
        """The optional rules that may be agreed on, and what each is about."""


class Chronicle(Protocol):
    """A game that was played, told afterwards."""

    def story(self, game: Game, width: int) -> Iterable[RenderableType]:
        """The whole game in order, hidden things included."""

    def position(
        self, game: Game, entry: int, eyes: str | None, width: int
    ) -> Iterable[RenderableType]:
        """The table after so many entries, as a viewpoint saw it; None: the whole truth."""


def rulebook_of(game: str) -> Rulebook:
    """The rule book of a game."""
    return cast(Rulebook, import_module(f"misterx.cli.{game}.rulebook"))


def chronicle_of(game: str) -> Chronicle:
    """The chronicle of a game."""
    return cast(Chronicle, import_module(f"misterx.cli.{game}.chronicle"))


def table_of(game: str) -> AnyTable:
    """A new table to play a game at."""
    return cast("AnyTable", import_module(f"misterx.cli.{game}.table").make_table())
