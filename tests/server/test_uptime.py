"""Clocks run by how long servers have run: whatever becomes of the time of day."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from misterx.core import Seat
from misterx.server.room import Room, Saved
from misterx.server.store import schema
from misterx.server.store.base import Guest
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision
from misterx.server.table.state import Table
from misterx.server.watching import Watcher
from misterx.server.world import World
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import QuickThinkers, guest, house_at, room_with, said
from tests.server.postgres import PostgresServer

X, H1 = map(Seat, ("X", "H1"))
BANK = {"kind": "bank", "seconds": 600, "on_time": "lose"}
HOUR, DAY = 3600, 24 * 3600
JUMPS = (3, HOUR, 400 * DAY, -3, -HOUR, -400 * DAY)


class StillWorld(MovableWorld):
    """A world in which time passes only when the test says so."""

    def now_ms(self) -> int:
        return 1_700_000_000_000 + self._ahead + self._wrong

    def alive_ms(self) -> int:
        return self._ahead


async def moves(room: Room, who: Guest, seat: Seat) -> None:
    """Make the seat's first move."""
    rules, state = room.table.rules, room.table.state
    text = next(
        rules.text(move)
        for move in rules.legal_moves(state)
        if rules.check(state, seat, move) is None
    )
    answer = await room.move(who.id, None, seat, text, room.table.at)
    assert isinstance(answer, Saved), answer


def left(room: Room) -> dict[str, int]:
    """What clocks show at this moment."""
    passed = room.elapsed(room.table)
    return {
        str(who): ms - (passed if who in room.table.running else 0)
        for who, ms in room.table.clocks.left.items()
    }


@pytest.mark.parametrize("jump", JUMPS)
@awaited
async def test_setting_the_clock_charges_nobody_at_any_moment(
    database_url: str, tmp_path: Path, jump: int
) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world, database=database_url) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        world.set_clock(jump)
        room = await room_with(house, ada, {"X": ada, "H1": ben}, clock=BANK, start=False)
        world.set_clock(jump)
        start: Callable[[Table], Decision] = lambda t: seating.start(t, ada.id, world.dice)  # noqa: E731
        assert isinstance(await room.submit(ada.id, None, start), Saved)
        spent = {"X": 0, "hunters": 0}

        async def after(who: str, step: Callable[[], Any]) -> None:
            """Set the clock just before a step, and just after it."""
            world.let_pass(4)
            world.set_clock(jump)
            await step()
            world.set_clock(-jump)
            spent[who] += 4_000
            assert left(room) == {who: 600_000 - spent[who] for who in spent}

        await after("X", lambda: said(room, ben, "H1"))
        await after("X", lambda: moves(room, ada, X))
        await after("hunters", lambda: said(room, ada, "X"))
        await after("hunters", lambda: moves(room, ben, H1))
        world.set_clock(jump)
        world.let_pass(7)
        assert left(room)["hunters"] == 600_000 - spent["hunters"] - 7_000
        ((_, due),) = await house.store.due()
        assert due - house._around.uptime_ms() == left(room)["hunters"]


@awaited
async def test_after_the_clock_was_set_back_new_tables_have_clocks_that_run(
    database_url: str, tmp_path: Path
) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world, database=database_url) as house:
        ada = await guest(house, "Ada")
        world.set_clock(HOUR)
        await room_with(house, ada, {"X": ada, "H1": ada}, clock=BANK)
        world.set_clock(-2 * HOUR)
        clock = {"kind": "move", "seconds": 5, "on_time": "lose"}
        room = await room_with(house, ada, {"X": ada, "H1": ada}, clock=clock)
        world.let_pass(5)
        await room.submit(
            deciding.SERVER, None, lambda t: deciding.flag(t, room.elapsed(t), world.dice)
        )
        assert room.table.phase == "over"


@pytest.mark.parametrize("jump", JUMPS)
@awaited
async def test_clocks_go_on_where_they_were_when_the_clock_was_set_between_two_lives(
    database_url: str, tmp_path: Path, jump: int
) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world, database=database_url) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada}, clock=BANK)
        world.let_pass(100)
        await house._around.beat()
        world.set_clock(jump)
    world.let_pass(DAY)
    world.set_clock(jump)
    # Tables are swept by the time of day.
    async with house_at(tmp_path, world, database=database_url, keep_tables_days=0) as house:
        world.set_clock(jump)
        again = await house.room(room.id)
        assert again is not None
        assert left(again) == {"X": 500_000, "hunters": 600_000}
        world.let_pass(50)
        await moves(again, ada, X)
        assert left(again) == {"X": 450_000, "hunters": 600_000}


@awaited
async def test_a_clock_that_began_just_before_the_end_is_charged_nothing_for_the_time_between(
    database_url: str, tmp_path: Path
) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world, database=database_url) as house:
        ada = await guest(house, "Ada")
        world.let_pass(HOUR)  # no clock runs, and nothing is noted
        room = await room_with(house, ada, {"X": ada, "H1": ada}, clock=BANK)
        noted = await house.store.uptime()
        assert noted == room.table.uptime_ms
    world.let_pass(DAY)
    async with house_at(tmp_path, world, database=database_url) as house:
        again = await house.room(room.id)
        assert again is not None
        assert left(again) == {"X": 600_000, "hunters": 600_000}


