"""Asking the thinking processes for hints and likelihoods: one hint each, no position twice."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Hashable
from math import ceil
from typing import Final

from misterx.server.question import Question
from misterx.server.thinking import Order, Payer, Priority, Thinkers

__all__ = ["Advice", "TooManyQuestions"]

_MOST_KEPT: Final = 500
"""Positions whose likelihoods are at hand."""
_MOST_OPEN: Final = 16
"""Hints and likelihoods that one address may wait for: a household at several tables."""


class TooManyQuestions(Exception):
    """Somebody waits for a hint already, or an address for many. The message says which."""

    def __init__(self, message: str, seconds: float) -> None:
        self.seconds = max(1, ceil(seconds))
        super().__init__(f"{message}: try again in {self.seconds} s")


class Advice:
    """What those who do not play are asked."""

    def __init__(self, thinkers: Thinkers, seconds: float) -> None:
        self._thinkers = thinkers
        self._seconds = seconds
        self._guests: set[str] = set()
        """Those who wait for a hint."""
        self._addresses: Counter[str] = Counter()
        """What each waits for."""
        self._where: OrderedDict[Hashable, asyncio.Task[object]] = OrderedDict()

    async def hint(self, payer: Payer, asked: Question) -> object:
        """A hint, one at a time for everybody.

        Raises:
            TooManyQuestions: if the guest waits for one already, or the address for many.
            ThinkingError: if there is no answer.
        """
        order = Order(Priority.ADVICE, payer)
        if payer.guest in self._guests:
            seconds = self._thinkers.answer_seconds(order, self._seconds)
            raise TooManyQuestions("you wait for a hint already; one at a time", seconds)
        self._check(order)
        self._guests.add(payer.guest)
        try:
            return await self._asked(asked, order)
        finally:
            self._guests.remove(payer.guest)

    async def where(self, payer: Payer, position: Hashable, asked: Question) -> object:
        """How likely he is where; many who ask for the same position wait for one answer.

        Raises:
            TooManyQuestions: if the address waits for many answers already.
            ThinkingError: if there is no answer.
        """
        task = self._where.get(position)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            order = Order(Priority.ADVICE, payer)
            self._check(order)
            task = asyncio.create_task(self._asked(asked, order))
            self._where[position] = task
            while len(self._where) > _MOST_KEPT:
                self._where.popitem(last=False)
        return await asyncio.shield(task)

    def _check(self, order: Order) -> None:
        """Refuse a question of an address that waits for many."""
        if self._addresses[order.payer.address] >= _MOST_OPEN:
            seconds = self._thinkers.answer_seconds(order, self._seconds)
            raise TooManyQuestions("your address waits for many hints already", seconds)

    async def _asked(self, asked: Question, order: Order) -> object:
        address = order.payer.address
        self._addresses[address] += 1
        try:
            return await self._thinkers.consult(asked, self._seconds, order)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
