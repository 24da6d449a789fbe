"""`misterx replay`: a saved game that a person can follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import misterx
from misterx.board import catalogue
from misterx.cli.sources import rules_from_file
from misterx.core import Game, Record
from tests.cli.running import Runner, played, saved


def rows(text: str) -> dict[str, list[str]]:
    """The lines of the first table by their first word."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if words := line.split():
            found.setdefault(words[0], words[1:])
    return found


def test_a_game_round_by_round(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4)
    answer = run("replay", "--reveal", saved(game, tmp_path))
    assert answer.code == 0
    assert answer.out.startswith("modern-2013, 4 players\nStart: Mister X at 71, D1 at 155")
    table = rows(answer.out)
    assert table["round"] == ["Mister", "X", "D1", "D2", "D3", "B1"]
    assert table["1"][0] == "T70"
    assert table["3"][0].endswith("*")
    assert "Travel log" in answer.out
    assert "Mister X was still free when the hunt was over. Mister X wins." in answer.out


def test_a_narrow_screen_gets_the_pieces_in_groups_each_with_the_rounds(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = run("replay", saved(played("classic-1983", 6), tmp_path)).out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= 40
    heads = [line.split() for line in out.splitlines() if line.startswith(" round ")]
    assert heads == [["round", "Mister", "X", "D1", "D2", "D3", "D4"], ["round", "D5"]]


def test_every_move_of_the_game_stands_in_the_table(run: Runner, tmp_path: Path) -> None:
    game = played("classic-2000", 3, seed=5)
    out = run("replay", "--reveal", saved(game, tmp_path)).out
    for turnout in game.line:
        if ":" in turnout.text:
            what = turnout.text.partition(":")[2]
            assert what.split("+")[0] in out
    assert "No detective could move any more: Mister X got away. Mister X wins." in out


def test_the_decisions_of_the_option(run: Runner, tmp_path: Path) -> None:
    game = played("classic-1983", 4, moves=0, voluntary_reveal=True)
    game.play(next(move for move in game.legal if move.startswith("X:T") and "+" not in move))
    for move in ("X:show", "X:take D1=T", "X:take D2=B", "X:take D3=U"):
        game.play(move)
    out = run("replay", "--reveal", saved(game, tmp_path)).out
    assert "voluntary reveal" in out
    assert " ".join(out.split()).count("he shows himself; takes T from D1") == 1
    assert rows(out)["1"][0].endswith("*")
    assert "The game goes on: round 1, H1 to move." in out


def test_a_game_that_has_not_begun(run: Runner, tmp_path: Path) -> None:
    out = run("replay", "--reveal", saved(played("beginner", 4, moves=0), tmp_path)).out
    assert "Mister X at 82, D1 at –" in out
    assert "The game goes on" in out


def test_a_game_that_was_given_up(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4, moves=8)
    game.concede("x")
    assert (
        "The detectives gave up. Mister X wins."
        in run("replay", "--reveal", saved(game, tmp_path)).out
    )


def test_one_position_as_everybody_sees_it(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4)
    file = saved(game, tmp_path)
    whole = run("replay", "--reveal", file, "--entry", "7").out
    seen = game.rules.observe(game.state_at(7), game.rules.viewpoints(game.state)[0])
    assert f"Mister X is at {seen.x}." in whole
    assert f"entry 7 of {len(game.line)}, after B1:133" in whole
    for eyes in ("hunters", "spectator"):
        view = run("replay", "--reveal", file, "--entry", "7", "--as", eyes).out
        assert "Mister X is at" not in view
        assert "T?" in view
        assert f"T{seen.x}" not in view
        assert "He can be at" in view
    assert "Mister X is at" in run("replay", "--reveal", file, "--entry", "7", "--as", "X").out
    assert "has not moved yet" in run("replay", "--reveal", file, "--entry", "5").out
    start = run("replay", "--reveal", file, "--entry", "0").out
    assert "He can be at" not in start


def test_the_position_in_a_game_with_a_common_purse(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 2)
    out = run("replay", "--reveal", saved(game, tmp_path), "--entry", "6", "--as", "hunters").out
    assert "in one purse" in out
    hand = played("research-2011", 6, moves=9)
    assert "taxi" in run("replay", "--reveal", saved(hand, tmp_path), "--entry", "8").out
    endless = played("classic-2000", 6, moves=9)
    assert "without end" in run("replay", "--reveal", saved(endless, tmp_path), "--entry", "8").out


def test_as_json(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4)
    answer = run("replay", "--reveal", saved(game, tmp_path), "--json")
    again = Game.from_record(Record.from_json(json.loads(answer.out)))
    assert again.view("X") == game.view("X")
    copy = tmp_path / "copy.json"
    copy.write_text(answer.out, encoding="utf-8")
    assert run("replay", "--reveal", str(copy), "--json") == answer


def test_a_damaged_record_says_where_and_why(run: Runner, tmp_path: Path) -> None:
    file = Path(saved(played("modern-2013", 4), tmp_path))
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nX:T70\n", "\nX:T199\n", 1), encoding="utf-8")
    answer = run("replay", "--reveal", str(file))
    assert (answer.code, answer.out) == (1, "")
    assert "entry 6, line 14: 'X:T199': no line leads on a taxi ticket from 71 to 199" in answer.err


def test_a_record_on_an_unknown_board_hints_at_the_flag(
    run: Runner, tmp_path: Path, town_rules: Path
) -> None:
    rules = rules_from_file(town_rules)
    game = misterx.new_game(rules=rules.own_rules, players=3, seed=1)
    out = saved(game, tmp_path)
    catalogue._registered.clear()
    assert run("replay", "--reveal", out).code == 0, "a record carries its board"
    text = Path(out).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("board data:")]
    assert len(lines) == len(text.splitlines()) - 1
    Path(out).write_text("\n".join(lines), encoding="utf-8")  # as older versions wrote it
    catalogue._registered.clear()
    for command in ("replay", "audit"):
        answer = run(command, out, *(("--reveal",) if command == "audit" else ()))
        assert answer.code == 1
        assert "hint: a game on a board of your own needs its folder" in answer.err
    assert run("replay", "--reveal", out, "--board", str(town_rules.parent / "town")).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--as", "X"), "--as goes with --entry"),
        (("--entry", "999"), "this game has the entries 0 to"),
        (("--entry", "-1"), "this game has the entries 0 to"),
        (("--entry", "1", "--json"), "not allowed with"),
        (("--entry", "1", "--as", "God"), "no viewpoint 'God'; there are: X, hunters, spectator"),
    ),
)
def test_what_cannot_be_shown(
    run: Runner, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    answer = run("replay", "--reveal", saved(played("modern-2013", 4, moves=3), tmp_path), *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_a_game_that_goes_on_is_not_opened_by_accident(run: Runner, tmp_path: Path) -> None:
    game = misterx.new_game("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94})
    game.play("X:T15")
    misterx.save_game(game, tmp_path / "game.txt")
    file = str(tmp_path / "game.txt")
    for words in ((file,), (file, "--json"), (file, "--entry", "1")):
        answer = run("replay", *words)
        assert answer.code == 2
        assert "this game is not over: it would show what is hidden" in answer.err
        assert "15" not in answer.out
    assert run("replay", file, "--entry", "1", "--as", "hunters").code == 0
    assert "T15" in run("replay", file, "--reveal").out


def test_a_record_that_begins_with_an_open_decision(run: Runner, tmp_path: Path) -> None:
    game = misterx.new_game("classic-1983", 4, seed=1, options={"voluntary_reveal": True})
    game.play(next(move for move in game.legal if "+" not in move))
    put_up = Game.from_position(game.rules, game.rules.position(game.state))
    put_up.play("X:show")
    misterx.save_game(put_up, tmp_path / "game.txt")
    answer = run("replay", "--reveal", str(tmp_path / "game.txt"))
    assert answer.code == 0
    assert "he shows himself" in answer.out
    audited = run("audit", "--reveal", str(tmp_path / "game.txt"))
    assert "seen" in audited.out.splitlines()[4]
