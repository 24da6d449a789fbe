"""Coming back all at once: a few are served at a time, in order, and probes are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from misterx.server.admission import Admission, Step
from misterx.server.entry import Entry, TableId
from misterx.server.lookups import Lookups
from misterx.server.store.base import StoreError
from misterx.server.store.sqlite import SqliteStore
from tests.server.client import Guest, Seat
from tests.server.evenings import awaited
from tests.server.serving import served

TABLES = 60


class Visit:
    """Somebody who takes a place and stays until they are told to go."""

    def __init__(
        self, admission: Admission, step: Step, address: str, *, to_move: bool = False
    ) -> None:
        self.is_in = False
        self._may_go = asyncio.Event()
        self.task = asyncio.create_task(self._run(admission, step, address, to_move))

    async def _run(self, admission: Admission, step: Step, address: str, to_move: bool) -> None:
        async with admission.place(step, address, to_move=to_move):
            self.is_in = True
            await self._may_go.wait()

    async def leave(self) -> None:
        self._may_go.set()
        await self.task
        await settled()


async def settled() -> None:
    """Let everybody go on who can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def order_of(admission: Admission, visits: Mapping[str, Visit]) -> list[str]:
    """Let one after the other leave, and return the names in the order in which they came in."""
    came: list[str] = []
    await settled()
    while len(came) < len(visits):
        inside = [name for name, visit in visits.items() if visit.is_in and name not in came]
        assert inside, "a place is free, and nobody gets it"
        came += inside
        for name in inside:
            await visits[name].leave()
    assert admission.waiting == 0
    return came


@awaited
async def test_only_a_few_are_served_at_a_time() -> None:
    admission = Admission(most=3)
    visits = [Visit(admission, Step.CONNECT, "a") for _ in range(5)]
    await settled()
    assert [visit.is_in for visit in visits] == [True, True, True, False, False]
    assert admission.waiting == 2
    await visits[1].leave()
    assert [visit.is_in for visit in visits] == [True, True, True, True, False]
    for visit in (visits[0], visits[2], visits[3], visits[4]):
        await visit.leave()
    assert admission.waiting == 0


@awaited
async def test_who_is_to_move_comes_before_others_of_the_same_address_only() -> None:
    admission = Admission(most=1)
    visits = {
        name: Visit(admission, Step.WATCH, name[0], to_move="!" in name)
        for name in ("a0", "a1", "a2", "a3!", "a4!", "b1", "b2!", "c1")
    }
    # The addresses in turn; who says that they are to move takes no other address's turn.
    assert await order_of(admission, visits) == ["a0", "a3!", "b2!", "c1", "a4!", "b1", "a1", "a2"]


@awaited
async def test_who_is_connected_is_shown_their_table_before_all_others_are_connected() -> None:
    admission = Admission(most=1)
    visits = {
        name: Visit(admission, Step.WATCH if name[0] == "w" else Step.CONNECT, "a")
        for name in ("c0", "c1", "c2", "c3", "w1", "w2", "w3")
    }
    came = await order_of(admission, visits)
    assert came == ["c0", "c1", "w1", "c2", "w2", "c3", "w3"]


@awaited
async def test_who_gives_up_waiting_takes_no_place() -> None:
    admission = Admission(most=1)
    first, gone, last = [Visit(admission, Step.CONNECT, "a") for _ in range(3)]
    await settled()
    gone.task.cancel()
    await settled()
    await first.leave()
    assert last.is_in
    late = Visit(admission, Step.CONNECT, "a")
    await settled()
    # It is handed the place, and gives up before it has noticed.
    last._may_go.set()
    await asyncio.sleep(0)
    late.task.cancel()
    with suppress(asyncio.CancelledError):
        await late.task
    await settled()
    again = Visit(admission, Step.CONNECT, "a")
    await settled()
    assert again.is_in, "the place is lost"
    await again.leave()


# --- looking up together -------------------------------------------------------------------


