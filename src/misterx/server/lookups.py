"""Look things up in the database together: one query for all that is asked for meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

from misterx.server.store.base import StoreError

__all__ = ["Lookups"]

_Key = TypeVar("_Key")
_Found = TypeVar("_Found")

_AT_ONCE: Final = 32
"""So many keys are looked up by one query at most."""


class Lookups(Generic[_Key, _Found]):
    """A query for many keys at once. Keys that come while it runs wait for the next one."""

    def __init__(
        self, look_up: Callable[[Sequence[_Key]], Awaitable[Mapping[_Key, _Found]]]
    ) -> None:
        self._look_up = look_up
        self._wanted: dict[_Key, asyncio.Future[_Found | None]] = {}
        self._running: asyncio.Task[None] | None = None

    async def find(self, key: _Key) -> _Found | None:
        """Return what there is of a key; None if there is nothing."""
        waiter = self._wanted.get(key)
        if waiter is None:
            waiter = self._wanted[key] = asyncio.get_running_loop().create_future()
            waiter.add_done_callback(_retrieved)
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        return await asyncio.shield(waiter)

    async def _run(self) -> None:
        """Look up until nothing more is wanted."""
        try:
            while self._wanted:
                keys = list(self._wanted)[:_AT_ONCE]
                waiters = {key: self._wanted.pop(key) for key in keys}
                if not await self._answer(waiters):
                    # One of them cannot be read, and the others shall not suffer for it.
                    for key, waiter in waiters.items():
                        await self._answer({key: waiter})
        finally:
            self._running = None

    async def _answer(self, waiters: Mapping[_Key, asyncio.Future[_Found | None]]) -> bool:
        """Look up some keys and tell who waits for them; False: nobody was told anything."""
        try:
            found = await self._look_up(list(waiters))
        except Exception as error:  # noqa: BLE001 - it is raised where it was asked for
            if len(waiters) > 1 and not isinstance(error, StoreError):
                return False
            for waiter in waiters.values():
                waiter.set_exception(error)
        else:
            for key, waiter in waiters.items():
                waiter.set_result(found.get(key))
        return True


def _retrieved(waiter: asyncio.Future[_Found | None]) -> None:
    """Take note of an error that nobody waits for any more."""
    if not waiter.cancelled():
        waiter.exception()
