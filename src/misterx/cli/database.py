"""`misterx database`: backup, restore, clean-up and deletion of a server's data."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from misterx.cli.serving import complaints, settings_of
from misterx.server.problems import Problem
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import Store
from misterx.server.store.lock import DatabaseLock, Held
from misterx.server.store.transfer import backup, restore

__all__ = ["main"]

_DAY_MS = 24 * 60 * 60 * 1000


def main(args: Namespace) -> int:
    """Do one of the actions and say what was done."""
    with complaints():
        settings = settings_of(args)
        match args.action:
            case "backup":
                asyncio.run(backup(settings.database, Path(args.file)))
                print(f"{args.file} holds everything now")
            case "restore":
                asyncio.run(restore(Path(args.file), settings.database))
                print(f"{read_address(settings.database)} holds everything from {args.file} now")
            case "sweep":
                _sweep(settings)
            case _:
                _forget(settings, args.guest)
    return 0


def _sweep(settings: Settings) -> None:
    now = time.time_ns() // 1_000_000

    def before(days: int) -> int:
        return now - days * _DAY_MS if days else 0

    async def sweep(store: Store) -> None:
        swept = await store.sweep(
            before(settings.keep_tables_days), before(settings.keep_guests_days), now
        )
        print(f"deleted: {swept.tables} tables, {swept.guests} guests, {swept.links} links")

    _with_store(settings, sweep)


def _forget(settings: Settings, guest: str) -> None:
    async def forget(store: Store) -> None:
        touched = await store.forget_guest(guest)
        if touched is None:
            raise Problem(f"there is no guest {guest}", "`GET /api/guest` tells each guest the id")
        print(f"forgotten: {guest}, also at {len(touched)} tables")

    _with_store(settings, forget)


def _with_store(settings: Settings, do: Callable[[Store], Awaitable[None]]) -> None:
    """Open the database, do something with it, and close it."""

    async def run() -> None:
        store = open_store(settings.database)
        await store.open()
        try:
            await do(store)
        finally:
            await store.close()

    with _alone(settings):
        asyncio.run(run())


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """While nobody serves the SQLite file: a server would not hear of what changed.

    Servers of a PostgreSQL database do.
    """
    address = read_address(settings.database)
    if not isinstance(address, SqliteAddress):
        yield
        return
    if not address.path.is_file():
        raise Problem(f"there is no database {address}", "see --database")
    lock = DatabaseLock.acquire(address.path)
    if isinstance(lock, Held):
        where = f" at {lock.address}" if lock.address else ""
        raise Problem(f"a server{where} is using {address}", "stop it first")
    try:
        yield
    finally:
        lock.release()
