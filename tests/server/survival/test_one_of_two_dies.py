"""One of two processes is killed, or sleeps: games go on at the other, and no turn is doubled."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Guest
from tests.server.postgres import PostgresServer
from tests.server.survival.ledger import Ledger
from tests.server.survival.pair import Pair, pair_of_servers
from tests.server.survival.swarm import PLANS, SeatPlayer, TablePlan, assert_no_errors, open_game

_TURN_IS_FREE_AFTER_S = 9.0
"""A little longer than a turn is kept for the process that has taken it on."""


@asynccontextmanager
async def _twenty_tables(
    pair: Pair, opened_at: str, ledger: Ledger
) -> AsyncIterator[list[SeatPlayer]]:
    """Everybody at twenty tables: who starts at the first process would go on at the second."""
    async with AsyncExitStack() as stack:
        names = ("Ada", "Bob", "Cem", "Dot", "Eve")
        guests = [await stack.enter_async_context(Guest(opened_at, name)) for name in names]
        players = []
        for row, plan in enumerate(PLANS * 2):
            table = await open_game(plan, guests[: len(plan.people)])
            looking_on = [(guests[-1], None)] * plan.spectators
            seated = [*zip(guests, plan.people, strict=False), *looking_on]
            for n, (guest, seat) in enumerate(seated):
                urls = pair.urls if (row + n) % 2 else pair.urls[::-1]
                players.append(SeatPlayer(guest, table, seat, ledger, Random(), urls))
        yield players


async def _some_way(ledger: Ledger) -> None:
    """Wait until the games have come some way, some of them perhaps to the end."""
    frames = Random().randrange(100, 1_000)
    async with asyncio.timeout(90):
        while ledger.figures["frames"] < frames:
            await asyncio.sleep(0.002)


# --- killed --------------------------------------------------------------------------------


async def _survived(pair: Pair) -> Ledger:
    ledger = Ledger()
    async with _twenty_tables(pair, pair.second.url, ledger) as players:
        at_first = [player for player in players if player.url == pair.first.url]
        playing = [asyncio.create_task(player.play_to_the_end()) for player in players]
        await _some_way(ledger)
        going_on = [player for player in at_first if player.resumed and not player.is_over]
        assert going_on, "nobody was there, or all games were over"
        pair.first.kill()
        await asyncio.gather(*playing)
        assert all(player.url == pair.second.url and player.resumed > 1 for player in going_on)
    await ledger.check(pair.database, {player.table for player in players})
    return ledger


@pytest.mark.timeout(300)
def test_games_go_on_and_end_at_the_process_that_is_left(
    postgres: PostgresServer, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with pair_of_servers(postgres.new_database(), tmp_path) as pair:
        ledger = asyncio.run(_survived(pair))
        record_property("figures", ledger.report())
        assert pair.second.stop() == 0
        assert_no_errors(pair.log)


# --- asleep --------------------------------------------------------------------------------


async def _slept_through(pair: Pair) -> Ledger:
    """A process sleeps with computer players' turns in hand, and wakes up when they are over."""
    ledger = Ledger()
    async with _twenty_tables(pair, pair.first.url, ledger) as players:
        for player in players:
            player.url = pair.second.url
        playing = [asyncio.create_task(player.play_to_the_end()) for player in players]
        await _some_way(ledger)
        os.kill(pair.first.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(_TURN_IS_FREE_AFTER_S)
        finally:
            os.kill(pair.first.pid, signal.SIGCONT)
        await asyncio.gather(*playing)
    await ledger.check(pair.database, {player.table for player in players})
    return ledger


@pytest.mark.timeout(300)
def test_a_process_that_wakes_up_plays_no_turn_that_another_has_played(
    postgres: PostgresServer, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with pair_of_servers(postgres.new_database(), tmp_path) as pair:
        ledger = asyncio.run(_slept_through(pair))
        record_property("figures", ledger.report())
        assert pair.first.stop() == pair.second.stop() == 0
        assert_no_errors(pair.log)


# --- gone for good -------------------------------------------------------------------------


async def _missed(pair: Pair) -> None:
    first, second = pair.urls
    async with Guest(first, "Ada") as ada, Guest(first, "Bob") as bob:
        table = await open_game(TablePlan("modern-2013", 2, ["X", "H1"]), [ada, bob])
        x = SeatPlayer(ada, table, "X", Ledger(), Random(), [first])
        h = SeatPlayer(bob, table, "H1", Ledger(), Random(), [second])
        await x.resume()
        await h.resume()
        await h.until_here("H1", "X")
        pair.first.kill()
        await h.until_here("H1")


@pytest.mark.soak
def test_who_was_at_a_process_that_died_and_does_not_come_back_is_no_longer_there(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with pair_of_servers(postgres.new_database(), tmp_path) as pair:
        asyncio.run(_missed(pair))
