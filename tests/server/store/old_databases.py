"""Databases as released versions wrote them, for tests of the upgrade.

`python -m tests.server.store.old_databases` plays some games on a real server and dumps its
database into `databases/`, once for each engine. Run it before a migration is added: the files of
a schema are written by the version that had that schema, and never again.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import asyncpg

from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.schema import HEAD
from tests.server.client import Guest, Seat
from tests.server.evenings import Evening, until_at
from tests.server.postgres import PostgresServer, postgres_server
from tests.server.serving import ServerProcess

__all__ = ["FOLDER", "OldTable", "fill", "old_tables"]

FOLDER = Path(__file__).with_name("databases")
_NOT_SQL = ("\\", "--", "SET ", "SELECT pg_catalog.set_config")


@dataclass(frozen=True, slots=True)
class OldTable:
    """A table in an old database, and what is needed to play on."""

    id: str
    phase: str
    seats: dict[str, str]
    """The token of each seat's guest."""


def old_tables(schema: str, engine: str) -> list[OldTable]:
    """The tables in the database that the version with this schema wrote."""
    told = json.loads((FOLDER / f"{schema}-{engine}.json").read_text("utf-8"))
    return [OldTable(**each) for each in told]


async def fill(url: str, schema: str) -> None:
    """Fill an empty database with what the version with this schema wrote."""
    address = read_address(url)
    engine = "sqlite" if isinstance(address, SqliteAddress) else "postgres"
    script = (FOLDER / f"{schema}-{engine}.sql").read_text("utf-8")
    if isinstance(address, SqliteAddress):
        with closing(sqlite3.connect(address.path)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(script)
        return
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


# --- writing them --------------------------------------------------------------------------


async def _play(url: str) -> list[OldTable]:
    """Some tables of every kind, most of them in the middle of a game."""
    dice = Random(5)
    async with Evening(url) as evening:
        ada, bob = await evening.guests("Ada", "Bob Ørsted 🚕")
        clock = {"kind": "move", "seconds": 3600, "on_time": "bot"}
        with_clock = await evening.table({"X": ada, "H1": bob, "H2": bob}, clock=clock)
        bank = {"kind": "bank", "seconds": 7200, "on_time": "lose"}
        with_bots = await evening.table({"X": None, "H1": ada, "H2": None}, clock=bank)
        cards = await evening.table({"P1": ada, "P2": bob, "P3": ada}, "cards-2017")
        over = await evening.table({"X": ada, "H1": bob})
        for table in (with_clock, cards):
            await _make_moves(table, dice, 6)
        await with_bots["H1"].play(dice, 2)
        await with_clock["H1"].ask(do="chat", text="Wo ist er? 🕵️", team=False)
        await with_clock["H1"].ask(do="chat", text="At 67, I think", team=True)
        await with_clock["H1"].ask(do="mark", stations=[67, 79], sign="maybe", team=True)
        await over["X"].ask(do="ask", what="resign")
        waiting = await ada.open_table("modern-2013", 4, title="Friday")
        await bob.post(f"/api/tables/{waiting}/join", {})
        link = await bob.post(f"/api/tables/{with_clock['H1'].table}/seats/H1/link")
        assert link["token"]
        tables = [
            await _told(ada, bob, table)
            for table in (
                with_clock["X"].table,
                with_bots["H1"].table,
                cards["P1"].table,
                over["X"].table,
                waiting,
            )
        ]
        await asyncio.sleep(1.5)  # a beat is noted
        return tables


async def _make_moves(table: dict[str, Seat], dice: Random, number: int) -> None:
    for _ in range(number):
        async with asyncio.timeout(90):
            while not (movers := [seat for seat in table.values() if seat.moves]):
                await asyncio.sleep(0.01)
        at = await movers[0].move(dice.choice(movers[0].moves))
        for seat in table.values():
            await until_at(seat, at)


async def _told(ada: Guest, bob: Guest, table: str) -> OldTable:
    phase, seats = "", {}
    for guest in (ada, bob):
        (cookie,) = guest.http.cookies.jar
        info = await guest.get(f"/api/tables/{table}")
        phase = info["table"]["phase"]
        seats.update(dict.fromkeys(info["mine"], str(cookie.value)))
    return OldTable(table, phase, seats)


def _write(engine: str, postgres: PostgresServer, folder: Path) -> None:
    file = folder / "tables.db"
    url = f"sqlite:///{file}" if engine == "sqlite" else postgres.new_database()
    server = ServerProcess(url)
    with server:
        tables = asyncio.run(_play(server.url))
        server.stop()
    if engine == "sqlite":
        with closing(sqlite3.connect(file)) as database:
            script = "".join(f"{line}\n" for line in database.iterdump())
    else:
        script = _dumped(postgres, url)
    told = json.dumps([asdict(each) for each in tables], indent=1)
    (FOLDER / f"{HEAD}-{engine}.sql").write_text(script, "utf-8")
    (FOLDER / f"{HEAD}-{engine}.json").write_text(f"{told}\n", "utf-8")


def _dumped(postgres: PostgresServer, url: str) -> str:
    """What pg_dump says, without what only psql understands."""
    parts = urlsplit(url)
    (host,) = parse_qs(parts.query)["host"]
    said = subprocess.run(
        [
            *(
                postgres.programs / "pg_dump",
                "--inserts",
                "--no-owner",
                "--no-privileges",
                "--no-comments",
            ),
            *("-h", host, "-U", str(parts.username), parts.path[1:]),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line for line in said.splitlines() if line and not line.startswith(_NOT_SQL)]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with postgres_server() as _postgres, tempfile.TemporaryDirectory() as _folder:
        for _engine in ("sqlite", "postgres"):
            _write(_engine, _postgres, Path(_folder))
