"""What every store promises of tables and their entries, on both engines."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection

from misterx.server.entry import Entry
from misterx.server.store import batch, open_store
from misterx.server.store.base import Appended, StoreError
from tests.server.store.making import NOW, entry, new_table, numbers, opened

DONE, TAKEN, REPEATED = Appended.DONE, Appended.TAKEN, Appended.REPEATED


class TestEntries:
    def test_what_was_appended_is_read_again(self, database_url: str) -> None:
        body = {"text": "Grüße 🚕 \x00 \u2028", "list": [1, 2.5, None, True], "deep": {"a": {}}}
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
                await new_table(store, "S")
                both = await store.beginnings(["T", "elsewhere", "S"], most=1)
                assert both == {"T": [first], "S": await store.entries("S")}
                assert await store.beginnings(["T"], most=2) == {"T": [first, said]}
                assert await store.beginnings([], most=2) == {}
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
