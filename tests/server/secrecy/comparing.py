"""Two servers in two worlds that are alike, two evenings, and who can tell them apart."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from misterx.core import Game
from misterx.server.logs import configure_logs
from tests.server.secrecy.evening import Evening, Told, different
from tests.server.secrecy.fixed_world import FixedWorld
from tests.server.secrecy.performance import Script
from tests.server.serving import served

__all__ = ["Spent", "TwoServers", "captured_logs", "two_servers"]

_LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "misterx.server")


@contextmanager
def captured_logs() -> Iterator[io.StringIO]:
    """All that the servers of this process log, at the level that tells most."""
    loggers = [logging.getLogger(name) for name in (None, *_LIBRARIES)]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    out = io.StringIO()
    configure_logs("debug", "json", out)
    try:
        yield out
    finally:
        for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
            each.handlers[:], each.propagate = handlers, propagate
            each.setLevel(level)


@dataclass
class Spent:
    """What is left of an evening: who was told what, the log, what lists of tables are made of."""

    told: dict[str, Told]
    log: list[str]
    after: list[str]

    def same_as(self, other: Spent, onlookers: Sequence[str]) -> None:
        """Nobody who looks on can tell the two apart; and there was something to tell."""
        for who in onlookers:
            one, two = self.told[who], other.told[who]
            assert (where := different(one.live, two.live)) is None, f"{who}, live: {where}"
            assert (where := different(one.http, two.http)) is None, f"{who}, HTTP: {where}"
            assert {"watching", "snapshot", "frame", "refused", "presence"} <= one.kinds
            assert one.http
        assert (where := different(self.log, other.log)) is None, f"the log: {where}"
        assert (where := different(self.after, other.after)) is None, f"lists: {where}"

    def differs_from(self, other: Spent, insiders: Sequence[str]) -> None:
        """Whoever knows what is hidden was told different things: so the evenings do differ."""
        for who in insiders:
            assert self.told[who].live != other.told[who].live, f"{who} was told the same"


@dataclass
class TwoServers:
    """Two servers that have been asked the same so far."""

    urls: tuple[str, str]
    worlds: tuple[FixedWorld, FixedWorld]
    files: tuple[Path, Path]
    log: io.StringIO

    def spend(
        self,
        name: str,
        games: tuple[Game, Game],
        scripts: tuple[Script, Script],
        **plan: object,
    ) -> tuple[Spent, Spent]:
        """Spend an evening at each."""
        one, other = (
            asyncio.run(self._spend(n, name, game, script, plan))
            for n, (game, script) in enumerate(zip(games, scripts, strict=True))
        )
        return one, other

    async def _spend(
        self, n: int, name: str, game: Game, script: Script, plan: dict[str, object]
    ) -> Spent:
        self.worlds[n].begin(name)
        self.log.seek(0)
        self.log.truncate()
        async with Evening(self.urls[n], self.worlds[n], game) as evening:
            await evening.begin(**plan)
            await script.perform(evening)
        return Spent(evening.told(), _timeless(self.log.getvalue()), self._after(n, evening.table))

    def _after(self, n: int, table: str) -> list[str]:
        """What the database keeps for lists, entry by entry, until the end."""
        with sqlite3.connect(self.files[n]) as database:
            rows = database.execute(
                'SELECT ms, spent, kind, author, request, "after" FROM entries '
                "WHERE table_id = ? ORDER BY seq",
                (table,),
            ).fetchall()
        return [str(row) for row in rows]


def _timeless(log: str) -> list[str]:
    """The lines of a log without the time of day and the port of the other end."""
    return [str({**json.loads(line), "time": None}) for line in log.splitlines()]


@contextmanager
def two_servers(folder: Path) -> Iterator[TwoServers]:
    """Two servers with databases of their own and the same ideas of time, names and dice."""
    worlds = FixedWorld(), FixedWorld()
    files = folder / "one.db", folder / "other.db"
    with (
        captured_logs() as log,
        served(str(files[0]), worlds[0]) as one,
        served(str(files[1]), worlds[1]) as other,
    ):
        yield TwoServers((one, other), worlds, files, log)
