"""Requests without end from one address: they are refused, and others notice nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from tests.server.attacks.harness import (
    ATTACKER,
    BARS,
    Product,
    default_server,
    measured,
    metric,
    raw_line,
)

REQUEST = b"GET /api/catalogue HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def flood(server: Product, seconds: float, lines: int = 8) -> int:
    """Send requests over a few connections; how many answers came back."""
    deadline = monotonic() + seconds
    _, _, port = server.url.rpartition(":")

    async def ask_for_ever() -> int:
        answers = 0
        while monotonic() < deadline:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", int(port), local_addr=(ATTACKER, 0)
            )
            while monotonic() < deadline:
                try:
                    writer.write(REQUEST)
                    answers += (await reader.read(65_536)).count(b"HTTP/1.1 ")
                except ConnectionError:
                    break
                if reader.at_eof():
                    break
            writer.close()
        return answers

    return sum(await asyncio.gather(*(ask_for_ever() for _ in range(lines))))


def test_a_flood_of_requests_is_refused(tmp_path: Path) -> None:
    with default_server(tmp_path) as server:
        raw_line(server).close()
        with measured(server) as found:
            assert asyncio.run(flood(server, 2)) > 0
        assert metric(server, "misterx_refused_requests_total") > 0
        assert found.moves
        server.nothing_failed()


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_a_long_flood_of_requests(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with default_server(tmp_path) as server:
        raw_line(server).close()
        with measured(server, BARS) as found:
            asyncio.run(flood(server, 20))
        record_property("figures", str(found))
