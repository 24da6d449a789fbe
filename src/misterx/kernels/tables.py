"""A table's numbers as one record, made once from the law's own; the kernels read nothing else.

It is a record, not a tuple of arrays, because the kernels then pass one address from function to
function and count no references. All records have the same shape, so that each kernel is compiled
once for all boards and editions.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, TypeAlias

import numpy as np

from misterx.board import HIGHEST_STATION, Transport
from misterx.chase.edition import Purse
from misterx.chase.network import Stations, bit_set, stations_of
from misterx.chase.state import Cast
from misterx.chase.tickets import ORDINARY, Ticket
from misterx.core import BadSetup
from misterx.kernels.compiling import record_of

__all__ = ["MOST_MOVES", "RECORD", "RIDES", "STATIONS", "WORDS", "Tables", "make_tables", "put_set"]

STATIONS = HIGHEST_STATION + 1
WORDS = STATIONS // 64
"""Sets of stations are so many words of 64 bits."""
RIDES: tuple[Ticket | None, ...] = (*ORDINARY, Ticket.BLACK, None)
"""What one rides on, by number: taxi, bus, underground, black, and 4: any line but the ferry."""
WAYS = ((0, 1, 2), (4,), (0, 1, 2, 3), (4, 3))
"""The rides of four kinds of pieces: who pays, who rides free, Mister X with tickets, without."""
FARTHEST = 255
"""Where no way leads."""
COVER = (0, 10, 15, 18, 20, 21, 22, 23, 24)
"""By distance, what it counts to hunters who would rather try a station than stand near it."""
MOST_WAYS = 16_384
"""London has 5,300; a board with more is refused."""
MOST_MOVES = 4096
"""There is room for so many moves at once, double moves among them; London has 370."""
MOST_WINDOWS = 256

ALIGNED = 64
"""Tables begin at a multiple of so many bytes, as rows of distances then do: a line of a cache."""

RECORD = record_of(
    # A row of distances has as many bytes as there are numbers of stations.
    ("away", np.uint8, (STATIONS, STATIONS)),  # moves between two, tickets and ferry aside
    ("cover", np.uint8, (STATIONS, STATIONS)),  # what these are to hunters who step onto stations
    ("away_at_once", np.int64),  # so many of `away` surely add up to a byte
    ("cover_at_once", np.int64),
    ("detectives", np.int64),
    ("pieces", np.int64),  # detectives and bobbies
    ("purse", np.int64),  # 0: each his own, 1: one for all, 2: nobody needs tickets
    ("counts_x", np.bool_),  # Mister X's ordinary tickets are counted, in hand or supply
    ("pays_x", np.bool_),  # what the detectives use comes to where he draws from
    ("x_needs_tickets", np.bool_),
    ("fixed_order", np.bool_),
    ("voluntary", np.bool_),
    ("x_may_enter", np.bool_),  # for calibration only: he may step onto a hunter, to his end
    ("hides", np.bool_),  # hidden but for some windows; else seen but for some
    ("log", np.int64),
    ("rounds", np.int64),
    ("seen", np.uint8, (MOST_WINDOWS,)),  # by window: 1 if seen there, unless black hides him
    ("taxi_only", np.uint64, (WORDS,)),  # stations that nothing but taxis serves
    ("served", np.uint64, (WORDS,)),  # stations that the first of Mister X's rides leads away from
    ("reach", np.uint64, (len(RIDES), STATIONS, WORDS)),  # where rides lead, as sets
    # Where the rides of a station begin in `goal`, by ride and station; the last ends them.
    ("first", np.uint32, (len(RIDES), STATIONS + 1)),
    ("goal", np.uint8, (MOST_WAYS,)),
    # The same for all rides of a kind of piece in one list, as ride and goal like in a move.
    ("ways_first", np.uint32, (len(WAYS), STATIONS + 1)),
    ("ways", np.uint32, (MOST_WAYS,)),
)

Tables: TypeAlias = Any
"""A record of that type."""


@lru_cache(maxsize=16)
def make_tables(cast: Cast, *, x_may_enter: bool = False) -> Tables:
    """The tables of those who play one game; raises `BadSetup` if a board is too large."""
    edition = cast.edition
    t = _room()
    t.detectives = len(cast.detectives)
    t.pieces = len(cast.pieces)
    t.purse = (Purse.OWN, Purse.POOLED, Purse.FREE).index(cast.purse)
    t.counts_x = edition.x_hand is not None or edition.box is not None
    t.pays_x = (cast.x_is_paid and edition.x_hand is not None) or (
        cast.supply_is_paid and edition.box is not None
    )
    t.x_needs_tickets = edition.x_needs_tickets
    t.fixed_order = cast.in_fixed_order
    t.voluntary = cast.voluntary_reveal
    t.x_may_enter = x_may_enter
    t.hides = edition.hides_by_default
    t.log, t.rounds = edition.log, edition.rounds
    for window in range(edition.log + 1):
        t.seen[window] = edition.is_seen_at(window, on_black=False)
    _lay_lines(t, cast)
    _measure(t, cast)
    return t


def _room() -> Tables:
    """An empty record that begins where a row of distances should."""
    room = np.zeros(RECORD.itemsize + ALIGNED, np.uint8)
    start = -room.ctypes.data % ALIGNED
    return room[start : start + RECORD.itemsize].view(RECORD)[0]


def _lay_lines(t: Tables, cast: Cast) -> None:
    """Where each ride leads from each station, as sets and as lists."""
    board = cast.edition.board
    rides: list[list[list[int]]] = []
    for ride, ticket in enumerate(RIDES):
        goals: list[list[int]] = [[] for _ in range(STATIONS)]
        for station in board.stations:
            members = cast.network.reach(station, ticket)
            put_set(t.reach[ride, station], members)
            goals[station] = list(stations_of(members))
        rides.append(goals)
    ways = [
        [
            [ride << 8 | goal for ride in kinds for goal in rides[ride][station]]
            for station in range(STATIONS)
        ]
        for kinds in WAYS
    ]
    many = sum(len(there) for kind in ways for there in kind)
    if many > MOST_WAYS or _most_moves(t.pieces, ways) > MOST_MOVES:
        raise BadSetup("this board has more lines than the computer players can take in")
    _lay_out(t.first, t.goal, rides)
    _lay_out(t.ways_first, t.ways, ways)
    first = WAYS[2 if t.x_needs_tickets else 3][0]
    put_set(t.served, bit_set(s for s in board.stations if rides[first][s]))
    taxi, black = RIDES.index(Ticket.TAXI), RIDES.index(Ticket.BLACK)
    put_set(
        t.taxi_only,
        bit_set(s for s in board.stations if (t.reach[taxi, s] == t.reach[black, s]).all()),
    )


def _lay_out(first: np.ndarray, entries: np.ndarray, lists: list[list[list[int]]]) -> None:
    """Write lists, by kind and station, one behind the other, and where each begins."""
    written = 0
    for kind, by_station in enumerate(lists):
        ends = list(accumulate((len(one) for one in by_station), initial=written))
        first[kind] = ends
        entries[written : ends[-1]] = list(chain.from_iterable(by_station))
        written = ends[-1]


def _most_moves(pieces: int, ways: list[list[list[int]]]) -> int:
    """How many moves somebody has at once at most, whatever stands in the way."""
    steps, _, *rides = ways
    most = [pieces * max(len(there) for there in steps)]
    for goals in rides:
        most += (sum(1 + len(goals[way & 255]) for way in there) for there in goals)
    return max(most)


def _measure(t: Tables, cast: Cast) -> None:
    """How many moves every station is from every other, tickets and ferry aside."""
    t.away[:] = FARTHEST
    board = cast.edition.board
    distances = board.distances(cast.edition.transports - {Transport.FERRY})
    for station in board.stations:
        moves = distances.from_(station)
        t.away[station, list(moves)] = list(moves.values())
    stations = list(board.stations)
    t.away_at_once = FARTHEST // max(1, t.away[np.ix_(stations, stations)].max())
    t.cover_at_once = FARTHEST // max(COVER)
    t.cover[:] = np.array(COVER, np.uint8)[np.minimum(t.away, len(COVER) - 1)]


def put_set(words: np.ndarray, stations: Stations) -> None:
    """Write a set of stations into its words."""
    for word in range(WORDS):
        words[word] = stations >> 64 * word & (1 << 64) - 1
