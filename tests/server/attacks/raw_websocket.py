"""WebSockets by hand, for frames that no library would send."""

from __future__ import annotations

import asyncio
import struct

from tests.server.attacks.harness import ATTACKER, Product

__all__ = ["BINARY", "CONTINUATION", "PING", "PONG", "TEXT", "frame", "open_websocket", "send_on"]

CONTINUATION, TEXT, BINARY, PING, PONG = 0x0, 0x1, 0x2, 0x9, 0xA
_SMALL = 4096
_SECONDS = 90.0


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a frame with less than 65,536 bytes, with a mask of zeros."""
    head = bytes(((0x80 if fin else 0) | opcode,))
    size = len(data)
    length = bytes((0x80 | size,)) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return head + length + bytes(4) + data


async def open_websocket(
    server: Product, address: str = ATTACKER
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket without a cookie; raises `ConnectionError` if the server refuses it."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(
        host, int(port), limit=_SMALL, local_addr=(address, 0)
    )
    writer.write(
        (
            f"GET /api/live/ABCD2345 HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
    )
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, OSError) as error:
        writer.close()
        raise ConnectionResetError("closed without an answer") from error
    if b" 101 " not in answer:
        writer.close()
        raise ConnectionRefusedError(answer.split(b"\r\n")[0].decode())
    return reader, writer


async def send_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes, *, reads: bool = True
) -> bytes:
    """Send the same again and again until the server closes the connection.

    Returns:
        The last bytes that the server sent, or nothing if they were lost.
    """
    said = b""
    try:
        async with asyncio.timeout(_SECONDS):
            while not reader.at_eof():
                writer.write(data)
                await writer.drain()
                await asyncio.sleep(0)
                while reads and reader._buffer:  # type: ignore[attr-defined] # what has come so far
                    said = (said + await reader.read(_SMALL))[-_SMALL:]
    except ConnectionError:
        pass
    finally:
        writer.close()
    return said
