"""The lines of the board as an edition uses them: plain to reckon, quick to ask."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misterx.board import Transport, load_board
from misterx.chase import HunterMove, Piece, Ticket, Tickets, XMove
from misterx.chase.network import Network, bit_set, lacking, stations_of
from misterx.chase.tickets import BLACK, BUS, ORDINARY, TAXI

BOARD = load_board("london")
D1 = Piece("D1")
stations = st.sampled_from(sorted(BOARD.stations))
sets = st.sets(stations, max_size=40)
tickets = st.none() | st.sampled_from(Ticket)
LINES: dict[Ticket | None, tuple[Transport, ...]] = {
    Ticket.TAXI: (Transport.TAXI,),
    Ticket.BUS: (Transport.BUS,),
    Ticket.UNDERGROUND: (Transport.UNDERGROUND,),
    Ticket.BLACK: tuple(Transport),
    None: (Transport.TAXI, Transport.BUS, Transport.UNDERGROUND),
}


@cache
def network(*, named: bool = True) -> Network:
    return Network(BOARD, frozenset(Transport), tickets=named)


def beside(station: int, ticket: Ticket | None) -> set[int]:
    """The very next stops, straight from the board."""
    return {to for line in LINES[ticket] for to in BOARD.neighbours(station, line)}


@given(sets)
def test_a_set_of_stations_is_an_integer_and_back(members: set[int]) -> None:
    assert list(stations_of(bit_set(members))) == sorted(members)


@given(stations, tickets)
def test_a_ticket_reaches_the_very_next_stops(station: int, ticket: Ticket | None) -> None:
    assert set(stations_of(network().reach(station, ticket))) == beside(station, ticket)


@given(stations, st.integers(1, 10**9), tickets)
def test_two_stations_are_joined_or_not(a: int, b: int, ticket: Ticket | None) -> None:
    assert network().joins(a, b, ticket) == (b in beside(a, ticket))
    assert all(network().joins(a, to, ticket) for to in beside(a, ticket))


@given(sets, tickets)
@settings(deadline=None)  # the first of them lays out a table
def test_a_set_spreads_to_all_that_one_of_it_is_joined_to(
    members: set[int], ticket: Ticket | None
) -> None:
    spread = set(stations_of(network().spread(bit_set(members), ticket)))
    assert spread == {to for station in members for to in beside(station, ticket)}


def test_the_ferry_needs_black_and_a_closed_line_leads_nowhere() -> None:
    assert network().joins(194, 157, BLACK)
    assert not network().joins(194, 157, None)
    assert not any(network().joins(194, 157, ticket) for ticket in ORDINARY)
    small = Network(BOARD, frozenset({Transport.TAXI}), tickets=True)
    assert set(stations_of(small.reach(74, None))) == {58, 73, 75, 92}
    assert small.reach(74, BLACK) == small.reach(74, TAXI)
    assert not small.reach(74, BUS)


@given(station=stations, double=st.booleans(), named=st.booleans())
@settings(deadline=None, max_examples=30)  # double moves are many
def test_mister_x_has_every_way_once_sorted_by_text(
    station: int, *, double: bool, named: bool
) -> None:
    ways = network(named=named).x_ways(station, double=double)
    texts = [str(way.move) for way in ways.each]
    assert texts == sorted(set(texts))
    kinds: tuple[Ticket | None, ...] = (*ORDINARY, BLACK) if named else (None, BLACK)
    first = {(ticket, to) for ticket in kinds for to in beside(station, ticket)}
    expected: set[tuple[tuple[Ticket | None, int], ...]] = {(leg,) for leg in first}
    if double:
        expected |= {
            (leg, (ticket, to))
            for leg in first
            for ticket in kinds
            for to in beside(leg[1], ticket)
        }
    assert {way.move.legs for way in ways.each if isinstance(way.move, XMove)} == expected
    assert network(named=named).x_ways(station, double=double) is ways


@given(station=stations, named=st.booleans())
@settings(deadline=None)
def test_a_hunter_has_every_way_once_sorted_by_text(station: int, *, named: bool) -> None:
    ways = network().hunter_ways(D1, station, tickets=named)
    texts = [str(way.move) for way in ways.each]
    assert texts == sorted(set(texts))
    kinds: tuple[Ticket | None, ...] = ORDINARY if named else (None,)
    assert {way.move for way in ways.each} == {
        HunterMove(D1, ticket, to) for ticket in kinds for to in beside(station, ticket)
    }


counts = st.integers(0, 3)


@given(stations, st.builds(Tickets, counts, counts, counts), counts)
@settings(deadline=None, max_examples=30)
def test_a_way_is_affordable_if_every_ticket_is_there(
    station: int, purse: Tickets, black: int
) -> None:
    have = dict(zip((*ORDINARY, BLACK), (*purse, black), strict=True))
    lacks = lacking((*purse, black))
    for way in network().x_ways(station, double=True).each:
        assert isinstance(way.move, XMove)
        need = [leg.ticket for leg in way.move.legs if leg.ticket]
        assert (not way.needs & lacks) == all(need.count(t) <= have[t] for t in need)
        assert way.stops == bit_set(leg.to for leg in way.move.legs)


@pytest.mark.parametrize("named", (True, False))
def test_what_needs_no_ticket_is_always_affordable(*, named: bool) -> None:
    free = network().hunter_ways(Piece("B1"), 74, tickets=False)
    assert all(not way.needs for way in free.each)
    paid = network().hunter_ways(D1, 74, tickets=True)
    assert all(way.needs for way in paid.each)
    # Beginners' legs need a ticket only where the black one is laid.
    for way in network(named=named).x_ways(74, double=False).each:
        assert bool(way.needs) == (named or "K" in str(way.move))


@given(stations, sets, counts)
@settings(deadline=None, max_examples=30)
def test_open_are_those_ways_that_nobody_and_nothing_closes(
    station: int, hunters: set[int], left: int
) -> None:
    ways = network().hunter_ways(D1, station, tickets=True)
    lacks = lacking((left, 1, 1, 0))
    taken = bit_set(hunters)
    assert list(ways.open_ones(taken, lacks)) == [
        way.move for way in ways.each if not (way.stops & taken or way.needs & lacks)
    ]
    assert list(ways.open_ones(0, 0)) == [way.move for way in ways.each]
