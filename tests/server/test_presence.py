"""Who is here, told between processes: as much as changes, and only where there are others."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from misterx.core import Seat
from misterx.server.house import House
from misterx.server.metrics import Registry
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.base import Guest
from misterx.server.store.sqlite import SqliteStore
from misterx.server.watching import Watcher
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import QuickThinkers, guest, house_at, room_with, until
from tests.server.postgres import PostgresServer

X, H1 = Seat("X"), Seat("H1")


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A database that others could share; what was whispered to them."""
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(SqliteStore, "is_shared", True)
    monkeypatch.setattr(SqliteStore, "whisper", lambda _self, text: told.append(json.loads(text)))
    return told


def _watch(house: House, table: str, who: Guest | None, eye: Seat | None) -> Watcher:
    watcher = Watcher(None if who is None else who.id, eye, lambda _: None)
    house._rooms[table].watchers.add(watcher, None)
    return watcher


@awaited
async def test_a_process_that_is_alone_tells_nobody_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(SqliteStore, "whisper", lambda _self, text: told.append(text))
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        watcher = _watch(house, room.id, ada, X)
        room.looked(X, "X", watcher)
        await asyncio.sleep(0.1)
    assert told == []


@awaited
async def test_presence_at_many_tables_is_told_in_few_messages(
    tmp_path: Path, shared: list[dict[str, Any]]
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        seats: dict[str, Guest | None] = dict.fromkeys(("X", "H1", "H2", "H3", "H4", "H5"), ada)
        rooms = [await room_with(house, ada, seats, start=False) for _ in range(50)]
        await asyncio.sleep(0.2)
        shared.clear()
        for room in rooms:
            _watch(house, room.id, ada, X)
        await until(lambda: sum(len(said["here"]) for said in shared) == 50)
        assert len([said for said in shared if said["here"]]) == 2
        assert max(len(json.dumps(said)) for said in shared) <= 4_000, "more may not fit"
        here = {table: told for said in shared for table, told in said["here"].items()}
        assert here == {room.id: [sorted(seats), 0] for room in rooms}


@awaited
async def test_what_has_not_changed_is_not_told_again(
    tmp_path: Path, shared: list[dict[str, Any]]
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        _watch(house, room.id, ada, X)
        await until(lambda: any(said["here"] for said in shared))
        shared.clear()
        house.presence.tell_alive()
        await house.presence.forget_the_dead()
        await asyncio.sleep(0.1)
        assert [said for said in shared if said["here"] or "ask" in said] == []
        assert shared[0]["here"] == {}, "it is alive, and no more is said"


@awaited
async def test_who_is_here_is_told_to_whoever_asks(
    tmp_path: Path, shared: list[dict[str, Any]]
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        busy, empty = [await room_with(house, ada, {"X": ada, "H1": ada}) for _ in range(2)]
        _watch(house, busy.id, ada, X)
        await until(lambda: any(said["here"] for said in shared))
        shared.clear()
        asked = {"process": "other", "here": {}, "ask": [busy.id, empty.id, "UNKNOWN2"]}
        house._overhear(json.dumps(asked))
        await until(lambda: any(said["here"] for said in shared))
        assert [said["here"] for said in shared if said["here"]] == [{busy.id: [["H1", "X"], 0]}]
        asks = [said["ask"] for said in shared if "ask" in said]
        assert asks == [sorted((busy.id, empty.id))], "who is new is asked, once, about all"


@awaited
async def test_a_message_that_was_lost_is_noticed(
    tmp_path: Path, shared: list[dict[str, Any]]
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})

        def hear(here: dict[str, Any], **more: int) -> None:
            house._overhear(json.dumps({"process": "other", "here": here, **more}))

        hear({}, sent=5)
        await until(lambda: house.presence._gathering is None)
        shared.clear()
        hear({room.id: [["X"], 0]})
        hear({}, sent=6)
        await asyncio.sleep(0.1)
        assert shared == []
        hear({}, sent=7)
        await until(lambda: [said.get("ask") for said in shared] == [[room.id]])


@awaited
async def test_only_the_tables_of_a_process_that_died_are_looked_at(
    tmp_path: Path, shared: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    del shared
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        rooms = [await room_with(house, ada, {"X": ada, "H1": ada}) for _ in range(3)]
        said = {"process": "other", "here": {rooms[1].id: [["X"], 2]}}
        house._overhear(json.dumps(said))
        assert rooms[1].watchers.present() == ([X], 2)
        world.let_pass(20)
        await house.presence.forget_the_dead()
        house._overhear('{"process":"other","here":{}}')  # it is alive
        world.let_pass(20)
        await house.presence.forget_the_dead()
        assert rooms[1].watchers.present() == ([X], 2)
        world.let_pass(6)
        with monkeypatch.context() as blind:
            for room in (rooms[0], rooms[2]):
                blind.setattr(room, "watchers", None)  # any look at them would fail
            await house.presence.forget_the_dead()
        assert rooms[1].watchers.present() == ([], 0)
        assert not rooms[1].watchers.is_away(X), "he has only just gone"


@awaited
async def test_a_process_that_begins_to_serve_a_table_learns_at_once_who_is_at_it_elsewhere(
    postgres: PostgresServer,
) -> None:
    database = postgres.new_database()
    async with AsyncExitStack() as both:
        houses = []
        for _ in range(2):
            house = House(
                Settings(database=database),
                open_store(database),
                MovableWorld(),
                QuickThinkers(),
                Registry(),
            )
            await house.open()
            both.push_async_callback(house.close)
            houses.append(house)
        first, second = houses
        ada = await guest(first, "Ada")
        room = await room_with(first, ada, {"X": ada, "H1": ada})
        watcher = _watch(first, room.id, ada, X)
        there = await second.room(room.id)
        assert there is not None
        await until(lambda: there.watchers.present()[0] == [H1, X])
        room.watchers.remove(watcher)
        await until(lambda: there.watchers.present()[0] == [])
