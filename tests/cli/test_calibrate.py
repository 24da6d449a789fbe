"""`misterx calibrate`, as a program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from misterx.arena.calibration import Played
from tests.cli.running import Runner


def test_cells_beside_what_was_published(run: Runner, tmp_path: Path) -> None:
    words = ("calibrate", "C0", "C2", "--games", "5", "--save", str(tmp_path / "games"))
    answer = run(*words)
    assert answer.code == 0
    assert "research-2011" in answer.out
    assert "51.4 %" in answer.out
    again = run(*words, "--json")
    cells = json.loads(again.out)["cells"]
    assert [(cell["cell"], cell["games"]) for cell in cells] == [("C0", 5), ("C2", 5)]
    assert len((tmp_path / "games").read_text().splitlines()) == 1 + 10


def test_a_narrow_screen_shows_which_cell_it_is(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = ("calibrate", "C0", "C2", "C3", "--games", "2", "--save", str(tmp_path / "games"))
    out = run(*words).out
    assert "…" not in out
    assert [line.split()[0] for line in out.splitlines() if " % " in line[:20]] == [
        "C0",
        "C2",
        "C3",
    ]


def test_without_a_terminal_it_tells_now_and_then(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("misterx.cli.progress.EVERY", 0.0)
    answer = run("calibrate", "C2", "--games", "3", "--save", str(tmp_path / "games"))
    assert answer.err.splitlines() == [f"misterx: {at} of 3 games; C2" for at in (1, 2, 3)]


def test_ctrl_c_ends_it_with_the_games_so_far(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[Played]:
        yield Played("C0", 0, caught=True, rounds=3)
        raise KeyboardInterrupt

    monkeypatch.setattr("misterx.cli.calibrate.calibrate", interrupted)
    answer = run("calibrate", "C0", "--games", "3", "--save", str(tmp_path / "games"))
    assert answer.code == 130
    assert "misterx: stopped; the same command goes on with the games in" in answer.err
    assert "C0" in answer.out


def test_what_makes_no_sense_is_said(run: Runner, tmp_path: Path) -> None:
    save = ("--save", str(tmp_path / "games"))
    assert "no cell 'C99'" in run("calibrate", "C99", *save).err
    assert "--games 0 makes no sense" in run("calibrate", "--games", "0", *save).err
    (tmp_path / "games").write_text("hello\n")
    assert "something else than games" in run("calibrate", "C0", *save).err
