"""The board game as words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from misterx.board import Station
from misterx.chase import Chase, Observation, Ticket, Tickets
from misterx.chase.edition import Edition, Purse
from misterx.chase.moves import MISTER_X, Leg, Piece
from misterx.chase.network import Network, stations_of
from misterx.chase.tickets import ORDINARY
from misterx.core import Setup
from misterx.environment.form import Form, Part, one_of, shares, some_of

__all__ = ["chase_form"]

_SHOW = "show"


def chase_form(rules: Chase, setup: Setup) -> Form:
    """The words and numbers of an edition at a table; raises `BadSetup` if there is none such."""
    cast = rules.cast(setup)
    edition, network = cast.edition, cast.network
    x_tickets = _x_tickets(edition, black=cast.black > 0)
    his = tuple(map(str, _legs(edition, network, x_tickets)))
    tickets = {
        t for piece in cast.pieces for t in (ORDINARY if cast.needs_ticket(piece) else (None,))
    }
    theirs = map(str, _legs(edition, network, sorted(tickets, key=str)))
    starts = cast.start_cards(cast.pieces[0]) if cast.chooses_start else ()
    decisions: tuple[str, ...] = ()
    if cast.voluntary_reveal:
        decisions = (
            _SHOW,
            "hide",
            *(f"take {piece}={ticket}" for piece in cast.detectives for ticket in ORDINARY),
        )
    return Form(
        openings=(
            *(f"{piece}:" for piece in cast.pieces),
            *(f"{leg}+" for leg in his if edition.double),
        ),
        endings=tuple(dict.fromkeys((*his, *theirs, *(f"@{at}" for at in starts), *decisions))),
        spell=_spell,
        parts=(
            one_of("who", ("X", "hunters"), lambda seen: seen.who),
            *_pieces(edition.board.stations, cast.pieces),
            *_purses(edition, cast.purse, len(cast.detectives)),
            shares("black", (cast.black,), lambda seen: (seen.black,)),
            shares("double", (edition.double,), lambda seen: (seen.double,)),
            some_of("to_move", (MISTER_X, *cast.pieces), lambda seen: seen.to_move),
            one_of("turn", ("X", "hunters"), lambda seen: seen.turn),
            shares("round", (edition.rounds,), lambda seen: (seen.round,)),
            one_of(
                "pending",
                (_SHOW, *cast.detectives) if cast.voluntary_reveal else (),
                lambda seen: seen.pending,
            ),
            *_log(edition, x_tickets),
        ),
    )


def _spell(move: str) -> tuple[str, ...]:
    """The words of a move; the first of two ends in a sign, as `B1` is also a bus to station 1.

    >>> _spell("X:T46"), _spell("X:T46+K58"), _spell("X:take D1=T")
    (('T46',), ('T46+', 'K58'), ('take D1=T',))
    >>> _spell("D2:U89"), _spell("D1@41")
    (('D2:', 'U89'), ('D1:', '@41'))
    """
    piece, colon, what = move.replace("@", ":@").partition(":")
    if piece != MISTER_X:
        return piece + colon, what
    first, plus, second = what.partition("+")
    return (first + plus, second) if plus else (what,)


def _x_tickets(edition: Edition, *, black: bool) -> tuple[Ticket | None, ...]:
    """What Mister X may lay for a ride; None: he rides without a ticket."""
    ordinary: tuple[Ticket | None, ...] = ORDINARY if edition.x_needs_tickets else (None,)
    return (*ordinary, Ticket.BLACK) if black else ordinary


def _legs(edition: Edition, network: Network, tickets: Iterable[Ticket | None]) -> Iterator[Leg]:
    """Every ride on these tickets, wherever it begins."""
    everywhere = tuple(edition.board.stations)
    for ticket in tickets:
        reached = 0
        for station in everywhere:
            reached |= network.reach(station, ticket)
        yield from (Leg(ticket, to) for to in stations_of(reached))


def _pieces(stations: tuple[Station, ...], pieces: tuple[Piece, ...]) -> Iterator[Part]:
    """Where everybody stands, can be or began, a place for each station."""
    yield one_of("x", stations, lambda seen: seen.x)
    yield some_of("possible", stations, lambda seen: seen.possible)
    yield one_of("start_x", stations, lambda seen: seen.start_x)
    for at, piece in enumerate(pieces):
        yield one_of(piece, stations, _hunter(at))


def _hunter(at: int) -> Callable[[Observation], Station | None]:
    return lambda seen: seen.hunters[at]


def _purses(edition: Edition, purse: Purse, detectives: int) -> Iterator[Part]:
    """The tickets that are counted: the detectives', Mister X's, the common supply."""
    none = Tickets(0, 0, 0)
    each = edition.detective_tickets or none
    dealt = each.times(detectives)
    purses = {Purse.OWN: (each,) * detectives, Purse.POOLED: (dealt,), Purse.FREE: ()}[purse]
    yield shares("purses", chain(*purses), lambda seen: chain(*seen.purses))
    # Whatever the detectives use up may come to him, and to the supply what the box had held.
    hand = edition.x_hand and map(sum, zip(edition.x_hand, dealt, strict=True))
    yield shares("x_tickets", hand or (), lambda seen: seen.x_hand)
    yield shares("supply", edition.box or (), lambda seen: seen.supply)


def _log(edition: Edition, tickets: tuple[Ticket | None, ...]) -> Iterator[Part]:
    """The travel log, window by window: what was laid, where he was, whether all could see it."""
    windows, stations = range(1, edition.log + 1), edition.board.stations

    def laid(seen: Observation) -> Iterator[object]:
        return ((at, entry.ticket) for at, entry in enumerate(seen.log, 1))

    def stood(seen: Observation) -> Iterator[object]:
        log = enumerate(seen.log, 1)
        return ((at, entry.station) for at, entry in log if entry.station is not None)

    def seen_by_all(seen: Observation) -> Iterator[object]:
        return (at for at, entry in enumerate(seen.log, 1) if entry.seen)

    yield some_of("log_tickets", ((at, ticket) for at in windows for ticket in tickets), laid)
    yield some_of("log_stations", ((at, to) for at in windows for to in stations), stood)
    yield some_of("log_seen", windows, seen_by_all)
