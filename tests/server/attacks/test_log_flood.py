"""Requests that are not HTTP: they are summed up in the log, and leave no traceback there."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.server.attacks.harness import (
    BARS,
    Product,
    default_server,
    measured,
    metric,
    raw_line,
)

CLOSED = "misterx_closed_connections_total"
NOT_HTTP = b"x\r\n\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n\r\nthis is no chunk\r\n"
BAD_BODIES = (
    b"POST /api/guest HTTP/1.1\r\nHost: evil.example\r\n" + _CHUNKED,
    b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\n" + _CHUNKED,
    b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\n" + _CHUNKED,
    b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n" + _CHUNKED,
)
BAD_UPGRADES = tuple(
    b"GET /api/live/ABCD2345 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: "
    + upgrade
    + b"\r\n"
    + more
    + b"\r\n"
    for upgrade, more in (
        (b"websocket", b""),
        (b"websocket", b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n"),
        (b"websocket", b"X: y\r\n" * 200),
        (b"h2c", b""),
    )
)


def send(server: Product, data: bytes) -> bytes:
    """Send something on a connection of its own; what came back."""
    answer = b""
    with suppress(ConnectionError), raw_line(server) as line:
        line.sendall(data)
        with suppress(TimeoutError):
            line.settimeout(1)
            while more := line.recv(65_536):
                answer += more
    return answer


def flood(server: Product, times: int, seconds: float) -> int:
    """Send what is not HTTP on fresh connections, so often and so long at most; how often."""
    deadline, count = monotonic() + seconds, 0
    while count < times and monotonic() < deadline:
        with suppress(ConnectionError), socket.socket() as line:
            line.bind(("127.0.0.2", 0))
            line.connect(("127.0.0.1", int(server.url.rpartition(":")[2])))
            line.sendall(NOT_HTTP)
            count += 1
            # Let the server close it first: else this machine runs out of ports, which is no
            # fault of the server's.
            line.settimeout(10)
            line.recv(1_000)
    return count


def test_requests_that_are_not_http_are_summed_up(tmp_path: Path) -> None:
    with default_server(tmp_path) as server:
        assert send(server, NOT_HTTP).startswith(b"HTTP/1.1 400 ")
        before = len(server.log)
        begun = monotonic()
        with measured(server) as found:
            count = flood(server, 300, 60)
        assert count == 300
        assert metric(server, CLOSED) > 100
        # Three reasons, a line each in ten seconds.
        assert len(server.log) - before <= 3 * (2 + (monotonic() - begun) // 10)
        told = [line for line in server.log if line["event"] == "connections_closed"]
        reasons = {"invalid_request", "after_invalid_requests", "too_fast"}
        assert {line["reason"] for line in told} <= reasons
        assert found.moves
        server.nothing_failed()


def test_nothing_a_client_sends_is_an_error_of_the_server(tmp_path: Path) -> None:
    """Such as a body in chunks that are none, of a request that has been refused already."""
    with default_server(tmp_path) as server:
        for data in BAD_BODIES + BAD_UPGRADES:
            for split in (len(data), len(data) - 10, data.index(b"\r\n\r\n") + 4):
                send_in_two(server, data[:split], data[split:])
        assert metric(server, CLOSED) > 0
        server.nothing_failed()
        assert "Traceback" not in server.log_file.read_text()


def send_in_two(server: Product, first: bytes, rest: bytes) -> None:
    """Send the beginning of something, and the rest once there is an answer, or there is none."""
    with suppress(ConnectionError), raw_line(server) as line:
        line.sendall(first)
        line.settimeout(0.1)
        with suppress(TimeoutError):
            line.recv(65_536)
        line.sendall(rest)
        with suppress(TimeoutError):
            while line.recv(65_536):
                pass


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_requests_that_are_not_http_for_long(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with default_server(tmp_path) as server:
        raw_line(server).close()
        before = len(server.log)
        with measured(server, BARS) as found:
            count = flood(server, 10**9, 20)
        assert count > 1_000
        assert len(server.log) - before <= 20
        record_property("figures", str(found))
        server.nothing_failed()
