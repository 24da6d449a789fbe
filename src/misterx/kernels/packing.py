"""Between what a viewpoint sees of a game, as the law says it, and the kernels' records."""

from __future__ import annotations

import numpy as np

from misterx.chase.moves import HunterMove, Leg, Move, Piece, Reveal, Take, XMove
from misterx.chase.network import bit_set
from misterx.chase.observation import Observation
from misterx.chase.state import X_TURN, Cast
from misterx.chase.tickets import Tickets
from misterx.core import Reason
from misterx.kernels import layout as k
from misterx.kernels.tables import RIDES, put_set

__all__ = ["move_from", "move_to", "pack"]

_REASONS = {
    Reason.CAUGHT: k.CAUGHT,
    Reason.TRAPPED: k.TRAPPED,
    Reason.SURVIVED: k.SURVIVED,
    Reason.NO_MOVES: k.NO_MOVES,
}


def pack(seen: Observation) -> k.State:
    """A game that has begun, as a record; where his station is hidden it is 0, which is none."""
    cast = seen.cast
    s = np.zeros(1, k.STATE)[0]
    placed = [station for station in seen.hunters if station is not None]
    s.x = seen.x or 0
    s.hunters[: len(placed)] = placed
    s.moved = sum(1 << cast.index[piece] for piece in seen.moved)
    s.turn = seen.turn is not X_TURN
    s.rounds = seen.round
    s.windows = len(seen.log)
    s.black, s.double = seen.black, seen.double
    s.pending = _pending(seen)
    s.over = 0 if seen.outcome is None else _REASONS[seen.outcome.reason]
    s.x_tickets[:] = seen.supply or seen.x_hand or Tickets(2, 2, 2)
    for at, purse in enumerate(seen.purses):
        s.purses[3 * at : 3 * at + 3] = purse
    s.tracks = 1
    put_set(s.taken, bit_set(placed))
    put_set(s.belief, seen.beliefs[-1])
    return s


def move_to(cast: Cast, move: Move) -> int:
    """A move of the law as the kernels' number."""
    match move:
        case XMove((leg,)):
            return k.X_SINGLE << 24 | _ride(leg)
        case XMove((first, second)):
            return k.X_DOUBLE << 24 | _ride(second) << 12 | _ride(first)
        case HunterMove(piece, ticket, to):
            return k.HUNTER << 24 | cast.index[piece] << 12 | _ride(Leg(ticket, to))
        case Reveal(show):
            return k.SHOWS << 24 | show
        case Take(piece, ticket):
            return k.TAKES << 24 | cast.index[piece] << 12 | RIDES.index(ticket) << 8
        case _:
            raise ValueError(f"the kernels know no move {move}")


def move_from(cast: Cast, number: int) -> Move:
    """The kernels' number as a move of the law."""
    number = int(number)
    kind, piece = number >> 24, number >> 12 & 15
    if kind == k.X_SINGLE:
        return XMove((_leg(number),))
    if kind == k.X_DOUBLE:
        return XMove((_leg(number), _leg(number >> 12)))
    if kind == k.HUNTER:
        ticket, to = _leg(number)
        return HunterMove(cast.pieces[piece], ticket, to)
    if kind == k.SHOWS:
        return Reveal(bool(number & 1))
    ticket = RIDES[number >> 8 & 7]
    assert ticket is not None
    return Take(Piece(cast.pieces[piece]), ticket)


def _pending(seen: Observation) -> int:
    if seen.pending is None:
        return 0
    return 1 if seen.pending == "show" else 2 + seen.cast.index[Piece(seen.pending)]


def _ride(leg: Leg) -> int:
    return RIDES.index(leg.ticket) << 8 | leg.to


def _leg(number: int) -> Leg:
    return Leg(RIDES[number >> 8 & 7], number & 255)
