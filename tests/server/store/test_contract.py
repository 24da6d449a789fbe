"""What every store promises, on both engines."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from misterx.server.entry import Entry
from misterx.server.store import batch, open_store
from misterx.server.store.base import Appended, Guest, Link, Outage, StoreError, Swept
from tests.server.store.making import NOW, entry, new_table, numbers, opened

DONE, TAKEN, REPEATED = Appended.DONE, Appended.TAKEN, Appended.REPEATED


class TestEntries:
    def test_what_was_appended_is_read_again(self, database_url: str) -> None:
        body = {"text": "Grüße 🚕 \x00 \ud800", "list": [1, 2.5, None, True], "deep": {"a": {}}}
        said = Entry(2, NOW + 7, 0, "chat", "bob", "r1", body, {"act": ["X"]})

        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T", "bob")
                assert await store.append("T", said) is DONE
            async with opened(database_url) as store:
                first, second = await store.entries("T")
                assert (first.seq, first.author, first.request) == (1, "host", None)
                assert second == said
                assert await store.entries("T", after=1) == [said]
                assert await store.entries("T", after=2) == []
                assert await store.entries("elsewhere") == []
                assert await store.last_numbers(["T", "elsewhere"]) == {"T": 2}
                assert await store.last_numbers([]) == {}

        asyncio.run(run())

    def test_a_number_is_given_once(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                assert await store.append("T", entry(2, "a")) is DONE
                assert await store.append("T", entry(2, "b")) is TAKEN
                assert await store.append("T", entry(2, None)) is TAKEN
                assert [each.request for each in await store.entries("T")] == [None, "a"]

        asyncio.run(run())

    def test_a_request_is_saved_once_under_whatever_number(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                await new_table(store, "U")
                assert await store.append("T", entry(2, "a")) is DONE
                assert await store.append("T", entry(2, "a")) is REPEATED
                assert await store.append("T", entry(3, "a")) is REPEATED
                # Another's request, another table, and no request are something else.
                assert await store.append("T", entry(3, "a", "bob")) is DONE
                assert await store.append("U", entry(2, "a")) is DONE
                assert await store.append("T", entry(4)) is DONE
                assert await store.append("T", entry(5)) is DONE
                assert await numbers(store, "T") == [1, 2, 3, 4, 5]

        asyncio.run(run())

    def test_conflicts_in_one_batch_do_not_touch_their_neighbours(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                for table in "ABCD":
                    await new_table(store, table)
                await store.append("B", entry(2, "old"))
                results = await asyncio.gather(
                    store.append("A", entry(2, "first")),
                    store.append("B", entry(2, "late")),
                    store.append("A", entry(2, "second")),
                    store.append("A", entry(3, "first")),
                    store.append("B", entry(3, "old")),
                    store.append("C", entry(2), due_ms=5),
                    store.append("B", entry(2, "old")),
                    store.append("D", entry(2), members=["dora"]),
                    store.append("C", entry(3)),
                )
                assert list(results) == [
                    *(DONE, TAKEN, TAKEN, REPEATED, REPEATED),
                    *(DONE, REPEATED, DONE, DONE),
                ]
                assert [each.request for each in await store.entries("A")] == [None, "first"]
                assert await numbers(store, "C") == [1, 2, 3]
                assert [line.table for line in await store.tables_of("dora", 9)] == ["D"]
                assert await store.due() == []

        asyncio.run(run())

    def test_what_lost_changes_neither_members_nor_clocks(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T", "anna")
                await store.append("T", entry(2), due_ms=7)
                lost = await store.append("T", entry(2), members=["bob"], due_ms=9)
                assert lost is TAKEN
                assert await store.tables_of("bob", 9) == []
                assert await store.due() == [("T", 7)]

        asyncio.run(run())

    def test_one_that_cannot_be_saved_leaves_its_neighbours_alone(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                results = await asyncio.gather(
                    store.append("T", entry(2)),
                    store.append("nowhere", entry(2)),
                    store.append("T", entry(3, "half a letter \ud800")),
                    store.append("T", entry(3, "null \0")),
                    store.append("T", entry(3)),
                    return_exceptions=True,
                )
                assert results[0] is DONE
                assert isinstance(results[1], StoreError)
                assert isinstance(results[2], ValueError)
                assert isinstance(results[3], ValueError)
                assert results[4] is DONE
                assert await numbers(store, "T") == [1, 2, 3]
                with pytest.raises(TypeError):
                    await store.append("T", entry(4, body={"a": object()}))

        asyncio.run(run())

    def test_a_commit_that_fails_is_told_as_such(self, database_url: str) -> None:
        # Both engines can put a check off until the commit: the only way to make one fail at will.
        lenient = (
            "PRAGMA defer_foreign_keys = ON"
            if database_url.startswith("sqlite")
            else "ALTER TABLE members ALTER CONSTRAINT members_table_id_fkey "
            "DEFERRABLE INITIALLY DEFERRED"
        )
        stray = "INSERT INTO members (guest_id, table_id) VALUES ('anna', 'nowhere')"

        def spoil(connection: Connection) -> None:
            connection.exec_driver_sql(lenient)
            connection.exec_driver_sql(stray)

        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                with pytest.raises(StoreError, match="whether the last writes are saved"):
                    await store._write(spoil)  # type: ignore[attr-defined]
                assert await store.append("T", entry(2)) is DONE
                assert await store.tables_of("anna", 9) == []

        asyncio.run(run())

    def test_a_cancelled_caller_leaves_a_whole_entry_or_none(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T")
                calls = [
                    asyncio.create_task(store.append("T", entry(seq, f"r{seq}")))
                    for seq in range(2, 42)
                ]
                await asyncio.sleep(0)
                for call in calls[::2]:
                    call.cancel()
                results = await asyncio.gather(*calls, return_exceptions=True)
                assert results[1::2] == [DONE] * 20
                assert all(isinstance(each, asyncio.CancelledError) for each in results[::2])
                again = await store.append("T", entry(2, "r2"))
                assert again in {DONE, REPEATED}
                assert set(range(3, 43, 2)) <= set(await numbers(store, "T"))

        asyncio.run(run())

    def test_a_burst_larger_than_a_transaction(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                tables = [f"T{number}" for number in range(600)]
                made = await asyncio.gather(
                    *(store.create_table(table, entry(1), ["anna"]) for table in tables)
                )
                assert set(made) == {DONE}
                assert len(await store.tables_of("anna", 1000)) == 600

        asyncio.run(run())

    def test_a_closed_store_says_so(self, database_url: str) -> None:
        async def run() -> None:
            store = open_store(database_url)
            with pytest.raises(StoreError, match="not open"):
                await store.append("T", entry(2))
            with pytest.raises(StoreError, match="not open"):
                await store.check()
            await store.open()
            await store.check()
            await new_table(store, "T")
            waiting = [asyncio.create_task(store.append("T", entry(seq))) for seq in (2, 3)]
            await asyncio.sleep(0)
            await store.close()
            assert await asyncio.gather(*waiting) == [DONE, DONE]
            with pytest.raises(StoreError, match="closed"):
                await store.append("T", entry(4))

        asyncio.run(run())


class TestTables:
    def test_a_table_is_made_once(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                both = await asyncio.gather(
                    store.create_table("T", entry(1, author="anna"), ["anna"]),
                    store.create_table("T", entry(1, author="bob"), ["bob"]),
                )
                assert list(both) == [DONE, TAKEN]
                assert await store.create_table("T", entry(1, author="cy"), ["cy"]) is TAKEN
                assert [each.author for each in await store.entries("T")] == ["anna"]
                assert await store.tables_of("bob", 9) == []

        asyncio.run(run())

    def test_my_tables_come_with_seating_and_last_entry_the_latest_first(
        self, database_url: str
    ) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                for table in "ABC":
                    await new_table(store, table, "anna", "bob")
                seat = entry(2, kind="seat", ms=NOW + 1)
                await store.append("A", seat)
                await store.append("A", entry(3, kind="chat", ms=NOW + 2))
                await store.append("B", entry(2, ms=NOW + 9))
                lines = await store.tables_of("anna", 10)
                assert [line.table for line in lines] == ["B", "A", "C"]
                (opening, *_) = await store.entries("A")
                assert lines[1].seating == (opening, seat)
                assert lines[1].last == entry(3, kind="chat", ms=NOW + 2)
                assert [line.table for line in await store.tables_of("anna", 1)] == ["B"]
                assert await store.tables_of("nobody", 10) == []

        asyncio.run(run())

    def test_members_come_and_go(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await new_table(store, "T", "anna")
                await store.append("T", entry(2), members=["bob", "cy", "bob"])
                assert await store.tables_of("anna", 9) == []
                await store.append("T", entry(3))
                assert len(await store.tables_of("bob", 9)) == 1
                await store.append("T", entry(4), members=[])
                assert await store.tables_of("bob", 9) == []

        asyncio.run(run())

    def test_clocks_are_those_of_the_last_entry(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                for table in "ABC":
                    await new_table(store, table)
                await store.append("A", entry(2), due_ms=NOW + 50)
                await store.append("B", entry(2), due_ms=NOW + 20)
                assert await store.due() == [("B", NOW + 20), ("A", NOW + 50)]
                await store.append("A", entry(3), due_ms=NOW + 50)
                await store.append("B", entry(3))
                assert await store.due() == [("A", NOW + 50)]
                await store.append("B", entry(4), due_ms=NOW + 60)
            async with opened(database_url) as store:  # which remembers nothing of them
                await store.append("A", entry(4))
                assert await store.due() == [("B", NOW + 60)]

        asyncio.run(run())

    def test_clocks_are_right_also_where_few_are_remembered(
        self, database_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(batch, "_REMEMBERED", 1)

        async def run() -> None:
            async with opened(database_url) as store:
                for table in "AB":
                    await new_table(store, table)
                for seq in range(2, 6):
                    await store.append("A", entry(seq), due_ms=NOW + 5 if seq < 5 else None)
                    await store.append("B", entry(seq), due_ms=NOW + 7 if seq > 3 else None)
                assert await store.due() == [("B", NOW + 7)]

        asyncio.run(run())


class TestGuests:
    ANNA = Guest("g1", "Anna", NOW)

    def test_a_guest_is_known_by_the_hash_of_a_token(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await store.add_guest(self.ANNA, b"\x00hash")
                assert await store.guest_by_token(b"\x00hash") == self.ANNA
                assert await store.guest_by_token(b"other") is None
                await store.rename_guest("g1", "Änne")
                assert await store.guest_by_token(b"\x00hash") == replace(self.ANNA, name="Änne")

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
                assert await store.guest_by_token(b"other") == Guest("g3", "Cy", NOW)

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
                assert await store.guest_by_token(b"hash") is None
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


class TestOutages:
    def test_the_time_without_a_beat_is_an_outage(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                assert await store.wake(NOW) == []
                await store.beat(NOW + 1000)
                await store.beat(NOW + 500)  # of a process whose clock is behind
                assert await store.wake(NOW + 2500) == []
                await store.beat(NOW + 3000)
                first = Outage(NOW + 3000, NOW + 9000)
                assert await store.wake(NOW + 9000) == [first]
                assert await store.wake(NOW + 9100) == [first]
            async with opened(database_url) as store:
                later = Outage(NOW + 9100, NOW + 99_000)
                assert await store.wake(NOW + 99_000) == [first, later]

        asyncio.run(run())

    def test_a_beat_that_comes_late_is_no_outage(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await store.wake(NOW)
                await store.beat(NOW + 1000)
                assert await store.wake(NOW + 4000) == []
                assert await store.wake(NOW + 7001) == [Outage(NOW + 4000, NOW + 7001)]

        asyncio.run(run())

    def test_after_an_outage_clocks_run_out_so_much_later(self, database_url: str) -> None:
        async def run() -> None:
            async with opened(database_url) as store:
                await store.wake(NOW)
                for table, due in (("late", NOW - 5), ("soon", NOW + 10), ("later", NOW + 90_000)):
                    await new_table(store, table)
                    await store.append(table, entry(2), due_ms=due)
                await new_table(store, "never")
                assert await store.wake(NOW + 2000) == []
                assert [ms - NOW for _, ms in await store.due()] == [-5, 10, 90_000]
                await store.beat(NOW)  # what came later counts
                await store.wake(NOW + 62_000)
                assert await store.due() == [
                    ("late", NOW - 5),  # before the outage already
                    ("soon", NOW + 10),
                    ("later", NOW + 150_000),
                ]

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
                known = [await store.guest_by_token(hash_) for hash_ in (b"seated", b"back")]
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
                await store.wake(NOW)
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
                assert await store.guest_by_token(b"hash") == Guest("g1", "Anna", NOW)
                assert await store.wake(NOW + 4000) == [Outage(NOW, NOW + 4000)]

        asyncio.run(run())