class Library:
    """Something to look up in, which notes what is asked for at once."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.bad: Exception | None = None

    async def look_up(self, keys: Sequence[int]) -> Mapping[int, str]:
        self.asked.append(list(keys))
        await asyncio.sleep(0)
        if 13 in keys and self.bad is not None:
            raise self.bad
        return {key: str(key) for key in keys if key < 100}


@awaited
async def test_what_is_wanted_while_a_query_runs_is_looked_up_by_the_next() -> None:
    library = Library()
    lookups = Lookups(library.look_up)
    wanted = [1, 2, 2, 300]
    assert await asyncio.gather(*map(lookups.find, wanted)) == ["1", "2", "2", None]
    assert library.asked == [[1, 2, 300]]
    first = asyncio.create_task(lookups.find(4))
    while len(library.asked) < 2:
        await asyncio.sleep(0)
    # What is wanted now may have changed since the query that runs began.
    found = await asyncio.gather(first, lookups.find(4), lookups.find(5))
    assert list(found) == ["4", "4", "5"]
    assert library.asked[1:] == [[4], [4, 5]]


@awaited
async def test_what_cannot_be_read_keeps_nothing_else_from_being_read() -> None:
    library = Library()
    library.bad = ValueError("damaged")
    lookups = Lookups(library.look_up)
    found = await asyncio.gather(*map(lookups.find, (12, 13, 14)), return_exceptions=True)
    assert found == ["12", library.bad, "14"]
    library.bad = StoreError("gone")
    found = await asyncio.gather(*map(lookups.find, (12, 13)), return_exceptions=True)
    assert found == [library.bad, library.bad], "without a database nobody is asked twice"


# --- a server whose clients all come back --------------------------------------------------


class GuardedStore(SqliteStore):
    """A store that notes how many tables it reads at once, and can be held."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.at_once: list[int] = []
        self.may_read = asyncio.Event()

    async def beginnings(
        self, tables: Collection[TableId], most: int
    ) -> Mapping[TableId, Sequence[Entry]]:
        self.loop = asyncio.get_running_loop()
        self.at_once.append(len(tables))
        await self.may_read.wait()
        return await super().beginnings(tables, most)


def test_all_clients_come_back_and_probes_are_answered_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "many.db")
    with served(database) as url:
        cookie, tables = asyncio.run(_open_tables(url))
    store = GuardedStore(Path(database))
    monkeypatch.setattr("tests.server.serving.open_store", lambda _: store)
    with served(database) as url:
        asyncio.run(_all_come_back(url, cookie, tables, store))


async def _open_tables(url: str) -> tuple[str, list[str]]:
    async with Guest(url, "Ada") as ada:
        seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
        tables = [
            await ada.open_table("modern-2013", 2, seats=seats, start=True) for _ in range(TABLES)
        ]
        return ada.cookie, tables


async def _all_come_back(url: str, cookie: str, tables: Sequence[str], store: GuardedStore) -> None:
    ada = Guest(url, "Ada")
    ada.http.cookies.set(*cookie.split("="))
    async with httpx.AsyncClient(base_url=url, timeout=90) as http, asyncio.timeout(90):
        seats = [Seat(ada, table, seat) for table in tables for seat in ("X", "H1")]
        coming = [asyncio.create_task(seat.connect()) for seat in seats]

        async def waiting() -> int:
            text = (await http.get("/metrics")).text
            (line,) = [
                line
                for line in text.splitlines()
                if line.startswith("misterx_waiting_connections ")
            ]
            return int(float(line.split()[1]))

        # Nobody is shown anything yet, as no table can be read; nearly all wait.
        while await waiting() < len(seats) // 2:
            assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/readyz")).status_code == 200
        assert not any(task.done() for task in coming)
        store.loop.call_soon_threadsafe(store.may_read.set)
        await asyncio.gather(*coming)
        assert await waiting() == 0
    assert all(seat.at > 0 for seat in seats)
    assert max(store.at_once) <= 8, "too many tables are read at once"
    assert sum(store.at_once) == TABLES, "a table is read more than once"
    for seat in seats:
        await seat.close()
    await ada.http.aclose()
