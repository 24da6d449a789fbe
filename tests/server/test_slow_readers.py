"""Connections without a network: what becomes of one who does not read what he is sent."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from unittest.mock import Mock

from misterx.server.limits import Bucket, Rate
from misterx.server.sockets import Connection
from tests.server.evenings import awaited

LONG = b"x" * 1_500_000


class Line:
    """A socket on which nothing comes in, and whose other end reads when it is let."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.read: list[int] = []
        """How long the messages are that it has read."""
        self.closed: list[int] = []

    async def accept(self) -> None:
        pass

    async def receive(self) -> object:
        return await asyncio.Event().wait()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.read.append(len(text))

    async def close(self, code: int) -> None:
        self.closed.append(code)


def connected(line: Line) -> Connection:
    house: Any = Mock()
    bucket = Bucket(Rate(1, 1), lambda: 0.0)
    return Connection(cast(Any, line), house, "ABCD2345", None, bucket, house.admission.place)


@awaited
async def test_who_leaves_a_few_long_messages_unread_is_closed() -> None:
    line = Line()
    connection = connected(line)
    running = asyncio.create_task(connection.run())
    await asyncio.sleep(0)
    hung_up = []
    for message in (LONG, LONG, b"x"):
        connection._send(message)
        hung_up.append(connection._is_hung_up)
        await asyncio.sleep(0)
    assert hung_up == [False, False, True], "a message that goes beyond the limit is still taken"
    line.reads.set()
    await running
    assert line.closed == [1013]
    assert line.read == [len(LONG)], "what waited is not sent: it is made up for when he comes back"


@awaited
async def test_who_reads_may_be_sent_any_amount() -> None:
    line = Line()
    line.reads.set()
    connection = connected(line)
    running = asyncio.create_task(connection.run())
    for _ in range(10):
        connection._send(LONG)
        await asyncio.sleep(0.01)
    assert line.read == [len(LONG)] * 10
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert line.closed == []
