"""How likely Mister X is at each station, as far as the public game tells.

The set of stations where he can be treats them all alike. He does not: he keeps away from the
hunters, likes stations with many lines, and lays black tickets where they pay. `HABITS` holds
weights for that; the belief follows them from one sighting to the next.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from misterx.kernels import habits
from misterx.kernels.belief import may_be
from misterx.kernels.compiling import kernel, part, record_of, signed
from misterx.kernels.layout import (
    BLACK_RIDE,
    HUNTER,
    SHOWS,
    X_DOUBLE,
    X_SINGLE,
    State,
    holds,
)
from misterx.kernels.rules import apply, black_is_vain
from misterx.kernels.tables import STATIONS, Tables

__all__ = ["HABITS", "Habits", "follow", "make_habits", "settle", "whereabouts"]

SUMS_APART = 512
"""More than the distances to all hunters can be together."""

HABITS = record_of(
    # How gladly he stands so far from the nearest hunter: hidden, and where he is seen.
    ("by_nearest", np.float32, (2, habits.FARTHEST_COUNTED + 1)),
    ("by_all", np.float32, (SUMS_APART,)),  # by the distances to all hunters together
    ("by_lines", np.float32, (STATIONS,)),  # by how many stations a station leads to
    ("by_ride", np.float32, (5,)),
    ("black_in_vain", np.float32),  # times this, where a black ticket hides nothing
    ("surprise", np.float32),  # this share is spread evenly: nobody keeps to his habits
)

Habits: TypeAlias = Any
"""A record of that type."""


def make_habits(t: Tables) -> Habits:
    """The fitted habits on a board."""
    h = np.zeros(1, HABITS)[0]
    h.by_nearest[0] = np.exp(habits.NEAREST_HIDDEN)
    h.by_nearest[1] = np.exp(habits.NEAREST_SEEN)
    # The cut also keeps unreachable stations from flooding the sum.
    apart = np.minimum(np.arange(SUMS_APART), habits.MOST_APART * t.pieces)
    h.by_all[:] = np.exp(habits.APART * (apart / t.pieces - 6))
    kind = 2 if t.x_needs_tickets else 3
    for station in range(STATIONS):
        ways = t.ways[t.ways_first[kind, station] : t.ways_first[kind, station + 1]]
        h.by_lines[station] = max(1, len({int(way) & 255 for way in ways})) ** habits.LINES
    h.by_ride[:] = np.exp(habits.RIDES)
    h.black_in_vain = np.exp(habits.BLACK_IN_VAIN)
    h.surprise = habits.SURPRISE
    return h


# --- the game as everybody sees it ----------------------------------------------------------


@kernel
def whereabouts(t: Tables, s: State, h: Habits, moves: np.ndarray, b: np.ndarray) -> None:
    """Fold a game's public moves from its start state `s`; `b` tells how likely he is where.

    In the moves Mister X's stations are 0 where he was not seen; `s` comes to be the present, but
    for his station. Where `s.belief` is the set of his possible start stations, nothing else is
    needed.
    """
    b[:] = 0
    settle(s, b)
    for at in range(len(moves)):
        follow(t, s, h, b, moves[at])
        apply(t, s, moves[at])
        s.over = 0  # at no station he would count as trapped
        settle(s, b)


@kernel
def follow(t: Tables, s: State, h: Habits, b: np.ndarray, move: int) -> None:
    """What a move tells, just before it is made; `settle` is to follow after it."""
    kind = move >> 24
    if kind == HUNTER:
        b[move & 255] = 0
    elif kind == X_SINGLE:
        _follow_ride(t, s, h, b, move >> 8 & 7, move & 255)
    elif kind == X_DOUBLE:
        _follow_ride(t, s, h, b, move >> 8 & 7, move & 255)
        s.windows += 1
        _follow_ride(t, s, h, b, move >> 20 & 7, move >> 12 & 255)
        s.windows -= 1
    elif kind == SHOWS and move & 1:
        # `settle` finds him: the set has one station then.
        b[:] = 0


@kernel
def settle(s: State, b: np.ndarray) -> None:
    """Nothing outside the set where he can be, and one in total; evenly if nothing is left."""
    total, many = 0.0, 0
    for station in range(STATIONS):
        if may_be(s, station):
            total += np.float64(b[station])
            many += 1
        else:
            b[station] = 0
    for station in range(STATIONS):
        if total > 1e-9:
            b[station] /= total
        elif may_be(s, station):
            b[station] = 1.0 / many


@kernel
def _follow_ride(t: Tables, s: State, h: Habits, b: np.ndarray, ride: int, to: int) -> None:
    if is_shown(t, s, ride):
        b[:] = 0
        b[to] = 1
        return
    appeal = np.empty(STATIONS, np.float32)
    weigh_stations(t, s, h, appeal)
    spread_out(t, s, h, b, appeal, ride)
    many, total = 0, 0.0
    for station in range(STATIONS):
        total += np.float64(b[station])
        many += b[station] > 0
    for station in range(STATIONS):
        if b[station] > 0:
            b[station] = b[station] * (1 - h.surprise) + total * h.surprise / many


# --- his habits -----------------------------------------------------------------------------


@part
def is_shown(t: Tables, s: State, ride: int) -> bool:
    """Whether he is seen after his next ride."""
    return t.seen[s.windows + 1] == 1 and (t.hides or ride != BLACK_RIDE)


@kernel
def weigh_stations(t: Tables, s: State, h: Habits, appeal: np.ndarray) -> None:
    """How gladly he goes to each station; 0 where hunters stand."""
    near = np.empty(STATIONS, np.uint16)
    apart = np.zeros(STATIONS, np.uint16)
    near[:] = habits.FARTHEST_COUNTED
    for piece in range(t.pieces):
        away = t.away[s.hunters[piece]]
        for station in range(STATIONS):
            near[station] = min(near[station], away[station])
            apart[station] += min(away[station], np.uint16(60))
    seen = signed(t.seen[s.windows + 1])
    for station in range(STATIONS):
        appeal[station] = (
            h.by_nearest[seen, near[station]] * h.by_all[apart[station]] * h.by_lines[station]
        )
    if not t.x_may_enter:
        for piece in range(t.pieces):
            appeal[s.hunters[piece]] = 0


@part
def _black(t: Tables, s: State, h: Habits) -> np.float32:
    if black_is_vain(t, s.windows + 1):
        return h.by_ride[BLACK_RIDE] * h.black_in_vain
    return h.by_ride[BLACK_RIDE]


@kernel
def spread_out(
    t: Tables, s: State, h: Habits, b: np.ndarray, appeal: np.ndarray, ride: int
) -> None:
    """He has laid a ticket, and his station stays hidden; the total stays what it is."""
    after = np.zeros(STATIONS, np.float32)
    kind = 2 if t.x_needs_tickets else 3
    black = _black(t, s, h)
    before, total = np.float32(0), np.float32(0)
    for station in range(STATIONS):
        if b[station] <= 0:
            continue
        before += b[station]
        all_ways = np.float32(0)
        for at in range(t.ways_first[kind, station], t.ways_first[kind, station + 1]):
            way = signed(t.ways[at])
            on = way >> 8
            if holds(s, on, 1):
                all_ways += appeal[way & 255] * (black if on == BLACK_RIDE else h.by_ride[on])
        if all_ways > 0:
            share = b[station] / all_ways
            for at in range(t.first[ride, station], t.first[ride, station + 1]):
                to = signed(t.goal[at])
                after[to] += share * appeal[to]
    for station in range(STATIONS):
        total += after[station]
    scale = before / total if total > 0 else np.float32(0)
    for station in range(STATIONS):
        b[station] = after[station] * scale
