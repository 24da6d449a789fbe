"""Saved games: records that hold the whole truth, written so that none is ever half there."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from misterx.cli.play.seats import tags
from misterx.core import Game

__all__ = ["free_name", "save"]


def save(game: Game, seats: Mapping[str, str], path: Path) -> None:
    """Write a game with its seats: JSON if the name ends in `.json`, else text.

    It is written beside the file first and then put in its place, so that an old one is whole
    until the new one is. Raises `OSError`.
    """
    record = game.record(tags(seats))
    text = record.to_text()
    if path.suffix == ".json":
        text = json.dumps(record.to_json(), indent=1) + "\n"
    if path.is_dir():
        raise IsADirectoryError(21, "it is a folder", str(path))
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def free_name() -> Path:
    """The first of `misterx-1.txt`, `misterx-2.txt`, … that no file has."""
    number = 1
    while (path := Path(f"misterx-{number}.txt")).exists():
        number += 1
    return path
