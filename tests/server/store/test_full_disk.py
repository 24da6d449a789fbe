"""A full disk: writing is refused, nothing confirmed is lost, and the server goes on by itself."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import DBAPIError

from misterx.server import app
from misterx.server.store.base import Appended, DiskFull, Store, StoreError
from misterx.server.store.failures import told
from misterx.server.store.sqlite import SqliteStore
from tests.server.client import Guest, Refused, Seat
from tests.server.serving import served
from tests.server.store.making import entry, new_table, opened

SEATS = {"X": {"who": "me"}, "H1": {"who": "device"}}
LONG = {"text": "x" * 4_000}


async def limit_pages(store: Any, more: int) -> None:  # noqa: ANN401 - its insides are used
    """Let the file grow by so many pages, as if the disk had no room for others."""

    def limit(on: Any) -> None:  # noqa: ANN401 - a connection
        pages = on.exec_driver_sql("PRAGMA page_count").scalar()
        on.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    await store._write(limit)


async def appended(store: Store) -> int:
    """Append until the disk is full; the number of the last entry that was confirmed."""
    for saved in range(1, 1_000):
        try:
            assert await store.append("T", entry(saved + 1, body=LONG)) is Appended.DONE
        except DiskFull:
            return saved
    raise AssertionError("it is never full")


async def talk(seat: Seat) -> int:
    """Talk until the server has no room; the number of lines that were confirmed."""
    for said in range(10_000):
        try:
            await seat.ask(do="chat", text="🕵" * 500)
        except Refused as no:
            if no.code != "storage":
                raise
            return said
    raise AssertionError("it is never full")


def test_nothing_confirmed_is_lost_and_it_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await new_table(store, "T", "anna")
            await limit_pages(store, 20)
            saved = await appended(store)
            assert saved > 5
            was_full: bool = store.is_full
            assert was_full
            assert len(await store.entries("T")) == saved
            await limit_pages(store, 1_000)
            assert await store.append("T", entry(saved + 1, body=LONG)) is Appended.DONE
            is_full: bool = store.is_full
            assert is_full is False
            assert (store.free_bytes() or 0) > 0

    asyncio.run(run())


class DiskFullError(Exception):
    """As asyncpg has it."""

    sqlstate = "53100"


def test_so_does_postgresql() -> None:
    assert isinstance(told(DBAPIError("INSERT", {}, DiskFullError())), DiskFull)
    assert not isinstance(told(DBAPIError("INSERT", {}, ValueError())), DiskFull)
    assert isinstance(told(OSError(28, "no room")), DiskFull)
    assert isinstance(DiskFull(""), StoreError)


Opened = tuple[SqliteStore, asyncio.AbstractEventLoop]


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch) -> list[Opened]:
    """The stores that servers open in the test, with the loops of their threads."""
    found: list[Opened] = []
    opening = SqliteStore.open

    async def open_and_tell(self: SqliteStore, *, migrate: bool = True) -> None:
        await opening(self, migrate=migrate)
        found.append((self, asyncio.get_running_loop()))

    monkeypatch.setattr(SqliteStore, "open", open_and_tell)
    return found


async def limit_pages_of(opened: Opened, more: int) -> None:
    store, loop = opened
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(limit_pages(store, more), loop))


async def until_ready(probe: httpx.AsyncClient, status: int) -> str:
    async with asyncio.timeout(90):
        while (answer := await probe.get("/readyz")).status_code != status:
            await asyncio.sleep(0.05)
    return answer.text


def test_players_and_probes_are_told(tmp_path: Path, stores: list[Opened]) -> None:
    async def run(url: str) -> None:
        async with Guest(url, "Ada") as ada, httpx.AsyncClient(base_url=url) as probe:
            table = await ada.open_table("modern-2013", 2, seats=SEATS, start=True)
            x = await ada.watch(table, "X")
            await x.until(lambda: bool(x.moves))
            await limit_pages_of(stores[0], 0)
            said = await talk(x)
            assert await until_ready(probe, 503) == "the disk of the database is full\n"
            assert len(x.chat) == said
            await limit_pages_of(stores[0], 1_000)
            await until_ready(probe, 200)
            await x.move(x.moves[0])
            assert "misterx_database_free_bytes " in (await probe.get("/metrics")).text
            await x.close()

    with served(str(tmp_path / "misterx.db")) as url:
        asyncio.run(run(url))


def test_a_disk_that_is_nearly_full_is_told_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(str(tmp_path / "misterx.db")) as url, closing(httpx.Client(base_url=url)) as probe:
        assert probe.get("/readyz").status_code == 200
        monkeypatch.setattr(SqliteStore, "free_bytes", lambda _: app._LEAST_FREE - 1)
        assert probe.get("/readyz").text == "the disk of the database is full\n"
        assert probe.get("/readyz").status_code == 503


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes, in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.name != "posix" or os.geteuid():
        pytest.skip("only root mounts a file system")
    mounting = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)]
    if subprocess.run(mounting, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.soak
def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    """All that was confirmed is there after it, and after a restart."""
    file, ballast = small_disk / "misterx.db", small_disk / "ballast"

    async def fill(url: str) -> tuple[str, int]:
        said = 0
        async with Guest(url, "Ada") as ada, httpx.AsyncClient(base_url=url) as probe:
            plan = {"seats": SEATS, "spectators": True, "start": True}
            table = await ada.open_table("modern-2013", 2, **plan)
            x = await ada.watch(table, "X")
            await x.until(lambda: bool(x.moves))
            with suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(b"\0" * 4096)
                    file.flush()
            await talk(x)
            assert "full" in await until_ready(probe, 503)
            ballast.unlink()
            async with asyncio.timeout(90):
                while True:
                    with suppress(Refused):
                        said = await x.ask(do="chat", text="there is room")
                        break
                    await asyncio.sleep(0.2)
            await x.move(x.moves[0])
            await x.close()
        return table, said

    async def look(url: str, table: str, last: int) -> None:
        async with Guest(url, "Ben") as ben:
            seat = Seat(ben, table, None)
            await seat.connect()
            await seat.until(lambda: seat.at > last)
            assert seat.chat[-1] == "there is room"
            await seat.close()

    with served(str(file)) as url:
        table, last = asyncio.run(fill(url))
    with served(str(file)) as url:
        asyncio.run(look(url, table, last))
