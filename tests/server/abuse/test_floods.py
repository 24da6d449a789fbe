"""Too much of everything, against a server with its own limits; those who play notice nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from random import Random

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from misterx.server.settings import Settings
from misterx.server.wire import WIRE
from tests.server.abuse.malformed import malformed_frames
from tests.server.abuse.product import Bystanders, Product, an_attacker, live, product
from tests.server.client import Guest, Seat

MEGABYTE = 1_000_000
MOST_GROWTH = 60 * MEGABYTE
"""How much memory a server may take while it is attacked."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """With its own limits."""
    with product(tmp_path_factory.mktemp("floods")) as running:
        yield running


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """With its own limits, but hearing any number of messages: it has to bear them all."""
    folder = tmp_path_factory.mktemp("patient")
    with product(
        folder, messages_per_second=0, sockets_per_address=0, stored_bytes_per_second=0
    ) as running:
        yield running


@contextmanager
def bounded(server: Product) -> Iterator[None]:
    """Memory does not grow beyond all bounds, and nothing is an error of the server's."""
    before = server.memory
    yield
    assert server.memory - before < MOST_GROWTH
    server.nothing_failed()


def test_a_client_that_floods_is_told_so_and_then_closed(server: Product) -> None:
    async def flood() -> None:
        async with Bystanders(server.url), an_attacker(server.url) as mallory:
            for _ in range(5):
                socket = await live(mallory)
                sending = asyncio.create_task(_send_for_ever(socket))
                said = Counter([_told(text) async for text in _until_closed(socket)])
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
                # 1008: the address has sent too many frames over all its connections.
                assert socket.close_code in {1006, 1008}
                assert set(said) <= {"pong", "too_fast", "bye"}
                # It is told so again and again; what is on its way when the line is cut is lost.
                assert said["too_fast"] >= 100 or socket.close_code == 1008
                assert said["pong"] <= 5 * Settings().messages_per_second * 2

    with bounded(server):
        asyncio.run(flood())


def _told(text: str | bytes) -> str:
    """What the server said: the code of a refusal, or the type of the message."""
    said = json.loads(text)
    return str(said["code"] if said["type"] == "refused" else said["type"])


