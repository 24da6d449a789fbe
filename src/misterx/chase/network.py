"""The lines of a board as an edition uses them, laid out so that moves are quickly found.

Sets of stations are bit sets: the integer whose bit *n* stands for station *n*. A ticket
requirement is a bit set too, with one bit for "at least one of this kind" and one for "at least
two", so that a move is affordable when it needs no bit that the purse lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from misterx.board import Board, Station, Transport
from misterx.chase.moves import HunterMove, Leg, Move, Piece, XMove
from misterx.chase.tickets import ORDINARY, Ticket

__all__ = ["Network", "Stations", "Way", "Ways", "bit_set", "lacking", "stations_of"]

Stations: TypeAlias = int
"""A set of stations as an integer: bit n stands for station n."""

_TWO = 4
"""How far the bit for "two of a kind" lies above the bit for one."""
_BIT = {ticket: bit for bit, ticket in enumerate((*ORDINARY, Ticket.BLACK))}


class Way(NamedTuple):
    """A move that the lines allow: where it stops, what it needs, and the move itself."""

    stops: Stations
    needs: int
    move: Move


class Ways(NamedTuple):
    """All ways from a station, sorted by text, and what they stop at and need together."""

    stops: Stations
    needs: int
    each: tuple[Way, ...]
    moves: tuple[Move, ...]

    def open_ones(self, taken: Stations, lacks: int) -> Sequence[Move]:
        """The moves that stop at no taken station and need no ticket that is lacking."""
        if not (self.stops & taken or self.needs & lacks):
            return self.moves  # mostly nothing is in the way, and one look is enough
        return [move for stops, needs, move in self.each if not (stops & taken or needs & lacks)]


@lru_cache(maxsize=4096)
def lacking(counts: tuple[int, ...]) -> int:
    """The requirements that a purse cannot meet, from its counts in the order T, B, U, K.

    >>> f"{lacking((2, 1, 0, 0)):08b}"
    '11101100'
    """
    lacks = 0
    for bit, count in enumerate(counts):
        if count < 2:
            lacks |= 1 << (bit + _TWO)
            if count < 1:
                lacks |= 1 << bit
    return lacks


def bit_set(stations: Iterable[Station]) -> Stations:
    """The set of these stations."""
    members = 0
    for station in stations:
        members |= 1 << station
    return members


def stations_of(members: Stations) -> Iterator[Station]:
    """The stations of a set, ascending.

    >>> list(stations_of(bit_set([46, 3, 199])))
    [3, 46, 199]
    """
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


class Network:
    """The ways that an edition's transports offer, for every piece and station."""

    def __init__(self, board: Board, transports: frozenset[Transport], *, tickets: bool) -> None:
        """Lay out the lines; `tickets`: Mister X names the ordinary ticket that he uses."""
        self.everywhere = bit_set(board.stations)
        land = transports - {Transport.FERRY}
        served: dict[Ticket | None, frozenset[Transport]] = {
            None: land,
            Ticket.BLACK: transports,
            **{t: transports & {t.transport} for t in ORDINARY if t.transport},
        }
        last = max(board.stations) + 1
        self._reach: dict[Ticket | None, list[Stations]] = {}
        for ticket, lines in served.items():
            reach = [0] * last
            for station in board.stations:
                reach[station] = bit_set(
                    chain.from_iterable(board.neighbours(station, line) for line in lines)
                )
            self._reach[ticket] = reach
        self._x_tickets: tuple[Ticket | None, ...] = (
            (*ORDINARY, Ticket.BLACK) if tickets else (None, Ticket.BLACK)
        )
        self._x_ways: dict[tuple[Station, bool], Ways] = {}
        self._hunter_ways: dict[tuple[Piece, Station, bool], Ways] = {}
        self._spreads: dict[Ticket | None, list[list[Stations]]] = {}

    def reach(self, station: Station, ticket: Ticket | None) -> Stations:
        """The very next stops from a station on a ticket (B2); None: on any but the ferry."""
        return self._reach[ticket][station]

    def joins(self, a: Station, b: Station, ticket: Ticket | None) -> bool:
        """True if a ticket takes one from `a` to `b`, which need not be on the board."""
        return bool(self._reach[ticket][a] >> b & 1)

    def x_ways(self, station: Station, *, double: bool) -> Ways:
        """Mister X's moves from a station, sorted by text, before tickets and hunters are asked."""
        key = (station, double)
        ways = self._x_ways.get(key)
        if ways is None:
            ways = self._x_ways[key] = _sorted(self._x_moves(station, double=double))
        return ways

    def hunter_ways(self, piece: Piece, station: Station, *, tickets: bool) -> Ways:
        """A hunter's moves from a station, sorted by text; never the ferry (R6)."""
        key = (piece, station, tickets)
        ways = self._hunter_ways.get(key)
        if ways is None:
            kinds: tuple[Ticket | None, ...] = ORDINARY if tickets else (None,)
            ways = self._hunter_ways[key] = _sorted(
                HunterMove(piece, ticket, to)
                for ticket in kinds
                for to in stations_of(self._reach[ticket][station])
            )
        return ways

    def spread(self, members: Stations, ticket: Ticket | None) -> Stations:
        """Every station that one of these is joined to by a ticket.

        Eight stations at a time: a table holds the answer for each value of each byte.
        """
        table = self._spreads.get(ticket)
        if table is None:
            table = self._spreads[ticket] = _spread_table(self._reach[ticket])
        reached = 0
        for byte, row in zip(members.to_bytes(len(table), "little"), table, strict=True):
            if byte:
                reached |= row[byte]
        return reached

    def _x_moves(self, station: Station, *, double: bool) -> Iterator[Move]:
        for first in self._legs(station):
            yield XMove((first,))
            if double:
                for second in self._legs(first.to):
                    yield XMove((first, second))

    def _legs(self, station: Station) -> Iterator[Leg]:
        for ticket in self._x_tickets:
            for to in stations_of(self._reach[ticket][station]):
                yield _leg(ticket, to)


_leg = cache(Leg)
"""Legs are shared: a board has some thousand, its double moves tens of thousands."""


def _sorted(moves: Iterable[Move]) -> Ways:
    each = tuple(Way(_stops(move), _needs(move), move) for move in sorted(moves, key=str))
    stops = needs = 0
    for way in each:
        stops |= way.stops
        needs |= way.needs
    return Ways(stops, needs, each, tuple(way.move for way in each))


def _legs_of(move: Move) -> tuple[Leg, ...]:
    if isinstance(move, XMove):
        return move.legs
    assert isinstance(move, HunterMove)
    return (Leg(move.ticket, move.to),)


def _stops(move: Move) -> Stations:
    return bit_set(leg.to for leg in _legs_of(move))


def _needs(move: Move) -> int:
    needs = 0
    for leg in _legs_of(move):
        if leg.ticket is not None:
            one = 1 << _BIT[leg.ticket]
            needs |= one << _TWO if needs & one else one
    return needs


def _spread_table(reach: list[Stations]) -> list[list[Stations]]:
    """For each byte of a set and each of its values: everything reached from those stations."""
    padded = reach + [0] * (-len(reach) % 8)
    table = []
    for start in range(0, len(padded), 8):
        row = [0] * 256
        for value in range(1, 256):
            lowest = value & -value
            row[value] = row[value ^ lowest] | padded[start + lowest.bit_length() - 1]
        table.append(row)
    return table
