"""Those who watch a table, without sockets: who is here, who is told what, who has hung up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from misterx.core import Seat
from misterx.server.room import Room, Saved
from misterx.server.table import seating
from misterx.server.table.deciding import Decision
from misterx.server.table.state import Place, Table, Who
from misterx.server.watching import Watcher
from tests.server.evenings import MovableWorld, awaited
from tests.server.houses import house_at, room_with, said

X, H1, H2, H3 = map(Seat, ("X", "H1", "H2", "H3"))


class Ear:
    """What one who watches has been told."""

    def __init__(self, guest: str | None, eye: Seat | None) -> None:
        self.told: list[dict[str, Any]] = []
        self.watcher = Watcher(guest, eye, lambda text: self.told.append(json.loads(text)))

    def types(self) -> list[str]:
        return [message["type"] for message in self.told]


def listen(room: Room, guest: str | None, eye: Seat | None, since: int | None = None) -> Ear:
    ear = Ear(guest, eye)
    room.watchers.add(ear.watcher, since)
    return ear


@awaited
async def test_who_watches_one_of_his_seats_is_at_all_of_them(tmp_path: Path) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        room = await room_with(house, ada, {"X": ada, "H1": ben, "H2": ben, "H3": ada})
        listen(room, ada.id, X)
        two = [listen(room, ben.id, seat) for seat in (H1, H2)]
        assert room.watchers.present() == ([H1, H2, H3, X], 0)
        room.watchers.remove(two[0].watcher)
        world.let_pass(100)
        assert room.watchers.present() == ([H1, H2, H3, X], 0)
        assert not room.watchers.is_away(H1)
        room.watchers.remove(two[1].watcher)
        assert room.watchers.present() == ([H3, X], 0)
        assert not room.watchers.is_away(H1), "he has only just gone"
        world.let_pass(31)
        assert room.watchers.is_away(H1)
        assert room.watchers.is_away(H2)
        assert not room.watchers.is_away(H3)


@awaited
async def test_who_gets_another_seat_is_seen_at_it_at_once(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        room = await room_with(house, ada, {"X": ada, "H1": ben, "H2": None}, start=False)
        ear = listen(room, ben.id, H1)
        listen(room, ada.id, X)

        def sit_too(table: Table) -> Decision:
            return seating.sit(table, ben.id, ben.name, H2)

        await room.submit(
            ada.id,
            None,
            lambda table: seating.set_seat(table, ada.id, ada.name, H2, Place(Who.OPEN)),
        )
        assert isinstance(await room.submit(ben.id, None, sit_too), Saved)
        assert ear.told[-1] == {"type": "presence", "here": [H1, H2, X], "spectators": 0}


@awaited
async def test_one_who_looks_on_at_his_own_table_is_at_no_seat(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, _ = await house.guests.welcome("Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada}, spectators=True)
        listen(room, ada.id, None)
        assert room.watchers.present() == ([], 1)


@awaited
async def test_who_has_missed_much_gets_a_snapshot_though_all_is_at_hand(tmp_path: Path) -> None:
    """Where onlookers are told later far more entries are kept than anybody is sent.

    What an onlooker gets does not hang on what he may not know of yet.
    """
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        room = await room_with(
            house, ada, {"X": ada, "H1": ada}, spectators=True, spectator_delay=60
        )
        since = room.table.at
        for _ in range(64):
            await said(room, ada, "X")
        world.let_pass(61)
        told = ["watching", *["frame"] * 64, "presence"]
        assert listen(room, None, None, since).types() == told
        await said(room, ada, "X")
        assert listen(room, None, None, since).types() == told
        assert listen(room, ada.id, X, since).types() == ["watching", "snapshot", "presence"]
        world.let_pass(61)
        assert listen(room, None, None, since).types() == ["watching", "snapshot", "presence"]


@awaited
async def test_one_whose_line_breaks_while_he_is_told_does_not_stay(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        ada, _ = await house.guests.welcome("Ada")
        room = await room_with(house, ada, {"X": ada, "H1": ada})

        told: list[bytes] = []

        def hang_up(message: bytes) -> None:
            told.append(message)
            if len(told) == 1:
                room.watchers.remove(watcher)

        watcher = Watcher(ada.id, X, hang_up)
        room.watchers.add(watcher, None)
        assert len(room.watchers) == 0
        assert room.watchers.present() == ([], 0)


@awaited
async def test_who_begins_to_watch_is_told_what_he_has_here_and_how_long_ago_it_was(
    tmp_path: Path,
) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        room = await room_with(
            house, ada, {"X": ada, "H1": ben, "H2": ada, "H3": None}, spectators=True
        )
        world.let_pass(7)
        for guest, eye, mine, is_host in (
            (ada.id, X, ["X", "H2"], True),
            (ben.id, H1, ["H1"], False),
            (None, None, [], False),
        ):
            first = listen(room, guest, eye).told[0]
            assert (first["mine"], first["is_host"]) == (mine, is_host)
            assert 7_000 <= first["elapsed"] < 9_000


@awaited
async def test_one_who_looks_on_later_is_told_at_once_what_was_before_the_start(
    tmp_path: Path,
) -> None:
    world = MovableWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        room = await room_with(
            house, ada, {"X": ben, "H1": ben}, spectators=True, spectator_delay=60
        )
        assert room.table.at == 4, "two have sat down, and the host has started"
        ear = listen(room, None, None, since=1)
        assert [message["at"] for message in ear.told if "at" in message] == [3, 2, 3]
        world.let_pass(61)
        room.watchers.tell()
        assert [message["at"] for message in ear.told if "at" in message][-1] == 4
        assert ear.types()[-1] == "presence", "by the seats of which it is known by now"
