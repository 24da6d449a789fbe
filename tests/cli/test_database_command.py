"""`misterx database`: backup, restore, clean-up, deletion."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from misterx.server.entry import Entry
from misterx.server.store import open_store
from misterx.server.store.base import Guest, Store
from misterx.server.store.lock import DatabaseLock
from tests.cli.running import Runner
from tests.server.store.making import guest_by_token

T = TypeVar("T")
YEAR_MS = 365 * 24 * 60 * 60 * 1000


def with_store(file: Path, do: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    async def run() -> T:
        store = open_store(str(file))
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.settings.default_config", lambda: tmp_path / "none.toml")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A database with a new table of anna's and one that nobody has touched for two years."""
    now = time.time_ns() // 1_000_000

    def first(ms: int) -> Entry:
        return Entry(1, ms, 0, "open", "anna", "r1", {"name": "Anna", "kept": 1}, {})

    async def fill(store: Store) -> None:
        await store.add_guest(Guest("anna", "Anna", now), b"a" * 32)
        await store.create_table("NEW", first(now), ["anna"])
        await store.create_table("OLD", first(now - 2 * YEAR_MS), ["anna"])

    with_store(tmp_path / "games.db", fill)
    return tmp_path / "games.db"


def tables(file: Path) -> set[str]:
    async def read(store: Store) -> set[str]:
        return {line.table for line in await store.tables_of("anna", 10)}

    return with_store(file, read)


def test_backup_and_restore(run: Runner, games: Path, tmp_path: Path) -> None:
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    saved = run("database", "backup", str(copy), "--database", str(games))
    assert saved == (0, f"{copy} holds everything now\n", "")
    restored = run("database", "restore", str(copy), "--database", str(again))
    assert restored == (0, f"{again} holds everything from {copy} now\n", "")
    assert tables(again) == {"NEW", "OLD"}


@pytest.mark.parametrize("spoilt", ("its pages", "a table"))
def test_a_damaged_backup_is_named_by_its_own_name(
    run: Runner, games: Path, tmp_path: Path, spoilt: str
) -> None:
    copy = tmp_path / "copy.db"
    run("database", "backup", str(copy), "--database", str(games))
    if spoilt == "its pages":
        whole = copy.read_bytes()
        copy.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    else:
        with closing(sqlite3.connect(copy)) as database:
            database.execute("DROP TABLE guests")
    answer = run("database", "restore", str(copy), "--database", str(tmp_path / "again.db"))
    assert (answer.code, answer.out) == (2, "")
    assert f"{copy}: " in answer.err
    assert "misterx-restore-" not in answer.err


def test_a_backup_while_a_server_runs(run: Runner, games: Path, tmp_path: Path) -> None:
    lock = DatabaseLock.acquire(games)
    assert isinstance(lock, DatabaseLock)
    assert run("database", "backup", str(tmp_path / "copy.db"), "--database", str(games)).code == 0
    lock.release()


def test_sweep(run: Runner, games: Path) -> None:
    keep = run("database", "sweep", "--database", str(games), "--keep-tables-days", "0")
    assert keep.out == "deleted: 0 tables, 0 guests, 0 links\n"
    swept = run("database", "sweep", "--database", str(games))
    assert swept.out == "deleted: 1 tables, 0 guests, 0 links\n"
    assert tables(games) == {"NEW"}


def test_forget(run: Runner, games: Path) -> None:
    answer = run("database", "forget", "anna", "--database", str(games))
    assert answer == (0, "forgotten: anna, also at 2 tables\n", "")

    async def read(store: Store) -> object:
        return (await store.entries("NEW"))[0].body, await guest_by_token(store, b"a" * 32)

    assert with_store(games, read) == ({"name": "", "kept": 1}, None)


def test_whoever_is_not_there_cannot_be_forgotten(run: Runner, games: Path) -> None:
    answer = run("database", "forget", "zzz", "--database", str(games))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("misterx: there is no guest zzz\n")
    assert tables(games) == {"NEW", "OLD"}


@pytest.mark.parametrize("action", (("sweep",), ("forget", "anna")))
def test_not_while_a_server_runs(run: Runner, games: Path, action: tuple[str, ...]) -> None:
    lock = DatabaseLock.acquire(games)
    assert isinstance(lock, DatabaseLock)
    lock.publish("http://127.0.0.1:1")
    answer = run("database", *action, "--database", str(games))
    lock.release()
    assert answer.code == 2
    assert answer.err == (
        f"misterx: a server at http://127.0.0.1:1 is using {games}\nhint: stop it first\n"
    )
    assert tables(games) == {"NEW", "OLD"}


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("sweep",), "there is no database"),
        (("forget", "anna"), "there is no database"),
        (("backup", "copy.db"), "there is no database"),
        (("restore", "gone.db"), "there is no database"),
        (("mend",), "invalid choice: 'mend'"),
        ((), "the following arguments are required: ACTION"),
        (("backup",), "the following arguments are required: FILE"),
        (("sweep", "--keep-tables-days", "few"), "--keep-tables-days must be a whole number"),
    ),
)
def test_mistakes_are_one_line_and_make_no_file(
    run: Runner, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    where = ("--database", str(tmp_path / "none.db")) if words[1:] or "sweep" in words else ()
    answer = run("database", *words, *where)
    assert answer.code == 2
    assert message in answer.err.splitlines()[0]
    assert list(tmp_path.iterdir()) == []
