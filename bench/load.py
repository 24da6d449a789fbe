"""Many tables at once: a server process, and this one as all of its players.

Each table has two live sockets. Moves are sent at a fixed rate, whether or not earlier ones have
been answered, each to a table that waits for one. A move's time is from its sending until the last
of the two sockets has its frame. The tables are stored beforehand, so that the server has nothing
else to do.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import httpx

from bench.figures import Bar, Figure, at_least, under
from bench.stored import fill, play, table_id, token
from bench.swarm import Swarm, TwoScreens
from bench.swarm import run as run_swarm
from misterx.server.cookies import GuestCookie
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.transfer import backup, restore
from misterx.server.table.plan import Plan, SeatPlan
from tests.server.postgres import postgres_server
from tests.server.serving import ServerProcess

__all__ = ["allow_files", "cookie_name", "load", "processes", "scales"]

EDITION, PLAYERS = "modern-2013", 2
GUEST = "g"

SCALES = (10, 100, 1_000, 10_000)
SCALE_RATE = 200
SCALE_MOVES = 2_000
_MOVES_OF_A_GAME = 20
"""So many moves of a game are played at most: a random game is hardly ever over before."""
_SETTLE_SECONDS = 2.0

TABLES = 1_000
RATES = ((1_000, 20, under(25)), (2_500, 8, under(50)))
"""Moves a second, for how many seconds, and the bar in milliseconds. A random game has some fifty
moves: no table may run out of them."""
WARM_SECONDS = 2.0
POSTGRES_RATE, POSTGRES_SECONDS = 500, 10

CLIMB_FROM = 250.0
CLIMB_TO = 4_000
CLIMB_SECONDS = 2.0
CLIMB_MS = 100
"""From which rate on, and for how long each, moves are sent until their p99 is above this."""

_FILES = 25_000
"""Open files that ten thousand tables with two sockets need, on either side."""
_OTHER_FILES = 500


@dataclass
class _Stored:
    """A database with tables that wait for a first move, each taken once."""

    database: str
    cookie: str
    left: list[str]

    def take(self, tables: int) -> Sequence[str]:
        """Take so many tables that nobody has used."""
        taken, self.left = self.left[:tables], self.left[tables:]
        assert len(taken) == tables, "more tables are wanted than are stored"
        return taken


def _store(folder: Path, tables: int) -> _Stored:
    """Store tables that have begun, all seats of which are one guest's."""
    database = folder / "load.db"
    seats = {seat: SeatPlan(who="me") for seat in ("X", "H1")}
    begun = play(Plan(edition=EDITION, players=PLAYERS, seats=seats), most=2, guest=GUEST)
    fill(database, [begun] * tables, [None] * tables, [GUEST])
    return _Stored(str(database), _cookie(str(database)), [table_id(n) for n in range(tables)])


def _cookie(database: str) -> str:
    """Return the cookie header of the stored guest."""
    return f"{cookie_name(database)}={token(GUEST)}"


def cookie_name(database: str) -> str:
    """Return the name of the guests' cookie of a stored database."""

    async def name() -> str:
        store = open_store(database)
        await store.open()
        try:
            return GuestCookie(Settings(database=database), await store.identity()).name
        finally:
            await store.close()

    return asyncio.run(name())


# --- what a table costs, however many there are ---------------------------------------------


