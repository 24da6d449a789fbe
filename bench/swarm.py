"""All players of many tables, in this process: as little work a message as it takes.

The load must not be the bottleneck of what it measures. So the sockets speak WebSocket by hand,
and of a message only the number of its entry and the moves on offer are looked at.
"""

from __future__ import annotations

import asyncio
import gc
import json
import struct
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final, TypeVar, cast

import uvloop

from misterx.server.wire import WIRE

__all__ = ["Screen", "Swarm", "Tables", "TwoScreens", "run"]

_T = TypeVar("_T")
_TICK_SECONDS: Final = 0.001
_DRAIN_SECONDS: Final = 10.0
_TEXT, _PING, _CLOSE = 0x1, 0x9, 0x8
_FRAME, _SNAPSHOT, _MOVES = b'{"type":"frame","at":', b'{"type":"snapshot","at":', b'"moves":["'
_NO_MOVES = b'"moves":null'


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Keep this process from looking for garbage while it measures another."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def run(main: Coroutine[Any, Any, _T]) -> _T:
    """Run a coroutine on the loop that the server has, without searches for garbage."""
    with _no_garbage():
        return uvloop.run(main)


class Screen(asyncio.Protocol):
    """A socket that watches one seat."""

    __slots__ = (
        "_buffer",
        "_is_open",
        "_since",
        "_transport",
        "at",
        "cookie",
        "moves",
        "pair",
        "seat",
        "watching",
    )

    def __init__(self, pair: TwoScreens, seat: str, cookie: str) -> None:
        self.pair = pair
        self.seat = seat
        self.cookie = cookie
        self.at = 0
        self.moves: bytes | None = None
        """The moves on offer, as JSON without brackets; None: it is not this seat's turn."""
        self.watching: asyncio.Future[None] | None = None
        self._buffer = b""
        self._is_open = False
        self._since: int | None = None
        self._transport: asyncio.Transport | None = None

    @property
    def is_connected(self) -> bool:
        return self._transport is not None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(
            b"GET /api/live/"
            + self.pair.table.encode()
            + (b"?to_move=1" if self.moves else b"")
            + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: "
            + self.cookie.encode()
            + b"\r\n\r\n"
        )

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self.watching is not None and not self.watching.done():
            self.watching.set_exception(ConnectionError("the server has closed the connection"))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def send(self, text: bytes, opcode: int = _TEXT) -> None:
        """Send a message, masked with nothing."""
        size = len(text)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size) if size < 126 else b""
        head = head or struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        if self._transport is not None:
            self._transport.write(head + b"\0\0\0\0" + text)

    def watch(self, since: int | None = None) -> asyncio.Future[None]:
        """Ask for the seat, now or when the socket is open; done when it is shown."""
        if since is None:
            self.at, self.moves = 0, None
        self._since = since
        self.watching = asyncio.get_running_loop().create_future()
        if self._is_open:
            self._ask()
        return self.watching

    def _ask(self) -> None:
        asked = {"do": "watch", "wire": WIRE, "table": self.pair.table, "seat": self.seat}
        self.send(
            json.dumps(asked if self._since is None else asked | {"since": self._since}).encode()
        )

    async def connect(self, since: int | None = None) -> None:
        """Open the socket and wait until it is shown its table; raises `OSError`."""
        self._is_open, self._buffer = False, b""
        watching = self.watch(since=since)
        swarm = self.pair.swarm
        await asyncio.get_running_loop().create_connection(lambda: self, swarm.host, swarm.port)
        await watching

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            assert b" 101 " in head[:20], head
            self._is_open = True
            self._ask()
        start, have = 0, len(buffer)
        while have - start >= 2:
            opcode, size = buffer[start] & 15, buffer[start + 1]
            body = start + 2
            if size == 126:
                body = start + 4
                size = int.from_bytes(buffer[start + 2 : body], "big")
            elif size == 127:
                body = start + 10
                size = int.from_bytes(buffer[start + 2 : body], "big")
            if have < body + size:
                break
            start = body + size
            if opcode == _TEXT:
                self._take(buffer, body, start)
            elif opcode == _PING:
                self.send(buffer[body:start], 0xA)
            elif opcode == _CLOSE:
                self.close()
        self._buffer = buffer[start:]

    def _take(self, buffer: bytes, begin: int, end: int) -> None:
        """Take up a message."""
        if buffer.startswith(_FRAME, begin):
            self.at = int(buffer[begin + len(_FRAME) : buffer.index(b",", begin + len(_FRAME))])
        elif buffer.startswith(_SNAPSHOT, begin):
            at = begin + len(_SNAPSHOT)
            self.at = int(buffer[at : buffer.index(b",", at)])
        else:
            if buffer.startswith(b'{"type":"presence"', begin):
                if self.watching is not None and not self.watching.done():
                    self.watching.set_result(None)
            elif buffer.startswith((b'{"type":"refused"', b'{"type":"bye"'), begin):
                self.pair.swarm.refused.append(buffer[begin:end])
                if self.watching is not None and not self.watching.done():
                    self.watching.set_exception(ConnectionError(buffer[begin:end].decode()))
            return
        moves = buffer.find(_MOVES, begin, end)
        if moves >= 0:
            moves += len(_MOVES) - 1
            self.moves = buffer[moves : buffer.index(b"]", moves, end)]
        elif buffer.find(_NO_MOVES, begin, end) >= 0:
            self.moves = None
        self.pair.took(self)


