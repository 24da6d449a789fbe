"""Tables with logs as long as the version before let anybody make them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from misterx.server.entry import Entry
from misterx.server.store import open_store
from misterx.server.store.base import Appended, Guest
from misterx.server.world import World
from tests.server.table.desk import Desk

__all__ = ["HOST", "TABLES", "long_log", "store_long_logs"]

HOST = Guest("0123456789abcdef", "Mallory", 0)
TABLES = ("MARKS222", "MARKS333", "MARKS444")
_STATIONS = list(range(1, 200))
_AT_ONCE = 500


def long_log(entries: int) -> Sequence[Entry]:
    """Return the log of a running game with so many marks of all stations."""
    seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
    desk = Desk({"edition": "modern-2013", "players": 2, "seats": seats}, host=HOST.id)
    desk.start()
    now = World().now_ms()
    log = [replace(entry, ms=now) for entry in desk.log]
    for seq in range(log[-1].seq + 1, entries + 1):
        sign = ("maybe", "crossed", None)[seq % 3]
        body = {"seat": "X", "stations": _STATIONS, "sign": sign, "team": None}
        log.append(Entry(seq, now, 0, "mark", HOST.id, f"request-{seq}", body, log[-1].after))
    return log


def store_long_logs(database: str, tables: Sequence[str], entries: int) -> None:
    """Write such tables into a database."""
    asyncio.run(_store(database, tables, long_log(entries)))


async def _store(database: str, tables: Sequence[str], log: Sequence[Entry]) -> None:
    store = open_store(database)
    await store.open()
    try:
        for table in tables:
            assert await store.create_table(table, log[0], [HOST.id]) is Appended.DONE
            for begin in range(1, len(log), _AT_ONCE):
                some = [store.append(table, each) for each in log[begin : begin + _AT_ONCE]]
                assert set(await asyncio.gather(*some)) == {Appended.DONE}
    finally:
        await store.close()
