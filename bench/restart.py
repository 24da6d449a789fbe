"""A server that comes back to many stored games: they load when touched, not at the start."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

from sqlalchemy import create_engine

from bench.figures import Figure, under
from misterx.server.entry import Entry
from misterx.server.store import open_store, schema
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision, Draft
from misterx.server.table.folding import after, fold, opened
from misterx.server.table.plan import ClockPlan, Plan, SeatPlan
from misterx.server.table.showing import game_shown
from misterx.server.table.state import Phase, Table
from tests.server.serving import ServerProcess

STORED = 10_000
TIMED = 500
"""So many of them are under way with days on their clocks."""
_NOW = int(time.time() * 1000)
_DAY = 24 * 3600 * 1000


def restart(_repeats: int) -> Iterator[Figure]:
    """How long a server with many stored games takes from its start until it is ready."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "many.db"
        entries = _fill(database)
        times = []
        for _ in range(3):
            server = ServerProcess(str(database))
            began = time.perf_counter()
            with server:
                times.append(time.perf_counter() - began)
                server.stop()
        size = database.stat().st_size / 1e6
    note = f"({entries:,} entries, {size:.0f} MB, {TIMED} games with a clock under way)"
    name = f"start with {STORED:,} stored games until ready"
    yield Figure(name, median(times), "s", under(2), note)


def _fill(database: Path) -> int:
    """Store many games, all but some of them finished; how many entries that are."""

    async def make_schema() -> None:
        store = open_store(str(database))
        await store.open()
        await store.close()

    asyncio.run(make_schema())
    finished = _play(Plan(edition="modern-2013", players=4, seats=_ALL_MINE), most=None)
    clock = ClockPlan(kind="bank", seconds=7 * 24 * 3600)
    timed = _play(Plan(edition="modern-2013", players=4, seats=_ALL_MINE, clock=clock), most=20)
    logs = [timed] * TIMED + [finished] * (STORED - TIMED)
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for number, log in enumerate(logs):
            table = f"T{number:07}"
            due = _NOW + 6 * _DAY if log is timed else None
            row = {"id": table, "created_ms": _NOW - _DAY, "due_ms": due}
            connection.execute(schema.tables.insert(), row)
            connection.execute(schema.members.insert(), {"guest_id": "g", "table_id": table})
            connection.execute(schema.entries.insert(), [_row(table, entry) for entry in log])
    engine.dispose()
    return sum(map(len, logs))


_ALL_MINE = {seat: SeatPlan(who="me") for seat in ("X", "H1", "H2", "H3")}


def _play(plan: Plan, most: int | None) -> Sequence[Entry]:
    """The log of a random game, to its end or so many entries long."""
    dice = Random(5)
    log: list[Entry] = []
    table: Table | None = None

    def write(decision: Decision) -> Table:
        assert isinstance(decision, Draft)
        seq = len(log) + 1
        entry = Entry(seq, _NOW - _DAY + seq, 1, decision.kind, "g", None, decision.body)
        now = opened("T", entry) if table is None else fold(table, entry)
        log.append(Entry(seq, entry.ms, 1, entry.kind, "g", None, entry.body, after(now)))
        return now

    table = write(seating.open_table(plan, "g", "Ada"))
    table = write(seating.start(table, "g", dice))
    while table.phase is Phase.PLAYING and (most is None or len(log) < most):
        seat = dice.choice(table.to_act)
        move = dice.choice(game_shown(table, seat)["moves"])
        table = write(deciding.move(table, seat, move, [], dice))
    return log


def _row(table: str, entry: Entry) -> dict[str, object]:
    return {
        "table_id": table,
        "seq": entry.seq,
        "ms": entry.ms,
        "spent": entry.spent,
        "kind": entry.kind,
        "author": entry.author,
        "request": entry.request,
        "body": json.dumps(entry.body),
        "after": json.dumps(entry.after),
    }
