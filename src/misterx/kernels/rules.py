"""The chase's rules once more, over records: what the law says, as fast as the machine can.

Every search calls these functions; tests hold them against the law. They trust that a move is
legal.
"""

from __future__ import annotations

import numpy as np

from misterx.kernels.belief import keep_exits, not_at, only, spread
from misterx.kernels.compiling import kernel, part, signed
from misterx.kernels.layout import (
    BLACK_RIDE,
    CAUGHT,
    HUNTER,
    LAND_RIDE,
    MOST_MOVES,
    NO_MOVES,
    SHOWS,
    SURVIVED,
    TAKES,
    TRAPPED,
    X_DOUBLE,
    X_SINGLE,
    State,
    can_leave,
    can_move,
    holds,
    is_taken,
    purse_of,
    x_ride,
)
from misterx.kernels.tables import Tables

__all__ = ["apply", "legal_moves", "perft", "piece_moves", "start_turn", "x_moves"]


@kernel
def apply(t: Tables, s: State, move: int) -> None:
    """Make a legal move, with everything that follows by itself."""
    kind = move >> 24
    if kind == HUNTER:
        _hunter_moves(t, s, (move >> 12) & 15, (move >> 8) & 7, move & 255)
    elif kind == X_SINGLE:
        seen = _rides(t, s, (move >> 8) & 7, move & 255)
        _after_his_move(t, s, seen)
    elif kind == X_DOUBLE:
        s.double -= 1
        _rides(t, s, (move >> 8) & 7, move & 255)
        seen = _rides(t, s, (move >> 20) & 7, (move >> 12) & 255)
        _after_his_move(t, s, seen)
    elif kind == SHOWS:
        if move & 1:
            if s.tracks:
                only(s, s.x)
            _ask_next(t, s, 0)
        else:
            s.pending = 0
            _start_phase(t, s)
    else:
        piece = (move >> 12) & 15
        _pay(t, s, piece, (move >> 8) & 7)
        _ask_next(t, s, piece + 1)


@kernel
def legal_moves(t: Tables, s: State, out: np.ndarray) -> int:
    """Write all legal moves; how many."""
    if s.over:
        return 0
    if s.pending == 1:
        out[0] = SHOWS << 24
        out[1] = SHOWS << 24 | 1
        return 2
    if s.pending > 1:
        return _takings(t, s, out)
    if s.turn == 0:
        return x_moves(t, s, out, True)
    count = 0
    for piece in range(t.pieces):
        if s.moved >> piece & 1 == 0:
            count = piece_moves(t, s, piece, out, count)
            if t.fixed_order:
                break
    return count


@kernel
def perft(t: Tables, line: np.ndarray, depth: int) -> int:
    """How many lines of so many moves there are; `line` holds the state, and room below it."""
    moves = np.empty(MOST_MOVES, np.int64)
    count = legal_moves(t, line[depth], moves)
    if depth == 1:
        return count
    lines = 0
    for at in range(count):
        line[depth - 1] = line[depth]
        apply(t, line[depth - 1], moves[at])
        lines += perft(t, line, depth - 1)
    return lines


# --- what may be played ---------------------------------------------------------------------


@kernel
def x_moves(t: Tables, s: State, out: np.ndarray, with_doubles: bool) -> int:
    """Write Mister X's moves, on request without his double moves; how many."""
    count = 0
    double = with_doubles and s.double > 0 and s.windows + 2 <= t.log
    for number in range(4):
        one = x_ride(t, number)
        if one < 0 or not holds(s, one, 1):
            continue
        for at in range(t.first[one, s.x], t.first[one, s.x + 1]):
            stop = signed(t.goal[at])
            if is_taken(s, stop) and not t.x_may_enter:
                continue
            out[count] = one << 8 | stop
            count += 1
            if not double:
                continue
            for again in range(4):
                two = x_ride(t, again)
                if two < 0 or not holds(s, two, 2 if two == one else 1):
                    continue
                for then in range(t.first[two, stop], t.first[two, stop + 1]):
                    goal = signed(t.goal[then])
                    if not is_taken(s, goal):
                        out[count] = X_DOUBLE << 24 | two << 20 | goal << 12 | one << 8 | stop
                        count += 1
    return count


