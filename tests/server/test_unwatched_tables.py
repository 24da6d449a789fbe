"""What a process does for tables that are watched at another one: nothing, until it is needed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from misterx.core import Seat
from misterx.server.entry import Entry, TableId
from misterx.server.house import House
from misterx.server.metrics import Registry
from misterx.server.room import Room, Saved
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.address import PostgresAddress, read_address
from misterx.server.store.postgres import PostgresStore
from misterx.server.thinking import Thinkers
from misterx.server.watching import Watcher
from misterx.server.world import World
from tests.server.evenings import awaited
from tests.server.houses import guest, room_with, said, until
from tests.server.postgres import PostgresServer

X, H1 = map(Seat, ("X", "H1"))


class CountingStore(PostgresStore):
    """A store that notes of which tables later entries are read."""

    def __init__(self, database: str) -> None:
        address = read_address(database)
        assert isinstance(address, PostgresAddress)
        super().__init__(address)
        self.caught_up: list[TableId] = []

    async def entries(
        self, table: TableId, after: int = 0, most: int | None = None
    ) -> Sequence[Entry]:
        self.caught_up.append(table)
        return await super().entries(table, after, most)


@asynccontextmanager
async def two_houses(database: str) -> AsyncIterator[tuple[House, House, CountingStore]]:
    store = CountingStore(database)
    there = House(Settings(), open_store(database), World(), Thinkers(0), Registry())
    here = House(Settings(), store, World(), Thinkers(0), Registry())
    await there.open()
    await here.open()
    try:
        yield there, here, store
    finally:
        await here.close()
        await there.close()


async def known_here(here: House, room: Room) -> Room:
    found = await here.room(room.id)
    assert found is not None
    return found


def test_entries_of_a_table_that_nobody_watches_here_are_not_read(
    postgres: PostgresServer,
) -> None:
    @awaited
    async def look() -> None:
        async with two_houses(postgres.new_database()) as (there, here, store):
            ada = await guest(there, "Ada")
            quiet, loud = [await room_with(there, ada, {"X": ada, "H1": ada}) for _ in range(2)]
            ours, watched = [await known_here(here, room) for room in (quiet, loud)]
            watched.watchers.add(Watcher(ada.id, X, lambda _: None), None)
            store.caught_up.clear()
            before = ours.table
            for text in ("one", "two", "three"):
                assert isinstance(await said(quiet, ada, X, text), Saved)
                assert isinstance(await said(loud, ada, X, text), Saved)
            await until(lambda: watched.table.at == loud.table.at)
            await until(lambda: ours.is_behind)
            assert ours.table is before
            assert set(store.caught_up) == {loud.id}
            # Whoever comes gets the table as it is.
            assert await known_here(here, quiet) is ours
            assert ours.table.at == quiet.table.at
            assert not ours.is_behind

    look()


def test_who_decides_on_a_table_of_before_catches_up_first(postgres: PostgresServer) -> None:
    @awaited
    async def decide() -> None:
        async with two_houses(postgres.new_database()) as (there, here, _):
            ada = await guest(there, "Ada")
            theirs = await room_with(there, ada, {"X": ada, "H1": ada})
            ours = await known_here(here, theirs)
            assert isinstance(await said(theirs, ada, X, "there"), Saved)
            await until(lambda: ours.is_behind)
            saved = await said(ours, ada, X, "here")
            assert saved == Saved(theirs.table.at + 1)
            assert [line.text for line in ours.table.chat] == ["there", "here"]

    decide()


def test_a_clock_that_runs_out_soon_is_followed_though_nobody_watches(
    postgres: PostgresServer,
) -> None:
    @awaited
    async def follow() -> None:
        async with two_houses(postgres.new_database()) as (there, here, _):
            ada = await guest(there, "Ada")
            clock = {"kind": "move", "seconds": 15, "on_time": "bot"}
            theirs = await room_with(there, ada, {"X": ada, "H1": ada}, clock=clock)
            ours = await known_here(here, theirs)
            assert isinstance(await said(theirs, ada, X, "tick"), Saved)
            await until(lambda: ours.is_behind)
            await here._look_round()
            assert ours.table.at == theirs.table.at

    follow()
