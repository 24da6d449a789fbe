"""A4: a search, and what chance may draw."""

from fractions import Fraction

import pytest

from misterx import Game, Refused
from misterx.core import CHANCE
from tests.cards.table import RULES, every_table, hand, play, put_up, refused, result, turn, where

TAXI, UNDERGROUND, BLACK = 65, 67, 64


def searching(ticket: int = TAXI, players: int = 3, **hands: tuple[int | str, ...]) -> Game:
    """P1 has begun a search."""
    table = {"P1": (ticket, 1), "P2": (5, 6, 7), **hands}
    game = put_up(players, hands=table, top=(13, 14))
    return play(game, f"P1:{ticket}>R", *(["P1:search"] if ticket == BLACK else []))


@pytest.mark.clause("A4")
@every_table
def test_another_player_who_holds_a_card_is_named(players: int) -> None:
    game = searching(players=players)
    assert turn(game) == ("P1", "search")
    assert game.legal == tuple(f"P1:?P{n}" for n in range(2, players + 1))
    assert refused(game, "P1:?P1") == "not_allowed"
    assert "P1:?P2" not in searching(players=players, P2=()).legal


@pytest.mark.clause("A4")
@every_table
def test_nobody_who_is_out_can_be_named(players: int) -> None:
    hands = {"P1": (TAXI, 1, "X"), "P2": ()}
    game = play(put_up(players, hands=hands, out=["P2"]), f"P1:{TAXI}>R")
    assert refused(game, "P1:?P2") == "not_allowed"


@pytest.mark.clause("A4")
@pytest.mark.parametrize("ticket", (TAXI, BLACK))
def test_a_ticket_drawn_is_discarded(ticket: int) -> None:
    game = play(searching(ticket), "P1:?P2 = 6")
    assert 6 in where(game)["discard"]
    assert hand(game, "P2") == [5, 7, 13]  # he is on, and has drawn
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("A4")
def test_the_bonus_draws_two_one_after_the_other() -> None:
    game = play(searching(UNDERGROUND), "P1:?P2 = 7 5")
    assert {5, 7} <= set(where(game)["discard"])
    assert hand(game, "P2") == [6, 13]


@pytest.mark.clause("A4")
def test_or_one_if_the_hand_has_no_more() -> None:
    game = play(searching(UNDERGROUND, P2=(5,)), "P1:?P2")
    assert 5 in where(game)["discard"]
    assert hand(game, "P2") == [13]
    assert where(game)["out"] == []  # an empty hand puts nobody out here


@pytest.mark.clause("A4")
@pytest.mark.parametrize(("ticket", "drawn"), ((TAXI, "X"), (UNDERGROUND, "6 X")))
def test_the_mister_x_card_drawn_ends_the_game(ticket: int, drawn: str) -> None:
    game = play(searching(ticket, P2=(5, 6, 7, "X")), f"P1:?P2 = {drawn}")
    assert result(game) == ("hunters", "found")
    assert where(game)["x"] == "P2"
    assert hand(game, "P2") == [5, *([6] if ticket == TAXI else []), 7, "X"]


@pytest.mark.clause("A4")
def test_nothing_is_drawn_after_the_mister_x_card() -> None:
    game = searching(UNDERGROUND, P2=(5, 6, 7, "X"))
    with pytest.raises(Refused) as no:
        game.play("P1:?P2", chance="X 6")
    assert no.value.refusal.code == "not_allowed"


@pytest.mark.clause("A4")
def test_every_card_of_the_hand_is_equally_likely() -> None:
    game = searching(UNDERGROUND, P2=(5, 6, "X"))
    named = RULES.apply(game.state, RULES.parse("P1:?P2")).state
    assert RULES.to_act(named) == (CHANCE,)
    odds = {str(move): chance for move, chance in RULES.chance_outcomes(named)}
    sixth = Fraction(1, 6)
    assert odds == {
        "X": Fraction(1, 3),
        "5 6": sixth,
        "5 X": sixth,
        "6 5": sixth,
        "6 X": sixth,
    }


@pytest.mark.clause("A4")
@pytest.mark.parametrize("ticket", (TAXI, UNDERGROUND))
def test_with_nobody_to_name_a_search_lapses(ticket: int) -> None:
    game = searching(ticket, P1=(ticket, 1, "X"), P2=(), P3=())
    assert turn(game) == ("P2", "play")
    assert (hand(game, "P1"), hand(game, "P2"), hand(game, "P3")) == ([1, "X"], [13], [])
    assert where(game)["discard"] == [63]
