"""Tables in PostgreSQL: any number of server processes, each with the same rights to every table.

No process owns a table. The keys of the database decide races, and NOTIFY tells the others.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar
from uuid import uuid4

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from misterx.server.entry import GuestId, TableId
from misterx.server.logs import get_log
from misterx.server.store import queries
from misterx.server.store.address import PostgresAddress
from misterx.server.store.base import StoreError
from misterx.server.store.batch import Batcher, NewEntry
from misterx.server.store.failures import (
    FAILURES,
    ConnectingFailed,
    described,
    lost,
    told,
    unknown_outcome,
)
from misterx.server.store.migrating import bring_up_to_date
from misterx.server.store.news import NEWS, PartyLine, parcels
from misterx.server.store.sql import SqlStore
from misterx.server.store.writer import Work, Writer

__all__ = ["PostgresStore", "bring_up_to_date_alone", "connect", "postgres_engine"]

_T = TypeVar("_T")

_log = get_log("store")

_CONNECTIONS: Final = 4
_MIGRATING: Final = 7_238_551_902
"""The number of the lock under which one process at a time changes the schema."""
_TRIES: Final = 2
"""The first may meet a connection that has been dead for long; the second has a new one."""
_IDENTIFY: Final = (
    "SELECT oid, (SELECT name FROM identity) FROM pg_database WHERE datname = current_database()"
)
_NOTIFY: Final = text("SELECT pg_notify(:channel, :parcel)")
_LOCK: Final = text("SELECT pg_advisory_xact_lock(:number)")


class PostgresStore(SqlStore):
    """The store in a database of a PostgreSQL server."""

    is_shared = True

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__()
        self._address = address
        self._engine: AsyncEngine | None = None
        # A connection of its own: entries never wait for those who read.
        self._writing: AsyncEngine | None = None
        self._process = uuid4().hex
        self._line = PartyLine(self._connect, self._process)
        self._identity: tuple[object, ...] | None = None
        """Which database was opened, known once its tables are there."""
        self._is_gone = False

    async def open(self, *, migrate: bool = True) -> None:
        """Connect, bring the schema up to date, start the writer and the listener."""
        try:
            self._engine = postgres_engine(self._address, _CONNECTIONS, self._connect)
            self._writing = postgres_engine(self._address, 1, self._connect)
            await self._transact(
                lambda on: bring_up_to_date_alone(on, self._address, migrate=migrate)
            )
            self._identity = await self._identify()
            await self._line.start()
        except BaseException as error:
            await self.close()
            if isinstance(error, FAILURES):
                raise StoreError(f"cannot use {self._address}: {told(error)}") from None
            raise
        self._writer = Writer(self._transact, Batcher("postgresql"), self._waits, self._announce)
        self._writer.start()

    async def _connect(self) -> asyncpg.Connection[asyncpg.Record]:
        """Open a connection, but not to another database than the first that was opened.

        Whoever drops a database and makes another of its name leaves this process with tables
        in memory that are not there.
        """
        connection = await connect(self._address)
        if self._identity is not None:
            try:
                found = await _identity_of(connection)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                found = None
            if found != self._identity:
                connection.terminate()
                if not self._is_gone:
                    _log.error("database_replaced", todo="start the server anew")
                self._is_gone = True
                raise ConnectingFailed(
                    "another PostgreSQL database than before is at this address; start the server "
                    "anew"
                )
            self._is_gone = False
        return connection

    async def _identify(self) -> tuple[object, ...] | None:
        connection = await connect(self._address)
        try:
            return await _identity_of(connection)
        finally:
            await connection.close()

    async def close(self) -> None:
        """Finish the writes in hand and close all connections."""
        if self._writer is not None:
            await self._writer.close()
        await self._line.stop()
        for engine in (self._engine, self._writing):
            if engine is not None:
                await engine.dispose()
        self._engine = self._writing = None

    async def backup(self, to: Path) -> None:
        """Copy everything into a SQLite file, while servers run; raises `StoreError`."""
        from misterx.server.store.transfer import copy_postgres  # noqa: PLC0415 - it imports this

        await copy_postgres(_opened(self._engine), to)

    async def claim(self, table: TableId, seq: int, owner: str, now_ms: int, until_ms: int) -> bool:
        """Take on a computer player's turn after entry `seq` until some time.

        False if another process has it and its time is not over, or the turn is long past.
        """
        return await self._write(lambda on: queries.claim(on, table, seq, owner, now_ms, until_ms))

    def listen(self, hear: Callable[[TableId, int], None], overhear: Callable[[str], None]) -> None:
        """Call `hear` with the table and number of each entry that another process appended.

        Every few seconds and after a broken connection with "" and 0: news may have been missed.
        `overhear` is called with what other processes whisper.
        """
        self._line.listen(hear, overhear)

    def whisper(self, text: str) -> None:
        """Tell other processes something that is not kept, and that may get lost."""
        self._line.whisper(text)

    async def forget_guest(self, guest: GuestId) -> Sequence[TableId] | None:
        """Delete a guest: identity, memberships, names and what he wrote; the moves stay."""

        def forget(on: Connection) -> Sequence[TableId] | None:
            touched = queries.forget_guest(on, guest)
            self._tell(on, [(table, 0) for table in touched or ()])
            return touched

        return await self._write(forget)

    async def _read(self, work: Work[_T]) -> _T:
        return await _tried(lambda: self._read_once(work))

    async def _read_once(self, work: Work[_T]) -> _T:
        asked = perf_counter()
        async with _opened(self._engine).connect() as connection:
            self._waits.connected.observe(perf_counter() - asked)
            return await connection.run_sync(work)

    async def _write(self, work: Work[_T]) -> _T:
        # Not with the entries: PostgreSQL gathers the commits of several connections by itself,
        # and whoever holds the lock of one row for a short time only never locks up with others.
        return await _tried(lambda: self._transact_once(self._engine, work))

    async def _transact(self, work: Work[_T], /) -> _T:
        """A transaction for the writer, which looks at errors itself."""
        return await _again_if_lost(lambda: self._transact_once(self._writing, work))

    async def _transact_once(self, engine: AsyncEngine | None, work: Work[_T]) -> _T:
        try:
            result = await self._transaction(engine, work)
        except (*FAILURES, StoreError) as error:
            self._note_room(error)
            raise
        self._note_room(None)
        return result

    async def _transaction(self, engine: AsyncEngine | None, work: Work[_T]) -> _T:
        asked = perf_counter()
        async with _opened(engine).connect() as connection:
            if engine is self._engine:  # the writer's own connection never waits for another
                self._waits.connected.observe(perf_counter() - asked)
            result = await connection.run_sync(work)
            try:
                await connection.commit()
            except FAILURES as error:
                raise unknown_outcome(error) from None
            return result

    def _announce(self, connection: Connection, saved: Sequence[NewEntry]) -> None:
        self._tell(connection, [new.number for new in saved])

    def _tell(self, connection: Connection, news: Collection[tuple[TableId, int]]) -> None:
        for parcel in parcels(self._process, news):
            connection.execute(_NOTIFY, {"channel": NEWS, "parcel": parcel})


async def connect(address: PostgresAddress) -> asyncpg.Connection[asyncpg.Record]:
    """A connection of its own; raises `OSError`, whether network or server is the cause."""
    try:
        # A server that is gone without a word must not hold anybody up for good.
        return await asyncpg.connect(address.dsn, timeout=10, command_timeout=30)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, TimeoutError) as error:
        raise ConnectingFailed(f"no connection to PostgreSQL: {described(error)}") from None


async def _identity_of(
    connection: asyncpg.Connection[asyncpg.Record],
) -> tuple[object, ...] | None:
    """Return what only this database has: its number in its server, and its random name."""
    return tuple(await connection.fetchrow(_IDENTIFY) or ()) or None


def postgres_engine(
    address: PostgresAddress,
    connections: int,
    connect_to: Callable[[], Awaitable[asyncpg.Connection[asyncpg.Record]]] | None = None,
) -> AsyncEngine:
    """An engine with so many connections at most, opened by `connect_to` if that is given."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect_to or (lambda: connect(address)),
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
    )


def bring_up_to_date_alone(
    connection: Connection, address: PostgresAddress, *, migrate: bool = True
) -> None:
    """Bring the schema up to date while no other process can, in the connection's transaction."""
    connection.execute(_LOCK, {"number": _MIGRATING})
    bring_up_to_date(connection, address, migrate=migrate)


def _opened(engine: AsyncEngine | None) -> AsyncEngine:
    if engine is None:
        raise StoreError("the database is not open")
    return engine


async def _tried(run: Callable[[], Awaitable[_T]]) -> _T:
    """What comes of a run, or a `StoreError`."""
    try:
        return await _again_if_lost(run)
    except FAILURES as error:
        raise told(error) from None


async def _again_if_lost(run: Callable[[], Awaitable[_T]]) -> _T:
    """What comes of a run, or of the next one if the first found a dead connection."""
    for _ in range(_TRIES - 1):
        try:
            return await run()
        except FAILURES as error:
            if not lost(error):
                raise
    return await run()
