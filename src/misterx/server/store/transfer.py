"""Backup and restore. A backup is always one SQLite file, whichever engine it comes from."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, delete, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import StoreError
from misterx.server.store.failures import FAILURES, described, told
from misterx.server.store.lock import DatabaseLock, Held
from misterx.server.store.migrating import at_head, bring_up_to_date, is_ours, leave_others_alone
from misterx.server.store.schema import (
    alive,
    bans,
    claims,
    guests,
    identity,
    metadata,
    operations,
    outages,
    tables,
)
from misterx.server.store.sqlite import sqlite_engine

__all__ = ["backup", "copy_postgres", "copy_sqlite", "restore"]

_KEPT: Final = [table for table in metadata.sorted_tables if table is not claims]
"""Claims are of processes that run now."""
_OF_A_START: Final = (alive, bans, identity, operations, outages)
"""Tables that a database has rows in though nobody has played there: those of a backup replace
them."""
_ROWS_AT_ONCE: Final = 500


async def backup(url: str, to: Path) -> None:
    """Copy a database into a SQLite file, also while servers use it.

    Args:
        url: Which one, as for `open_store`.
        to: A file that does not exist yet.

    Raises:
        StoreError: If that cannot be done; then there is no file.
    """
    address = read_address(url)
    if isinstance(address, SqliteAddress):
        await asyncio.to_thread(copy_sqlite, address.path, to)
        return
    from misterx.server.store.postgres import postgres_engine  # noqa: PLC0415 - only what is used

    engine = postgres_engine(address, 1)
    try:
        await copy_postgres(engine, to)
    finally:
        await engine.dispose()


async def restore(source: Path, url: str) -> None:
    """Fill an empty database from a backup, also one of an older version of this program.

    Args:
        source: The file that `backup` made.
        url: Where to, as for `open_store`; the tables are made if there are none.

    Raises:
        StoreError: If that cannot be done, or the database is not empty; then it is as before.
    """
    address = read_address(url)
    with TemporaryDirectory(prefix="misterx-restore-") as folder:
        copy = Path(folder) / "copy.db"
        await asyncio.to_thread(copy_sqlite, source, copy, f"read {source}")
        with _engine(copy, source) as engine, engine.begin() as old:
            bring_up_to_date(old, source)
            if isinstance(address, SqliteAddress):
                _fill_sqlite(old, address, source)
                return
            from misterx.server.store.postgres import (  # noqa: PLC0415 - only what is used
                bring_up_to_date_alone,
                postgres_engine,
            )

            def fill(new: Connection) -> None:
                bring_up_to_date_alone(new, address)
                _fill(old, new, source)

            target = postgres_engine(address, 1)
            try:
                async with target.begin() as connection:
                    await connection.run_sync(fill)
            except FAILURES as error:
                raise told(error) from None
            finally:
                await target.dispose()


def copy_sqlite(source: Path, to: Path, aim: str | None = None) -> None:
    """Copy a SQLite database of this program into a new file; raises `StoreError`.

    `aim` is what cannot be done then, where one of the files is only a step on the way.
    """
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    with _appearing(to) as part:
        try:
            # Read-only: the file may be a running server's.
            with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old:
                if not is_ours(old):
                    raise StoreError(f"{source} is no database of this program")
                old.execute("VACUUM INTO ?", [str(part)])
        except sqlite3.Error as error:
            raise StoreError(
                f"cannot {aim or f'copy {source} to {to}'}: {described(error)}"
            ) from None


async def copy_postgres(engine: AsyncEngine, to: Path) -> None:
    """Copy a PostgreSQL database of this program into a new file; raises `StoreError`."""
    with _appearing(to) as part, TemporaryDirectory(dir=part.parent) as folder:
        copy = Path(folder) / "copy.db"
        with _engine(copy, to) as target, target.begin() as new:
            await asyncio.to_thread(bring_up_to_date, new, to)
            try:
                new.execute(delete(identity))
                await _copy_rows(engine, new)
            except FAILURES as error:
                raise told(error) from None
        part.unlink()
        await asyncio.to_thread(copy_sqlite, copy, part, f"make {to}")


async def _copy_rows(engine: AsyncEngine, new: Connection) -> None:
    # One moment for all tables, however long it takes.
    still = engine.execution_options(isolation_level="REPEATABLE READ")
    async with still.connect() as connection:
        if not await connection.run_sync(at_head):
            raise StoreError("the database is of another version: start this version's server once")
        for table in _KEPT:
            rows = await connection.stream(select(table))
            async for some in rows.mappings().partitions(_ROWS_AT_ONCE):
                await asyncio.to_thread(_add, new, table, some)


def _fill_sqlite(old: Connection, address: SqliteAddress, source: Path) -> None:
    lock = DatabaseLock.acquire(address.path)
    if isinstance(lock, Held):
        raise StoreError(f"a server is using {address}: stop it first")
    try:
        leave_others_alone(address.path)
        address.path.touch(mode=0o600)
        with _engine(address.path) as engine, engine.begin() as new:
            bring_up_to_date(new, address)
            _fill(old, new, source)
    except OSError as error:
        raise StoreError(f"cannot make {address}: {error.strerror}") from None
    finally:
        lock.release()


def _fill(old: Connection, new: Connection, source: Path) -> None:
    """Copy every row from one database, that of a backup, into another that has none."""
    for table in (tables, guests):
        if new.execute(select(table.c.id).limit(1)).first() is not None:
            raise StoreError("the database holds games already: restore into an empty one")
    for table in _OF_A_START:
        new.execute(delete(table))
    for table in _KEPT:
        for some in _rows(old, table, source):
            _add(new, table, some)


def _rows(old: Connection, table: Table, source: Path) -> Iterator[Sequence[Mapping[Any, Any]]]:
    try:
        yield from old.execute(select(table)).mappings().partitions(_ROWS_AT_ONCE)
    except DBAPIError as error:
        raise StoreError(f"cannot read {source}: {described(error)}") from None


def _add(new: Connection, table: Table, rows: Sequence[Mapping[Any, Any]]) -> None:
    new.execute(insert(table), [dict(row) for row in rows])


@contextmanager
def _engine(path: Path, stands_for: Path | None = None) -> Iterator[Engine]:
    """An engine for a SQLite file; errors name the one that it stands for."""
    engine = sqlite_engine(path)
    try:
        yield engine
    except DBAPIError as error:
        raise StoreError(f"cannot use {stands_for or path}: {described(error)}") from None
    finally:
        engine.dispose()


@contextmanager
def _appearing(to: Path) -> Iterator[Path]:
    """An empty file to fill, which gets its name when it is whole and safe on disk."""
    if to.exists():
        raise StoreError(f"{to} exists already: choose another name")
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # a backup holds names, and moves that are still hidden
    except OSError as error:
        raise StoreError(f"cannot make {to}: {error.strerror}") from None
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(to)
    finally:
        part.unlink(missing_ok=True)
