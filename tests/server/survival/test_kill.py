"""The server is killed again and again while many tables play: nothing is lost, nothing doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.server.serving import ServerProcess
from tests.server.survival.ledger import Ledger
from tests.server.survival.swarm import SeatPlayer, Swarm, assert_no_errors, quiet_port

_TABLES, _SOAK_TABLES = 20, 50
_SPARE = 4
"""More tables than are wanted, so that there are enough when some end and others begin."""


async def _killed(database: str, kills: int, tables: int, log: Path) -> Ledger:
    """Play at many tables while the server is killed so often; then hold all against the logs."""
    dice = Random()
    with ServerProcess(database, quiet_port(), log) as server:
        swarm = Swarm(server.url, tables + _SPARE, dice)
        swarm.start()
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0, 1))
            await swarm.until(lambda: len(swarm.under_way) >= tables)
            before = {player: player.resumed for player in swarm.players}
            server.kill()
            swarm.ledger.figures["kills"] += 1
            await asyncio.to_thread(server.start)
            if dice.random() < 0.7:  # else the next may come while they are still coming back
                await _all_are_back(swarm, before)
        await swarm.finish()
        assert server.stop() == 0
    await swarm.ledger.check(database, swarm.ended)
    assert_no_errors(log)
    return swarm.ledger


async def _all_are_back(swarm: Swarm, before: dict[SeatPlayer, int]) -> None:
    """Wait until everybody who was there has come back, or has seen the end of his game."""
    await swarm.until(
        lambda: all(
            player.resumed > times for player, times in before.items() if player in swarm.players
        )
    )


@pytest.mark.timeout(300)
def test_six_kills_lose_nothing_and_double_nothing(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    ledger = asyncio.run(_killed(database_url, 6, _TABLES, tmp_path / "log"))
    record_property("figures", ledger.report())


@pytest.mark.soak
def test_a_hundred_kills_lose_nothing_and_double_nothing(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    ledger = asyncio.run(_killed(database_url, 100, _SOAK_TABLES, tmp_path / "log"))
    record_property("figures", ledger.report())
