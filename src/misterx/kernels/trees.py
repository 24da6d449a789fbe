"""Monte Carlo tree search in the published form, wholly inside one call.

One tree for one decision. Mister X knows where he is; a hunter does not, so each iteration of his
search draws a station from where Mister X can be and plays on as if he stood there. What all of
them find goes into the same tree.
"""

from __future__ import annotations

import math

import numpy as np

from misterx.kernels.chance import Luck, below, chance
from misterx.kernels.compiling import kernel, part, record_of, signed
from misterx.kernels.layout import (
    BLACK_RIDE,
    CAUGHT,
    HUNTER,
    MOST_MOVES,
    NO_MOVES,
    SHOWS,
    STATE,
    SURVIVED,
    TAKES,
    X_DOUBLE,
    State,
    holds,
    is_taken,
    may_ride,
    may_step,
    moving_piece,
    purse_of,
)
from misterx.kernels.manners import Doubles, How
from misterx.kernels.playouts import (
    SUMS,
    Sums,
    holds_black_back,
    nearest,
    play_out,
    play_out_randomly,
    step,
    sum_up,
)
from misterx.kernels.prospects import prospects
from misterx.kernels.rules import apply, black_is_vain, legal_moves, piece_moves, x_moves
from misterx.kernels.tables import STATIONS, Tables

__all__ = ["NODE", "considers_doubles", "grow"]

NODE = record_of(
    ("score", np.float64),  # of the side that made the move: the lines that it wins
    ("move", np.int32),
    ("child", np.int32),  # the first, 0: none
    ("sibling", np.int32),  # the next, 0: none
    ("visits", np.int32),
    ("shared", np.int32),  # after a hunter's move: in so many lines another one catches him
    ("open", np.int32),  # how often Mister X could make the move, where `how.counts_open`
)

DEEPEST = 1024
"""So many moves a line of the tree has at most; it is played out from there."""
CHECKS = 128
"""After so many iterations each it is looked whether the search is decided."""


@kernel
def grow(
    t: Tables,
    root: State,
    weights: np.ndarray,
    how: How,
    pursuit: np.ndarray,
    tree: np.ndarray,
    stop: np.ndarray,
    r: Luck,
) -> int:
    """Grow a tree from its root; returns how many iterations were made.

    It ends after `how.iterations`, or when those that are left can make no other move the most
    visited, or when somebody writes into `stop`. A tree that is full grows no more; lines are
    played out from where it ends.
    `weights` tells how likely he is at each station, if a hunter searches; that one reads the
    root's belief, never its station of his. `pursuit` is the board's where `how.foresees`,
    else nobody looks at it.
    """
    places = np.empty(STATIONS, np.int64)
    upto = np.empty(STATIONS, np.float64)
    many = _lots(weights, places, upto)
    states = np.empty(1, STATE)
    s = states[0]
    sums = np.empty(1, SUMS)
    moves = np.empty(MOST_MOVES, np.int64)
    path = np.empty(DEEPEST, np.int64)
    movers = np.empty(DEEPEST, np.int64)
    knows = how.at_random < 1
    tree[0].child = tree[0].sibling = tree[0].visits = 0
    tree[0].score = 0.0
    used, done = 1, 0
    # One at least, so that there is a move whoever is in a hurry.
    while done < how.iterations and (stop[0] == 0 or done == 0):
        states[0] = root
        s.tracks = knows
        s.keeps_black = how.keeps_black
        if how.searcher >= 0:
            s.x = places[_draw(upto, many, chance(r) * upto[many - 1])]
        watched = how.watched >= 1 or chance(r) < how.watched
        depth = _descend(t, s, how, watched, tree, used, moves, path, movers, sums[0], r)
        if depth:
            used = max(used, path[depth - 1] + 1)
        if s.over == 0:
            if knows:
                play_out(t, s, how, sums[0], r)
            else:
                play_out_randomly(t, s, r)
        for_x = _worth(t, s, pursuit)
        is_shared = for_x == 0 and how.searcher >= 0 and not _is_own_catch(s, how.searcher)
        tree[0].visits += 1
        tree[0].score += for_x
        for at in range(depth):
            tree[path[at]].visits += 1
            if movers[at] == 1:
                tree[path[at]].score += 1.0 - for_x
                tree[path[at]].shared += is_shared
            else:
                tree[path[at]].score += for_x
        done += 1
        if done % CHECKS == 0 and _lead(tree) > how.iterations - done:
            break
    return done


