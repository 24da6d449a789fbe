"""What every store promises of guests, links, time and care, on both engines."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest

from misterx.server.entry import Entry
from misterx.server.store.address import SqliteAddress, read_address
from misterx.server.store.base import (
    Appended,
    Ban,
    Guest,
    Link,
    Operation,
    StoreError,
    Swept,
)
from tests.server.store.making import NOW, entry, guest_by_token, new_table, numbers, opened

DONE, REPEATED = Appended.DONE, Appended.REPEATED


class TestGuests:
    ANNA = Guest("g1", "Anna", NOW)

    def test_a_guest_is_known_by_the_hash_of_a_token(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_guest(self.ANNA, b"\x00hash")
                assert await guest_by_token(store, b"\x00hash") == self.ANNA
                assert await guest_by_token(store, b"other") is None
                await store.rename_guest("g1", "Änne")
                assert await guest_by_token(store, b"\x00hash") == replace(self.ANNA, name="Änne")

        asyncio.run(run())

    def test_two_guests_never_share_a_token(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                results = await asyncio.gather(
                    store.add_guest(self.ANNA, b"secret-hash"),
                    store.add_guest(Guest("g2", "Bob", NOW), b"secret-hash"),
                    store.add_guest(Guest("g3", "Cy", NOW), b"other"),
                    return_exceptions=True,
                )
                (error,) = [each for each in results if each is not None]
                assert isinstance(error, StoreError)
                assert "secret-hash" not in f"{error} {error.__cause__}"
                assert "refuses a value" in str(error)
                assert await guest_by_token(store, b"other") == Guest("g3", "Cy", NOW)

        asyncio.run(run())

    def test_a_forgotten_guest_leaves_only_moves(self, database_url: str) -> None:
        words = {"name": "Anna", "seats": [{"names": {"X": ["Anna"]}, "to": 5}], "text": "hello"}
        empty = {"name": "", "seats": [{"names": {"X": [""]}, "to": 5}], "text": ""}

        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_guest(self.ANNA, b"hash")
                for table in ("member", "wrote", "apart"):
                    await new_table(store, table)
                await store.append("member", entry(2), members=["g1", "g2"])
                await store.append("wrote", entry(2, "r", "g1", body=words))
                await store.append("wrote", entry(3, "s", "g1"))
                await store.append("apart", entry(2, "r", "g2", body=words))
                assert sorted(await store.forget_guest("g1") or ()) == ["member", "wrote"]
                assert await guest_by_token(store, b"hash") is None
                assert await store.tables_of("g1", 9) == []
                assert len(await store.tables_of("g2", 9)) == 1
                assert (await store.entries("wrote"))[1] == entry(2, "r", "g1", body=empty)
                assert (await store.entries("wrote"))[2] == entry(3, "s", "g1")
                assert (await store.entries("apart"))[1].body == words
                assert await store.append("wrote", entry(9, "r", "g1")) is REPEATED
                assert await store.forget_guest("g1") is None
                await store.add_guest(Guest("g3", "Cleo", NOW), b"other")
                assert await store.forget_guest("g3") == []

        asyncio.run(run())

    def test_no_note_comes_back_that_a_forgotten_guest_had_written_over(
        self, database_url: str
    ) -> None:
        def note(seq: int, author: str, about: str, text: str, team: str | None = "all") -> Entry:
            body = {"seat": author, "about": about, "text": text, "team": team}
            return entry(seq, None, author, kind="note", body=body)

        before_and_after = (
            (note(2, "g2", "46", "below two"), note(2, "g2", "46", "below two")),
            (note(3, "g3", "46", "below one"), note(3, "g3", "46", "")),
            (note(4, "g1", "46", "his"), note(4, "g1", "?", "")),
            (note(5, "g1", "46", "his again"), note(5, "g1", "?", "")),
            (note(6, "g2", "47", "another"), note(6, "g2", "47", "another")),
            (note(7, "g2", "46", "for himself", None), note(7, "g2", "46", "for himself", None)),
            (note(8, "g2", "", "about nothing"), note(8, "g2", "", "about nothing")),
            (note(9, "g1", "48", "his"), note(9, "g1", "?", "")),
            (note(10, "g2", "48", "above his"), note(10, "g2", "48", "above his")),
        )

        async def run() -> None:
            async with opened(database_url) as store:
                for table in ("T", "U"):
                    await new_table(store, table)
                    for before, _ in before_and_after:
                        if table == "T" or before.author != "g1":
                            await store.append(table, before)
                assert await store.forget_guest("g1") == ["T"]
                there = (await store.entries("T"))[1:]
                assert there == [after for _, after in before_and_after]
                apart = (await store.entries("U"))[1:]
                assert apart == [said for said, _ in before_and_after if said.author != "g1"]

        asyncio.run(run())

    def test_a_forgotten_guest_has_no_name_on_his_seats(self, database_url: str) -> None:
        seats = {"X": {"guest": "g1", "name": "Anna"}, "H1": {"guest": "g2", "name": "Bob"}}

        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                seated = replace(entry(2, None, "g2", body={"seats": seats}), kind="start")
                await store.append("T", seated, members=["g1", "g2"])
                assert await store.forget_guest("g1") == ["T"]
                nameless = {**seats, "X": {"guest": "g1", "name": ""}}
                assert (await store.entries("T"))[1].body == {"seats": nameless}

        asyncio.run(run())


class TestLinks:
    def test_a_link_is_good_until_it_is_used_or_too_old(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                await store.add_link(b"hash", Link("T", "X", "g1"), NOW + 10)
                assert await store.find_link(b"wrong", NOW) is None
                assert await store.find_link(b"hash", NOW + 9) == Link("T", "X", "g1")
                assert await store.find_link(b"hash", NOW + 10) is None
                await store.drop_link(b"hash")
                assert await store.find_link(b"hash", NOW) is None
                await store.drop_link(b"hash")

        asyncio.run(run())


class TestUptime:
    def test_the_most_that_was_noted_counts(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                assert await store.uptime() is None
                assert await store.beat(NOW + 1000) == NOW + 1000
                assert await store.beat(NOW + 500) == NOW + 1000  # of a process that is behind
                assert await store.uptime() == NOW + 1000
            async with opened(database_url) as store:
                assert await store.uptime() == NOW + 1000
                assert await store.beat(NOW + 1001) == NOW + 1001
                assert await store.outages() == []

        asyncio.run(run())


class TestCare:
    def test_a_sweep_takes_what_is_old_and_no_more(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                for guest in ("gone", "seated", "back", "left"):
                    await store.add_guest(Guest(guest, guest, NOW), guest.encode())
                await new_table(store, "old", "left")
                await new_table(store, "played", "seated")
                await store.append("played", entry(2, ms=NOW + 500))
                await new_table(store, "young", "back", ms=NOW + 200)
                await store.seen_guest("back", NOW + 300)
                await store.add_link(b"expired", Link("young", "X", "g1"), NOW + 5)
                await store.add_link(b"valid", Link("young", "X", "g1"), NOW + 500)
                await store.add_link(b"with its table", Link("old", "X", "g1"), NOW + 500)
                swept = await store.sweep(NOW + 100, NOW + 100, NOW + 100)
                assert swept == Swept(tables=1, guests=2, links=1)
                assert await numbers(store, "old") == []
                assert await numbers(store, "played") == [1, 2]
                assert await numbers(store, "young") == [1]
                known = [await guest_by_token(store, hash_) for hash_ in (b"seated", b"back")]
                assert [guest.id for guest in known if guest] == ["seated", "back"]
                assert await store.find_link(b"with its table", NOW) is None
                assert await store.find_link(b"valid", NOW) is not None
                assert await store.sweep(NOW, NOW, NOW) == Swept(0, 0, 0)

        asyncio.run(run())

    def test_a_sweep_of_many_tables(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await asyncio.gather(
                    *(store.create_table(f"T{number}", entry(1), []) for number in range(250))
                )
                assert (await store.sweep(NOW + 1, 0, 0)).tables == 250
                assert await store.create_table("T1", entry(1), []) is DONE
                assert await store.due() == []

        asyncio.run(run())

    def test_a_backup_beside_the_writers_is_whole(self, database_url: str, tmp_path: Path) -> None:
        copy = tmp_path / "backup" / "copy.db"
        copy.parent.mkdir()

        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_guest(Guest("g1", "Anna", NOW), b"hash")
                await new_table(store, "T", "g1")
                await store.beat(NOW)
                before = [await store.append("T", entry(seq)) for seq in range(2, 30)]
                assert set(before) == {DONE}
                backup = asyncio.create_task(store.backup(copy))
                for seq in range(30, 60):
                    assert await store.append("T", entry(seq)) is DONE
                await backup
                with pytest.raises(StoreError, match="exists already"):
                    await store.backup(copy)
                with pytest.raises(StoreError, match="cannot make"):
                    await store.backup(tmp_path / "nowhere" / "copy.db")
            assert sorted(copy.parent.iterdir()) == [copy]
            async with opened(str(copy)) as store:
                found = await numbers(store, "T")
                assert found == list(range(1, len(found) + 1))
                assert len(found) >= 29
                assert await guest_by_token(store, b"hash") == Guest("g1", "Anna", NOW)
                assert await store.uptime() == NOW

        asyncio.run(run())


class TestTheOperator:
    def test_a_database_has_a_name_of_its_own(self, database_url: str, tmp_path: Path) -> None:
        async def run() -> None:
            async with opened(database_url) as store, opened(str(tmp_path / "x.db")) as other:
                name = await store.identity()
                assert name == await store.identity() != await other.identity()
            async with opened(database_url) as store:
                assert await store.identity() == name

        asyncio.run(run())

    def test_orders_are_told_until_they_end_or_are_dropped(self, database_url: str) -> None:
        first = Operation("b", "announce", {"text": "Ende um 8 Uhr 🕗", "n": [1]}, NOW, NOW + 100)
        second = Operation("a", "close", {"table": "T"}, NOW + 1, NOW + 50)

        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_operation(second)
                await store.add_operation(first)
                assert await store.operations(NOW + 10) == [first, second]
                assert await store.operations(NOW + 50) == [first]
                assert await store.drop_operation("b")
                assert not await store.drop_operation("b")
                assert await store.operations(NOW) == [second]

        asyncio.run(run())

    def test_a_ban_holds_until_it_ends_or_is_lifted(self, database_url: str) -> None:
        for_good = Ban("2001:db8::/64", "", NOW, None)
        short = Ban("192.0.2.0/24", "noise", NOW, NOW + 50)

        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_ban(for_good)
                await store.add_ban(short)
                assert await store.bans(NOW + 49) == [short, for_good]
                assert await store.bans(NOW + 50) == [for_good]
                longer = replace(short, reason="more noise", until_ms=None)
                await store.add_ban(longer)
                assert await store.bans(NOW + 50) == [longer, for_good]
                assert await store.drop_ban("192.0.2.0/24")
                assert not await store.drop_ban("192.0.2.0/24")
                assert await store.bans(NOW) == [for_good]

        asyncio.run(run())

    def test_what_has_ended_is_swept(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_operation(Operation("o", "close", {}, NOW, NOW + 5))
                await store.add_ban(Ban("192.0.2.1/32", "", NOW, NOW + 5))
                await store.add_ban(Ban("192.0.2.2/32", "", NOW, None))
                await store.sweep(0, 0, NOW + 5)
                assert await store.operations(NOW) == []
                assert [ban.network for ban in await store.bans(NOW)] == ["192.0.2.2/32"]

        asyncio.run(run())


class TestTablesAtAGlance:
    def test_the_latest_tables_come_first_without_moves(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "OLD", "anna", ms=NOW)
                await new_table(store, "NEW", "anna", ms=NOW + 1)
                await store.append("OLD", entry(2, "r", ms=NOW + 5, body={"move": "X:T46"}))
                first, second = await store.latest_tables(10)
                assert (first.table, first.entries, first.changed_ms) == ("OLD", 2, NOW + 5)
                assert (second.table, second.entries, second.changed_ms) == ("NEW", 1, NOW + 1)
                assert [each.kind for each in first.seating] == ["open"]
                assert first.after == {"phase": "playing"}
                assert "T46" not in repr(first)
                assert [each.table for each in await store.latest_tables(1)] == ["OLD"]
                assert [each.table for each in await store.latest_tables(1, "NEW")] == ["NEW"]
                assert await store.latest_tables(1, "NONE") == []

        asyncio.run(run())

    def test_the_size_of_a_table_is_that_of_its_entries(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T", "anna")
                before = await store.table_bytes("T")
                await store.append("T", entry(2, "r", body={"text": "x" * 1000}))
                assert 1000 <= await store.table_bytes("T") - before <= 1100
                assert await store.table_bytes("NONE") == 0

        asyncio.run(run())

    def test_a_damaged_table_does_not_hide_the_others(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "GOOD", "anna")
                await new_table(store, "BAD", "anna")
            await damage(database_url, "UPDATE entries SET body = '{' WHERE table_id = 'BAD'")
            async with opened(database_url) as store:
                found = {each.table: each.seating for each in await store.latest_tables(10)}
                assert found["BAD"] == ()
                assert len(found["GOOD"]) == 1

        asyncio.run(run())


async def damage(url: str, statement: str) -> None:
    """Change what is stored, behind the program's back."""
    address = read_address(url)
    if isinstance(address, SqliteAddress):
        with closing(sqlite3.connect(address.path, isolation_level=None)) as database:
            database.execute(statement)
        return
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
