"""A client for tests: a guest over real HTTP, and seats over real WebSockets."""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from misterx.server.wire import WIRE

__all__ = ["Guest", "Refused", "Seat", "request_id"]

Message = dict[str, Any]
PATIENCE = 90.0
"""Seconds after which a test gives up waiting for a message."""


_OTHERS_WERE_QUICKER = {"stale", "already_moved", "not_your_turn", "game_over", "occupied"}
"""Refusals of a move that was one of those that its seat could make a moment ago."""


class Refused(Exception):
    """The server said no."""

    def __init__(self, code: str, message: str, status: int = 0) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = status


def request_id() -> str:
    return secrets.token_hex(8)


class Guest:
    """Somebody with a cookie."""

    def __init__(self, url: str, name: str = "Ada", headers: dict[str, str] | None = None) -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(
            base_url=url,
            headers=headers or {},
            timeout=PATIENCE,
            # Sooner than the server, or both let go of a line at the same moment as it is used.
            limits=httpx.Limits(keepalive_expiry=2),
            # Nothing here is over TLS, and reading the system's certificates takes its time.
            verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )
        self.id = ""
        self.heard: list[bytes] = []
        """Every answer over HTTP, byte by byte."""
        self.seats: WeakSet[Seat] = WeakSet()
        """Where he sits, so that nothing stays open when a test fails."""

    async def __aenter__(self) -> Self:
        told = await self.post("/api/guest", {"name": self.name})
        self.id = told["id"]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for seat in tuple(self.seats):
            await seat.close()
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        answer = await self.http.request(method, path, json=body)
        self.heard.append(answer.content)
        if answer.is_error:
            said = answer.json()
            raise Refused(said["code"], said["message"], answer.status_code)
        if answer.content and answer.headers["content-type"].startswith("application/json"):
            return answer.json()
        return answer.text

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        return await self.ask("GET", path)

    async def post(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        return await self.ask("POST", path, body)

    async def open_table(self, edition: str, players: int, **plan: object) -> str:
        told = await self.post("/api/tables", {"edition": edition, "players": players, **plan})
        return str(told["table"]["id"])

    async def watch(self, table: str, seat: str | None, since: int | None = None) -> Seat:
        """A socket that watches a seat, when it has been told how things are."""
        watched = Seat(self, table, seat)
        await watched.connect(since)
        return watched


class Seat:
    """A socket that watches a seat, and what it has been told."""

    def __init__(self, guest: Guest, table: str, seat: str | None) -> None:
        self.guest = guest
        self.url = guest.url
        self.table = table
        self.seat = seat
        self.at = 0
        self.game: Message | None = None
        self.shown: Message = {}
        self.clock: Message | None = None
        self.frames: list[Message] = []
        self.chat: list[str] = []
        self.presence: Message = {}
        self.byes: list[Message] = []
        self.raw: list[str] = []
        """Every message, byte by byte."""
        self._answers: dict[str | None, asyncio.Queue[Message]] = {}
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        guest.seats.add(self)

    # --- the line --------------------------------------------------------------------------

    async def connect(
        self, since: int | None = None, local_addr: tuple[str, int] | None = None
    ) -> None:
        url = self.url.replace("http", "ws", 1) + f"/api/live/{self.table}"
        self._socket = await connect(
            url,
            additional_headers={"Cookie": self.guest.cookie},
            origin=None,
            max_size=None,
            local_addr=local_addr,
        )
        self._reading = asyncio.create_task(self._read(self._socket))
        asked = {"do": "watch", "wire": WIRE, "table": self.table, "seat": self.seat}
        before = len(self.raw)
        await self.send({**asked, "since": since} if since is not None else asked)

        def is_answered(*words: str) -> bool:
            return any(word in text for text in self.raw[before:] for word in words)

        await self.until(lambda: is_answered('"watching"', '"refused"'))
        if not is_answered('"watching"'):
            try:
                await self.answer(None)
            finally:
                await self.close()

    async def resume(self) -> None:
        """Connect anew, and be told what was missed."""
        await self.close()
        await self.connect(self.at or None)

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        if self._socket is not None:
            with suppress(ConnectionClosed, OSError):
                await self._socket.close()

    @property
    def is_connected(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def send(self, message: Message) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        """Send something, be it a message or not; raises `ConnectionError` if it cannot be sent."""
        assert self._socket is not None
        try:
            await self._socket.send(text)
        except ConnectionClosed as closed:
            raise ConnectionError(f"the connection was lost; byes: {self.byes}") from closed

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                self.raw.append(text)
                self._take(json.loads(text))
                self._wake()
        except ConnectionClosed:
            pass
        finally:
            self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "snapshot":
                self.at = message["at"]
                self.game, self.shown = message["game"], message["table"]
                self.clock = message["clock"]
                self.chat = [line["text"] for line in message["chat"]]
            case "frame":
                assert message["at"] == self.at + 1, f"a gap: {self.at}, then {message['at']}"
                self.at = message["at"]
                self.frames.append(message)
                self.game = message.get("game") or self.game
                self.shown = message.get("table") or self.shown
                self.clock = message.get("clock") or self.clock
                if "chat" in message:
                    self.chat.append(message["chat"]["text"])
            case "done" | "refused":
                self._answer_queue(message["id"]).put_nowait(message)
            case "presence":
                self.presence = message
            case "bye":
                self.byes.append(message)
            case _:
                pass

    def _answer_queue(self, request: str | None) -> asyncio.Queue[Message]:
        return self._answers.setdefault(request, asyncio.Queue())

    # --- talking ---------------------------------------------------------------------------

    async def until(self, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so, by what was told."""
        async with asyncio.timeout(seconds):
            while not is_so():
                if not self.is_connected:
                    raise ConnectionError(f"the connection was lost; byes: {self.byes}")
                await self._news.wait()

    async def ask(self, **message: object) -> int:
        """Send a request and return the number it was saved under; raises `Refused`."""
        request = str(message.setdefault("id", request_id()))
        await self.send(message)
        answer = await self.answer(request)
        return int(answer["at"])

    async def answer(self, request: str | None, seconds: float = PATIENCE) -> Message:
        """The answer to a request; raises `Refused`, or `ConnectionError` if none can come."""
        queue = self._answer_queue(request)
        await self.until(lambda: not queue.empty(), seconds)
        message = queue.get_nowait()
        if message["type"] == "refused":
            raise Refused(message["code"], message["message"])
        return message

    async def move(self, text: str, at: int | None = None) -> int:
        return await self.ask(do="move", move=text, at=self.at if at is None else at)

    # --- playing ---------------------------------------------------------------------------

    @property
    def moves(self) -> Sequence[str]:
        """The moves that this seat may make now."""
        return (self.game or {}).get("moves") or ()

    @property
    def is_over(self) -> bool:
        return bool(self.shown.get("phase") == "over")

    async def play(self, dice: Random, most: int | None = None) -> int:
        """Make random moves until the game is over, or so many; the number of moves made."""
        made = 0
        while most is None or made < most:
            await self.until(lambda: bool(self.moves) or self.is_over)
            if self.is_over:
                break
            try:
                await self.move(dice.choice(self.moves))
                made += 1
            except Refused as no:
                if no.code not in _OTHERS_WERE_QUICKER:
                    raise
                await asyncio.sleep(0)
        return made