@kernel
def piece_moves(t: Tables, s: State, piece: int, out: np.ndarray, count: int) -> int:
    """Write a hunter's moves behind those that are there; how many there are then."""
    purse = purse_of(t, piece)
    here = s.hunters[piece]
    for ride in range(3):
        kind = ride
        if purse < 0:
            if ride > 0:
                break
            kind = LAND_RIDE
        elif s.purses[purse + ride] == 0:
            continue
        for at in range(t.first[kind, here], t.first[kind, here + 1]):
            goal = signed(t.goal[at])
            if not is_taken(s, goal):
                out[count] = HUNTER << 24 | piece << 12 | kind << 8 | goal
                count += 1
    return count


@kernel
def _takings(t: Tables, s: State, out: np.ndarray) -> int:
    piece = signed(s.pending) - 2
    purse = purse_of(t, piece)
    count = 0
    for kind in range(3):
        if s.purses[purse + kind] > 0:
            out[count] = TAKES << 24 | piece << 12 | kind << 8
            count += 1
    return count


@part
def black_is_vain(t: Tables, window: int) -> bool:
    """Whether a black ticket hides next to nothing in a window, beside any other.

    Where he is hidden by rule: in his first two windows, and where he is seen all the same. Where
    he is seen by rule, black is what hides him: it is wasted where he is hidden anyway.
    """
    seen = t.seen[window] == 1
    return window <= 2 or seen if t.hides else not seen


# --- what a move changes --------------------------------------------------------------------


@part
def _rides(t: Tables, s: State, ride: int, to: int) -> bool:
    """Half a move of Mister X; whether he is seen."""
    s.windows += 1
    seen = t.seen[s.windows] == 1 and (t.hides or ride != BLACK_RIDE)
    s.x = to
    if t.x_may_enter and is_taken(s, to):
        s.over = CAUGHT
    if s.tracks:
        if seen:
            only(s, to)
        else:
            spread(t, s, ride)
    if ride == BLACK_RIDE:
        s.black -= 1
    elif ride != LAND_RIDE and t.counts_x:
        s.x_tickets[ride] -= 1
    return seen


@part
def _after_his_move(t: Tables, s: State, seen: bool) -> None:
    if s.over:
        return
    if t.voluntary and not seen:
        s.pending = 1
    else:
        _start_phase(t, s)


@kernel
def _ask_next(t: Tables, s: State, piece: int) -> None:
    for one in range(piece, t.detectives):
        purse = purse_of(t, one)
        if purse >= 0 and s.purses[purse] + s.purses[purse + 1] + s.purses[purse + 2] > 0:
            s.pending = 2 + one
            return
    s.pending = 0
    _start_phase(t, s)


@part
def _pay(t: Tables, s: State, piece: int, ticket: int) -> None:
    s.purses[purse_of(t, piece) + ticket] -= 1
    if t.pays_x:
        s.x_tickets[ticket] += 1


@part
def _hunter_moves(t: Tables, s: State, piece: int, ride: int, to: int) -> None:
    if ride != LAND_RIDE:
        _pay(t, s, piece, ride)
    here = signed(s.hunters[piece])
    s.taken[here >> 6] &= ~(np.uint64(1) << np.uint64(here & 63))
    s.taken[to >> 6] |= np.uint64(1) << np.uint64(to & 63)
    s.hunters[piece] = to
    s.moved |= 1 << piece
    if s.tracks:
        not_at(s, to)
    if to == s.x:
        s.over = CAUGHT
    else:
        _next_hunter(t, s)


# --- whose turn follows ---------------------------------------------------------------------


@part
def _start_phase(t: Tables, s: State) -> None:
    s.turn = 1
    s.moved = 0
    for piece in range(t.detectives):
        if can_move(t, s, piece):
            _next_hunter(t, s)
            return
    s.over = NO_MOVES


@part
def _next_hunter(t: Tables, s: State) -> None:
    if t.fixed_order:
        for piece in range(t.pieces):
            if s.moved >> piece & 1 == 0:
                if can_move(t, s, piece):
                    return
                s.moved |= 1 << piece
    else:
        for piece in range(t.pieces):
            if s.moved >> piece & 1 == 0 and can_move(t, s, piece):
                return
        s.moved = (1 << t.pieces) - 1
    if s.rounds >= t.rounds or s.windows >= t.log:
        s.over = SURVIVED
        return
    s.rounds += 1
    start_turn(t, s)


@part
def start_turn(t: Tables, s: State) -> None:
    """Mister X's turn begins; he may be trapped."""
    s.turn = 0
    s.moved = 0
    if s.tracks:
        if not t.hides and s.windows > 0:
            only(s, s.x)
        keep_exits(t, s)
    if not can_leave(t, s, s.x):
        s.over = TRAPPED
