"""How many rounds two hunters who see Mister X need to catch him, wherever the three stand.

Worked out backwards from the catch, once for a board and the lines that are open on it; tickets,
double moves and others aside. In London two who see him catch him from nearly everywhere, so what a
place is worth shows in the rounds that it takes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from misterx.kernels.belief import lowest
from misterx.kernels.compiling import kernel, part
from misterx.kernels.layout import BLACK_RIDE, LAND_RIDE
from misterx.kernels.tables import WORDS, Tables

__all__ = ["MOST_ROUNDS", "NO_PURSUIT", "fill", "pursuit_on"]

MOST_ROUNDS: Final = 15
"""So many stand for more, too, and for never."""
ANYWHERE: Final = np.uint64(2**64 - 1)
"""A word of a set that all stations are in."""
NO_PURSUIT: Final = np.empty((0, 0, 0), np.uint8)
"""For searches that do not look at it."""
NO_PURSUIT.flags.writeable = False


def pursuit_on(t: Tables) -> np.ndarray:
    """The rounds by Mister X's station and those of two hunters, at the start of his turn."""
    highest = int(np.flatnonzero(t.away.diagonal() == 0).max())
    return _pursuit(highest + 1, t.reach[LAND_RIDE].tobytes(), t.reach[BLACK_RIDE].tobytes())


@lru_cache(maxsize=4)
def _pursuit(size: int, steps: bytes, rides: bytes) -> np.ndarray:
    """The same from where a move leads, as sets: a hunter's, and Mister X's by any line."""
    hunters, x = (
        np.frombuffer(sets, np.uint64).reshape(-1, WORDS).copy() for sets in (steps, rides)
    )
    for station in np.flatnonzero(~hunters.any(axis=1)):  # who cannot move stays
        hunters[station, station >> 6] = np.uint64(1) << np.uint64(station & 63)
    table = np.full((size, size, size), MOST_ROUNDS, np.uint8)
    fill(hunters, x, table)
    table.flags.writeable = False
    return table


@kernel
def fill(steps: np.ndarray, rides: np.ndarray, table: np.ndarray) -> None:
    """Write the rounds into a table that is full of `MOST_ROUNDS`.

    Where he is lost is kept by his station and one hunter's, as sets of the other's: when it is
    his turn, when both hunters are to move, and when only the other is.
    """
    size = len(table)
    lost = np.zeros((size, size, WORDS), np.uint64)
    before_both = np.zeros((size, size, WORDS), np.uint64)
    before_other = np.zeros((size, size, WORDS), np.uint64)
    cornered = np.empty(WORDS, np.uint64)
    for x in range(size):
        before_both[x, :, x >> 6] = np.uint64(1) << np.uint64(x & 63)  # he cannot go to a hunter
        before_both[x, x] = ANYWHERE
        before_other[x] = steps[x]  # lines go both ways
        before_other[x, x] = ANYWHERE
    for number in range(1, MOST_ROUNDS):
        for x in range(size):
            for one in range(size):
                _let_one_move(steps[one], before_other[x], before_both[x, one])
        for x in range(size):
            for one in range(size):
                _let_x_move(rides[x], before_both, one, cornered)
                for word in range(WORDS):
                    new = cornered[word] & ~lost[x, one, word]
                    lost[x, one, word] |= new
                    while new:
                        other = word * 64 + lowest(new)
                        new &= new - np.uint64(1)
                        if other >= size:
                            break
                        table[x, one, other] = number
                        if other != one:  # two do not share a station
                            _add(steps[other], before_other[x, one])


@kernel
def _let_one_move(steps: np.ndarray, before_other: np.ndarray, before_both: np.ndarray) -> None:
    """Add from where he is lost when one hunter goes somewhere, and then the other."""
    for number in range(WORDS):
        goals = steps[number]
        while goals:
            _add(before_other[number * 64 + lowest(goals)], before_both)
            goals &= goals - np.uint64(1)


@part
def _add(more: np.ndarray, stations: np.ndarray) -> None:
    for word in range(WORDS):
        stations[word] |= more[word]


@kernel
def _let_x_move(rides: np.ndarray, before_both: np.ndarray, one: int, cornered: np.ndarray) -> None:
    """Find from where he is lost wherever he goes."""
    cornered[:] = ANYWHERE
    for number in range(WORDS):
        goals = rides[number]
        while goals:
            goal = number * 64 + lowest(goals)
            goals &= goals - np.uint64(1)
            for word in range(WORDS):
                cornered[word] &= before_both[goal, one, word]
