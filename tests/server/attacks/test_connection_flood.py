"""More connections than there may be, and requests that never end: others are served."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.server.attacks.harness import BARS, Product, default_server, measured, metric

CLOSED = "misterx_closed_connections_total"
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
ADDRESSES = tuple(f"127.0.0.{last}" for last in range(2, 14))


@contextmanager
def half_requests(
    server: Product, number: int, addresses: tuple[str, ...]
) -> Iterator[list[socket.socket]]:
    """Send the beginnings of requests, and keep their connections open."""
    if sys.platform != "linux":
        pytest.skip("only Linux has all these addresses")
    port = int(server.url.rpartition(":")[2])
    with ExitStack() as open_lines:
        lines: list[socket.socket] = []
        for each in range(number):
            source = (addresses[each % len(addresses)], 0)
            with suppress(ConnectionError, TimeoutError):
                line = socket.create_connection(("127.0.0.1", port), 10, source)
                lines.append(open_lines.enter_context(line))
                line.sendall(HALF)
        yield lines


def is_closed(line: socket.socket, seconds: float) -> bool:
    """Return whether the server closes a connection within some seconds."""
    line.settimeout(seconds)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    with default_server(tmp_path, files=512, connections_per_address=32) as server:
        with measured(server) as found, half_requests(server, 100, ADDRESSES[:1]) as lines:
            closed = [line for line in lines if is_closed(line, 0.01)]
            assert len(lines) - len(closed) <= 32
            assert metric(server, CLOSED) >= 100 - 32
        assert found.moves
        server.nothing_failed()
        told = [line for line in server.log if line["event"] == "connections_closed"]
        assert told[0]["reason"] == "too_many_of_address"
        assert len(told) <= 4, "they are summed up"
        assert not any(address in str(server.log) for address in ADDRESSES)


def test_many_addresses_cannot_take_all_connections(tmp_path: Path) -> None:
    """Whoever sends a whole request takes the place of one who has not."""
    with default_server(tmp_path, files=256) as server:
        with measured(server) as found, half_requests(server, 400, ADDRESSES):
            assert metric(server, "misterx_connections") <= 256 - 128
            assert metric(server, CLOSED) >= 400 - 128
        assert found.moves
        server.nothing_failed()


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("addresses", (1, len(ADDRESSES)))
def test_half_requests_for_long(
    tmp_path: Path, record_property: Callable[[str, object], None], addresses: int
) -> None:
    with default_server(tmp_path, files=1024) as server:
        with (
            measured(server, BARS) as found,
            half_requests(server, 1_100, ADDRESSES[:addresses]) as lines,
        ):
            deadline = monotonic() + 20
            assert all(is_closed(line, max(0.01, deadline - monotonic())) for line in lines)
        record_property("figures", str(found))
        server.nothing_failed()
