"""Connections over real sockets: how many, how long for headers, and what goes unread."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from misterx.server import connections, incidents
from misterx.server.connections import Connections, raise_file_limit
from misterx.server.incidents import Incidents
from misterx.server.logs import configure_logs
from misterx.server.metrics import Registry
from misterx.server.settings import Settings
from tests.server.running.served import Served, served
from tests.server.running.test_logs import logging_as_it_was

__all__ = ["logging_as_it_was"]

OPEN: dict[str, Any] = {"requests_per_second": 0.0, "sockets_per_address": 0}
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
GET_AND_CLOSE = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
SECONDS = 20.0


@contextmanager
def small_server(**settings: Any) -> Iterator[Served]:  # noqa: ANN401 - whatever Settings takes
    with served(Settings(**{"database": "unused", **OPEN, **settings})) as server:
        yield server


def line_to(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS)


def all_that_comes(line: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    found = b""
    try:
        while more := line.recv(65_536):
            found += more
    except ConnectionError:
        pass
    return found


def closed(server: Served, reason: str) -> int:
    """How many connections were closed for a reason."""
    start = f'misterx_closed_connections_total{{reason="{reason}"}} '
    lines = server.registry.text().splitlines()
    return sum(int(line.removeprefix(start)) for line in lines if line.startswith(start))


@pytest.mark.parametrize("begun", (b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
def test_headers_that_do_not_come_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(connections, "_HEADER_SECONDS", 0.1)
    with small_server() as server, line_to(server) as line:
        line.sendall(begun)
        assert all_that_comes(line) == b""
        assert closed(server, "slow_headers") == 1


def test_the_second_request_of_a_connection_has_its_time_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "_HEADER_SECONDS", 0.5)
    with small_server() as server, line_to(server) as line:
        for _ in range(3):
            line.sendall(GET)
            assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")
        line.sendall(GET[:20])
        assert b"HTTP/1.1" not in all_that_comes(line)
        assert closed(server, "slow_headers") == 1


def test_one_address_has_so_many_connections() -> None:
    with small_server(connections_per_address=3) as server, ExitStack() as lines:
        opened = [lines.enter_context(line_to(server)) for _ in range(3)]
        for line in opened:
            line.sendall(GET)
            assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")
        assert all_that_comes(lines.enter_context(line_to(server))) == b""
        assert closed(server, "too_many_of_address") == 1
        opened[0].sendall(GET_AND_CLOSE)
        all_that_comes(opened[0])
        with line_to(server) as line:
            line.sendall(GET)
            assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_a_trusted_proxy_has_any_number_of_connections() -> None:
    limits: dict[str, Any] = {"connections_per_address": 1, "trusted_proxies": ("127.0.0.0/8",)}
    with small_server(**limits) as server, ExitStack() as lines:
        for line in [lines.enter_context(line_to(server)) for _ in range(5)]:
            line.sendall(GET)
            assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("address", ("192.0.2.7", "::ffff:192.0.2.7"))
def test_proxies_are_known_in_both_notations(address: str) -> None:
    found = Connections(Settings(database="unused", trusted_proxies=("192.0.2.0/24",)), Registry())
    assert found._is_proxy(address)
    assert not found._is_proxy("2001:db8::7")
    assert not found._is_proxy("a name")


def test_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_UNREAD_SECONDS", 0.2)
    with small_server() as server, line_to(server) as line:
        line.sendall(b"GET /api/large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while not closed(server, "unread"):
            time.sleep(0.01)
        assert len(all_that_comes(line)) < 20_000_000


def test_a_slow_reader_who_reads_on_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_UNREAD_SECONDS", 2.0)
    with small_server() as server, line_to(server) as line:
        line.sendall(b"GET /api/large HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert len(all_that_comes(line)) > 20_000_000
        assert closed(server, "unread") == 0


def test_new_connections_of_an_address_have_a_rate() -> None:
    with small_server(requests_per_second=0.001) as server:
        answers = [server.raw(GET_AND_CLOSE)[9:12] for _ in range(22)]
        assert answers == [b"200"] + [b"429"] * 19 + [b""] * 2
        assert closed(server, "too_fast") == 2


def test_what_is_not_http_is_answered_and_then_no_more() -> None:
    with small_server(requests_per_second=0.001) as server:
        assert server.raw(b"x\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        assert server.raw(GET) == b"", "its address has none left"
        assert closed(server, "invalid_request") == 1
        assert closed(server, "after_invalid_requests") == 1


def test_a_body_that_is_not_one_ends_the_request() -> None:
    """Whether the answer has begun or not."""
    chunked = b"Host: %b\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n"
    with small_server() as server:
        for host in (b"127.0.0.1", b"evil.example"):
            for path in (b"/api/size", b"/", b"/api/large"):
                answer = server.raw(b"POST " + path + b" HTTP/1.1\r\n" + chunked % host)
                assert answer[:12] in {b"HTTP/1.1 400", b""}
        assert closed(server, "invalid_request") == 6


def test_the_process_may_open_all_files_that_the_system_allows() -> None:
    resource = pytest.importorskip("resource")
    most = raise_file_limit()
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft in {most, resource.RLIM_INFINITY}
    assert raise_file_limit() == most


def test_closed_connections_are_summed_up_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incidents, "_SECONDS", 0.05)
    out = io.StringIO()
    configure_logs("info", "json", out)

    async def close_many() -> None:
        found = Incidents(Registry().counter("closed_total", "Closed.", "reason"))
        for number in range(1_000):
            found.count("slow_headers", f"192.0.2.{number % 7}")
        while found._sums:
            await asyncio.sleep(0.01)
        found.count("slow_headers", "192.0.2.1")

    asyncio.run(close_many())
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["connections"], line["addresses"]) for line in lines] == [
        (1, 1),
        (999, 7),
        (1, 1),
    ]
    assert {line["reason"] for line in lines} == {"slow_headers"}
    assert "192.0.2." not in out.getvalue()


def test_where_they_came_from_is_logged_at_debug_only() -> None:
    out = io.StringIO()
    configure_logs("debug", "json", out)

    async def close_one() -> None:
        found = Incidents(Registry().counter("closed_total", "Closed.", "reason"))
        found.count("slow_headers", "192.0.2.1")

    asyncio.run(close_one())
    assert json.loads(out.getvalue().splitlines()[1])["address"] == "192.0.2.1"
