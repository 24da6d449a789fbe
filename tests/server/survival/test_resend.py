"""A move whose answer never came is sent again: it is in the log once, whatever became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Guest
from tests.server.serving import ServerProcess
from tests.server.survival.ledger import Ledger, Wish, logs
from tests.server.survival.swarm import (
    LOST,
    SeatPlayer,
    TablePlan,
    assert_no_errors,
    open_game,
    quiet_port,
)

_PLAN = TablePlan("modern-2013", 2, ["X", "H1"])
"""Two people, of whom one is to move at any time."""


async def _sit_down(guests: Sequence[Guest], ledger: Ledger) -> list[SeatPlayer]:
    """A new game of two people, who are both connected."""
    table = await open_game(_PLAN, guests)
    players = [
        SeatPlayer(guest, table, seat, ledger, Random())
        for guest, seat in zip(guests, _PLAN.people, strict=True)
    ]
    for player in players:
        await player.resume()
    return players


async def _mover(players: Sequence[SeatPlayer]) -> SeatPlayer:
    """The one who is to move, once he knows it."""
    async with asyncio.timeout(90):
        while True:
            for player in players:
                if player.moves:
                    return player
            await asyncio.sleep(0.002)


# --- when it is certain that the move was saved and the answer was not heard ----------------


async def _saved_and_unanswered(database: str, log: Path) -> None:
    ledger = Ledger()
    with ServerProcess(database, quiet_port(), log) as server:
        async with Guest(server.url, "Ada") as ada, Guest(server.url, "Bob") as bob:
            players = await _sit_down([ada, bob], ledger)
            for _ in range(2):
                mover = await _mover(players)
                (other,) = (player for player in players if player is not mover)
                wish = mover.want(mover.moves[0])
                await mover.send_wish(wish)
                await mover.close()  # and so never hears the answer
                saved = wish.at + 1
                await other.until_at(saved)
                server.kill()
                server.start()
                await other.resume()
                await mover.resume()
                await mover.until_at(saved)
                for _ in range(2):
                    await mover.settle(wish)
                    assert wish.saved == saved
            await asyncio.gather(*(player.play_to_the_end() for player in players))
            assert server.stop() == 0
    await ledger.check(database, [players[0].table])
    assert_no_errors(log)


def test_a_move_that_was_saved_before_the_kill_is_answered_after_it(
    database_url: str, tmp_path: Path
) -> None:
    asyncio.run(_saved_and_unanswered(database_url, tmp_path / "log"))


# --- when the kill comes anywhere between the click and the answer --------------------------


async def _killed_in_the_middle(database: str, kills: int, log: Path) -> Ledger:
    ledger, dice = Ledger(), Random()
    with ServerProcess(database, quiet_port(), log) as server:
        async with Guest(server.url, "Ada") as ada, Guest(server.url, "Bob") as bob:
            tables = [await _sit_down([ada, bob], ledger) for _ in range(20)]
            for _ in range(kills):
                going_on = [players for players in tables if not players[0].is_over]
                movers = [await _mover(players) for players in going_on]
                wishes = [mover.want(dice.choice(mover.moves)) for mover in movers]
                sending = [
                    asyncio.create_task(_send_soon(mover, wish, dice.uniform(0, 0.02)))
                    for mover, wish in zip(movers, wishes, strict=True)
                ]
                await asyncio.sleep(dice.uniform(0, 0.06))
                server.kill()
                await asyncio.gather(*sending)
                ledger.figures["kills"] += 1
                on_disk = await _on_disk(database, wishes)
                _hold_against_disk(ledger, wishes, on_disk)
                await asyncio.to_thread(server.start)
                await asyncio.gather(*(player.resume() for row in going_on for player in row))
                await asyncio.gather(*map(SeatPlayer.settle, movers, wishes))
                for wish, number in zip(wishes, on_disk, strict=True):
                    assert wish.saved == (number or wish.at + 1), f"{wish} was at {number}"
            await asyncio.gather(*(player.close() for players in tables for player in players))
            assert server.stop() == 0
    await ledger.check(database, [players[0].table for players in tables], ended=False)
    assert_no_errors(log)
    return ledger


async def _send_soon(mover: SeatPlayer, wish: Wish, seconds: float) -> None:
    """Send a move a little later and hear the answer, if one comes."""
    await asyncio.sleep(seconds)
    with suppress(*LOST):
        await mover.settle(wish)


async def _on_disk(database: str, wishes: Sequence[Wish]) -> list[int | None]:
    """The numbers that moves have in the database, while no server runs."""
    found = await logs(database, [wish.table for wish in wishes])
    return [
        next((entry.seq for entry in found[wish.table] if entry.request == wish.id), None)
        for wish in wishes
    ]


def _hold_against_disk(
    ledger: Ledger, wishes: Sequence[Wish], on_disk: Sequence[int | None]
) -> None:
    """What was acknowledged is there, under the number that was said."""
    for wish, number in zip(wishes, on_disk, strict=True):
        if wish.saved is not None:
            assert wish.saved == number, f"{wish} was acknowledged, and is at {number}"
            ledger.figures["killed after the answer"] += 1
        elif number is not None:
            ledger.figures["killed between commit and answer"] += 1
        else:
            ledger.figures["killed before the commit"] += 1


@pytest.mark.timeout(300)
def test_whenever_the_kill_comes_the_move_is_in_the_log_once(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    ledger = asyncio.run(_killed_in_the_middle(database_url, 5, tmp_path / "log"))
    record_property("figures", ledger.report())


@pytest.mark.soak
def test_at_many_moments_the_move_is_in_the_log_once(
    database_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    ledger = asyncio.run(_killed_in_the_middle(database_url, 60, tmp_path / "log"))
    record_property("figures", ledger.report())
    for moment in ("after the answer", "between commit and answer", "before the commit"):
        assert ledger.figures[f"killed {moment}"], f"no kill {moment}"
