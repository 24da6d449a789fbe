"""The card game in `rules`, `replay`, `perft`, `audit`, and in the questions before a game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import misterx
from misterx.cards import rules_for
from misterx.cli.cards.rulebook import facts
from misterx.core import Game, Record
from misterx.core.perft import perft
from tests.cli.card_deals import dealt, seated
from tests.cli.running import Runner, saved


def squeezed(text: str) -> str:
    return " ".join(text.split())


def whole_game(seed: int = 5) -> Game:
    game, rng = misterx.new_game("cards-2017", 4, seed=seed), Random(seed)
    while game.to_act:
        game.play(rng.choice(game.legal))
    return game


# --- rules ----------------------------------------------------------------------------------


def test_what_the_rule_book_prints() -> None:
    told = facts(rules_for("cards-2017"))
    assert told["players"] == "3–5; who of them is Mister X is dealt"
    assert told["tickets"].splitlines() == [
        "3 players: 72 of the 90: 18 taxi, 18 bus, 17 underground, 19 black",
        "4 players: 81 of the 90: 20 taxi, 21 bus, 19 underground, 21 black",
        "5 players: 90: 22 taxi, 22 bus, 21 underground, 25 black",
    ]
    assert told["black reserve"].startswith("5 black tickets")
    assert told["deal"].startswith("8 cards each")
    assert told["draw pile"] == "41 / 42 / 43 tickets for 3 / 4 / 5 players"


def test_the_numbers_are_those_of_the_law() -> None:
    for players, left in ((3, 41), (4, 42), (5, 43)):
        game = misterx.new_game("cards-2017", players, seed=1)
        assert game.view("spectator")["draw"] == left - 1  # the first player has drawn


def test_its_page(run: Runner) -> None:
    out = squeezed(run("rules", "cards-2017").out)
    assert out.startswith("cards-2017 players 3–5")
    for words in ("false trail", "give up 5 / 8 / 11", "equipment: draw 4", "hide-out: everybody"):
        assert words in out


def test_the_overview_names_it_apart_from_the_board_games_rows(run: Runner) -> None:
    out = run("rules").out
    board, _, cards = out.partition("The card game\n")
    assert "cards-2017" not in board
    assert cards.startswith("cards-2017: 3–5 players, cards: one of you is Mister X")


# --- replay ---------------------------------------------------------------------------------


def test_a_game_turn_by_turn(run: Runner, tmp_path: Path) -> None:
    game = whole_game()
    out = run("replay", "--reveal", saved(game, tmp_path)).out
    assert out.startswith("cards-2017, 4 players\nplayer ")
    rows = [line.split() for line in out.splitlines()]
    turns = [row[0] for row in rows if row and row[0].isdigit()]
    assert turns == [str(number) for number in range(1, len(turns) + 1)]
    for turnout in game.line:
        if ">" in turnout.text:
            assert turnout.text.partition(":")[2].partition(">")[0] in out
    assert squeezed(out).endswith("Mister X wins.") or squeezed(out).endswith("detectives win.")


def test_every_event_has_words(run: Runner, tmp_path: Path) -> None:
    hidden = ("P1:74>R", "P1:hideout", "P1:lay X", "P2:lay 3", "P3:lay 4")
    files = [seated(dealt(), tmp_path, *hidden)]
    files += [saved(whole_game(seed), tmp_path, f"{seed}.txt") for seed in range(6)]
    told = squeezed("".join(run("replay", "--reveal", file).out for file in files))
    for words in (
        "begins.",
        "draws",
        "for new piles.",
        "The piles are",
        "names the action",
        "interrogates",
        ": innocent.",
        "finds Mister X!",
        "is Mister X.",
        "holds",
        "The search of",
        "gives up",
        "lays a card into the hide-out.",
        "has laid.",
        "from the hide-out",
        "is Mister X now.",
    ):
        assert words in told, words


def test_a_game_that_has_not_begun(run: Runner, tmp_path: Path) -> None:
    out = run("replay", "--reveal", seated(dealt(), tmp_path)).out
    assert "The game goes on: turn 1, P1 to move." in out


def test_the_first_turn_has_its_number_also_where_the_deal_was_settled(
    run: Runner, tmp_path: Path
) -> None:
    out = run("replay", "--reveal", seated(dealt(), tmp_path, "P1:22>L")).out
    assert "    1   P1       P1 plays T22 on the left pile" in out


def test_a_game_that_goes_on(run: Runner, tmp_path: Path) -> None:
    out = run(
        "replay", "--reveal", seated(dealt(), tmp_path, "P1:24>L", "P1:trail", "P2:drop 3")
    ).out
    assert "The game goes on: turn 1, P2 and P3 to move." in out


def test_one_position_as_everybody_sees_it(run: Runner, tmp_path: Path) -> None:
    file = seated(dealt(), tmp_path, "P1:52>M", "P1:?P3")
    whole = run("replay", "--reveal", file, "--entry", "2").out
    assert "entry 2 of 2, after P1:?P3" in whole
    for hand in ("T2 T6 T22 K24 K53 U71 K74 and the Mister X card", "B3 B7 B23", "U4 B27 T31"):
        assert hand in whole
    first, second, third = (
        run("replay", "--reveal", file, "--entry", "2", "--as", seat).out
        for seat in ("P1", "P2", "P3")
    )
    assert "Mister X    is you" in first
    assert "P3 held U4 B27" in first
    assert "P3 held" not in second
    assert "T taxi         26  47  72" in second
    assert "Mister X card" not in second + third
    watched = run("replay", "--reveal", file, "--entry", "2", "--as", "spectator").out
    assert "Your hand" not in watched
    assert "P1, P2 or P3 can be him" not in watched  # P3 was proved innocent
    assert "P1 or P2 can be him" in watched


def test_positions_of_every_kind(run: Runner, tmp_path: Path) -> None:
    hidden = seated(dealt(), tmp_path, "P1:74>R", "P1:hideout", "P1:lay X")
    out = run("replay", "--reveal", hidden, "--entry", "3").out
    assert "Turn 1: hide-out: P2 lays a card" in out
    assert "P1 has laid the Mister X card." in out
    dealt_by_chance = saved(whole_game(), tmp_path)
    assert (
        "the cards are not dealt yet"
        in run("replay", "--reveal", dealt_by_chance, "--entry", "0").out
    )
    last = len(whole_game().line)
    assert (
        "the game is over" in run("replay", "--reveal", dealt_by_chance, "--entry", str(last)).out
    )


def test_every_position_can_be_shown(run: Runner, tmp_path: Path) -> None:
    game = dealt()
    file = seated(game, tmp_path, "P1:71>R", "P1:?P2")
    for entry in range(len(game.line) + 1):
        for words in ((), ("--as", "P1"), ("--as", "P2"), ("--as", "spectator")):
            assert run("replay", "--reveal", file, "--entry", str(entry), *words).code == 0
    assert (
        "Turn 1: cards are drawn by chance" in run("replay", "--reveal", file, "--entry", "2").out
    )


def test_eyes_that_nobody_has(run: Runner, tmp_path: Path) -> None:
    answer = run("replay", "--reveal", seated(dealt(), tmp_path), "--entry", "0", "--as", "P4")
    assert answer.code == 2
    assert "no viewpoint 'P4'; there are: P1, P2, P3, spectator" in answer.err


def test_as_json(run: Runner, tmp_path: Path) -> None:
    game = whole_game()
    answer = run("replay", "--reveal", saved(game, tmp_path), "--json")
    again = Game.from_record(Record.from_json(json.loads(answer.out)))
    assert again.view("P1") == game.view("P1")


# --- audit and perft ------------------------------------------------------------------------


def test_there_is_no_travel_log_to_check(run: Runner, tmp_path: Path) -> None:
    answer = run("audit", saved(whole_game(), tmp_path))
    assert (answer.code, answer.out) == (2, "")
    assert "only the board game has a travel log" in answer.err


def test_sequences_are_counted(run: Runner, tmp_path: Path) -> None:
    words = ("perft", "cards-2017", "--players", "4", "--depth", "2", "--seed", "7")
    game = misterx.new_game("cards-2017", 4, seed="7")
    assert run(*words).out.endswith(f"total: {perft(game.rules, game.state, 2)}\n")
    five = misterx.new_game("cards-2017", 5, seed="0")
    assert f"total: {len(five.legal)}" in run("perft", "cards-2017", "--depth", "1").out
    file = tmp_path / "position.json"
    file.write_text(json.dumps(game.rules.position(game.state)), encoding="utf-8")
    answer = run("perft", "--position", str(file), "--depth", "1")
    assert answer.out.endswith(f"total: {len(game.legal)}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--players", "6"), "6 players cannot play the card game, only 3, 4 or 5"),
        (("--starts", "D1=13"), "unknown key 'starts'"),
    ),
)
def test_what_cannot_be_counted(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("perft", "cards-2017", "--depth", "1", *words)
    assert answer.code == 2
    assert message in answer.err


# --- before a game --------------------------------------------------------------------------


def test_the_questions_before_a_card_game(run: Runner) -> None:
    answer = run("play", typed="cards-2017\n3\n\nnovice\n")
    assert "How many players, Mister X included (3, 4, 5)? [4]:" in answer.out
    assert "Who plays P1?" in answer.out
    assert "Who plays the others (P2, P3)?" in answer.out
    assert "cards-2017, 3 players" in answer.out
    assert "pimbot" not in answer.out.partition("Who plays P1?")[2]
    each = run("play", "--edition", "cards-2017", "--players", "3", typed="\neach\n1\nnovice\n")
    assert "Who plays P3?" in each.out
    assert "Pass the device to" in each.out


def test_yes_is_one_person_against_computers(run: Runner) -> None:
    answer = run(
        "play", "--edition", "cards-2017", "--yes", "--seat", "P2=random", "--others=random"
    )
    assert "cards-2017, 4 players" in answer.out
    alone = run("play", "--edition", "cards-2017", "--players", "3", "--yes", "--others", "random")
    assert "Who plays" not in alone.out


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--x", "random"), "who is Mister X is dealt in this game"),
        (("--hunters", "random"), "--x and --hunters do not go with it"),
        (("--seat", "P1=greedy"), "nobody called 'greedy' can play seat P1"),
        (("--others", "greedy"), "nobody called 'greedy' can play seat P1"),
        (("--seat", "P6=random"), "there is no seat 'P6' in this game"),
        (("--seat", "P1"), "--seat 'P1' is no seat and player"),
        (("--option", "tea"), "does not offer the option 'tea'"),
        (("--players", "2"), "2 players cannot play this edition"),
    ),
)
def test_flags_that_do_not_fit(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("play", "--edition", "cards-2017", "--yes", *words)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_the_others_of_the_board_game(run: Runner) -> None:
    words = ("--edition", "modern-2013", "--players", "3", "--x", "random", "--others", "constable")
    answer = run("play", *words, typed="n\n")
    assert "The game is over" in answer.out
