"""News between server processes, over PostgreSQL's NOTIFY: which table has which new entry."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Any, Final, TypeAlias

import asyncpg

from misterx.server.entry import TableId

__all__ = ["NEWS", "PartyLine", "parcels"]

NEWS: Final = "misterx_news"
"""The channel of new entries, each parcel in the transaction with the entries it tells of."""
_WHISPERS: Final = "misterx_whispers"

_LARGEST: Final = 7900
"""Bytes in a parcel; PostgreSQL takes fewer than 8000."""
_MOST_WHISPERS: Final = 1000
"""That may wait; more would mean that the connection cannot keep up."""
_EVERY_S: Final = 5.0
"""How often everybody is asked to look whether something was missed."""
_AGAIN_S: Final = 0.5
"""How long to wait before the next try to connect."""

_Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
_BREAKS: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


def parcels(process: str, news: Collection[tuple[TableId, int]]) -> Iterator[str]:
    """News as texts that NOTIFY can carry, with the process that they come from in front.

    >>> list(parcels("p1", [("ABCD", 7), ("EFGH", 1)]))
    ['p1 ABCD:7 EFGH:1']
    """
    parcel, size = [process], len(process)
    for table, seq in news:
        item = f"{table}:{seq}"
        length = len(item.encode()) + 1
        if size + length > _LARGEST:
            yield " ".join(parcel)
            parcel, size = [process], len(process)
        parcel.append(item)
        size += length
    if len(parcel) > 1:
        yield " ".join(parcel)


class PartyLine:
    """A connection of its own on which processes hear each other; made anew when it breaks."""

    def __init__(self, connect: Callable[[], Awaitable[_Connection]], process: str) -> None:
        """Make one that hears nothing yet.

        Args:
            connect: Opens a connection.
            process: The sender of this process's own news, which it does not hear.
        """
        self._connect = connect
        self._process = process
        self._hear: list[Callable[[TableId, int], None]] = []
        self._overhear: list[Callable[[str], None]] = []
        self._whispers: list[str] = []
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def listen(self, hear: Callable[[TableId, int], None], overhear: Callable[[str], None]) -> None:
        """Tell these too: of entries, and of whispers."""
        self._hear.append(hear)
        self._overhear.append(overhear)

    def whisper(self, text: str) -> None:
        """Tell the other processes; what is too long or cannot be sent is lost."""
        whisper = f"{self._process} {text}"
        with contextlib.suppress(UnicodeEncodeError):
            small = "\0" not in text and len(whisper.encode()) <= _LARGEST
            if small and len(self._whispers) < _MOST_WHISPERS:
                self._whispers.append(whisper)
                self._stirred.set()

    async def start(self) -> None:
        """Begin to listen: whatever is appended from now on is heard."""
        connection = await self._connected()
        self._task = asyncio.create_task(self._run(connection), name="store news")

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self, connection: _Connection) -> None:
        while True:
            with contextlib.suppress(*_BREAKS):
                await self._until_it_breaks(connection)
            connection = await self._connected_again()
            self._tell("", 0)

    async def _connected(self) -> _Connection:
        connection = await self._connect()
        try:
            await connection.add_listener(NEWS, self._unpack)
            await connection.add_listener(_WHISPERS, self._unpack_whisper)
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(lambda _: self._stirred.set())
        return connection

    async def _connected_again(self) -> _Connection:
        while True:
            await asyncio.sleep(_AGAIN_S)
            with contextlib.suppress(*_BREAKS):
                return await self._connected()

    async def _until_it_breaks(self, connection: _Connection) -> None:
        loop = asyncio.get_running_loop()
        look = loop.time() + _EVERY_S
        try:
            while not connection.is_closed():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout_at(look):
                        await self._stirred.wait()
                self._stirred.clear()
                if loop.time() >= look:
                    # The statement finds out also if the other side is gone without a word.
                    await connection.execute("SELECT 1", timeout=_EVERY_S)
                    self._tell("", 0)
                    look = loop.time() + _EVERY_S
                if whispers := self._whispers:
                    self._whispers = []
                    await connection.execute(
                        "SELECT pg_notify($1, unnest($2::text[]))", _WHISPERS, whispers
                    )
        finally:
            connection.terminate()

    def _unpack(self, _connection: Any, _pid: int, _channel: str, parcel: Any) -> None:  # noqa: ANN401 - as asyncpg has it
        process, *items = str(parcel).split(" ")
        if process == self._process:
            return
        for item in items:
            table, _, seq = item.rpartition(":")
            if seq.isdecimal():
                self._tell(table, int(seq))

    def _unpack_whisper(self, _connection: Any, _pid: int, _channel: str, parcel: Any) -> None:  # noqa: ANN401 - as asyncpg has it
        process, _, text = str(parcel).partition(" ")
        if process != self._process:
            for overhear in self._overhear:
                asyncio.get_running_loop().call_soon(overhear, text)

    def _tell(self, table: TableId, seq: int) -> None:
        # Soon, not now: an error in one of them must end neither the line nor the others.
        for hear in self._hear:
            asyncio.get_running_loop().call_soon(hear, table, seq)
