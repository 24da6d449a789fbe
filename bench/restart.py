"""A server that comes back: to many stored games, and to all of its clients at once."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from bench.figures import Figure, under
from bench.load import allow_files, cookie_name
from bench.stored import DAY_MS, NOW_MS, fill, play, table_id, token
from bench.swarm import Screen, Swarm, TwoScreens, run
from misterx.server.entry import Entry
from misterx.server.table.plan import ClockPlan, Plan, SeatPlan
from tests.server.serving import ServerProcess

__all__ = ["restart", "return_of_all"]

STORED = 10_000
TIMED = 500
"""So many of them are under way with days on their clocks."""

TABLES = 10_000
SOCKETS = 20_000
ENTRIES = 22
"""Entries in the log of each table."""
_OTHER_FILES = 500
_BETWEEN_TRIES = 0.5
_AT_A_TIME = 50
_BETWEEN_PROBES = 0.02
_PROBES = ("/healthz", "/readyz", "/metrics")
_PATIENCE = 120.0


def restart(_repeats: int) -> Iterator[Figure]:
    """Measure the time from the start of a server with many stored games until it is ready."""
    seats = {seat: SeatPlan(who="me") for seat in ("X", "H1", "H2", "H3")}
    finished = play(Plan(edition="modern-2013", players=4, seats=seats), most=None)
    clock = ClockPlan(kind="bank", seconds=7 * 24 * 3600)
    timed = play(Plan(edition="modern-2013", players=4, seats=seats, clock=clock), most=20)
    logs = [timed] * TIMED + [finished] * (STORED - TIMED)
    due = [NOW_MS + 6 * DAY_MS] * TIMED + [None] * (STORED - TIMED)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "many.db"
        entries = fill(database, logs, due, [])
        times = []
        for _ in range(3):
            server = ServerProcess(str(database))
            began = time.perf_counter()
            with server:
                times.append(time.perf_counter() - began)
                server.stop()
        size = database.stat().st_size / 1e6
    note = f"({entries:,} entries, {size:.0f} MB, {TIMED} games with a clock under way)"
    name = f"start with {STORED:,} stored games until ready"
    yield Figure(name, median(times), "s", under(2), note)


# --- all clients at once --------------------------------------------------------------------


@dataclass
class _Return:
    """When each client was shown its table, and how long probes waited meanwhile."""

    to_move: list[float]
    others: list[float]
    probes: dict[str, list[float]]


def return_of_all(_repeats: int) -> Iterator[Figure]:
    """Measure how soon the clients of many tables see them again after a kill of the server."""
    sockets = min(SOCKETS, allow_files() - _OTHER_FILES)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "many.db"
        guests = [guest for table in range(TABLES) for guest in _guests(table).values()]
        fill(database, _logs(), [None] * TABLES, guests)
        name = cookie_name(str(database))
        with ServerProcess(str(database)) as server:
            swarm = Swarm(server.url)
            screens = _screens(swarm, name)[:sockets]
            found = run(_kill_and_return(server, screens))
    assert not swarm.refused, swarm.refused[0]
    yield from _figures(found, sockets)


def _figures(found: _Return, sockets: int) -> Iterator[Figure]:
    everybody = sorted(found.to_move + found.others)
    note = f"({TABLES:,} tables, {sockets:,} sockets, all at once)"
    yield Figure("after SIGKILL: first client back", everybody[0], "s", under(2), note)
    yield Figure("after SIGKILL: half of those to move", median(found.to_move), "s")
    yield Figure("after SIGKILL: half of the others", median(found.others), "s")
    yield Figure("after SIGKILL: last client back", everybody[-1], "s")
    for path, took in found.probes.items():
        name = f"after SIGKILL: slowest answer of {path}"
        yield Figure(name, max(took) * 1000, "ms", under(1_000), f"({len(took)} asked)")


def _guests(table: int) -> dict[str, str]:
    """Return the guests of a table by seat: each has one seat."""
    return {"X": f"x{table}", "H1": f"h{table}"}


def _logs() -> Sequence[Sequence[Entry]]:
    """Return one game as the log of each table, of guests of its own."""
    seats = {seat: SeatPlan(who="me") for seat in ("X", "H1")}
    one = play(Plan(edition="modern-2013", players=2, seats=seats), most=ENTRIES)
    return [[_of_guests(entry, _guests(table)) for entry in one] for table in range(TABLES)]


def _of_guests(entry: Entry, guests: dict[str, str]) -> Entry:
    body = dict(entry.body)
    if isinstance(seats := body.get("seats"), dict):
        body["seats"] = {seat: {**place, "guest": guests[seat]} for seat, place in seats.items()}
    return replace(entry, body=body, author=guests[str(body.get("seat", "X"))])


def _screens(swarm: Swarm, cookie: str) -> list[Screen]:
    found = []
    for number in range(TABLES):
        pair = TwoScreens(swarm, table_id(number))
        for seat, guest in _guests(number).items():
            pair.screens.append(Screen(pair, seat, f"{cookie}={token(guest)}"))
        found += pair.screens
    return found


async def _kill_and_return(server: ServerProcess, screens: Sequence[Screen]) -> _Return:
    """Connect all, kill the server, start it, and have all come back the moment it is ready."""
    await _come(screens, {})
    server.kill()
    while any(screen.is_connected for screen in screens):
        await asyncio.sleep(_BETWEEN_PROBES)
    await asyncio.to_thread(server.start)
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    probing = multiprocessing.get_context("spawn").Process(
        target=_probe, args=(server.port, theirs)
    )
    probing.start()
    await asyncio.to_thread(ours.recv)
    to_move = {screen for screen in screens if screen.moves}
    back = await _come(screens, dict.fromkeys(screens, ENTRIES))
    ours.send(None)
    probes = await asyncio.to_thread(ours.recv)
    probing.join()
    return _Return(
        [took for screen, took in back.items() if screen in to_move],
        [took for screen, took in back.items() if screen not in to_move],
        probes,
    )


async def _come(screens: Sequence[Screen], since: dict[Screen, int]) -> dict[Screen, float]:
    """Connect all at once; how long each took until it was shown its table."""
    began = time.perf_counter()

    async def one(screen: Screen) -> tuple[Screen, float]:
        while True:
            try:
                await screen.connect(since.get(screen))
            except OSError:  # as a browser does
                assert time.perf_counter() - began < _PATIENCE
                await asyncio.sleep(_BETWEEN_TRIES)
            else:
                return screen, time.perf_counter() - began

    coming = []
    for screen in screens:
        coming.append(asyncio.create_task(one(screen)))
        if len(coming) % _AT_A_TIME == 0:  # or this process would not read until all are under way
            await asyncio.sleep(0)
    return dict(await asyncio.gather(*coming))


def _probe(port: int, pipe: Connection) -> None:
    """Ask for health and metrics over new connections, in a process of its own, until told."""
    took: dict[str, list[float]] = {path: [] for path in _PROBES}
    pipe.send(None)
    while not pipe.poll():
        for path in _PROBES:
            began = time.perf_counter()
            with socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE) as line:
                line.sendall(
                    f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
                )
                answer = b"".join(iter(lambda line=line: line.recv(65_536), b""))  # type: ignore[misc] # of this round
            assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
            took[path].append(time.perf_counter() - began)
        time.sleep(_BETWEEN_PROBES)
    pipe.send(took)
