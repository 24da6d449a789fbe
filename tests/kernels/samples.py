"""The ends of some games by every kind of player, as text: the same however it is compiled.

As a program it prints them: so can tests run it with the compiler off, or with bounds checks.
"""

import sys
from collections.abc import Iterator
from random import Random

import numpy as np

from misterx.chase import rules_for
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import Setup
from misterx.kernels import layout as k
from misterx.kernels.chance import seeded
from misterx.kernels.contests import contest
from misterx.kernels.manners import Doubles, Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.rules import apply, legal_moves, perft
from misterx.kernels.tables import Tables, make_tables
from misterx.kernels.tracking import likely_stations
from misterx.kernels.trees import NODE
from tests.kernels.lockstep import begin, shy

TABLES = (
    ("research-2011", Setup(6)),
    ("modern-2013", Setup(2)),
    ("classic-1983", Setup(4, {"voluntary_reveal": True})),
    ("beginner", Setup(5)),
)
ITERATIONS = 3
PLAYED_ROUNDS = 3
BELIEVED_MOVES = 25
RANDOM, GREEDY, SEARCHES = Manner(Kind.RANDOM), Manner(Kind.GREEDY), Manner(Kind.SEARCHES)
MATCHES = (
    (RANDOM, RANDOM),
    (GREEDY.but(doubles=Doubles.ALWAYS), GREEDY),
    (SEARCHES, SEARCHES),
    (
        SEARCHES.but(at_random=0.2, explore=0.2, keeps_black=True, doubles=Doubles.ALWAYS),
        SEARCHES.but(at_random=0.2, explore=2.0, likely=(0.0, 0.2, 0.7, 0.5, 0.4, 0.2), alone=0.25),
    ),
    (
        SEARCHES.but(at_random=0.2, explore=0.2, watched=0.5, covers=True),
        SEARCHES.but(at_random=0.2, explore=2.0, watched=0.5, covers=True),
    ),
    (
        SEARCHES.but(at_random=0.2, explore=0.1, watched=0.5, foresees=True),
        SEARCHES.but(at_random=0.2, explore=0.7, alone=0.25, foresees=True),
    ),
)
"""Mister X, and the hunters."""
PURSUIT = (np.indices((200, 200, 200), np.uint8).sum(axis=0, dtype=np.uint8) % 15) + np.uint8(1)
"""Made up: to work it out without the compiler would take too long."""
PURSUIT.flags.writeable = False


def ends() -> Iterator[str]:
    """How each match ended at each table."""
    for edition, t, late in _positions():
        for number, (x, hunters) in enumerate(MATCHES):
            s, luck = late.copy(), seeded(number)
            s.rounds -= x.foresees  # so that there is a turn to look ahead to
            tree, stop = np.zeros(ITERATIONS + 2, NODE), np.zeros(1, np.int64)
            records = x.record(ITERATIONS), hunters.record(ITERATIONS)
            made = contest(t, s, *records, PURSUIT, tree, stop, luck)
            yield f"{edition}: {made} moves, end {s.over}, at {s.x}, {s.hunters}, {luck.word}\n"


def beliefs() -> Iterator[str]:
    """How likely Mister X was at each station in random games, in thousandths."""
    for edition, setup in TABLES:
        rules, rng = rules_for(edition), Random(1)
        state = begin(rules, setup, rng)
        for _ in range(BELIEVED_MOVES):
            if rules.outcome(state) is None:
                state = rules.apply(state, rng.choice(rules.legal_moves(state))).state
        weights = likely_stations(rules.observe(state, VIEW_HUNTERS))
        yield f"{edition}: {(weights * 1000).round().astype(int).tolist()}\n"


def counts() -> Iterator[str]:
    """How many lines of two moves there are at each table."""
    for edition, t, late in _positions():
        line = np.zeros(3, k.STATE)
        line[2] = late
        yield f"{edition}: {perft(t, line, 2)}\n"


def _positions() -> Iterator[tuple[str, Tables, k.State]]:
    for edition, setup in TABLES:
        rules = rules_for(edition)
        t = make_tables(rules.cast(setup))
        yield edition, t, _late(t, pack(rules.observe(begin(rules, setup, Random(1)), VIEW_X)))


def _late(t: Tables, start: k.State) -> k.State:
    """A game of some rounds by random moves; then the last ones are set to come at once."""
    out = np.empty(k.MOST_MOVES, np.int64)
    rng = Random(1)
    while True:
        s = start.copy()
        while s.over == 0:
            if s.rounds > PLAYED_ROUNDS and s.turn == 0:
                s.rounds = t.rounds
                return s
            apply(t, s, shy(t, s, out[: legal_moves(t, s, out)].tolist(), rng))


if __name__ == "__main__":
    np.seterr(over="ignore")  # the dice take what is left of a product
    sys.stdout.writelines((*ends(), *beliefs(), *counts()))
