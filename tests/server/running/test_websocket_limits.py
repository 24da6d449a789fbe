"""What a client may send over a WebSocket, frame by frame."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from misterx.server import running, websocket_limits
from misterx.server.settings import Settings
from tests.server.attacks.raw_websocket import CONTINUATION, PING, PONG, TEXT, frame
from tests.server.running.served import Served, served
from tests.server.running.test_connections import all_that_comes, closed, line_to

CLOSE = 0x88


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    settings = Settings(
        database="unused", requests_per_second=0, sockets_per_address=0, connections_per_address=0
    )
    with served(settings) as started:
        yield started


def request(server: Served, path: str = "/api/socket") -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


@contextmanager
def websocket(server: Served) -> Iterator[socket.socket]:
    with line_to(server) as line:
        line.sendall(request(server))
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += line.recv(1)
        assert b" 101 " in answer
        yield line


def why_closed(data: bytes) -> tuple[int, str]:
    """The code and the reason of the last frame, which closes the connection."""
    start = data.rindex(bytes((CLOSE,)), 0, len(data) - 2)
    return int.from_bytes(data[start + 2 : start + 4], "big"), data[start + 4 :].decode()


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """Small frames of the server: their first byte, and what they hold."""
    found = []
    while data:
        size = data[1]
        found.append((data[0], data[2 : 2 + size]))
        data = data[2 + size :]
    return found


ENDLESS: dict[str, tuple[bytes, bytes, str]] = {
    "continuations": (frame(TEXT, fin=False), frame(CONTINUATION, fin=False), "fragments"),
    "pings": (b"", frame(PING), "frames"),
    "pongs": (b"", frame(PONG, b"x"), "frames"),
    "long messages": (b"", frame(TEXT, b" " * 16_000), "bytes"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_frames_without_end_close_the_connection(server: Served, name: str) -> None:
    begin, one, what = ENDLESS[name]
    before = closed(server, f"too_many_{what}")
    with websocket(server) as line:
        with suppress(ConnectionError):
            line.sendall(begin + one * (6_000 if len(one) < 100 else 20))
        said = all_that_comes(line)
    assert closed(server, f"too_many_{what}") == before + 1
    if said:  # else the line was cut before it could be read
        assert why_closed(said) == (1008, f"too many {what}")


def test_a_message_in_a_few_pieces_is_heard_and_control_frames_may_come_between(
    server: Served,
) -> None:
    with websocket(server) as line:
        line.sendall(
            frame(TEXT, b"he", fin=False)
            + frame(PING, b"?")
            + frame(CONTINUATION, b"ll", fin=False)
            + frame(CONTINUATION, b"o")
        )
        assert line.recv(3) == b"\x8a\x01?"
        assert line.recv(7) == b"\x81\x05hello"


def test_a_message_may_come_byte_by_byte(server: Served) -> None:
    with websocket(server) as line:
        for byte in frame(TEXT, b"hello"):
            line.sendall(bytes((byte,)))
        assert line.recv(7) == b"\x81\x05hello"


@pytest.mark.parametrize("begun", (frame(TEXT, b"he", fin=False), frame(TEXT, b"hello")[:-1]))
def test_a_message_that_does_not_end_is_not_waited_for(
    server: Served, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(websocket_limits, "_MESSAGE_SECONDS", 0.1)
    with websocket(server) as line:
        line.sendall(begun)
        assert why_closed(all_that_comes(line)) == (1008, "slow message")


def test_text_that_is_not_text_closes_the_connection(server: Served) -> None:
    with websocket(server) as line:
        line.sendall(frame(TEXT, b"\xff\xfe"))
        assert why_closed(all_that_comes(line))[0] == 1007


def test_many_messages_at_once_are_all_heard_in_their_order(server: Served) -> None:
    """They are parsed as the application reads them."""
    texts = [b"%03d" % number for number in range(500)]
    with websocket(server) as line:
        line.sendall(b"".join(frame(TEXT, text) for text in texts))
        said = b""
        while len(said) < 5 * len(texts):
            said += line.recv(65_536)
    assert frames(said) == [(0x81, text) for text in texts]


def test_of_many_pings_the_last_is_answered_when_the_client_reads_again(server: Served) -> None:
    with websocket(server) as line:
        line.sendall(frame(TEXT, b"flood"))  # it is sent to without end from here on
        line.sendall(b"".join(frame(PING, b"%03d" % number) for number in range(1_000)))
        said = b""
        while b"\x8a\x03999" not in said[-2_000:]:
            said += line.recv(1_000)
            said = said[-20_000:]


def test_a_client_that_never_reads_is_closed(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("misterx.server.connections._UNREAD_SECONDS", 0.2)
    before = closed(server, "unread")
    with websocket(server) as line:
        line.sendall(frame(TEXT, b"flood"))
        while closed(server, "unread") == before:
            time.sleep(0.01)


@pytest.mark.parametrize(
    ("change", "status"),
    (
        ((b"Version: 13", b"Version: 12"), b" 400 "),
        ((b"dGhlIHNhbXBsZSBub25jZQ==", b"x"), b" 400 "),
        ((b"Connection", b"X: y\r\n" * 200 + b"Connection"), b""),
    ),
)
def test_what_is_no_request_for_a_websocket_is_counted_and_closed(
    server: Served, change: tuple[bytes, bytes], status: bytes
) -> None:
    before = closed(server, "invalid_request")
    answer = server.raw(request(server).replace(*change))
    assert status in answer.partition(b"\r\n")[0]
    assert closed(server, "invalid_request") == before + 1


def test_all_connections_of_an_address_have_a_limit_together() -> None:
    settings: dict[str, Any] = {"requests_per_second": 0, "sockets_per_address": 10}
    with served(Settings(database="unused", **settings)) as server:
        for _ in range(6):
            with websocket(server) as line:
                line.sendall(frame(PONG) * 1_000)
                line.sendall(frame(TEXT, b"hello"))
                line.recv(100)
        assert closed(server, "too_many_frames") == 0
        assert closed(server, "too_many_frames_of_address") == 2


def test_a_client_is_pinged_once_it_was_quiet_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_PING_SECONDS", 0.05)
    asked: list[int] = []

    def after(seconds: float) -> Callable[[float, int], float]:
        def ping_seconds(_normal: float, connections: int) -> float:
            asked.append(connections)
            return seconds

        return ping_seconds

    with served(Settings(database="unused")) as server:
        monkeypatch.setattr(websocket_limits, "ping_seconds", after(3600))
        with websocket(server) as line:
            while not asked:
                time.sleep(0.01)
            line.sendall(frame(CLOSE & 0x0F))
            assert {first for first, _ in frames(all_that_comes(line))} <= {CLOSE}
        monkeypatch.setattr(websocket_limits, "ping_seconds", after(0))
        with websocket(server) as line:
            assert line.recv(1) == bytes((0x80 | PING,))
    assert set(asked) <= {1, 2}, "as many as are open"
