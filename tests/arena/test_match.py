"""Matches: the deal gives the role that is asked for, and a win is the side's at the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from misterx.arena import ROLES, Match, Result, play_game
from misterx.arena.tables import sitting
from misterx.bots import Limit, ask, find_player
from misterx.core import Game, Refused, Seat, Setup, rules_for

CARDS = "cards-2017"


def dealt(number: int, *, as_x: bool, players: int = 4) -> tuple[Game, Seat]:
    table = sitting("cards")
    game = table.deal(rules_for(CARDS), Setup(players), number, as_x=as_x, rng=Random(number))
    (seat,) = table.compared(game, number, as_x=as_x)
    return game, seat


@pytest.mark.parametrize("players", rules_for(CARDS).players)
@pytest.mark.parametrize("as_x", (True, False))
def test_the_seat_compared_goes_round_and_is_dealt_its_role(players: int, *, as_x: bool) -> None:
    seats = []
    for number in range(2 * players):
        game, seat = dealt(number, as_x=as_x, players=players)
        assert (rules_for(CARDS).position(game.state)["x"] == seat) == as_x
        seats.append(seat)
    assert seats == 2 * [f"P{n + 1}" for n in range(players)]


def by_hand(one: str, others: str, role: str, number: int, seed: str) -> bool:
    """A game of the card game played without the arena: did the one compared win?"""
    dice = Random(f"{seed}/{number}/dice")
    seat = f"P{number % 4 + 1}"
    rules = rules_for(CARDS)
    while True:
        game = Game.new(rules, Setup(4), dice)
        if (rules.position(game.state)["x"] == seat) == (role == "x"):
            break
    rngs = {name: Random(f"{seed}/{number}/{name}") for name in game.seats}
    while game.to_act:
        who = game.to_act[0] if len(game.to_act) == 1 else dice.choice(game.to_act)
        player = find_player(one if who == seat else others)
        game.play(ask(player, game, who, rngs[who]), who)
    assert game.outcome is not None
    is_x = rules.position(game.state)["x"] == seat
    return (game.outcome.winner == "x") == is_x


@pytest.mark.parametrize("role", ROLES)
def test_a_win_is_what_playing_the_game_by_hand_gives(role: str) -> None:
    match = Match(CARDS, 4, "careful", "random", role, seed="b")
    won = [play_game(match, number).won for number in range(12)]
    assert won == [by_hand("careful", "random", role, number, "b") for number in range(12)]
    assert set(won) == {True, False}


def test_after_a_hide_out_a_win_is_the_new_sides() -> None:
    """Who gave the Mister X card away in a hide-out wins and loses with the detectives."""
    rules, changed = rules_for(CARDS), 0
    for number in range(60):
        game, seat = dealt(number, as_x=True)
        rng = Random(number)
        while game.to_act:
            game.play(rng.choice(game.legal))
        x = rules.position(game.state)["x"]
        changed += x != seat
        assert rules.side(game.state, seat) == ("x" if x == seat else "hunters")
    assert changed


def test_in_the_chase_one_side_plays_the_other() -> None:
    x = play_game(Match("modern-2013", 4, "greedy", "random", "x"), 0)
    hunters = play_game(Match("modern-2013", 4, "greedy", "random", "detective"), 0)
    assert (x.won, x.winner) == (True, "x")
    assert (hunters.won, hunters.winner) == (True, "hunters")


def test_a_game_is_decided_by_its_number_and_seed() -> None:
    match = Match(CARDS, 4, "sleuth", "careful", "x", seed="a", limit=Limit(iterations=3))
    assert play_game(match, 3) == play_game(match, 3)
    results = {play_game(replace(match, seed=seed, one="careful"), 0) for seed in "abcdef"}
    assert len(results) > 1


def test_a_result_tells_how_a_game_ended() -> None:
    result = play_game(Match(CARDS, 3, "random", "random", "x"), 2)
    assert isinstance(result, Result)
    assert result.number == 2
    assert result.reason in ("found", "exposed", "no_tickets", "deck_empty")
    assert result.moves > 3


@pytest.mark.parametrize(
    ("match", "complaint"),
    (
        (Match(CARDS, 4, "greedy", "random", "x"), "greedy does not play this game"),
        (Match(CARDS, 4, "random", "deep", "x"), "no player 'deep'"),
        (Match(CARDS, 6, "random", "random", "x"), "not played by 6, but by 3, 4, 5"),
        (Match(CARDS, 4, "random", "random", "thief"), "no role 'thief'; there are: x, detective"),
        (Match("modern-2013", 4, "careful", "random", "x"), "careful does not play this game"),
    ),
)
def test_a_match_that_cannot_be_played_says_why(match: Match, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        match.check()


def test_a_match_of_an_edition_that_there_is_not() -> None:
    with pytest.raises(Refused, match="no edition 'poker'"):
        Match("poker", 4, "random", "random", "x").check()


def test_a_fault_of_our_own_player_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*_: object) -> None:
        raise ValueError("no way on")

    monkeypatch.setattr(type(find_player("random", "chase")), "choose", choose)
    match = Match("modern-2013", 4, "greedy", "random", "x")
    with pytest.raises(
        RuntimeError, match=r"^random failed at H1, H2, H3 after 6 moves: no way on$"
    ):
        play_game(match, 0)
