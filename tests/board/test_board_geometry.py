"""The maps: one line for each connection, from station to station."""

import json
import math
import re
from pathlib import Path

import pytest

from misterx.board import (
    Board,
    BoardError,
    Geometry,
    Line,
    Transport,
    board_names,
    load_board,
    load_geometry,
    read_board,
    register_board,
)

every_board = pytest.mark.parametrize("name", board_names())


def ends(line: Line) -> tuple[tuple[float, float], tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line.d)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def straight(geometry: Geometry) -> list[str]:
    return [str(line.connection) for line in geometry.lines if "L" in line.d]


@every_board
def test_one_drawn_line_for_each_connection(name: str) -> None:
    geometry = load_geometry(name)
    assert tuple(line.connection for line in geometry.lines) == load_board(name).connections
    assert straight(geometry) == []


@every_board
def test_lines_start_at_a_and_end_at_b(name: str) -> None:
    geometry = load_geometry(name)
    centre = {marker.n: (marker.x, marker.y) for marker in geometry.stations}
    for line in geometry.lines:
        start, end = ends(line)
        assert math.dist(start, centre[line.a]) < 9.5, line
        assert math.dist(end, centre[line.b]) < 9.5, line
        assert line.len > math.dist(start, end) - 1, line


@every_board
def test_markers_stand_where_the_stations_lie(name: str) -> None:
    board = load_board(name)
    for marker in load_geometry(name).stations:
        x, y = board.positions[marker.n]
        assert (marker.x, marker.y) == (round(x * 2400, 1), round(y * 1800, 1))
        assert marker.transports == board.transports_at(marker.n)


def test_map_is_drawn_once() -> None:
    assert load_geometry("london") is load_geometry("london")


def test_land_of_london() -> None:
    geometry = load_geometry("london")
    assert list(geometry.view_box) == [0, 0, 2400, 1800]
    assert (geometry.bleed, geometry.station_radius, geometry.gap) == (200, 18, 3.6)
    assert geometry.widths[Transport.UNDERGROUND] == 7.4
    land = (geometry.river, geometry.lakes, geometry.parks, geometry.blocks, geometry.labels)
    assert [len(part) for part in land] == [1, 10, 9, 3, 59]
    assert [label.angle for label in geometry.labels if label.text == "RIVER THAMES"] == [-8, 16]


@every_board
def test_plain_data_for_a_client(name: str) -> None:
    data = load_geometry(name).to_json()
    assert json.loads(json.dumps(data)) == data
    assert " ".join(data) == (
        "viewBox bleed stationRadius widths gap stations lines river lakes parks blocks labels"
    )
    assert data["viewBox"] == "0 0 2400 1800"


def test_plain_data_are_those_of_the_file() -> None:
    source = load_board("london").source
    assert source is not None
    stored = json.loads((source / "geometry.json").read_text(encoding="utf-8"))
    data = load_geometry("london").to_json()
    lines = data.pop("lines")
    assert isinstance(lines, list)
    assert sorted(map(str, lines)) == sorted(map(str, stored.pop("lines")))
    assert len(str(data.pop("stations"))) > 0
    assert data == stored


def test_renumbered_lines_are_turned_round() -> None:
    line = Line(1, 2, Transport.BUS, "M0 1C2 3 4 5 6 7L-8 9.5", 20)
    assert line.renumbered({}) == line
    assert line.renumbered({1: 3}) == Line(2, 3, Transport.BUS, "M-8 9.5L6 7C4 5 2 3 0 1", 20)


def test_board_without_a_map_gets_a_plain_one(town: Path) -> None:
    register_board(read_board(town))
    geometry = load_geometry("town")
    assert straight(geometry) == ["taxi 1-2", "bus 1-3", "taxi 1-4", "taxi 2-3", "taxi 3-4"]
    assert geometry.lines[0].d == "M240.0 180.0L2160.0 180.0"
    assert geometry.lines[0].len == 1920
    assert geometry.labels == ()


