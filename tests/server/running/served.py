"""A small real application behind the guard, on a real socket of this computer."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from misterx.server.connections import Connections
from misterx.server.guard import Guard
from misterx.server.listening import listen
from misterx.server.metrics import Registry
from misterx.server.running import _config
from misterx.server.settings import Settings


async def hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello", headers={"Cache-Control": "max-age=60"})


async def size(request: Request) -> JSONResponse:
    return JSONResponse({"size": len(await request.body())})


async def large(request: Request) -> PlainTextResponse:
    return PlainTextResponse("x" * 20_000_000)


async def broken(request: Request) -> JSONResponse:
    raise RuntimeError("the secret is 42")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_text():
        while text == "flood":
            await socket.send_text("x" * 10_000)
            await asyncio.sleep(0)  # or it would not hear that the client has gone
        if text == "break":
            raise RuntimeError("the secret is 42")
        await socket.send_text(text)


def small_app(settings: Settings, registry: Registry | None = None) -> Starlette:
    """An application with a page, an API and a socket, guarded."""
    app = Starlette(
        routes=[
            Route("/", hello),
            Route("/api/hello", hello),
            Route("/api/size", size, methods=["POST", "GET"]),
            Route("/api/tables", size, methods=["POST"]),
            Route("/api/large", large),
            Route("/api/broken", broken),
            WebSocketRoute("/api/socket", echo),
        ]
    )
    app.add_middleware(Guard, settings=settings, registry=registry)
    return app


class Served:
    """A server that is running: its port, and a client that keeps no connection."""

    def __init__(self, port: int, registry: Registry) -> None:
        self.port = port
        self.registry = registry

    def ask(self, method: str, path: str, **more: object) -> httpx.Response:
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as client:
            return client.request(method, path, **more)  # type: ignore[arg-type]

    def raw(self, *parts: bytes) -> bytes:
        """What comes back for bytes that no client would send."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as wire:
            answer = b""
            # Who is cut off while bytes are under way hears it as a reset, after the answer.
            with suppress(ConnectionError):
                for part in parts:
                    wire.sendall(part)
            with suppress(ConnectionError):
                while piece := wire.recv(65536):
                    answer += piece
        return answer

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served(settings: Settings) -> Iterator[Served]:
    """Run the small application with the server's own configuration."""
    registry = Registry()
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(
        _config(settings, small_app(settings, registry), Connections(settings, registry))
    )
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        yield Served(listener.getsockname()[1], registry)
    finally:
        server.should_exit = True
        thread.join()
