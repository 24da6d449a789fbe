"""`misterx play` before the first move: questions, flags, and seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import misterx
from misterx.bots import player_names
from misterx.cli.play.seats import PERSON, occupants
from tests.cli.running import Runner, played, saved


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_enter_all_the_way_gives_a_sensible_game(run: Runner) -> None:
    answer = run("play", "--seed", "3", typed="\n\n\n\n")
    assert answer.code == 0
    assert "modern-2013, 4 players" in answer.out
    assert "Round 1 of 22 · the detectives to move" in answer.out
    assert re.search(r"^Mister X (takes|lays|makes) a ", answer.out, re.MULTILINE), "he has moved"
    assert "There is no more input, so the game stops here." in answer.out
    assert answer.err == ""


def test_yes_asks_nothing(run: Runner) -> None:
    answer = run("play", "--yes", "--seed", "3")
    assert "?" not in answer.out.split("modern-2013, 4 players")[0]
    assert "Round 1 of 22 · the detectives to move" in answer.out


def test_flags_leave_nothing_to_ask(run: Runner) -> None:
    words = (
        "--edition",
        "classic-1983",
        "--players",
        "4",
        "--x",
        "person",
        "--hunters",
        "constable",
    )
    answer = run("play", *words, "--option", "voluntary-reveal")
    assert answer.out.startswith("classic-1983, 4 players, voluntary reveal\nRound 1 of 22")
    assert run("play", *words).out.startswith("classic-1983, 4 players\nRound 1")


def test_every_question_can_be_answered(run: Runner) -> None:
    answer = run(
        "play", "--seed", "1", typed="classic-1983\n5\ny\n1\neach\n2\n\nnovice\nConstable\n\n"
    )
    assert "classic-1983, 5 players, voluntary reveal" in answer.out
    for question in ("Who plays H1?", "Who plays H4?", "takes a ticket from each detective?"):
        assert question in " ".join(answer.out.split())
    assert "H1, novice" in answer.out
    assert "H2, person" in answer.out
    assert "H4, constable" in answer.out
    assert "Detectives, look away! Pass the device to Mister X" in answer.out


def test_wrong_answers_are_asked_again(run: Runner) -> None:
    answer = run("play", typed="chess\n0\n99999999999999999999\n3\n\nghost\n")
    assert answer.out.count("That is none of them: type 1 to 7") == 3
    assert "That is none of them: type 1 to 6, or just Enter for sergeant." in answer.out
    assert "There is no more input: no game today." in answer.out
    answer = run("play", "--edition", "beginner", typed="6\nfour\n5\n")
    assert answer.out.count("This edition is for 4, 5 players.") == 2


def test_one_seat_at_a_time(run: Runner) -> None:
    words = (
        "--edition",
        "modern-2013",
        "--players",
        "3",
        "--x",
        "constable",
        "--seat",
        "h2=random",
    )
    answer = run("play", *words, typed="\n")
    assert "Who plays H1?" in answer.out
    assert "H2, random" in answer.out
    assert "any person" in answer.out


def test_mister_x_alone_is_asked_for(run: Runner) -> None:
    words = ("--edition", "modern-2013", "--players", "4", "--hunters", "person")
    answer = run("play", *words, typed="novice\n")
    assert "Who plays Mister X?" in answer.out
    assert "Who plays the detectives" not in answer.out
    assert "the detectives to move" in answer.out


def test_an_edition_with_one_number_of_players_does_not_ask(run: Runner) -> None:
    answer = run("play", "--edition", "research-2011", typed="\n\n")
    assert "How many" not in answer.out
    assert "research-2011, 6 players" in answer.out


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--edition", "chess"), "no edition 'chess'"),
        (("--edition", "beginner", "--players", "2"), "2 players cannot play this edition"),
        (("--yes", "--x", "ghost"), "nobody called 'ghost' can play seat X"),
        (("--yes", "--x", "greedy@soon"), "'greedy@soon': 'soon' is no limit"),
        (("--yes", "--x", "person@1s"), "nobody called 'person@1s' can play seat X"),
        (("--yes", "--hunters", "ghost"), "nobody called 'ghost' can play seat H1"),
        (("--yes", "--seat", "H1"), "--seat 'H1' is no seat and player"),
        (("--yes", "--seat", "H9=person"), "there is no seat 'H9' in this game"),
        (("--yes", "--option", "tea"), "this edition does not offer the option 'tea'"),
    ),
)
def test_bad_flags(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("play", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_rules_and_board_of_ones_own(run: Runner, town_rules: Path) -> None:
    answer = run("play", "--rules", str(town_rules), "--yes", "--seed", "1")
    assert "small, 3 players" in answer.out
    assert "D1 to move, played by H1" in answer.out


def test_the_seed_is_a_text_and_deals_the_same_cards_in_python(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = (
        "play",
        "--edition",
        "modern-2013",
        "--yes",
        "--x",
        "person",
        "--hunters",
        "random",
        "--seed",
        "7",
    )
    run(*words, typed=f"save {file}\nquit\n")
    saved_one = misterx.load_game(file).state
    assert saved_one == misterx.new_game("modern-2013", 4, seed="7").state
    assert saved_one != misterx.new_game("modern-2013", 4, seed=7).state


def test_a_saved_game_knows_its_seats(run: Runner, tmp_path: Path) -> None:
    game = played("modern-2013", 4, moves=5)
    file = tmp_path / "game.txt"
    seats = {
        "seat X": "constable",
        "seat H1": "person",
        "seat H2": "random",
        "seat H3": "constable",
    }
    file.write_text(game.record(seats).to_text(), encoding="utf-8")
    out = run("play", "--load", str(file)).out
    for player in ("H1, person", "H2, random", "H3, constable"):
        assert player in out
    other = run("play", "--load", str(file), "--seat", "H2=person", "--x", "random").out
    assert "H2, person" in other


def test_a_record_without_seats_gets_the_usual_ones(run: Runner, tmp_path: Path) -> None:
    answer = run("play", "--load", saved(played("modern-2013", 4, moves=5), tmp_path))
    assert "Round 2 of 22 · the detectives to move" in answer.out


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--edition", "beginner"), "--edition does not go with --load"),
        (("--players", "4"), "--players does not go with --load"),
        (("--seat", "H7=person"), "there is no seat 'H7'"),
    ),
)
def test_what_does_not_go_with_a_saved_game(
    run: Runner, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    answer = run("play", "--load", saved(played("modern-2013", 4, moves=3), tmp_path), *words)
    assert answer.code == 2
    assert message in answer.err


def test_a_damaged_saved_game(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("misterx record 1\ngame: chase\n", encoding="utf-8")
    answer = run("play", "--load", str(file))
    assert answer.code == 1
    assert "the record has no result: it was cut short" in answer.err
    game = played("modern-2013", 4, moves=3)
    file.write_text(game.record({"seat X": "ghost"}).to_text(), encoding="utf-8")
    assert "nobody called 'ghost'" in run("play", "--load", str(file)).err


def test_everybody_who_can_sit_down() -> None:
    assert occupants("chase") == (PERSON, *player_names("chase"))
    assert occupants("cards") == (PERSON, *player_names("cards"))
