"""Many tables with a computer Mister X: how long his moves take beyond the time for thinking.

A server process with two workers, and this process as all of the people. At each table a person
plays the detectives, making a move every fifth of a second, and the champion plays Mister X. He has
one second for a move. His time is measured from the frame that makes it his turn until the frame
with his move, at the person's socket.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from bench.figures import Bar, Figure, under
from bench.swarm import Screen, Swarm, TwoScreens
from bench.swarm import run as run_swarm
from misterx.kernels.warming import warm
from tests.server.client import Guest
from tests.server.serving import ServerProcess

__all__ = ["bot_load"]

EDITION, PLAYERS = "modern-2013", 2
WORKERS, SECONDS = 2, 1.0
TABLES: tuple[tuple[int, Bar | None], ...] = ((20, None), (100, under(2)), (300, None))
"""Numbers of tables, and the bar for the slowest of a hundred moves, in times of `SECONDS`."""
_PAUSE_SECONDS = 0.2
"""Between two moves of a person."""
_LOADING_SECONDS = 4.0
"""After a start, until the workers have loaded what players need."""
_WARMING_SECONDS = 4.0
_MEASURING_SECONDS = 12.0
_GUESTS_AT_ONCE = 10
_HIS_TURN = b'"to_act":["X"]'


class _Person(Screen):
    """The socket of a person, which notes when it becomes Mister X's turn and when he has moved."""

    __slots__ = ("began", "times")

    def __init__(self, pair: TwoScreens, cookie: str) -> None:
        super().__init__(pair, "H1", cookie)
        self.began: float | None = None
        self.times: list[tuple[float, float]] = []
        """When each move of Mister X came, and how long it took."""

    def _take(self, buffer: bytes, begin: int, end: int) -> None:
        at = self.at
        super()._take(buffer, begin, end)
        if self.at == at:
            return
        now = time.perf_counter()
        if self.began is not None:
            self.times.append((now, now - self.began))
        self.began = now if buffer.find(_HIS_TURN, begin, end) >= 0 else None

    def move(self) -> None:
        """Make any move, if it is this person's turn."""
        if self.moves:
            move = random.choice(self.moves.split(b","))
            self.moves = None
            request = secrets.token_hex(8).encode()
            self.send(b'{"do":"move","id":"%b","move":%b,"at":%d}' % (request, move, self.at))


def bot_load(repeats: int) -> Iterator[Figure]:  # noqa: ARG001 - by the clock, once
    """Mister X's time beyond his thinking time: the median, and the slowest of a hundred."""
    warm()
    for tables, bar in TABLES:
        times = _measured(tables)
        slowest = quantiles(times, n=100)[-1]
        name = f"moves of Mister X, {tables} tables, {WORKERS} workers"
        note = f"({len(times)} moves, {SECONDS:g} s each to think)"
        wait = median(times) - SECONDS
        yield Figure(f"{name}: wait, median", wait, "s", note=note)
        yield Figure(f"{name}: wait, 99 %", slowest - SECONDS, "s")
        yield Figure(f"{name}: in all, 99 %", slowest / SECONDS, "× thinking", bar)


def _measured(tables: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(
            str(Path(folder) / "bots.db"), bot_workers=WORKERS, bot_seconds=SECONDS
        )
        with server:
            times = run_swarm(_play(server.url, tables))
            server.stop()
    return times


async def _play(url: str, tables: int) -> list[float]:
    swarm, gate = Swarm(url), asyncio.Semaphore(_GUESTS_AT_ONCE)

    async def sit_down() -> _Person:
        async with gate, Guest(url) as guest:
            seats = {"X": {"who": "bot", "player": "champion"}, "H1": {"who": "me"}}
            table = await guest.open_table(EDITION, PLAYERS, seats=seats, start=True)
            person = _Person(TwoScreens(swarm, table), guest.cookie)
        await person.connect()
        return person

    await asyncio.sleep(_LOADING_SECONDS)
    people = await asyncio.gather(*(sit_down() for _ in range(tables)))

    async def play(person: _Person) -> None:
        await asyncio.sleep(random.random() * _PAUSE_SECONDS)
        while person.is_connected:
            person.move()
            await asyncio.sleep(_PAUSE_SECONDS)

    playing = [asyncio.create_task(play(person)) for person in people]
    await asyncio.sleep(_WARMING_SECONDS)
    began = time.perf_counter()
    await asyncio.sleep(_MEASURING_SECONDS)
    ended = time.perf_counter()
    for task in playing:
        task.cancel()
    for person in people:
        person.close()
    assert not swarm.refused, swarm.refused[:3]
    # A move that has not come yet counts as well: it takes at least that long.
    late = [ended - person.began for person in people if person.began is not None]
    late = [seconds for seconds in late if seconds > SECONDS]
    return [took for person in people for when, took in person.times if when > began] + late
