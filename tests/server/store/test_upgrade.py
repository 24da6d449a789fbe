"""A database of the version before: it is opened, brought up to date, and its games go on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from misterx.server.entry import Entry
from misterx.server.store import open_store
from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import Store, StoreError
from misterx.server.store.schema import HEAD
from misterx.server.store.transfer import backup, restore
from tests.cli.running import in_a_process
from tests.server.client import Guest as Client
from tests.server.client import Seat
from tests.server.serving import ServerProcess, served
from tests.server.store.making import NOW, opened
from tests.server.store.old_databases import OldTable, fill, old_tables

BEFORE = "0001"
KEEP_ALL: dict[str, Any] = {"keep_tables_days": 0, "keep_guests_days": 0}


def old(url: str) -> list[OldTable]:
    """Fill a database as the version before did; its tables."""
    asyncio.run(fill(url, BEFORE))
    engine = "sqlite" if isinstance(read_address(url), SqliteAddress) else "postgres"
    return old_tables(BEFORE, engine)


async def raw(url: str, query: str) -> list[tuple[Any, ...]]:
    """What a query gives, without any of the program's own code."""
    address = read_address(url)
    if isinstance(address, SqliteAddress):
        with closing(sqlite3.connect(address.path, isolation_level=None)) as database:
            return database.execute(query).fetchall()
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def logs(store: Store, tables: list[OldTable]) -> dict[str, list[Entry]]:
    return {table.id: list(await store.entries(table.id)) for table in tables}


def test_the_games_of_the_version_before_go_on(database_url: str) -> None:
    tables = old(database_url)
    before = asyncio.run(raw(database_url, "SELECT table_id, max(seq) FROM entries GROUP BY 1"))
    moved: dict[str, int] = {}
    with served(database_url, **KEEP_ALL) as url:

        async def play_on() -> None:
            for table in tables:
                await play_at(table)

        async def play_at(table: OldTable) -> None:
            port = url.rpartition(":")[2]
            clients = {token: Client(url) for token in table.seats.values()}
            seats = []
            try:
                for seat, token in table.seats.items():
                    # What the version before called the cookie of a server on this port.
                    clients[token].http.cookies.set(f"misterx_{port}", token)
                    assert (await clients[token].get("/api/guest")) is not None
                    info = await clients[token].get(f"/api/tables/{table.id}")
                    assert seat in info["mine"]
                    assert info["table"]["phase"] == table.phase
                    seats.append(await clients[token].watch(table.id, seat))
                if table.phase == "playing":
                    moved[table.id] = await move(seats)
            finally:
                for watched in seats:
                    await watched.close()
                for client in clients.values():
                    await client.http.aclose()

        async def move(seats: list[Seat]) -> int:
            async with asyncio.timeout(90):
                while not (movers := [seat for seat in seats if seat.moves]):
                    await asyncio.sleep(0.01)
            return await movers[0].move(movers[0].moves[0])

        asyncio.run(play_on())

    async def compare() -> None:
        async with opened(database_url) as store:
            last = {table: len(log) for table, log in (await logs(store, tables)).items()}
            for table, number in before:
                assert last[table] >= moved.get(table, number) >= number
        assert await raw(database_url, "SELECT version_num FROM alembic_version") == [(HEAD,)]

    asyncio.run(compare())
    assert len(moved) == 3


def test_every_entry_stays_as_it_was(database_url: str) -> None:
    tables = old(database_url)
    query = "SELECT * FROM entries ORDER BY table_id, seq"
    before = asyncio.run(raw(database_url, query))

    async def run() -> None:
        async with opened(database_url) as store:
            assert all((await logs(store, tables)).values())
            assert await store.bans(NOW) == []
            assert await store.operations(NOW) == []
            name = await store.identity()
        async with opened(database_url) as store:
            assert await store.identity() == name
        assert await raw(database_url, query) == before

    asyncio.run(run())


