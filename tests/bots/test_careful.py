"""The careful player: what it does where every good player would do the same.

The tables have colours that can be told from the number: 1, 5, 9 … are taxi, 2, 6, 10 … bus,
3, 7, 11 … underground, 4, 8, 12 … black. On the piles lie 21, 42 and 63.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import pytest

from misterx.arena import Match, Series, play_series
from misterx.bots import ask, find_player
from misterx.bots.suspecting import suspicion
from misterx.core import Game, Seat
from tests.cards.table import put_up

Hands: TypeAlias = dict[str, tuple[int | str, ...]]

CAREFUL = find_player("careful")
SEVEN = (1, 2, 5, 6, 9, 11, 13)


def choice(game: Game, seat: str = "P1") -> str:
    """The move it makes, whatever the dice."""
    moves = {ask(CAREFUL, game, seat, Random(seed)) for seed in range(5)}
    assert len(moves) == 1, moves
    return moves.pop()


# --- as a detective -----------------------------------------------------------------------


def test_it_searches_a_mister_x_who_is_known_with_two_draws_if_it_can() -> None:
    game = put_up(
        4, hands={"P1": (22, 45, 65, 67), "P2": ("X", *SEVEN[:3])}, x_known=True, magnifiers=0
    )
    assert choice(game) == "P1:67>R"
    game.play("P1:67>R")
    assert choice(game) == "P1:?P2"


def test_among_equal_suspects_it_searches_the_smallest_hand() -> None:
    hands: Hands = {"P1": (65, 1), "P2": (2, 5, 6, 9, 11), "P3": (17, 18), "P4": ("X", 22, 25)}
    game = put_up(4, hands=hands)
    game.play("P1:65>R")
    assert choice(game) == "P1:?P3"


def test_it_asks_a_mister_x_who_cannot_give_up_three_tickets() -> None:
    game = put_up(4, hands={"P1": (45, 65, 1), "P2": ("X", 2)}, x_known=True, magnifiers=2)
    assert choice(game) == "P1:45>M"
    game.play("P1:45>M")
    assert choice(game) == "P1:?P2"


def test_it_does_not_draw_the_last_tickets_for_mister_x() -> None:
    game = put_up(4, hands={"P1": (1, 25, 45), "P2": ("X", 2, 5)}, draw=(31,))
    assert choice(game) == "P1:45>M"


# --- whom it suspects ---------------------------------------------------------------------


def test_who_was_proved_innocent_is_not_suspected() -> None:
    game = put_up(4, hands={"P1": (45, 1), "P3": ("X", 2, 5)}, magnifiers=2)
    game.play("P1:45>M")
    game.play("P1:?P2")
    assert suspicion(game.observe("P1")) == {"P3": 0.5, "P4": 0.5}


def test_who_buys_is_suspected_more_than_who_asks() -> None:
    hands: Hands = {"P1": (22, 1), "P2": (45, 2), "P3": (5, 6), "P4": ("X", 9)}
    game = put_up(4, hands=hands, magnifiers=0)
    for move in ("P1:22>L", "P2:45>M"):
        game.play(move)
    odds = suspicion(game.observe("P3"))
    assert odds[Seat("P1")] > odds[Seat("P4")] > odds[Seat("P2")]
    assert sum(odds.values()) == pytest.approx(1)


def test_a_hide_out_makes_everybody_a_suspect_again() -> None:
    hands: Hands = {"P1": (68, 1, "X"), "P2": (2, 5), "P3": (6, 9), "P4": (11, 13)}
    game = put_up(4, hands=hands, x_known=True)
    for move in ("P1:68>R", "P1:hideout", "P1:lay X", "P2:lay 2", "P3:lay 6"):
        game.play(move)
    game.play("P4:lay 11", chance="P1:2 P2:X P3:11 P4:6")
    assert suspicion(game.observe("P2")) == {"P2": 1.0}
    # P1 knows that he took P2's ticket or P3's or P4's: any of the others may have his card.
    assert len(set(suspicion(game.observe("P1")).values())) == 1
    assert len(suspicion(game.observe("P1"))) == 3


# --- as Mister X --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "draw", "move"),
    (
        ((1, 45, 65, "X"), (31, 33, 34), "P1:1>new"),
        ((25, 45, 65, "X"), (31, 33), "P1:25>L"),
        ((22, 45, 48, "X"), (31, 33, 34, 35), "P1:48>M"),
    ),
)
def test_it_empties_the_draw_pile_where_it_can(
    hand: tuple[int | str, ...], draw: tuple[int, ...], move: str
) -> None:
    game = put_up(4, hands={"P1": hand}, draw=draw)
    assert choice(game) == move


def test_it_takes_equipment_that_wins() -> None:
    game = put_up(4, hands={"P1": (48, 1, "X")}, draw=(31, 33, 34, 35))
    game.play("P1:48>M")
    assert choice(game) == "P1:equip"


def test_it_lays_a_false_trail_that_leaves_the_detectives_nothing() -> None:
    hands: Hands = {"P1": (24, 45, 67, "X"), "P2": (2, 5), "P3": (6, 9), "P4": (11,)}
    game = put_up(4, hands=hands)
    assert choice(game) == "P1:24>L"
    game.play("P1:24>L")
    assert choice(game) == "P1:trail"


def test_it_keeps_its_secret_without_need() -> None:
    hands: Hands = {
        "P1": (24, 1, 2, "X"),
        "P2": (33, 34, 35, 37),
        "P3": (38, 39, 41),
        "P4": (46, 47),
    }
    game = put_up(4, hands=hands)
    game.play("P1:24>L")
    assert choice(game) == "P1:buy"


def test_it_hides_when_it_is_known_and_holds_little() -> None:
    game = put_up(4, hands={"P1": (68, 45, "X"), "P2": (2, 5, 6, 9)}, x_known=True)
    game.play("P1:68>R")
    assert choice(game) == "P1:hideout"


def test_it_keeps_the_mister_x_card_in_a_hide_out() -> None:
    game = put_up(4, hands={"P1": (68, 45, "X")}, x_known=True)
    for move in ("P1:68>R", "P1:hideout"):
        game.play(move)
    assert choice(game) == "P1:lay 45"


def test_it_asks_somebody_who_is_cleared_already_and_teaches_nobody_anything() -> None:
    hands: Hands = {"P1": (54, "X"), "P2": (2, 5), "P3": (6, 9), "P4": (46, 1)}
    game = put_up(4, hands=hands, seat="P4", magnifiers=2)
    # Both are bus tickets: the first leaves a magnifier up, so that the second asks at once.
    for move in ("P4:46>M", "P4:?P3", "P1:54>M"):
        game.play(move)
    assert choice(game) == "P1:?P3"


# --- strength -----------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "lead"), (("x", 0.0), ("detective", 0.1)))
def test_careful_is_clearly_stronger_than_random_among_random_players(
    role: str, lead: float
) -> None:
    pair = [
        Series(Match("cards-2017", 4, one, "random", role, seed="test"))
        for one in ("careful", "random")
    ]
    play_series(pair, 50)
    careful, random = pair
    assert careful.share.estimate > random.share.estimate + lead
