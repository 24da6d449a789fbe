"""Tables with very long logs: reading them keeps nobody waiting."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from misterx.server.pace import Pace
from tests.server.attacks.harness import BARS, default_server, measured
from tests.server.attacks.long_logs import TABLES, store_long_logs
from tests.server.houses import house_at


class _Clock:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def test_long_work_gives_way_again_and_again() -> None:
    async def run() -> None:
        pace, turns, done = Pace(_Clock()), 0, [0, 0, 0]

        def steps(work: int) -> Iterator[None]:
            for _ in range(100):
                done[work] += 1
                yield

        works = [asyncio.create_task(pace.run(steps(work))) for work in range(3)]
        most = before = 0
        while not all(work.done() for work in works):
            await asyncio.sleep(0)
            most, before, turns = max(most, sum(done) - before), sum(done), turns + 1
        assert done == [100, 100, 100]
        assert most <= 5, "all of them together take no longer a slice than one"
        assert turns >= 60

    asyncio.run(run())


def test_a_table_is_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others get their turn after every few of two thousand entries."""
    store_long_logs(f"sqlite:///{tmp_path / 'tables.db'}", TABLES[:1], 2_000)

    async def run() -> int:
        turns = 0
        async with house_at(tmp_path) as house:
            house._around.pace = Pace(_Clock())
            reading = asyncio.create_task(house.room(TABLES[0]))
            while not reading.done():
                await asyncio.sleep(0)
                turns += 1
            room = reading.result()
            assert room is not None
            assert room.table.at == 2_000
            assert sum(map(len, room.table.marks.values())) == (0 if 2_000 % 3 == 2 else 199)
            assert len(room.recent) == 64
        return turns

    assert asyncio.run(run()) >= 2_000 / 5


def _open_all(url: str) -> None:
    with closing(httpx.Client(base_url=url, timeout=90)) as http:
        for table in TABLES:
            assert http.get(f"/api/tables/{table}").json()["table"]["id"] == table


def test_long_tables_are_opened_and_others_are_served(tmp_path: Path) -> None:
    store_long_logs(str(tmp_path / "misterx.db"), TABLES, 1_000)
    with default_server(tmp_path) as server, measured(server) as found:
        _open_all(server.url)
    assert found.moves


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_many_long_tables_are_opened_at_once(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    store_long_logs(str(tmp_path / "misterx.db"), TABLES, 10_000)
    with default_server(tmp_path) as server, measured(server, BARS) as found:
        begun = time.perf_counter()
        asyncio.run(_open_together(server.url))
        record_property("seconds", time.perf_counter() - begun)
    record_property("figures", str(found))


async def _open_together(url: str) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=90) as http:
        answers = await asyncio.gather(*(http.get(f"/api/tables/{table}") for table in TABLES))
    assert [answer.status_code for answer in answers] == [200] * len(TABLES)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", ("sqlite", "postgres"))
def test_reading_never_holds_the_loop_for_long(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
    engine: str,
) -> None:
    """Between two turns of a timer the loop never works for more than 50 ms.

    Its working time is what counts: how late the timer is depends on what else the machine does.
    """
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    if engine == "postgres":
        database = request.getfixturevalue("postgres").new_database()
    store_long_logs(database, TABLES, 10_000)

    async def run() -> float:
        latest = longest = 0.0
        async with house_at(tmp_path, database=database) as house:
            await asyncio.sleep(1)  # it cleans up when it starts
            gc.collect()
            gc.freeze()  # what the tests have loaded is not looked through for garbage meanwhile
            begun = time.perf_counter()
            reading = asyncio.gather(*(house.room(table) for table in TABLES))
            while not reading.done():
                before, worked = time.perf_counter(), time.thread_time()
                await asyncio.sleep(0.001)
                latest = max(latest, time.perf_counter() - before - 0.001)
                longest = max(longest, time.thread_time() - worked)
            record_property("seconds", time.perf_counter() - begun)
            record_property("latest", latest)
            record_property("longest", longest)
        return longest

    try:
        assert asyncio.run(run()) <= 0.05
    finally:
        gc.unfreeze()
