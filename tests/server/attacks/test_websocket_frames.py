"""Frames without end: unfinished messages, pings and pongs are counted, and their senders closed.

Before they were counted, one socket without a cookie held the event loop for seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.server.attacks.harness import BARS, Product, default_server, measured, metric, raw_line
from tests.server.attacks.raw_websocket import (
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    frame,
    open_websocket,
    send_on,
)

CLOSED = "misterx_closed_connections_total"
UNFINISHED = frame(TEXT, fin=False)
ATTACKS = {
    "continuations": frame(CONTINUATION, fin=False) * 2_000,
    "pings": frame(PING) * 2_000,
    "long pings": frame(PING, bytes(125)) * 200,
    "pongs": frame(PONG) * 2_000,
    "tiny continuations": frame(CONTINUATION, b"x", fin=False) * 20,
}


async def attack(server: Product, data: bytes, *, reads: bool) -> bytes:
    """Send frames on one connection until it is closed."""
    reader, writer = await open_websocket(server)
    writer.write(UNFINISHED)
    return await send_on(reader, writer, data, reads=reads)


@pytest.mark.parametrize("sockets", (1, 4))
def test_frames_without_end_are_closed(tmp_path: Path, sockets: int) -> None:
    async def run(server: Product) -> list[bytes]:
        said: list[bytes] = []
        for data in ATTACKS.values():
            said += await asyncio.gather(
                *(attack(server, data, reads=True) for _ in range(sockets))
            )
        return said

    with default_server(tmp_path) as server:
        raw_line(server).close()
        with measured(server) as found:
            said = asyncio.run(run(server))
        assert metric(server, CLOSED) >= len(ATTACKS) * sockets
        assert found.moves
        server.nothing_failed()
    assert len(said) == len(ATTACKS) * sockets
    assert any(b"too many" in last for last in said), "some read why before the line was cut"


def test_clients_that_ping_and_never_read_are_closed(tmp_path: Path) -> None:
    async def run(server: Product) -> None:
        data = frame(PING, bytes(125)) * 100
        await asyncio.gather(*(attack(server, data, reads=False) for _ in range(16)))

    with default_server(tmp_path) as server:
        raw_line(server).close()
        with measured(server) as found:
            asyncio.run(run(server))
        assert metric(server, CLOSED) >= 16
        assert found.moves
        server.nothing_failed()


async def attack_again_and_again(
    server: Product, data: bytes, seconds: float, sockets: int, *, reads: bool
) -> None:
    """Open a connection whenever one is closed."""
    deadline = monotonic() + seconds

    async def one() -> None:
        while monotonic() < deadline:
            with suppress(OSError, TimeoutError):
                await attack(server, data, reads=reads)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(sockets)))


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("name", "sockets"),
    (("continuations", 1), ("continuations", 4), ("long pings", 64), ("pongs", 4)),
)
def test_frames_without_end_for_long(
    tmp_path: Path, record_property: Callable[[str, object], None], name: str, sockets: int
) -> None:
    reads = name != "long pings"
    with default_server(tmp_path) as server:
        raw_line(server).close()
        with measured(server, BARS) as found:
            asyncio.run(attack_again_and_again(server, ATTACKS[name], 20, sockets, reads=reads))
        record_property("figures", str(found))
        server.nothing_failed()
