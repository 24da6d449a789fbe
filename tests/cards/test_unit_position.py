"""Positions: everything comes back, and what may be left out."""

import json
from random import Random

import pytest

from misterx import Game
from misterx.cards import default_deck
from misterx.core import Code, IllegalMove
from tests.cards.table import (
    EDITION,
    RULES,
    described,
    every_table,
    hand,
    play,
    put_up,
    seeded_states,
    where,
)


@every_table
@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_game_can_be_put_up_again(players: int, seed: int) -> None:
    for state in seeded_states(players, seed):
        position = RULES.position(state)
        again = RULES.restore(json.loads(json.dumps(position)))
        assert RULES.position(again) == position
        assert RULES.to_act(again) == RULES.to_act(state)
        assert RULES.legal_moves(again) == RULES.legal_moves(state)
        assert again._replace(history=state.history, interrogations=()) == state._replace(
            interrogations=()
        )


@every_table
def test_a_game_goes_on_alike_from_a_position(players: int) -> None:
    for seed in range(3):
        states = list(seeded_states(players, seed))
        state = states[len(states) // 2]
        games = [Game.from_position(RULES, RULES.position(state), Random(seed)) for _ in range(2)]
        rng = Random(seed)
        while games[0].outcome is None:
            move = rng.choice(games[0].legal)
            for game in games:
                game.play(move)
            assert where(games[0]) == where(games[1])


def test_the_position_of_the_documentation() -> None:
    """As the protocol writes one, with every ticket of the game somewhere."""
    game = put_up(hands={"P1": (1, 14), "P2": (2, "X"), "P3": (5,)}, piles=(11, 41, 71), turn=5)
    position = where(game)
    assert position["hands"] == {"P1": [1, 14], "P2": [2, "X"], "P3": [5]}
    assert (position["turn"], position["seat"], position["phase"]) == (5, "P1", "play")
    assert (position["x"], position["x_known"]) == ("P2", False)
    assert position["to_move"] == ["P1"]


def test_what_follows_from_the_rest_is_ignored() -> None:
    position = described(hands={"P1": (1, 2), "P2": (5, "X")})
    expected = where(Game.from_position(RULES, position))
    for to_move, x in ((["P2"], "P1"), (None, None), (7, 7)):
        given = {**position, "to_move": to_move, "x": x}
        assert where(Game.from_position(RULES, given)) == expected


@pytest.mark.parametrize("key", ("colours", "edition", "played", "interrogation", "outcome"))
def test_some_keys_may_be_left_out(key: str) -> None:
    position = described(hands={"P1": (1, 2), "P2": (5, "X")}, reserve=())
    del position[key]
    game = Game.from_position(RULES, position)
    if key == "colours":
        assert where(game)["colours"] == default_deck().colours
    assert where(game)["edition"] == EDITION


def test_rules_may_be_null() -> None:
    position = described(hands={"P1": (1, 2), "P2": (5, "X")})
    assert Game.from_position(RULES, {**position, "rules": None}).legal


def test_hands_and_the_discard_are_sorted() -> None:
    position = described(hands={"P1": (1, 2), "P2": (5, "X")}, draw=(61, 33))
    position["hands"]["P2"] = ["X", 5]
    position["discard"].reverse()
    game = Game.from_position(RULES, position)
    assert hand(game, "P2") == [5, "X"]
    assert where(game)["discard"] == sorted(where(game)["discard"])
    assert where(game)["draw"] == [61, 33]  # its order is its own


def test_a_search_draws_by_the_ticket_that_was_played() -> None:
    for ticket, drawn in ((67, "5 6"), (65, "5")):
        game = play(put_up(hands={"P1": (ticket, 1), "P2": (5, 6)}), f"P1:{ticket}>R")
        again = Game.from_position(RULES, where(game))
        assert where(again) == where(game)
        play(again, f"P1:?P2 = {drawn}")


def test_laid_cards_are_read_in_the_order_of_the_table() -> None:
    game = put_up(hands={"P1": (64, "X"), "P2": (5, 6), "P3": (11,)})
    play(game, "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5")
    position = {**where(game), "laid": {"P2": 5, "P1": "X"}}
    again = Game.from_position(RULES, position)
    assert list(where(again)["laid"]) == ["P1", "P2"]
    assert again.legal == ("P3:lay 11",)


def test_a_game_that_is_over_stays_over() -> None:
    game = play(put_up(hands={"P1": (65, 1), "P2": ("X",)}), "P1:65>R", "P1:?P2")
    again = Game.from_position(RULES, where(game))
    assert again.outcome == game.outcome
    assert again.outcome is not None
    assert again.outcome.at == {"turn": 1, "seat": "P1", "x": "P2"}
    with pytest.raises(IllegalMove) as no:
        again.play("P2:1>new")
    assert no.value.refusal.code is Code.GAME_OVER
