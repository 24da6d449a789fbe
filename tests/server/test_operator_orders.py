"""Orders of the operator at servers that run: closed tables, announcements, drains."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from misterx.server.operator_orders import ANNOUNCE, CLOSE, DRAIN, DRAIN_REPORT
from misterx.server.store import open_store
from misterx.server.store.base import Operation, Store
from tests.server.client import Guest, Seat
from tests.server.evenings import Evening, awaited, code_of
from tests.server.serving import served

HOUR_MS = 3600 * 1000


async def in_database(database: str, do: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:  # noqa: ANN401 - whatever it gives
    """Do something as a command beside the servers does."""
    store = open_store(database)
    await store.open(migrate=False)
    try:
        return await do(store)
    finally:
        await store.close()


async def order(database: str, kind: str, ms: int = HOUR_MS, **arguments: object) -> str:
    """Write an order; its id."""
    now = time.time_ns() // 1_000_000
    operation = Operation(secrets.token_hex(8), kind, arguments, now, now + ms)
    await in_database(database, lambda store: store.add_operation(operation))
    return operation.id


async def withdraw(database: str, operation: str) -> None:
    assert await in_database(database, lambda store: store.drop_operation(operation))


async def orders(database: str) -> list[Operation]:
    now = time.time_ns() // 1_000_000
    return list(await in_database(database, lambda store: store.operations(now)))


def notices(seat: Seat) -> list[dict[str, Any]]:
    return [told for text in seat.raw if (told := json.loads(text))["type"] == "notice"]


async def until(is_so: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    async with asyncio.timeout(90):
        while not await is_so():
            await asyncio.sleep(0.05)


# --- closed tables -------------------------------------------------------------------------


def test_a_closed_table_tells_its_people_and_takes_nothing_more(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        async with Evening(url) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            at = await evening.table({"X": ada, "H1": ben})
            await at["X"].move(at["X"].moves[0])
            operation = await order(database_url, CLOSE, table=at["X"].table)
            for seat in at.values():
                await seat.until(lambda seat=seat: seat.shown.get("closed") is True)  # type: ignore[misc]
                assert seat.frames[-1]["kind"] == "close"
                assert seat.shown["phase"] == "playing"
                assert seat.game is not None
                assert seat.game["to_act"] == []
                assert seat.game["moves"] is None
            x, h1 = at["X"], at["H1"]
            assert await code_of(h1.move("D1:T46")) == "closed"
            assert await code_of(h1.ask(do="chat", text="hello", team=False)) == "closed"
            assert await code_of(h1.ask(do="ask", what="pause")) == "closed"
            path = f"/api/tables/{x.table}"
            assert await code_of(ada.post(f"{path}/rematch")) == "closed"
            record = await ada.get(f"{path}/record?seat=X")
            assert record is not None
            listed = (await ada.get("/api/tables"))["tables"][0]
            assert listed["closed"] is True
            assert listed["my_turn"] is False
            hidden = await ben.get(f"{path}/record?seat=H1")
            assert hidden != record, "what was hidden stays hidden"
            await until(lambda: _is_gone(operation))

    async def _is_gone(operation: str) -> bool:
        return all(each.id != operation for each in await orders(database_url))

    with served(database_url) as url:
        run(url)


def test_a_table_is_closed_at_the_next_start(database_url: str) -> None:
    made: dict[str, str] = {}

    @awaited
    async def open_one(url: str) -> None:
        async with Guest(url) as ada:
            made["table"] = await ada.open_table("modern-2013", 2)
            made["cookie"] = ada.cookie

    with served(database_url) as url:
        open_one(url)
    asyncio.run(order(database_url, CLOSE, table=made["table"]))

    @awaited
    async def look(url: str) -> None:
        async with Guest(url) as ben:

            async def is_closed() -> bool:
                told = await ben.get(f"/api/tables/{made['table']}")
                return bool(told["table"]["closed"])

            await until(is_closed)
            assert await code_of(ben.post(f"/api/tables/{made['table']}/join", {})) == "closed"

    with served(database_url) as url:
        look(url)


def test_an_order_for_a_table_that_does_not_exist_is_dropped(database_url: str) -> None:
    @awaited
    async def run(_url: str) -> None:
        await order(database_url, CLOSE, table="NOTHERE2")

        async def is_gone() -> bool:
            return not await orders(database_url)

        await until(is_gone)

    with served(database_url) as url:
        run(url)


def test_two_processes_close_a_table_once(request: pytest.FixtureRequest) -> None:
    database: str = request.getfixturevalue("postgres").new_database()

    @awaited
    async def run(first: str, second: str) -> None:
        async with Evening(first) as evening:
            ada = await evening.guest()
            at = await evening.table({"X": ada, "H1": ada})
            there = Guest(second)
            there.http.cookies = ada.http.cookies
            try:
                away = await there.watch(at["X"].table, "H1")
                await order(database, CLOSE, table=at["X"].table)
                for seat in (at["X"], away):
                    await seat.until(lambda seat=seat: seat.shown.get("closed") is True)  # type: ignore[misc]
            finally:
                await there.__aexit__(None, None, None)
            log = await in_database(database, lambda store: store.entries(at["X"].table))
            assert [entry.author for entry in log if entry.kind == "close"] == ["operator"]

    with ExitStack() as stack:
        run(*(stack.enter_context(served(database)) for _ in range(2)))


# --- announcements -------------------------------------------------------------------------


def test_an_announcement_reaches_everybody_and_ends(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        async with Guest(url) as ada:
            table = await ada.open_table("modern-2013", 2)
            seat = await ada.watch(table, None)
            assert notices(seat) == []
            assert (await ada.get("/api/notice"))["announcement"] is None
            first = await order(database_url, ANNOUNCE, text="Restart at 22:00 <b>&amp;")
            await seat.until(lambda: len(notices(seat)) == 1)
            (told,) = notices(seat)
            assert told["announcement"]["text"] == "Restart at 22:00 <b>&amp;"
            assert told["draining"] is False
            assert (await ada.get("/api/notice")) == told
            late = await ada.watch(table, None)
            await late.until(lambda: notices(late) == [told])
            await order(database_url, ANNOUNCE, 2_000, text="Restart now")
            await seat.until(lambda: len(notices(seat)) == 2)
            assert notices(seat)[-1]["announcement"]["text"] == "Restart now"
            await withdraw(database_url, first)
            await seat.until(lambda: notices(seat)[-1]["announcement"] is None)

    with served(database_url) as url:
        run(url)


# --- draining ------------------------------------------------------------------------------


async def reported(database: str, drain: str) -> list[int]:
    return [
        int(str(each.arguments["games"]))
        for each in await orders(database)
        if each.kind == DRAIN_REPORT and each.arguments["drain"] == drain
    ]


def test_a_drain_begins_no_games_and_lets_those_that_run_go_on(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        async with Evening(url) as evening, httpx.AsyncClient(base_url=url) as probe:
            ada, ben = await evening.guests("Ada", "Ben")
            at = await evening.table({"X": ada, "H1": ben})
            lobby = await ada.open_table("modern-2013", 2, seats={"H1": {"who": "bot"}})
            drain = await order(database_url, DRAIN)

            async def answers(status: int) -> bool:
                return (await probe.get("/readyz")).status_code == status

            await until(lambda: answers(503))
            assert (await probe.get("/readyz")).text == "draining\n"
            assert (await probe.get("/healthz")).status_code == 200
            assert "\nmisterx_draining 1\n" in (await probe.get("/metrics")).text
            await at["X"].until(lambda: bool(notices(at["X"])))
            assert notices(at["X"])[-1] == {
                "type": "notice",
                "announcement": None,
                "draining": True,
            }
            assert await code_of(ada.open_table("modern-2013", 2)) == "draining"
            assert await code_of(ada.post(f"/api/tables/{lobby}/start")) == "draining"
            await at["X"].move(at["X"].moves[0])

            async def one_game() -> bool:
                return await reported(database_url, drain) == [1]

            await until(one_game)
            for seat in at.values():
                await seat.close()

            async def no_game() -> bool:
                return await reported(database_url, drain) == [0]

            await until(no_game)
            await withdraw(database_url, drain)
            await until(lambda: answers(200))
            assert await ada.open_table("modern-2013", 2)

    with served(database_url) as url:
        run(url)


def test_every_process_reports_the_games_that_go_on_there(request: pytest.FixtureRequest) -> None:
    database: str = request.getfixturevalue("postgres").new_database()

    @awaited
    async def run(first: str, _second: str) -> None:
        async with Evening(first) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            await evening.table({"X": ada, "H1": ben})
            drain = await order(database, DRAIN)

            async def have_reported() -> bool:
                return sorted(await reported(database, drain)) == [0, 1]

            await until(have_reported)

    with ExitStack() as stack:
        run(*(stack.enter_context(served(database)) for _ in range(2)))


def test_a_server_that_is_started_later_does_not_drain(database_url: str) -> None:
    @awaited
    async def drained(url: str) -> None:
        await order(database_url, DRAIN)
        async with Guest(url) as ada:

            async def is_refused() -> bool:
                return (await ada.http.get("/readyz")).status_code == 503

            await until(is_refused)

    @awaited
    async def later(url: str) -> None:
        async with Guest(url) as ada:
            assert await ada.open_table("modern-2013", 2)
            assert (await ada.http.get("/readyz")).status_code == 200

    with served(database_url) as url:
        drained(url)
    with served(database_url) as url:
        later(url)
