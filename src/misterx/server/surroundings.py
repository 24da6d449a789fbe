"""What all tables of a server process share: the database, the world, computer players, figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence

from misterx.core import Seat
from misterx.server.entry import TableId
from misterx.server.metrics import Registry
from misterx.server.pace import Pace
from misterx.server.question import Question
from misterx.server.store.base import Outage, Store
from misterx.server.thinking import Thinkers
from misterx.server.world import World

__all__ = ["Surroundings"]


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
        self.watchers = 0
        """How many live connections watch a table."""
        self.ticking: set[TableId] = set()
        """The tables in memory on which a clock runs."""
        self.unwatched: dict[TableId, float] = {}
        """The tables in memory that nobody watches, and since when; the longest first."""
        self.presence_changed: Callable[[TableId], None] = lambda _table: None
        """Called when somebody has come to a table, or has gone."""
        self._thinkers = thinkers
        self._outages: Sequence[Outage] = ()
        self._entries = metrics.counter(
            "misterx_entries_total", "Entries that this process has taken up.", label="kind"
        )
        self.saving = metrics.histogram(
            "misterx_saving_seconds", "From a decision until it is safe in the database."
        )

    def wake(self, outages: Sequence[Outage]) -> None:
        """Know when no process was alive; that time counts for nobody."""
        self._outages = sorted(outages, key=lambda outage: outage.from_ms)

    def alive_between(self, from_ms: int, to_ms: int) -> int:
        """How long servers ran between two moments."""
        lost = 0
        for outage in reversed(self._outages):
            if outage.to_ms <= from_ms:
                break
            lost += max(0, min(outage.to_ms, to_ms) - max(outage.from_ms, from_ms))
        return max(0, to_ms - from_ms - lost)

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

    async def think(self, question: Question, *, evenly: bool, urgent: bool) -> str:
        """The move of a computer player; raises `ThinkingError`."""
        seconds = self.think_seconds
        return await self._thinkers.choose(question, seconds, evenly=evenly, urgent=urgent)
