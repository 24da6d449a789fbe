"""Who is at which tables at other processes, and telling them who is at which tables here.

The work follows from what changes. A process tells who is at a table when that changes, or when
another process asks because it has begun to serve the table. Every ten seconds it tells only that
it is alive; one that was silent for longer has died, and its guests are gone.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from misterx.core import Seat
from misterx.server.entry import TableId
from misterx.server.store.base import Store

__all__ = ["Presence"]

_HEARSAY_MS = 25_000
"""How long what another process said of its guests is believed if it says nothing more."""
_GATHERING_SECONDS = 0.05
"""How long changes are gathered, so that one message tells of many tables."""
_TABLES_A_MESSAGE = 40
_AT_ONCE = 200
"""So many tables are looked at before others get their turn."""

Here = tuple[Sequence[Seat], int]
"""The seats that somebody is at, and how many spectators there are."""


class _Watchers(Protocol):
    def here(self) -> Here: ...

    def hear(self, process: str, seats: Sequence[str], spectators: int) -> None: ...


class _Process:
    """Another process, as far as it was heard of."""

    def __init__(self) -> None:
        self.heard_ms = 0
        self.messages: int | None = None
        """How many it has sent about its tables; None: unknown as yet."""
        self.tables: set[TableId] = set()
        """Where it has guests, of the tables that are in memory here."""


class Presence:
    """The messages between the processes about who is here. With one process it does nothing."""

    def __init__(
        self,
        store: Store,
        process: str,
        now_ms: Callable[[], int],
        watchers_of: Callable[[TableId], _Watchers | None],
        tables: Callable[[], Iterable[TableId]],
    ) -> None:
        """Make one that has heard of nobody.

        Args:
            store: carries the messages.
            process: the name of this process.
            now_ms: the time, by a clock that nobody sets.
            watchers_of: who watches a table here; None if it is not in memory.
            tables: all tables in memory.
        """
        self._store = store
        self._process = process
        self._now_ms = now_ms
        self._watchers_of = watchers_of
        self._tables = tables
        self._others: dict[str, _Process] = {}
        self._changed: set[TableId] = set()
        self._wanted: set[TableId] = set()
        self._gathering: asyncio.TimerHandle | None = None
        self._sent = 0
        """Messages about tables, so that the others notice if one is lost."""

    # --- telling ---------------------------------------------------------------------------

    def changed(self, table: TableId) -> None:
        """Tell the others soon who is at a table here."""
        if self._store.is_shared:
            self._changed.add(table)
            self._gather()

    def ask(self, tables: Iterable[TableId]) -> None:
        """Ask the others soon who is at these tables there."""
        if self._store.is_shared:
            self._wanted.update(tables)
            self._gather()

    def tell_alive(self) -> None:
        """Tell the others that this process is alive."""
        self._whisper({"here": {}, "sent": self._sent})

    def _gather(self) -> None:
        if self._gathering is None:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(_GATHERING_SECONDS, self._tell)

    def _tell(self) -> None:
        """Send what was gathered."""
        self._gathering = None
        changed, self._changed = self._changed, set()
        wanted, self._wanted = self._wanted, set()
        here = {table: self._here(table) for table in changed}
        for some in _parts(sorted(here)):
            self._sent += 1
            self._whisper({"here": {table: here[table] for table in some}})
        for some in _parts(sorted(wanted)):
            self._whisper({"here": {}, "ask": some})

    def _whisper(self, said: Mapping[str, object]) -> None:
        told = {"process": self._process, **said}
        self._store.whisper(json.dumps(told, separators=(",", ":")))

    # --- hearing ---------------------------------------------------------------------------

    def hear(self, said: Mapping[str, Any]) -> None:
        """Take note of what another process tells."""
        process = said["process"]
        if (other := self._others.get(process)) is None:
            # New, or this process has missed something for so long that it took it for dead.
            other = self._others[process] = _Process()
            self.ask(self._tables())
        other.heard_ms = self._now_ms()
        if said["here"] and other.messages is not None:
            other.messages += 1
        if (sent := said.get("sent")) is not None:
            if other.messages not in {None, sent}:
                self.ask(self._tables())
            other.messages = sent
        for table, (seats, spectators) in said["here"].items():
            if (watchers := self._watchers_of(table)) is None:
                continue
            watchers.hear(process, seats, spectators)
            if seats or spectators:
                other.tables.add(table)
            else:
                other.tables.discard(table)
        for table in said.get("ask", ()):
            if any(self._here(table)):
                self.changed(table)

    async def forget_the_dead(self) -> None:
        """Take the guests of processes that have died for gone."""
        since = self._now_ms() - _HEARSAY_MS
        for process, other in tuple(self._others.items()):
            if other.heard_ms >= since:
                continue
            del self._others[process]
            for number, table in enumerate(sorted(other.tables), 1):
                if (watchers := self._watchers_of(table)) is not None:
                    watchers.hear(process, (), 0)
                if number % _AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _here(self, table: TableId) -> Here:
        """Who is at a table here; nobody where it is not in memory any more."""
        watchers = self._watchers_of(table)
        return ((), 0) if watchers is None else watchers.here()


def _parts(tables: Sequence[TableId]) -> Iterable[Sequence[TableId]]:
    """Tables by so many as one message takes."""
    for start in range(0, len(tables), _TABLES_A_MESSAGE):
        yield tables[start : start + _TABLES_A_MESSAGE]
