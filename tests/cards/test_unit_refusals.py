"""Refused moves: the first reason that applies."""

import pytest

from misterx import Game, Refused
from misterx.cards.moves import Taken
from misterx.core import CHANCE, Code, IllegalMove, Seat
from tests.cards.table import RULES, deal, play, put_up, refused, where

ORDER = ("malformed", "game_over", "not_your_turn", "not_allowed", "not_in_hand", "does_not_fit")


def playing() -> Game:
    """P1 is to play; P2 is Mister X."""
    return put_up(hands={"P1": (1, 24, 45), "P2": (5, 6, 7, "X"), "P3": (11, 12, 13)}, magnifiers=2)


def over() -> Game:
    return play(put_up(hands={"P1": (65, 1), "P2": ("X",)}), "P1:65>R", "P1:?P2")


def asking() -> Game:
    return play(playing(), "P1:45>M")


def giving() -> Game:
    return play(asking(), "P1:?P2")


def acting() -> Game:
    return play(playing(), "P1:24>L")


def trailing() -> Game:
    hands = {"P1": (24, "X"), "P2": (5, 6, 7), "P3": (11, 12, 13)}
    return play(put_up(hands=hands), "P1:24>L", "P1:trail")


def hiding() -> Game:
    hands = {"P1": (64, "X"), "P2": (5, 6, 7), "P3": (11, 12, 13)}
    return play(put_up(hands=hands), "P1:64>R", "P1:hideout")


@pytest.mark.parametrize(
    ("game", "move", "code"),
    (
        (over(), "P1:200>L", "malformed"),
        (over(), "P2:X>L", "game_over"),
        (over(), "P5:buy", "game_over"),
        (over(), "12", "malformed"),
        (playing(), "P1:?", "malformed"),
        (playing(), "12 40", "malformed"),
        (playing(), "P1:6 P2:5", "malformed"),
        (playing(), "deal P1 / 84 / 12", "malformed"),
        (playing(), "P2:buy", "not_your_turn"),  # not his turn before not the kind of move
        (playing(), "P2:1>L", "not_your_turn"),
        (playing(), "P2:X>L", "not_your_turn"),
        (playing(), "P3:11>R", "not_your_turn"),
        (playing(), "P4:11>R", "not_your_turn"),  # nobody sits there
        (playing(), "P1:buy", "not_allowed"),
        (playing(), "P1:?P2", "not_allowed"),
        (playing(), "P1:drop 1", "not_allowed"),
        (playing(), "P1:lay 1", "not_allowed"),
        (playing(), "P1:X>L", "not_allowed"),  # before that he does not hold it
        (playing(), "P1:X>new", "not_allowed"),
        (playing(), "P1:2>L", "not_in_hand"),  # before that it does not fit
        (playing(), "P1:5>new", "not_in_hand"),
        (playing(), "P1:1>L", "does_not_fit"),
        (playing(), "P1:24>new", "does_not_fit"),
        (playing(), "P1:45>R", "does_not_fit"),
        (acting(), "P2:buy", "not_your_turn"),
        (acting(), "P1:1>new", "not_allowed"),
        (acting(), "P1:search", "not_allowed"),
        (acting(), "P1:equip", "not_allowed"),
        (acting(), "P1:trail", "not_allowed"),
        (asking(), "P2:?P3", "not_your_turn"),
        (asking(), "P1:?P1", "not_allowed"),
        (asking(), "P1:?P4", "not_allowed"),
        (asking(), "P1:interrogate", "not_allowed"),
        (giving(), "P1:drop 1", "not_your_turn"),
        (giving(), "P3:drop 11", "not_your_turn"),
        (giving(), "P2:5>new", "not_allowed"),
        (giving(), "P2:drop X", "not_allowed"),
        (giving(), "P2:drop 1", "not_in_hand"),
        (trailing(), "P1:drop X", "not_your_turn"),
        (trailing(), "P2:lay 5", "not_allowed"),
        (trailing(), "P3:drop X", "not_allowed"),
        (trailing(), "P2:drop 11", "not_in_hand"),
        (hiding(), "P2:lay 5", "not_your_turn"),
        (hiding(), "P1:drop X", "not_allowed"),
        (hiding(), "P1:lay 5", "not_in_hand"),
        (play(hiding(), "P1:lay X"), "P2:lay X", "not_in_hand"),
    ),
)
def test_the_first_reason_that_applies(game: Game, move: str, code: str) -> None:
    assert refused(game, move) == code