def test_an_upgrade_that_fails_changes_nothing(database_url: str) -> None:
    old(database_url)
    # The last of the tables that the upgrade makes is there already.
    asyncio.run(raw_change(database_url, "CREATE TABLE bans (id INTEGER)"))

    async def run() -> None:
        with pytest.raises(Exception, match="bans"):
            async with opened(database_url):
                pass
        assert await raw(database_url, "SELECT version_num FROM alembic_version") == [(BEFORE,)]
        with pytest.raises((sqlite3.Error, asyncpg.PostgresError), match="identity"):
            await raw(database_url, "SELECT * FROM identity")
        await raw_change(database_url, "DROP TABLE bans")
        async with opened(database_url) as store:
            assert await store.identity()

    asyncio.run(run())


async def raw_change(url: str, statement: str) -> None:
    await raw(url, statement)


def test_two_processes_upgrade_one_database_once(database_url: str) -> None:
    if not database_url.startswith("postgresql"):
        pytest.skip("one SQLite file has one process")
    old(database_url)

    async def name() -> str:
        async with opened(database_url) as store:
            return await store.identity()

    async def run() -> None:
        assert len(set(await asyncio.gather(name(), name(), name()))) == 1

    asyncio.run(run())


def test_a_command_beside_servers_upgrades_nothing(database_url: str) -> None:
    old(database_url)

    async def run() -> None:
        store = open_store(database_url)
        with pytest.raises(StoreError, match=f"its schema is {BEFORE}, this version's is {HEAD}"):
            await store.open(migrate=False)
        assert await raw(database_url, "SELECT version_num FROM alembic_version") == [(BEFORE,)]

    asyncio.run(run())


def test_a_backup_of_the_version_before_is_restored(database_url: str, tmp_path: Path) -> None:
    source, copy = tmp_path / "old.db", tmp_path / "copy.db"
    tables = old(str(source))

    async def run() -> None:
        await backup(str(source), copy)
        await restore(copy, database_url)
        async with opened(str(source)) as before, opened(database_url) as after:
            assert await logs(after, tables) == await logs(before, tables)
            assert await after.identity()

    asyncio.run(run())


def test_an_older_program_is_told_that_the_database_is_newer(database_url: str) -> None:
    async def make() -> None:
        async with opened(database_url):
            pass
        await raw_change(database_url, "UPDATE alembic_version SET version_num = '9999'")

    asyncio.run(make())
    for command in (("serve", "--no-browser", "--port", "0"), ("tables", "list")):
        done = in_a_process(*command, "--database", database_url)
        assert done.code == 2
        assert "its schema is 9999, this version" in done.err
        assert "install that version or a later one" in done.err or "use the version" in done.err
        assert "Traceback" not in done.err
    versions = asyncio.run(raw(database_url, "SELECT version_num FROM alembic_version"))
    assert versions == [("9999",)]


def test_a_process_that_still_runs_after_an_upgrade_is_not_ready(database_url: str) -> None:
    with served(database_url) as url, httpx.Client(base_url=url) as http:
        assert http.get("/readyz").status_code == 200
        asyncio.run(raw_change(database_url, "UPDATE alembic_version SET version_num = '9999'"))
        assert http.get("/readyz").status_code == 503
        assert http.get("/healthz").status_code == 200


def test_the_documented_upgrade(database_url: str, tmp_path: Path) -> None:
    """The steps of docs/server.md, from a database of the version before, and the way back."""
    tables = old(database_url)
    before = tmp_path / "before.db"
    asyncio.run(fill(str(before), BEFORE))  # what the version before has saved
    if database_url.startswith("postgresql"):
        late = in_a_process("database", "backup", str(tmp_path / "x"), "--database", database_url)
        assert "is of another version" in late.err, "the backup is made with the version before"
    with ServerProcess(database_url) as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        drained = in_a_process("drain", "--for", "1h", "--database", database_url)
        assert drained.code == 0, drained.err
        assert "nobody plays" in drained.out
        assert httpx.get(f"{server.url}/readyz").text == "draining\n"
        assert server.stop() == 0
    with ServerProcess(database_url) as server:
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        listed = in_a_process("tables", "list", "--json", "--database", database_url)
        assert {table["table"] for table in json.loads(listed.out)} == {each.id for each in tables}
        assert server.stop() == 0
    back = tmp_path / "back.db"
    assert in_a_process("database", "restore", str(before), "--database", str(back)).code == 0
    assert asyncio.run(raw(str(back), "SELECT count(*) FROM tables")) == [(len(tables),)]
