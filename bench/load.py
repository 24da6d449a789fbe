"""Many tables at once: a server process, and this one as all of its players.

1,000 tables with two live sockets each. Moves are sent at a fixed rate, whether or not earlier ones
have been answered, each to a table that waits for one. A move's time is from its sending until the
last of the two sockets has its frame.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.figures import Bar, Figure, under
from misterx.server.wire import WIRE
from tests.server.client import Guest
from tests.server.postgres import postgres_server
from tests.server.serving import ServerProcess

TABLES = 1_000
RATE = 500
SECONDS = 20
EDITION, PLAYERS = "modern-2013", 2
_AT_ONCE = 50


def load(_repeats: int) -> Iterator[Figure]:
    """Moves at a fixed rate, on both engines."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "load.db")
        yield from _load("SQLite", database, under(100))
    with postgres_server() as postgres:
        yield from _load("PostgreSQL", postgres.new_database(), None)


# --- the swarm -----------------------------------------------------------------------------


@dataclass
class _Table:
    """A table with its two sockets, as far as the load needs to know it."""

    id: str
    sockets: dict[str, ClientConnection] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    moves: dict[str, list[str]] = field(default_factory=dict)
    sent: float = 0.0
    sent_at: int = 0
    is_waiting: bool = False

    def take(self, seat: str, message: dict[str, Any]) -> float | None:
        """Take a message up; the time of a move if it was the last frame that was missing."""
        if message["type"] not in {"frame", "snapshot"}:
            assert message["type"] != "refused", message
            return None
        self.at[seat] = message["at"]
        if (game := message.get("game")) is not None:
            self.moves[seat] = game["moves"] or []
        if self.is_waiting and min(self.at.values()) > self.sent_at:
            self.is_waiting = False
            return time.perf_counter() - self.sent
        return None


class _Swarm:
    """All players of all tables."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.tables: list[_Table] = []
        self.times: list[float] = []
        self._reading: list[asyncio.Task[None]] = []
        self._dice = Random(1)

    async def sit_down(self) -> None:
        """Open the tables, and two sockets for each."""
        async with Guest(self._url, "Ada") as ada, Guest(self._url, "Ben") as ben:
            gate = asyncio.Semaphore(_AT_ONCE)

            async def one() -> None:
                async with gate:
                    seats = {"X": {"who": "me"}}
                    table = _Table(await ada.open_table(EDITION, PLAYERS, seats=seats))
                    await ben.post(f"/api/tables/{table.id}/join", {})
                    await ada.post(f"/api/tables/{table.id}/start")
                    for seat, guest in (("X", ada), ("H1", ben)):
                        await self._watch(table, seat, guest)
                    self.tables.append(table)

            await asyncio.gather(*(one() for _ in range(TABLES)))

    async def _watch(self, table: _Table, seat: str, guest: Guest) -> None:
        url = self._url.replace("http", "ws", 1) + f"/api/live/{table.id}"
        socket = await connect(
            url, additional_headers={"Cookie": guest.cookie}, compression=None, max_queue=None
        )
        table.sockets[seat] = socket
        asked = {"do": "watch", "wire": WIRE, "table": table.id, "seat": seat}
        await socket.send(json.dumps(asked))
        while seat not in table.at:
            table.take(seat, json.loads(await socket.recv()))
        self._reading.append(asyncio.create_task(self._read(table, seat, socket)))

    async def _read(self, table: _Table, seat: str, socket: ClientConnection) -> None:
        async for text in socket:
            took = table.take(seat, json.loads(text))
            if took is not None:
                self.times.append(took)

    async def play(self, seconds: float) -> int:
        """Send moves at the rate; how many."""
        began = time.perf_counter()
        count, at = 0, 0
        while (now := time.perf_counter() - began) < seconds:
            for _ in range(round(now * RATE) - count):
                at = (at + 1) % len(self.tables)
                count += await self._move(self.tables[at])
            await asyncio.sleep(0.001)
        deadline = time.perf_counter() + 10
        while len(self.times) < count and time.perf_counter() < deadline:
            await asyncio.sleep(0.05)
        return count

    async def _move(self, table: _Table) -> bool:
        """A move on a table that waits for one; False if its game is over."""
        seat = next((seat for seat, moves in table.moves.items() if moves), None)
        if seat is None or table.is_waiting:
            return False
        table.sent, table.sent_at, table.is_waiting = time.perf_counter(), table.at[seat], True
        dice = self._dice
        request = f"{dice.getrandbits(64):016x}"
        move = dice.choice(table.moves[seat])
        message = {"do": "move", "id": request, "move": move, "at": table.at[seat]}
        await table.sockets[seat].send(json.dumps(message))
        return True

    async def leave(self) -> None:
        for task in self._reading:
            task.cancel()
        for table in self.tables:
            for socket in table.sockets.values():
                socket.transport.abort()
        await asyncio.sleep(0)


def _load(engine: str, database: str, bar: Bar | None) -> Iterator[Figure]:
    # This process plays both sides of every table: what other measures left in its memory is not
    # looked through for garbage while moves are timed.
    gc.collect()
    gc.freeze()
    with ServerProcess(database) as server:
        before = _memory(server.pid)

        async def run() -> tuple[list[float], int, float, float, float]:
            swarm = _Swarm(server.url)
            await swarm.sit_down()
            grown = _memory(server.pid) - before
            await swarm.play(3)  # warm
            swarm.times.clear()
            cpu, began = _cpu(server.pid), time.perf_counter()
            count = await swarm.play(SECONDS)
            took, used = time.perf_counter() - began, _cpu(server.pid) - cpu
            await swarm.leave()
            return swarm.times, count, took, used, grown

        times, count, took, used, grown = asyncio.run(run())
    lost = count - len(times)
    cut = quantiles(times, n=100)
    note = f"({TABLES:,} tables, 2,000 sockets, {RATE} moves/s asked)"
    yield Figure(f"{engine}: moves answered", len(times) / took, "moves/s", None, note)
    yield Figure(f"{engine}: moves not answered", lost, "moves", under(1))
    yield Figure(f"{engine}: click to last frame, median", cut[49] * 1000, "ms")
    yield Figure(f"{engine}: click to last frame, 99 of 100", cut[98] * 1000, "ms", bar)
    yield Figure(f"{engine}: processor time of a move", used / count * 1000, "ms")
    yield Figure(f"{engine}: memory of a table", grown / TABLES / 1024, "kB")


# --- the server process from outside -------------------------------------------------------


def _memory(pid: int) -> float:
    """The resident memory of a process, in bytes."""
    told = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True
    )
    return int(told.stdout) * 1024.0


def _cpu(pid: int) -> float:
    """The processor time of a process so far, in seconds."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
