"""Whole games of every edition over real sockets, people and computer players mixed.

Several clients and an onlooker follow each game, on both databases; everybody ends with the same
number and outcome, and the record replays to the same end.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from misterx.core import Game, Record, edition_names, rules_for
from misterx.server.app import create_app
from misterx.server.house import House
from misterx.server.question import Question
from misterx.server.settings import Settings
from misterx.server.store import open_store
from misterx.server.table import seating
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No
from misterx.server.thinking import Order, ThinkingError
from misterx.server.wire import ServerMessage
from tests.series.tables import ALL_TABLES, AnyTable, Table
from tests.server.client import Guest, Seat
from tests.server.evenings import Evening, until_at
from tests.server.serving import served

_WIRE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
USUAL_PLAYERS = {"classic-1983": 3, "classic-2000": 4, "modern-2013": 3, "modern-24": 5}
"""How many play each edition in the short run; elsewhere as many as can."""


def short_run() -> list[AnyTable]:
    """Every edition once, and option V."""
    chosen: list[AnyTable] = []
    for edition in edition_names():
        players = USUAL_PLAYERS.get(edition, rules_for(edition).players[-1])
        chosen.append(next(t for t in ALL_TABLES if (t.edition, t.players) == (edition, players)))
    return [*chosen, Table("classic-1983", 4, voluntary_reveal=True)]


def outcome_of(seat: Seat) -> tuple[str, str]:
    """Winner and reason, as a client was told them."""
    assert seat.game is not None
    told: Any = seat.game["view"]["outcome"]
    return (told["winner"], told["reason"]) if isinstance(told, dict) else (told[0], told[1])


async def whole_game(evening: Evening, table: AnyTable, seed: int) -> None:
    """Play a game to its end: every other seat a person's, the rest computer players'."""
    people = await evening.guests("Ada", "Ben", "Cem")
    names = rules_for(table.edition).seats(table.new_game(seed).state)
    seats: dict[str, Guest | None] = {
        seat: people[number // 2] if (number + seed) % 2 == 0 else None
        for number, seat in enumerate(names)
    }
    options = table.options if isinstance(table, Table) else {}
    at = await evening.table(
        seats, edition=table.edition, options=options, spectators=True, record=None
    )
    some = next(iter(at.values()))
    onlooker = await evening.watch(await evening.guest("Eve"), some.table, None)
    await asyncio.gather(
        *(seat.play(Random(f"{seed} {name}")) for name, seat in at.items()),
        onlooker.until(lambda: onlooker.is_over, seconds=110),
    )
    everybody = [*at.values(), onlooker]
    last = max(seat.at for seat in everybody)
    for seat in everybody:
        await until_at(seat, last)
        for text in seat.raw:
            _WIRE.validate_json(text, strict=True)
    (outcome,) = {outcome_of(seat) for seat in everybody}
    records = {
        await seat.guest.get(f"/api/tables/{seat.table}/record?seat={name}")
        for name, seat in at.items()
    }
    records.add(await onlooker.guest.get(f"/api/tables/{some.table}/record"))
    (text,) = records
    game = Game.from_record(Record.from_text(text))
    assert game.outcome is not None
    assert (game.outcome.winner, str(game.outcome.reason)) == outcome
    moves = [frame for frame in some.frames if frame["kind"] == "move"]
    drawn = [frame for frame in some.frames if frame["kind"] == "start"]
    assert len(drawn) == 1
    assert len(game.record().entries) >= len(moves)


@pytest.mark.parametrize("table", short_run(), ids=str)
def test_a_whole_game_of_every_edition(database_url: str, table: AnyTable) -> None:
    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            await whole_game(evening, table, seed=0)

    with served(database_url, bot_seconds=0.02) as url:
        asyncio.run(evening_at(url))


@pytest.mark.soak
@pytest.mark.parametrize("seed", (0, 1, 2))
@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_whole_game_of_every_table(database_url: str, table: AnyTable, seed: int) -> None:
    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            await whole_game(evening, table, seed)

    with served(database_url, bot_seconds=0.02) as url:
        asyncio.run(evening_at(url))


def test_many_tables_at_once_do_not_disturb_each_other(database_url: str) -> None:
    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            await asyncio.gather(
                *(whole_game(evening, table, seed=1) for table in short_run()[::2])
            )

    with served(database_url, bot_seconds=0.02, bot_workers=2) as url:
        asyncio.run(evening_at(url))


# --- a worker that dies --------------------------------------------------------------------


def workers() -> set[int]:
    """The processes in which the computer players of a server in this process think."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return {
        int(pid)
        for pid, parent, args in (row for row in rows if len(row) == 3)
        if int(parent) == os.getpid() and "thinking_worker" in args
    }


@pytest.mark.parametrize("edition", ("modern-2013", "cards-2017"))
def test_a_game_goes_on_when_the_process_of_its_computer_players_is_killed(
    tmp_path: Path, edition: str
) -> None:
    killed: set[int] = set()

    async def a_few_entries(seat: Seat) -> None:
        before = seat.at
        await seat.until(lambda: seat.at > before + 3 or seat.is_over)

    async def kill_now_and_then(seat: Seat) -> None:
        for _ in range(3):
            await a_few_entries(seat)
            for pid in workers() - killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada = await evening.guest()
            names = ("X", "H1", "H2", "H3") if edition == "modern-2013" else ("P1", "P2", "P3")
            at = await evening.table(
                {name: ada if number == 0 else None for number, name in enumerate(names)},
                edition=edition,
            )
            seat = at[names[0]]
            await asyncio.gather(seat.play(Random(3)), kill_now_and_then(seat))
            assert seat.is_over

    with served(f"sqlite:///{tmp_path / 'tables.db'}") as url:
        asyncio.run(evening_at(url))
    assert killed
    assert not workers()


def test_a_computer_player_that_has_found_no_move_is_asked_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    app = create_app(Settings(database=database, bot_workers=1), open_store(database))
    house: House = app.state.house
    asked = 0

    async def evening() -> None:
        think = house._around.think

        async def fail_first(question: Question, order: Order, even: float | None) -> str:
            nonlocal asked
            asked += 1
            if asked == 1:
                raise ThinkingError("no computer player could choose a move")
            return await think(question, order, even)

        house._around.think = fail_first  # type: ignore[method-assign] # what fails in between
        await house.open()
        ada, _ = await house.guests.welcome("Ada")
        seats = {"X": {"who": "bot"}, "H1": {"who": "me"}}
        plan = Plan.model_validate({"edition": "modern-2013", "players": 2, "seats": seats})
        room = await house.open_table(plan, ada, start=False)
        assert not isinstance(room, No)
        await room.submit(
            ada.id, None, lambda table: seating.start(table, ada.id, house.world.dice)
        )
        async with asyncio.timeout(90):
            while "X" in room.table.to_act:
                await asyncio.sleep(0.05)
        await house.close()

    asyncio.run(evening())
    assert asked == 2
