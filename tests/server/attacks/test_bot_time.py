"""One address asks for all of the computer players' time: others are served all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.attacks.bot_time import Opponent, ask_for_hints, open_card_tables, records
from tests.server.attacks.harness import (
    BARS,
    Product,
    an_attacker,
    default_server,
    measured,
    metric_of,
)
from tests.server.client import Guest, Refused

BOT_SECONDS = 1.0
"""Of the long forms, as servers have it by themselves."""


async def moves_while_tables_are_played(url: str, tables: int, moves: int) -> list[float]:
    """How long another guest waits for moves after somebody has opened tables and left."""
    async with Guest(url) as guest, an_attacker(url) as attacker:
        opponent = Opponent(guest)
        await opponent.wait_for_move()
        await open_card_tables(attacker, tables)
        return [await opponent.wait_for_move() for _ in range(moves)]


def mean_wait(server: Product, kind: str) -> float:
    """How long the questions of a class have waited for a worker on average."""
    name = "misterx_bot_waiting_seconds"
    return metric_of(server, f'{name}_sum{{class="{kind}"}}') / metric_of(
        server, f'{name}_count{{class="{kind}"}}'
    )


def test_tables_that_nobody_watches_come_last(tmp_path: Path) -> None:
    with default_server(tmp_path, bot_seconds=0.3) as server:
        with measured(server) as found:
            assert len(asyncio.run(moves_while_tables_are_played(server.url, 12, 6))) == 6
        assert metric_of(server, 'misterx_bot_questions_waiting{class="play"}') <= 1
        assert mean_wait(server, "play") < mean_wait(server, "unwatched")
        assert found.moves


def test_hints_are_asked_for_in_a_loop_and_refused(tmp_path: Path) -> None:
    async def attack(url: str) -> None:
        async with Guest(url) as guest:
            opponent = Opponent(guest)
            await opponent.wait_for_move()
            attacking = asyncio.create_task(ask_for_hints(url, 6, 2, 3))
            for _ in range(3):
                await opponent.wait_for_move()
            answers = await attacking
            assert answers["hint"] > 0, "everybody has his share"
            assert answers["too_fast"] > 0
            assert set(answers) == {"hint", "too_fast"}

    with default_server(tmp_path, bot_seconds=0.3) as server:
        asyncio.run(attack(server.url))
        server.nothing_failed()


def test_analyses_of_one_address_leave_room_for_those_of_others(tmp_path: Path) -> None:
    asyncio.run(_analyse(tmp_path))


async def _analyse(folder: Path) -> None:
    *many, one = records(7)
    with default_server(folder) as server:
        async with an_attacker(server.url) as attacker, Guest(server.url) as guest:
            taken, refused = 0, []
            for record in many:
                try:
                    await attacker.post("/api/analysis", {"record": record})
                    taken += 1
                except Refused as no:
                    refused.append(str(no))
            assert taken == 2
            assert len(refused) == 4
            assert all("too_fast" in each and "try again in 10 s" in each for each in refused)
            asked = {"record": one}
            async with asyncio.timeout(90):
                while not (await guest.post("/api/analysis", asked))["moves"]:
                    await asyncio.sleep(0.2)
                    for record in many[:2]:
                        await attacker.post("/api/analysis", {"record": record})
        server.nothing_failed()


# --- the long forms -------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_fifty_card_tables_of_one_guest_keep_nobody_waiting(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with default_server(tmp_path, bot_seconds=BOT_SECONDS) as server:
        with measured(server, BARS) as found:
            times = asyncio.run(moves_while_tables_are_played(server.url, 53, 20))
        record_property("figures", str(found))
    record_property("longest", max(times))
    assert max(times) <= 2 * BOT_SECONDS


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("guests", (1, 10))
def test_hints_in_a_loop_at_thirty_tables_keep_nobody_waiting(
    tmp_path: Path, record_property: Callable[[str, object], None], guests: int
) -> None:
    async def attack(url: str) -> list[float]:
        async with Guest(url) as guest:
            opponent = Opponent(guest)
            await opponent.wait_for_move()
            attacking = asyncio.create_task(ask_for_hints(url, 30, guests, 20))
            times = []
            while not attacking.done():
                times.append(await opponent.wait_for_move())
            await attacking
            return times

    with default_server(tmp_path, bot_seconds=BOT_SECONDS) as server:
        with measured(server, BARS) as found:
            times = asyncio.run(attack(server.url))
        record_property("figures", str(found))
    record_property("longest", max(times))
    assert max(times) <= 2 * BOT_SECONDS
