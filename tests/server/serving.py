"""Servers for tests: in this process, or as a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from misterx.server.app import create_app
from misterx.server.connections import Connections
from misterx.server.listening import listen, shared
from misterx.server.running import _config
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.world import World

__all__ = ["BOT_SECONDS", "ServerProcess", "free_port", "served"]

BOT_SECONDS = 0.05

UNLIMITED: dict[str, Any] = {
    "requests_per_second": 0,
    "tables_per_hour": 0,
    "connections_per_address": 0,
    "sockets_per_address": 0,
    "messages_per_second": 0,
    "stored_bytes_per_second": 0,
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(database: str, world: World | None = None, **settings: Any) -> Iterator[str]:  # noqa: ANN401 - whatever Settings takes
    """The address of a server that runs in a thread of this process."""
    with listen("127.0.0.1", 0) as listener:
        port = int(listener.getsockname()[1])
        chosen = Settings(
            **{
                "database": database,
                "port": port,
                "bot_workers": 1,
                "bot_seconds": BOT_SECONDS,
                **UNLIMITED,
                **settings,
            }
        )
        app = create_app(chosen, open_store(database), world)
        server = uvicorn.Server(_config(chosen, app, Connections(chosen, app.state.metrics)))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(shared(listener))))
        thread.start()
        try:
            _wait(f"http://127.0.0.1:{port}", thread.is_alive)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(90)
            assert not thread.is_alive(), "the server does not stop"


class ServerProcess:
    """`misterx serve` as a process of its own."""

    def __init__(
        self,
        database: str,
        port: int | None = None,
        log: Path | None = None,
        *,
        bot_workers: int = 1,
        bot_seconds: float = BOT_SECONDS,
    ) -> None:
        self.database = database
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = log
        self._bots = str(bot_workers), str(bot_seconds)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, files: int | None = None, **environment: str) -> None:
        """Start it, if need be with a limit of open files."""
        limited = ("sh", "-c", f'ulimit -n {files} && exec "$@"', "sh") if files else ()
        limits = {f"MISTERX_{key.upper()}": "0" for key in UNLIMITED}
        out = self._log.open("ab") if self._log else subprocess.DEVNULL
        self._process = subprocess.Popen(
            [
                *(*limited, sys.executable, "-m", "misterx", "serve", "--no-browser"),
                *("--port", str(self.port), "--database", self.database),
                *("--bot-workers", self._bots[0], "--bot-seconds", self._bots[1]),
            ],
            stdout=out,
            stderr=out,
            env={**os.environ, **limits, **environment},
        )
        if self._log:
            out.close()  # type: ignore[union-attr] # it is a file here
        process = self._process
        _wait(self.url, lambda: process.poll() is None)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it at once, without a chance to do anything."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Ask it to end; the exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(90)

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


def _wait(url: str, is_alive: Any, seconds: float = 90) -> None:  # noqa: ANN401 - a function
    """Wait until a server is ready."""
    deadline = time.monotonic() + seconds
    no_certificates = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with httpx.Client(base_url=url, verify=no_certificates) as http:
        while time.monotonic() < deadline:
            assert is_alive(), "the server has ended"
            try:
                if http.get("/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
    raise TimeoutError(f"{url} is not ready")
