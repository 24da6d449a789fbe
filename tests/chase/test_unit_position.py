"""Positions: everything there and back, what is reckoned when left out, what is impossible."""

import json
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.board import Transport
from misterx.chase import rules_for
from misterx.chase.network import bit_set
from tests.chase.positions import (
    answer,
    counted,
    passed,
    play,
    put_up,
    result,
    there_and_back,
    where,
)
from tests.chase.replaced import VOLUNTARY, put
from tests.series.tables import Table, at_every_table, finished, random_game


def again(game: Game) -> Game:
    """The same position put up anew, by way of JSON."""
    return Game.from_position(game.rules, json.loads(json.dumps(where(game))))


# --- there and back -----------------------------------------------------------------------


@at_every_table
def test_every_position_of_a_game_comes_back_as_it_was(table: Table) -> None:
    for seed in (1, 2):
        for game in random_game(table, seed):
            copy = again(game)
            assert where(copy) == where(game)
            assert copy.legal == game.legal
            assert copy.to_act == game.to_act
            assert copy.outcome == game.outcome


@at_every_table
def test_a_game_goes_on_from_a_position_as_it_would_have(table: Table) -> None:
    whole = finished(table, 3)
    cards = sum(turnout.by_chance for turnout in whole.line)
    middle = (cards + len(whole.line)) // 2
    copy = Game.from_position(whole.rules, whole.rules.position(whole.state_at(middle)))
    for turnout in whole.line[middle:]:
        copy.play(turnout.text)
        assert where(copy) == whole.rules.position(turnout.state)


def test_rules_of_ones_own_stand_in_the_position() -> None:
    own = {"base": "classic-2000", "black": 3}
    game = new_game(None, 4, rules=own, seed=1)
    assert (where(game)["edition"], where(game)["rules"]) == (None, own)
    assert where(again(game)) == where(game)


def test_how_it_ended_is_kept_with_the_place() -> None:
    game = play(put_up("classic-2000", x=45, turn="hunters", hunters={"D1": 46}), "D1:T45")
    copy = again(game)
    assert copy.outcome is not None
    assert game.outcome is not None
    assert copy.outcome.at == game.outcome.at


# --- what may be left out -----------------------------------------------------------------


def test_leftovers_are_reckoned() -> None:
    game = put("classic-2000", possible=..., to_move=..., start_x=..., outcome=...)
    assert where(game)["to_move"] == ["X"]
    assert where(game)["start_x"] == 197  # with an empty log he stands on it
    assert where(game)["outcome"] is None
    assert where(game)["possible"] == sorted(set(range(1, 200)) - {13, 26, 29})


def test_nulls_may_be_left_out() -> None:
    assert where(put("classic-2000", pool=..., supply=..., pending=..., options=..., rules=...))


def test_possible_without_it_spreads_from_the_last_window_seen() -> None:
    hunters = {"D1": 75, "D2": 13, "D3": 29}
    game = put_up("classic-2000", log=("T58", "T74!", "B58", "T59"), hunters=hunters)
    board = rules_for("classic-2000").data.board
    by_bus = board.neighbours(74, Transport.BUS)
    assert set(where(game)["possible"]) == {
        to for station in by_bus for to in board.neighbours(station, Transport.TAXI)
    } - set(hunters.values())


def test_possible_without_any_window_seen_spreads_from_everywhere() -> None:
    game = put_up("classic-2000", log=("U46",), hunters={"D1": 13, "D2": 29, "D3": 34})
    network = game.state.cast.network
    everywhere = network.spread(network.everywhere, game.state.log[0].ticket)
    assert bit_set(where(game)["possible"]) == everywhere & ~bit_set((13, 29, 34))


def test_the_open_start_of_beginners_is_where_it_spreads_from() -> None:
    game = put_up("beginner", log=("K67",), start_x=82, turn="hunters")
    assert where(game)["possible"] == [65, 66, 67, 81, 100, 101, 140]
    unknown = put_up("beginner", log=("K67",), turn="hunters")
    assert set(where(game)["possible"]) < set(where(unknown)["possible"])


def test_a_given_possible_is_kept() -> None:
    game = put("classic-2000", possible=[1, 2, 197])
    assert where(game)["possible"] == [1, 2, 197]


