"""A small proxy that serves a site below a path, as nginx does: `proxy_pass http://…/;`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["StrippingProxy", "stripping"]

_CLOSE = b"\r\nConnection: close"


class StrippingProxy:
    """Passes requests below a prefix on to a server without it; others get 404."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix.encode()
        self.server_port = 0
        self.port = 0
        self.outside: list[str] = []
        """Paths that were asked for and are not below the prefix."""

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on, and what follows if it becomes a WebSocket."""
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, rest = head.split(b" ", 2)
            if not path.startswith(self.prefix + b"/"):
                self.outside.append(path.decode())
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0" + _CLOSE + b"\r\n\r\n")
                await writer.drain()
            else:
                there, back = await asyncio.open_connection("127.0.0.1", self.server_port)
                rest = self._headers(rest)
                back.write(b" ".join((method, path.removeprefix(self.prefix), rest)))
                await asyncio.gather(_pump(reader, back), _pump(there, writer))
        writer.close()

    @staticmethod
    def _headers(rest: bytes) -> bytes:
        """Ask for one answer a connection, but for WebSockets."""
        lines = rest.removesuffix(b"\r\n\r\n").split(b"\r\n")
        if any(line.lower().startswith(b"upgrade:") for line in lines):
            return rest
        kept = [line for line in lines if not line.lower().startswith(b"connection:")]
        return b"\r\n".join(kept) + _CLOSE + b"\r\n\r\n"


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()


@contextmanager
def stripping(prefix: str) -> Iterator[StrippingProxy]:
    """A proxy that listens; its `server_port` is set when the server is there."""
    proxy = StrippingProxy(prefix)
    is_ready, may_end = threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        listening = await asyncio.start_server(proxy.pass_on, "127.0.0.1", 0)
        proxy.port = listening.sockets[0].getsockname()[1]
        loops.append(asyncio.get_running_loop())
        is_ready.set()
        await may_end.wait()
        listening.close()  # what is still open is cancelled with the loop

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    is_ready.wait()
    try:
        yield proxy
    finally:
        loops[0].call_soon_threadsafe(may_end.set)
        thread.join()
