"""A1 to A3: the magnifiers, and what an interrogation brings."""

import pytest

from misterx import Game
from tests.cards.table import every_table, hand, play, put_up, refused, result, seen, turn, where

BUS, OTHER, BLACK = 46, 45, 44
"""A bus ticket for the middle pile, a taxi, and a black one."""


def interrogating(players: int = 3, *, ticket: int = OTHER, **more: object) -> Game:
    """P1 has turned up the third magnifier and is about to name somebody; P2 is Mister X."""
    hands = {"P1": (ticket, 1), "P2": (5, 6, 7, 8, "X"), "P3": (9, 11) if players > 4 else (11, 12)}
    game = put_up(players, **{"hands": hands, "magnifiers": 2, "top": (13, 14, 15), **more})  # type: ignore[arg-type] # keyword for keyword put_up's own
    return play(game, f"P1:{ticket}>M")


# --- A1 -----------------------------------------------------------------------------------


@pytest.mark.clause("A1")
@pytest.mark.parametrize("magnifiers", (0, 1))
def test_a_magnifier_is_turned_up_and_nothing_more_before_the_third(magnifiers: int) -> None:
    game = put_up(hands={"P1": (OTHER, 1)}, magnifiers=magnifiers)
    play(game, f"P1:{OTHER}>M")
    assert where(game)["magnifiers"] == magnifiers + 1
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("A1")
@pytest.mark.parametrize("ticket", (OTHER, BLACK))
def test_with_the_third_up_another_player_is_named(ticket: int) -> None:
    game = put_up(hands={"P1": (ticket, 1), "P2": (2, "X")}, magnifiers=2)
    play(game, f"P1:{ticket}>M", *(["P1:interrogate"] if ticket == BLACK else []))
    assert turn(game) == ("P1", "interrogate")
    assert where(game)["magnifiers"] == 3
    assert game.legal == ("P1:?P2", "P1:?P3")


@pytest.mark.clause("A1")
@every_table
def test_only_others_in_play_who_hold_a_card_can_be_named(players: int) -> None:
    game = put_up(
        players, hands={"P1": (OTHER, 1, "X"), "P2": (), "P3": (2, 5)}, magnifiers=2, out=["P2"]
    )
    play(game, f"P1:{OTHER}>M")
    assert game.legal == tuple(f"P1:?P{n}" for n in range(3, players + 1))
    assert refused(game, "P1:?P1") == "not_allowed"
    assert refused(game, "P1:?P2") == "not_allowed"
    still_in = put_up(players, hands={"P1": (OTHER, 1), "P2": ()}, magnifiers=2)
    play(still_in, f"P1:{OTHER}>M")
    assert "P1:?P2" not in still_in.legal


@pytest.mark.clause("A1")
def test_he_sees_the_whole_hand_and_the_answer_is_announced() -> None:
    game = play(interrogating(), "P1:?P3")
    told = {"by": "P1", "of": "P3", "found": False}
    for who, cards in (("P1", [11, 12]), ("P3", [11, 12]), ("P2", 2), ("spectator", 2)):
        assert seen(game, who)["interrogation"] == {**told, "hand": cards}


@pytest.mark.clause("A1")
def test_innocent_nothing_more_and_the_magnifiers_go_down() -> None:
    game = play(interrogating(), "P1:?P3")
    position = where(game)
    assert (position["magnifiers"], position["x_known"]) == (0, False)
    assert position["hands"]["P3"] == [11, 12]
    assert len(position["reserve"]) == 5
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("A1")
def test_found_he_takes_a_black_ticket_first_and_then_discards_three_of_his_choice() -> None:
    game = play(interrogating(reserve=(88, 84)), "P1:?P2")
    position = where(game)
    assert position["x_known"] is True
    assert position["hands"]["P2"] == [5, 6, 7, 8, 88, "X"]
    assert position["reserve"] == [84]
    assert (position["phase"], position["to_move"], position["owed"]) == ("give", ["P2"], 3)
    assert game.legal == tuple(sorted(f"P2:drop {n}" for n in (5, 6, 7, 8, 88)))
    assert refused(game, "P2:drop X") == "not_allowed"
    play(game, "P2:drop 88", "P2:drop 6")
    assert where(game)["owed"] == 1
    assert where(game)["magnifiers"] == 3
    play(game, "P2:drop 5")
    position = where(game)
    assert position["magnifiers"] == position["owed"] == 0
    assert {5, 6, 88} <= set(position["discard"])
    assert hand(game, "P2") == [7, 8, 13, "X"]  # he is on, and has drawn
    assert turn(game) == ("P2", "play")


