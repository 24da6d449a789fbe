"""Two server processes on one PostgreSQL, and people who are at both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import asyncpg

from tests.server.client import Guest
from tests.server.serving import ServerProcess
from tests.server.survival.ledger import Ledger
from tests.server.survival.swarm import SeatPlayer, quiet_port

__all__ = ["Pair", "at_both", "deafen", "pair_of_servers", "same_number"]


_ONE_ADDRESS = "http://127.0.0.1:8642"
"""As if a proxy stood before both, so that the guests' cookies are the same."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two running server processes on the same database."""

    database: str
    first: ServerProcess
    second: ServerProcess
    log: Path

    @property
    def urls(self) -> tuple[str, str]:
        """Where they answer."""
        return self.first.url, self.second.url


@contextmanager
def pair_of_servers(database: str, folder: Path) -> Iterator[Pair]:
    """Two servers that run until the end, or until one of them is killed."""
    log = folder / "log"
    first, second = servers = [ServerProcess(database, quiet_port(), log) for _ in range(2)]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.__exit__)  # however far its start has come
        with ThreadPoolExecutor() as threads:
            starting = [
                threads.submit(server.start, MISTERX_PUBLIC_URL=_ONE_ADDRESS) for server in servers
            ]
        for each in starting:
            each.result()
        yield Pair(database, first, second, log)


async def at_both(
    pair: Pair, guest: Guest, table: str, seat: str | None, ledger: Ledger
) -> tuple[SeatPlayer, SeatPlayer]:
    """Somebody who is at the same seat twice: at the one server and at the other."""
    first, second = (SeatPlayer(guest, table, seat, ledger, Random(), [url]) for url in pair.urls)
    await first.resume()
    await second.resume()
    return first, second


async def same_number(players: Sequence[SeatPlayer], at: int = 0) -> None:
    """Wait until everybody knows as much as who knows most, and entry `at` at least."""
    async with asyncio.timeout(90):
        while True:
            most = max(at, *(player.at for player in players))
            if all(player.at == most for player in players):
                return
            await asyncio.sleep(0.001)


async def deafen(database: str) -> None:
    """Cut the lines on which the servers hear each other; for half a second they hear nothing."""
    connection = await asyncpg.connect(database)
    try:
        cut = await connection.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND query ~* '^(LISTEN|SELECT 1$|SELECT pg_notify\\(\\$1)'"
        )
    finally:
        await connection.close()
    assert len(cut) >= 2, "the lines were not found"