class TwoScreens:
    """A table and those who look at it; each has a seat."""

    __slots__ = ("is_waiting", "screens", "sent", "sent_at", "swarm", "table")

    def __init__(self, swarm: Swarm, table: str) -> None:
        self.swarm = swarm
        self.table = table
        self.screens: list[Screen] = []
        self.sent = 0.0
        self.sent_at = 0
        self.is_waiting = False

    def took(self, _screen: Screen) -> None:
        """Count a move whose last frame has come."""
        if self.is_waiting and all(screen.at > self.sent_at for screen in self.screens):
            self.is_waiting = False
            self.swarm.times.append(time.perf_counter() - self.sent)

    def move(self) -> bool:
        """Make a move; False if nobody may, as when the game is over."""
        if self.is_waiting:
            return False
        mover = next((screen for screen in self.screens if screen.moves), None)
        if mover is None or mover.moves is None:
            return False
        swarm = self.swarm
        choices = mover.moves.split(b",")
        move = choices[int(swarm.dice.random() * len(choices))]
        self.is_waiting, self.sent_at, self.sent = True, mover.at, time.perf_counter()
        mover.moves = None
        mover.send(
            b'{"do":"move","id":"%016x","move":%b,"at":%d}'
            % (swarm.dice.getrandbits(64), move, mover.at)
        )
        return True


Tables = Sequence[TwoScreens]


class Swarm:
    """Everybody at once."""

    def __init__(self, url: str) -> None:
        self.host, _, port = url.removeprefix("http://").partition(":")
        self.port = int(port)
        self.times: list[float] = []
        """How long each move took from its sending to the last screen."""
        self.refused: list[bytes] = []
        self.dice = Random(1)

    async def sit(
        self, pairs: Tables, cookies: Sequence[Sequence[str]], at_once: int = 100
    ) -> None:
        """Open the sockets of these tables, some at a time, and watch."""
        gate = asyncio.Semaphore(at_once)
        seats = ("X", "H1")

        async def one(pair: TwoScreens, own: Sequence[str]) -> None:
            async with gate:
                for seat, cookie in zip(seats, own, strict=False):
                    screen = Screen(pair, seat, cookie)
                    pair.screens.append(screen)
                    await screen.connect()

        await asyncio.gather(*map(one, pairs, cookies))

    async def play(self, pairs: Tables, rate: float, most: int, seconds: float) -> int:
        """Send moves at a rate, whether or not earlier ones have been answered; how many."""
        done = len(self.times)
        began = time.perf_counter()
        count = tried = at = 0
        while count < most and (now := time.perf_counter() - began) < seconds:
            while tried < now * rate and count < most:
                tried += 1
                for _ in pairs:  # the next that is not waiting for anything
                    at = (at + 1) % len(pairs)
                    if pairs[at].move():
                        count += 1
                        break
            await asyncio.sleep(_TICK_SECONDS)
        deadline = time.perf_counter() + _DRAIN_SECONDS
        while len(self.times) - done < count and time.perf_counter() < deadline:
            await asyncio.sleep(_TICK_SECONDS)
        return count
