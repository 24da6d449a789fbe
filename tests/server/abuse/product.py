"""A server as people run it, with its own limits; attackers, and others who only want to play."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from misterx.server.settings import Settings
from tests.server.client import Guest, Seat
from tests.server.serving import BOT_SECONDS, UNLIMITED, ServerProcess

__all__ = ["ATTACKER", "Bystanders", "Product", "an_attacker", "live", "product"]

ATTACKER = "127.0.0.2"
"""Another address of this machine, so that limits by address tell an attacker from the others."""
_CLIENTS_FAULTS = "connections_closed"
"""The event that sums up connections closed for what clients did."""
_SLOWEST = 2.0
_USUAL = 0.3
_PAUSE = 0.25


@dataclass
class Product:
    """`misterx serve` with the limits it has by itself."""

    url: str
    pid: int
    log_file: Path
    database: Path
    _grown: list[int] = field(default_factory=list)

    @property
    def log(self) -> list[dict[str, Any]]:
        """What it has logged."""
        lines = self.log_file.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def nothing_failed(self) -> None:
        """Nothing that somebody sent was an error of the server's."""
        loud = [line for line in self.log if line["level"] in {"warning", "error"}]
        failures = [line for line in loud if line["event"] != _CLIENTS_FAULTS]
        assert not failures, failures

    @property
    def memory(self) -> int:
        """The memory that the process has, in bytes; 0 where that cannot be told."""
        status = Path(f"/proc/{self.pid}/status")
        if not status.exists():
            return 0
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


@contextmanager
def product(
    folder: Path,
    files: int | None = None,
    *,
    bot_seconds: float = BOT_SECONDS,
    **settings: object,
) -> Iterator[Product]:
    """Run a server with the limits that it has by itself, but for those that are given.

    Args:
        folder: for its database and its log.
        files: how many files it may have open; None: as many as this process.
        bot_seconds: how long computer players think; by itself it is a second.
        settings: other limits than its own.
    """
    usual = Settings(database="unused")
    limits = {name: getattr(usual, name) for name in UNLIMITED} | settings
    process = ServerProcess(str(folder / "misterx.db"), log=folder / "log", bot_seconds=bot_seconds)
    process.start(
        files, **{f"MISTERX_{name.upper()}": str(value) for name, value in limits.items()}
    )
    try:
        yield Product(process.url, process.pid, folder / "log", folder / "misterx.db")
    finally:
        assert process.stop() == 0


def an_attacker(url: str, name: str = "Mallory") -> Guest:
    """A guest from another address."""
    with socket.socket() as probe:
        try:
            probe.bind((ATTACKER, 0))
        except OSError:
            pytest.skip(f"this machine has no address {ATTACKER}")
    guest = Guest(url, name)
    guest.http = httpx.AsyncClient(
        base_url=url, transport=httpx.AsyncHTTPTransport(local_address=ATTACKER), timeout=90
    )
    return guest


async def live(guest: Guest, **options: Any) -> ClientConnection:  # noqa: ANN401 - whatever `connect` takes
    """A socket of an attacker, with nothing around it."""
    return await connect(
        guest.url.replace("http", "ws", 1) + "/api/live/ABCD2345",
        **{
            "additional_headers": {"Cookie": guest.cookie},
            "max_size": None,
            "compression": None,
            "local_addr": (ATTACKER, 0),
            **options,
        },
    )


class Bystanders:
    """Two who play at a table of their own, and measure how long it takes to hear each other."""

    def __init__(self, url: str) -> None:
        self._ada, self._bob = Guest(url, "Ada"), Guest(url, "Bob")
        self._seats: list[Seat] = []
        self._talking: asyncio.Task[None] | None = None
        self.took: list[float] = []

    async def __aenter__(self) -> Self:
        await self._ada.__aenter__()
        await self._bob.__aenter__()
        table = await self._ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
        await self._bob.post(f"/api/tables/{table}/join", {})
        await self._ada.post(f"/api/tables/{table}/start")
        self._seats = [await self._ada.watch(table, "X"), await self._bob.watch(table, "H1")]
        await self._say("hello")
        self.took.clear()
        self._talking = asyncio.create_task(self._talk())
        return self

    async def _say(self, text: str) -> None:
        x, h1 = self._seats
        begun = perf_counter()
        await x.ask(do="chat", text=text)
        await h1.until(lambda: h1.chat[-1:] == [text])
        self.took.append(perf_counter() - begun)

    async def _talk(self) -> None:
        while True:
            await self._say(f"line {len(self.took)}")
            await asyncio.sleep(_PAUSE)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._talking is not None
        failed = self._talking.done()
        self._talking.cancel()
        with suppress(asyncio.CancelledError):
            await self._talking
        await self._say("and goodbye")
        for seat in self._seats:
            await seat.close()
        await self._ada.__aexit__(None, None, None)
        await self._bob.__aexit__(None, None, None)
        if kind is None:
            assert not failed
            assert max(self.took) < _SLOWEST, f"they waited for {max(self.took):.2f} s"
            assert median(self.took) < _USUAL, f"they mostly waited for {median(self.took):.2f} s"
