"""From what a viewpoint has seen of a game to how likely Mister X is at each station."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from misterx.chase.moves import Leg, Place, XMove, is_ride, parse_move
from misterx.chase.network import bit_set
from misterx.chase.observation import Observation
from misterx.chase.state import Cast
from misterx.kernels import layout as k
from misterx.kernels.packing import move_to, pack
from misterx.kernels.tables import STATIONS, make_tables, put_set
from misterx.kernels.whereabouts import Habits, make_habits, settle, whereabouts

__all__ = ["likely_stations"]

PLENTY = 1000


def likely_stations(seen: Observation) -> np.ndarray:
    """How likely he is at each station by the public game so far; together one.

    To Mister X too it tells what the hunters can think: his own stations are not used.
    """
    t, now = make_tables(seen.cast), pack(seen)
    b = np.zeros(STATIONS, np.float32)
    moves = np.array([*_public_moves(seen)], np.int64)
    whereabouts(t, _start(seen, now), _habits(seen.cast), moves, b)
    settle(now, b)
    return b


@lru_cache(maxsize=16)
def _habits(cast: Cast) -> Habits:
    return make_habits(make_tables(cast))


def _start(seen: Observation, now: k.State) -> k.State:
    """The game as it began. Who had which tickets does not matter: what was laid was there."""
    s = np.zeros(1, k.STATE)[0]
    placed = [station for station in seen.starts if station is not None]
    s.hunters[: len(placed)] = placed
    put_set(s.taken, bit_set(placed))
    rides = sum(text.count("+") + 1 for text in seen.history if is_ride(text))
    s.windows = now.windows - rides  # a position that was put up begins with a log
    put_set(s.belief, seen.beliefs[int(s.windows)])
    s.rounds = s.tracks = 1
    s.x_tickets[:] = s.purses[:] = PLENTY
    s.black = s.double = PLENTY
    return s


def _public_moves(seen: Observation) -> Iterator[int]:
    """The moves since then; at station 0, which is none, where he was not seen."""
    at = len(seen.log) - sum(text.count("+") + 1 for text in seen.history if is_ride(text))
    for text in seen.history:
        if is_ride(text):
            windows = seen.log[at : at + text.count("+") + 1]
            at += len(windows)
            legs = (Leg(one.ticket, (one.seen and one.station) or 0) for one in windows)
            yield move_to(seen.cast, XMove(tuple(legs)))
        elif not isinstance(move := parse_move(text), Place):
            yield move_to(seen.cast, move)
