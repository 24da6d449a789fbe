"""Talk without end from one address: what is stored is bounded, and games go on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from time import monotonic

import pytest
from websockets.asyncio.client import ClientConnection, connect

from misterx.core import Seat
from misterx.server.settings import Settings
from misterx.server.table import deciding
from misterx.server.table.refusals import No
from misterx.server.wire import WIRE
from misterx.server.write_budget import WriteBudget
from tests.server.attacks.harness import (
    ATTACKER,
    BARS,
    Product,
    an_attacker,
    default_server,
    measured,
)
from tests.server.client import Guest, request_id
from tests.server.serving import served
from tests.server.table.desk import Desk, named

EMOJI = "🕵" * 500
SEATS = {"X": {"who": "me"}, "H1": {"who": "device"}}


def stored(file: Path) -> int:
    """The bytes of all that was said."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT total(length(CAST(body AS BLOB))) FROM entries WHERE kind = 'chat'"
        return int(database.execute(query).fetchone()[0])


async def watching(guest: Guest, table: str) -> ClientConnection:
    """A socket of the attacker that watches Mister X's seat."""
    socket = await connect(
        f"{guest.url.replace('http', 'ws', 1)}/api/live/{table}",
        additional_headers={"Cookie": guest.cookie},
        max_size=None,
        local_addr=(ATTACKER, 0),
    )
    await socket.send(json.dumps({"do": "watch", "wire": WIRE, "table": table, "seat": "X"}))
    return socket


async def ask(socket: ClientConnection, **message: object) -> dict[str, object]:
    """The answer to a request."""
    request = request_id()
    await socket.send(json.dumps({"id": request, **message}))
    while True:
        answer: dict[str, object] = json.loads(await socket.recv())
        if answer.get("id") == request and answer["type"] in {"done", "refused"}:
            return answer


async def first_moves(socket: ClientConnection) -> tuple[list[str], int]:
    """The moves that the seat can make, and the entry that they follow."""
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "snapshot":
            return message["game"]["moves"], message["at"]


async def attack(server: Product, sockets: int, seconds: float) -> list[dict[str, object]]:
    """Say as much as possible, and make a move at the end; every refusal that came."""
    refused: list[dict[str, object]] = []
    async with an_attacker(server.url) as mallory:
        table = await mallory.open_table("modern-2013", 2, seats=SEATS, start=True)
        lines = [await watching(mallory, table) for _ in range(sockets)]
        moves = [await first_moves(line) for line in lines]
        end = monotonic() + seconds

        async def talk(line: ClientConnection) -> None:
            for number in count():
                answer = await ask(line, do="chat", text=f"{number} {EMOJI}"[:500])
                if answer["type"] == "refused":
                    refused.append(answer)
                    await asyncio.sleep(0.1)
                if monotonic() > end:
                    return

        await asyncio.gather(*(talk(line) for line in lines))
        legal, at = moves[0]
        async with asyncio.timeout(90):
            while True:  # the socket may have sent too many messages
                moved = await ask(lines[0], do="move", move=legal[0], at=at)
                if moved["type"] == "done" or moved["code"] != "too_fast":
                    break
                assert "too many messages" in str(moved["message"])
                await asyncio.sleep(0.1)
        assert moved["type"] == "done" or moved["code"] == "stale", moved
        for line in lines:
            await line.close()
    return refused


def test_talk_without_end_is_refused_and_games_go_on(tmp_path: Path) -> None:
    rate = 256
    with default_server(tmp_path, stored_bytes_per_second=rate) as server:
        with measured(server) as found:
            begun = monotonic()
            refused = asyncio.run(attack(server, 2, 2))
            took = monotonic() - begun
        most = rate / 2 * (512 + took)
        assert stored(server.database) <= most
        assert stored(server.database) > most / 4
        assert any("anything else again in" in str(each["message"]) for each in refused)
        assert {each["code"] for each in refused} == {"too_fast"}
        assert found.moves
        server.nothing_failed()


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_talk_for_a_long_time(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    rate = Settings().stored_bytes_per_second
    with default_server(tmp_path) as server:
        with measured(server, BARS) as found:
            begun = monotonic()
            asyncio.run(attack(server, 32, 20))
            took = monotonic() - begun
        record_property("figures", str(found))
        record_property("stored", stored(server.database))
        assert stored(server.database) <= rate / 2 * (512 + took)


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_each_guest_and_each_address_has_a_budget() -> None:
    clock = _Clock()
    budget = WriteBudget(Settings(stored_bytes_per_second=100), clock)
    half = 100 * 512 // 2 - 200
    assert budget.take("a", "ada", half) is None
    no = budget.take("a", "ada", 300)
    assert isinstance(no, No)
    assert "again in 10 s" in no.message
    assert budget.take("a", "ben", half) is None
    assert isinstance(budget.take("a", "cem", 0), No), "the address has used up its own"
    assert budget.take("b", "cem", 0) is None
    clock.now = 10
    assert budget.take("a", "ada", 300) is None
    assert WriteBudget(Settings(stored_bytes_per_second=0)).take("a", "ada", 10**9) is None


def test_a_table_stores_only_so_much_talk() -> None:
    seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
    desk = Desk({"edition": "modern-2013", "players": 2, "seats": seats})
    desk.start()
    said = 0
    while not isinstance(talk := deciding.chat(desk.table, named("X"), EMOJI, team=False), No):
        desk.take(talk)
        said += len(EMOJI.encode())
    assert 4_000_000 <= said <= 4_002_000
    marked = deciding.mark(desk.table, Seat("X"), [46], "maybe", team=False)
    noted = deciding.note(desk.table, Seat("X"), "46", "here", team=False)
    for refused in (marked, noted):
        assert isinstance(refused, No)
        assert refused.code == "too_many"
    rules, state = desk.table.rules, desk.table.state
    move = rules.text(rules.legal_moves(state)[0])
    assert not isinstance(desk.decide(str(rules.to_act(state)[0]), move), No)


def test_text_is_stored_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "misterx.db"

    async def talk(url: str) -> None:
        async with Guest(url, "Ada") as ada:
            table = await ada.open_table("modern-2013", 2, seats=SEATS, start=True)
            x = await ada.watch(table, "X")
            await x.ask(do="chat", text=EMOJI)
            await x.close()

    with served(str(file)) as url:
        asyncio.run(talk(url))
    assert stored(file) < len(EMOJI.encode()) + 100
