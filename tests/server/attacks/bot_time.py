"""Guests who want all of the computer players' time, and one who wants to play against one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import monotonic, perf_counter

import misterx
from misterx.bots import ask, find_player
from tests.server.abuse.product import ATTACKER, an_attacker
from tests.server.client import Guest, Refused, Seat
from tests.server.evenings import until_at

__all__ = ["Opponent", "ask_for_hints", "open_card_tables", "records"]

_EDITION = "modern-2013"
_BOTS = 4


class Opponent:
    """A guest who plays against a computer Mister X, and measures how long he takes."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._dice = Random(1)
        self._seat: Seat | None = None

    async def wait_for_move(self, seconds: float = 90) -> float:
        """Play until it is Mister X's turn; the seconds until he has moved."""
        while True:
            seat = await self._table()
            while seat.moves:
                await until_at(seat, await seat.move(self._dice.choice(seat.moves)))
            if seat.is_over:
                continue
            begun = perf_counter()
            await _until_moves(seat, seconds)
            if not seat.is_over:
                return perf_counter() - begun

    async def _table(self) -> Seat:
        if self._seat is None or self._seat.is_over:
            seats = {"X": {"who": "bot", "player": "champion"}, "H1": {"who": "me"}}
            table = await self._guest.open_table(_EDITION, 2, seats=seats, start=True)
            self._seat = await self._guest.watch(table, "H1")
        return self._seat


async def _until_moves(seat: Seat, seconds: float) -> None:
    await seat.until(lambda: bool(seat.moves) or seat.is_over, seconds)


async def open_card_tables(guest: Guest, tables: int) -> None:
    """Open card tables with computer players, hand over the own seat as well, and leave."""
    seats = {"P1": {"who": "me"}} | {
        f"P{number}": {"who": "bot", "player": "champion"} for number in range(2, _BOTS + 2)
    }
    for _ in range(tables):
        table = await guest.open_table("cards-2017", _BOTS + 1, seats=seats, start=True)
        seat = Seat(guest, table, "P1")
        await seat.connect(local_addr=(ATTACKER, 0))
        await seat.ask(do="hand", seat="P1", player="champion")
        await seat.close()


async def ask_for_hints(url: str, tables: int, guests: int, seconds: float) -> Counter[str]:
    """Ask for hints in a loop at tables of several guests; how often which answer came."""
    found: Counter[str] = Counter()
    deadline = monotonic() + seconds

    async def ask_for_ever(guest: Guest, table: str) -> None:
        while monotonic() < deadline:
            try:
                await guest.post(f"/api/tables/{table}/seats/X/hint")
                found["hint"] += 1
            except Refused as no:
                found[no.code if "try again in" in str(no) else f"unclear: {no}"] += 1
                await asyncio.sleep(0.2)

    async def attack() -> None:
        async with an_attacker(url) as guest:
            seats = {"X": {"who": "me"}, "H1": {"who": "bot"}}
            own = [
                await guest.open_table(_EDITION, 2, seats=seats, start=True)
                for _ in range(tables // guests)
            ]
            await asyncio.gather(*(ask_for_ever(guest, table) for table in own))

    await asyncio.gather(*(attack() for _ in range(guests)))
    return found


def records(number: int) -> Sequence[str]:
    """So many different games that are over."""
    player, found = find_player("random"), []
    for seed in range(number):
        game, dice = misterx.new_game("modern-24", 3, seed=seed), Random(seed)
        while game.to_act:
            game.play(ask(player, game, game.to_act[0], dice), game.to_act[0])
        found.append(game.record().to_text())
    return found
