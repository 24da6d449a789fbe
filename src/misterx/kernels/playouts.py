"""Games played on by simple players, to their end or for a round, wholly inside one call."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from misterx.kernels.belief import bits, lowest, may_be, reached
from misterx.kernels.chance import Luck, below, chance, draw
from misterx.kernels.compiling import kernel, part, record_of, signed
from misterx.kernels.layout import (
    BLACK_RIDE,
    HUNTER,
    SHOWS,
    State,
    can_leave,
    may_ride,
    may_step,
    moving_piece,
    purse_of,
)
from misterx.kernels.manners import How
from misterx.kernels.rules import apply, black_is_vain, legal_moves
from misterx.kernels.tables import STATIONS, Tables

__all__ = [
    "SUMS",
    "Sums",
    "answer",
    "greedy_ride",
    "greedy_step",
    "holds_black_back",
    "nearest",
    "play_out",
    "play_out_randomly",
    "random_ride",
    "random_step",
    "step",
    "sum_up",
]

SUMS = record_of(
    ("total", np.uint16, (STATIONS,)),
    ("part", np.uint8, (STATIONS,)),  # while they are added up: bytes are added faster
)
"""For each station, how far it is from all where Mister X can be together."""
Sums: TypeAlias = Any
"""A record of that type."""

TRIES = 24
"""So often a way is drawn before the free ones are counted."""


@kernel
def play_out_randomly(t: Tables, s: State, r: Luck) -> None:
    """Random moves to the end; Mister X makes no double moves, and never shows himself."""
    while s.over == 0:
        if s.pending:
            apply(t, s, answer(t, s, r))
        elif s.turn == 0:
            apply(t, s, random_ride(t, s, r))
        else:
            apply(t, s, random_step(t, s, moving_piece(t, s), r))


@kernel
def play_out(t: Tables, s: State, how: How, sums: Sums, r: Luck) -> None:
    """The published players to the end: greedy, and sometimes random, on what the hunters know.

    Or, where `how.foresees` says so, to the start of his turn. `sums` is used for what `sum_up`
    tells.
    """
    if _ends(s, how):
        return
    sum_up(t, s, how, sums)
    while not _ends(s, how):
        if s.pending:
            apply(t, s, answer(t, s, r))
            sum_up(t, s, how, sums)
        elif s.turn == 0:
            apply(t, s, _ride(t, s, how, r))
            sum_up(t, s, how, sums)
        else:
            step(t, s, how, sums, r)


@part
def _ends(s: State, how: How) -> bool:
    """Whether a playout ends here: with the game, or at his turn where it is to end with that."""
    return s.over != 0 or (how.foresees and s.turn == 0 and s.pending == 0)


@kernel
def _ride(t: Tables, s: State, how: How, r: Luck) -> int:
    """A single move of Mister X in a playout."""
    black = s.black
    if holds_black_back(t, s):
        s.black = 0
    move = random_ride(t, s, r) if chance(r) < how.at_random else greedy_ride(t, s, r)
    s.black = black
    return move


@kernel
def step(t: Tables, s: State, how: How, sums: Sums, r: Luck) -> None:
    """A hunter moves, and `sums` follows what is learnt by it."""
    piece = moving_piece(t, s)
    if chance(r) < how.at_random:
        move = random_step(t, s, piece, r)
    else:
        move = greedy_step(t, s, piece, sums, r)
    to = move & 255
    was_possible = may_be(s, to)
    apply(t, s, move)
    if was_possible:
        from_there = t.cover[to] if how.covers else t.away[to]
        for station in range(STATIONS):
            sums.total[station] -= from_there[station]


@kernel
def sum_up(t: Tables, s: State, how: How, sums: Sums) -> None:
    """Find out how far each station is from all where he can be together."""
    far = t.cover if how.covers else t.away
    at_once = t.cover_at_once if how.covers else t.away_at_once
    left = at_once
    sums.total[:] = 0
    sums.part[:] = 0
    for number in range(4):
        word = s.belief[number]
        while word:
            if left == 0:
                _carry_over(sums)
                left = at_once
            from_there = far[number * 64 + lowest(word)]
            word &= word - np.uint64(1)
            for station in range(STATIONS):
                sums.part[station] += from_there[station]
            left -= 1
    _carry_over(sums)


@kernel
def _carry_over(sums: Sums) -> None:
    """What fits into bytes goes over to what has room for more."""
    for station in range(STATIONS):
        sums.total[station] += sums.part[station]
    sums.part[:] = 0


@kernel
def holds_black_back(t: Tables, s: State) -> bool:
    """Whether he lays no black ticket now, as it would hide nothing; unless he has to."""
    if not s.keeps_black or s.black == 0:
        return False
    if not black_is_vain(t, s.windows + 1) and not (t.hides and _has_taxis_only(t, s)):
        return False
    black = s.black
    s.black = 0
    can_do_without = can_leave(t, s, s.x)
    s.black = black
    return can_do_without


@kernel
def _has_taxis_only(t: Tables, s: State) -> bool:
    """Whether nothing but taxis leaves where he can be, so that any ticket is one for a taxi."""
    elsewhere = np.uint64(0)
    for word in range(4):
        elsewhere |= s.belief[word] & ~t.taxi_only[word]
    return elsewhere == 0


# --- random ---------------------------------------------------------------------------------


@kernel
def answer(t: Tables, s: State, r: Luck) -> int:
    """Stay hidden; or take any ticket."""
    if s.pending == 1:
        return SHOWS << 24
    moves = np.empty(4, np.int64)
    return moves[below(r, legal_moves(t, s, moves))]


@part
def random_ride(t: Tables, s: State, r: Luck) -> int:
    """A single move of Mister X, each as likely."""
    kind = 2 if t.x_needs_tickets else 3
    start = t.ways_first[kind, s.x]
    many = t.ways_first[kind, s.x + 1] - start
    for _ in range(TRIES):
        way = signed(t.ways[start + below(r, many)])
        if may_ride(t, s, way):
            return way
    found, free = -1, 0
    for at in range(start, start + many):
        way = signed(t.ways[at])
        if may_ride(t, s, way):
            free += 1
            if below(r, free) == 0:
                found = way
    return found


@part
def random_step(t: Tables, s: State, piece: int, r: Luck) -> int:
    """A move of a hunter, each as likely."""
    purse = purse_of(t, piece)
    kind = 0 if purse >= 0 else 1
    here = s.hunters[piece]
    start = t.ways_first[kind, here]
    many = t.ways_first[kind, here + 1] - start
    lead = HUNTER << 24 | piece << 12
    for _ in range(TRIES):
        way = signed(t.ways[start + below(r, many)])
        if may_step(s, purse, way):
            return lead | way
    found, free = -1, 0
    for at in range(start, start + many):
        way = signed(t.ways[at])
        if may_step(s, purse, way):
            free += 1
            if below(r, free) == 0:
                found = way
    return lead | found


# --- greedy ---------------------------------------------------------------------------------


@kernel
def greedy_step(t: Tables, s: State, piece: int, sums: Sums, r: Luck) -> int:
    """Where all stations at which he can be are nearest together; ties by chance."""
    purse = purse_of(t, piece)
    kind = 0 if purse >= 0 else 1
    here = s.hunters[piece]
    best, found = 1 << 62, -1
    for at in range(t.ways_first[kind, here], t.ways_first[kind, here + 1]):
        way = signed(t.ways[at])
        # One number to compare, with what breaks ties in it: a processor guesses branches wrong.
        rank = signed(sums.total[way & 255]) << 32 | draw(r)
        rank |= signed(not may_step(s, purse, way)) << 62
        if rank < best:
            best, found = rank, way
    return HUNTER << 24 | piece << 12 | found


@part
def nearest(t: Tables, s: State, station: int) -> int:
    """How far the nearest hunter is from a station."""
    least = 1 << 30
    for piece in range(t.pieces):
        far = signed(t.away[station, s.hunters[piece]])
        least = min(least, far)
    return least


@kernel
def greedy_ride(t: Tables, s: State, r: Luck) -> int:
    """Farthest from the nearest hunter, then with the ticket that tells least; ties by chance."""
    kind = 2 if t.x_needs_tickets else 3
    start, end = t.ways_first[kind, s.x], t.ways_first[kind, s.x + 1]
    best, found, rides = -(1 << 62), -1, 0
    for at in range(start, end):
        way = signed(t.ways[at])
        if not may_ride(t, s, way):
            continue
        far = nearest(t, s, way & 255)
        if far > best >> 32:
            rides = 0
        if far >= best >> 32:
            rides |= 1 << (way >> 8)
        rank = far << 32 | draw(r)
        if rank > best:
            best, found = rank, way
    # One kind of ticket only: it tells the same, wherever it leads.
    if rides & (rides - 1) == 0:
        return found
    rides = _telling_least(t, s, rides)
    best, highest = best >> 32, -1
    for at in range(start, end):
        way = signed(t.ways[at])
        if rides >> (way >> 8) & 1 and may_ride(t, s, way) and nearest(t, s, way & 255) == best:
            drawn = draw(r)
            if drawn > highest:
                highest, found = drawn, way
    return found


@kernel
def _telling_least(t: Tables, s: State, rides: int) -> int:
    """Of some kinds of rides, a bit for each, those that leave the most stations open."""
    most, found = 0, 0
    for ride in range(5):
        if rides >> ride & 1:
            many = _left_open(t, s, ride)
            if many > most:
                most, found = many, 0
            if many == most:
                found |= 1 << ride
    return found


@kernel
def _left_open(t: Tables, s: State, ride: int) -> int:
    """At how many stations he could be after a ride."""
    window = s.windows + 1
    if t.seen[window] == 1 and (t.hides or ride != BLACK_RIDE):
        return 1
    w0, w1, w2, w3 = reached(t, s, ride)
    return bits(w0) + bits(w1) + bits(w2) + bits(w3)
