"""A server process from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any, Final, Protocol

import uvicorn
from starlette.types import Message, Receive, Scope, Send

from misterx.kernels.cache import cache_folder, cache_place
from misterx.server.connections import Connections, limited_http
from misterx.server.garbage import collect_when_quiet, keep_searches_short
from misterx.server.listening import addresses, listen, open_browser, shared, welcome
from misterx.server.logs import configure_logs, get_log, stray_errors_logged
from misterx.server.metrics import Registry
from misterx.server.own_rules import load_own_rules
from misterx.server.problems import Problem
from misterx.server.settings import Settings
from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import StoreError
from misterx.server.store.lock import DatabaseLock, Held
from misterx.server.websocket_limits import limited_websocket

__all__ = ["App", "serve"]

_log = get_log("running")

_STOP_SECONDS: Final = 6.0
"""How long the house may take to stop; it takes less by itself."""
_GOODBYE_SECONDS: Final = 3
"""How long open connections may take to close after that."""
_TRIES: Final = 50
_BETWEEN_SECONDS: Final = 0.1
_BROWSER_SECONDS: Final = 3.0
"""How long the browser may take to be started by a process that ends then."""
_PING_SECONDS: Final = 20.0
_HEADER_BYTES: Final = 16 * 1024


class App(Protocol):
    """An ASGI application whose `state.house` has `async def stop()`."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - Starlette's State, which holds anything
        """Where it keeps the house."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""


def serve(
    settings: Settings,
    make_app: Callable[[Settings], App],
    say: Callable[[str], None] | None = None,
) -> int:
    """Run a server until it is told to stop; the exit code.

    If another server has the same SQLite file, its address is told and opened instead.

    Args:
        settings: how; with port 0 the application gets them with the port that was found.
        make_app: makes the application, whose lifespan opens and closes the database.
        say: prints for people; stdout unless given.

    Raises:
        Problem: why the server cannot start.
    """
    say = say or _print
    configure_logs(settings.log_level, settings.log_format)
    with contextlib.ExitStack() as until_the_end:
        until_the_end.enter_context(stray_errors_logged())
        load_own_rules(settings.editions, settings.boards)
        lock = _lock(settings)
        if isinstance(lock, Held):
            return _point_to(lock, settings, say)
        if lock is not None:
            until_the_end.callback(lock.release)
        listener = until_the_end.enter_context(listen(settings.host, settings.port))
        settings = replace(settings, port=listener.getsockname()[1])
        return _Process(settings, make_app(settings), lock, say).run(listener)


def _lock(settings: Settings) -> DatabaseLock | Held | None:
    """The right to serve the SQLite file, or who has it; None: PostgreSQL needs no such right."""
    try:
        address = read_address(settings.database)
        if not isinstance(address, SqliteAddress):
            return None
        for _ in range(_TRIES):  # whoever has it may have just begun, or be about to end
            found = DatabaseLock.acquire(address.path)
            if isinstance(found, DatabaseLock) or found.address is not None:
                return found
            time.sleep(_BETWEEN_SECONDS)
    except StoreError as error:
        raise Problem(str(error)) from error
    raise Problem(
        f"another program is using {address}",
        "if it is a restore, wait for it; a second server needs a --database of its own",
    )


def _point_to(first: Held, settings: Settings, say: Callable[[str], None]) -> int:
    """Tell of the server that has the database already."""
    say(f"A server with this database is running already, at\n  {first.address}/")
    if settings.open_browser:
        open_browser(f"{first.address}/").join(_BROWSER_SECONDS)
    return 0


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class _Process:
    """One application in one event loop."""

    def __init__(
        self,
        settings: Settings,
        app: App,
        lock: DatabaseLock | None,
        say: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._app = app
        self._lock = lock
        self._say = say
        self._failure: StoreError | Problem | None = None
        self._tidying: asyncio.Future[None] | None = None
        connections = Connections(settings, getattr(app.state, "metrics", None) or Registry())
        config = _config(settings, self._lifespan, connections)
        self._server = _Server(config, self._stop_house, self._started)

    def run(self, listener: socket.socket) -> int:
        """Serve until a signal; the exit code."""
        try:
            self._server.run(shared(listener))
        except SystemExit as stop:  # the application did not start
            if self._failure is not None:
                raise Problem(str(self._failure)) from self._failure
            return int(stop.code or 0)
        _log.info("stopped", forced=self._server.forced_by is not None)
        return 0 if self._server.forced_by is None else 128 + self._server.forced_by

    async def _lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application itself, but the reason why it cannot start is kept, not logged."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return

        async def quietly(message: Message) -> None:
            if message["type"].endswith(".failed"):
                message = {**message, "message": ""}  # else a whole traceback
            await send(message)

        try:
            await self._app(scope, receive, quietly)
        except (StoreError, Problem) as error:
            self._failure = error
            raise
        except Exception as error:
            _log.crash("lifespan_failed", error)
            raise

    def _started(self) -> None:
        keep_searches_short()
        self._tidying = asyncio.ensure_future(collect_when_quiet())
        own = addresses(self._settings, self._settings.port)[-1]
        if self._lock is not None:
            self._lock.publish(own)
        _log.info("started", port=self._settings.port, process=os.getpid())
        if cache_folder() is None:
            _log.warning(
                "compiled_players_not_kept", tried=str(cache_place()), set="NUMBA_CACHE_DIR"
            )
        self._say(welcome(self._settings, self._settings.port))
        if self._settings.open_browser:
            open_browser(f"{own}/")

    async def _stop_house(self) -> None:
        """Refuse new moves, finish those in hand, say goodbye."""
        _log.info("stopping")
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await self._app.state.house.stop()
        except TimeoutError:
            _log.warning("stopping_took_too_long", seconds=_STOP_SECONDS)
        except Exception as error:  # noqa: BLE001 - the server stops all the same
            _log.crash("stopping_failed", error)


class _Server(uvicorn.Server):
    """A uvicorn that lets the house stop first, and ends with an exit code instead of a signal."""

    def __init__(
        self,
        config: uvicorn.Config,
        stop_house: Callable[[], Any],
        started: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.forced_by: int | None = None
        self._stop_house = stop_house
        self._tell_started = started
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._signals = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell so."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._tell_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """First signal: stop in order. Second: stop now. Third: end, whatever goes on."""
        self._signals += 1
        if self._signals > 2:
            os._exit(128 + sig)
        if self._signals == 2:
            self.forced_by = sig
            self.should_exit = self.force_exit = True
        elif self._loop is None or not self.started:
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self._begin_to_stop)

    def _begin_to_stop(self) -> None:
        self._stopping = asyncio.ensure_future(self._stop_in_order())

    async def _stop_in_order(self) -> None:
        await self._stop_house()
        self.should_exit = True


def _config(
    settings: Settings, app: Callable[..., Any], connections: Connections
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        interface="asgi3",
        lifespan="on",
        loop="auto",  # uvloop where it is installed
        http=limited_http(connections),  # h11, the one with a limit for headers
        h11_max_incomplete_event_size=_HEADER_BYTES,
        # The one that makes `send` wait for a slow reader, and reads no further than it is asked.
        ws=limited_websocket(connections),
        ws_max_size=settings.max_message_bytes,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        ws_per_message_deflate=False,  # the class above compresses with settings of its own
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
    )
