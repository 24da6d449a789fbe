"""Editions and boards of the operator's own, from his folders; guests can bring none.

Every process that plays games loads them, the workers of computer players too.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from misterx.board import BoardError, read_board, register_board
from misterx.chase.catalogue import edition_names, register_edition
from misterx.core import JsonObject, Refused
from misterx.server.problems import Problem

__all__ = ["OwnRules", "load_own_rules"]

_loaded: dict[str, JsonObject] = {}
"""What was registered, so that loading the same folder again is harmless."""


class OwnRules(NamedTuple):
    """The names of what was found."""

    editions: tuple[str, ...]
    boards: tuple[str, ...]


def load_own_rules(editions: Path | None, boards: Path | None) -> OwnRules:
    """Make known what the folders hold; raises `Problem` that names the file.

    Each `NAME.toml` among the editions is an edition of that name, by the keys of
    docs/editions.md; it may have another of them as its base. Each folder among the boards that
    holds a `board.toml` is a board.
    """
    board_names = tuple(_load_board(folder) for folder in _board_folders(boards))
    files = {} if editions is None else {file.stem: file for file in _files(editions)}
    given = {name: _read(file) for name, file in files.items()}
    for name in _bases_first(given):
        _load_edition(name, given[name], files[name])
    return OwnRules(tuple(given), board_names)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ".toml")
    except OSError as error:
        raise Problem(f"cannot read the folder {folder}: {error.strerror or error}") from error


def _board_folders(folder: Path | None) -> list[Path]:
    """Variants of a board come after it: by name, those that are whole boards first."""
    if folder is None:
        return []
    try:
        found = sorted(each for each in folder.iterdir() if (each / "board.toml").is_file())
    except OSError as error:
        raise Problem(f"cannot read the folder {folder}: {error.strerror or error}") from error
    return sorted(found, key=lambda each: not (each / "stations.csv").is_file())


def _load_board(folder: Path) -> str:
    try:
        board = read_board(folder)
        register_board(board)
    except BoardError as error:
        raise Problem(f"the board in {folder}: {error}") from error
    return board.name


def _read(file: Path) -> JsonObject:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Problem(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError is one
        raise Problem(f"{file} is no TOML file: {error}") from error


def _bases_first(given: dict[str, JsonObject]) -> list[str]:
    """The names in an order in which each comes after its base, where that is possible."""
    order: list[str] = []
    waiting = list(given)
    while waiting:
        ready = [name for name in waiting if given[name].get("base") not in waiting]
        order += ready or waiting  # a circle: the first of it will be refused
        waiting = [name for name in waiting if name not in order]
    return order


def _load_edition(name: str, given: JsonObject, file: Path) -> None:
    if _loaded.get(name) == given and name in edition_names():
        return
    try:
        register_edition(name, given)
    except Refused as error:
        raise Problem(f"the edition in {file}: {error}") from error
    _loaded[name] = given
