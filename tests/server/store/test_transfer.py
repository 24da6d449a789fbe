"""Backup and restore, from each engine to each."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from misterx.server.store.base import Ban, Guest, Link, Operation, Outage, StoreError
from misterx.server.store.lock import DatabaseLock
from misterx.server.store.schema import outages
from misterx.server.store.transfer import backup, restore
from tests.server.postgres import PostgresServer
from tests.server.store.making import NOW, entry, guest_by_token, new_table, opened

BAN = Ban("198.51.100.0/24", "floods", NOW, None)
ORDER = Operation("o1", "close", {"table": "T0"}, NOW, NOW + 9000)


async def _fill(url: str) -> None:
    async with opened(url) as store:
        await store.add_guest(Guest("g1", "Ännchen 🚕", NOW), b"\x00\xff")
        for number in range(3):
            await new_table(store, f"T{number}", "g1")
            for seq in range(2, 400):
                if number == 0 or seq < 4:
                    await store.append(f"T{number}", entry(seq, f"r{seq}"), due_ms=NOW + number)
        await store.add_link(b"link", Link("T0", "X", "g1"), NOW + 10)
        await store.claim("T0", 1, "me", NOW, NOW + 5)
        await store.beat(NOW + 5000)
        await store._write(  # type: ignore[attr-defined] # as older versions did
            lambda on: on.execute(insert(outages), {"from_ms": NOW, "to_ms": NOW + 5000})
        )
        await store.add_ban(BAN)
        await store.add_operation(ORDER)


@pytest.mark.parametrize("target", ("sqlite", "postgres"))
def test_everything_comes_back(
    database_url: str, target: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    new = postgres.new_database() if target == "postgres" else str(tmp_path / "new" / "x.db")
    copy = tmp_path / "copy.db"

    async def run() -> None:
        await _fill(database_url)
        await backup(database_url, copy)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        async with opened(new) as store:  # a server was started there, and nobody came
            await store.beat(NOW - 1)
            await store.add_ban(Ban("192.0.2.1/32", "gone after the restore", NOW, None))
        await restore(copy, new)
        async with opened(database_url) as before, opened(new) as after:
            for table in ("T0", "T1", "T2"):
                assert await after.entries(table) == await before.entries(table)
            assert await after.due() == await before.due()
            assert await after.tables_of("g1", 9) == await before.tables_of("g1", 9)
            assert await guest_by_token(after, b"\x00\xff") == Guest("g1", "Ännchen 🚕", NOW)
            assert await after.find_link(b"link", NOW) == Link("T0", "X", "g1")
            assert await after.identity() == await before.identity()
            assert await after.bans(NOW) == [BAN]
            assert await after.operations(NOW) == [ORDER]
            assert await after.uptime() == NOW + 5000
            assert await after.outages() == [Outage(NOW, NOW + 5000)]
        with pytest.raises(StoreError, match="holds games already"):
            await restore(copy, new)

    asyncio.run(run())


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    text, other, empty = (tmp_path / name for name in ("text", "other.db", "empty"))
    text.write_text("Dear diary, " * 100)
    empty.touch()
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE recipes (id)")
    new = tmp_path / "new.db"
    for source, complaint in (
        (tmp_path / "nothing", "there is no database"),
        (text, "not a database"),
        (other, "no database of this program"),
        (empty, "no database of this program"),
    ):
        with pytest.raises(StoreError, match=complaint):
            asyncio.run(restore(source, str(new)))
        with pytest.raises(StoreError, match=complaint):
            asyncio.run(backup(str(source), new))
        assert not new.exists()


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    asyncio.run(_fill(str(old)))
    with closing(sqlite3.connect(old, isolation_level=None)) as made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version"):
        asyncio.run(restore(old, str(new)))
    assert not new.exists()


def test_a_file_that_a_server_uses_is_not_restored_into(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    asyncio.run(_fill(str(old)))
    lock = DatabaseLock.acquire(new)
    assert isinstance(lock, DatabaseLock)
    with pytest.raises(StoreError, match="stop it first"):
        asyncio.run(restore(old, str(new)))
    lock.release()
    with pytest.raises(StoreError, match="cannot make"):
        asyncio.run(restore(old, str(old / "below a file")))


def test_a_postgresql_without_the_tables_or_at_nowhere_is_refused(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    copy = tmp_path / "copy.db"
    nowhere = "postgresql://anna:secret@127.0.0.1:1/games"
    with pytest.raises(StoreError, match="another version"):
        asyncio.run(backup(postgres.new_database(), copy))
    with pytest.raises(StoreError, match="does not answer"):
        asyncio.run(backup(nowhere, copy))
    assert list(tmp_path.iterdir()) == []
    asyncio.run(_fill(str(copy)))
    with pytest.raises(StoreError, match="does not answer"):
        asyncio.run(restore(copy, nowhere))
