"""Mister X's chance to get away at a glance: what it goes by, and that searches end with it."""

import math
from random import Random

import numpy as np
import pytest

from misterx.chase import edition_names, rules_for
from misterx.chase.network import bit_set
from misterx.chase.viewpoints import VIEW_X
from misterx.core import Setup
from misterx.kernels import layout as k
from misterx.kernels.manners import Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.prospects import WEIGHTS, look, prospects
from misterx.kernels.pursuit import pursuit_on
from misterx.kernels.rules import apply, legal_moves
from misterx.kernels.tables import Tables, make_tables, put_set
from misterx.kernels.trees import NODE
from tests.kernels.lockstep import begin, shy
from tests.kernels.test_searches import put, search

FORESEES = Manner(Kind.SEARCHES, explore=0.1, at_random=0.2, watched=0.5, foresees=True)
HUNTERS = [34, 174, 117, 138, 155]


def start() -> tuple[Tables, k.State, np.ndarray]:
    """The first turn of a game, with Mister X at 86, seen by everybody."""
    rules = rules_for("research-2011")
    t = make_tables(rules.cast(Setup(6)))
    s = pack(rules.observe(begin(rules, Setup(6), Random(1)), VIEW_X))
    put(s, 86, HUNTERS)
    return t, s, pursuit_on(t)


def test_what_shows_of_a_position() -> None:
    t, s, pursuit = start()
    shows = np.empty(len(WEIGHTS))
    look(t, s, pursuit, shows)
    pairs = [
        int(pursuit[86, one, other]) for at, one in enumerate(HUNTERS) for other in HUNTERS[:at]
    ]
    mean = sum(pairs) / len(pairs)
    ways = [int(way) & 255 for way in t.ways[t.ways_first[2, 86] : t.ways_first[2, 87]]]
    near = [min(int(t.away[to, hunter]) for hunter in HUNTERS) for to in ways]
    assert len(pairs) == 10
    assert shows.tolist() == pytest.approx(
        [
            *(1.0, 2.4, 5.76, 0.0, 5.0, 2.0, 0.0),
            *(min(8, sum(stops > 1 for stops in near)), min(5, max(near))),
            *(min(pairs), mean, 0.0, 2.4 * mean, 1.0, 0.0),
        ]
    )
    assert prospects(t, s, pursuit) == pytest.approx(1 / (1 + math.exp(-(shows @ WEIGHTS))))


def test_who_can_be_at_many_stations_is_better_off() -> None:
    t, s, pursuit = start()
    s.rounds = s.windows = 12
    known = prospects(t, s, pursuit)
    put_set(s.belief, bit_set(range(60, 100)))
    assert prospects(t, s, pursuit) > known


def test_who_is_shut_in_is_worse_off() -> None:
    t, s, pursuit = start()
    at_large = prospects(t, s, pursuit)
    put(s, 86, [103, 69, 104, 87, 102])
    assert prospects(t, s, pursuit) < at_large


def test_the_shorter_the_rest_the_better_for_him() -> None:
    t, s, pursuit = start()
    chances = []
    for rounds in (8, 16, 22, 24):
        s.rounds, s.windows = rounds, rounds - 1
        chances.append(prospects(t, s, pursuit))
    assert chances == sorted(chances)


def test_a_game_longer_than_any_counts_as_one_of_24_moves() -> None:
    t, s, pursuit = start()
    usual, long = prospects(t, s, pursuit), t.copy()
    long.rounds = long.log = 64
    assert prospects(long, s, pursuit) == usual


@pytest.mark.parametrize("edition", edition_names())
def test_it_is_a_chance_at_every_table(edition: str) -> None:
    rules, rng, out = rules_for(edition), Random(1), np.empty(k.MOST_MOVES, np.int64)
    for players in rules.players:
        t = make_tables(rules.cast(Setup(players)))
        s = pack(rules.observe(begin(rules, Setup(players), rng), VIEW_X))
        seen = 0
        while s.over == 0:
            if s.turn == 0 and s.pending == 0:
                assert 0 < prospects(t, s, pursuit_on(t)) < 1
                seen += 1
            apply(t, s, shy(t, s, out[: legal_moves(t, s, out)].tolist(), rng))
        assert seen


def test_a_lone_hunter_counts_as_two_at_his_station() -> None:
    t, s, pursuit = start()
    alone = t.copy()
    alone.pieces = 1
    shows = np.empty(len(WEIGHTS))
    look(alone, s, pursuit, shows)
    assert shows[9] == shows[10] == pursuit[86, HUNTERS[0], HUNTERS[0]]


@pytest.mark.parametrize("role", ("X", "hunters"))
def test_a_search_that_looks_ahead_scores_by_chances(role: str) -> None:
    ahead, to_the_end = np.zeros((2, 502), NODE)
    search(role, FORESEES).grow(ahead, 500)
    assert any(float(node.score) % 1 for node in ahead[1:])
    assert all(0 <= node.score <= node.visits for node in ahead[1:])
    search(role, FORESEES.but(foresees=False)).grow(to_the_end, 500)
    assert not any(float(node.score) % 1 for node in to_the_end[1:])