@pytest.mark.clause("A1")
def test_with_no_reserve_left_he_takes_none() -> None:
    game = play(interrogating(reserve=()), "P1:?P2")
    assert hand(game, "P2") == [5, 6, 7, 8, "X"]
    assert turn(game) == ("P1", "give")


@pytest.mark.clause("A1")
def test_giving_up_his_last_tickets_here_puts_nobody_out_of_play() -> None:
    """He holds the Mister X card still; only a false trail puts players out."""
    hands = {"P1": (OTHER, 1), "P2": (5, 6, "X"), "P3": (11,)}
    game = play(interrogating(hands=hands), "P1:?P2", "P2:drop 5", "P2:drop 6", "P2:drop 72")
    assert hand(game, "P2") == [13, "X"]
    assert where(game)["out"] == []
    assert result(game) is None


@pytest.mark.clause("A1")
@pytest.mark.parametrize(("ticket", "up"), ((OTHER, 0), (BUS, 1)))
def test_with_nobody_to_name_it_lapses_and_the_magnifiers_go_down(ticket: int, up: int) -> None:
    hands = {"P1": (ticket, 1, "X"), "P2": (), "P3": ()}
    game = put_up(hands=hands, magnifiers=2)
    play(game, f"P1:{ticket}>M")
    assert where(game)["magnifiers"] == up
    assert where(game)["interrogation"] is None
    assert turn(game) == ("P2", "play")


# --- A2 -----------------------------------------------------------------------------------


@pytest.mark.clause("A2")
@pytest.mark.parametrize("named", ("P2", "P3"))
def test_after_a_bus_on_two_the_first_magnifier_is_up_again_at_once(named: str) -> None:
    game = interrogating(ticket=BUS)
    assert (where(game)["magnifiers"], where(game)["carry"]) == (3, 1)
    play(game, f"P1:?{named}")
    if named == "P2":
        assert (where(game)["magnifiers"], where(game)["carry"]) == (3, 1)
        play(game, "P2:drop 5", "P2:drop 6", "P2:drop 7")
    assert (where(game)["magnifiers"], where(game)["carry"]) == (1, 0)


@pytest.mark.clause("A2")
def test_a_bus_on_one_turns_up_two_and_none_afterwards() -> None:
    game = interrogating(ticket=BUS, magnifiers=1)
    assert (where(game)["magnifiers"], where(game)["carry"]) == (3, 0)
    assert where(play(game, "P1:?P3"))["magnifiers"] == 0


# --- A3 -----------------------------------------------------------------------------------


@pytest.mark.clause("A3")
@pytest.mark.parametrize(
    ("tickets", "reserve"), (((5,), (88,)), ((), (88,)), ((5, 6), ()), ((), ()))
)
def test_with_fewer_than_three_tickets_he_is_exposed_at_the_naming(
    tickets: tuple[int, ...], reserve: tuple[int, ...]
) -> None:
    hands = {"P1": (OTHER, 1), "P2": (*tickets, "X"), "P3": (11, 12)}
    game = play(interrogating(hands=hands, reserve=reserve), "P1:?P2")
    assert result(game) == ("hunters", "exposed")
    assert turn(game) == ("P1", "over")
    assert hand(game, "P2") == [*tickets, *reserve, "X"]  # all stays as it was at that moment
    assert game.outcome is not None
    assert game.outcome.at == {"turn": 1, "seat": "P1", "x": "P2"}


@pytest.mark.clause("A3")
def test_the_reserve_ticket_counts() -> None:
    hands = {"P1": (OTHER, 1), "P2": (5, 6, "X"), "P3": (11, 12)}
    game = play(interrogating(hands=hands, reserve=(88,)), "P1:?P2")
    assert result(game) is None
    assert game.legal == ("P2:drop 5", "P2:drop 6", "P2:drop 88")
