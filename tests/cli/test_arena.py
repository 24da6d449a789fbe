"""`misterx arena`: a table of series, its progress, and what it says to wrong flags."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pexpect
import pytest

from misterx.arena import Match, play_game
from tests.cli.running import Runner, in_a_process

CARDS = ("arena", "--game", "cards-2017", "--players", "4", "--workers", "1")
SIX = (*CARDS, "--games", "6", "--others", "random", "--seed", "tea")


def test_the_table_has_a_row_for_each_role_and_player(run: Runner) -> None:
    code, out, err = run(*SIX, "--one", "careful,random")
    assert code == 0, err
    title, heading, *rows = out.splitlines()
    assert title == "cards-2017, 4 players, seed tea"
    assert heading.split()[:5] == ["role", "player", "against", "games", "wins"]
    assert [row.split()[:4] for row in rows] == [
        ["x", "careful", "random", "6"],
        ["x", "random", "random", "6"],
        ["detective", "careful", "random", "6"],
        ["detective", "random", "random", "6"],
    ]
    assert max(map(len, out.splitlines())) <= 80


def test_the_json_says_what_was_played_and_won(run: Runner) -> None:
    words = (*SIX, "--one", "careful,random", "--role", "detective", "--limit", "5it", "--json")
    code, out, _ = run(*words)
    careful, random = json.loads(out)
    wins = sum(
        play_game(Match("cards-2017", 4, "careful", "random", "detective", "tea"), number).won
        for number in range(6)
    )
    assert code == 0
    assert {key: careful[key] for key in ("role", "one", "others", "games", "wins")} == {
        "role": "detective",
        "one": "careful",
        "others": "random",
        "games": 6,
        "wins": wins,
    }
    assert (careful["limit"], careful["seed"], careful["players"]) == ("5it", "tea", 4)
    assert careful["share"]["estimate"] == round(wins / 6, 4)
    assert careful["ahead"]["estimate"] == pytest.approx((wins - random["wins"]) / 6, abs=1e-4)
    assert random["ahead"] is None
    assert sum(careful["endings"].values()) == 6


def test_the_board_game_is_played_side_against_side(run: Runner) -> None:
    code, out, _ = run(
        *("arena", "--game", "modern-2013", "--x", "greedy", "--hunters", "random"),
        *("--games", "3", "--workers", "1", "--json"),
    )
    (series,) = json.loads(out)
    assert code == 0
    assert (series["role"], series["one"], series["others"]) == ("x", "greedy", "random")
    assert (series["games"], series["wins"]) == (3, 3)


@pytest.mark.parametrize(
    ("words", "complaint"),
    (
        (("--one", "careful"), "who plays whom? say --one and --others"),
        (("--one", "greedy", "--others", "random"), "greedy does not play this game"),
        (("--one", "deep", "--others", "random"), "no player 'deep'; there are: random, careful"),
        (("--one", ",", "--others", "random"), "a name is missing beside a comma"),
        (("--one", "random,", "--others", "random"), "a name is missing beside a comma"),
        (("--x", "random", "--hunters", "random"), "in the card game nobody has a side"),
        (("--one", "random", "--others", "random", "--games", "0"), "--games 0 makes no sense"),
        (("--one", "random", "--others", "random", "--workers", "0"), "--workers 0 makes no sense"),
        (("--one", "random", "--others", "random", "--limit", "1h"), "'1h' is no limit"),
        (("--one", "random", "--others", "random", "--players", "7"), "not played by 7"),
        (("--one", "random", "--others", "random", "--game", "poker"), "no edition 'poker'"),
        (("--one", "random", "--others", "random", "--role", "thief"), "invalid choice: 'thief'"),
    ),
)
def test_wrong_flags_are_answered_in_a_line(
    run: Runner, words: tuple[str, ...], complaint: str
) -> None:
    code, out, err = run(*CARDS, *words)
    assert (code, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    (
        (("--x", "greedy"), "--x and --hunters go together"),
        (
            ("--x", "greedy", "--hunters", "random", "--one", "greedy"),
            "--x and --hunters go together",
        ),
        ((), "say --one and --others, or --x and --hunters"),
    ),
)
def test_wrong_flags_in_the_board_game(run: Runner, words: tuple[str, ...], complaint: str) -> None:
    code, _, err = run("arena", "--game", "modern-2013", *words)
    assert code == 2
    assert complaint in err


def test_without_a_terminal_it_tells_now_and_then(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("misterx.cli.progress.EVERY", 0.0)
    _, _, err = run(*SIX, "--one", "random", "--role", "x")
    last = err.splitlines()[-1]
    assert re.fullmatch(r"misterx: 6 of 6 games; x random [0-9.]+ % \([0-9.]+–[0-9.]+\)", last)


def test_on_a_terminal_it_draws_a_bar() -> None:
    words = ["-m", "misterx", *SIX, "--one", "careful", "--role", "x", "--games", "60"]
    child = pexpect.spawn(
        sys.executable, words, encoding="utf-8", timeout=150, dimensions=(24, 120)
    )
    child.expect(r"games .*60.*x careful [0-9.]+ %")
    child.expect("detective|careful +random")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_several_processes_play_the_same_games() -> None:
    words = (*SIX, "--one", "careful", "--json")
    alone, together = in_a_process(*words), in_a_process(*words, "--workers", "2")
    assert (alone.code, together.code) == (0, 0)
    assert alone.out == together.out


def test_a_class_of_ones_own_is_found_in_the_folder_one_is_in(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_first.py").write_text(
        "class First:\n"
        "    name = 'first'\n"
        "    def choose(self, seen, legal, rng, limit):\n"
        "        return legal[0]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    words = ("--game", "modern-2013", "--players", "4", "--games", "1", "--workers", "1")
    answer = run("arena", *words, "--x", "py:my_first:First", "--hunters", "random")
    assert (answer.code, answer.err) == (0, "")
    assert "py:my_first:First" in answer.out
