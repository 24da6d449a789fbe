"""What only a file has: a crash, a folder, a lock, other programs."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from misterx.server.store.base import Appended, DiskFull, StoreError
from misterx.server.store.lock import DatabaseLock, Held
from misterx.server.store.transfer import restore
from tests.server.store.making import entry, new_table, numbers, opened

APPENDER = """
import asyncio, sys
from misterx.server.entry import Entry
from misterx.server.store import open_store

async def play(store, table):
    await store.create_table(table, Entry(1, 0, 0, "open", "host", None), [])
    for seq in range(2, 100_000):
        await store.append(table, Entry(seq, 0, 0, "move", "anna", f"r{seq}"), due_ms=seq)
        print(table, seq, flush=True)

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, table) for table in sys.argv[2:]))

asyncio.run(main())
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    names = [f"T{number}" for number in range(8)]
    with subprocess.Popen(
        [sys.executable, "-c", APPENDER, str(path), *names], stdout=subprocess.PIPE, text=True
    ) as appender:
        assert appender.stdout is not None
        acknowledged = [appender.stdout.readline().split() for _ in range(400)]
        appender.send_signal(signal.SIGKILL)
        acknowledged += [line.split() for line in appender.stdout if line.endswith("\n")]
    highest = {table: int(seq) for table, seq in acknowledged}

    async def run() -> None:
        async with opened(str(path)) as store:
            due = dict(await store.due())
            for table in names:
                found = await numbers(store, table)
                assert found == list(range(1, len(found) + 1))
                # One more may be saved that nobody was told of.
                assert highest[table] <= len(found) <= highest[table] + 1
                assert due[table] == len(found)

    asyncio.run(run())


def test_the_folder_is_made_and_only_the_owner_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "tables.db"

    async def run() -> None:
        async with opened(str(path)) as store:
            await new_table(store, "T")
            assert await store.claim("T", 1, "me", 0, 100)
            store.listen(lambda *_: None, lambda _: None)
            store.whisper("nobody is there")
            with closing(sqlite3.connect(path)) as other:
                assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    asyncio.run(run())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 100)

    async def run(at: Path) -> None:
        async with opened(str(at)):
            pass

    with pytest.raises(StoreError, match=r"cannot use .*notes\.txt.* not a database"):
        asyncio.run(run(path))
    with pytest.raises(StoreError, match="cannot use"):
        asyncio.run(run(path / "below a file"))
    with pytest.raises(StoreError, match="cannot use"):
        asyncio.run(run(tmp_path))


@pytest.mark.parametrize("mode", ("delete", "wal"))
@pytest.mark.parametrize("table", ("places", "entries", "alembic_version"))
def test_a_database_of_another_program_is_refused_and_left_alone(
    tmp_path: Path, mode: str, table: str
) -> None:
    path = tmp_path / "their places.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute(f"CREATE TABLE {table} (version_num TEXT)")
        other.execute(f"INSERT INTO {table} VALUES ('0001')")
        other.commit()
    before = path.read_bytes()

    async def run() -> None:
        async with opened(str(path)):
            pass

    async def refill() -> None:
        async with opened(str(tmp_path / "ours.db")) as store:
            await store.backup(tmp_path / "backup.db")
        await restore(tmp_path / "backup.db", str(path))

    for attempt in (run, refill):
        with pytest.raises(StoreError, match=r"of another program in .*their places\.sqlite"):
            asyncio.run(attempt())
        assert path.read_bytes() == before
        assert [each.name for each in tmp_path.glob("their places.sqlite-*")] == []


def test_a_full_disk_reaches_every_caller_and_the_writer_goes_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await new_table(store, "T")
            # SQLite's own limit stands for the disk: its error is the same.
            await store._write(  # type: ignore[attr-defined]
                lambda on: on.exec_driver_sql("PRAGMA max_page_count = 1")
            )
            large = {"text": "x" * 100_000}
            failed = await asyncio.gather(
                *(store.append("T", entry(seq, body=large)) for seq in (2, 3)),
                store.beat(5),
                return_exceptions=True,
            )
            assert [type(each) for each in failed] == [DiskFull] * 3
            assert "full" in str(failed[0])
            await store._write(  # type: ignore[attr-defined]
                lambda on: on.exec_driver_sql("PRAGMA max_page_count = 1000000")
            )
            assert await store.append("T", entry(2, body=large)) is Appended.DONE
            assert await numbers(store, "T") == [1, 2]

    asyncio.run(run())


class TestLock:
    HOLDER = """
import sys, time
from pathlib import Path
from misterx.server.store.lock import DatabaseLock
lock = DatabaseLock.acquire(Path(sys.argv[1]))
lock.publish("http://127.0.0.1:8000")
print("held", flush=True)
time.sleep(60)
"""

    def test_a_second_server_finds_the_first_and_a_kill_frees_the_lock(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "new folder" / "tables.db"
        with subprocess.Popen(
            [sys.executable, "-c", self.HOLDER, str(path)], stdout=subprocess.PIPE, text=True
        ) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            assert DatabaseLock.acquire(path) == Held("http://127.0.0.1:8000")
            holder.kill()
        lock = DatabaseLock.acquire(path)
        assert isinstance(lock, DatabaseLock)
        assert DatabaseLock.acquire(path) == Held(None)
        lock.release()

    def test_a_lock_is_taken_again_after_its_release(self, tmp_path: Path) -> None:
        path = tmp_path / "tables.db"
        first = DatabaseLock.acquire(path)
        assert isinstance(first, DatabaseLock)
        first.publish("http://a")
        first.publish("http://b.example")
        first.publish("http://c")
        assert DatabaseLock.acquire(path) == Held("http://c")
        first.release()
        first.release()
        with pytest.raises(RuntimeError, match="released"):
            first.publish("http://a")
        second = DatabaseLock.acquire(path)
        assert isinstance(second, DatabaseLock)
        second.release()

    def test_other_text_in_the_lock_is_no_address(self, tmp_path: Path) -> None:
        path = tmp_path / "tables.db"
        lock = DatabaseLock.acquire(path)
        assert isinstance(lock, DatabaseLock)
        for text in ("[1]", '{"address": 5}', '{"addr'):
            (tmp_path / "tables.db.lock").write_text(text)
            assert DatabaseLock.acquire(path) == Held(None)
        lock.release()

    def test_where_no_lock_can_be_made_it_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StoreError, match="cannot make"):
            DatabaseLock.acquire(tmp_path / "file" / "tables.db")

    def test_where_links_lead_in_a_circle_it_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "here").symlink_to("there")
        (tmp_path / "there").symlink_to("here")
        with pytest.raises(StoreError, match="cannot make"):
            DatabaseLock.acquire(tmp_path / "here" / "tables.db")

        async def run() -> None:
            async with opened(str(tmp_path / "here")):
                pass

        lock = DatabaseLock.acquire(tmp_path / "here")
        assert isinstance(lock, DatabaseLock)
        with pytest.raises(StoreError, match=r"cannot use .*here"):
            asyncio.run(run())
        lock.release()