def test_each_reason_comes_up_in_its_order() -> None:
    """One move after another loses its first fault."""
    game = playing()
    faults = ["P1:2>", "P2:2>L", "P1:X>L", "P1:2>L", "P1:1>L"]
    assert [refused(game, move) for move in faults] == [ORDER[0], *ORDER[2:]]
    assert refused(over(), "P1:2>L") == ORDER[1]


def test_a_move_is_for_its_own_seat() -> None:
    game = playing()
    assert refused(game, "P1:1>new", "P2") == "not_your_turn"
    assert refused(game, "P1:1>new", "chance") == "not_your_turn"
    assert refused(trailing(), "P3:drop 11", "P2") == "not_your_turn"
    assert refused(trailing(), "P3:drop 11", "P1") == "not_your_turn"
    game.play("P1:1>new", "P1")
    assert where(game)["seat"] == "P2"


def test_the_law_itself_refuses_what_may_not_be_played() -> None:
    state = playing().state
    with pytest.raises(IllegalMove, match="ticket 1 fits new, not L") as no:
        RULES.apply(state, RULES.parse("P1:1>L"))
    assert no.value.refusal.code is Code.DOES_NOT_FIT


# --- chance -------------------------------------------------------------------------------


def chance_refused(game: Game, move: str, chance: str) -> str:
    before = where(game)
    with pytest.raises(Refused) as no:
        game.play(move, chance=chance)
    assert where(game) == before
    return str(no.value.refusal.code)


def searching() -> Game:
    game = put_up(hands={"P1": (67, 1), "P2": (5, 6, 7, "X"), "P3": (11,)})
    return play(game, "P1:67>R")


@pytest.mark.parametrize("chance", ("5", "5 6 7", "5 5", "11 5", "X 5", "5 1", "P1:5", "P1:1>new"))
def test_what_a_search_cannot_draw_is_not_allowed(chance: str) -> None:
    assert chance_refused(searching(), "P1:?P2", chance) == "not_allowed"


def last_lay() -> Game:
    return play(hiding(), "P1:lay X", "P2:lay 5")


@pytest.mark.parametrize(
    "chance",
    (
        "P1:5 P2:11",
        "P1:5 P2:5 P3:11",
        "P1:5 P2:X P3:12",
        "P1:5 P2:X P4:11",
        "P2:X P1:5 P3:11",
        "5 X 11",
        "deal P1 / 84 / 12",
    ),
)
def test_what_a_hide_out_cannot_bring_is_not_allowed(chance: str) -> None:
    assert chance_refused(last_lay(), "P3:lay 11", chance) == "not_allowed"


def test_chance_goes_with_a_move_that_sets_it_off() -> None:
    assert chance_refused(playing(), "P1:1>new", "12") == "not_allowed"
    assert chance_refused(hiding(), "P1:lay X", "P1:X") == "not_allowed"


def test_chance_is_nobodys_move() -> None:
    state = RULES.apply(last_lay().state, RULES.parse("P3:lay 11")).state
    fallen = RULES.parse("P1:5 P2:X P3:11")
    assert isinstance(fallen, Taken)
    assert RULES.check(state, CHANCE, fallen) is None
    assert RULES.check(state, None, fallen) is None
    no = RULES.check(state, Seat("P1"), fallen)
    assert no is not None
    assert no.code is Code.MALFORMED
    assert RULES.check(deal(3).state, CHANCE, fallen) is not None
