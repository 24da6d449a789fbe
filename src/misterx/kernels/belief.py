"""Where the hunters can know Mister X to be: sets of stations as four words of 64 bits."""

from __future__ import annotations

import numpy as np

from misterx.kernels.compiling import kernel, part, signed
from misterx.kernels.layout import LAND_RIDE, State, can_leave, holds
from misterx.kernels.tables import Tables

__all__ = [
    "bits",
    "keep_exits",
    "lowest",
    "may_be",
    "not_at",
    "only",
    "reached",
    "spread",
]


@part
def only(s: State, station: int) -> None:
    """He is there."""
    for word in range(4):
        s.belief[word] = 0
    s.belief[station >> 6] = np.uint64(1) << np.uint64(station & 63)


@part
def may_be(s: State, station: int) -> bool:
    """Whether he can be there."""
    return (s.belief[station >> 6] >> np.uint64(station & 63) & np.uint64(1)) != 0


@part
def not_at(s: State, station: int) -> None:
    """He is not there."""
    s.belief[station >> 6] &= ~(np.uint64(1) << np.uint64(station & 63))


@part
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit of a word that is not empty; one instruction, when compiled."""
    return bits((word & (~word + np.uint64(1))) - np.uint64(1))


@part
def bits(word: np.uint64) -> int:
    """How many bits of a word are set."""
    word -= word >> np.uint64(1) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (
        word >> np.uint64(2) & np.uint64(0x3333333333333333)
    )
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return signed(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@kernel
def reached(t: Tables, s: State, ride: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The free stations that a ride leads to from where he can be."""
    w0 = w1 = w2 = w3 = np.uint64(0)
    for number in range(4):
        word = s.belief[number]
        while word:
            station = number * 64 + lowest(word)
            word &= word - np.uint64(1)
            w0 |= t.reach[ride, station, 0]
            w1 |= t.reach[ride, station, 1]
            w2 |= t.reach[ride, station, 2]
            w3 |= t.reach[ride, station, 3]
    return w0 & ~s.taken[0], w1 & ~s.taken[1], w2 & ~s.taken[2], w3 & ~s.taken[3]


@kernel
def spread(t: Tables, s: State, ride: int) -> None:
    """He has ridden: he is at some free station that the ticket leads to."""
    w0, w1, w2, w3 = reached(t, s, ride)
    s.belief[0] = w0
    s.belief[1] = w1
    s.belief[2] = w2
    s.belief[3] = w3


@kernel
def keep_exits(t: Tables, s: State) -> None:
    """At none of the stations that he could not leave."""
    first = 0 if t.x_needs_tickets else LAND_RIDE
    if holds(s, first, 1):
        # Elsewhere than next to a hunter his first kind of ride is open, where it goes at all.
        w0, w1, w2, w3 = ~t.served[0], ~t.served[1], ~t.served[2], ~t.served[3]
        for piece in range(t.pieces):
            next_to = t.reach[first, s.hunters[piece]]
            w0 |= next_to[0]
            w1 |= next_to[1]
            w2 |= next_to[2]
            w3 |= next_to[3]
    else:
        w0 = w1 = w2 = w3 = ~np.uint64(0)
    _keep_exits_of(t, s, 0, w0)
    _keep_exits_of(t, s, 1, w1)
    _keep_exits_of(t, s, 2, w2)
    _keep_exits_of(t, s, 3, w3)


@part
def _keep_exits_of(t: Tables, s: State, number: int, doubtful: np.uint64) -> None:
    """The same for those stations of one word that are in doubt."""
    word = s.belief[number] & doubtful
    while word:
        place = lowest(word)
        word &= word - np.uint64(1)
        if not can_leave(t, s, number * 64 + place):
            not_at(s, number * 64 + place)
