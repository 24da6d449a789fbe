"""Houses without sockets: real tables in a real database, computer players that can be held up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from misterx.core import Seat
from misterx.server.house import House
from misterx.server.metrics import Registry
from misterx.server.question import Question
from misterx.server.room import Room, Saved
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.store.base import Guest
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No
from misterx.server.table.state import Table
from misterx.server.thinking import Order, Thinkers
from misterx.server.world import World

__all__ = ["QuickThinkers", "code_of", "guest", "house_at", "room_with", "said", "until"]

_PATIENCE = 90.0


class QuickThinkers(Thinkers):
    """Computer players that make the first move there is, at once, or when they are let go."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[Question] = []
        self.evenly: list[bool] = []
        """Whether each of them was to be answered evenly."""
        self.even: list[float | None] = []
        """After how many seconds, then."""
        self.orders: list[Order] = []
        """For whom each of them was asked."""
        self.failures: list[Exception] = []
        """What goes wrong with the next questions."""
        self.may_go = asyncio.Event()
        self.may_go.set()

    async def choose(
        self,
        question: Question,
        seconds: float,
        order: Order | None = None,
        *,
        even: float | None = None,
    ) -> str:
        assert order is not None
        self.asked.append(question)
        self.evenly.append(even is not None)
        self.even.append(even)
        self.orders.append(order)
        await self.may_go.wait()
        if self.failures:
            raise self.failures.pop()
        return question.legal[0]


@asynccontextmanager
async def house_at(
    folder: Path,
    world: World | None = None,
    thinkers: Thinkers | None = None,
    **settings: Any,  # noqa: ANN401 - whatever Settings takes
) -> AsyncIterator[House]:
    """A house that is open, with the tables of a folder, or of a `database`."""
    database = f"sqlite:///{folder / 'tables.db'}"
    chosen = Settings(**{"database": database, "bot_seconds": 0.05, **settings})
    house = House(
        chosen,
        open_store(chosen.database),
        world or World(),
        thinkers or QuickThinkers(),
        Registry(),
    )
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def room_with(
    house: House,
    host: Guest,
    seats: dict[str, Guest | None],
    *,
    start: bool = True,
    edition: str = "modern-2013",
    **plan: Any,  # noqa: ANN401 - whatever a plan takes
) -> Room:
    """A table of the host's with guests on their seats, and computer players on the others."""
    who = {host: "me", None: "bot"}
    planned = {
        "edition": edition,
        "players": len(seats),
        "seats": {seat: {"who": who.get(guest, "open")} for seat, guest in seats.items()},
        **plan,
    }
    room = await house.open_table(Plan.model_validate(planned), host, start=False)
    assert isinstance(room, Room)
    for seat, guest in seats.items():
        if guest not in {host, None}:
            assert guest is not None
            assert isinstance(await room.submit(guest.id, None, _sitting(guest, seat)), Saved)
    if start:
        answer = await room.submit(
            host.id, None, lambda table: seating.start(table, host.id, house.world.dice)
        )
        assert isinstance(answer, Saved)
    return room


def _sitting(guest: Guest, seat: str) -> Callable[[Table], Decision]:
    return lambda table: seating.sit(table, guest.id, guest.name, Seat(seat))


async def said(room: Room, guest: Guest, seat: str, text: str = "hello") -> Saved | No | None:
    """What becomes of something said to the table."""
    return await room.submit(
        guest.id, None, lambda table: deciding.chat(table, Seat(seat), text, team=False)
    )


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(_PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


async def guest(house: House, name: str) -> Guest:
    """Somebody new."""
    welcomed, _ = await house.guests.welcome(name)
    return welcomed


def code_of(answer: object) -> str:
    """The code of a refusal."""
    assert isinstance(answer, No), answer
    return str(answer.code)
