"""What a server needs of the computer it runs on, looked at one by one; nothing is changed."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from typing import Final

from misterx.bots import Limit, ask, find_player, player_names
from misterx.core import Game, Setup, edition_names, game_of, games, rules_for
from misterx.kernels.cache import cache_folder
from misterx.server.damage import Inspection, inspect_database, inspect_sqlite
from misterx.server.listening import listen
from misterx.server.own_rules import load_own_rules
from misterx.server.problems import Problem
from misterx.server.settings import Settings
from misterx.server.store.address import PostgresAddress, SqliteAddress, read_address
from misterx.server.store.base import StoreError
from misterx.server.store.failures import FAILURES, told
from misterx.server.store.lock import DatabaseLock, Held
from misterx.server.store.migrating import at_head
from misterx.server.store.schema import HEAD
from misterx.server.store.schema import version as version_table

__all__ = ["NEEDED", "Finding", "examine"]

NEEDED: Final = (
    *("alembic", "asyncpg", "fastapi", "numba", "platformdirs", "pydantic", "rich"),
    *("sqlalchemy", "uvicorn", "websockets"),
)
_PYTHON: Final = ((3, 11), (3, 15))
_FREE_BYTES: Final = 200 * 1024 * 1024
_FILES: Final = 1024
_THIS_CODE_S: Final = 1_735_689_600
"""The beginning of 2025: a clock that is before it is wrong."""
_ANSWER_SECONDS: Final = 5.0
_READING_SECONDS: Final = 60.0
"""How long tables are read for."""
_MOST_TOLD: Final = 5
_A_MOMENT: Final = Limit(seconds=0.05)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    ok: bool
    says: str
    todo: str = ""


def examine(
    settings: Settings, tell: Callable[[int, int], None] = lambda _read, _of: None
) -> Iterator[Finding]:
    """Look at everything, one after the other; nothing that fails stops the rest.

    Args:
        settings: Those of the server.
        tell: Called with how many tables have been read, and how many there are.
    """
    checks: tuple[tuple[str, Callable[[Settings], str]], ...] = (
        ("python", _python),
        ("packages", _packages),
        ("database", _database),
        ("disk", _disk),
        ("port", _port),
        ("editions and boards", _own_rules),
        ("tables", lambda settings: _tables(settings, tell)),
        ("compiled players", _compiled),
        ("computer players", _players),
        ("clock", _clock),
        ("open files", _files),
    )
    for what, look in checks:
        try:
            yield Finding(what, ok=True, says=look(settings))
        except Problem as problem:
            yield Finding(what, ok=False, says=problem.message, todo=problem.hint or "")
        except Exception as error:  # noqa: BLE001 - a check that fails has found something
            yield Finding(what, ok=False, says=f"{type(error).__name__}: {error}")


# --- the program --------------------------------------------------------------------------


def _python(_: Settings) -> str:
    here = ".".join(map(str, sys.version_info[:3]))
    if not _PYTHON[0] <= sys.version_info[:2] < _PYTHON[1]:
        raise Problem(f"Python {here} will not do", "install one from 3.11 to 3.14")
    return here


def _packages(_: Settings) -> str:
    found = []
    for name in NEEDED:
        try:
            import_module(name)
            found.append(f"{name} {version(name)}")
        except (ImportError, PackageNotFoundError) as error:
            raise Problem(f"{name} cannot be used: {error}", "install misterx anew") from error
    return ", ".join(found)


def _compiled(_: Settings) -> str:
    folder = cache_folder()
    if folder is None:
        raise Problem(
            "they can be kept nowhere, so every start compiles them anew, for a minute or two",
            "set NUMBA_CACHE_DIR to a folder that the server may write to",
        )
    return f"kept in {folder.parent}"


def _players(_: Settings) -> str:
    """Have every player make a move of its game."""
    asked = 0
    for game in games():
        edition = next(name for name in edition_names() if game_of(rules_for(name)) == game)
        rules = rules_for(edition)
        position = Game.new(rules, Setup(rules.players[0], {}, {}), Random(1))
        for name in player_names(game):
            ask(find_player(name, game), position, position.to_act[0], Random(1), _A_MOMENT)
            asked += 1
    return f"{asked} of them made a move"


def _own_rules(settings: Settings) -> str:
    found = load_own_rules(settings.editions, settings.boards)
    return f"{len(found.editions)} editions and {len(found.boards)} boards of your own"


# --- the computer -------------------------------------------------------------------------


def _clock(_: Settings) -> str:
    now = time.time()
    if now < _THIS_CODE_S:
        raise Problem(
            f"it is {time.strftime('%Y-%m-%d', time.gmtime(now))}, says the computer",
            "set the clock: players' time is counted by it",
        )
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))


def _disk(settings: Settings) -> str:
    address = _address(settings)
    if not isinstance(address, SqliteAddress):
        return "the games are on another computer"
    free = shutil.disk_usage(_folder_that_is_there(address.path)).free
    says = f"{free // 1024**2} MB are free beside the games"
    if free < _FREE_BYTES:
        raise Problem(says, "make room, or choose another place with --database")
    return says


def _files(_: Settings) -> str:
    if os.name != "posix":
        return "no limit is known"
    import resource  # noqa: PLC0415 - only where there is one

    most, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= most < _FILES:
        raise Problem(f"at most {most} at a time", f"`ulimit -n {_FILES}` or more before the start")
    return f"at most {most} at a time" if most >= 0 else "any number"


def _port(settings: Settings) -> str:
    address = _address(settings)
    if isinstance(address, SqliteAddress) and (running := _running(address)):
        return f"a server with this database is running at {running}"
    with listen(settings.host, settings.port) as listener:
        return f"{listener.getsockname()[1]} of {settings.host} is free"


# --- the database -------------------------------------------------------------------------


def _address(settings: Settings) -> SqliteAddress | PostgresAddress:
    try:
        return read_address(settings.database)
    except StoreError as error:
        raise Problem(str(error)) from error


def _database(settings: Settings) -> str:
    address = _address(settings)
    if isinstance(address, PostgresAddress):
        return asyncio.run(_postgres(address))
    return _sqlite(address.path)


def _tables(settings: Settings, tell: Callable[[int, int], None]) -> str:
    """Read every table as a server would."""
    address = _address(settings)
    if isinstance(address, PostgresAddress):
        found = asyncio.run(_inspect_postgres(address, tell))
    elif address.path.is_file():
        found = inspect_sqlite(address.path, _READING_SECONDS, tell)
    else:
        return "there are none yet"
    if found.faults:
        raise Problem(
            f"the file is damaged: {'; '.join(found.faults)}",
            "stop the server and restore the last backup: `misterx database restore`",
        )
    read = f"{found.read} of {found.tables} were read"
    if found.damages:
        first = "; ".join(f"{each.table}: {each.problem}" for each in found.damages[:_MOST_TOLD])
        more = len(found.damages) - _MOST_TOLD
        raise Problem(
            f"{read}, {len(found.damages)} of them are damaged: {first}"
            + (f"; and {more} more" if more > 0 else ""),
            "a damaged table affects no other: leave it, or stop the server and restore the last "
            "backup with `misterx database restore`",
        )
    if found.read < found.tables:
        return f"{read} in {_READING_SECONDS:g} s, and none is damaged"
    return f"{read}, and none is damaged"


async def _inspect_postgres(
    address: PostgresAddress, tell: Callable[[int, int], None]
) -> Inspection:
    from misterx.server.store.postgres import postgres_engine  # noqa: PLC0415 - only where it is used

    engine = postgres_engine(address, 1)
    try:
        async with engine.connect() as connection:
            if not await connection.run_sync(at_head):
                return Inspection()
            return await connection.run_sync(inspect_database, _READING_SECONDS, tell)
    except FAILURES as error:
        raise told(error) from None
    finally:
        await engine.dispose()


def _running(address: SqliteAddress) -> str | None:
    """Where a server answers that has the file."""
    if not address.path.with_name(f"{address.path.name}.lock").is_file():
        return None  # taking the lock would make the file
    lock = DatabaseLock.acquire(address.path)
    if isinstance(lock, Held):
        return lock.address
    lock.release()
    return None


def _sqlite(file: Path) -> str:
    folder = _folder_that_is_there(file)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Problem(f"{folder} cannot be written to", "choose another place with --database")
    if not file.exists():
        return f"{file} will be made at the first start"
    if not file.is_file() or not os.access(file, os.R_OK | os.W_OK):
        raise Problem(f"{file} is no file that can be read and written", "see --database")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
            row = found.execute(f"SELECT version_num FROM {version_table.name}").fetchone()
    except sqlite3.Error as error:
        raise Problem(
            f"{file} is no database of misterx: {error}", "choose another file with --database"
        ) from error
    return f"{file}, {_schema(row[0] if row else None)}"


async def _postgres(address: PostgresAddress) -> str:
    import asyncpg  # noqa: PLC0415 - `packages` tells if it is missing

    try:
        connection = await asyncpg.connect(address.dsn, timeout=_ANSWER_SECONDS)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        raise Problem(
            f"{address} does not answer: {type(error).__name__}",
            "is it running, and are name and password right?",
        ) from error
    try:
        if not await connection.fetchval("SELECT has_schema_privilege(current_schema(), 'CREATE')"):
            raise Problem(f"{address}: no tables may be made there", "GRANT CREATE ON SCHEMA …")
        there = await connection.fetchval("SELECT to_regclass($1)::text", version_table.name)
        if there is None:
            return f"{address}, empty: the tables will be made at the first start"
        row = await connection.fetchval(f"SELECT version_num FROM {version_table.name}")
    finally:
        await connection.close()
    return f"{address}, {_schema(row)}"


def _schema(found: object) -> str:
    if found == HEAD:
        return f"schema {HEAD}"
    if isinstance(found, str) and found > HEAD:
        raise Problem(
            f"the database has schema {found}, this version knows {HEAD}",
            "install the version of misterx that made it, or a later one",
        )
    return f"schema {found}: it will be brought up to {HEAD} at the next start"


def _folder_that_is_there(path: Path) -> Path:
    return next(folder for folder in path.absolute().parents if folder.is_dir())
