"""The work that goes on by itself follows from what happens, not from how much is open."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from pathlib import Path

import pytest

from misterx.core import Seat
from misterx.server import garbage
from misterx.server import house as house_module
from misterx.server.room import Room
from misterx.server.table import deciding
from misterx.server.watching import Watcher
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import guest, house_at, room_with, until

X = Seat("X")


@awaited
async def test_a_round_looks_at_no_table_that_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_IDLE_SECONDS", 0.0)
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        rooms = [await room_with(house, ada, {"X": ada, "H1": ada}) for _ in range(3)]
        watchers = [Watcher(ada.id, X, lambda _: None) for _ in rooms]
        for room, watcher in zip(rooms, watchers, strict=True):
            room.watchers.add(watcher, None)
        looked: list[str] = []

        def noted(room: Room) -> bool:
            looked.append(room.id)
            return True

        monkeypatch.setattr(Room, "is_idle", property(noted))
        await house._look_round()
        assert looked == []
        rooms[1].watchers.remove(watchers[1])
        await house._look_round()
        assert looked == [rooms[1].id]
        assert set(house._rooms) == {rooms[0].id, rooms[2].id}


@awaited
async def test_a_table_that_is_used_without_being_watched_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_IDLE_SECONDS", 0.3)
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        used, alone = [await room_with(house, ada, {"X": ada, "H1": ada}) for _ in range(2)]
        for _ in range(4):
            await asyncio.sleep(0.1)
            await house.room(used.id)
        await house._look_round()
        assert set(house._rooms) == {used.id}
        assert alone.is_closed


@awaited
async def test_beats_follow_the_clocks_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        await room_with(house, ada, {"X": ada, "H1": ada})

        def has_clocks() -> bool:
            return house._around.has_clocks

        assert not has_clocks()
        clock = {"kind": "move", "seconds": 600}
        timed = await room_with(house, ada, {"X": ada, "H1": ada}, clock=clock)
        assert has_clocks()
        asked = deciding.ask(timed.table, ada.id, Seat("X"), "resign")
        await timed.submit(ada.id, None, lambda _: asked)
        await house._look_round()
        assert not has_clocks()


@awaited
async def test_only_tables_that_are_due_soon_are_read(tmp_path: Path) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        soon, later = [
            await room_with(
                house, ada, {"X": ada, "H1": ada}, clock={"kind": "move", "seconds": seconds}
            )
            for seconds in (30, 3600)
        ]
        now = house._around.uptime_ms()
        assert [table for table, _ in await house.store.due(now + 60_000)] == [soon.id]
        assert {table for table, _ in await house.store.due()} == {soon.id, later.id}
        first = await house.store.next_due()
        assert first is not None
        assert now < first <= now + 30_000
        await house._around.beat()
    async with house_at(tmp_path, world) as house:
        await until(lambda: house._around.has_clocks)
        assert set(house._rooms) == set(), "neither is due within the next seconds"
        world.let_pass(15)
        await house._look_round()
        assert set(house._rooms) == {soon.id}


@awaited
async def test_a_table_that_is_forgotten_is_freed_without_a_search_for_garbage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_IDLE_SECONDS", 0.0)
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": None, "H1": ada})
        while room._thinking is not None:
            await asyncio.sleep(0.01)
        watcher = Watcher(ada.id, Seat("H1"), lambda _: None)
        room.watchers.add(watcher, None)
        room.watchers.remove(watcher)
        freed = weakref.ref(room)
        del room, watcher
        gc.collect()
        gc.disable()
        try:
            await house._look_round()
            assert not house._rooms
            await asyncio.sleep(0)
            assert freed() is None
        finally:
            gc.enable()


def test_what_survives_a_search_for_garbage_is_not_looked_at_again() -> None:
    before = gc.get_threshold()
    try:
        garbage.keep_searches_short()
        assert gc.get_threshold()[0] <= 5_000
        kept = [[number] for number in range(20_000)]
        assert sum(map(gc.get_count().__getitem__, (1, 2))) >= 0
        assert len(gc.get_objects()) < 10_000, "most of what was made has been put aside"
        assert gc.get_freeze_count() > len(kept)
    finally:
        gc.callbacks.remove(garbage._keep_survivors)
        gc.set_threshold(*before)
        gc.unfreeze()


@awaited
async def test_everything_is_looked_through_only_in_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "_BETWEEN_SECONDS", 0.01)
    monkeypatch.setattr(garbage, "_QUIET_SECONDS", 0.01)
    used = iter([0.0, 1.0, 1.0, 2.0, 2.0, 2.0, *([3.0] * 100)])  # busy, busy, then quiet
    asked = 0

    def process_time() -> float:
        nonlocal asked
        asked += 1
        return next(used)

    monkeypatch.setattr(time, "process_time", process_time)
    looked: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(asked))
    monkeypatch.setattr(gc, "unfreeze", lambda: None)
    task = asyncio.create_task(garbage.collect_when_quiet())
    await until(lambda: bool(looked))
    task.cancel()
    assert looked[0] == 6
