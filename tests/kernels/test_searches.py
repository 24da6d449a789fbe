"""Searches: when they end, what they find, and what they must not know."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from misterx.chase import rules_for
from misterx.chase.network import bit_set
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import Game, Setup
from misterx.kernels import layout as k
from misterx.kernels.chance import Luck, seeded
from misterx.kernels.contests import contest, decide, weigh
from misterx.kernels.manners import Doubles, How, Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import pursuit_on
from misterx.kernels.tables import STATIONS, Tables, make_tables, put_set
from misterx.kernels.trees import NODE, grow

GREEDY = Manner(Kind.SEARCHES, explore=0.5, at_random=0.2)
ENDLESS = 10**12


class Search(NamedTuple):
    """A search that can be begun again and again, always with the same dice."""

    t: Tables
    s: k.State
    how: How
    pursuit: np.ndarray
    stop: np.ndarray

    def grow(self, tree: np.ndarray, iterations: int) -> tuple[int, Luck]:
        weights, luck = np.zeros(STATIONS), seeded(1)
        if self.how.searcher >= 0:
            weigh(self.t, self.s, self.how, weights)
        self.how.iterations = iterations
        done = grow(self.t, self.s, weights, self.how, self.pursuit, tree, self.stop, luck)
        return done, luck

    def decide(self, iterations: int) -> int:
        self.how.iterations = iterations
        tree = np.zeros(iterations + 2, NODE)
        return decide(self.t, self.s, self.how, self.pursuit, tree, self.stop, seeded(1))


def search(role: str, manner: Manner = GREEDY) -> Search:
    """Of the second round of a game; Mister X is hidden."""
    rng = Random(1)
    game = Game.new(rules_for("research-2011"), Setup(6), rng)
    while game.state.round < 2 or game.state.turn != role:
        game.play(rng.choice([move for move in game.legal if "+" not in move]))
    seen = game.observe(VIEW_X if role == "X" else VIEW_HUNTERS)
    how = manner.record(searcher=-1 if role == "X" else 0)
    t = make_tables(seen.cast)
    return Search(t, pack(seen), how, pursuit_on(t), np.zeros(1, np.int64))


WATCHED_AT_TIMES = GREEDY.but(watched=0.5, covers=True)
both_roles = pytest.mark.parametrize("role", ("X", "hunters"))


# --- when they end --------------------------------------------------------------------------


@both_roles
def test_a_search_ends_after_its_iterations(role: str) -> None:
    tree = np.zeros(1_000, NODE)
    done, _ = search(role).grow(tree, 500)
    assert done == 500
    assert tree[0].visits == 500


@both_roles
def test_a_search_ends_when_its_move_is_decided(role: str) -> None:
    # With so little curiosity nearly all iterations go into one move.
    keen = search(role, GREEDY.but(explore=0.01, at_random=1.0))
    tree = np.zeros(10_001, NODE)
    done, _ = keen.grow(tree, 10_000)
    most, next_most = sorted(_visits_at_the_root(tree))[:-3:-1]
    assert done < 10_000
    assert most - next_most > 10_000 - done, "the rest could not have made it another one"
    assert most - next_most - 128 <= 10_000 - done + 128, "and not long after it was so"


def _visits_at_the_root(tree: np.ndarray) -> list[int]:
    return [int(tree[child].visits) for child in _children(tree, 0)]


@both_roles
def test_a_search_goes_on_when_its_tree_is_full(role: str) -> None:
    tree = np.zeros(101, NODE)
    tree[100].visits = 77
    done, _ = search(role, GREEDY.but(explore=2.0)).grow(tree[:100], 1_000)
    assert done == tree[0].visits == sum(_visits_at_the_root(tree)) == 1_000
    assert tree[99].visits > 0
    assert tree[100].visits == 77, "and writes no farther"


def test_a_stopped_search_makes_one_iteration_so_that_there_is_a_move() -> None:
    stopped = search("X")
    stopped.stop[0] = 1
    tree = np.zeros(10, NODE)
    assert stopped.grow(tree, 5)[0] == 1
    assert tree[tree[0].child].visits == 1


def test_two_searches_run_without_pythons_lock_until_they_are_stopped() -> None:
    one, other = search("X"), search("hunters")
    trees = np.zeros((2, 1_000), NODE)
    with ThreadPoolExecutor(2) as pool:
        both = [
            pool.submit(running.grow, tree, ENDLESS)
            for running, tree in zip((one, other), trees, strict=True)
        ]
        try:
            while not (trees[0, 0].visits and trees[1, 0].visits):
                assert not any(running.done() for running in both)
        finally:
            one.stop[0] = other.stop[0] = 1
    assert all(running.result()[0] > 0 for running in both)


def test_searches_beside_each_other_find_what_they_find_alone() -> None:
    trees = np.zeros((4, 2_002), NODE)
    for tree in trees[:2]:
        search("hunters").grow(tree, 2_000)
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(search("hunters").grow, tree, 2_000) for tree in trees[2:]]:
            done.result()
    assert all((tree == trees[0]).all() for tree in trees)


def test_a_contest_that_is_stopped_ends_where_it_is() -> None:
    one = search("X")
    one.stop[0] = 1
    hunters = GREEDY.record(10)
    tree = np.zeros(12, NODE)
    assert contest(one.t, one.s, one.how, hunters, one.pursuit, tree, one.stop, seeded(1)) == 0
    assert one.s.over == 0


# --- what they find -------------------------------------------------------------------------


def put(s: k.State, x: int, hunters: list[int]) -> None:
    """Set pieces up; everybody knows where he is."""
    s.x = x
    s.hunters[: len(hunters)] = hunters
    put_set(s.taken, bit_set(hunters))
    put_set(s.belief, bit_set([x]))


def reached(t: Tables, kind: int, station: int) -> set[int]:
    ways = t.ways[t.ways_first[kind, station] : t.ways_first[kind, station + 1]]
    return {int(way) & 255 for way in ways}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "manner",
    (GREEDY, GREEDY.but(at_random=1.0), WATCHED_AT_TIMES),
    ids=("greedy", "random", "watched at times"),
)
def test_a_catch_in_one_move_is_made(manner: Manner, seed: int) -> None:
    # Others may catch him later: a catch of one's own must be worth more than theirs.
    hunting = search("hunters", manner.but(alone=0.25))
    stations = Random(seed).sample(range(1, 200), 5)
    x = min(reached(hunting.t, 0, stations[0]) - set(stations))
    put(hunting.s, x, stations)
    hunting.s.x = 0
    hunting.s.moved = 0
    assert hunting.decide(1_000) & 255 == x


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "manner",
    (GREEDY.but(at_random=1.0), WATCHED_AT_TIMES),
    ids=("random", "watched at times"),
)
def test_the_only_escape_is_found(manner: Manner, seed: int) -> None:
    fleeing = search("X", manner.but(doubles=Doubles.NEVER))
    t, rng = fleeing.t, Random(seed)
    while True:
        x, *hunters = rng.sample(range(1, 200), 6)
        exits = reached(t, 2, x) - set(hunters)
        caught = set().union(*(reached(t, 0, station) for station in hunters))
        if len(exits) > 2 and len(exits - caught) == 1:
            break
    put(fleeing.s, x, hunters)
    fleeing.s.rounds = t.rounds  # the last one
    assert {fleeing.decide(20_000) & 255} == exits - caught


def test_who_catches_him_matters_to_a_hunter_and_not_to_mister_x() -> None:
    tree = np.zeros(5_002, NODE)
    hunting = search("hunters", GREEDY.but(alone=0.25))
    hunting.s.moved = 0b1111  # the last of them, so that his move is next
    hunting.how.searcher = 4
    hunting.grow(tree, 5_000)
    shared = {k.X_SINGLE: 0, k.HUNTER: 0}
    for node in tree[1:]:
        if node.visits and int(node.move) >> 24 in shared:
            shared[int(node.move) >> 24] += int(node.shared)
            assert node.shared <= node.score or int(node.move) >> 24 == k.X_SINGLE
            assert node.score % 1 == 0, "what is said of a move is its chance to win"
    assert shared[k.HUNTER]
    assert not shared[k.X_SINGLE]
    together = np.zeros(5_002, NODE)
    hunting.how.alone = 0.0
    hunting.grow(together, 5_000)
    assert (together["visits"] != tree["visits"]).any()


def test_a_move_of_mister_x_can_be_held_against_how_often_it_was_open() -> None:
    plain, counting = np.zeros(5_002, NODE), np.zeros(5_002, NODE)
    for tree, manner in ((plain, GREEDY), (counting, GREEDY.but(counts_open=True))):
        hunting = search("hunters", manner)
        hunting.s.moved = 0b1111  # the last of them, so that his move is next
        hunting.how.searcher = 4
        hunting.grow(tree, 5_000)
    assert not (plain["open"] > 1).any()
    assert (plain["visits"] != counting["visits"]).any()
    passed = opened = 0
    for node in map(int, np.flatnonzero(counting["visits"])):
        for child in _children(counting, node):
            if int(counting[child].move) >> 24 == k.HUNTER:
                assert counting[child].open == 1
                continue
            assert counting[child].visits <= counting[child].open <= counting[node].visits
            passed += int(counting[node].visits)
            opened += int(counting[child].open)
    assert opened < passed / 2, "most of his moves are open from few of his stations"


TAXIS_ONLY, WITH_A_BUS = 104, 86
NEITHER, FIRST, SECOND, BOTH = set[int](), {1}, {2}, {1, 2}


@pytest.mark.parametrize(
    ("windows", "station", "laid"),
    (
        (0, WITH_A_BUS, NEITHER),  # his first two moves
        (1, WITH_A_BUS, NEITHER),  # the second one, and then he is seen
        (2, WITH_A_BUS, SECOND),  # he is seen first
        (3, WITH_A_BUS, BOTH),
        (3, TAXIS_ONLY, SECOND),  # any ticket is one for a taxi
        (6, WITH_A_BUS, FIRST),  # he is seen after the second
    ),
)
def test_black_tickets_are_kept_for_where_they_hide_him(
    windows: int, station: int, laid: set[int]
) -> None:
    manner = GREEDY.but(explore=2.0, doubles=Doubles.ALWAYS)
    for keeps, expected in ((True, laid), (False, BOTH)):
        fleeing = search("X", manner.but(keeps_black=keeps))
        put(fleeing.s, station, [1, 8, 9, 18, 19])
        fleeing.s.windows = windows
        tree = np.zeros(3_002, NODE)
        fleeing.grow(tree, 3_000)
        moves = [int(tree[child].move) for child in _children(tree, 0)]
        first = {1 for move in moves if move >> 8 & 7 == k.BLACK_RIDE}
        second = {2 for move in moves if move >> 20 & 7 == k.BLACK_RIDE}
        assert first | second == expected


def test_a_black_ticket_is_laid_where_there_is_no_other() -> None:
    fleeing = search("X", GREEDY.but(keeps_black=True))
    put(fleeing.s, WITH_A_BUS, [1, 8, 9, 18, 19])
    fleeing.s.x_tickets[:] = 0
    assert fleeing.decide(100) >> 8 & 7 == k.BLACK_RIDE


def test_hunters_who_do_not_see_him_are_not_in_the_tree() -> None:
    tree = np.zeros(2_002, NODE)
    search("X", WATCHED_AT_TIMES.but(watched=0.0)).grow(tree, 2_000)
    kinds = {int(node.move) >> 24 for node in tree[1:] if node.visits}
    assert kinds <= {k.X_SINGLE, k.X_DOUBLE}
    search("X", WATCHED_AT_TIMES).grow(tree, 2_000)
    kinds = {int(node.move) >> 24 for node in tree[1:] if node.visits}
    assert k.HUNTER in kinds
    assert _lines(tree, k.X_SINGLE, k.X_SINGLE), "his next move follows where they were unseeing"
    assert _lines(tree, k.X_SINGLE, k.HUNTER), "and their replies where they knew"


@pytest.mark.parametrize("watched", (0.0, 0.5, 1.0))
def test_mister_x_can_look_at_a_position_in_which_the_hunters_move(watched: float) -> None:
    after = search("hunters", GREEDY.but(watched=watched, foresees=True))
    after.how.searcher = -1
    put(after.s, 86, after.s.hunters[:5].tolist())
    tree = np.zeros(2_002, NODE)
    done, _ = after.grow(tree, 2_000)
    assert tree[0].visits == done
    assert 0 < tree[0].score < done
    first = {int(tree[child].move) >> 24 for child in _children(tree, 0)}
    assert first == {0.0: {k.X_SINGLE}, 1.0: {k.HUNTER}}.get(watched, {k.X_SINGLE, k.HUNTER})


def _children(tree: np.ndarray, node: int) -> Iterator[int]:
    child = int(tree[node].child)
    while child:
        yield child
        child = int(tree[child].sibling)


def _lines(tree: np.ndarray, first: int, then: int) -> int:
    """How many nodes of one kind follow one of another."""
    return sum(
        int(tree[child].move) >> 24 == then
        for node in range(1, len(tree))
        if tree[node].visits and int(tree[node].move) >> 24 == first
        for child in _children(tree, node)
    )


# --- what they must not know ----------------------------------------------------------------


@pytest.mark.parametrize("kind", Kind)
def test_where_mister_x_stands_is_nothing_to_a_hunter(kind: Kind) -> None:
    hunting = search("hunters", Manner(kind, explore=2.0, at_random=0.2, alone=0.25))
    assert hunting.s.x == 0
    found = set()
    for station in (0, 1, 57, 199, *range(20, 30)):
        hunting.s.x = station
        tree = np.zeros(402, NODE)
        hunting.how.iterations = 400
        luck = seeded(7)
        move = decide(hunting.t, hunting.s, hunting.how, hunting.pursuit, tree, hunting.stop, luck)
        found.add((int(move), int(luck.word), tree.tobytes()))
    assert len(found) == 1
