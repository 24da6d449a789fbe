"""Databases with many games in them, written row by row: through a server it would take an hour."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from sqlalchemy import create_engine

from misterx.server.entry import Entry
from misterx.server.guests import hashed
from misterx.server.store import open_store, schema
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision, Draft
from misterx.server.table.folding import after, fold, opened
from misterx.server.table.plan import Plan
from misterx.server.table.showing import game_shown
from misterx.server.table.state import Phase, Table

__all__ = ["DAY_MS", "NOW_MS", "fill", "play", "table_id", "token"]

NOW_MS = int(time.time() * 1000)
DAY_MS = 24 * 3600 * 1000
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def table_id(number: int) -> str:
    """The address of a stored table."""
    text = ""
    for _ in range(8):
        number, digit = divmod(number, len(_LETTERS))
        text = _LETTERS[digit] + text
    return text


def token(guest: str) -> str:
    """What the cookie of a stored guest holds."""
    return f"bench-{guest}"


def fill(
    database: Path,
    logs: Sequence[Sequence[Entry]],
    due_ms: Iterable[int | None],
    guests: Iterable[str],
) -> int:
    """Store the tables of these logs, when their clocks run out, and guests.

    Returns:
        How many entries there are.
    """

    async def make_schema() -> None:
        store = open_store(str(database))
        await store.open()
        await store.close()

    asyncio.run(make_schema())
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for number, (log, due) in enumerate(zip(logs, due_ms, strict=True)):
            table = table_id(number)
            row = {"id": table, "created_ms": NOW_MS - DAY_MS, "due_ms": due}
            connection.execute(schema.tables.insert(), row)
            members = sorted({entry.author for entry in log} - {deciding.SERVER})
            connection.execute(
                schema.members.insert(), [{"guest_id": one, "table_id": table} for one in members]
            )
            connection.execute(schema.entries.insert(), [_row(table, entry) for entry in log])
        rows = [
            {
                "id": guest,
                "token_hash": hashed(token(guest)),
                "name": guest,
                "created_ms": NOW_MS,
                "seen_ms": NOW_MS,
            }
            for guest in guests
        ]
        if rows:
            connection.execute(schema.guests.insert(), rows)
    engine.dispose()
    return sum(map(len, logs))


def play(plan: Plan, most: int | None, guest: str = "g", dice: Random | None = None) -> list[Entry]:
    """The log of a random game in which a guest has every seat; to its end or `most` entries."""
    dice = dice or Random(5)
    log: list[Entry] = []
    table: Table | None = None

    def write(decision: Decision) -> Table:
        assert isinstance(decision, Draft)
        seq = len(log) + 1
        entry = Entry(seq, NOW_MS - DAY_MS + seq, 1, decision.kind, guest, None, decision.body)
        now = opened("T", entry) if table is None else fold(table, entry)
        log.append(Entry(seq, entry.ms, 1, entry.kind, guest, None, entry.body, after(now)))
        return now

    table = write(seating.open_table(plan, guest, "Ada"))
    table = write(seating.start(table, guest, dice))
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