async def _until_closed(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    with suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


async def _send_for_ever(socket: ClientConnection) -> None:
    while True:
        for _ in range(20):
            await socket.send('{"do":"ping"}')
        await asyncio.sleep(0)


def test_a_client_that_floods_and_never_reads_is_closed(server: Product) -> None:
    async def flood() -> None:
        async with Bystanders(server.url), an_attacker(server.url) as mallory:
            _, writer = await _raw_live(mallory, "ABCD2345")
            with pytest.raises(ConnectionError):
                await _write_for_ever(writer)
            writer.close()

    with bounded(server):
        asyncio.run(flood())


async def _write_for_ever(writer: asyncio.StreamWriter) -> None:
    async with asyncio.timeout(90):
        while True:
            writer.write(_masked(b'{"do":"ping"}') * 1_000)
            await writer.drain()
            await asyncio.sleep(0.01)


async def _raw_live(guest: Guest, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket by hand, whose client reads nothing but the handshake."""
    host, _, port = guest.url.removeprefix("http://").partition(":")
    pipe = socket.socket()
    pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # little talk fills it
    pipe.setblocking(False)
    await asyncio.get_running_loop().sock_connect(pipe, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=pipe, limit=1024)
    writer.write(
        (
            f"GET /api/live/{table} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {guest.cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def _masked(text: bytes) -> bytes:
    """A text of less than 126 bytes as a frame, with a mask of zeros."""
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def test_a_slow_reader_is_closed_and_resumes_and_the_others_play_on(
    patient_server: Product,
) -> None:
    url = patient_server.url

    async def be_slow() -> None:
        async with Bystanders(url), Guest(url, "Ada") as ada, an_attacker(url, "Slow") as slow:
            seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
            table = await ada.open_table("modern-2013", 2, seats=seats, spectators=True, start=True)
            x = await ada.watch(table, "X")
            readers = [await _raw_live(slow, table) for _ in range(5)]
            for _, writer in readers:
                watch = {"do": "watch", "wire": WIRE, "table": table}
                writer.write(_masked(json.dumps(watch).encode()))
            await x.until(lambda: x.presence.get("spectators") == len(readers))
            # Talk fills the pipes of those who do not read, until they are sent away.
            talkers = [x, *[await ada.watch(table, seat) for seat in ("X", "H1") * 8]]
            async with asyncio.timeout(90):
                while x.presence["spectators"]:
                    await asyncio.gather(*(_talk(seat) for seat in talkers))
            late = Seat(slow, table, None)
            await late.connect(since=1)
            await late.until(lambda: late.at == x.at)
            for seat in (late, *talkers):
                await seat.close()
            for _, writer in readers:
                writer.close()

    with bounded(patient_server):
        asyncio.run(be_slow())


async def _talk(seat: Seat) -> None:
    for _ in range(10):
        await seat.ask(do="chat", text="\u2014" * 500)


def test_ten_thousand_malformed_frames(patient_server: Product) -> None:
    """Each is refused in words, or ends its own connection; nothing else happens."""
    dice = Random(1)
    frames = malformed_frames(dice)

    async def send(mallory: Guest, count: int) -> Counter[str]:
        said: Counter[str] = Counter()
        while count > 0:
            async with await live(mallory) as socket:
                with suppress(ConnectionClosed):
                    while count > 0:
                        count -= 1
                        await socket.send(next(frames))
                        said[_told(await socket.recv())] += 1
                if socket.close_code is not None:
                    said[f"closed {socket.close_code}"] += 1
        return said

    async def attack() -> None:
        async with Bystanders(patient_server.url), an_attacker(patient_server.url) as mallory:
            said = await asyncio.gather(*(send(mallory, 2_000) for _ in range(5)))
            told = sum(said, Counter())
            assert set(told) <= {"malformed", "old_client", "not_watching"}, told
            assert told["malformed"] >= 9_000

    with bounded(patient_server):
        asyncio.run(attack())


def test_messages_of_a_megabyte_are_too_big(server: Product) -> None:
    async def send() -> None:
        async with Bystanders(server.url), an_attacker(server.url) as mallory:
            for text in ("x" * MEGABYTE, b"x" * MEGABYTE, '{"do":"ping"}' + " " * MEGABYTE):
                async with await live(mallory) as socket:
                    with suppress(ConnectionClosed):
                        await socket.send(text)
                        await socket.recv()
                    assert socket.close_code == 1009
            # In pieces too: a message is as long as all of them.
            async with await live(mallory) as socket:
                with suppress(ConnectionClosed):
                    await socket.send("x" * 1_000 for _ in range(MEGABYTE // 1_000))
                    await socket.recv()
                # Whoever goes on sending to a closed connection may miss why it was closed.
                assert socket.close_code in {1009, 1006}
            for path in ("/api/guest", "/api/tables", "/api/link", "/api/nowhere"):
                body = json.dumps({"name": "x" * MEGABYTE})
                answer = await mallory.http.post(path, content=body)
                assert (answer.status_code, answer.json()["code"]) == (413, "too_big")

    with bounded(server):
        asyncio.run(send())


def test_text_that_is_no_text_ends_the_connection(server: Product) -> None:
    async def send() -> None:
        async with an_attacker(server.url) as mallory, await live(mallory) as socket:
            with suppress(ConnectionClosed):
                await socket.send(b"\xff\xfe", text=True)
                await socket.recv()
            assert socket.close_code == 1007

    asyncio.run(send())


def test_too_many_guests_and_rematches_are_refused(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("few")
    with product(folder, requests_per_second=0, tables_per_hour=4) as server:
        with httpx.Client(base_url=server.url) as http:
            names = [http.post("/api/guest", json={"name": f"Ada {n}"}) for n in range(25)]
            assert [name.status_code for name in names] == [200] * 20 + [429] * 5
            again = [http.post("/api/tables/ABCD2345/rematch") for _ in range(6)]
            assert [answer.status_code for answer in again] == [404] * 4 + [429] * 2
        server.nothing_failed()


def test_too_many_sockets_tables_and_requests_are_refused(server: Product) -> None:
    most_sockets, most_tables = Settings().sockets_per_address, Settings().tables_per_hour

    async def hoard() -> None:
        async with Bystanders(server.url), an_attacker(server.url) as mallory:
            sockets = []
            for _ in range(most_sockets):
                sockets.append(await live(mallory))
                await asyncio.sleep(0.06)  # not too many at once
            with pytest.raises(InvalidStatus) as no:
                await live(mallory)
            assert no.value.response.status_code == 429
            for socket in sockets:
                await socket.close()
            answers: Counter[int] = Counter()
            for _ in range(most_tables + 10):
                body = {"edition": "modern-2013", "players": 2}
                answers[(await mallory.http.post("/api/tables", json=body)).status_code] += 1
                await asyncio.sleep(0.06)
            assert most_tables - 5 <= answers[201] <= most_tables, "some were asked for before"
            assert answers[201] + answers[429] == most_tables + 10
            asked = [await mallory.http.get("/api/guest") for _ in range(300)]
            refused = [answer for answer in asked if answer.status_code == 429]
            assert {answer.status_code for answer in asked} == {200, 429}
            assert len(refused) > 20
            assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)

    with bounded(server):
        asyncio.run(hoard())
