"""Asking the thinking processes for hints and likelihoods: one hint each, no position twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from misterx.server.entry import GuestId
from misterx.server.question import Question
from misterx.server.thinking import Thinkers

__all__ = ["Advice", "Pending"]

_MOST_KEPT: Final = 500
"""Positions whose likelihoods are at hand."""


class Pending(Exception):
    """Somebody asks for a hint while he waits for one."""


class Advice:
    """What those who do not play are asked."""

    def __init__(self, thinkers: Thinkers, seconds: float) -> None:
        self._thinkers = thinkers
        self._seconds = seconds
        self._waiting: set[GuestId] = set()
        self._where: OrderedDict[Hashable, asyncio.Task[object]] = OrderedDict()

    async def hint(self, guest: GuestId, asked: Question) -> object:
        """A hint, one at a time for everybody; raises `Pending` and `ThinkingError`."""
        if guest in self._waiting:
            raise Pending
        self._waiting.add(guest)
        try:
            return await self._thinkers.consult(asked, self._seconds)
        finally:
            self._waiting.remove(guest)

    async def where(self, position: Hashable, asked: Question) -> object:
        """How likely he is where; many who ask for the same position wait for one answer."""
        task = self._where.get(position)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._thinkers.consult(asked, self._seconds))
            self._where[position] = task
            while len(self._where) > _MOST_KEPT:
                self._where.popitem(last=False)
        return await asyncio.shield(task)
