"""Things that are free, and those who wait for one: whoever is in a hurry gets it first."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from itertools import count
from typing import Generic, TypeVar

__all__ = ["Idle"]

T = TypeVar("T")


class Idle(Generic[T]):
    """A queue with two kinds of waiters; each kind is served in the order of coming."""

    def __init__(self) -> None:
        self._free: list[T] = []
        self._waiting: list[tuple[bool, int, asyncio.Future[T]]] = []
        self._numbers = count()

    async def get(self, *, urgent: bool) -> T:
        """One that is free, at once or when somebody has put it back."""
        if self._free:
            return self._free.pop(0)
        mine: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not urgent, next(self._numbers), mine))
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it came in the same moment
                self.put(mine.result())
            raise

    def put(self, thing: T) -> None:
        """It is free now, or is somebody else's who waits."""
        while self._waiting:
            *_, waiter = heappop(self._waiting)
            if not waiter.done():
                waiter.set_result(thing)
                return
        self._free.append(thing)
