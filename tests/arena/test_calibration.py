"""The published players against each other: the same games again, resumed, and told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from misterx.arena import SaveError
from misterx.arena.calibration import (
    CELLS,
    EFFECTS,
    Played,
    calibrate,
    cell_of,
    effect,
    missing,
    read,
    share,
)

QUICK = [cell_of(name) for name in ("C0", "C0-enter", "C1", "C2", "C3")]


def played(file: Path, games: int, workers: int = 1) -> list[Played]:
    return list(calibrate(QUICK, games, file, workers))


def test_games_are_decided_by_their_numbers(tmp_path: Path) -> None:
    one = played(tmp_path / "one", 20)
    two = played(tmp_path / "two", 20, workers=2)
    assert sorted(one) == sorted(two) == sorted(read(tmp_path / "one"))
    assert len(one) == 20 * len(QUICK)


def test_a_series_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", 10)
    file = tmp_path / "stopped"
    games = calibrate(QUICK, 10, file, 1)
    first = [next(games) for _ in range(7)]
    games.close()
    assert read(file) == first
    file.write_text(file.read_text() + '["C0", 9')  # torn off in the middle of a line
    rest = played(file, 10)
    assert sorted(first + rest) == sorted(whole) == sorted(read(file))
    assert missing(QUICK, 10, file) == []


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    played(file, 1)
    header = file.read_text().splitlines()[0]
    for text in (
        *("hello", "hello\n", '["C0", 1, true, 3]\n'),
        *(header.replace("1", "2") + "\n", header + '\n["C99", 1, true, 3]\n'),
        *(header + '\n{"cell": "C0"}\n', header + "\nhello\n"),
    ):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"notes.txt holds something else than games"):
            played(file, 1)
        assert file.read_text() == text


@pytest.mark.parametrize("path", ("/dev/zero", "/dev"))
def test_what_keeps_nothing_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="is no ordinary file"):
        missing(QUICK, 1, Path(path))


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    games = calibrate(QUICK, 2, file, 1)
    next(games)
    with pytest.raises(SaveError, match="is being written by another run"):
        played(file, 2)
    assert len([1, *games]) == 2 * len(QUICK) == len(read(file))


def test_the_cells_without_search_come_out_as_they_did(tmp_path: Path) -> None:
    """Random against random with the printed rules, and with a Mister X who may step on hunters."""
    games = played(tmp_path / "file", 120)
    found = {cell.name: share(games, cell) for cell in QUICK}
    low_high = {"C0": (0.15, 0.44), "C0-enter": (0.35, 0.65), "C1": (0, 0.04), "C2": (0.96, 1)}
    for name, (low, high) in low_high.items():
        interval = found[name]
        assert interval is not None
        assert low <= interval.estimate <= high, name


def test_effects_are_paired_by_deal() -> None:
    games = [
        Played(cell, number, caught, 3)
        for cell, ends in (("C13", (True, True, False)), ("C12", (True, False, False)))
        for number, caught in enumerate(ends)
    ]
    coalition = next(of for of in EFFECTS if of.cell == "C13")
    found = effect(games, coalition)
    assert found is not None
    assert found.estimate == pytest.approx(1 / 3)
    assert coalition.published == pytest.approx(5.3)
    assert effect(games[:3], coalition) is None
    assert share(games, cell_of("C7")) is None


def test_every_effect_names_cells_that_there_are() -> None:
    names = {cell.name for cell in CELLS}
    assert len(names) == len(CELLS)
    for of in EFFECTS:
        assert {of.cell, of.than} <= names
    with pytest.raises(ValueError, match="no cell 'C99'; there are: C0, "):
        cell_of("C99")


def test_a_line_of_the_file_is_json(tmp_path: Path) -> None:
    played(tmp_path / "file", 1)
    _, *lines = map(json.loads, (tmp_path / "file").read_text().splitlines())
    assert sorted(cell for cell, *_ in lines) == sorted(cell.name for cell in QUICK)
    for _, game, caught, rounds in lines:
        assert game == 0
        assert isinstance(caught, bool)
        assert 1 <= rounds <= 24
