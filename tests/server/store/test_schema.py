"""The schema: migrations lead to what the program expects, from nothing and from nowhere else."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text

from misterx.server.store.address import read_address
from misterx.server.store.base import StoreError
from misterx.server.store.migrating import migrations
from misterx.server.store.schema import HEAD, metadata
from tests.server.postgres import PostgresServer
from tests.server.store.making import new_table, opened


def test_head_is_the_last_migration() -> None:
    assert migrations().get_heads() == [HEAD]


def test_migrations_and_metadata_agree(database_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    def checks(connection: Connection) -> str:
        # What the comparison leaves out.
        with pytest.raises(Exception, match="one_row"):
            connection.execute(text("INSERT INTO alive (id, beat_ms) VALUES (2, 0)"))
        return "checked"

    async def run() -> None:
        async with opened(database_url) as store:
            assert await store._read(differences) == []  # type: ignore[attr-defined]
            assert await store._write(checks) == "checked"  # type: ignore[attr-defined]

    asyncio.run(run())


def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    newer = text("UPDATE alembic_version SET version_num = '9999'")

    async def run() -> None:
        async with opened(database_url) as store:
            await new_table(store, "T")
            await store._write(lambda on: on.execute(newer))  # type: ignore[attr-defined]
            with pytest.raises(StoreError, match="start anew"):
                await store.check()
        with pytest.raises(StoreError, match=r"newer version .*9999"):
            async with opened(database_url):
                pass

    asyncio.run(run())


def test_a_postgresql_with_tables_of_another_program_is_refused_without_its_password(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()

    async def run() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute("CREATE TABLE places (name TEXT)")
        try:
            with pytest.raises(StoreError, match="tables of another program") as caught:
                async with opened(f"{url}&password=secret"):
                    pass
            assert str(read_address(url)) in str(caught.value)
            assert "secret" not in str(caught.value)
            tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            assert [row[0] for row in await connection.fetch(tables)] == ["places"]
        finally:
            await connection.close()

    asyncio.run(run())


def test_alembic_is_loaded_only_where_there_is_something_to_do(tmp_path: Path) -> None:
    program = f"""
import asyncio, sys
from misterx.server.store import open_store
async def main():
    store = open_store({str(tmp_path / "tables.db")!r})
    await store.open()
    await store.close()
asyncio.run(main())
print("alembic" in sys.modules, "asyncpg" in sys.modules)
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said == ["True False\n", "False False\n"]
