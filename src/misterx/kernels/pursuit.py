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
from misterx.kernels.compiling import kernel
from misterx.kernels.layout import BLACK_RIDE, LAND_RIDE
from misterx.kernels.tables import WORDS, Tables

__all__ = ["MOST_ROUNDS", "NO_PURSUIT", "fill", "pursuit_on"]

MOST_ROUNDS: Final = 15
"""So many stand for more, too, and for never."""
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
    """Write the rounds into a table that is full of `MOST_ROUNDS`."""
    size = len(table)
    # Where he is lost when it is his turn, by the hunters' stations; and if one more may move.
    lost = np.zeros((size, size, WORDS), np.uint64)
    after_one = np.zeros((size, size, WORDS), np.uint64)
    caught = np.empty(WORDS, np.uint64)
    away = np.empty(WORDS, np.uint64)
    for number in range(1, MOST_ROUNDS):
        _let_one_move(steps, lost, after_one)
        for one in range(size):
            for other in range(one + 1):
                _let_other_move(steps, after_one, one, other, caught)
                _find_ways_out(rides, size, one, other, caught, away)
                for word in range(WORDS):
                    new = ~(away[word] | lost[one, other, word])
                    lost[one, other, word] |= new
                    lost[other, one, word] = lost[one, other, word]
                    while new:
                        x = word * 64 + lowest(new)
                        new &= new - np.uint64(1)
                        if x < size:
                            table[x, one, other] = table[x, other, one] = number


@kernel
def _let_one_move(steps: np.ndarray, lost: np.ndarray, after_one: np.ndarray) -> None:
    """Where he is lost when one hunter has moved and the other has not yet."""
    after_one[:] = 0
    size = len(lost)
    for other in range(size):
        for number in range(WORDS):
            goals = steps[other, number]
            while goals:
                goal = number * 64 + lowest(goals)
                goals &= goals - np.uint64(1)
                for one in range(size):
                    if one == goal:  # two do not share a station
                        continue
                    for word in range(WORDS):
                        after_one[one, other, word] |= lost[one, goal, word]


@kernel
def _let_other_move(
    steps: np.ndarray, after_one: np.ndarray, one: int, other: int, caught: np.ndarray
) -> None:
    """Where he is caught, at once or later, when both hunters are to move."""
    for word in range(WORDS):
        caught[word] = steps[one, word] | steps[other, word]
    for number in range(WORDS):
        goals = steps[one, number]
        while goals:
            goal = number * 64 + lowest(goals)
            goals &= goals - np.uint64(1)
            for word in range(WORDS):
                caught[word] |= after_one[goal, other, word]


@kernel
def _find_ways_out(
    rides: np.ndarray, size: int, one: int, other: int, caught: np.ndarray, away: np.ndarray
) -> None:
    """The stations from which a ride leads to where he is not caught; lines go both ways."""
    away[:] = 0
    for number in range(WORDS):
        free = ~caught[number]
        while free:
            goal = number * 64 + lowest(free)
            free &= free - np.uint64(1)
            if goal >= size or goal in (one, other):
                continue
            for word in range(WORDS):
                away[word] |= rides[goal, word]