@awaited
async def test_processes_whose_clocks_differ_agree_on_the_time_that_is_left(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    database = postgres.new_database()
    here, there = StillWorld(), StillWorld()
    here.let_pass(12_345)  # it has run for longer
    there.set_clock(-5 * HOUR)

    def let_pass(seconds: float) -> None:
        here.let_pass(seconds)
        there.let_pass(seconds)

    async with (
        house_at(tmp_path, here, database=database) as one,
        house_at(tmp_path, there, database=database) as two,
    ):
        ada, ben = await guest(one, "Ada"), await guest(one, "Ben")
        room = await room_with(one, ada, {"X": ada, "H1": ben}, clock=BANK)
        let_pass(30)
        await one._around.beat()
        await two._around.beat()
        other = await two.room(room.id)
        assert other is not None
        assert left(other) == left(room) == {"X": 570_000, "hunters": 600_000}
        there.set_clock(3 * DAY)
        await moves(room, ada, X)
        let_pass(20)
        await other.catch_up()
        here.set_clock(-DAY)
        await moves(other, ben, H1)
        let_pass(10)
        await room.catch_up()
        assert left(other) == left(room) == {"X": 570_000, "hunters": 570_000}


@awaited
async def test_delayed_spectators_learn_nothing_sooner_when_the_clock_is_set(
    tmp_path: Path,
) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        room = await room_with(
            house, ada, {"X": ada, "H1": ada}, spectators=True, spectator_delay=60
        )
        world.let_pass(60)
        started = room.table.at
        world.set_clock(HOUR)
        await moves(room, ada, X)
        world.set_clock(HOUR)
        assert room.visible(None).at == started
        told: list[dict[str, Any]] = []
        room.watchers.add(Watcher(None, None, lambda text: told.append(json.loads(text))), 1)
        assert max(message.get("at", 0) for message in told) == started
        world.let_pass(60)
        assert room.visible(None).at == room.table.at


@awaited
async def test_nobody_is_away_sooner_or_later_because_the_clock_is_set(tmp_path: Path) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})
        house.presence.hear({"process": "another", "here": {room.id: (["H1"], 1)}})
        world.set_clock(HOUR)
        await house.presence.forget_the_dead()
        assert room.watchers.present() == ([H1], 1)
        assert not room.watchers.is_away(X)
        world.set_clock(-2 * HOUR)
        world.let_pass(31)
        assert room.watchers.is_away(X)


def test_a_process_that_stood_still_has_not_lived_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 7_000_000_000_000
    monkeypatch.setattr(time, "monotonic_ns", lambda: now * 1_000_000)
    world = World()
    assert world.alive_ms() == 0
    for passed, alive in ((1_000, 1_000), (9_999, 10_999), (10_000, 10_999), (HOUR * 1000, 10_999)):
        now += passed
        assert world.alive_ms() == alive
    now += 1
    assert world.alive_ms() == 11_000


@awaited
async def test_tables_of_a_version_that_did_not_note_the_uptime_go_on(
    database_url: str, tmp_path: Path
) -> None:
    """Its beats were times of day, and the times between two lives were noted as outages."""
    world = StillWorld()
    async with house_at(tmp_path, world, database=database_url) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada}, clock=BANK)
        began = world.now_ms()

        def as_it_was(on: Any) -> None:  # noqa: ANN401 - a connection
            entries = schema.entries
            first = entries.c.table_id == room.id, entries.c.seq == 1
            body = json.loads(on.execute(select(entries.c.body).where(*first)).scalar())
            del body["uptime"]
            on.execute(update(entries).where(*first).values(body=json.dumps(body)))
            lost = {"from_ms": began + 10_000, "to_ms": began + 10_000 + DAY * 1000}
            on.execute(insert(schema.outages), lost)
            alive = {"beat_ms": began + DAY * 1000 + 40_000}
            on.execute(update(schema.alive).values(**alive))

        await house.store._write(as_it_was)  # type: ignore[attr-defined]
    world.let_pass(9 * DAY)
    async with house_at(tmp_path, world, QuickThinkers(), database=database_url) as house:
        again = await house.room(room.id)
        assert again is not None
        assert left(again) == {"X": 560_000, "hunters": 600_000}
        await moves(again, ada, X)
        assert left(again) == {"X": 560_000, "hunters": 600_000}


def test_a_house_follows_its_uptime_though_no_clock_runs(tmp_path: Path) -> None:
    """Otherwise a process that has idled for a while would seem to have stood still."""
    asked: list[int] = []

    class Counting(World):
        def alive_ms(self) -> int:
            asked.append(1)
            return super().alive_ms()

    async def run() -> None:
        async with house_at(tmp_path, Counting()) as house:
            assert not house._around.has_clocks
            before = len(asked)
            while len(asked) < before + 2:
                await asyncio.sleep(0.05)

    awaited(run)()
