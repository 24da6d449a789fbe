"""Several processes on one PostgreSQL, and a PostgreSQL that goes away and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from misterx.server.store.address import PostgresAddress, read_address
from misterx.server.store.base import Appended, Guest, StoreError
from misterx.server.store.news import PartyLine
from misterx.server.store.postgres import connect
from tests.server.postgres import PostgresServer, postgres_server
from tests.server.store.making import NOW, entry, new_table, numbers, opened

DONE, TAKEN, REPEATED = Appended.DONE, Appended.TAKEN, Appended.REPEATED

_PATIENCE_S = 90.0


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


def test_of_two_who_append_the_same_number_exactly_one_wins_and_the_other_hears(url: str) -> None:
    async def run() -> None:
        heard: dict[str, set[tuple[str, int]]] = {"one": set(), "two": set()}
        async with opened(url) as one, opened(url) as two:
            one.listen(lambda *news: heard["one"].add(news), lambda _: None)
            two.listen(lambda *news: heard["two"].add(news), lambda _: None)
            tables = [f"T{number}" for number in range(10)]
            for table in tables:
                await new_table(one, table)
            # Without a race, so that there is news from both whoever wins.
            await new_table(one, "quiet")
            assert await two.append("quiet", entry(2)) is DONE
            assert await one.append("quiet", entry(3)) is DONE
            won: dict[str, set[tuple[str, int]]] = {"one": {("quiet", 3)}, "two": {("quiet", 2)}}

            async def race(table: str) -> None:
                for seq in range(2, 22):
                    first, second = await asyncio.gather(
                        one.append(table, entry(seq, f"one {seq}"), due_ms=NOW + seq),
                        two.append(table, entry(seq, f"two {seq}"), members=["g"]),
                    )
                    assert {first, second} == {DONE, TAKEN}
                    won["one" if first is DONE else "two"].add((table, seq))

            await asyncio.gather(*(race(table) for table in tables))
            assert len(won["one"] | won["two"]) == 202
            await until(lambda: heard["one"] >= won["two"])
            await until(lambda: heard["two"] >= won["one"])
            everything = {("", 0)} | {(table, 1) for table in [*tables, "quiet"]}
            assert heard["one"] <= won["two"] | everything
            assert heard["two"] <= won["one"] | everything
            # The clock that stands there is the last winner's, whoever it was.
            timed = {table for table, seq in won["one"] if seq == 21}
            assert dict(await two.due()) == dict.fromkeys(timed, NOW + 21)
            for table in tables:
                assert await numbers(two, table) == list(range(1, 22))

    asyncio.run(run())


def test_batches_that_want_the_same_in_another_order_do_not_lock_up(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            tables = [f"T{number:02}" for number in range(40)]
            await asyncio.gather(*(one.create_table(table, entry(1), []) for table in tables))
            for seq in range(2, 12):
                results = await asyncio.gather(
                    *(one.append(table, entry(seq)) for table in tables),
                    *(two.append(table, entry(seq)) for table in reversed(tables)),
                )
                assert results.count(DONE) == results.count(TAKEN) == len(tables)

    asyncio.run(run())


def test_a_request_that_another_process_saved_is_a_repetition(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            await new_table(one, "T")
            assert await one.append("T", entry(2, "r")) is DONE
            assert await two.append("T", entry(3, "r")) is REPEATED

    asyncio.run(run())


def test_a_forgotten_guest_and_whispers_are_heard_elsewhere(url: str) -> None:
    async def run() -> None:
        news: list[tuple[str, int]] = []
        whispers: list[str] = []
        own: list[str] = []
        async with opened(url) as one, opened(url) as two:
            one.listen(lambda *_: None, own.append)
            two.listen(lambda *heard: news.append(heard), whispers.append)
            await one.add_guest(Guest("g1", "Anna", NOW), b"hash")
            await new_table(one, "T", "g1")
            assert await one.forget_guest("g1") == ["T"]
            for text in ("T anna is here", "", "T ünd 🚕 gone"):
                one.whisper(text)
            for lost in ("null \0", "half a letter \ud800", "x" * 9000):
                one.whisper(lost)
            one.whisper("end")
            await until(lambda: "end" in whispers and ("T", 0) in news)
            assert whispers == ["T anna is here", "", "T ünd 🚕 gone", "end"]
            assert [each for each in news if each[0]] == [("T", 1), ("T", 0)]
            assert own == []

    asyncio.run(run())


def test_news_of_a_large_batch_are_all_heard(url: str) -> None:
    async def run() -> None:
        heard: set[tuple[str, int]] = set()
        async with opened(url) as one, opened(url) as two:
            two.listen(lambda *news: heard.add(news), lambda _: None)
            tables = [f"{'long name ' * 5}{number}".replace(" ", "-") for number in range(400)]
            await asyncio.gather(*(one.create_table(table, entry(1), []) for table in tables))
            await until(lambda: heard >= {(table, 1) for table in tables})

    asyncio.run(run())


def test_a_turn_is_claimed_by_one_process_until_its_time_is_over(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            await new_table(one, "T")
            both = await asyncio.gather(
                one.claim("T", 5, "one", NOW, NOW + 100),
                two.claim("T", 5, "two", NOW, NOW + 100),
            )
            assert sorted(both) == [False, True]
            winner, loser = ("one", "two") if both[0] else ("two", "one")
            assert await one.claim("T", 5, winner, NOW + 50, NOW + 200)
            assert not await one.claim("T", 5, loser, NOW + 199, NOW + 300)
            assert await two.claim("T", 5, loser, NOW + 200, NOW + 300)
            assert await one.claim("T", 6, winner, NOW + 201, NOW + 300)
            assert not await two.claim("T", 5, loser, NOW + 400, NOW + 500)

    asyncio.run(run())


def test_processes_that_start_together_make_the_tables_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(open_and_check())
            await one.check()

    async def open_and_check() -> None:
        async with opened(url) as store:
            await store.check()

    asyncio.run(run())


def test_a_postgresql_that_is_started_anew_is_found_again() -> None:
    async def run(server: PostgresServer) -> None:
        url = server.new_database()
        heard: list[tuple[str, int]] = []
        async with opened(url) as one, opened(url) as two:
            two.listen(lambda *news: heard.append(news), lambda _: None)
            await new_table(one, "T")
            await asyncio.to_thread(server.stop)
            failed = await asyncio.gather(
                *(one.append("T", entry(seq, f"r{seq}")) for seq in (2, 3)),
                one.check(),
                one.beat(NOW),
                return_exceptions=True,
            )
            assert [type(each) for each in failed] == [StoreError] * 4
            one.whisper("into the void")
            await asyncio.to_thread(server.start)
            await until(lambda: ("", 0) in heard)
            # The first try on each old connection finds out that it is dead, and a second is made.
            assert await one.append("T", entry(2, "r2")) is DONE
            assert await two.append("T", entry(3, "r3")) is DONE
            await one.check()
            assert await one.append("T", entry(4, "r4")) is DONE
            await until(lambda: ("T", 4) in heard)
            assert await numbers(two, "T") == [1, 2, 3, 4]

    with postgres_server(own=True) as server:
        asyncio.run(run(server))


@pytest.mark.parametrize("steps", range(5))
def test_news_in_the_moment_of_stopping_do_not_keep_a_server_from_it(url: str, steps: int) -> None:
    """The line is woken by a whisper, and cancelled so many steps of the loop later."""

    async def run() -> None:
        address = read_address(url)
        assert isinstance(address, PostgresAddress)
        line = PartyLine(lambda: connect(address), "p1")
        await line.start()
        await asyncio.sleep(0.05)  # it waits for news now
        line.whisper("the last word")
        for _ in range(steps):
            await asyncio.sleep(0)
        stopping = asyncio.create_task(line.stop())
        done, _ = await asyncio.wait((stopping,), timeout=60)
        assert done, "it listens on for ever"

    asyncio.run(run())


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    async def run() -> None:
        with pytest.raises(StoreError) as caught:
            async with opened("postgresql://anna:pass%40word@127.0.0.1:1/games"):
                pass
        assert "postgresql://anna@127.0.0.1:1/games" in str(caught.value)
        assert "pass" not in str(caught.value)

    asyncio.run(run())
