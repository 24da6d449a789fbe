"""Boards of one's own: what the files may say, and how each mistake is answered."""

import re
from pathlib import Path

import pytest

from misterx.board import Board, BoardError, board_names, load_board, read_board, register_board
from tests.board.spoiling import append, edit, refusal


def test_own_board_is_read_from_a_folder(town: Path) -> None:
    board = read_board(town)
    assert board.name == "town"
    assert board.stations == (1, 2, 3, 4)
    assert [str(connection) for connection in board.connections] == [
        "taxi 1-2",
        "bus 1-3",
        "taxi 1-4",
        "taxi 2-3",
        "taxi 3-4",
    ]
    assert board.positions[3] == (0.9, 0.9)
    assert board.source == town


def test_the_folder_may_be_named_by_a_text(town: Path) -> None:
    assert read_board(str(town)) == read_board(town)


def test_byte_order_mark_and_empty_lines_do_no_harm(town: Path) -> None:
    file = town / "stations.csv"
    file.write_text("\ufeff" + file.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    assert len(read_board(town).stations) == 4


def test_registered_board_is_known_by_its_name(town: Path) -> None:
    board = read_board(town)
    register_board(board)
    register_board(read_board(town))
    assert load_board("town") is board
    assert board_names()[-1] == "town"


def test_name_of_another_board_is_refused(town: Path) -> None:
    edit(town / "board.toml", "town", "london")
    with pytest.raises(BoardError, match="another board 'london' already; rename the new one"):
        register_board(read_board(town))


def test_registering_a_built_in_board_changes_nothing() -> None:
    names = board_names()
    register_board(load_board("london"))
    assert board_names() == names


def test_board_that_falls_apart_is_not_registered() -> None:
    torn = Board("torn", (1, 2), (), {1: (0.0, 0.0), 2: (1.0, 1.0)})
    with pytest.raises(BoardError, match="board torn: no way leads from station 1 to 2; connect"):
        register_board(torn)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    (
        (
            "stations.csv",
            "station,x,y,transports",
            "station,x,y",
            "stations.csv, line 1: the header is 'station,x,y'; "
            "it must be 'station,x,y,transports'",
        ),
        (
            "connections.csv",
            "a,b,transport",
            "a,b,kind",
            "connections.csv, line 1: the header is 'a,b,kind'; it must be 'a,b,transport'",
        ),
        (
            "connections.csv",
            "1,2,taxi",
            "1,2",
            "connections.csv, line 2: 2 cells instead of 3; give a, b, transport",
        ),
        (
            "stations.csv",
            "1,0.1,0.1,taxi|bus",
            "one,0.1,0.1,taxi|bus",
            "stations.csv, line 2: 'one' is no station number; write a whole number 1..255",
        ),
        (
            "stations.csv",
            "4,0.1",
            "256,0.1",
            "stations.csv, line 5: '256' is no station number; write a whole number 1..255",
        ),
        (
            "connections.csv",
            "1,2,taxi",
            "0,2,taxi",
            "connections.csv, line 2: '0' is no station number; write a whole number 1..255",
        ),
        (
            "stations.csv",
            "2,0.9",
            "1,0.9",
            "stations.csv, line 3: station 1 stands in line 2 already; keep one of them",
        ),
        (
            "stations.csv",
            "1,0.1,0.1",
            "1,1.1,0.1",
            "stations.csv, line 2: position '1.1' is outside the board; write a number 0..1",
        ),
        (
            "stations.csv",
            "1,0.1,0.1",
            "1,0.1,nan",
            "stations.csv, line 2: position 'nan' is outside the board; write a number 0..1",
        ),
        (
            "stations.csv",
            "1,0.1,0.1",
            "1,left,0.1",
            "stations.csv, line 2: position 'left' is outside the board; write a number 0..1",
        ),
        (
            "stations.csv",
            "taxi|bus",
            "taxi|tram",
            "stations.csv, line 2: unknown transport 'tram'; "
            "write one of taxi, bus, underground, ferry",
        ),
        (
            "connections.csv",
            "2,3,taxi",
            "2,3,tram",
            "connections.csv, line 3: unknown transport 'tram'; "
            "write one of taxi, bus, underground, ferry",
        ),
        (
            "connections.csv",
            "2,3,taxi",
            "2,5,taxi",
            "connections.csv, line 3: taxi 2-5 ends at 5, which is not in stations.csv; "
            "correct the number or add the station",
        ),
        (
            "connections.csv",
            "2,3,taxi",
            "2,2,taxi",
            "connections.csv, line 3: taxi 2-2 leads back to its start; name two stations",
        ),
        (
            "connections.csv",
            "2,3,taxi",
            "2,1,taxi",
            "connections.csv, line 3: taxi 1-2 stands in line 2 already; keep one of them",
        ),
        (
            "stations.csv",
            "2,0.9,0.1,taxi",
            "2,0.9,0.1,bus|taxi",
            "stations.csv, line 3: station 2 is said to have taxi|bus, but its connections are "
            "taxi; correct the one or the other",
        ),
        (
            "stations.csv",
            "2,0.9,0.1,taxi",
            "2,0.9,0.1,",
            "stations.csv, line 3: station 2 is said to have nothing, but its connections are "
            "taxi; correct the one or the other",
        ),
        (
            "stations.csv",
            "4,0.1,0.9,taxi\n",
            "4,0.1,0.9,taxi\n5,0.5,0.5,\n",
            "connections.csv: no way leads from station 1 to 5; connect or remove them",
        ),
        (
            "stations.csv",
            "4,0.1,0.9,taxi\n",
            "4,0.1,0.9,taxi\n" + "".join(f"{n},0.5,0.5,\n" for n in range(5, 12)),
            "connections.csv: no way leads from station 1 to 5, 6, 7, 8, 9, ...; "
            "connect or remove them",
        ),
        (
            "board.toml",
            "name",
            "nane",
            "board.toml, line 1: unknown key 'nane' in board.toml; "
            "the keys are name, base, add, remove, renumber, facts",
        ),
        (
            "board.toml",
            '"town"',
            '"My Town"',
            "board.toml, line 1: name must be given as lower-case letters, digits and hyphens, "
            'like "my-town"',
        ),
        (
            "board.toml",
            'name = "town"',
            "# name = nothing",
            "board.toml: name must be given as lower-case letters, digits and hyphens, "
            'like "my-town"',
        ),
    ),
)
def test_spoilt_file_is_refused_with_its_line(
    town: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(town / file, old, new)
    assert refusal(town) == message


@pytest.mark.parametrize("file", ("board.toml", "stations.csv", "connections.csv"))
def test_missing_file_is_named(town: Path, file: str) -> None:
    (town / file).unlink()
    assert refusal(town) == f"{file}: the file is missing; see docs/boards.md for the files"


def test_a_file_instead_of_the_folder_is_named(town: Path) -> None:
    file = town / "stations.csv"
    with pytest.raises(BoardError) as no:
        read_board(file)
    assert str(no.value) == (
        f"{file}: a board is a folder, and this is none; see docs/boards.md for its files"
    )


def test_file_that_cannot_be_read_is_named(town: Path) -> None:
    (town / "stations.csv").unlink()
    (town / "stations.csv").mkdir()
    assert refusal(town) == "stations.csv: cannot be read: Is a directory"


def test_file_that_is_no_text_is_named(town: Path) -> None:
    (town / "stations.csv").write_bytes(b"\xff\xfe")
    assert refusal(town).startswith("stations.csv: cannot be read (")


@pytest.mark.parametrize("text", ("", "station,x,y,transports\n"))
def test_table_without_stations_is_refused(town: Path, text: str) -> None:
    (town / "stations.csv").write_text(text, encoding="utf-8")
    assert refusal(town).startswith("stations.csv, line 1: the")


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("name = ", r"no valid TOML: .*line 3"),
        ("base = 3", 'line 3: base must be the name of a board, like "london"'),
        ("add = []", "line 3: add needs a base to change; name one or remove add"),
        ("renumber = {}", "line 3: renumber needs a base to change"),
        ("facts = 3", "line 3: facts must be a table"),
        ("[facts]\nsize = 3", r"line 4: unknown key 'size' in \[facts\]; the keys are connections"),
        ("[facts]\npresent = 3", r'line 4: present must be a list like \["taxi 1-2"\]'),
        ("[facts]\nabsent = [3]", "3 in absent is no connection; write"),
        ('[facts]\nabsent = ["taxi 1"]', "line 4: 'taxi 1' in absent is no connection"),
        ('[facts]\nabsent = ["tram 1-2"]', "line 4: 'tram 1-2' in absent is no connection"),
        ('[facts]\nabsent = ["bus 2-1"]', "line 4: 'bus 2-1' in absent is no connection"),
        ("[facts]\nstops = 3", "line 4: stops must be a table"),
        ("[facts]\nstops = { tram = 1 }", "line 4: tram = 1 in stops must be one of taxi"),
        ("[facts]\nstops = { bus = true }", "line 4: bus = True in stops must be one of taxi"),
        ("[facts]\nlongest_way = true", "line 4: longest_way must be a whole number, not True"),
        ("[facts]\nnetworks_connected = 1", "networks_connected must be true or false, not 1"),
    ),
)
def test_malformed_board_toml_is_refused(town: Path, text: str, message: str) -> None:
    append(town / "board.toml", f"\n{text}\n")
    assert re.search(message, refusal(town))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    (
        ("stations.csv", "1,0.1,0.1,taxi|bus", "9" * 5000 + ",0,0,taxi", "is no station number"),
        ("stations.csv", "1,0.1,0.1,taxi|bus", "1,0,0," + "x" * 200_000, "no valid CSV"),
        ("board.toml", 'name = "town"', "name = " + "9" * 5000, "no valid TOML"),
        ("board.toml", 'name = "town"', "name = " + "[" * 5000, "no valid TOML"),
        (
            "board.toml",
            'name = "town"',
            'name = "town"\nadd = ["taxi 1-' + "9" * 5000 + '"]',
            "add",
        ),
    ),
)
def test_what_no_program_could_read_is_refused_too(
    town: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(town / file, old, new)
    with pytest.raises(BoardError, match=message):
        read_board(town)


@pytest.mark.parametrize("text", ("9" * 5000, "[" * 100_000))
def test_a_map_that_no_program_could_read_is_refused_too(town: Path, text: str) -> None:
    (town / "geometry.json").write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match="no valid JSON"):
        read_board(town)
