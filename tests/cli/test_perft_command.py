"""`misterx perft`: a divide that any other engine can check itself against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import misterx
from misterx.core.perft import perft
from tests.cli.running import Runner, played

STARTS = {"X": 45, "D1": 13, "D2": 26, "D3": 29, "B1": 34}
STARTED = ("modern-2013", "--players", "4", "--starts", "X=45,D1=13,D2=26,d3=29, B1=34")


def counts(text: str) -> dict[str, int]:
    return {
        move: int(count) for move, _, count in (row.rpartition(": ") for row in text.splitlines())
    }


def test_a_divide_is_sorted_and_adds_up(run: Runner) -> None:
    answer = run("perft", *STARTED, "--depth", "2")
    game = misterx.new_game("modern-2013", 4, starts=STARTS)
    found = counts(answer.out)
    total = found.pop("total")
    assert list(found) == list(game.legal)
    assert sum(found.values()) == total == perft(game.rules, game.state, 2)


def test_depth_one_and_nothing(run: Runner) -> None:
    game = misterx.new_game("modern-2013", 4, starts=STARTS)
    assert counts(run("perft", *STARTED, "--depth", "1").out)["total"] == len(game.legal)
    assert run("perft", *STARTED, "--depth", "0").out == "total: 1\n"


def test_start_choices_are_moves(run: Runner) -> None:
    found = counts(run("perft", "beginner", "--players", "4", "--depth", "2").out)
    assert found == {"D1@124": 2, "D1@41": 2, "D1@46": 2, "total": 6}


def test_the_same_seed_is_the_same_start(run: Runner) -> None:
    one = run("perft", "classic-2000", "--depth", "1", "--seed", "7")
    assert one == run("perft", "classic-2000", "--depth", "1", "--seed", "7")
    assert one != run("perft", "classic-2000", "--depth", "1", "--seed", "8")


def test_from_a_position(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4, moves=12)
    position = game.rules.position(game.state)
    file = tmp_path / "position.json"
    for data in (position, {"ok": True, "position": position}):
        file.write_text(json.dumps(data), encoding="utf-8")
        for words in ((), ("modern-2013",)):
            answer = run("perft", *words, "--position", str(file), "--depth", "1")
            assert counts(answer.out)["total"] == len(game.legal)


def test_from_rules_of_ones_own(run: Runner, town_rules: Path, tmp_path: Path) -> None:
    words = ("--rules", str(town_rules), "--starts", "X=1,D1=11,D2=12")
    found = counts(run("perft", *words, "--depth", "1").out)
    assert {move for move in found if "+" not in move} == {"X:K2", "X:K3", "X:T2", "X:T3", "total"}
    own = {"base": "classic-2000", "black": 1}
    game = misterx.new_game(rules=own, players=4, seed=1)
    file = tmp_path / "own.json"
    file.write_text(json.dumps(game.rules.position(game.state)), encoding="utf-8")
    answer = run("perft", "--position", str(file), "--depth", "1")
    assert counts(answer.out)["total"] == len(game.legal)


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--depth", "1"), "which edition?"),
        (("beginner", "--depth", "-1"), "--depth -1 makes no sense: give 0 to 16"),
        (("beginner", "--depth", "17"), "--depth 17 makes no sense: give 0 to 16"),
        (("beginner", "--depth", "1", "--players", "9"), "9 players cannot play this edition"),
        (("beginner", "--depth", "1", "--players", "0"), "0 players cannot play this edition"),
        (("classic-2000", "--depth", "1", "--starts", "D1"), "'D1' is no start"),
        (("classic-2000", "--depth", "1", "--starts", "D1=1"), "D1 cannot start on 1"),
        (("classic-2000", "--depth", "1", "--starts", "D1=13,d1=26"), "--starts names D1 twice"),
    ),
)
def test_what_cannot_be_counted(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("perft", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("{", "is no JSON file"),
        ("[]", "holds no position"),
        ("{}", "name an edition"),
        ('{"edition": "beginner"}', "lacks 'players'"),
    ),
)
def test_a_bad_position(run: Runner, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    answer = run("perft", "--position", str(file), "--depth", "1")
    assert answer.code == 2
    assert message in answer.err
