"""A database that is moved, removed or replaced under its server: nothing more is confirmed."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import Connection

from misterx.server.store import open_store
from misterx.server.store.base import Appended, DatabaseGone, StoreError
from tests.server.client import Guest, Refused
from tests.server.postgres import PostgresServer
from tests.server.secrecy.comparing import captured_logs
from tests.server.serving import served
from tests.server.store.making import entry, new_table, numbers, opened

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere open files cannot be moved")


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def remove(file: Path) -> None:
    file.unlink()


def replace_by_a_copy(file: Path) -> None:
    shutil.copy(file, file.with_name("copy.db"))
    file.with_name("copy.db").replace(file)


def remove_journal(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def move_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("moved"))


@pytest.mark.parametrize(
    "gone",
    (move, remove, replace_by_a_copy, remove_journal, move_folder),
    ids=lambda it: it.__name__,
)
def test_nothing_is_confirmed_or_read_once_the_file_is_gone(
    tmp_path: Path, gone: Callable[[Path], None]
) -> None:
    file = tmp_path / "data" / "tables.db"

    async def run() -> None:
        async with opened(str(file)) as store:
            await new_table(store, "T", "anna")
            assert await store.append("T", entry(2)) is Appended.DONE
            gone(file)
            before = sorted(tmp_path.rglob("*"))
            for ask in (
                lambda: store.append("T", entry(3)),
                lambda: new_table(store, "S", "anna"),
                lambda: store.entries("T"),
                store.check,
            ):
                with pytest.raises(DatabaseGone, match="start the server anew"):
                    await ask()
            assert sorted(tmp_path.rglob("*")) == before, "and no new file is made"

    asyncio.run(run())


def test_nothing_is_confirmed_that_was_written_while_it_went(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def run() -> None:
        async with opened(str(file)) as store:
            await new_table(store, "T", "anna")
            engine: Any = store

            def write(on: Connection) -> None:
                on.exec_driver_sql("UPDATE tables SET due_ms = 1")
                move(file)

            with pytest.raises(DatabaseGone):
                await engine._write(write)

    asyncio.run(run())


def test_it_goes_on_when_the_file_is_put_back(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere.db"

    async def run() -> None:
        with captured_logs() as log:
            async with opened(str(file)) as store:
                await new_table(store, "T", "anna")
                file.rename(elsewhere)
                for _ in range(3):
                    with pytest.raises(DatabaseGone):
                        await store.append("T", entry(2))
                elsewhere.rename(file)
                assert await store.append("T", entry(2)) is Appended.DONE
                assert await numbers(store, "T") == [1, 2]
        assert log.getvalue().count("database_file_gone") == 1
        assert log.getvalue().count("database_file_back") == 1

    asyncio.run(run())


def test_players_and_probes_are_told(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere.db"

    async def run(url: str) -> None:
        seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
        async with Guest(url, "Ada") as ada, httpx.AsyncClient(base_url=url) as probe:
            table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
            x = await ada.watch(table, "X")
            await x.until(lambda: bool(x.moves))
            file.rename(elsewhere)
            with pytest.raises(Refused) as no:
                await x.move(x.moves[0])
            assert no.value.code == "storage"
            ready = await probe.get("/readyz")
            assert (ready.status_code, ready.text) == (503, "the database was moved or replaced\n")
            assert (await probe.get("/healthz")).status_code == 200
            elsewhere.rename(file)
            assert (await probe.get("/readyz")).status_code == 200
            await x.move(x.moves[0])
            await x.close()

    with served(str(file)) as url:
        asyncio.run(run(url))


def test_another_postgresql_database_of_the_same_name_is_not_used(
    postgres: PostgresServer,
) -> None:
    url = postgres.new_database()
    name = url.partition("?")[0].rpartition("/")[2]

    async def make_another() -> None:
        operator = await asyncpg.connect(url.replace(f"/{name}?", "/postgres?"))
        await operator.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        await operator.execute(f'CREATE DATABASE "{name}"')
        await operator.close()
        async with opened(url) as store:
            await new_table(store, "T", "anna")

    async def run() -> None:
        store = open_store(url)
        await store.open()
        try:
            await new_table(store, "T", "anna")
            await make_another()
            for _ in range(2):
                with pytest.raises(StoreError, match="another PostgreSQL database"):
                    await store.append("T", entry(2))
                with pytest.raises(StoreError, match="another PostgreSQL database"):
                    await store.check()
        finally:
            await store.close()
        async with opened(url) as other:
            assert await numbers(other, "T") == [1]

    with captured_logs() as log:
        asyncio.run(run())
    assert log.getvalue().count("database_replaced") == 1
