"""How exactly the levels keep to their thinking time, in both games and all roles.

And how soon the first move comes at a server that has just started.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.figures import Figure, under
from misterx.bots import LEVELS, Limit, ask, find_player
from misterx.core import Game, Setup, game_of, rules_for
from misterx.kernels.warming import warm
from tests.server.client import Guest
from tests.server.serving import BOT_SECONDS, ServerProcess

TABLES = (("modern-2013", 6), ("cards-2017", 4))
SECONDS = 0.25
"""A quarter of the usual time: what a move takes besides weighs four times as much."""
MOVES = 200
"""Of each level in each game; those of seats that have one move only cost nothing. Of 100 the 99th
would be the slowest but one: whatever else the machine did at that moment."""


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


def first_move(repeats: int) -> Iterator[Figure]:
    """What the champion's first move takes besides the thinking, at a server that is just ready."""
    warm()  # the cache of the kernels is what may be warm; every server is a new process
    times = []
    for _ in range(repeats):
        with (
            tempfile.TemporaryDirectory() as folder,
            ServerProcess(str(Path(folder) / "first.db")) as server,
        ):
            times.append(asyncio.run(_first_move(server.url)))
            server.stop()
    note = f"(over {BOT_SECONDS:g} s of thinking, best of {repeats}, by the clock)"
    yield Figure("first move after a cold start", min(times) - BOT_SECONDS, "s", under(1), note)


async def _first_move(url: str) -> float:
    """The seconds from the opening of a table until Mister X has moved at it."""
    seats = {"X": {"who": "bot", "player": "champion"}, "H1": {"who": "me"}}
    async with Guest(url) as guest:
        began = perf_counter()
        table = await guest.open_table("modern-2013", 2, seats=seats)
        seat = await guest.watch(table, "H1")
        await guest.post(f"/api/tables/{table}/start")
        await seat.until(lambda: bool(seat.moves))
        return perf_counter() - began
