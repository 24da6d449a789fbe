"""The Python API: a game set up, played, watched and saved in a few lines.

Everything here is available as `misterx.…`; docs/python.md shows how it is used.
"""

from __future__ import annotations

import json
import os
import tempfile
from importlib import import_module
from pathlib import Path

from misterx.core import Game, JsonObject, Malformed, Record, RecordError, Refused
from misterx.core.fields import show_type
from misterx.core.game import asked_for, dice
from misterx.core.registry import edition_names

__all__ = [
    "Game",
    "Record",
    "Refused",
    "edition_names",
    "load_game",
    "new_game",
    "save_game",
    "warm_up",
]


def new_game(
    edition: str | None = None,
    players: int | None = None,
    *,
    seed: object = None,
    rules: JsonObject | None = None,
    options: JsonObject | None = None,
    **fixed: object,
) -> Game:
    """A new game, its cards drawn or dealt.

    Name an edition, or give `rules` of your own (`{"base": "classic-2000", "black": 3}`). Without
    `players`, as many play as can. The same `seed` draws the same cards; without one nobody can
    tell. `fixed` is what is not left to chance: `starts` by piece for the board game, `deck`,
    `reserve`, `first` and `colours` for the card game. Raises `Refused`, which says what is wrong.

    >>> new_game("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94}).legal[:2]
    ('X:K15', 'X:K15+B14')
    """
    law, setup = asked_for(edition, players, rules, options, fixed)
    return Game.new(law, setup, None if seed is None else dice(seed))


def save_game(game: Game, path: str | Path) -> None:
    """Write a game's record to a file: JSON if the name ends in `.json`, else text."""
    if not isinstance(game, Game):
        raise Malformed(f"a Game is saved, not {show_type(game)}")
    write_record(game.record(), Path(path))


def load_game(path: str | Path) -> Game:
    """The game in a record file, every entry checked; raises `RecordError` with the place."""
    return Game.from_record(read_record(Path(path)))


def warm_up() -> None:
    """Compile the computer players of the board game now, so that no first move waits for it.

    It takes a minute or two once on a machine, and then well under a second in each process. A
    warning of the logger `misterx` says so where it takes long, and a terminal shows the time.
    Where the compiled players cannot be kept, every process compiles them; the warning says where
    they were to be kept and that `NUMBA_CACHE_DIR` names another folder.
    """
    import_module("misterx.kernels.contests")
    import_module("misterx.bots.readiness").make_ready()


def write_record(record: Record, path: Path) -> None:
    """Write a record to a file: JSON if the name ends in `.json`, else text; raises `OSError`.

    It is written beside the file first and then put in its place, so that an old one is whole
    until the new one is. Errors name the file itself.
    """
    text = record.to_text()
    if path.suffix == ".json":
        text = json.dumps(record.to_json(), indent=1) + "\n"
    if path.exists() and not path.is_file():
        raise OSError(0, "it is there already and is no file", str(path))
    try:
        _write_beside(path, text)
    except OSError as error:
        raise OSError(error.errno or 0, error.strerror or str(error), str(path)) from error


def _write_beside(path: Path, text: str) -> None:
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".misterx.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def read_record(path: Path) -> Record:
    """The record in a file, text or JSON, not replayed yet; raises `RecordError`."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError as error:
        raise RecordError(f"{path.name} is no text file") from error
    return Record.read(text, path.name)
