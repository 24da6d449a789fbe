"""Tables that outlive a process, and tables that several processes serve at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from misterx.core import Seat
from misterx.server.house import House
from misterx.server.room import Saved
from misterx.server.table import seating
from misterx.server.thinking import Priority
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import QuickThinkers, code_of, guest, house_at, room_with, said, until

X, H1, H2 = map(Seat, ("X", "H1", "H2"))
DAY = 24 * 3600


# --- restarts ------------------------------------------------------------------------------


@awaited
async def test_a_computer_player_plays_on_after_a_restart_though_nobody_looks(
    tmp_path: Path,
) -> None:
    world, thinkers = MovableWorld(), QuickThinkers()
    async with house_at(tmp_path, world, thinkers) as house:
        ada = await guest(house, "Ada")
        thinkers.may_go.clear()
        room = await room_with(house, ada, {"X": None, "H1": ada})
        await until(lambda: bool(thinkers.asked))
    world.let_pass(20)  # what the first process had taken on is free again
    async with house_at(tmp_path, world) as house:
        await until(lambda: room.id in house._rooms and house._rooms[room.id].table.to_act == (H1,))
        entries = await house.store.entries(room.id)
        assert entries[-1].kind == "move"


@awaited
async def test_while_no_server_runs_no_clock_does(tmp_path: Path) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        clock = {"kind": "move", "seconds": 60, "on_time": "lose"}
        room = await room_with(house, ada, {"X": ada, "H1": ada}, clock=clock)
        await house._around.beat()
    world.let_pass(DAY)
    async with house_at(tmp_path, world) as house:
        ((table, due),) = await house.store.due()
        assert table == room.id
        assert 50_000 < due - house._around.uptime_ms() <= 60_000
        again = await house.room(room.id)
        assert again is not None
        assert again.elapsed(again.table) < 10_000
        assert again.table.at == room.table.at


@awaited
async def test_a_server_is_open_before_it_has_looked_at_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = asyncio.Event()

    async def for_ever(self: House) -> None:
        looked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(House, "_look_round", for_ever)
    async with asyncio.timeout(90), house_at(tmp_path):
        await looked.wait()


# --- several processes ---------------------------------------------------------------------


@awaited
async def test_what_is_whispered_is_told_at_every_table_that_it_is_about(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        rooms = [await room_with(house, ada, {"X": ada, "H1": ada}) for _ in range(3)]
        here = ",".join(f'"{room.id}":[["X"],{n}]' for n, room in enumerate(rooms[:2], 1))
        house._overhear(f'{{"process":"other","here":{{{here},"UNKNOWN2":[["X"],0]}}}}')
        assert [room.watchers.present() for room in rooms] == [(["X"], 1), (["X"], 2), ([], 0)]


@awaited
async def test_a_computer_player_is_waited_for_by_those_who_look_on_at_other_processes(
    tmp_path: Path,
) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        thinkers.may_go.clear()
        room = await room_with(house, await guest(house, "Ada"), {"X": None, "H1": None})
        await until(lambda: bool(thinkers.orders))
        assert thinkers.orders[0].priority is Priority.UNWATCHED
        room.watchers.hear("another", [], 1)
        thinkers.may_go.set()
        await until(lambda: len(thinkers.orders) > 1)
    assert thinkers.orders[1].priority is Priority.PLAY


@awaited
async def test_who_left_at_another_process_is_away_half_a_minute_later(tmp_path: Path) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        watchers = (await room_with(house, ada, {"X": ada, "H1": ada})).watchers
        world.let_pass(100)
        watchers.hear("other", ["H1"], 0)
        assert (watchers.is_away(X), watchers.is_away(H1)) == (True, False)
        watchers.hear("other", [], 0)
        assert not watchers.is_away(H1), "he has only just gone"
        world.let_pass(31)
        assert watchers.is_away(H1)
        watchers.hear("other", [], 0)
        room_id = next(iter(house._rooms))
        house._overhear(f'{{"process":"other","here":{{"{room_id}":[["H1"],0]}}}}')
        assert not watchers.is_away(H1)
        world.let_pass(26)  # the other process has died, and says nothing any more
        await house.presence.forget_the_dead()
        assert watchers.present() == ([], 0)
        assert not watchers.is_away(H1)
        world.let_pass(31)
        assert watchers.is_away(H1)


@awaited
async def test_a_refusal_asks_the_database_only_where_others_may_have_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_at(tmp_path) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        entries, asked = house.store.entries, 0

        async def counted(*said: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever it takes
            nonlocal asked
            asked += 1
            return await entries(*said, **named)

        monkeypatch.setattr(house.store, "entries", counted)
        for is_shared in (False, True):
            monkeypatch.setattr(type(house.store), "is_shared", is_shared)
            assert code_of(await room.move(ada.id, None, X, "nonsense", room.table.at)) == (
                "malformed"
            )
            assert asked == int(is_shared)


@awaited
async def test_a_turn_of_a_computer_player_is_one_turn_whatever_is_said_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        claim, claimed = house.store.claim, []

        async def noted(table: str, seq: int, *said: Any) -> bool:  # noqa: ANN401 - whatever it takes
            claimed.append(seq)
            return await claim(table, seq, *said)

        monkeypatch.setattr(house.store, "claim", noted)
        thinkers.may_go.clear()
        room = await room_with(house, ada, {"X": None, "H1": ada})
        started = room.table.at
        await until(lambda: bool(thinkers.asked))
        for text in ("well?", "go on"):
            assert isinstance(await said(room, ada, "H1", text), Saved)
        assert room.table.turn == started
        thinkers.may_go.set()
        await until(lambda: room.table.to_act == (H1,))
        last = (await house.store.entries(room.id))[-1]
        assert last.request == f"X.{started}"
        assert claimed == [started]
        assert len(thinkers.asked) == 1
        assert room.table.turn == last.seq


@awaited
async def test_a_computer_player_that_thought_too_long_does_not_play_for_one_who_is_back(
    tmp_path: Path,
) -> None:
    thinkers = QuickThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        thinkers.may_go.clear()
        await room.submit(
            ada.id,
            None,
            lambda table: seating.hand_to_bot(table, ada.id, X, None, is_away=False),
        )
        await until(lambda: bool(thinkers.asked))
        await room.submit(ada.id, None, lambda table: seating.take_back(table, ada.id, X))
        at = room.table.at
        thinkers.may_go.set()
        await until(lambda: room._thinking is None)
        assert room.table.at == at
        assert room.table.to_act == (X,)
