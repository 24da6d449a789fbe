"""What another process writes while a table is being read is not overlooked."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from misterx.server.entry import Entry, TableId
from misterx.server.house import House
from misterx.server.metrics import Registry
from misterx.server.room import Room, Saved
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.address import PostgresAddress, read_address
from misterx.server.store.postgres import PostgresStore
from misterx.server.table import seating
from misterx.server.table.plan import Plan
from misterx.server.thinking import Thinkers
from misterx.server.world import World
from tests.server.postgres import PostgresServer


class _SlowStore(PostgresStore):
    """A store that takes long to hand out a whole log."""

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__(address)
        self.has_read = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def beginnings(
        self, tables: Collection[TableId], most: int
    ) -> Mapping[TableId, Sequence[Entry]]:
        found = await super().beginnings(tables, most)
        self.has_read.set()
        await self.may_answer.wait()
        return found


async def _read_late(database: str) -> None:
    other = House(Settings(), open_store(database), World(), Thinkers(0), Registry())
    slow = _SlowStore(cast(PostgresAddress, read_address(database)))
    house = House(Settings(), slow, World(), Thinkers(0), Registry())
    await other.open()
    await house.open()
    try:
        guest, _ = await other.guests.welcome("Ada")
        plan = Plan(edition="modern-2013", players=2)
        theirs = cast(Room, await other.open_table(plan, guest, start=False))
        loading = asyncio.create_task(house.room(theirs.id))
        await slow.has_read.wait()
        answer = await theirs.submit(
            guest.id, None, lambda table: seating.sit(table, guest.id, "Ada", None)
        )
        assert isinstance(answer, Saved)
        await asyncio.sleep(0.3)  # the news comes, and there is no room yet to tell it to
        slow.may_answer.set()
        ours = cast(Room, await loading)
        async with asyncio.timeout(60):
            while ours.table.at < theirs.table.at:
                await asyncio.sleep(0.01)
                # Whoever comes asks the house: nobody watches here, so nothing is read before.
                assert await house.room(theirs.id) is ours
        assert ours.table.seats == theirs.table.seats
    finally:
        await house.close()
        await other.close()


def test_what_is_written_while_a_table_is_read_is_taken_up_at_once(
    postgres: PostgresServer,
) -> None:
    asyncio.run(_read_late(postgres.new_database()))
