"""Group commit: everything that waits to be written goes into one transaction.

A transaction on disk costs a millisecond or more, whatever is in it. While one is under way the
next one fills.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection

from misterx.server.store.base import Appended, StoreError
from misterx.server.store.batch import Batcher, NewEntry
from misterx.server.store.failures import FAILURES, told, worth_a_try_alone
from misterx.server.store.waits import Waits

__all__ = ["Work", "Writer"]

_T = TypeVar("_T")

Work = Callable[[Connection], _T]
"""Statements on a connection, in a transaction that the caller has begun and will commit."""

_MOST: Final = 500
"""So many in one transaction at most, so that the first of them does not wait for too long."""


_GATHERING_S: Final = 0.008
"""Under load, so much time from transaction to transaction at least.

Each costs the processor about as much as ten entries in it do. Without a pause there would be one
for every entry or two; whoever is alone never waits.
"""


class _Transact(Protocol):
    """Runs work in a transaction of its own and commits it.

    Raises `StoreError` if the commit failed, so that nobody knows what became of it; any other
    error if nothing was saved.
    """

    def __call__(self, work: Work[_T], /) -> Awaitable[_T]: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """Somebody who waits for a write."""

    write: NewEntry | Work[Any]
    answer: asyncio.Future[Any]
    since: float
    """When the event loop's clock showed this, it began to wait."""


class Writer:
    """The only one that writes in a process; others put their wishes in its queue."""

    def __init__(
        self,
        transact: _Transact,
        batcher: Batcher,
        waits: Waits,
        announce: Callable[[Connection, Sequence[NewEntry]], None] = lambda _connection, _new: None,
    ) -> None:
        """Make one that does nothing yet.

        Args:
            transact: How a transaction is run.
            batcher: How entries are saved in it.
            waits: Where the waits are counted.
            announce: What is to be done in the transaction for those that were.
        """
        self._transact = transact
        self._batcher = batcher
        self._waits = waits
        self._announce = announce
        self._queue: list[_Waiting] = []
        self._filled = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def close(self) -> None:
        """Write what waits, and end."""
        self._closing = True
        self._filled.set()
        if self._task is not None:
            await self._task

    def __len__(self) -> int:
        """How many writes wait for their transaction to begin."""
        return len(self._queue)

    async def append(self, new: NewEntry) -> Appended:
        """Save an entry; raises `StoreError`."""
        result: Appended = await self._wait_for(new)
        return result

    async def run(self, work: Work[_T]) -> _T:
        """Do some other writing in the next transaction; raises `StoreError`."""
        result: _T = await self._wait_for(work)
        return result

    def _wait_for(self, write: NewEntry | Work[Any]) -> asyncio.Future[Any]:
        if self._closing or self._task is None:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        self._queue.append(_Waiting(write, answer, loop.time()))
        self._filled.set()
        return answer

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._filled.wait()
            if not self._queue:
                if self._closing:
                    return
                self._filled.clear()
                continue
            batch, self._queue = self._queue[:_MOST], self._queue[_MOST:]
            begun = loop.time()
            for each in batch:
                self._waits.queued.observe(begun - each.since)
            with self._waits.written.time():
                await self._write(batch)
            if len(batch) > 1 and not self._closing:
                await asyncio.sleep(begun + _GATHERING_S - loop.time())

    async def _write(self, batch: Sequence[_Waiting]) -> None:
        """Write a batch and answer everybody in it; never raises."""
        try:
            results = await self._transact(lambda connection: self._save(connection, batch))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            if len(batch) > 1 and worth_a_try_alone(error):
                # One of them is at fault and nothing was saved: the others shall not suffer.
                for each in batch:
                    await self._write([each])
                return
            failure = told(error) if isinstance(error, FAILURES) else error
            for each in batch:
                if not each.answer.done():
                    each.answer.set_exception(failure)
            return
        self._remember(batch, results)
        for each, result in zip(batch, results, strict=True):
            if (
                not each.answer.done()
            ):  # its caller may have been cancelled; it is saved all the same
                each.answer.set_result(result)

    def _save(self, connection: Connection, batch: Sequence[_Waiting]) -> list[Any]:
        """What became of each; run in the transaction, perhaps on another thread."""
        news = [each.write for each in batch if isinstance(each.write, NewEntry)]
        results = iter(self._batcher.save(connection, news))
        answers = [
            next(results) if isinstance(each.write, NewEntry) else each.write(connection)
            for each in batch
        ]
        saved = [
            each.write
            for each, answer in zip(batch, answers, strict=True)
            if answer is Appended.DONE and isinstance(each.write, NewEntry)
        ]
        if saved:
            self._announce(connection, saved)
        return answers

    def _remember(self, batch: Sequence[_Waiting], answers: Sequence[Any]) -> None:
        pairs = [
            (each.write, answer)
            for each, answer in zip(batch, answers, strict=True)
            if isinstance(each.write, NewEntry)
        ]
        self._batcher.committed([new for new, _ in pairs], [answer for _, answer in pairs])
