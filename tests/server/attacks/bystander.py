"""A guest who plays at a table of their own, and measures how long the server takes to answer.

It is a program, `python -m tests.server.attacks.bystander URL`, in a process of its own, so that
the work of an attacker is not measured as the server's. It prints `ready` after its first move,
plays until its input ends, and then prints what it measured as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from random import Random
from time import perf_counter

from tests.server.client import Guest, Refused, Seat
from tests.server.evenings import until_at

__all__: list[str] = []

_PAUSE = 0.15
"""Seconds between two measurements of a kind: less than the limits of one address allow."""
_EDITION = "modern-2013"
_PATIENCE = 60.0


async def ask_health(url: str) -> float:
    """Ask `/healthz` over a new connection; the seconds until the whole answer."""
    host, _, port = url.removeprefix("http://").partition(":")
    begun = perf_counter()
    async with asyncio.timeout(_PATIENCE):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
    assert answer.startswith(b"HTTP/1.1 200 "), answer[:100]
    return perf_counter() - begun


class _Player:
    """One guest on both seats of a table; opens the next table when a game is over."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._dice = Random(1)
        self._seats: list[Seat] = []

    async def move(self) -> float:
        """Make a move; the seconds until it is confirmed."""
        while True:
            seat = next((seat for seat in self._seats if seat.moves), None)
            if seat is None:
                await self._wait()
                continue
            move = self._dice.choice(seat.moves)
            begun = perf_counter()
            with suppress(Refused):  # the position has changed: the next frame says how
                at = await seat.move(move)
                took = perf_counter() - begun
                await until_at(seat, at)
                return took

    async def _wait(self) -> None:
        if not self._seats or self._seats[0].is_over:
            await self._open_table()
        await self._seats[0].until(lambda: self._seats[0].is_over or self._can_move(), _PATIENCE)

    def _can_move(self) -> bool:
        return any(seat.moves for seat in self._seats)

    async def _open_table(self) -> None:
        for seat in self._seats:
            await seat.close()
        seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
        table = await self._guest.open_table(_EDITION, 2, seats=seats, start=True)
        self._seats = [await self._guest.watch(table, seat) for seat in seats]


async def _measure(url: str) -> dict[str, list[float]]:
    healthz: list[float] = []
    moves: list[float] = []
    async with Guest(url, "Bystander") as guest:
        player = _Player(guest)
        await player.move()
        await ask_health(url)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        told_to_stop = asyncio.create_task(asyncio.to_thread(sys.stdin.read))

        async def ask_for_ever() -> None:
            while not told_to_stop.done():
                healthz.append(await ask_health(url))
                await asyncio.sleep(_PAUSE)

        async def move_for_ever() -> None:
            while not told_to_stop.done():
                moves.append(await player.move())
                await asyncio.sleep(_PAUSE)

        await asyncio.gather(ask_for_ever(), move_for_ever())
    return {"healthz": healthz, "moves": moves}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_measure(sys.argv[1]))) + "\n")
