"""How exactly the levels keep to their thinking time, in both games and all roles."""

from collections.abc import Iterator
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.figures import Figure, under
from misterx.bots import LEVELS, Limit, ask, find_player
from misterx.core import Game, Setup, game_of, rules_for

TABLES = (("modern-2013", 6), ("cards-2017", 4))
SECONDS = 0.25
"""A quarter of the usual time: what a move takes besides weighs four times as much."""
MOVES = 100
"""Of each level in each game; those of seats that have one move only cost nothing."""


def thinking_times(repeats: int) -> Iterator[Figure]:  # noqa: ARG001 - by the clock, once
    """The time of a move beside what it may take, at the 99th percentile."""
    for edition, players in TABLES:
        for level in LEVELS:
            share = quantiles(_shares(edition, players, level), n=100)[-1]
            name = f"thinking time, {level}, {edition}, 99 %"
            note = f"(of {SECONDS:g} s, {MOVES} moves, by the clock)"
            yield Figure(name, share, "×", under(1.1), note)


def _shares(edition: str, players: int, level: str) -> list[float]:
    rules, rng, limit = rules_for(edition), Random(level), Limit(seconds=SECONDS)
    player = find_player(level, game_of(rules))
    game = Game.new(rules, Setup(players), rng)
    ask(player, game, game.to_act[0], rng, limit)  # what there is to load is loaded
    found: list[float] = []
    while len(found) < MOVES:
        if game.outcome is not None:
            game = Game.new(rules, Setup(players), rng)
        seat = game.to_act[0]
        began = perf_counter()
        move = ask(player, game, seat, rng, limit)
        found.append((perf_counter() - began) / SECONDS)
        game.play(move, seat=seat)
    return found
