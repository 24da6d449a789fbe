"""Tables in somebody's list, each told without playing its game through."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from typing import Any, cast

from misterx.core import Seat
from misterx.server.bodies import MyTable
from misterx.server.entry import Entry, GuestId
from misterx.server.store.base import TableLine
from misterx.server.table.folding import seats_after

__all__ = ["listed"]


def listed(lines: Iterable[TableLine], guest: GuestId, now_ms: int) -> list[MyTable]:
    """Somebody's tables, the one with the latest change that he may know of first."""
    tables = []
    for line in lines:
        with suppress(Exception):  # it is damaged, which whoever opens it is told
            tables.append(_listed(line, guest, now_ms))
    return sorted(tables, key=lambda table: table.changed_ms, reverse=True)


def _listed(line: TableLine, guest: GuestId, now_ms: int) -> MyTable:
    first, last = line.seating[0], line.last
    opening: Any = first.body
    plan, after = opening["plan"], cast(Any, last.after)
    seats = seats_after(line.seating)
    mine = [str(seat) for seat, place in seats.items() if place.guest == guest]
    playing = [seat for seat in mine if seats[Seat(seat)].player is None]
    phase, changed_ms, delay = after["phase"], last.ms, plan.get("spectator_delay", 0) * 1000
    # Whoever has no seat looks on, and may have to wait for what happens.
    is_late = not mine and delay > 0 and phase == "playing"
    if is_late:
        told = _told(line, now_ms - delay)
        phase = "playing" if any(entry.kind == "start" for entry in told) else "lobby"
        changed_ms, seats = told[-1].ms, seats_after(told)
    return MyTable(
        id=line.table,
        title=plan.get("title"),
        game=opening["game"],
        edition=plan["edition"],
        players=plan["players"],
        phase=phase,
        paused=after["paused"] and not is_late,
        closed=after.get("closed", False),
        outcome=after["outcome"],
        mine=mine,
        my_turn=any(seat in playing for seat in after["to_act"]),
        to_act=[] if is_late else after["to_act"],
        names=[place.name for place in seats.values() if place.name],
        created_ms=first.ms,
        changed_ms=changed_ms,
    )


def _told(line: TableLine, until_ms: int) -> list[Entry]:
    """Who sits where as it was then; what was before the start lay open at once."""
    lobby = list(takewhile(lambda entry: entry.kind != "start", line.seating))
    return lobby + [entry for entry in line.seating[len(lobby) :] if entry.ms <= until_ms]
