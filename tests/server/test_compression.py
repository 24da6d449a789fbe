"""What is compressed on the wire, and that everybody reads the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from bench.wire_bytes import GAMES, move_frames, new_compression
from misterx.server.compression import MoveCompression, is_compressed
from misterx.server.wire import WIRE
from tests.server.client import Guest, Seat
from tests.server.evenings import awaited
from tests.server.serving import served

DICE = 5


def sent(messages: Sequence[bytes], compression: MoveCompression) -> list[Frame]:
    return [compression.encode(Frame(Opcode.TEXT, message)) for message in messages]


def read(frames: Sequence[Frame]) -> list[bytes]:
    """What a client reads, which keeps what it has read before in mind."""
    client = PerMessageDeflate(False, True, 12, 12, {})
    return [bytes(client.decode(frame).data) for frame in frames]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_frames_of_moves_get_much_smaller_and_are_read_as_they_were(game: tuple[str, int]) -> None:
    for messages in move_frames(*game, GAMES[game]):
        assert all(map(is_compressed, messages))
        frames = sent(messages, new_compression())
        assert all(frame.rsv1 for frame in frames)
        assert read(frames) == messages
        assert sum(len(f.data) for f in frames) < sum(map(len, messages)) / 5


def test_a_compressor_that_was_freed_is_replaced_without_a_word() -> None:
    messages = move_frames("modern-2013", 2, ("X", "H1"))[0]
    compression = new_compression()
    frames = []
    for number, message in enumerate(messages):
        frames += sent([message], compression)
        if number % 10 == 0:
            compression.rest()
            assert hasattr(compression, "encoder"), "it is in use"
            compression.rest()
            assert not hasattr(compression, "encoder")
            compression.rest()
    assert read(frames) == messages


@pytest.mark.parametrize("kind", ("chat", "note", "mark", "seat", "open"))
def test_what_people_write_is_not_compressed(kind: str) -> None:
    """Else its length would tell whether it is like something secret that was sent before."""
    message = (
        json.dumps({"type": "frame", "at": 7, "ms": 8, "kind": kind}).replace(" ", "").encode()
    )
    assert not is_compressed(message)
    assert not is_compressed(message.replace(b'"frame"', b'"snapshot"'))
    [frame] = sent([message], new_compression())
    assert (frame.rsv1, frame.data) == (False, message)
    assert is_compressed(message.replace(kind.encode(), b"move"))


def in_plain(seat: Seat, told: Sequence[str]) -> list[str]:
    """The frames of a seat, of all that was told."""
    return [text for text in told if text.startswith('{"type":"frame"')]


@awaited
async def test_screens_with_compression_and_without_are_told_the_same(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'misterx.db'}") as url:
        async with Guest(url, "Ada") as ada:
            seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
            table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
            players = [await ada.watch(table, seat) for seat in seats]
            plain = {seat: await watch_plainly(ada, table, seat) for seat in seats}
            told: dict[str, list[str]] = {seat: [] for seat in seats}
            reading = [asyncio.create_task(read_on(plain[s], told[s])) for s in seats]
            dice = Random(DICE)
            for _ in range(8):
                mover = next(seat for seat in players if seat.moves)
                at = await mover.move(dice.choice(mover.moves))
                await mover.ask(do="chat", text="a guess: Mister X stands at 46")
                for seat in players:
                    await seat.until(lambda seat=seat, at=at: seat.at > at)  # type: ignore[misc]
            for seat in players:
                assert seat._socket is not None
                assert agreed_upon(seat._socket)
                assert not agreed_upon(plain[str(seat.seat)])
                frames = in_plain(seat, seat.raw)
                assert len(frames) == 16
                while len(in_plain(seat, told[str(seat.seat)])) < len(frames):
                    await asyncio.sleep(0.01)
                assert in_plain(seat, told[str(seat.seat)]) == frames
            for task in reading:
                task.cancel()
            for socket in plain.values():
                await socket.close()


def agreed_upon(socket: ClientConnection) -> str | None:
    assert socket.response is not None
    return socket.response.headers.get("Sec-WebSocket-Extensions")


async def watch_plainly(guest: Guest, table: str, seat: str) -> ClientConnection:
    socket = await connect(
        guest.url.replace("http", "ws", 1) + f"/api/live/{table}",
        additional_headers={"Cookie": guest.cookie},
        compression=None,
        max_size=None,
    )
    await socket.send(json.dumps({"do": "watch", "wire": WIRE, "table": table, "seat": seat}))
    return socket


async def read_on(socket: ClientConnection, told: list[str]) -> None:
    with suppress(ConnectionClosed):
        while True:
            told.append(str(await socket.recv()))


@awaited
async def test_a_message_may_not_be_too_long_when_it_is_unpacked(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'misterx.db'}") as url:
        live = url.replace("http", "ws", 1) + "/api/live/ABCD2345"
        for size in (20_000, 1_000_000):
            async with connect(live) as socket:
                assert "client_no_context_takeover" in (agreed_upon(socket) or "")
                await socket.send("x" * size)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 1009
