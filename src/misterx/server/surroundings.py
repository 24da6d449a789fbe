"""What all tables of a server process share: the database, the world, computer players, figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence

from misterx.core import Seat
from misterx.server.entry import Entry, TableId
from misterx.server.lookups import Lookups
from misterx.server.metrics import Registry
from misterx.server.pace import Pace
from misterx.server.question import Question
from misterx.server.store.base import Outage, Store
from misterx.server.thinking import Order, Payer, Priority, Thinkers
from misterx.server.world import World

__all__ = ["PART", "Surroundings"]

PART = 200
"""Entries of a table that are read from the database at once."""
_BEAT_OLD_MS = 5_000
"""So much uptime may be lost when all processes end, beside the second between two beats."""


class Surroundings:
    """The house around the rooms."""

    def __init__(
        self,
        store: Store,
        world: World,
        thinkers: Thinkers,
        metrics: Registry,
        think_seconds: float,
    ) -> None:
        self.store = store
        self.world = world
        self.think_seconds = think_seconds
        self.process = world.guest_id()
        """This process among those that share the database."""
        self.is_stopping = False
        self.pace = Pace()
        self.beginnings: Lookups[TableId, Sequence[Entry]] = Lookups(
            lambda tables: store.beginnings(tables, PART)
        )
        """The first part of each log."""
        self.watchers = 0
        """How many live connections watch a table."""
        self.unwatched: dict[TableId, float] = {}
        """The tables in memory that nobody watches, and since when; the longest first."""
        self.presence_changed: Callable[[TableId], None] = lambda _table: None
        """Called when somebody has come to a table, or has gone."""
        self._thinkers = thinkers
        self._outages: Sequence[Outage] = ()
        self._beginning_ms = 0
        """The uptime when this process had not run yet."""
        self._noted_ms = 0
        """The uptime that the database knows."""
        self.has_clocks = False
        """True while a clock may run at any table, in memory or not."""
        self._entries = metrics.counter(
            "misterx_entries_total", "Entries that this process has taken up.", label="kind"
        )
        self.saving = metrics.histogram(
            "misterx_saving_seconds", "From a decision until it is safe in the database."
        )

    # --- uptime ----------------------------------------------------------------------------

    async def wake(self) -> None:
        """Go on from the uptime that the database knows; the time since counts for nobody."""
        self._outages = await self.store.outages()
        noted = await self.store.uptime()
        # A new database begins at the time of day: any number would do.
        begin_ms = self.world.now_ms() if noted is None else noted
        self._beginning_ms = begin_ms - self.world.alive_ms()
        await self.beat()

    def uptime_ms(self) -> int:
        """How long servers of this database have run, all in all. All clocks run by it.

        It never depends on the time of day, stands still while no process is alive, and is the
        same for all processes within a second or two.
        """
        return self._beginning_ms + self.world.alive_ms()

    def reach(self, uptime_ms: int) -> None:
        """Take note that the uptime is at least this, as another process or an entry says."""
        self._beginning_ms += max(0, uptime_ms - self.uptime_ms())

    def uptime_at(self, ms: int) -> int:
        """The uptime at a time of day, for tables opened by versions that did not note it."""
        later = (outage for outage in self._outages if outage.to_ms > ms)
        return ms + sum(outage.to_ms - max(outage.from_ms, ms) for outage in later)

    async def beat(self) -> None:
        """Note the uptime in the database; another process may have noted more."""
        self._noted_ms = self.uptime_ms()
        self.reach(await self.store.beat(self._noted_ms))

    async def clock_runs(self) -> None:
        """See to it that the database knows the uptime before a clock runs by it."""
        self.has_clocks = True
        if self.uptime_ms() - self._noted_ms > _BEAT_OLD_MS:
            await self.beat()

    # --- the rest --------------------------------------------------------------------------

    def count_entry(self, kind: str) -> None:
        """Keep the figures."""
        self._entries.add(of=kind)

    def left_alone(self, table: TableId) -> None:
        """Note that nobody watches a table from now on, or that it was used all the same."""
        self.unwatched.pop(table, None)
        self.unwatched[table] = asyncio.get_running_loop().time()

    def whisper_look(self, table: TableId, seat: Seat, piece: str | None) -> None:
        """Tell other processes what somebody looks at."""
        if self.store.is_shared:
            said = {"table": table, "seat": seat, "piece": piece}
            self.store.whisper(json.dumps(said, separators=(",", ":")))

    # --- computer players ------------------------------------------------------------------

    def answer_seconds(self, order: Order) -> float:
        """Return after how long a computer player would answer that was asked now."""
        return self._thinkers.answer_seconds(order, self.think_seconds)

    def change(self, order: Order, priority: Priority, payer: Payer) -> None:
        """Make a question that has been asked more or less urgent, or another one's."""
        self._thinkers.change(order, priority, payer)

    async def think(self, question: Question, order: Order, even: float | None) -> str:
        """Return the move of a computer player.

        Args:
            question: what it is asked.
            order: for whom.
            even: the answer comes after so many seconds, neither sooner nor later; None: as soon
                as it is found.

        Raises:
            ThinkingError: if no player finds a move.
        """
        return await self._thinkers.choose(question, self.think_seconds, order, even=even)
