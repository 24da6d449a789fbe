"""Saved games: records that hold the whole truth, with who plays which seat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from misterx.api import write_record
from misterx.cli.play.seats import tags
from misterx.core import Game

__all__ = ["free_name", "path_typed", "save"]


def save(game: Game, seats: Mapping[str, str], path: Path) -> None:
    """Write a game with its seats; raises `OSError`."""
    write_record(game.record(tags(seats)), path)


def path_typed(text: str) -> Path:
    """The file that somebody has typed the name of; raises `OSError` if it can be none."""
    if "\0" in text:
        raise OSError(0, "a name holds no null", text)
    try:
        return Path(text).expanduser()
    except RuntimeError as error:  # nobody has a home of that name
        raise OSError(0, str(error), text) from error


def free_name() -> Path:
    """The first of `misterx-1.txt`, `misterx-2.txt`, … that no file has."""
    number = 1
    while (path := Path(f"misterx-{number}.txt")).exists():
        number += 1
    return path
