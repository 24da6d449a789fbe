"""How likely Mister X is to get away, at a glance: a playout can end with it.

A logistic formula over what shows at the start of his turn, the same for every edition. Its weights
were fitted by maximum likelihood to whether he escaped (docs/strength.md).
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from misterx.kernels.belief import bits
from misterx.kernels.compiling import kernel, signed
from misterx.kernels.layout import State, may_ride
from misterx.kernels.playouts import nearest
from misterx.kernels.tables import Tables

__all__ = ["WEIGHTS", "look", "prospects"]

WEIGHTS: Final = np.array(
    [
        4.3118,  # always
        -3.7011,  # his moves that are left, in tens
        1.419,  # their square
        0.3311,  # the logarithm of how many stations he can be at
        -0.0082,  # black tickets
        0.4857,  # double moves
        -0.3658,  # every single move leads next to a hunter
        0.0845,  # single moves that do not
        -0.01,  # stops from the nearest hunter after the single move that leads farthest
        -0.0963,  # rounds in which two hunters who saw him would catch him: the quickest two
        0.5828,  # on average over all pairs of them
        -0.1943,  # moves that are left, in tens, times the logarithm of his stations
        -0.2207,  # times the average rounds
        -4.1886,  # hunters, in fives
        -2.5789,  # he is seen but for some moves
    ]
)
MOST_LEFT: Final = 24
"""Moves that are left; there were no longer games to fit to."""
MOST_SAFE: Final = 8
FARTHEST: Final = 5
"""More of these is no better."""


@kernel
def prospects(t: Tables, s: State, pursuit: np.ndarray) -> float:
    """His chance to get away at the start of his turn."""
    shows = np.empty(len(WEIGHTS), np.float64)
    look(t, s, pursuit, shows)
    total = 0.0
    for at in range(len(WEIGHTS)):
        total += shows[at] * WEIGHTS[at]
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def look(t: Tables, s: State, pursuit: np.ndarray, shows: np.ndarray) -> None:
    """What shows of a position at the start of his turn, in the order of the weights."""
    left = min(MOST_LEFT, t.rounds - s.rounds + 1, t.log - s.windows) / 10.0
    many = bits(s.belief[0]) + bits(s.belief[1]) + bits(s.belief[2]) + bits(s.belief[3])
    hidden = math.log(max(1, many))
    least, mean = _rounds_to_live(t, s, pursuit)
    safe, far = _ways_out(t, s)
    shows[0] = 1.0
    shows[1] = left
    shows[2] = left * left
    shows[3] = hidden
    shows[4] = s.black
    shows[5] = s.double
    shows[6] = safe == 0
    shows[7] = min(MOST_SAFE, safe)
    shows[8] = min(FARTHEST, far)
    shows[9] = least
    shows[10] = mean
    shows[11] = left * hidden
    shows[12] = left * mean
    shows[13] = t.pieces / 5.0
    shows[14] = not t.hides


@kernel
def _rounds_to_live(t: Tables, s: State, pursuit: np.ndarray) -> tuple[int, float]:
    """How many rounds two hunters who see him need: the quickest two, and all pairs on average.

    A lone hunter counts as two at his station.
    """
    by_two = pursuit[s.x]
    if t.pieces == 1:
        alone = signed(by_two[s.hunters[0], s.hunters[0]])
        return alone, np.float64(alone)
    least, total, pairs = 255, 0, 0
    for one in range(t.pieces):
        for other in range(one):
            rounds = signed(by_two[s.hunters[one], s.hunters[other]])
            least = min(least, rounds)
            total += rounds
            pairs += 1
    return least, total / pairs


@kernel
def _ways_out(t: Tables, s: State) -> tuple[int, int]:
    """How many single moves do not lead next to a hunter; how far from all the best one leads."""
    kind = 2 if t.x_needs_tickets else 3
    safe, far = 0, 0
    for at in range(t.ways_first[kind, s.x], t.ways_first[kind, s.x + 1]):
        way = signed(t.ways[at])
        if may_ride(t, s, way):
            near = nearest(t, s, way & 255)
            far = max(far, near)
            safe += near > 1
    return safe, far
