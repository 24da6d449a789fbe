"""The kernels' speed: playouts beside the same in C and beside the law, searches, belief.

All of it at the start of games of `research-2011`, on one core, in processor time.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

import numpy as np

from bench.figures import Figure, at_least
from bench.yardstick import NoCompiler, Yardstick
from misterx.chase import rules_for
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import Game, Setup
from misterx.kernels.belief import spread
from misterx.kernels.chance import Luck, seeded
from misterx.kernels.compiling import kernel
from misterx.kernels.contests import weigh
from misterx.kernels.layout import MOST_MOVES, STATE, State
from misterx.kernels.manners import How, Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.playouts import play_out_randomly
from misterx.kernels.pursuit import NO_PURSUIT
from misterx.kernels.rules import apply, legal_moves
from misterx.kernels.tables import STATIONS, Tables, make_tables
from misterx.kernels.trees import NODE, grow

Name = TypeVar("Name", bound=Hashable)

EDITION = "research-2011"
PLAYERS = 6
DEALS = 200
PLAYOUTS = 4_000
LAW_GAMES = 4
ITERATIONS = 10_000
"""Of each search, as published."""
SEARCHES = 5
GREEDY = Manner(Kind.SEARCHES, at_random=0.2)
"""The published playouts: one move in five by chance, the others greedy."""
SPREADS = 10
OFTEN = 20
"""Short runs are repeated so much more often: some of them fall into a quiet moment."""


def deals() -> list[Game]:
    """Games at their start."""
    rules = rules_for(EDITION)
    return [Game.new(rules, Setup(PLAYERS), Random(number)) for number in range(DEALS)]


def records(games: list[Game]) -> np.ndarray:
    """The same as records; nobody asks where he can be."""
    starts = np.zeros(len(games), STATE)
    for at, game in enumerate(games):
        starts[at] = pack(game.observe(VIEW_X))
        starts[at].tracks = 0
    return starts


@kernel
def play_many(t: Tables, starts: np.ndarray, games: int, r: Luck, ends: np.ndarray) -> None:
    """Play so many random games from the starts, and count how they end."""
    states = np.empty(1, STATE)
    s = states[0]
    for game in range(games):
        states[0] = starts[game % len(starts)]
        play_out_randomly(t, s, r)
        ends[s.over] += 1


# --- playouts -------------------------------------------------------------------------------


def playouts(repeats: int) -> Iterator[Figure]:
    """Random games to the end, in the kernels, in C, and by the law."""
    games = deals()
    t, starts = make_tables(games[0].state.cast), records(games)
    ends = np.zeros(5, np.int64)
    runs: dict[str, Callable[[], object]] = {
        "kernels": lambda: play_many(t, starts, PLAYOUTS, seeded(1), ends),
        "law": play_by_law,
    }
    missing = ""
    try:
        yardstick = Yardstick(t)
        runs["C"] = lambda: yardstick.play_many(starts, PLAYOUTS, seeded(1), ends)
    except NoCompiler as problem:
        missing = str(problem)
    best = _in_turns(runs, OFTEN * repeats)
    speed = PLAYOUTS / best["kernels"]
    yield Figure("random playouts, kernels", speed, "games/s")
    ratio = 0.0 if missing else best["C"] / best["kernels"]
    note = missing or f"(C: {PLAYOUTS / best['C']:,.0f} games/s)"
    yield Figure("random playouts, kernels beside C", ratio, "×", at_least(0.8), note)
    law = LAW_GAMES / best["law"]
    note = f"(law: {law:,.0f} games/s)"
    yield Figure("random playouts, kernels beside the law", speed / law, "×", note=note)


def play_by_law() -> None:
    """Random games by the law, with double moves, which make them a little shorter."""
    rules, rng = rules_for(EDITION), Random(1)
    for _ in range(LAW_GAMES):
        state = rules.new_game(Setup(PLAYERS))
        while state.outcome is None:
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[int(rng.random() * len(moves))]).state


# --- searches -------------------------------------------------------------------------------


class Root(NamedTuple):
    """What a search starts from."""

    t: Tables
    s: State
    weights: np.ndarray
    how: How

    def search(self) -> int:
        """Search it as the published players do; how many iterations it took, always the same."""
        tree, stop = np.zeros(ITERATIONS + 2, NODE), np.zeros(1, np.int64)
        return grow(self.t, self.s, self.weights, self.how, NO_PURSUIT, tree, stop, seeded(1))


def roots() -> dict[str, list[Root]]:
    """First moves of both roles."""
    found: dict[str, list[Root]] = {"Mister X": [], "a detective": []}
    for game in deals()[:SEARCHES]:
        t = make_tables(game.state.cast)
        x = GREEDY.but(explore=0.2).record(ITERATIONS)
        found["Mister X"].append(Root(t, pack(game.observe(VIEW_X)), np.zeros(STATIONS), x))
        game.play(Random(1).choice([move for move in game.legal if "+" not in move]))
        s, hunter = pack(game.observe(VIEW_HUNTERS)), GREEDY.but(explore=2.0).record(ITERATIONS, 0)
        weights = np.zeros(STATIONS)
        weigh(t, s, hunter, weights)
        found["a detective"].append(Root(t, s, weights, hunter))
    return found


def searches(repeats: int) -> Iterator[Figure]:
    """Iterations of the published search a second, and what a second thread adds."""
    by_role = roots()
    runs: dict[tuple[str, int], Callable[[], object]] = {
        (role, at): root.search for role, found in by_role.items() for at, root in enumerate(found)
    }
    best = _in_turns(runs, repeats)
    for role, found in by_role.items():
        seconds = sum(best[role, at] for at in range(SEARCHES))
        speed = sum(root.search() for root in found) / seconds
        yield Figure(f"search, {role}", speed, "iterations/s", at_least(80_000))

    def together(threads: int) -> None:
        with ThreadPoolExecutor(threads) as pool:
            for search in [pool.submit(by_role["Mister X"][0].search) for _ in range(threads)]:
                search.result()

    alone, both = _in_turns(
        {"alone": lambda: together(1), "both": lambda: together(2)}, repeats, perf_counter
    ).values()
    note = "(by the clock: it needs two idle cores)"
    yield Figure("search, two threads beside one", 2 * alone / both, "×", note=note)


# --- belief ---------------------------------------------------------------------------------


@kernel
def spread_many(t: Tables, before: np.ndarray, rides: np.ndarray, times: int) -> None:
    """Let him ride unseen from each of the states, so often."""
    states = np.empty(1, STATE)
    s = states[0]
    for _ in range(times):
        for at in range(len(before)):
            states[0] = before[at]
            spread(t, s, rides[at])


def belief_updates(repeats: int) -> Iterator[Figure]:
    """How long one of Mister X's stops takes to spread over the stations he could be on."""
    games = deals()[:20]
    t = make_tables(games[0].state.cast)
    before, rides = [], []
    out, rng = np.empty(MOST_MOVES, np.int64), Random(1)
    for game in games:
        s = pack(game.observe(VIEW_X))
        while s.over == 0:
            move = rng.choice(out[: legal_moves(t, s, out)].tolist())
            if s.turn == 0:
                before.append(s.copy())
                rides.append(move >> 8 & 7)
            apply(t, s, move)
    states = np.array(before, STATE)
    runs = {"": lambda: spread_many(t, states, np.array(rides), SPREADS)}
    seconds = _in_turns(runs, OFTEN * repeats)[""] / SPREADS / len(rides)
    yield Figure("belief update, kernels, mean of moves", seconds * 1e9, "ns")


def _in_turns(
    runs: Mapping[Name, Callable[[], object]],
    repeats: int,
    now: Callable[[], float] = process_time,
) -> dict[Name, float]:
    """The shortest time of each, run in turns after one to warm up."""
    best = dict.fromkeys(runs, float("inf"))
    for number in range(repeats + 1):
        for name, run in runs.items():
            began = now()
            run()
            if number:
                best[name] = min(best[name], now() - began)
    return best
