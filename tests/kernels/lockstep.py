"""Games that law and kernels play move by move, each on its own; after every move they must agree.

As a program it plays some of every edition: so can a test run it with the compiler off.
"""

import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import cast

import numpy as np

from misterx.chase import Chase, edition_names, rules_for
from misterx.chase.moves import Move
from misterx.chase.observation import Observation
from misterx.chase.state import Cast, State
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import CHANCE, Setup
from misterx.kernels import layout as k
from misterx.kernels.packing import move_from, move_to, pack
from misterx.kernels.rules import apply, legal_moves
from misterx.kernels.tables import Tables, make_tables

VIEWED = 20
"""Every so-manieth game is also looked at through the eyes of both sides, which takes long."""
Style = Callable[[Tables, k.State, Sequence[int], Random], int]


# --- how they play --------------------------------------------------------------------------


def bold(t: Tables, s: k.State, moves: Sequence[int], rng: Random) -> int:
    """Any legal move."""
    return rng.choice(moves)


def shy(t: Tables, s: k.State, moves: Sequence[int], rng: Random) -> int:
    """Seldom a double move, and a catch only if it must be: such games last long."""
    return rng.choice(_thrifty(s, moves, rng) or moves)


def closing_in(t: Tables, s: k.State, moves: Sequence[int], rng: Random) -> int:
    """Like `shy`, but the hunters go where they are nearest to Mister X, and so shut him in."""
    moves = _thrifty(s, moves, rng) or moves
    if moves[0] >> 24 != k.HUNTER:
        return rng.choice(moves)
    away = t.away[s.x].tolist()
    nearest = min(away[move & 255] for move in moves)
    return rng.choice([move for move in moves if away[move & 255] == nearest])


def _thrifty(s: k.State, moves: Sequence[int], rng: Random) -> list[int]:
    x, double = int(s.x), rng.random() < 0.1
    return [
        move
        for move in moves
        if (move & 255 != x if move >> 24 == k.HUNTER else double or move >> 24 != k.X_DOUBLE)
    ]


STYLES: tuple[Style, ...] = (bold, shy, closing_in)
"""The seeds take them in turn."""


# --- the games ------------------------------------------------------------------------------


class Numbers(dict[Move, int]):
    """The numbers of the law's moves, each reckoned once."""

    def __init__(self, players: Cast) -> None:
        super().__init__()
        self.players = players

    def __missing__(self, move: Move) -> int:
        number = self[move] = move_to(self.players, move)
        assert move_from(self.players, number) == move
        return number


def begin(rules: Chase, setup: Setup, rng: Random) -> State:
    """A game whose pieces stand on their start stations."""
    state = rules.new_game(setup)
    while rules.to_act(state) == (CHANCE,) or state.to_place is not None:
        is_dealt = rules.to_act(state) == (CHANCE,)
        move = rules.draw(state, rng) if is_dealt else rng.choice(rules.legal_moves(state))
        state = rules.apply(state, move).state
    return state


def play_in_step(rules: Chase, setup: Setup, seeds: Sequence[int]) -> set[int]:
    """Play a game a seed; returns how they ended, as the kernels' numbers."""
    players = rules.cast(setup)
    t, numbers = make_tables(players), Numbers(players)
    out = np.empty(k.MOST_MOVES, np.int64)
    ends = set()
    for seed in seeds:
        rng, style = Random(seed), STYLES[seed % len(STYLES)]
        state = begin(rules, setup, rng)
        s = pack(rules.observe(state, VIEW_X))
        while state.outcome is None:
            moves = out[: legal_moves(t, s, out)].tolist()
            assert sorted(moves) == sorted(numbers[move] for move in rules.legal_moves(state))
            move = style(t, s, moves, rng)
            state = rules.apply(state, move_from(players, move)).state
            apply(t, s, move)
            _compare(s, state)
            if seed % VIEWED == 0:
                _compare_views(s, rules, state)
        assert legal_moves(t, s, out) == 0
        ends.add(int(s.over))
    return ends


def _compare(s: k.State, state: State) -> None:
    """The record that the kernels keep against one made from the law's state.

    A state has all that Mister X's observation has, and is there at once.
    """
    expected = pack(cast(Observation, state))
    if state.outcome is not None:
        expected.belief[:] = s.belief  # when all is over nobody asks
    if expected.tobytes() != s.tobytes():
        for name in k.STATE.names or ():
            assert np.array_equal(expected[name], s[name]), name


def _compare_views(s: k.State, rules: Chase, state: State) -> None:
    """What the two sides see makes the same record, but for his station where it is hidden."""
    if state.outcome is None:
        assert pack(rules.observe(state, VIEW_X)) == s
        hunters = pack(rules.observe(state, VIEW_HUNTERS))
        assert hunters.x in (0, s.x)
        hunters.x = s.x
        assert hunters == s


def main(games: int) -> None:
    """Some games at every table."""
    for edition in edition_names():
        rules = rules_for(edition)
        for players in rules.players:
            play_in_step(rules, Setup(players), range(games))
            if "voluntary_reveal" in rules.options:
                play_in_step(rules, Setup(players, {"voluntary_reveal": True}), range(games))


if __name__ == "__main__":
    np.seterr(over="ignore")  # counting bits takes what is left of a product
    main(int(sys.argv[1]))
