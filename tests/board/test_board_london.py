"""The printed boards, fact by fact."""

from collections import Counter, deque
from collections.abc import Iterable

import pytest

from misterx.board import Board, Connection, Transport, board_names, load_board
from misterx.board.checks import straight_crossing

TAXI, BUS, UNDERGROUND, FERRY = Transport
LONDON = load_board("london")
LONDON_1983 = load_board("london-1983")
MILTON_BRADLEY = load_board("london-milton-bradley")
BOARDS = (LONDON, LONDON_1983, MILTON_BRADLEY)
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def counts(board: Board) -> dict[Transport, int]:
    return dict(Counter(connection.transport for connection in board.connections))


def moves_from(board: Board, start: int, transports: Iterable[Transport]) -> dict[int, int]:
    """A plain breadth-first search, to compare with."""
    kinds = list(transports)
    moves, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for transport in kinds:
            for stop in board.neighbours(here, transport):
                if stop not in moves:
                    moves[stop] = moves[here] + 1
                    queue.append(stop)
    return moves


def test_three_boards_are_built_in() -> None:
    assert board_names() == ("london", "london-1983", "london-milton-bradley")


@pytest.mark.clause("B1")
@pytest.mark.parametrize("board", (LONDON, LONDON_1983), ids=lambda board: board.name)
def test_stations_are_1_to_199(board: Board) -> None:
    assert board.stations == tuple(range(1, 200))


@pytest.mark.clause("B1")
def test_there_are_467_connections() -> None:
    assert counts(LONDON) == {TAXI: 345, BUS: 99, UNDERGROUND: 20, FERRY: 3}
    assert len(LONDON.connections) == 467


@pytest.mark.clause("B1")
def test_the_ferry_goes_194_157_115_108_and_back() -> None:
    stops = {s: LONDON.neighbours(s, FERRY) for s in LONDON.stations if LONDON.neighbours(s, FERRY)}
    assert stops == {194: (157,), 157: (115, 194), 115: (108, 157), 108: (115,)}


@pytest.mark.clause("B1")
def test_the_board_of_1983_has_taxi_13_14_besides() -> None:
    assert set(LONDON_1983.connections) - set(LONDON.connections) == {Connection(13, 14, TAXI)}
    assert set(LONDON_1983.connections) > set(LONDON.connections)
    assert len(LONDON_1983.connections) == 468


@pytest.mark.clause("B2")
def test_bus_185_187_passes_198_without_stopping() -> None:
    assert 187 in LONDON.neighbours(185, BUS)
    assert BUS not in LONDON.transports_at(198)
    assert LONDON.transports_between(187, 198) == (TAXI,)


@pytest.mark.clause("B2")
@every_board
def test_neighbours_are_the_very_next_stops_both_ways(board: Board) -> None:
    for a, b, transport in board.connections:
        assert b in board.neighbours(a, transport)
        assert a in board.neighbours(b, transport)
    ends = sum(len(board.neighbours(s, t)) for s in board.stations for t in Transport)
    assert ends == 2 * len(board.connections)


@pytest.mark.clause("B3")
@pytest.mark.parametrize(
    ("station", "transport", "stops"),
    (
        (74, TAXI, (58, 73, 75, 92)),
        (74, BUS, (58, 94)),
        (74, UNDERGROUND, (46,)),
        (153, TAXI, (139, 152, 154, 166, 167)),
        (100, TAXI, (80, 81, 101, 112, 113)),
        (100, BUS, (63, 82, 111)),
    ),
)
def test_neighbours_of_the_rule_book(
    station: int, transport: Transport, stops: tuple[int, ...]
) -> None:
    assert LONDON.neighbours(station, transport) == stops


@pytest.mark.parametrize(("a", "b"), ((58, 75), (74, 75), (99, 112), (159, 198)))
def test_taxis_often_forgotten_are_there(a: int, b: int) -> None:
    assert TAXI in LONDON.transports_between(a, b)


@every_board
def test_no_taxi_29_55_on_any_printed_board(board: Board) -> None:
    assert TAXI not in board.transports_between(29, 55)


@pytest.mark.parametrize(("a", "b"), ((184, 195), (185, 199), (187, 199)))
def test_buses_often_invented_are_not_there(a: int, b: int) -> None:
    assert LONDON.transports_between(a, b) == ()


@every_board
def test_every_station_has_two_taxis_or_more(board: Board) -> None:
    assert min(len(board.neighbours(station, TAXI)) for station in board.stations) == 2


@every_board
@pytest.mark.parametrize(
    ("transport", "number"), ((TAXI, 199), (BUS, 62), (UNDERGROUND, 14), (FERRY, 4))
)
def test_each_transport_is_one_network(board: Board, transport: Transport, number: int) -> None:
    stops = [s for s in board.stations if transport in board.transports_at(s)]
    assert len(stops) == number
    assert set(moves_from(board, stops[0], [transport])) == set(stops)


@every_board
def test_every_underground_station_is_a_bus_stop(board: Board) -> None:
    at = [board.transports_at(station) for station in board.stations]
    assert all(BUS in transports for transports in at if UNDERGROUND in transports)


@every_board
def test_straight_taxi_lines_never_cross(board: Board) -> None:
    assert straight_crossing(board, TAXI) is None


@every_board
def test_longest_ways_are_20_by_taxi_and_10_by_everything(board: Board) -> None:
    assert board.distances([TAXI]).longest() == 20
    assert board.distances().longest() == 10


@every_board
@pytest.mark.parametrize(
    "transports", ((TAXI,), (BUS,), (FERRY, TAXI), tuple(Transport), ()), ids=str
)
def test_distances_agree_with_a_plain_search(
    board: Board, transports: tuple[Transport, ...]
) -> None:
    distances = board.distances(transports)
    for start in board.stations:
        moves = moves_from(board, start, transports)
        assert distances.from_(start) == moves
        assert [distances.between(start, to) for to in board.stations] == [
            moves.get(to) for to in board.stations
        ]


def test_american_numbers_lack_108_and_reach_200() -> None:
    assert MILTON_BRADLEY.stations == (*range(1, 108), *range(109, 201))
    assert 108 not in MILTON_BRADLEY


@pytest.mark.parametrize(
    ("here", "there"), ((108, 118), (118, 128), (128, 159), (159, 171), (171, 200))
)
def test_american_numbers_stand_in_the_same_places(here: int, there: int) -> None:
    assert MILTON_BRADLEY.positions[there] == LONDON.positions[here]


def test_american_ferry_starts_at_118() -> None:
    assert MILTON_BRADLEY.neighbours(118, FERRY) == (115,)
    assert MILTON_BRADLEY.transports_at(118) == LONDON.transports_at(108)


def test_american_board_differs_in_four_connections() -> None:
    numbers = {118: 108, 128: 118, 159: 128, 171: 159, 200: 171}
    connections = {
        Connection.between(numbers.get(a, a), numbers.get(b, b), transport)
        for a, b, transport in MILTON_BRADLEY.connections
    }
    assert connections - set(LONDON.connections) == {
        Connection(13, 14, TAXI),
        Connection(185, 199, BUS),
        Connection(187, 199, BUS),
    }
    assert set(LONDON.connections) - connections == {Connection(198, 199, TAXI)}
    assert counts(MILTON_BRADLEY) == {TAXI: 345, BUS: 101, UNDERGROUND: 20, FERRY: 3}
