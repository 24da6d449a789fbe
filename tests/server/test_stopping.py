"""A server that stops refuses what is new, finishes what it has in hand, and loses nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from misterx.server.app import create_app
from misterx.server.house import House
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No
from misterx.server.table.state import Table
from tests.server.client import Refused, Seat
from tests.server.evenings import Evening, awaited
from tests.server.serving import ServerProcess
from tests.server.table.desk import named


@awaited
async def test_a_house_that_stops_refuses_whatever_is_new(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    app = create_app(Settings(database=database, bot_workers=1), open_store(database))
    house: House = app.state.house
    await house.open()
    try:
        ada, _ = await house.guests.welcome("Ada")
        seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
        plan = Plan.model_validate({"edition": "modern-2013", "players": 2, "seats": seats})
        room = await house.open_table(plan, ada, start=False)
        assert not isinstance(room, No)

        def start(table: Table) -> Decision:
            return seating.start(table, ada.id, house.world.dice)

        def chat(table: Table) -> Decision:
            return deciding.chat(table, named("X"), "one more", team=False)

        in_hand = asyncio.create_task(room.submit(ada.id, "request-1", start))
        await asyncio.sleep(0)
        await house.stop()
        assert not isinstance(await in_hand, No), "what was in hand is done"
        refused = await room.submit(ada.id, "request-2", chat)
        assert isinstance(refused, No)
        assert refused.code == "stopping"
        again = await room.submit(ada.id, "request-1", start)
        assert again == await in_hand, "what is known is answered as before"
    finally:
        await house.close()


async def _talk(seat: Seat, said: dict[str, int]) -> str:
    """Talk until the server stops; what was acknowledged, and how it ended."""
    number = 0
    while True:
        text = f"{seat.seat} {number}"
        try:
            said[text] = await seat.ask(do="chat", text=text)
        except Refused as no:
            return no.code
        except ConnectionError:
            return "closed"
        number += 1


def test_a_server_that_is_told_to_stop_loses_nothing_that_it_has_acknowledged(
    database_url: str,
) -> None:
    server = ServerProcess(database_url)
    said: dict[str, int] = {}

    async def evening_at() -> tuple[str, str]:
        async with Evening(server.url) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            at = await evening.table({"X": ada, "H1": ben})
            talking = [asyncio.create_task(_talk(seat, said)) for seat in at.values()]
            await asyncio.sleep(0.5)
            code = await asyncio.to_thread(server.stop)
            assert code == 0
            ends = await asyncio.gather(*talking)
            assert set(ends) <= {"stopping", "closed"}
            for seat in at.values():
                assert [bye["code"] for bye in seat.byes] == ["stopping"]
            return at["X"].table, ada.cookie

    async def evening_after(table: str, cookie: str) -> list[str]:
        async with Evening(server.url) as evening:
            ada = await evening.guest()
            ada.http.cookies.clear()  # she is the one of before
            ada.http.cookies.set(*cookie.split("=", 1))
            seat = await evening.watch(ada, table, "X")
            return seat.chat

    with server:
        table, cookie = asyncio.run(evening_at())
        server.start()
        chat = asyncio.run(evening_after(table, cookie))
    assert len(said) > 10
    kept = set(chat)
    latest = sorted(said, key=lambda text: said[text])[-150:]
    assert set(latest) <= kept, "what was acknowledged is there"
    assert len(kept) == len(chat), "and nothing twice"


@awaited
async def test_stopping_twice_is_stopping_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    house: House = create_app(Settings(database=database), open_store(database)).state.house
    await house.open()
    await asyncio.gather(house.stop(), house.stop())
    assert house.is_stopping
    await house.close()
