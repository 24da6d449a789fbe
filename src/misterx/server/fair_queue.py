"""A queue for the computer players' workers: by class, then fair by address, then by guest.

Whoever has used least of the workers' seconds is served first. It is start-time fair queueing: an
address that has been idle begins where the others are, so it neither saves up time nor pays for
time that nobody else wanted. Addresses are kept in memory only, and only while they matter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

__all__ = ["NOBODY", "Entry", "FairQueue", "Payer", "Priority"]

T = TypeVar("T")

_MOST_IDLE: Final = 10_000
"""Addresses, or guests of one, whose used time is remembered while they wait for nothing."""

_MOST_TURNS: Final = 4
"""Nobody waits for more than so many usual turns of the others because of time used before: a
question that came when there was nothing else to do may have had a hundred times as much."""
_WEIGHT: Final = 0.1
"""The weight of the last turn in the average of what a turn takes."""


class Priority(IntEnum):
    """The class of a question, the most urgent first."""

    PLAY = 0
    """A move at a table that somebody watches."""
    ADVICE = 1
    """A hint, or how likely Mister X is where: somebody waits for it."""
    ANALYSIS = 2
    """A move of a finished game that is analysed."""
    UNWATCHED = 3
    """A move at a table that nobody watches."""


_PATIENCE: Final = {Priority.ADVICE: 4, Priority.ANALYSIS: 16, Priority.UNWATCHED: 32}
"""How often a class is passed over until it is its turn, whatever waits in others."""


class Payer(NamedTuple):
    """Whose share of the workers a question uses."""

    address: str
    guest: str


NOBODY: Final = Payer("", "")


@dataclass(eq=False, slots=True)
class Entry(Generic[T]):
    """Something that waits."""

    item: T
    priority: Priority
    payer: Payer


class FairQueue(Generic[T]):
    """Things that wait for a worker."""

    def __init__(self) -> None:
        self._classes = {priority: _Class[T]() for priority in Priority}
        self._passed_over = dict.fromkeys(Priority, 0)

    def put(self, item: T, priority: Priority, payer: Payer) -> Entry[T]:
        """Let something wait; the entry is for `remove`."""
        entry = Entry(item, priority, payer)
        self._classes[priority].put(entry)
        return entry

    def remove(self, entry: Entry[T]) -> bool:
        """Let something wait no longer; False if it does not."""
        return self._classes[entry.priority].remove(entry)

    def take(self, priorities: Collection[Priority] = tuple(Priority)) -> Entry[T] | None:
        """Return what is served next of some classes; None if nothing of them waits."""
        waiting = [priority for priority in sorted(priorities) if self._classes[priority].length]
        if not waiting:
            return None
        overdue = (
            priority
            for priority in waiting[1:]
            if self._passed_over[priority] >= _PATIENCE[priority]
        )
        chosen = next(overdue, waiting[0])
        for priority in waiting:
            if priority > chosen:
                self._passed_over[priority] += 1
        self._passed_over[chosen] = 0
        return self._classes[chosen].take()

    def charge(self, priority: Priority, payer: Payer, seconds: float) -> None:
        """Note the seconds of a worker that a payer uses, or did not use after all."""
        self._classes[priority].charge(payer, seconds)

    def length(self, priority: Priority) -> int:
        """Return how many wait in a class."""
        return self._classes[priority].length

    @property
    def remembered(self) -> int:
        """How many addresses are in memory."""
        return sum(each.remembered for each in self._classes.values())


class _Turns:
    """Keys that take turns: first is the one that has used least since it began to wait."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._waiting: set[str] = set()
        self._heap: list[tuple[float, int, str]] = []
        """By the seconds used; an entry that is no longer so is left out when it comes up."""
        self._numbers = count()
        self._now = 0.0
        """The seconds that the last one served had used then."""
        self._usual = 0.0
        """The seconds of a turn, on average."""
        self._forget_at = 64

    def begin(self, key: str) -> None:
        if key in self._waiting:
            return
        self._waiting.add(key)
        self._use(key, max(self._used.get(key, 0.0), self._now))
        self._push(key)

    def end(self, key: str) -> None:
        self._waiting.discard(key)
        if not self._waiting:
            self._heap.clear()

    def first(self) -> str:
        while True:
            used, _, key = self._heap[0]
            if key in self._waiting and self._used[key] == used:
                self._now = max(self._now, used)
                return key
            heappop(self._heap)

    def charge(self, key: str, seconds: float) -> None:
        if seconds > 0:
            self._usual += (_WEIGHT if self._usual else 1.0) * (seconds - self._usual)
        self._use(key, self._used.get(key, self._now) + seconds)
        if key in self._waiting:
            self._push(key)

    def _use(self, key: str, seconds: float) -> None:
        self._used[key] = min(seconds, self._now + _MOST_TURNS * self._usual)

    def forget(self) -> list[str]:
        """Forget those that wait for nothing and would begin where the others are."""
        if len(self._used) < self._forget_at:
            return []
        idle = [key for key in self._used if key not in self._waiting]
        gone = [key for key in idle if len(idle) > _MOST_IDLE or self._used[key] <= self._now]
        for key in gone:
            del self._used[key]
        self._forget_at = max(64, 2 * len(self._used))
        return gone

    def _push(self, key: str) -> None:
        heappush(self._heap, (self._used[key], next(self._numbers), key))


@dataclass(slots=True)
class _Address(Generic[T]):
    """What waits for one address, by guest."""

    guests: _Turns = field(default_factory=_Turns)
    waiting: dict[str, deque[Entry[T]]] = field(default_factory=dict)


class _Class(Generic[T]):
    """What waits in one class."""

    def __init__(self) -> None:
        self.length = 0
        self._turns = _Turns()
        self._addresses: dict[str, _Address[T]] = {}

    @property
    def remembered(self) -> int:
        return len(self._addresses)

    def put(self, entry: Entry[T]) -> None:
        payer = entry.payer
        address = self._addresses.setdefault(payer.address, _Address())
        address.waiting.setdefault(payer.guest, deque()).append(entry)
        address.guests.begin(payer.guest)
        self._turns.begin(payer.address)
        self.length += 1

    def take(self) -> Entry[T]:
        address = self._turns.first()
        guest = self._addresses[address].guests.first()
        entry = self._addresses[address].waiting[guest].popleft()
        self._taken(entry)
        return entry

    def remove(self, entry: Entry[T]) -> bool:
        address = self._addresses.get(entry.payer.address)
        waiting = address.waiting.get(entry.payer.guest, ()) if address else ()
        if entry not in waiting:
            return False
        assert isinstance(waiting, deque)
        waiting.remove(entry)
        self._taken(entry)
        return True

    def _taken(self, entry: Entry[T]) -> None:
        self.length -= 1
        name, guest = entry.payer
        address = self._addresses[name]
        if not address.waiting[guest]:
            del address.waiting[guest]
            address.guests.end(guest)
        if not address.waiting:
            self._turns.end(name)

    def charge(self, payer: Payer, seconds: float) -> None:
        if (address := self._addresses.get(payer.address)) is None:
            return  # forgotten: nobody has waited since
        self._turns.charge(payer.address, seconds)
        address.guests.charge(payer.guest, seconds)
        address.guests.forget()
        for gone in self._turns.forget():
            del self._addresses[gone]
