"""How a game lies in memory, and what is read from it.

A state is a record of small numbers. Where the hunters can know him to be is a set of stations,
four words of 64 bits. Moves are numbers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from misterx.kernels.compiling import part, record_of
from misterx.kernels.tables import MOST_MOVES, Tables

__all__ = [
    "BLACK_RIDE",
    "CAUGHT",
    "HUNTER",
    "LAND_RIDE",
    "MOST_MOVES",
    "NO_MOVES",
    "SHOWS",
    "STATE",
    "SURVIVED",
    "TAKES",
    "TRAPPED",
    "X_DOUBLE",
    "X_SINGLE",
    "State",
    "can_leave",
    "can_move",
    "holds",
    "is_taken",
    "may_ride",
    "may_step",
    "moving_piece",
    "purse_of",
    "x_ride",
]

MOST_PIECES = 8

STATE = record_of(
    ("x", np.uint16),
    ("hunters", np.uint16, (MOST_PIECES,)),
    ("moved", np.uint16),  # the pieces that have moved in this round, a bit for each
    ("turn", np.uint16),  # 0: Mister X, 1: the hunters
    ("rounds", np.uint16),  # begun; a record has a method of the name `round`
    ("windows", np.uint16),  # of the log that are used
    ("black", np.uint16),
    ("double", np.uint16),
    ("pending", np.uint16),  # 1: he may show himself; 2 and more: he takes from a detective
    ("over", np.uint16),  # 0 while the game goes on, or why it ended
    ("x_tickets", np.uint16, (3,)),  # where they are not counted, always two of each
    ("purses", np.uint16, (3 * MOST_PIECES,)),
    ("keeps_black", np.uint16),  # 1: Mister X lays no black ticket where it would hide nothing
    ("tracks", np.uint16),  # 0: nobody asks where he can be, and `belief` is not kept
    ("taken", np.uint64, (4,)),  # where hunters stand, as a set
    ("belief", np.uint64, (4,)),
)

State: TypeAlias = Any
"""A record of that type."""

CAUGHT, TRAPPED, SURVIVED, NO_MOVES = 1, 2, 3, 4
"""Why it ended: the first two for the hunters, the others for Mister X."""

# --- moves as numbers -----------------------------------------------------------------------

X_SINGLE, X_DOUBLE, HUNTER, SHOWS, TAKES = 0, 1, 2, 3, 4
"""What kind of move it is: the bits from 24 on.

Below, a ride is its ticket (three bits from 8) and its station (eight bits); the second ride of a
double move stands 12 bits higher; a hunter's piece in the bits from 12 on. Whether he shows himself
is 0 or 1; what he takes is piece and ticket like a ride.
"""

BLACK_RIDE = 3
LAND_RIDE = 4


@part
def is_taken(s: State, station: int) -> bool:
    """Whether a hunter stands there."""
    return (s.taken[station >> 6] >> np.uint64(station & 63) & np.uint64(1)) != 0


@part
def holds(s: State, ride: int, many: int) -> bool:
    """Whether Mister X can lay so many tickets of a kind."""
    if ride == BLACK_RIDE:
        return s.black >= many
    return ride == LAND_RIDE or s.x_tickets[ride] >= many


@part
def x_ride(t: Tables, number: int) -> int:
    """The kinds of rides that Mister X has, by number; -1: no more."""
    if t.x_needs_tickets:
        return number
    if number == 0:
        return LAND_RIDE
    return BLACK_RIDE if number == 1 else -1


@part
def purse_of(t: Tables, piece: int) -> int:
    """Where the purse stands that a piece pays from; -1: it needs no tickets."""
    if t.purse == 2 or piece >= t.detectives:
        return -1
    return 0 if t.purse == 1 else 3 * piece


@part
def moving_piece(t: Tables, s: State) -> int:
    """The first piece that has a move left; in the hunters' phase there is one."""
    for piece in range(t.pieces):
        # In a fixed order a piece without a move counts as moved.
        if s.moved >> piece & 1 == 0 and (t.fixed_order or can_move(t, s, piece)):
            return piece
    return -1


@part
def may_ride(t: Tables, s: State, way: int) -> bool:
    """Whether Mister X can go a way."""
    return holds(s, way >> 8, 1) and (t.x_may_enter or not is_taken(s, way & 255))


@part
def may_step(s: State, purse: int, way: int) -> bool:
    """Whether a piece with a purse can go a way."""
    # Without a branch, `&` for `and`: which of them fails is hard to guess.
    return (purse < 0 or s.purses[purse + (way >> 8)] > 0) & (not is_taken(s, way & 255))


@part
def can_move(t: Tables, s: State, piece: int) -> bool:
    """Whether a hunter has a move."""
    purse = purse_of(t, piece)
    kind = 0 if purse >= 0 else 1
    here = s.hunters[piece]
    for at in range(t.ways_first[kind, here], t.ways_first[kind, here + 1]):
        if may_step(s, purse, t.ways[at]):
            return True
    return False


@part
def can_leave(t: Tables, s: State, station: int) -> bool:
    """Whether Mister X could leave a station."""
    kind = 2 if t.x_needs_tickets else 3
    for at in range(t.ways_first[kind, station], t.ways_first[kind, station + 1]):
        if may_ride(t, s, t.ways[at]):
            return True
    return False
