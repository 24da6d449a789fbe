"""How a card game stands for Mister X, from what lies open and who he is."""

from __future__ import annotations

import pytest

from misterx.bots.marks import Room
from misterx.bots.outlook import features, outlook
from misterx.core import Game, Seat
from tests.cards.table import put_up

X = Seat("P2")


def chance(game: Game) -> float:
    return outlook(game.observe("spectator"), X)


def table(
    hand: int = 3,
    draw: int | None = None,
    piles: tuple[int, ...] = (21, 42, 63),
    *,
    x_known: bool = False,
) -> Game:
    cards = (2, 5, 6, 9, 11, 13, 14, 15)[:hand]
    left = None if draw is None else (31, 33, 34, 35, 37, 38, 39, 41, 43, 45, 46)[:draw]
    hands: dict[str, tuple[int | str, ...]] = {"P1": (65, 1), "P2": (*cards, "X")}
    return put_up(4, hands=hands, draw=left, piles=piles, x_known=x_known)


def test_it_is_a_chance() -> None:
    for game in (table(), table(draw=1), table(hand=8), table(x_known=True)):
        assert 0 < chance(game) < 1


def test_a_larger_hand_and_an_emptier_draw_pile_are_good_for_him() -> None:
    assert chance(table(hand=8)) > chance(table(hand=2))
    assert chance(table(draw=1)) > chance(table(draw=11)) > chance(table())


def test_a_right_pile_that_leaves_room_for_searches_is_bad_for_him() -> None:
    assert chance(table(piles=(21, 42, 85))) > chance(table(piles=(21, 42, 52)))


@pytest.mark.parametrize(("hand", "winner"), ((("X",), 0.0), ((2, 5, "X"), 1.0)))
def test_a_game_that_is_over_leaves_no_doubt(hand: tuple[int | str, ...], winner: float) -> None:
    game = put_up(4, hands={"P1": (65, 1), "P2": hand}, draw=())
    game.play("P1:65>R")
    game.play("P1:?P2" if winner == 0 else "P1:?P3")
    assert game.outcome is not None
    assert chance(game) == winner


def test_the_detectives_are_surer_of_him_once_he_is_known() -> None:
    unknown, known = (
        features(game.observe("spectator"), X) for game in (table(), table(x_known=True))
    )
    belief = 3
    assert unknown[belief] == pytest.approx(1 / 3)
    assert known[belief] == 1


def test_room_is_the_part_of_the_unseen_tickets_that_fits() -> None:
    game = put_up(3, hands={"P1": (65, 1)}, draw=(61, 64, 66, 67))
    seen = game.observe("P1")
    unseen = set(range(1, 89)) - {n for n in range(91) if n % 10 in (9, 0)}
    unseen -= {*seen.discard, *seen.piles, *(seen.hand or ())}
    search, question = Room(seen).parts((21, 42, 63))
    assert search == sum(card > 63 for card in unseen) / len(unseen)
    assert question == sum(42 < card < 63 for card in unseen) / len(unseen)
