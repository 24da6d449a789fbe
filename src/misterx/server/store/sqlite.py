"""Tables in a SQLite file: nothing to set up, for one server process.

SQLAlchemy's asynchronous layer would go to another thread and back for each step of each
statement. Here a whole transaction is one trip: one thread has the connection that writes, a few
others have connections that read.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import disk_usage
from time import perf_counter
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from misterx.server.entry import TableId
from misterx.server.store.base import DiskFull, StoreError
from misterx.server.store.batch import Batcher
from misterx.server.store.failures import described, told, unknown_outcome
from misterx.server.store.file import DatabaseFile
from misterx.server.store.migrating import bring_up_to_date, leave_others_alone
from misterx.server.store.sql import SqlStore
from misterx.server.store.writer import Work, Writer

__all__ = ["SqliteStore", "read_damaged_texts", "sqlite_engine"]

_T = TypeVar("_T")

_READERS: Final = 2
_BUSY_S: Final = 5.0
"""How long to wait for another program that writes, such as a backup of the user's own."""


class SqliteStore(SqlStore):
    """The store in a file. Only one process at a time may serve it: see `DatabaseLock`."""

    is_shared = False

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file = DatabaseFile(path)
        self._writing: Connection | None = None  # always the same: fetching one takes its time
        self._reading: Engine | None = None
        self._write_thread = ThreadPoolExecutor(1, "store-write")
        self._read_threads = ThreadPoolExecutor(_READERS, "store-read")

    async def open(self, *, migrate: bool = True) -> None:
        """Make the file if there is none, bring the schema up to date, start the writer."""
        try:
            await self._on(self._write_thread, self._connect, migrate)
        except BaseException:
            await self.close()
            raise
        self._writer = Writer(self._transact, Batcher("sqlite"), self._waits)
        self._writer.start()

    async def close(self) -> None:
        """Finish the writes in hand and let go of the file."""
        if self._writer is not None:
            await self._writer.close()
        await self._on(self._write_thread, self._disconnect)
        self._read_threads.shutdown()
        self._write_thread.shutdown()

    async def backup(self, to: Path) -> None:
        """Copy everything into another file, while the server runs; raises `StoreError`."""
        from misterx.server.store.transfer import copy_sqlite  # noqa: PLC0415 - it imports this

        await asyncio.to_thread(copy_sqlite, self._path, to)

    async def claim(self, table: TableId, seq: int, owner: str, now_ms: int, until_ms: int) -> bool:
        """Always granted: there is no other process."""
        del table, seq, owner, now_ms, until_ms
        return True

    def listen(self, hear: Callable[[TableId, int], None], overhear: Callable[[str], None]) -> None:
        """There is no other process to hear of."""
        del hear, overhear

    def free_bytes(self) -> int | None:
        """Return how many bytes are free on the disk of the file."""
        folders = self._path.absolute().parents
        with suppress(OSError):
            return disk_usage(next(folder for folder in folders if folder.is_dir())).free
        return 0

    def whisper(self, text: str) -> None:
        """There is no other process to tell."""
        del text

    def _connect(self, migrate: bool) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            leave_others_alone(self._path)
            self._path.touch(mode=0o600)  # it holds names, and moves that are still hidden
            self._writing = sqlite_engine(self._path).connect()
            with self._writing.begin():
                bring_up_to_date(self._writing, self._path, migrate=migrate)
            self._reading = sqlite_engine(self._path, readers=_READERS)
            self._file.remember()
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(
                f"cannot use {self._path} as the database: {described(error)}"
            ) from None

    def _disconnect(self) -> None:
        reading, self._reading = self._reading, None
        writing, self._writing = self._writing, None
        if reading is not None:
            reading.dispose()
        if writing is not None:
            writing.close()
            writing.engine.dispose()

    async def _read(self, work: Work[_T]) -> _T:
        if self._reading is None:
            raise StoreError("the database is not open")
        asked = perf_counter()
        read: tuple[float, _T]
        read = await self._on(self._read_threads, self._read_once, self._reading, work)
        connected, result = read
        self._waits.connected.observe(connected - asked)
        return result

    async def _write(self, work: Work[_T]) -> _T:
        return await self._open_writer().run(work)

    async def _transact(self, work: Work[_T], /) -> _T:
        if self._writing is None:
            raise StoreError("the database is not open")
        return await self._on(self._write_thread, self._write_once, self._writing, work)

    def _read_once(self, engine: Engine, work: Work[_T]) -> tuple[float, _T]:
        """When a connection was free, and what the reading gave."""
        self._file.check()
        try:
            with engine.connect() as connection:
                return perf_counter(), work(connection)
        except DBAPIError as error:
            raise told(error) from None

    def _write_once(self, connection: Connection, work: Work[_T]) -> _T:
        self._file.check()
        try:
            result = work(connection)
            try:
                connection.commit()
            except DBAPIError as error:
                # The transaction may still be open in it; a new one has none.
                connection.invalidate()
                self._file.journal_may_change()
                raise unknown_outcome(error) from None
        except BaseException as error:
            if isinstance(error, DiskFull | DBAPIError):
                self._note_room(error)
            connection.rollback()
            raise
        self._note_room(None)
        self._file.check()  # else what nobody finds again would be confirmed
        return result

    @staticmethod
    async def _on(threads: ThreadPoolExecutor, call: Callable[..., _T], *arguments: Any) -> _T:  # noqa: ANN401 - they are passed on
        return await asyncio.get_running_loop().run_in_executor(threads, call, *arguments)


def sqlite_engine(path: Path, readers: int = 0) -> Engine:
    """An engine with one connection that writes, or with some that only read."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # The driver begins no transaction by itself: `begin` below does.
        connect_args={"isolation_level": None, "timeout": _BUSY_S, "check_same_thread": False},
        hide_parameters=True,
        poolclass=QueuePool,
        pool_size=readers or 1,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        read_damaged_texts(connection, None)
        # FULL: a commit is on disk before anybody hears of it, and a power cut cannot take it.
        pragmas = ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]
        for pragma in [*pragmas, *(["query_only = ON"] if readers else [])]:
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # IMMEDIATE: a transaction that reads first and writes then could be refused halfway.
        connection.exec_driver_sql("BEGIN" if readers else "BEGIN IMMEDIATE")

    return engine


def read_damaged_texts(connection: sqlite3.Connection, _: object) -> None:
    """Let a connection read bytes that are not UTF-8, as lone surrogates.

    So one damaged text does not make all others of a query unreadable.
    """
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
