"""The claims of a ``[facts]`` table: the right ones pass, each wrong one is found."""

from pathlib import Path

import pytest

from misterx.board import read_board
from tests.board.spoiling import append, edit, refusal

RIGHT_CLAIMS = """
[facts]
connections = { taxi = 4, bus = 1, underground = 0, ferry = 0 }
stops = { taxi = 4, bus = 2 }
fewest_taxi_connections = 2
networks_connected = true
underground_stations_have_bus = true
straight_taxi_lines_cross = false
longest_way_by_taxi = 2
longest_way = 2
present = ["taxi 3-4"]
absent = ["taxi 1-3"] # "bus 1-3" is there
"""


def test_right_claims_are_accepted(town: Path) -> None:
    append(town / "board.toml", RIGHT_CLAIMS)
    assert read_board(town).name == "town"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    (
        ("taxi = 4, bus = 1", "taxi = 5", "line 4: 5 taxi connections claimed, but there are 4"),
        ("bus = 2", "bus = 3", "line 5: 3 bus stops claimed, but there are 2"),
        (
            "fewest_taxi_connections = 2",
            "fewest_taxi_connections = 3",
            "line 6: fewest_taxi_connections = 3 claimed, but station 1 has 2",
        ),
        (
            "networks_connected = true",
            "networks_connected = false",
            "line 7: networks_connected = false claimed, "
            "but each transport's stops can all be reached from each other",
        ),
        (
            "underground_stations_have_bus = true",
            "underground_stations_have_bus = false",
            "line 8: underground_stations_have_bus = false claimed, "
            "but each underground station has one",
        ),
        (
            "straight_taxi_lines_cross = false",
            "straight_taxi_lines_cross = true",
            "line 9: straight_taxi_lines_cross = true claimed, but none do",
        ),
        (
            "longest_way_by_taxi = 2",
            "longest_way_by_taxi = 3",
            "line 10: longest_way_by_taxi = 3 claimed, but it is 2",
        ),
        ("longest_way = 2", "longest_way = 1", "line 11: longest_way = 1 claimed, but it is 2"),
        ("taxi 3-4", "bus 3-4", "line 12: bus 3-4 must be on the board, but is not"),
        ("taxi 1-3", "bus 1-3", "line 13: bus 1-3 must not be on the board, but is"),
    ),
)
def test_wrong_claim_is_refused(town: Path, old: str, new: str, message: str) -> None:
    append(town / "board.toml", RIGHT_CLAIMS.replace(old, new, 1))
    assert refusal(town) == f"board.toml, {message}; correct the board or the claim"


def claim(folder: Path, fact: str) -> str:
    append(folder / "board.toml", f"[facts]\n{fact}\n")
    return refusal(folder)


def test_torn_network_of_one_transport_is_noticed(town: Path) -> None:
    edit(town / "connections.csv", "2,3,taxi\n4,3,taxi\n", "2,4,bus\n3,4,taxi\n2,3,bus\n")
    edit(town / "connections.csv", "1,4,taxi\n", "")
    for old, new in (("2,0.9,0.1,taxi", "2,0.9,0.1,taxi|bus"), ("0.9,taxi\n", "0.9,taxi|bus\n")):
        edit(town / "stations.csv", old, new)
    message = claim(town, "networks_connected = true")
    assert "but no taxi leads from 1 to 3;" in message


def test_longest_way_by_taxi_without_a_way_is_noticed(town: Path) -> None:
    edit(town / "connections.csv", "2,3,taxi\n4,3,taxi\n1,4,taxi\n", "3,4,taxi\n")
    message = claim(town, "longest_way_by_taxi = 2")
    assert "longest_way_by_taxi = 2 claimed, but there is no way;" in message


def test_underground_station_without_bus_is_noticed(town: Path) -> None:
    append(town / "connections.csv", "1,2,underground\n")
    edit(town / "stations.csv", "taxi|bus", "taxi|bus|underground")
    edit(town / "stations.csv", "0.1,taxi\n", "0.1,taxi|underground\n")
    message = claim(town, "underground_stations_have_bus = true")
    assert "but station 2 has no bus;" in message


def test_crossing_taxi_lines_are_noticed(town: Path) -> None:
    edit(town / "connections.csv", "1,2,taxi\n", "1,3,taxi\n2,4,taxi\n")
    message = claim(town, "straight_taxi_lines_cross = false")
    assert "but taxi 1-3 and taxi 2-4 do;" in message


def test_taxi_line_touching_a_foreign_station_counts_as_crossing(town: Path) -> None:
    append(town / "stations.csv", "5,0.5,0.1,taxi|bus\n6,0.5,0.0,taxi\n")
    append(town / "connections.csv", "5,6,taxi\n1,5,bus\n")
    message = claim(town, "straight_taxi_lines_cross = false")
    assert "but taxi 1-2 and taxi 5-6 do;" in message
