"""Chance: every outcome, its odds, and that draws follow them."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from misterx.cards import State
from misterx.cards.chance import draw, is_possible, outcomes
from misterx.cards.moves import Deal
from misterx.core import CHANCE, Seat, Setup
from tests.cards.table import RESERVE, RULES, deal, every_table, play, put_up

DRAWS = 6000


def after(moves: str, *, ticket: int = 67, players: int = 3) -> State:
    """The state in which chance acts, after P1's moves."""
    hands: dict[str, tuple[int | str, ...]] = {"P1": (ticket, 1), "P2": (5, 6, "X"), "P3": (11,)}
    if "hideout" in moves:
        hands = {"P1": (64, "X"), "P2": (5, 6), "P3": (11,)}
    *before, last = moves.split(", ")
    game = play(put_up(players, hands=hands), *before)
    state: State = RULES.apply(game.state, RULES.parse(last)).state
    assert RULES.to_act(state) == (CHANCE,)
    return state


SEARCH = "P1:67>R, P1:?P2"
ONE_CARD = "P1:67>R, P1:?P3"
PLAIN = "P1:65>R, P1:?P2"
HIDEOUT = "P1:64>R, P1:hideout, P1:lay X, P2:lay 6, P3:lay 11"


@pytest.mark.parametrize(
    ("moves", "ticket", "number"),
    ((SEARCH, 67, 5), (ONE_CARD, 67, 1), (PLAIN, 65, 3), (HIDEOUT, 64, 6)),
)
def test_odds_add_up_to_one_and_draws_follow_them(moves: str, ticket: int, number: int) -> None:
    state = after(moves, ticket=ticket)
    odds = dict(outcomes(state))
    assert len(odds) == number
    assert sum(odds.values()) == 1
    assert list(RULES.legal_moves(state)) == sorted(odds, key=str)
    rng = Random(moves)
    drawn = Counter(draw(state, rng) for _ in range(DRAWS))
    assert set(drawn) == set(odds)
    for move, chance in odds.items():
        assert is_possible(state, move)
        # Four standard deviations: one seed in thousands would fail, and this one does not.
        slack = 4 * (DRAWS * chance * (1 - chance)) ** 0.5
        assert abs(drawn[move] - DRAWS * chance) <= slack


def test_two_cards_of_a_search_come_in_order() -> None:
    odds = {str(move): chance for move, chance in outcomes(after(SEARCH))}
    assert odds["5 6"] == odds["6 5"] == Fraction(1, 6)
    assert odds["X"] == Fraction(1, 3)


def test_nothing_falls_while_somebody_is_to_move() -> None:
    state = deal(3).state
    assert outcomes(state) == []
    assert not is_possible(state, RULES.parse("12"))


@every_table
def test_a_shuffled_deck_can_be_dealt(players: int) -> None:
    state = RULES.new_game(Setup(players))
    rng = Random(players)
    for _ in range(50):
        move = draw(state, rng)
        assert isinstance(move, Deal)
        assert is_possible(state, move)
        assert RULES.apply(state, move).state.hands


def test_a_deal_must_hold_every_card_where_it_belongs() -> None:
    state = RULES.new_game(Setup(3))
    good = draw(state, Random(1))
    assert isinstance(good, Deal)
    first, reserve, deck = good.first, good.reserve, good.deck
    no_black = next(card for card in deck if not state.deck.is_black(card) and card < 89)
    swapped = tuple(reserve[0] if card == no_black else card for card in deck)
    late = (*(card for card in deck if card != 91), 91)
    for bad in (
        Deal(first, reserve, deck[1:]),
        Deal(first, reserve, late),
        Deal(first, reserve[1:], (*deck, reserve[0])),
        Deal(first, (no_black, *reserve[1:]), swapped),
        Deal(Seat("P4"), reserve, deck),
    ):
        assert not is_possible(state, bad)
        assert RULES.check(state, CHANCE, bad) is not None


def test_a_deal_keeps_what_was_settled() -> None:
    fixed = {"first": "P2", "reserve": RESERVE, "colours": deal(3).state.deck.colours}
    state = RULES.new_game(Setup(3, fixed=fixed))
    move = draw(state, Random(2))
    assert isinstance(move, Deal)
    assert (move.first, move.reserve) == ("P2", RESERVE)
    assert not is_possible(state, Deal(Seat("P1"), move.reserve, move.deck))
    assert not is_possible(state, Deal(move.first, move.reserve[::-1], move.deck))


def test_a_deal_comes_but_once() -> None:
    move = draw(RULES.new_game(Setup(3)), Random(1))
    assert not is_possible(deal(3).state, move)
