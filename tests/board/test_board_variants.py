"""Boards that change another one."""

from pathlib import Path

import pytest

from misterx.board import Connection, Transport, load_board, read_board, register_board
from tests.board.spoiling import append, edit, refusal

TAXI, BUS, _, _ = Transport


def test_variant_adds_removes_and_renumbers(suburb: Path) -> None:
    append(
        suburb / "board.toml",
        'add = ["bus 1-2"]\nremove = ["taxi 1-8"]\nrenumber = { 1 = 201, 2 = 1 }\n',
    )
    board, london = read_board(suburb), load_board("london")
    assert board.transports_between(1, 201) == (BUS,)
    assert 8 not in board.neighbours(201, TAXI)
    assert board.neighbours(201, BUS) == (1, *london.neighbours(1, BUS))
    assert board.positions[201] == london.positions[1]
    assert Connection(9, 201, TAXI) in board.connections


def test_variant_of_a_registered_board(town: Path, suburb: Path) -> None:
    register_board(read_board(town))
    edit(suburb / "board.toml", '"london"', '"town"\nremove = ["bus 1-3"]')
    assert len(read_board(suburb).connections) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ('remove = ["taxi 13-14"]', "line 3: taxi 13-14 cannot be removed: london lacks it"),
        (
            'add = ["taxi 1-8"]',
            "line 3: taxi 1-8 cannot be added: london has it already, or lacks a station",
        ),
        (
            'add = ["taxi 1-200"]',
            "line 3: taxi 1-200 cannot be added: london has it already, or lacks a station",
        ),
        ("renumber = { 200 = 1 }", "line 3: 200 cannot be renumbered: london lacks it"),
        ("renumber = { 2 = 1 }", "line 3: renumber gives two stations the same number"),
        (
            "renumber = { 2 = 256 }",
            "line 3: 2 = 256 in renumber must be two station numbers 1..255",
        ),
        ("renumber = { a = 2 }", "line 3: a = 2 in renumber must be two station numbers 1..255"),
        (
            'remove = ["taxi 1-8", "taxi 1-9", "bus 1-46", "bus 1-58", "underground 1-46"]',
            ": no way leads from station 1 to 2, 3, 4, 5, 6, ...; connect or remove them",
        ),
    ),
)
def test_impossible_variant_is_refused(suburb: Path, text: str, message: str) -> None:
    append(suburb / "board.toml", f"{text}\n")
    assert message in refusal(suburb)


def test_variant_of_an_unknown_board_is_refused(suburb: Path) -> None:
    edit(suburb / "board.toml", '"london"', '"paris"')
    assert "line 2: the base cannot be loaded: there is no board 'paris'" in refusal(suburb)


def test_variant_with_tables_of_its_own_is_refused(town: Path) -> None:
    append(town / "board.toml", 'base = "london"\n')
    assert "line 2: a board with a base takes over the base's stations.csv" in refusal(town)
