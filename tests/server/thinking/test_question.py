"""What a computer player is asked: its seat's moves and what it may see, nothing else."""

import pickle
from random import Random

import pytest

from misterx import new_game
from misterx.core import Game, Seat
from misterx.server.thinking import question
from tests.chase.positions import begin
from tests.series.cards_tables import CARD_TABLES, CardTable
from tests.series.cards_twins import twin
from tests.series.tables import (
    AnyTable,
    Table,
    at_every_table,
    at_every_table_of_all_games,
    finished,
    random_game,
)
from tests.series.test_secrecy import twins

MOST_BYTES = 12_000


@at_every_table_of_all_games
def test_every_seat_is_asked_for_its_own_moves(table: AnyTable) -> None:
    for game in random_game(table, seed=2):
        rules, state = game.rules, game.state
        for seat in rules.to_act(state):
            asked = question(rules, state, seat, "random")
            own = [m for m in rules.legal_moves(state) if rules.check(state, seat, m) is None]
            assert asked.legal == tuple(map(rules.text, own))
            assert asked.seen == rules.observe(state, rules.viewpoint(seat))
            assert len(pickle.dumps(asked)) < MOST_BYTES


def test_a_seat_may_be_asked_for_some_of_its_moves() -> None:
    game = begin("modern-2013", 4)
    some = game.legal[:2]
    assert question(game.rules, game.state, Seat("X"), "constable", some).legal == some


def test_a_seat_without_a_move_is_not_asked() -> None:
    game = begin("modern-2013", 4)
    with pytest.raises(ValueError, match="seat H1 has no move now"):
        question(game.rules, game.state, Seat("H1"), "constable")
    with pytest.raises(ValueError, match="seat X has no move now"):
        question(game.rules, game.state, Seat("X"), "constable", [])


def questions(game: Game, seat: str) -> list[bytes]:
    """All that is sent for a seat in the course of a game."""
    rules = game.rules
    states = [game.state_at(entry) for entry in range(len(game.line) + 1)]
    return [
        pickle.dumps(question(rules, state, Seat(seat), "random"))
        for state in states
        if seat in rules.to_act(state)
    ]


@at_every_table
def test_hunters_are_asked_the_same_wherever_mister_x_may_be(table: Table) -> None:
    compared = 0
    for seed in range(3):
        for one, other in twins(table, seed, pairs=2):
            assert one.state.x != other.state.x
            for seat in one.seats[1:]:
                assert questions(one, seat) == questions(other, seat)
                compared += len(questions(one, seat))
    assert compared > 0


@pytest.mark.parametrize("table", CARD_TABLES, ids=str)
def test_card_players_are_asked_the_same_whatever_others_hold(table: CardTable) -> None:
    compared = 0
    for seed in range(4):
        game = finished(table, seed)
        for seat in game.seats:
            pair = twin(game, seat, len(game.state.history) // 2, Random(seed))
            assert questions(pair.one, seat) == questions(pair.other, seat)
            compared += pair.has_other_cards and len(questions(pair.one, seat))
    assert compared > 0


def test_mister_x_is_asked_about_what_only_he_knows() -> None:
    here, there = (new_game("classic-2000", 4, seed=1, starts={"X": x}) for x in (13, 26))
    assert questions(here, "X") != questions(there, "X")