# --- judged as if the turn had just begun -------------------------------------------------


def test_who_is_shut_in_has_lost() -> None:
    # Taxi from 1 leads to 8 and 9; his only tickets lead there.
    game = put_up(
        "research-2011",
        6,
        x=1,
        hunters={"D1": 8, "D2": 9},
        mister_x={"taxi": 4, "bus": 0, "underground": 0, "black": 0},
    )
    assert result(game) == ("hunters", "trapped")
    free = put_up("research-2011", 6, x=1, hunters={"D1": 8, "D2": 9})
    assert result(free) is None


def test_detectives_without_a_move_have_lost() -> None:
    nothing = {f"D{n}": (0, 0, 0) for n in (1, 2, 3)}
    game = put_up("classic-2000", x=1, turn="hunters", tickets=nothing)
    assert result(game) == ("x", "no_moves")
    # Once somebody has moved it is not judged again: the others pass, the round is over.
    later = put_up("classic-2000", x=1, turn="hunters", moved=["D1"], tickets=nothing)
    assert result(later) is None
    assert (where(later)["round"], where(later)["turn"]) == (2, "X")


def test_who_cannot_move_passes() -> None:
    game = put_up("classic-2000", x=1, turn="hunters", tickets={"D1": (0, 0, 0)})
    assert where(game)["moved"] == ["D1"]
    assert where(game)["to_move"] == ["D2", "D3"]
    assert passed(game.play(game.legal[0])) == []


def test_when_all_have_moved_the_round_is_over() -> None:
    game = put_up("modern-2013", x=45, turn="hunters", moved=["B1", "D2", "D1", "D3"])
    assert (where(game)["round"], where(game)["turn"]) == (2, "X")
    last = put_up("classic-2000", x=45, turn="hunters", round=22, moved=["D1", "D2", "D3"])
    assert result(last) == ("x", "survived")


def test_the_beginners_piece_is_back_as_his_turn_begins() -> None:
    game = put_up("beginner", log=("74!", "58!", "74"), hunters={"D1": 13, "D2": 29, "D3": 34})
    assert where(game)["log"][2] == {"ticket": None, "station": 74, "seen": True}
    assert where(game)["possible"] == [74]


def test_an_open_decision_is_put_up() -> None:
    def put_decision(pending: str, window: str) -> Game:
        return put_up("classic-1983", log=(window,), options=VOLUNTARY, pending=pending)

    assert put_decision("show", "T74").legal == ("X:hide", "X:show")
    taking = put_decision("D2", "T74!")
    assert taking.legal == ("X:take D2=B", "X:take D2=T", "X:take D2=U")
    play(taking, "X:take D2=T", "X:take D3=T")
    assert where(taking)["turn"] == "hunters"
    full = put_up(
        "classic-1983",
        log=there_and_back(24, 74, 58),
        options=VOLUNTARY,
        pending="show",
    )
    assert full.legal == ("X:hide", "X:show")
    play(full, "X:hide")
    assert result(answer(full)) == ("x", "survived")


def test_start_choices_are_put_up() -> None:
    game = put("beginner", hunters={"D1": 41, "D2": None, "D3": None}, turn="hunters", moved=[])
    assert game.legal == ("D2@124", "D2@46")
    assert game.to_act == ("H2",)


@pytest.mark.parametrize(
    ("outcome", "changes"),
    (
        (["hunters", "caught"], {"turn": "hunters", "hunters": {"D1": 197, "D2": 26, "D3": 29}}),
        (["x", "survived"], {"turn": "hunters", "round": 22, "moved": ["D1", "D2", "D3"]}),
        (
            ["x", "no_moves"],
            {"turn": "hunters", "tickets": {f"D{n}": counted(0, 0, 0) for n in (1, 2, 3)}},
        ),
    ),
)
def test_an_ended_game_is_put_up(outcome: list[str], changes: dict[str, Any]) -> None:
    game = put("classic-2000", outcome=outcome, possible=[197], to_move=[], **changes)
    assert where(game)["outcome"] == outcome
    assert (game.legal, game.to_act) == ((), ())
    assert where(game)["possible"] == [197]