def scales(_repeats: int) -> Iterator[Figure]:
    """Processor time of a move and memory of a table, at ten tables and at many more."""
    allowed = allow_files()
    first: tuple[float, float] | None = None
    for wanted in SCALES:
        # Where a process may not open as many files, as many tables as that allows.
        tables = min(wanted, (allowed - _OTHER_FILES) // 2)
        cost, memory = _scale(tables)
        first = first or (cost, memory)
        note = f"({SCALE_RATE} moves/s, {_MOVES_OF_A_GAME} at a table)"
        yield Figure(f"{tables:,} tables: processor time of a move", cost * 1000, "ms", None, note)
        yield Figure(f"{tables:,} tables: memory of a table", memory / 1024, "kB")
        if tables != SCALES[0]:
            name = f"{tables:,} tables beside {SCALES[0]}"
            yield Figure(f"{name}: processor time of a move", cost / first[0], "×", under(1.2))
            yield Figure(f"{name}: memory of a table", memory / first[1], "×", under(1.2))


def _scale(tables: int) -> tuple[float, float]:
    """Measure a server with so many tables: seconds of a move, bytes of a table."""
    rounds = -(-SCALE_MOVES // (tables * _MOVES_OF_A_GAME))
    with tempfile.TemporaryDirectory() as folder:
        stored = _store(Path(folder), 10 + tables * rounds)
        with ServerProcess(stored.database) as server:
            return run_swarm(_measure_scale(server, stored, tables, rounds))


async def _measure_scale(
    server: ServerProcess, stored: _Stored, tables: int, rounds: int
) -> tuple[float, float]:
    swarm = Swarm(server.url)
    pairs = await _sit(swarm, stored, 10)
    await swarm.play(pairs, SCALE_RATE, 10 * _MOVES_OF_A_GAME, 10)
    used, moves, grown = 0.0, 0, 0.0
    for _ in range(rounds):
        await asyncio.sleep(_SETTLE_SECONDS)
        before = _memory(server.pid)
        # Those of before stay: nothing is freed that new tables could be put into.
        pairs = await _sit(swarm, stored, tables)
        await asyncio.sleep(_SETTLE_SECONDS)
        grown += _memory(server.pid) - before
        cpu = _cpu(server.pid)
        # The same moves of a game, however many tables are open: early ones cost more.
        most = min(SCALE_MOVES - moves, tables * _MOVES_OF_A_GAME)
        playing = pairs[:: -(-tables * _MOVES_OF_A_GAME // most)]
        moves += await swarm.play(playing, SCALE_RATE, most, 60)
        used += _cpu(server.pid) - cpu
    assert not swarm.refused, swarm.refused[0]
    return used / moves, grown / (rounds * tables)


async def _sit(swarm: Swarm, stored: _Stored, tables: int) -> Sequence[TwoScreens]:
    pairs = [TwoScreens(swarm, table) for table in stored.take(tables)]
    await swarm.sit(pairs, [(stored.cookie, stored.cookie)] * tables)
    return pairs


# --- how soon a move is on all screens ------------------------------------------------------


def load(_repeats: int) -> Iterator[Figure]:
    """Moves at fixed rates, on both engines."""
    allow_files()
    for rate, seconds, bar in RATES:
        with tempfile.TemporaryDirectory() as folder:
            yield from _load("SQLite", _store(Path(folder), TABLES), rate, seconds, bar)
    with tempfile.TemporaryDirectory() as folder, postgres_server() as postgres:
        stored = _moved(_store(Path(folder), TABLES), Path(folder), postgres.new_database())
        yield from _load("PostgreSQL", stored, POSTGRES_RATE, POSTGRES_SECONDS, None)


def _moved(stored: _Stored, folder: Path, target: str) -> _Stored:
    """Copy a database to another engine."""

    async def copy() -> None:
        await backup(stored.database, folder / "backup")
        await restore(folder / "backup", target)

    asyncio.run(copy())
    return _Stored(target, _cookie(target), stored.left)


def _load(
    engine: str, stored: _Stored, rate: int, seconds: float, bar: Bar | None
) -> Iterator[Figure]:
    with ServerProcess(stored.database) as server:
        found = run_swarm(_measure_load(server, stored, rate, seconds))
    cut = quantiles(found.times, n=1000)
    name = f"{engine}, {rate:,} moves/s"
    note = f"({TABLES:,} tables, {2 * TABLES:,} sockets)"
    yield Figure(f"{name}: moves answered", len(found.times) / seconds, "moves/s", None, note)
    yield Figure(f"{name}: moves not answered", found.sent - len(found.times), "moves", under(1))
    yield Figure(f"{name}: click to last frame, median", cut[499] * 1000, "ms")
    yield Figure(f"{name}: click to last frame, 99 of 100", cut[989] * 1000, "ms", bar)
    yield Figure(f"{name}: processor time of a move", found.used / found.sent * 1000, "ms")
    stall = under(20) if rate == RATES[0][0] and engine == "SQLite" else None
    yield Figure(f"{name}: stall of the loop, 999 of 1,000", found.stall * 1000, "ms", stall)


@dataclass
class _Found:
    times: list[float]
    sent: int
    used: float
    stall: float


async def _measure_load(
    server: ServerProcess, stored: _Stored, rate: int, seconds: float
) -> _Found:
    swarm = Swarm(server.url)
    pairs = await _sit(swarm, stored, TABLES)
    await swarm.play(pairs, rate / 2, 10**9, WARM_SECONDS)
    await asyncio.sleep(_SETTLE_SECONDS)
    swarm.times.clear()
    lags, cpu = _lags(server.url), _cpu(server.pid)
    sent = await swarm.play(pairs, rate, 10**9, seconds)
    used = _cpu(server.pid) - cpu
    stall = _quantile(lags, _lags(server.url), 0.999)
    assert not swarm.refused, swarm.refused[0]
    return _Found(swarm.times, sent, used, stall)


# --- two processes beside one ----------------------------------------------------------------


def processes(_repeats: int) -> Iterator[Figure]:
    """Measure how many moves one and two PostgreSQL processes carry, a table at one of them."""
    allow_files()
    carried, busiest = [], []
    for number in (1, 2):
        with tempfile.TemporaryDirectory() as folder, postgres_server() as postgres:
            stored = _moved(_store(Path(folder), TABLES), Path(folder), postgres.new_database())
            servers = [ServerProcess(stored.database) for _ in range(number)]
            with ExitStack() as running:
                for server in servers:
                    running.enter_context(server)
                rate, cut, used = run_swarm(_climb(servers, stored))
        carried.append(rate)
        busiest.append(used)
        name = f"PostgreSQL, {number} process{'es' * (number > 1)}"
        note = f"(p99 {cut * 1000:.0f} ms, {TABLES:,} tables)"
        yield Figure(f"{name}: moves/s, p99 under {CLIMB_MS} ms", rate, "moves/s", None, note)
        note = "(of the busiest process, for each move of all)"
        yield Figure(f"{name}: processor time of a move", used * 1000, "ms", None, note)
    name = "PostgreSQL, 2 processes beside 1"
    yield Figure(f"{name}: moves/s", carried[1] / carried[0], "×", at_least(1))
    note = "(what machines with a core for each could carry)"
    yield Figure(f"{name}: moves by processor time", busiest[0] / busiest[1], "×", None, note)


async def _climb(servers: Sequence[ServerProcess], stored: _Stored) -> tuple[float, float, float]:
    """Raise the rate until moves come too late.

    Returns:
        The last rate that was carried, its p99, and the seconds of processor time that the busiest
        process needed for each move of all.
    """
    swarms = [Swarm(server.url) for server in servers]
    share = TABLES // len(servers)
    pairs = [await _sit(swarm, stored, share) for swarm in swarms]
    before = [_cpu(server.pid) for server in servers]
    best: tuple[float, float] | None = None
    rate, moves = CLIMB_FROM, 0
    while True:
        for swarm in swarms:
            swarm.times.clear()
        plays = zip(swarms, pairs, strict=True)
        part = rate / len(servers)
        sent = await asyncio.gather(
            *(swarm.play(own, part, 10**9, CLIMB_SECONDS) for swarm, own in plays)
        )
        moves += sum(sent)
        for swarm in swarms:
            assert not swarm.refused, swarm.refused[0]
        times = [took for swarm in swarms for took in swarm.times]
        cut = quantiles(times, n=100)[98]
        is_carried = cut * 1000 < CLIMB_MS and sum(sent) > 0.95 * rate * CLIMB_SECONDS
        if not is_carried or rate > CLIMB_TO:
            begun = zip(servers, before, strict=True)
            used = max(_cpu(server.pid) - cpu for server, cpu in begun) / moves
            # On a machine too slow for the first rate: what was answered all the same.
            return (*(best or (len(times) / CLIMB_SECONDS, cut)), used)
        best = rate, cut
        rate *= 1.4


# --- the server process from outside --------------------------------------------------------


def _lags(url: str) -> dict[float, float]:
    """Read how often the server's timer was late by at most so many seconds."""
    found = {}
    for line in httpx.get(f"{url}/metrics").text.splitlines():
        if line.startswith("misterx_loop_lag_seconds_bucket{"):
            bound = line.partition('le="')[2].partition('"')[0]
            found[float(bound.replace("+Inf", "inf"))] = float(line.rpartition(" ")[2])
    assert found, "the server measures no lag of its loop"
    return found


def _quantile(before: dict[float, float], after: dict[float, float], share: float) -> float:
    """Return the bound under which so great a share of what was counted in between lies."""
    counts = {bound: after[bound] - before.get(bound, 0) for bound in after}
    total = counts[max(counts)]
    return min(bound for bound, count in counts.items() if count >= share * total)


def allow_files() -> int:
    """Raise the limit of open files for this process and its servers, as far as it goes."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else max(_FILES, hard)
    with suppress(ValueError, OSError):  # only root may raise the hard one
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def _memory(pid: int) -> float:
    """Return the resident memory of a process, in bytes."""
    told = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True
    )
    return int(told.stdout) * 1024.0


def _cpu(pid: int) -> float:
    """Return the processor time of a process and all its threads so far, in seconds."""
    tasks = list(Path(f"/proc/{pid}/task").glob("*/schedstat"))
    if tasks:
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
