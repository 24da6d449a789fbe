"""Sampled states: what a viewpoint has seen stays true, all else is dealt anew."""

from random import Random

import pytest

from misterx.cards import X_CARD, State
from misterx.cards.deck import tickets_for
from misterx.cards.suspicion import known_cards, passed_on, suspects
from misterx.core import Viewpoint
from tests.cards.table import RULES, every_table, play, put_up, seeded_states

SEEDS = range(5)


def every_card(state: State) -> list[int]:
    hands = [card for hand in state.hands for card in hand]
    laid = [card for _, card in state.laid]
    return sorted([*hands, *laid, *state.draw, *state.reserve, *state.piles, *state.discard])


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_a_sample_looks_the_same_to_whoever_sampled(players: int, seed: int) -> None:
    rng = Random(seed)
    cards = [*tickets_for(players), X_CARD]
    for state in list(seeded_states(players, seed))[::5]:
        for who in RULES.viewpoints(state):
            seen = RULES.observe(state, who)
            sample = RULES.sample(seen, rng)
            assert RULES.observe(sample, who) == seen
            assert every_card(sample) == cards
            assert sample.x in suspects(seen)
            assert all(map(sample.deck.is_black, sample.reserve))
            kept = RULES.position(RULES.restore(RULES.position(sample)))
            assert kept == RULES.position(sample)


@every_table
@pytest.mark.parametrize("seed", SEEDS)
def test_a_sample_can_be_played_on(players: int, seed: int) -> None:
    rng = Random(seed)
    states = list(seeded_states(players, seed))
    for state in states[:: len(states) // 3]:
        for who in RULES.viewpoints(state):
            sample = RULES.sample(RULES.observe(state, who), rng)
            while RULES.outcome(sample) is None:
                moves = RULES.legal_moves(sample)
                sample = RULES.apply(sample, rng.choice(moves)).state


@every_table
def test_known_cards_stay_in_hands(players: int) -> None:
    rng = Random(players)
    known_at_all = 0
    for seed in SEEDS:
        for state in list(seeded_states(players, seed))[::3]:
            for who in RULES.viewpoints(state):
                seen = RULES.observe(state, who)
                known = frozenset[int]().union(*known_cards(seen).values(), passed_on(seen))
                sample = RULES.sample(seen, rng)
                hidden = {*sample.draw, *sample.reserve}
                assert not known & hidden
                known_at_all += len(known)
    assert known_at_all > 100


def test_a_card_stays_where_it_was_seen() -> None:
    hands = {"P1": (45, 1), "P2": (5, 6, "X"), "P3": (11, 12, 13)}
    game = play(put_up(hands=hands, magnifiers=2), "P1:45>M", "P1:?P3")
    for seed in range(20):
        sample = RULES.sample(game.observe("P1"), Random(seed))
        assert sample.hand(sample.seats[2]) == (11, 12, 13)
        assert sample.hand(sample.seats[0]) == (1,)
    other = {RULES.sample(game.observe("P2"), Random(seed)).hands[2] for seed in range(20)}
    assert len(other) > 15  # who did not see it can only guess


def test_every_suspect_gets_the_card_now_and_then() -> None:
    game = put_up(5, hands={"P1": (1, 2), "P2": (5, "X")})
    holders = {RULES.sample(game.observe("P1"), Random(seed)).x for seed in range(60)}
    assert holders == {"P2", "P3", "P4", "P5"}


def test_hidden_cards_of_a_hide_out_are_laid_from_hands() -> None:
    hands = {"P1": (64, 22, "X"), "P2": (5, 6), "P3": (11, 12)}
    game = play(put_up(hands=hands), "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5")
    laid = set()
    for seed in range(40):
        sample = RULES.sample(game.observe("P3"), Random(seed))
        assert [len(hand) for hand in sample.hands] == [1, 1, 2]
        laid.add(dict(sample.laid)[sample.seats[0]] == X_CARD)
        assert sample.x == "P1"
    assert laid == {True, False}  # he may have laid it, or a ticket
    own = RULES.sample(game.observe("P1"), Random(1))
    assert own.laid[0] == ("P1", X_CARD)


def test_a_hand_that_one_did_not_see_is_made_up_of_cards_that_were_in_play() -> None:
    hands = {"P1": (45, 1), "P2": (5, 6, 7, "X"), "P3": (11, 12, 13)}
    game = play(put_up(hands=hands, magnifiers=2), "P1:45>M", "P1:?P2")
    sample = RULES.sample(game.observe("P3"), Random(1))
    made_up = sample.interrogations[-1].hand
    assert len(made_up) == 4
    assert made_up[-1] == X_CARD
    assert not set(made_up) & {*sample.draw, *sample.reserve}
    spectator = RULES.sample(RULES.observe(game.state, Viewpoint("spectator")), Random(1))
    assert len(spectator.interrogations[-1].hand) == 4
