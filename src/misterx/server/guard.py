"""What stands before the application: hosts, origins, sizes, rates, and headers that protect.

It is plain ASGI and guards WebSockets as well. The application gets bodies whole and within their
limit. Whatever fails inside is answered here, without a word about what it was.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from math import ceil
from typing import Final, NamedTuple

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from misterx.server.bans import Bans
from misterx.server.hosts import Hosts, header, host_of
from misterx.server.limits import Buckets, Clock, Headcount, Rate, address_key
from misterx.server.logs import get_log
from misterx.server.metrics import Registry
from misterx.server.settings import Settings
from misterx.server.table.refusals import TableCode

__all__ = ["Guard"]

_log = get_log("guard")

SMALL_BODY: Final = 16 * 1024
LARGE_BODY: Final = 512 * 1024
_DRAINED: Final = 4 * 1024 * 1024
"""So much of a body that is too big is thrown away before it is refused."""
_BODY_SECONDS: Final = 20.0
"""How long a body may take to arrive."""
_GONE_SECONDS: Final = 1.0
"""How long a connection that was refused may take to be gone."""
_BURST_SECONDS: Final = 5
_GUESTS_PER_TABLE: Final = 5
"""So many times as many guests as tables may be new in an hour."""
_PROBES: Final = frozenset(("/healthz", "/readyz", "/metrics"))
"""What proxies and monitors ask for; bans do not hold there."""
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), "
        "serial=(), usb=()"
    ),
}
_GONE: Final = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
"""The other end has left: no fault of anybody's."""
_HSTS: Final = ("strict-transport-security", "max-age=31536000")


class _Refusal(NamedTuple):
    status: int
    code: TableCode
    message: str
    wait: float = 0.0


_BAD_HOST = _Refusal(
    403, TableCode.BAD_HOST, "this server does not answer to that host name: see --allowed-hosts"
)
_BANNED = _Refusal(403, TableCode.BANNED, "this server does not answer your address")
_BAD_ORIGIN = _Refusal(403, TableCode.BAD_ORIGIN, "the request comes from another site")
_TOO_BIG = _Refusal(413, TableCode.TOO_BIG, "the body is too big")
_TOO_SLOW = _Refusal(408, TableCode.TOO_SLOW, "the body took too long to arrive")
_FAILED = _Refusal(500, TableCode.SERVER_ERROR, "something went wrong in the server")


