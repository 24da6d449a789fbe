"""Let connections in a few at a time, so that not everybody waits for everybody.

After a restart all clients come back at once. Without an order each step of each of them takes
turns with all others, and the first sees their table when nearly all work is done. Here a few are
served at a time, and the others wait: fairly by address, those who are to move first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Final

__all__ = ["Admission", "Step"]

_AT_ONCE: Final = 8
"""Enough to keep the database and the event loop busy, and little beside a move."""


class Step(IntEnum):
    """A part of coming back that is served without a break."""

    CONNECT = 0
    """The connection is accepted."""
    WATCH = 1
    """A seat's table is read, if need be, and shown."""


class Admission:
    """A few places, and who waits for one. The two steps take turns, and so do addresses."""

    def __init__(self, most: int = _AT_ONCE) -> None:
        self._free = most
        self._queues = deque(_Queue() for _ in Step)
        self._of = dict(zip(Step, self._queues, strict=True))

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(map(len, self._queues))

    @asynccontextmanager
    async def place(
        self, step: Step, address: str, *, to_move: bool = False
    ) -> AsyncIterator[None]:
        """Wait for a place and hold it.

        Args:
            step: What is to be done.
            address: Whose it is; each address gets a place in turn.
            to_move: True: before others of the same address.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(self._of[step], address, to_move)
        try:
            yield
        finally:
            self._hand_on()

    async def _wait(self, queue: _Queue, address: str, to_move: bool) -> None:
        waiter = asyncio.get_running_loop().create_future()
        queue.add(waiter, address, to_move)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # it has got the place in this very moment
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Give a place to the next one, or set it free."""
        for _ in Step:
            queue = self._queues[0]
            self._queues.rotate(-1)
            if (waiter := queue.take()) is not None:
                waiter.set_result(None)
                return
        self._free += 1


class _Queue:
    """Those who wait for a step: each address in turn, and of each those to move first."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, tuple[deque[_Waiter], deque[_Waiter]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(first) + len(others) for first, others in self._of.values())

    def add(self, waiter: _Waiter, address: str, to_move: bool) -> None:
        """Let somebody wait."""
        first, others = self._of.setdefault(address, (deque(), deque()))
        (first if to_move else others).append(waiter)

    def take(self) -> _Waiter | None:
        """Return the next who still waits, out of the queue; None if there is nobody."""
        while self._of:
            address, (first, others) = self._of.popitem(last=False)
            waiter = (first or others).popleft()
            if first or others:
                self._of[address] = first, others
            if not waiter.done():
                return waiter
        return None


_Waiter = asyncio.Future[None]
