"""The player that goes by rules of thumb: hunters close in on where he can be, he keeps away.

It counts stops, looks one move ahead and no further. Whatever it weighs comes from the observation.
As the hunters it counts how far Mister X can have come since he was last seen, and from then on
does not heed which tickets he laid; Mister X knows where everybody is. The childlike one makes the
mistakes of children: it forgets buses and the underground when it counts, and runs to where Mister
X was last seen, wherever he may have got to since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from misterx.board import Distances, Station, Transport
from misterx.bots.judgement import Judgement, Rated
from misterx.bots.limit import NO_LIMIT, Limit, check_limit
from misterx.bots.reasons import why
from misterx.chase import HunterMove, Move, Observation, Piece, Place, Reveal, Take, Ticket, XMove

__all__ = ["ThumbPlayer"]

_FAR = 99
"""Stands for a station that cannot be reached: farther than any way on any board."""
_CATCH = 50.0
"""What catching him for certain is worth, in stops; a chance of it, that part."""
_LAND = frozenset(Transport) - {Transport.FERRY}

M = TypeVar("M", bound=Move)


class ThumbPlayer:
    """Plays the chase, either side, by distance."""

    def __init__(self, name: str, *, childlike: bool = False) -> None:
        self.name = name
        self._lines = frozenset({Transport.TAXI}) if childlike else _LAND
        self._childlike = childlike

    def choose(
        self,
        seen: Observation,
        legal: Sequence[Move],
        rng: Random,
        limit: Limit = NO_LIMIT,
    ) -> Move:
        """The legal move that leaves him farthest from them, or them nearest to him."""
        check_limit(limit)
        rides = [move for move in legal if isinstance(move, XMove)]
        if rides:
            return _flee(rides, self._hunters(seen), rng)
        shows = [move for move in legal if isinstance(move, Reveal)]
        if shows:
            # Where everybody knows already where he is, showing himself costs nothing and takes
            # a ticket from each detective; anywhere else it gives his lead away.
            known = len(seen.possible) == 1
            return next(move for move in shows if move.show == known)
        takes = [move for move in legal if isinstance(move, Take)]
        if takes:
            # The rarest ticket hurts a detective most.
            return _best(takes, [(_count(seen, take.piece, take.ticket),) for take in takes], rng)
        hunts = [move for move in legal if isinstance(move, HunterMove | Place)]
        return _best(hunts, self._approach(seen, hunts), rng)

    def judge(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Judgement[Move]:
        """The same move, and why; to somebody who only counts stops he is anywhere as likely."""
        move = self.choose(seen, legal, rng, limit)
        where = {station: 1 / len(seen.possible) for station in seen.possible}
        return Judgement((Rated(move, None, 1.0),), where, why(seen, move, where))

    # --- the hunters ------------------------------------------------------------------------

    def _approach(
        self, seen: Observation, moves: Sequence[HunterMove | Place]
    ) -> list[tuple[float, int]]:
        """For each move, how far he may be from the hunter who makes it; less if it may catch.

        Besides his own way it counts how far the nearest hunter would be from each place, which
        spreads the hunters out. Among equals the hunter lays the ticket that he has most of.
        """
        targets = self._targets(seen)
        ways = {piece: self._ways(seen, piece) for piece in seen.cast.pieces}
        near = {
            mover: [
                min(
                    (
                        _stops(ways[piece], at, target)
                        for piece, at in _placed(seen)
                        if piece != mover
                    ),
                    default=_FAR,
                )
                for target in targets
            ]
            for mover in {move.piece for move in moves}
        }
        costs = []
        for move in moves:
            own = [_stops(ways[move.piece], move.to, target) for target in targets]
            cost = (sum(own) + sum(map(min, own, near[move.piece]))) / len(targets)
            if move.to in targets:
                cost -= _CATCH / len(targets)
            ticket = move.ticket if isinstance(move, HunterMove) else None
            costs.append((cost, -_count(seen, move.piece, ticket) if ticket else 0))
        return costs

    def _targets(self, seen: Observation) -> tuple[Station, ...]:
        """Wherever he can have come to since he was seen; to a child, where he was seen."""
        for stops, entry in enumerate(reversed(seen.log)):
            if entry.seen and entry.station is not None:
                if self._childlike:
                    return (entry.station,)
                edition = seen.cast.edition
                ways = edition.board.distances(edition.transports).from_(entry.station)
                near = {station for station, away in ways.items() if away <= stops}
                return tuple(near.difference(seen.hunters)) or seen.possible
        return seen.possible

    # --- the board --------------------------------------------------------------------------

    def _hunters(self, seen: Observation) -> list[tuple[Distances, Station]]:
        return [(self._ways(seen, piece), at) for piece, at in _placed(seen)]

    def _ways(self, seen: Observation, piece: Piece) -> Distances:
        """The distances by all that a hunter can ride: open lines that he has tickets for."""
        lines = seen.cast.edition.transports & self._lines
        if piece in seen.cast.purse_of:
            lines = frozenset(
                ticket.transport
                for ticket in Ticket
                if ticket.transport in lines and _count(seen, piece, ticket)
            )
        return seen.cast.edition.board.distances(lines)


def _best(moves: Sequence[M], costs: Sequence[tuple[float, ...]], rng: Random) -> M:
    """One of the moves that cost least."""
    least = min(costs)
    return rng.choice([move for move, what in zip(moves, costs, strict=True) if what == least])


# --- Mister X -----------------------------------------------------------------------------


def _flee(
    moves: Sequence[XMove], hunters: Sequence[tuple[Distances, Station]], rng: Random
) -> XMove:
    """His move: plain ones while one is safe, then black tickets, double moves only in need."""
    plain = [move for move in moves if not _is_black(move) and len(move.legs) == 1]
    black = [move for move in moves if _is_black(move) and len(move.legs) == 1]
    double = [move for move in moves if len(move.legs) == 2]
    for kind in (plain, plain + black, [move for move in double if not _is_black(move)]):
        safe = [move for move in kind if _nearest(hunters, move) > 1]
        if safe:
            return _best(safe, [_exposure(hunters, move) for move in safe], rng)
    return _best(moves, [_exposure(hunters, move) for move in moves], rng)


def _is_black(move: XMove) -> bool:
    return any(leg.ticket is Ticket.BLACK for leg in move.legs)


def _nearest(hunters: Iterable[tuple[Distances, Station]], move: XMove) -> int:
    return min((_stops(ways, at, move.legs[-1].to) for ways, at in hunters), default=_FAR)


def _exposure(hunters: Sequence[tuple[Distances, Station]], move: XMove) -> tuple[int, int, int]:
    """How near the hunters would be: the nearest, then all together; then the cards it costs."""
    to = move.legs[-1].to
    cards = len(move.legs) + sum(leg.ticket is Ticket.BLACK for leg in move.legs)
    return (
        -_nearest(hunters, move),
        -sum(_stops(ways, at, to) for ways, at in hunters),
        cards,
    )


# --- the board ----------------------------------------------------------------------------


def _placed(seen: Observation) -> list[tuple[Piece, Station]]:
    """The hunters that have a station."""
    pieces = zip(seen.cast.pieces, seen.hunters, strict=True)
    return [(piece, at) for piece, at in pieces if at is not None]


def _count(seen: Observation, piece: Piece, ticket: Ticket) -> int:
    return seen.purses[seen.cast.purse_of[piece]].of(ticket)


def _stops(ways: Distances, a: Station, b: Station) -> int:
    found = ways.between(a, b)
    return _FAR if found is None else found
