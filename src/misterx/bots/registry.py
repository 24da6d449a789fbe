"""The players by name: one table, and each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from misterx.bots.player import AnyPlayer

__all__ = ["find_player", "player_names"]

_PLAYERS = {
    "random": ("misterx.bots.anyhow", "RandomPlayer"),
    "greedy": ("misterx.bots.greedy", "GreedyPlayer"),
}
"""Where each player lives: a module, and a class there that is made without arguments."""


def player_names() -> tuple[str, ...]:
    """The names of all players, the simplest first."""
    return tuple(_PLAYERS)


def find_player(name: str) -> AnyPlayer:
    """The player of that name; raises `ValueError` that lists those there are."""
    if name not in _PLAYERS:
        raise ValueError(f"no player {name!r}; there are: {', '.join(_PLAYERS)}")
    module, maker = _PLAYERS[name]
    return cast(AnyPlayer, getattr(import_module(module), maker)())