class Guard:
    """ASGI middleware: `app.add_middleware(Guard, settings=settings)`.

    Args:
        app: what is guarded.
        settings: hosts and limits.
        large_bodies: paths to which a POST may bring a record, up to `LARGE_BODY`.
        creating: paths where each POST counts as a new table.
        bans: addresses that get no answer but a refusal; probes answer them too.
        registry: where refusals and open sockets are counted, if anywhere.
        clock: seconds for the rates.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        *,
        large_bodies: Collection[str] = ("/api/tables", "/api/replay", "/api/analysis"),
        creating: Collection[str] = ("/api/tables",),
        bans: Bans | None = None,
        registry: Registry | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._app = app
        self._hosts = Hosts(settings)
        self._bans = bans or Bans()
        self._large_bodies = frozenset(large_bodies)
        self._creating = frozenset(creating)
        rate, tables = settings.requests_per_second, settings.tables_per_hour
        self._requests = Buckets(Rate(rate, max(1.0, rate * _BURST_SECONDS)), clock)
        self._tables = Buckets(Rate(tables / 3600, tables), clock)
        guests = tables * _GUESTS_PER_TABLE
        self._guests = Buckets(Rate(guests / 3600, guests), clock)
        self._sockets = Headcount(settings.sockets_per_address)
        self._headers = _encoded([*_HEADERS.items(), *([_HSTS] if settings.is_https else [])])
        counts = registry or Registry()
        self._refused = counts.counter(
            "misterx_refused_requests_total", "Requests that the guard refused.", "code"
        )
        counts.gauge("misterx_sockets", "Live connections.", self._sockets.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        match scope["type"]:
            case "http":
                await self._http(scope, receive, send)
            case "websocket":
                await self._socket(scope, receive, send)
            case _:
                await self._app(scope, receive, send)

    # --- HTTP -----------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(send, self._headers, no_store=scope["path"].startswith("/api"))
        refusal = self._refusal(scope, needs_origin=scope["method"] not in _SAFE)
        if refusal is None and scope["method"] == "POST":
            refusal = self._creates_too_much(scope)
        body = None
        if refusal is None and _has_body(scope):
            body = await self._body(scope, receive)
            refusal = body if isinstance(body, _Refusal) else None
        if refusal is not None:
            await self._refuse(scope, refusal, answer)
            return
        try:
            whole = _replayed(body, receive) if isinstance(body, bytes) else receive
            await self._app(scope, whole, answer.send)
        except _GONE:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered and logged
            _log.crash("request_failed", error, method=scope["method"])
            if not answer.started:
                await self._refuse(scope, _FAILED, answer)

    def _creates_too_much(self, scope: Scope) -> _Refusal | None:
        """Why a request does not get to make a table or a guest."""
        path: str = scope["path"]
        if path in self._creating or path.endswith("/rematch"):
            return _too_fast(self._tables.take(_client(scope)), "too many new tables")
        if path == "/api/guest":
            return _too_fast(self._guests.take(_client(scope)), "too many new guests")
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes | _Refusal:
        """The whole body, or why not."""
        large = scope["method"] == "POST" and scope["path"] in self._large_bodies
        most = LARGE_BODY if large else SMALL_BODY
        told = header(scope, b"content-length")
        if told is not None and (not told.isdigit() or int(told[:20]) > most):
            await _drain(receive)
            return _TOO_BIG
        body = bytearray()
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return _TOO_SLOW  # gone before it was whole: nobody reads the answer
                    body += message.get("body", b"")
                    if len(body) > most:
                        await _drain(receive)
                        return _TOO_BIG
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return _TOO_SLOW

    async def _refuse(self, scope: Scope, refusal: _Refusal, answer: _Answer) -> None:
        self._note(scope, refusal)
        headers, body = _written(refusal)
        # What is left of the body is not read: the connection is of no more use.
        headers.append((b"connection", b"close"))
        start = {"type": "http.response.start", "status": refusal.status, "headers": headers}
        await answer.send(start)
        await answer.send({"type": "http.response.body", "body": body})

    # --- WebSockets -----------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope, needs_origin=True)
        client = _client(scope)
        if refusal is None and not self._sockets.enter(client):
            refusal = _too_fast(5.0, "too many connections from your address")
        if refusal is not None:
            await self._reject(scope, refusal, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        except _GONE:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, it ends this socket only
            _log.crash("socket_failed", error)
            await _close(send)
        finally:
            self._sockets.leave(client)

    async def _reject(self, scope: Scope, refusal: _Refusal, receive: Receive, send: Send) -> None:
        self._note(scope, refusal)
        await receive()  # websocket.connect
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        headers, body = _written(refusal)
        await send(
            {
                "type": "websocket.http.response.start",
                "status": refusal.status,
                "headers": [*headers, *self._headers],
            }
        )
        await send({"type": "websocket.http.response.body", "body": body})
        # uvicorn logs an error for every answer like this one, unless the connection has gone by
        # then: it tells so twice, first for the answer and then for the connection itself.
        with suppress(TimeoutError):
            async with asyncio.timeout(_GONE_SECONDS):
                await receive()
                await receive()

    # --- both -----------------------------------------------------------------------------

    def _refusal(self, scope: Scope, *, needs_origin: bool) -> _Refusal | None:
        """Why a request is not let through."""
        if scope["path"] not in _PROBES and self._bans.cover(_host_of_client(scope)):
            return _BANNED
        if (wait := self._requests.take(_client(scope))) > 0:
            return _too_fast(wait, "too many requests")
        host = host_of(scope)
        if host is None or not self._hosts.answers_to(host):
            return _BAD_HOST
        if needs_origin and not self._hosts.is_own_origin(scope, host):
            return _BAD_ORIGIN
        return None

    def _note(self, scope: Scope, refusal: _Refusal) -> None:
        self._refused.add(of=refusal.code)
        _log.debug("refused", code=refusal.code, address=_client(scope))


class _Answer:
    """The way out: adds the headers, and knows whether an answer has begun."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]], *, no_store: bool) -> None:
        self.started = False
        self._send = send
        self._headers = [*headers, (b"cache-control", b"no-store")] if no_store else headers
        self._ours = {name for name, _ in self._headers}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            theirs = [h for h in message.get("headers", ()) if h[0].lower() not in self._ours]
            message = {**message, "headers": [*theirs, *self._headers]}
        await self._send(message)


# --- small things -------------------------------------------------------------------------


def _too_fast(wait: float, what: str) -> _Refusal | None:
    if wait <= 0:
        return None
    seconds = max(1, ceil(wait))
    return _Refusal(429, TableCode.TOO_FAST, f"{what}: try again in {seconds} s", seconds)


def _written(refusal: _Refusal) -> tuple[list[tuple[bytes, bytes]], bytes]:
    body = json.dumps({"code": refusal.code, "message": refusal.message}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body))}
    if refusal.wait:
        headers["retry-after"] = str(refusal.wait)
    return _encoded(headers.items()), body


async def _drain(receive: Receive) -> None:
    """Read on for a while, so that the other end gets to reading the answer."""
    left = _DRAINED
    with suppress(TimeoutError):
        async with asyncio.timeout(_GONE_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives a body first that was read already."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _close(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": 1011})
    except (OSError, RuntimeError):  # it is closed already
        return


def _client(scope: Scope) -> str:
    return address_key(_host_of_client(scope))


def _host_of_client(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"


def _has_body(scope: Scope) -> bool:
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])
