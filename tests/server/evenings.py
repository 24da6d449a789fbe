"""Evenings with guests: tests over real sockets in a few lines each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from functools import cache, partial, wraps
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, ParamSpec, Self

from misterx.chase import Chase
from misterx.core import Game, Setup, rules_for
from misterx.server.world import World
from tests.server.client import Guest, Refused, Seat

__all__ = ["Evening", "MovableWorld", "awaited", "calm_start", "code_of", "told", "until_at"]

P = ParamSpec("P")

_FAR = 4
"""So many moves a hunter needs to where Mister X starts; two rounds do not bring them together."""


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is run to its end."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


async def code_of(asked: Coroutine[Any, Any, Any]) -> str:
    """The code with which a request is refused."""
    try:
        answer = await asked
    except Refused as no:
        return no.code
    raise AssertionError(f"it was granted: {answer}")


class MovableWorld(World):
    """A world whose time can be moved on, and whose clock can be set."""

    def __init__(self) -> None:
        self._ahead = 0
        self._wrong = 0

    def now_ms(self) -> int:
        return super().now_ms() + self._ahead + self._wrong

    def alive_ms(self) -> int:
        return super().alive_ms() + self._ahead

    def let_pass(self, seconds: float) -> None:
        self._ahead += int(seconds * 1000)

    def set_clock(self, seconds: float) -> None:
        """Set the time of day forward, or back."""
        self._wrong += int(seconds * 1000)


class Evening:
    """Guests at a server, and their sockets; all leave at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def guest(self, name: str = "Ada") -> Guest:
        return await self._stack.enter_async_context(Guest(self.url, name))

    async def guests(self, *names: str) -> list[Guest]:
        return [await self.guest(name) for name in names]

    async def watch(
        self, guest: Guest, table: str, seat: str | None, since: int | None = None
    ) -> Seat:
        """A socket that has been told how things are."""
        watched = await guest.watch(table, seat, since)
        self._stack.push_async_callback(watched.close)
        await watched.until(lambda: bool(watched.presence))
        return watched

    async def table(
        self,
        seats: Mapping[str, Guest | None],
        edition: str = "modern-2013",
        **plan: Any,  # noqa: ANN401 - whatever a plan takes
    ) -> dict[str, Seat]:
        """A table that plays: guests on their seats, computer players on the others.

        The first guest is the host; everybody watches each of his seats. Unless the plan brings a
        record, nobody can meet Mister X in the first rounds, whatever he does.
        """
        host = next(guest for guest in seats.values() if guest is not None)
        if "record" not in plan:
            options = tuple(plan.get("options", {}).items())
            plan["record"] = calm_start(edition, len(seats), options)
        table = await host.open_table(
            edition,
            len(seats),
            seats={seat: _planned(guest, host) for seat, guest in seats.items()},
            **plan,
        )
        for seat, guest in seats.items():
            if guest not in {None, host}:
                assert guest is not None
                await guest.post(f"/api/tables/{table}/join", {"seat": seat})
        watched = {
            seat: await self.watch(guest, table, seat)
            for seat, guest in seats.items()
            if guest is not None
        }
        await host.post(f"/api/tables/{table}/start")
        for each in watched.values():
            await each.until(partial(_plays, each))
        return watched


@cache
def calm_start(edition: str, players: int, options: tuple[tuple[str, bool], ...] = ()) -> str:
    """The record of a game that has just begun, the hunters far away from Mister X."""
    games = (
        Game.new(rules_for(edition), Setup(players, dict(options)), Random(seed))
        for seed in count()
    )
    return next(game for game in games if _is_calm(game)).record().to_text()


def _is_calm(game: Game) -> bool:
    if not isinstance(game.rules, Chase) or None in game.state.hunters:
        return True  # no board, or they choose where to start
    away = game.rules.data.board.distances().from_(game.state.x)
    return min(away[at] for at in game.state.hunters) >= _FAR


def _plays(seat: Seat) -> bool:
    return seat.game is not None


def _planned(guest: Guest | None, host: Guest) -> Mapping[str, object]:
    if guest is None:
        return {"who": "bot", "player": "random"}
    return {"who": "me" if guest is host else "open"}


async def until_at(seat: Seat, at: int) -> None:
    """Wait until a socket has been told an entry."""
    await seat.until(lambda: seat.at >= at)


def told(seat: Seat, kind: str) -> list[dict[str, Any]]:
    """Every message of a kind that a socket got."""
    return [message for text in seat.raw if (message := json.loads(text))["type"] == kind]
