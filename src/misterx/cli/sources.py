"""What the command reads from files: boards, editions of one's own, records, positions."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path

from misterx.api import read_record
from misterx.board import board_names, read_board, register_board
from misterx.cli.complaints import Complaint
from misterx.core import AnyRules, JsonObject, Record, rules_for
from misterx.core.fields import read_json

__all__ = [
    "BOARD_HINT",
    "find_rules",
    "open_record",
    "read_position",
    "register_boards",
    "rules_from_file",
]

BOARD_HINT = "a game on a board of your own needs its folder: --board FOLDER"


def register_boards(folders: Iterable[str]) -> None:
    """Make boards of one's own known, before anything asks for them; raises `BoardError`."""
    for folder in folders:
        _register(Path(folder))


def find_rules(edition: str | None, file: str | None) -> AnyRules:
    """The rules of an edition by name, or of one's own from a file: one of the two."""
    if edition is not None and file is not None:
        raise Complaint("name an edition or give --rules, not both")
    if file is not None:
        return rules_from_file(Path(file))
    if edition is None:
        raise Complaint("which edition?", "`misterx rules` lists them; or give --rules FILE")
    return rules_for(edition)


def rules_from_file(path: Path) -> AnyRules:
    """The rules in a TOML file; its `board` may be a folder beside it."""
    try:
        given: dict[str, object] = tomllib.loads(_read(path))
    except (ValueError, RecursionError) as error:  # huge numbers among them
        raise Complaint(f"{path} is no TOML file: {error}") from error
    board = given.get("board")
    if isinstance(board, str) and board not in board_names() and (path.parent / board).is_dir():
        given["board"] = _register(path.parent / board)
    try:
        json.dumps(given, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Complaint(
            f"{path}: only texts, numbers, lists and tables have a meaning: {error}"
        ) from error
    return rules_for(None, given)


def open_record(file: str) -> Record:
    """The record in a file, not replayed yet; raises `RecordError` for a damaged one."""
    try:
        return read_record(Path(file))
    except OSError as error:
        raise _unreadable(file, error) from error


def read_position(file: str) -> JsonObject:
    """The position in a JSON file: the object that the referee's `get` gives."""
    try:
        given = read_json(_read(Path(file)))
    except (ValueError, RecursionError) as error:  # huge numbers among them
        raise Complaint(f"{file} is no JSON file: {error}") from error
    if isinstance(given, dict) and isinstance(given.get("position"), dict):
        given = given["position"]  # the referee's whole answer, pasted
    if not isinstance(given, dict):
        raise Complaint(f"{file} holds no position, which is an object with named fields")
    return given


def _register(folder: Path) -> str:
    board = read_board(folder)
    register_board(board)
    return board.name


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise _unreadable(path, error) from error
    except UnicodeDecodeError as error:
        raise Complaint(f"{path} is no text file") from error


def _unreadable(path: str | Path, error: OSError) -> Complaint:
    return Complaint(f"cannot read {path}: {error.strerror or error}")