@kernel
def _descend(
    t: Tables,
    s: State,
    how: How,
    watched: bool,
    tree: np.ndarray,
    new: int,
    moves: np.ndarray,
    path: np.ndarray,
    movers: np.ndarray,
    sums: Sums,
    r: Luck,
) -> int:
    """Follow the best children, add one where some are missing; how many moves were made in it."""
    node, depth, is_known, is_summed = 0, 0, True, False
    while is_known and s.over == 0 and depth < DEEPEST:
        mover = s.turn
        if mover == 1 and not watched and (depth > 0 or how.searcher < 0):
            if not is_summed:
                sum_up(t, s, how, sums)
                is_summed = True
            step(t, s, how, sums, r)
            continue
        is_summed = False
        # In free order the others may move in any order: the one who searches is first.
        piece = how.searcher
        if node or piece < 0:
            piece = moving_piece(t, s)
        doubles = mover == 0 and considers_doubles(t, s, how)
        held = _held_back(t, s)
        found = _moves(t, s, piece, doubles, held, moves)
        legal, best, best_value = 0, 0, -1.0
        log = math.log(max(1, tree[node].visits))
        is_counted = how.counts_open and mover == 0
        child = tree[node].child
        while child:
            if _can_follow(t, s, piece, signed(tree[child].move), doubles, held):
                legal += 1
                visits = tree[child].visits
                if is_counted:
                    log = math.log(tree[child].open)
                    tree[child].open += 1
                score = tree[child].score - how.alone * tree[child].shared
                value = score / visits + how.explore * math.sqrt(log / visits)
                if value > best_value:
                    best, best_value = child, value
            child = tree[child].sibling
        if legal < found:
            if new == len(tree):
                break
            _add_child(tree, node, new, moves, found, below(r, found - legal))
            best, is_known = new, False
        path[depth], movers[depth] = best, mover
        depth += 1
        apply(t, s, signed(tree[best].move))
        node = best
    return depth


@kernel
def _lots(weights: np.ndarray, places: np.ndarray, upto: np.ndarray) -> int:
    """Lay out stations for draws by weight: those that have one, and the sums; how many."""
    many, total = 0, 0.0
    for station in range(STATIONS):
        if weights[station] > 0:
            total += weights[station]
            places[many], upto[many] = station, total
            many += 1
    return many


@part
def _draw(upto: np.ndarray, many: int, at: float) -> int:
    for one in range(many - 1):
        if at < upto[one]:
            return one
    return many - 1


@part
def _worth(t: Tables, s: State, pursuit: np.ndarray) -> float:
    """What the end of a line is worth to Mister X; the rest of one is the hunters'."""
    if s.over == 0:
        return prospects(t, s, pursuit)
    return 1.0 if s.over == SURVIVED or s.over == NO_MOVES else 0.0


@part
def _is_own_catch(s: State, searcher: int) -> bool:
    return s.over == CAUGHT and s.hunters[searcher] == s.x


@kernel
def _lead(tree: np.ndarray) -> int:
    """By how many visits the most visited move at the root is ahead of the next."""
    first, second, child = 0, 0, tree[0].child
    while child:
        visits = signed(tree[child].visits)
        if visits > first:
            first, second = visits, first
        elif visits > second:
            second = visits
        child = tree[child].sibling
    return first - second


