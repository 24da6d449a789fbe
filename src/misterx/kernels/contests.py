"""Whole games between two players inside one call, for series of thousands."""

from __future__ import annotations

import numpy as np

from misterx.kernels.belief import may_be
from misterx.kernels.chance import Luck, below
from misterx.kernels.compiling import kernel, signed
from misterx.kernels.layout import MOST_MOVES, X_DOUBLE, State, moving_piece
from misterx.kernels.manners import How, Kind
from misterx.kernels.playouts import (
    SUMS,
    answer,
    greedy_ride,
    greedy_step,
    nearest,
    random_ride,
    random_step,
    sum_up,
)
from misterx.kernels.rules import apply, x_moves
from misterx.kernels.tables import STATIONS, Tables
from misterx.kernels.trees import considers_doubles, grow

__all__ = ["best_child", "contest", "decide", "weigh"]


@kernel
def contest(
    t: Tables,
    s: State,
    x: How,
    hunters: How,
    pursuit: np.ndarray,
    tree: np.ndarray,
    stop: np.ndarray,
    r: Luck,
) -> int:
    """Play a game to its end; how many moves were made."""
    made = 0
    x.searcher = -1
    while s.over == 0 and stop[0] == 0:
        hunters.searcher = moving_piece(t, s)
        apply(t, s, decide(t, s, x if s.turn == 0 else hunters, pursuit, tree, stop, r))
        made += 1
    return made


@kernel
def decide(
    t: Tables,
    s: State,
    how: How,
    pursuit: np.ndarray,
    tree: np.ndarray,
    stop: np.ndarray,
    r: Luck,
) -> int:
    """The move of a player who is to move: Mister X, or the hunter `how.searcher`.

    After a search the tree holds what was found. No other kind of player looks into it.
    """
    if how.kind == Kind.SEARCHES:
        weights = np.zeros(STATIONS, np.float64)
        if how.searcher >= 0:
            weigh(t, s, how, weights)
        grow(t, s, weights, how, pursuit, tree, stop, r)
        return signed(tree[best_child(tree)].move)
    if s.pending:
        return answer(t, s, r)
    if how.kind == Kind.RANDOM:
        if s.turn == 0:
            return random_ride(t, s, r)
        return random_step(t, s, how.searcher, r)
    if s.turn == 0:
        return _flee(t, s, how, r)
    return _close_in(t, s, how, np.empty(1, SUMS), r)


@kernel
def weigh(t: Tables, s: State, how: How, weights: np.ndarray) -> None:
    """How likely Mister X is at each station where he can be, by how far the hunters are."""
    for station in range(STATIONS):
        if may_be(s, station):
            weights[station] = how.likely[min(5, nearest(t, s, station))]


@kernel
def best_child(tree: np.ndarray) -> int:
    """The move at the root that was tried most often."""
    best, child = tree[0].child, tree[0].child
    while child:
        if tree[child].visits > tree[best].visits:
            best = child
        child = tree[child].sibling
    return best


@kernel
def _close_in(t: Tables, s: State, how: How, room: np.ndarray, r: Luck) -> int:
    """One ply: nearest to all stations where he can be. `room` is for one record of sums."""
    sums = room[0]  # a record lives as long as its array: the caller's
    sum_up(t, s, how, sums)
    return greedy_step(t, s, how.searcher, sums, r)


@kernel
def _flee(t: Tables, s: State, how: How, r: Luck) -> int:
    """One ply: a single move, or in need the double move that ends farthest from the hunters."""
    doubles = considers_doubles(t, s, how)
    move = greedy_ride(t, s, r)
    if doubles:
        best, ties = nearest(t, s, move & 255), 1
        moves = np.empty(MOST_MOVES, np.int64)
        for at in range(x_moves(t, s, moves, True)):
            if moves[at] >> 24 != X_DOUBLE:
                continue
            far = nearest(t, s, moves[at] >> 12 & 255)
            if far > best:
                best, ties, move = far, 1, moves[at]
            elif far == best and move >> 24 == X_DOUBLE:
                ties += 1
                if below(r, ties) == 0:
                    move = moves[at]
    return move
