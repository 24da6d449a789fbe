"""A table goes on by the rules it was begun with, after a server that has newer ones is started."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from misterx.chase import Chase, catalogue, turns
from misterx.chase.moves import Move
from misterx.chase.state import State
from misterx.core import Game, Reason, Record, Setup, Step
from misterx.server.world import World
from tests.server.client import Guest, Refused, Seat
from tests.server.serving import served

PLAN: dict[str, Any] = {
    "edition": "classic-2000",
    "players": 3,
    "seats": {seat: {"who": "device"} for seat in ("X", "H1", "H2")},
}
PORT = 1
"""What the server takes for its port, after which it names its cookie: the same each time."""


class Hasty(Chase):
    """Newer rules: Mister X has won when the first round is over."""

    __module__ = Chase.__module__
    version = 2

    def apply(self, state: State, move: Move) -> Step[State]:
        step = super().apply(state, move)
        if step.state.round == 1 or step.state.outcome is not None:
            return step
        return Step(turns.end(step.state, "x", Reason.SURVIVED, []), step.events)


class Ada:
    """Somebody who sits on every seat, at one server after the other."""

    def __init__(self, database: Path) -> None:
        self._database = f"sqlite:///{database}"
        self._cookie: tuple[str, str] | None = None
        self._dice = Random(1)
        self._world = World()
        self._world.dice = Random(1)  # other cards could end a game too soon

    def visits(self, do: Callable[[Guest], Coroutine[Any, Any, None]]) -> None:
        """Start a server, do something there as the same guest as before, and stop it."""

        async def visit(url: str) -> None:
            guest = Guest(url)
            if self._cookie:
                guest.http.cookies.set(*self._cookie)
            async with guest:
                (self._cookie,) = dict(guest.http.cookies).items()
                await do(guest)

        with served(self._database, self._world, port=PORT) as url:
            asyncio.run(visit(url))

    async def plays(self, guest: Guest, table: str, most: int) -> str:
        """Make so many moves, fewer if the game ends; the table's phase then."""
        seats = {seat: await guest.watch(table, seat) for seat in PLAN["seats"]}
        any_seat = seats["X"]
        for seat in seats.values():
            await told(seat, 1)
        for _ in range(most):
            assert any_seat.game is not None
            if any_seat.is_over:
                break
            mover = seats[any_seat.game["to_act"][0]]
            at = await mover.move(self._dice.choice(mover.moves))
            for seat in seats.values():
                await told(seat, at)
        for seat in seats.values():
            await seat.close()
        return str(any_seat.shown["phase"])


async def told(seat: Seat, at: int) -> None:
    await seat.until(lambda: seat.at >= at)


async def record_of(guest: Guest, table: str) -> Record:
    return Record.from_text(await guest.get(f"/api/tables/{table}/record?seat=X"))


@pytest.fixture
def ada(tmp_path: Path) -> Ada:
    return Ada(tmp_path / "tables.db")


def test_a_table_goes_on_by_the_rules_it_was_begun_with(
    ada: Ada, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = ""

    async def begin(guest: Guest) -> None:
        nonlocal old
        old = await guest.open_table(**PLAN, start=True)
        assert await ada.plays(guest, old, 15) == "playing"

    async def go_on(guest: Guest) -> None:
        assert await ada.plays(guest, old, 1) == "playing"
        assert await ada.plays(guest, old, 999) == "over"
        record = await record_of(guest, old)
        assert record.header.rules_version == 1
        assert len(record.entries) > 15
        assert Game.from_record(record).outcome == record.result

        new = await guest.open_table(**PLAN, start=True)
        rematch = (await guest.post(f"/api/tables/{old}/rematch"))["table"]
        await guest.post(f"/api/tables/{rematch}/start")
        for table in (new, rematch):
            assert await ada.plays(guest, table, 15) == "over"
            record = await record_of(guest, table)
            assert record.header.rules_version == 2
            assert (record.result and record.result.reason) is Reason.SURVIVED

    ada.visits(begin)
    monkeypatch.setattr(catalogue, "_VERSIONS", {1: Chase, 2: Hasty})
    ada.visits(go_on)


def test_an_old_record_makes_a_table_of_its_own_rules(
    ada: Ada, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, dice = Game.new(catalogue.rules_for("classic-2000"), Setup(3), Random(1)), Random(1)
    for _ in range(15):
        game.play(dice.choice(game.legal))

    async def bring_it(guest: Guest) -> None:
        table = await guest.open_table(**PLAN, record=game.record().to_text(), start=True)
        assert await ada.plays(guest, table, 999) == "over"
        record = await record_of(guest, table)
        assert record.header.rules_version == 1
        assert Game.from_record(record).outcome == record.result

    monkeypatch.setattr(catalogue, "_VERSIONS", {1: Chase, 2: Hasty})
    ada.visits(bring_it)


def test_a_server_without_the_rules_of_a_table_keeps_running(
    ada: Ada, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as an older program after a newer one, though the table's clock asks for it."""
    tables = []

    async def begin(guest: Guest) -> None:
        clock = {"kind": "move", "seconds": 20}
        tables.append(await guest.open_table(**PLAN, clock=clock, start=True))

    async def look(guest: Guest) -> None:
        with pytest.raises(Refused) as no:
            await guest.get(f"/api/tables/{tables[0]}")
        assert (no.value.code, no.value.status) == ("damaged", 500)
        assert [line["id"] for line in (await guest.get("/api/tables"))["tables"]] == tables
        await guest.open_table(**PLAN, start=True)

    with monkeypatch.context() as newer:
        newer.setattr(catalogue, "_VERSIONS", {1: Chase, 2: Hasty})
        ada.visits(begin)
    ada.visits(look)
