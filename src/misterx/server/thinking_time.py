"""How long computer players think, and when they answer, by how many questions are open.

None of it depends on what is in a question: only on who asks for how many at the same time.
"""

from __future__ import annotations

from collections import defaultdict
from math import ceil
from typing import Final

from misterx.server.fair_queue import Payer, Priority

__all__ = ["OpenQuestions", "answer_seconds", "search_seconds"]

_ALONE: Final = 0.9
"""The part of its time that a question gets of a worker of its own."""
_BUSY: Final = 0.6
"""The part of the time in which workers with many questions search; the rest is to spare."""
_LEAST: Final = 0.005
"""The part of its time that every question gets, however many there are."""
_LATEST: Final = 0.9
"""The part of the answer time by which the last of all open questions is to be answered."""
_MOST: Final = 60
"""The answer time grows to so many times the normal one at most."""

_WATCHED = (Priority.PLAY, Priority.ADVICE)


class OpenQuestions:
    """Count the questions that have not been answered, by address and guest."""

    def __init__(self) -> None:
        self._watched = _Shares()
        self._all = _Shares()

    def add(self, priority: Priority, payer: Payer) -> None:
        """Count one more."""
        if priority in _WATCHED:
            self._watched.add(payer, 1)
        self._all.add(payer, 1)

    def remove(self, priority: Priority, payer: Payer) -> None:
        """Count one less."""
        if priority in _WATCHED:
            self._watched.add(payer, -1)
        self._all.add(payer, -1)

    def share(self, priority: Priority, payer: Payer) -> float:
        """Return the part of all workers for one question of a payer, one that is counted.

        Addresses get equal parts, so do the guests of an address, and a guest's questions. What
        nobody watches takes nothing from what somebody watches.
        """
        return (self._watched if priority in _WATCHED else self._all).of(payer)


class _Shares:
    def __init__(self) -> None:
        self._open: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def add(self, payer: Payer, number: int) -> None:
        guests = self._open[payer.address]
        guests[payer.guest] = guests.get(payer.guest, 0) + number
        if not guests[payer.guest]:
            del guests[payer.guest]
        if not guests:
            del self._open[payer.address]

    def of(self, payer: Payer) -> float:
        guests = self._open[payer.address]
        return 1 / (len(self._open) * len(guests) * guests[payer.guest])


def search_seconds(seconds: float, workers: int, share: float) -> float:
    """Return how long a worker is one question's.

    Args:
        seconds: the normal time for a move.
        workers: how many there are.
        share: the question's part of all of them.

    >>> (
    ...     search_seconds(1.0, 2, 1 / 2),
    ...     search_seconds(1.0, 2, 1 / 4),
    ...     search_seconds(1.0, 2, 1 / 300),
    ... )
    (0.9, 0.3, 0.005)
    """
    if workers * share >= 1:
        return _ALONE * seconds
    return seconds * max(_LEAST, _BUSY * workers * share)


def answer_seconds(seconds: float, workers: int, share: float, overhead: float) -> float:
    """Return after how long a question is answered: the normal time, or more on a full machine.

    It grows in steps of half the normal time, when the workers cannot be done by then although
    every question gets as little as `search_seconds` gives it.

    Args:
        seconds: the normal time for a move.
        workers: how many there are.
        share: the question's part of all of them.
        overhead: the seconds of a worker that a question takes besides.

    >>> answer_seconds(1.0, 2, 1 / 100, 0.003), answer_seconds(1.0, 2, 1 / 500, 0.003)
    (1.0, 2.5)
    """
    if workers * share >= 1:
        return seconds
    needed = (search_seconds(seconds, workers, share) + overhead) / (workers * share)
    steps = ceil(2 * needed / (_LATEST * seconds))
    return seconds * min(max(steps, 2) / 2, _MOST)
