"""The board as a value: what it promises, whoever makes it."""

import copy
import pickle
from pathlib import Path

import pytest

import misterx.board
from misterx.board import Board, BoardError, Connection, Transport, load_board

TAXI, BUS, _, _ = Transport
PLACES = {1: (0.0, 0.0), 2: (1.0, 0.0), 3: (1.0, 1.0)}
PAIR = (Connection(1, 2, TAXI),)


def test_exported_names_are_sorted_and_there() -> None:
    constants, others = ["HIGHEST_STATION"], misterx.board.__all__[1:]
    assert misterx.board.__all__ == constants + sorted(others)
    assert all(hasattr(misterx.board, name) for name in misterx.board.__all__)


def test_connection_has_a_short_form_and_an_order() -> None:
    connection = Connection.between(75, 58, TAXI)
    assert connection == (58, 75, "taxi")
    assert str(connection) == "taxi 58-75"


def test_fields_cannot_change() -> None:
    board = load_board("london")
    with pytest.raises(AttributeError):
        setattr(board, "name", "other")  # noqa: B010 - written plainly, mypy would refuse it
    assert not hasattr(board.positions, "__setitem__")


def test_loading_twice_gives_the_same_board() -> None:
    assert load_board("london") is load_board("london")


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BoardError, match=r"no board 'paris'; the boards are london, london-1983"):
        load_board("paris")


@pytest.mark.parametrize("station", (0, 200, 255))
def test_unknown_station_is_refused_by_every_question(station: int) -> None:
    board = load_board("london")
    refused = pytest.raises(BoardError, match=f"london has no station {station}; it has 199 from 1")
    assert station not in board
    with refused:
        board.neighbours(station, TAXI)
    with refused:
        board.transports_at(station)
    with refused:
        board.transports_between(station, 1)
    with refused:
        board.transports_between(1, station)
    with refused:
        board.distances().between(1, station)
    with refused:
        board.distances().from_(station)


def test_distances_are_kept_for_each_set_of_transports() -> None:
    board = load_board("london")
    assert board.distances([TAXI, BUS]) is board.distances((BUS, TAXI))
    assert board.distances() is board.distances(Transport)


def test_distances_where_there_is_no_way() -> None:
    board = Board("torn", (1, 2, 3), PAIR, PLACES)
    assert board.distances().between(1, 3) is None
    assert board.distances().from_(3) == {3: 0}
    assert board.distances().longest() is None


def test_the_longest_way_a_board_can_have_is_counted() -> None:
    row = Board(
        "row",
        tuple(range(1, 256)),
        tuple(Connection(n, n + 1, TAXI) for n in range(1, 255)),
        {n: (n / 255, 0.5) for n in range(1, 256)},
    )
    assert row.distances().between(1, 255) == 254
    assert row.distances().longest() == 254
    assert row.distances([BUS]).longest() is None


def test_boards_are_equal_by_name_and_data() -> None:
    board = Board("town", (1, 2, 3), PAIR, PLACES)
    assert board == Board("town", (1, 2, 3), PAIR, PLACES, Path("elsewhere"))
    assert hash(board) == hash(Board("town", (1, 2, 3), (), PLACES))
    assert board != Board("town", (1, 2, 3), (), PLACES)
    assert board != Board("city", (1, 2, 3), PAIR, PLACES)
    assert board != "town"


def test_copies_and_pickles_are_equal() -> None:
    board = load_board("london")
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert twin == board
        assert twin.source == board.source
        assert twin.neighbours(74, BUS) == (58, 94)


@pytest.mark.parametrize(
    ("stations", "connections", "positions", "message"),
    (
        ((), (), {}, "there are no stations"),
        ((2, 1, 3), PAIR, PLACES, "stations must ascend without repeats"),
        ((1, 2, 2, 3), PAIR, PLACES, "stations must ascend without repeats"),
        ((0, 1), (), {0: (0, 0), 1: (0, 0)}, r"stations must be 1\.\.255"),
        ((1, 256), (), {1: (0, 0), 256: (0, 0)}, r"stations must be 1\.\.255"),
        ((1, 2), PAIR, PLACES, "give each station, and no other, one position"),
        ((1,), (), {1: (0.5, 1.5)}, r"positions must be 0\.\.1 of the board"),
        ((1, 2, 3), PAIR * 2, PLACES, "connections must ascend without repeats"),
        ((1, 2, 3), (Connection(2, 1, TAXI),), PLACES, "taxi 2-1 must name two stations"),
        ((1, 2, 3), (Connection(2, 2, TAXI),), PLACES, "taxi 2-2 must name two stations"),
        ((1, 2, 3), (Connection(2, 4, TAXI),), PLACES, "taxi 2-4 ends at 4"),
    ),
)
def test_contradictory_data_make_no_board(
    stations: tuple[int, ...],
    connections: tuple[Connection, ...],
    positions: dict[int, tuple[float, float]],
    message: str,
) -> None:
    with pytest.raises(BoardError, match=f"board town: {message}"):
        Board("town", stations, connections, positions)


def test_a_board_is_shown_by_its_name_and_size() -> None:
    assert repr(load_board("london")) == "<Board london: 199 stations, 467 connections>"