@kernel
def _add_child(
    tree: np.ndarray, node: int, new: int, moves: np.ndarray, found: int, number: int
) -> None:
    """Add one of the moves that the tree does not have yet: number `number` of them, from 0."""
    for at in range(found):
        child = tree[node].child
        while child and tree[child].move != moves[at]:
            child = tree[child].sibling
        if child:
            continue
        if number == 0:
            tree[new].move = moves[at]
            tree[new].child = tree[new].visits = tree[new].shared = 0
            tree[new].open = 1
            tree[new].score = 0.0
            tree[new].sibling = tree[node].child
            tree[node].child = new
            return
        number -= 1


# --- which moves are considered -------------------------------------------------------------


@kernel
def _moves(t: Tables, s: State, piece: int, doubles: bool, held: int, out: np.ndarray) -> int:
    """The moves that the tree considers: hunters one after the other, few double moves."""
    if s.pending:
        return legal_moves(t, s, out)
    if s.turn == 1:
        return piece_moves(t, s, piece, out, 0)
    count = x_moves(t, s, out, doubles)
    if held == 0:
        return count
    kept = 0
    for at in range(count):
        if not _is_held(out[at], held):
            out[kept] = out[at]
            kept += 1
    return kept


@part
def _held_back(t: Tables, s: State) -> int:
    """Where Mister X lays no black ticket: 1 in his next ride, 2 in the next but one, 3 in both."""
    if s.turn == 1 or s.pending or not s.keeps_black:
        return 0
    held = 1 if holds_black_back(t, s) else 0
    # What the first half of a double move will have told is not worked out for the second one.
    second = s.windows + 2
    if second <= t.log and black_is_vain(t, second):
        held |= 2
    return held


@part
def _is_held(move: int, held: int) -> bool:
    """Whether a move of his would lay a black ticket that is held back."""
    if held & 1 and move >> 8 & 7 == BLACK_RIDE:
        return True
    return held & 2 != 0 and move >> 24 == X_DOUBLE and move >> 20 & 7 == BLACK_RIDE


@kernel
def considers_doubles(t: Tables, s: State, how: How) -> bool:
    """Whether Mister X thinks of double moves here."""
    return how.doubles == Doubles.ALWAYS or (how.doubles == Doubles.IN_NEED and _in_need(t, s))


@kernel
def _in_need(t: Tables, s: State) -> bool:
    """Whether every single move leads next to a hunter."""
    kind = 2 if t.x_needs_tickets else 3
    for at in range(t.ways_first[kind, s.x], t.ways_first[kind, s.x + 1]):
        way = signed(t.ways[at])
        if nearest(t, s, way & 255) > 1 and may_ride(t, s, way):
            return False
    return True


@part
def _can_follow(t: Tables, s: State, piece: int, move: int, doubles: bool, held: int) -> bool:
    """Whether a child's move can be made now: below a node stand those of several situations."""
    kind = move >> 24
    if s.pending == 1:
        return kind == SHOWS
    if s.pending > 1:
        piece = s.pending - 2
        purse = purse_of(t, piece)
        is_his = kind == TAKES and move >> 12 & 15 == piece
        return is_his and s.purses[purse + (move >> 8 & 7)] > 0
    if s.turn == 1:
        is_his = kind == HUNTER and move >> 12 & 15 == piece
        return is_his and may_step(s, purse_of(t, piece), move & 0xFFF)
    return kind <= X_DOUBLE and not _is_held(move, held) and _is_open(t, s, move, doubles)


@part
def _is_open(t: Tables, s: State, move: int, doubles: bool) -> bool:
    """Whether Mister X considers a move from where he is thought to be."""
    one, stop = move >> 8 & 7, move & 255
    if not _leads(t, s, s.x, one, stop, 1) or (is_taken(s, stop) and not t.x_may_enter):
        return False
    if move >> 24 != X_DOUBLE:
        return True
    if not doubles:
        return False
    two, goal = move >> 20 & 7, move >> 12 & 255
    return _leads(t, s, stop, two, goal, 2 if two == one else 1) and not is_taken(s, goal)


@part
def _leads(t: Tables, s: State, here: int, ride: int, to: int, many: int) -> bool:
    there = t.reach[ride, here, to >> 6] >> np.uint64(to & 63) & np.uint64(1)
    return there != 0 and holds(s, ride, many)
