"""The guard, asked over real sockets."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator, MutableMapping
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from misterx.server.guard import LARGE_BODY, SMALL_BODY, Guard
from misterx.server.hosts import may_see_metrics
from misterx.server.settings import MetricsPolicy, Settings
from tests.server.running.served import Served, served

OPEN = {"requests_per_second": 0.0, "tables_per_hour": 0, "sockets_per_address": 0}


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    settings = Settings(
        database="unused",
        public_url="https://games.example.org",
        allowed_hosts=("den.local",),
        **OPEN,  # type: ignore[arg-type]
    )
    with served(settings) as running:
        yield running


def refused(answer: httpx.Response) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"code", "message"}
    return answer.status_code, body["code"]


# --- hosts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "fine"),
    (
        ("127.0.0.1:{port}", True),
        ("localhost:{port}", True),
        ("LOCALHOST", True),
        ("[::1]:{port}", True),
        ("games.example.org", True),
        ("games.example.org.", True),
        ("den.local:{port}", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:{port}", False),
        ("games.example.org.evil.example", False),
        ("192.0.2.7:{port}", False),
        ("0.0.0.0:{port}", False),
        ("", False),
    ),
)
def test_the_server_answers_to_its_own_names_only(server: Served, host: str, fine: bool) -> None:
    answer = server.ask("GET", "/", headers={"Host": host.format(port=server.port)})
    if fine:
        assert (answer.status_code, answer.text) == (200, "hello")
    else:
        assert refused(answer) == (403, "bad_host")


def test_open_to_a_network_it_answers_to_every_address_but_not_to_names() -> None:
    settings = Settings(database="unused", host="0.0.0.0", **OPEN)  # type: ignore[arg-type]
    with served(settings) as running:
        for host in ("192.0.2.7:80", "[2001:db8::1]", "127.0.0.1", "localhost"):
            assert running.ask("GET", "/", headers={"Host": host}).status_code == 200
        assert refused(running.ask("GET", "/", headers={"Host": "evil.example"}))[1] == "bad_host"


def test_two_hosts_are_none(server: Served) -> None:
    answer = server.raw(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    assert b" 200 " not in answer.partition(b"\r\n")[0]


# --- origins ------------------------------------------------------------------------------

ORIGINS: tuple[tuple[dict[str, str], bool], ...] = (
    ({"Origin": "http://127.0.0.1:{port}"}, True),
    ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, True),
    ({"Host": "localhost", "Origin": "http://localhost"}, True),
    ({"Host": "localhost:80", "Origin": "http://localhost"}, True),
    ({"Host": "games.example.org", "Origin": "https://games.example.org"}, True),
    ({}, True),
    ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Sec-Fetch-Site": "none"}, True),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Origin": "null"}, False),
    ({"Origin": ""}, False),
    ({"Origin": "http://evil.example"}, False),
    ({"Origin": "http://127.0.0.1"}, False),
    ({"Origin": "http://127.0.0.1:1"}, False),
    ({"Origin": "http://localhost:{port}"}, False),
    ({"Origin": "file://127.0.0.1:{port}"}, False),
    ({"Origin": "http://127.0.0.1:{port}.evil.example"}, False),
    ({"Origin": "https://games.example.org"}, False),
    ({"Host": "games.example.org", "Origin": "http://games.example.org"}, False),
)


def filled(server: Served, headers: dict[str, str]) -> dict[str, str]:
    return {name: value.format(port=server.port) for name, value in headers.items()}


@pytest.mark.parametrize(("headers", "fine"), ORIGINS)
def test_what_changes_something_must_come_from_our_own_pages(
    server: Served, headers: dict[str, str], fine: bool
) -> None:
    for method in ("POST", "DELETE"):
        answer = server.ask(method, "/api/size", headers=filled(server, headers))
        if fine:
            assert answer.status_code == (200 if method == "POST" else 405)
        else:
            assert refused(answer) == (403, "bad_origin")
    assert server.ask("GET", "/api/size", headers=filled(server, headers)).status_code == 200


@pytest.mark.parametrize(("headers", "fine"), ORIGINS)
def test_so_must_sockets(server: Served, headers: dict[str, str], fine: bool) -> None:
    more = filled(server, headers)
    host = more.pop("Host", f"127.0.0.1:{server.port}")
    origin = more.pop("Origin", None)

    def opening() -> ClientConnection:
        return connect(
            f"ws://{host}/api/socket",
            sock=socket.create_connection(("127.0.0.1", server.port)),
            additional_headers={**more, **({} if origin is None else {"Origin": origin})},
        )

    if fine:
        with opening() as wire:
            wire.send("hello")
            assert wire.recv() == "hello"
    else:
        with pytest.raises(InvalidStatus) as caught:
            opening()
        assert caught.value.response.status_code == 403
        assert b'"bad_origin"' in caught.value.response.body


def test_two_origins_are_a_foreign_one(server: Served) -> None:
    same = f"Origin: {server.origin}\r\n"
    answer = server.raw(
        (
            f"POST /api/size HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{same}{same}"
            "Content-Length: 0\r\nConnection: close\r\n\r\n"
        ).encode()
    )
    assert b"bad_origin" in answer


# --- bodies -------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "most"), (("/api/size", SMALL_BODY), ("/api/tables", LARGE_BODY)))
def test_bodies_are_whole_or_refused(server: Served, path: str, most: int) -> None:
    assert server.ask("POST", path, content=b"x" * most).json() == {"size": most}
    assert refused(server.ask("POST", path, content=b"x" * (most + 1))) == (413, "too_big")

    def pieces(size: int) -> Iterator[bytes]:
        for _ in range(size // 1024):
            yield b"x" * 1024

    assert server.ask("POST", path, content=pieces(most)).json() == {"size": most}


def test_a_stream_without_a_length_is_cut_off(server: Served) -> None:
    head = f"POST /api/size HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n".encode()
    piece = b"1000\r\n" + b"x" * 4096 + b"\r\n"
    answer = server.raw(head + b"Transfer-Encoding: chunked\r\n\r\n", piece * 5)
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_length_that_lies_is_refused(server: Served) -> None:
    head = f"POST /api/size HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n".encode()
    answer = server.raw(head + b"Content-Length: 99999999999999999999\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_headers_have_a_limit(server: Served) -> None:
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\nX: ".encode()
    assert server.raw(head + b"x" * 1_000 + b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    answer = server.raw(head + b"x" * 100_000)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert server.ask("GET", "/").status_code == 200


# --- rates --------------------------------------------------------------------------------


def test_too_many_requests_must_wait() -> None:
    with served(Settings(database="unused", requests_per_second=0.1)) as running:
        assert running.ask("GET", "/").status_code == 200
        answer = running.ask("GET", "/")
        assert refused(answer) == (429, "too_fast")
        assert answer.headers["retry-after"] == "10"
        with pytest.raises(InvalidStatus) as caught:
            connect(running.socket_url, proxy=None)
        assert caught.value.response.status_code == 429
        assert 'misterx_refused_requests_total{code="too_fast"} 2' in running.registry.text()


def test_tables_are_counted_apart() -> None:
    with served(Settings(database="unused", tables_per_hour=2)) as running:
        codes = [running.ask("POST", "/api/tables").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert running.ask("POST", "/api/size").status_code == 200


def test_sockets_of_an_address_are_counted_and_let_go() -> None:
    settings = Settings(database="unused", sockets_per_address=1, requests_per_second=0)
    with served(settings) as running:
        with connect(running.socket_url, proxy=None) as wire:
            wire.send("hello")
            assert wire.recv() == "hello"
            assert "misterx_sockets 1\n" in running.registry.text()
            with pytest.raises(InvalidStatus) as caught:
                connect(running.socket_url, proxy=None)
            assert caught.value.response.status_code == 429
            assert caught.value.response.headers["retry-after"] == "5"
        for _ in range(500):
            if "misterx_sockets 0\n" in running.registry.text():
                break
            time.sleep(0.01)
        with connect(running.socket_url, proxy=None) as wire:
            wire.send("again")
            assert wire.recv() == "again"


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot")
def test_whoever_reads_nothing_is_let_go_and_others_notice_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("misterx.server.listening._UNREAD_MS", 1000)
    with served(Settings(database="unused", requests_per_second=0)) as running:
        wire = socket.create_connection(("127.0.0.1", running.port))
        wire.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert wire.recv(12) == b"HTTP/1.1 101"
        wire.sendall(b"\x81\x85\0\0\0\0flood")  # a text, masked with zeros
        began = time.monotonic()
        while "misterx_sockets 0\n" not in running.registry.text():
            assert time.monotonic() - began < 20
            assert running.ask("GET", "/").status_code == 200
            time.sleep(0.05)
        wire.close()
        assert time.monotonic() - began > 0.9, "nobody is let go at once"


# --- headers and failures -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    (
        ("GET", "/", 200),
        ("GET", "/nowhere", 404),
        ("PUT", "/api/size", 405),
        ("GET", "/api/broken", 500),
    ),
)
def test_every_answer_has_the_headers(server: Served, method: str, path: str, status: int) -> None:
    answer = server.ask(method, path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "microphone=()" in answer.headers["permissions-policy"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert answer.headers.get_list("cache-control") == (
        ["no-store"] if path.startswith("/api") else ["max-age=60"] if status == 200 else []
    )
    assert "server" not in answer.headers


def test_refusals_have_them_too_and_plain_http_promises_no_https() -> None:
    with served(Settings(database="unused")) as running:
        answer = running.ask("GET", "/", headers={"Host": "evil.example"})
        assert answer.status_code == 403
        assert "content-security-policy" in answer.headers
        assert "strict-transport-security" not in answer.headers


def test_of_a_failure_nothing_is_told(server: Served) -> None:
    answer = server.ask("GET", "/api/broken")
    assert refused(answer) == (500, "server_error")
    assert "secret" not in answer.text


def test_a_failing_socket_is_closed_and_the_next_one_is_fine(server: Served) -> None:
    with connect(server.socket_url, proxy=None) as wire:
        wire.send("break")
        with pytest.raises(ConnectionClosed) as caught:
            wire.recv(timeout=60)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1011
        assert caught.value.rcvd.reason == ""
    with connect(server.socket_url, proxy=None) as wire:
        wire.send("hello")
        assert wire.recv() == "hello"


def test_where_a_handshake_cannot_be_answered_the_socket_is_closed() -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def app(*_: object) -> None:
        raise AssertionError("it was let through")

    scope = {"type": "websocket", "path": "/", "headers": [(b"host", b"evil.example")]}
    guard = Guard(app, Settings(database="unused"))
    asyncio.run(guard(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": "bad_host"}]


# --- metrics ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "client", "headers", "fine"),
    (
        ("local", ("127.0.0.1", 5), [], True),
        ("local", ("::1", 5), [], True),
        ("local", ("192.0.2.7", 5), [], False),
        ("local", ("127.0.0.1", 5), [(b"x-forwarded-for", b"192.0.2.7")], False),
        ("local", ("127.0.0.1", 5), [(b"forwarded", b"for=192.0.2.7")], False),
        ("local", None, [], False),
        ("all", ("192.0.2.7", 5), [], True),
        ("off", ("127.0.0.1", 5), [], False),
    ),
)
def test_who_sees_the_metrics(
    policy: MetricsPolicy, client: object, headers: object, fine: bool
) -> None:
    settings = Settings(database="unused", metrics=policy)
    assert may_see_metrics(settings, {"client": client, "headers": headers}) is fine