def test_plain_lines_between_the_same_stations_run_side_by_side(town: Path) -> None:
    for file, old, new in (
        ("connections.csv", "1,3,bus", "1,2,bus"),
        ("stations.csv", "0.1,taxi\n", "0.1,taxi|bus\n"),
        ("stations.csv", "0.9,taxi|bus\n", "0.9,taxi\n"),
    ):
        text = (town / file).read_text(encoding="utf-8")
        (town / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    register_board(read_board(town))
    bus, taxi = load_geometry("town").lines[:2]
    assert bus.d == "M240.0 184.5L2160.0 184.5"
    assert taxi.d == "M240.0 175.5L2160.0 175.5"


def test_board_made_in_memory_gets_a_plain_map() -> None:
    line = Line(1, 2, Transport.TAXI, "M0.0 900.0L2400.0 900.0", 2400)
    register_board(Board("pair", (1, 2), (line.connection,), {1: (0, 0.5), 2: (1, 0.5)}))
    assert load_geometry("pair").lines == (line,)


def test_stations_in_the_same_place_get_a_line_without_length() -> None:
    line = Line(1, 2, Transport.TAXI, "M1200.0 900.0L1200.0 900.0", 0)
    register_board(Board("dots", (1, 2), (line.connection,), {1: (0.5, 0.5), 2: (0.5, 0.5)}))
    assert load_geometry("dots").lines == (line,)


FULL = {
    "viewBox": "-10 -10 120 100.5",
    "bleed": 5,
    "stationRadius": 2,
    "widths": {"taxi": 1, "bus": 1.5, "underground": 2, "ferry": 1},
    "gap": 0.5,
    "lines": [{"a": 1, "b": 3, "transport": "bus", "d": "M0 0C1 1 2 2 3 3", "len": 4.2}],
    "river": ["M0 0L1 1Z"],
    "lakes": [],
    "parks": [{"name": "Green", "d": "M0 0C1 1 2 2 -3 3Z"}],
    "blocks": [],
    "labels": [{"text": "A B", "lines": ["A", "B"], "x": 1, "y": 2, "kind": "park", "size": 3}],
}


def test_own_map_is_laid_over_a_blank_one(town: Path) -> None:
    (town / "geometry.json").write_text(json.dumps(FULL), encoding="utf-8")
    register_board(read_board(town))
    geometry = load_geometry("town")
    assert geometry.to_json() | {"lines": FULL["lines"], "stations": []} == FULL | {"stations": []}
    assert straight(geometry) == ["taxi 1-2", "taxi 1-4", "taxi 2-3", "taxi 3-4"]
    assert geometry.lines[0].d == "M2.0 0.1L98.0 0.1"


def test_variant_without_a_map_takes_over_the_bases(suburb: Path) -> None:
    with (suburb / "board.toml").open("a", encoding="utf-8") as file:
        file.write('add = ["bus 1-2"]\nremove = ["taxi 1-8"]\n')
    register_board(read_board(suburb))
    geometry = load_geometry("suburb")
    assert straight(geometry) == ["bus 1-2"]
    assert geometry.parks == load_geometry("london").parks


def wrong(key: str, value: object) -> dict[str, object]:
    return FULL | {key: value}


LINE = {"a": 1, "b": 3, "transport": "bus", "d": "M0 0L3 3", "len": 4.2}
STATIONS_WANTED = "must be a connection: two stations, the lower one as a, and a transport"


@pytest.mark.parametrize(
    ("data", "message"),
    (
        ([], "the map must be an object"),
        ({"rivers": []}, "the map must be without 'rivers'; the keys are viewBox, bleed"),
        (wrong("viewBox", "0 0 2400"), 'viewBox must be a text like "0 0 2400 1800"'),
        (wrong("viewBox", 3), "viewBox must be a text"),
        (wrong("bleed", True), "bleed must be a number"),
        (wrong("bleed", "5"), "bleed must be a number"),
        (wrong("bleed", math.inf), "bleed must be a number"),
        (wrong("widths", {"taxi": 1}), "widths must be an object with the key bus"),
        (wrong("lakes", {}), "lakes must be a list"),
        (wrong("river", ["M0 0", "<script>"]), "river[1] must be an SVG path of M, L, C and Z"),
        (wrong("parks", [{"name": 1, "d": "M0 0"}]), "parks[0].name must be a text"),
        (wrong("lines", [LINE | {"a": 3}]), f"lines[0] {STATIONS_WANTED}"),
        (wrong("lines", [LINE | {"a": 0.5}]), f"lines[0] {STATIONS_WANTED}"),
        (wrong("lines", [LINE | {"b": 3.5}]), f"lines[0] {STATIONS_WANTED}"),
        (wrong("lines", [LINE | {"transport": "tram"}]), f"lines[0] {STATIONS_WANTED}"),
        (wrong("lines", [LINE | {"d": "M0 0L3"}]), "lines[0].d must be an SVG path from a to b"),
        (
            wrong("lines", [LINE | {"b": 4}]),
            "bus 1-4 has a line but is not on the board; remove it",
        ),
    ),
)
def test_spoilt_map_is_refused(town: Path, data: object, message: str) -> None:
    (town / "geometry.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BoardError, match=re.escape(f"geometry.json: {message}")):
        read_board(town)


def test_map_that_is_no_json_is_refused_with_its_line(town: Path) -> None:
    (town / "geometry.json").write_text("{\n]", encoding="utf-8")
    with pytest.raises(BoardError, match=r"geometry\.json, line 2: no valid JSON"):
        read_board(town)
