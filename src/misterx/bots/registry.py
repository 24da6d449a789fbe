"""The players by name: one table, and each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, cast

from misterx.bots.player import AnyPlayer
from misterx.core import games

__all__ = ["find_player", "player_names"]


class _Entry(NamedTuple):
    """Where a player lives: a module, and a class there that is made without arguments."""

    module: str
    maker: str
    games: tuple[str, ...] | None
    """The games that it plays; None: every game."""


_PLAYERS = {
    "random": _Entry("misterx.bots.anyhow", "RandomPlayer", None),
    "greedy": _Entry("misterx.bots.greedy", "GreedyPlayer", ("chase",)),
    "careful": _Entry("misterx.bots.careful", "CarefulPlayer", ("cards",)),
    "sleuth": _Entry("misterx.bots.sleuth", "SleuthPlayer", ("cards",)),
}


def player_names(game: str | None = None) -> tuple[str, ...]:
    """The names of the players of a game (None: of all players), the simplest first.

    Raises `ValueError` for a game that there is not.

    >>> player_names("chase")
    ('random', 'greedy')
    """
    if game is not None and game not in games():
        raise ValueError(f"no game {game!r}; there are: {', '.join(games())}")
    return tuple(name for name in _PLAYERS if game is None or _plays(name, game))


def find_player(name: str, game: str | None = None) -> AnyPlayer:
    """The player of that name; raises `ValueError` that lists those there are.

    With a game it must be one that the player plays.
    """
    there_are = f"there are: {', '.join(player_names(game))}"
    if name not in _PLAYERS:
        raise ValueError(f"no player {name!r}; {there_are}")
    if game is not None and not _plays(name, game):
        raise ValueError(f"{name} does not play {game!r}; {there_are}")
    module, maker, _ = _PLAYERS[name]
    return cast(AnyPlayer, getattr(import_module(module), maker)())


def _plays(name: str, game: str) -> bool:
    played = _PLAYERS[name].games
    return played is None or game in played
