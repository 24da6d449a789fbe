"""`misterx analyse`: as a table, as JSON, as a picture; and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

import misterx
from misterx.bots.analysis import ANALYST
from misterx.cli.sources import rules_from_file
from tests.cli.running import Runner, played, saved

QUICK = ("--limit", "100it")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A short game that is over."""
    return saved(played("modern-24", 3, seed=2), tmp_path_factory.mktemp("analyse"))


def test_a_table(run: Runner, file: str) -> None:
    answer = run("analyse", file, *QUICK)
    assert answer.code == 0
    assert answer.out.startswith("modern-24, 3 players\nJudged by champion, 100it a move")
    moves = [entry.text for entry in misterx.load_game(Path(file)).line if not entry.by_chance]
    assert all(move in answer.out for move in moves)
    assert "wins." in answer.out or "win." in answer.out
    assert f"{len(moves)} of {len(moves)} moves" in answer.err


def test_a_narrow_window_costs_no_figure(
    run: Runner, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = run("analyse", file, *QUICK).out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("analyse", file, *QUICK).out
    assert "…" not in narrow
    assert narrow.count(" %") == wide.count(" %")


def test_a_still_narrower_window_keeps_the_moves(
    run: Runner, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = run("analyse", file, *QUICK).out
    assert "…" not in out
    assert "stations: where he could be" not in out
    rows = [line.split() for line in out.splitlines() if line.endswith("% ")]
    moves = [entry.text for entry in misterx.load_game(file).line if not entry.by_chance]
    assert [row[1] for row in rows] == moves


def test_json_is_the_same_for_any_number_of_workers(run: Runner, file: str) -> None:
    one = run("analyse", file, *QUICK, "--json", "--workers", "1")
    two = run("analyse", file, *QUICK, "--json", "--workers", "2")
    assert one.out == two.out
    told = json.loads(one.out)
    assert told["player"] == "champion"
    assert told["limit"] == "100it"
    first = told["moves"][0]
    assert set(first) == {"number", "round", "by", "move", "before", "after", "better", "where"}
    betters = [move["better"] for move in told["moves"] if move["better"]]
    assert all(set(better) == {"move", "value", "why", "says"} for better in betters)


@pytest.mark.parametrize(("name", "start"), (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")))
def test_a_picture(run: Runner, file: str, tmp_path: Path, name: str, start: bytes) -> None:
    answer = run("analyse", file, "--limit", "20it", "--picture", str(tmp_path / name))
    assert answer.code == 0, answer.err
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_picture_of_a_game_without_a_move(run: Runner, tmp_path: Path) -> None:
    record = Path(saved(played("modern-24", 3, moves=0), tmp_path))
    text = record.read_text(encoding="utf-8").replace("result: none", "result: x resigned")
    record.write_text(text, encoding="utf-8")
    answer = run("analyse", str(record), "--picture", str(tmp_path / "a.png"))
    assert answer.code == 0, answer.err
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_mark_that_editors_put_in_front_is_no_part_of_a_record(
    run: Runner, file: str, tmp_path: Path
) -> None:
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + Path(file).read_bytes())
    assert run("analyse", str(marked), *QUICK).out == run("analyse", file, *QUICK).out


def test_pictures_need_an_extra(
    run: Runner, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = run("analyse", file, "--picture", str(tmp_path / "a.png"))
    assert answer.code == 2
    assert answer.err == (
        "misterx: pictures are drawn with matplotlib, which is not installed\n"
        "hint: pip install matplotlib\n"
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    (
        (("--limit", "soon"), "'soon' is no limit"),
        (("--workers", "0"), "--workers 0 makes no sense"),
        (("--picture", "a.gif"), "ends in .png or .svg"),
        (("--picture", "nowhere/a.png"), "no folder nowhere"),
    ),
)
def test_wrong_use(run: Runner, file: str, words: tuple[str, ...], problem: str) -> None:
    answer = run("analyse", file, *words)
    assert answer.code == 2
    assert problem in answer.err


def test_games_that_are_not_analysed(run: Runner, tmp_path: Path) -> None:
    cards = saved(misterx.new_game("cards-2017", 4, seed="tea"), tmp_path, "cards.txt")
    answer = run("analyse", cards)
    assert (answer.code, answer.out) == (2, "")
    assert "only the board game can be analysed, not the card game" in answer.err
    going_on = saved(played("modern-2013", 4, moves=5), tmp_path, "open.txt")
    assert "this game is not over" in run("analyse", going_on).err


def test_a_game_on_a_board_of_ones_own(run: Runner, tmp_path: Path, town_rules: Path) -> None:
    rules = rules_from_file(town_rules)
    game, rng = misterx.new_game(rules=rules.own_rules, players=3, seed=1), Random(1)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    file = tmp_path / "game.txt"
    misterx.save_game(game, file)
    answer = run("analyse", str(file), "--board", str(town_rules.parent / "town"), *QUICK)
    assert answer.code == 0, answer.err
    assert f"Judged by {ANALYST}" in answer.out


def test_a_damaged_record(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("misterx record 1\ngame: chase\n", encoding="utf-8")
    answer = run("analyse", str(tmp_path / "bad.txt"))
    assert answer.code == 1
    assert "bad.txt" in answer.err
