"""Analyses of finished games: made move by move in the thinking processes, and kept for a while.

Of each game one move is judged at a time, after the moves and hints that somebody waits for.
Nothing is judged that nobody asks for any more. One address has some games analysed at the same
time, so that others find room.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from misterx.bots.analysis import ANALYST, Moment, moments
from misterx.core import AnyRules, Game
from misterx.server.logs import get_log
from misterx.server.question import asked
from misterx.server.thinking import Order, Payer, Priority, Thinkers, ThinkingError

__all__ = ["Analyses", "Busy", "Found"]

_log = get_log("analysing")

_MOST_KEPT: Final = 30
"""Analyses in memory; the one that was not asked for longest goes first."""
_MOST_AT_ONCE: Final = 24
"""Games that are being analysed."""
_MOST_OF_AN_ADDRESS: Final = 2
"""The same of one address."""
_AGAIN_SECONDS: Final = 10
"""After so long whoever was refused may try again."""
_PATIENCE_SECONDS: Final = 15.0
"""So long after it was last asked for an analysis goes on."""
_MOVE_SECONDS: Final = 20.0
"""One move takes a fraction of it, on a machine that is not busy."""


class Busy(Exception):
    """So many games are being analysed that this one has to wait. The message says whose."""


@dataclass(slots=True)
class Found:
    """An analysis as far as it has come."""

    rules: AnyRules
    asked: Sequence[Moment]
    moves: list[Any] = field(default_factory=list)
    wanted: float = 0.0
    """When it was last asked for."""
    task: asyncio.Task[None] | None = None
    address: str = ""
    """Who had it begun."""
    total: int = 0


class Analyses:
    """All analyses of a process."""

    def __init__(self, thinkers: Thinkers, clock: Callable[[], float] = time.monotonic) -> None:
        self._thinkers = thinkers
        self._clock = clock
        self._kept: OrderedDict[Hashable, Found] = OrderedDict()
        self._is_closed = False

    async def ask(self, key: Hashable, game: Callable[[], Game], address: str = "") -> Found:
        """Return the analysis of a game, begun or taken up again if need be.

        Args:
            key: the name of the game.
            game: called in a thread, once for each key; what it raises is raised.
            address: who asks for it.

        Raises:
            NotForAnalysis: if the game cannot be analysed.
            Busy: if many games are being analysed, or several of this address.
        """
        found = self._kept.get(key)
        if found is None:
            self._make_room(address)
            found = await asyncio.to_thread(_begin, game)
            found = self._kept.setdefault(key, found)
        self._kept.move_to_end(key)
        found.wanted = self._clock()
        is_whole = len(found.moves) >= found.total
        if found.task is None and not is_whole and not self._is_closed:
            self._make_room(address)
            found.address = address
            found.task = asyncio.create_task(self._judge(found))
        return found

    async def close(self) -> None:
        """Stop; what was found is forgotten with the process."""
        self._is_closed = True
        tasks = [found.task for found in self._kept.values() if found.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make_room(self, address: str) -> None:
        running = [found.address for found in self._kept.values() if found.task is not None]
        again = f"try again in {_AGAIN_SECONDS} s"
        if running.count(address) >= _MOST_OF_AN_ADDRESS:
            raise Busy(f"{_MOST_OF_AN_ADDRESS} games of your address are being analysed: {again}")
        if len(running) >= _MOST_AT_ONCE:
            raise Busy(f"many games are being analysed: {again}")
        while len(self._kept) >= _MOST_KEPT:
            idle = next(key for key, found in self._kept.items() if found.task is None)
            del self._kept[idle]

    async def _judge(self, found: Found) -> None:
        """Judge move by move, as long as somebody asks for it."""
        try:
            with suppress(ThinkingError):
                while len(found.moves) < found.total and self._is_wanted(found):
                    moment = found.asked[len(found.moves)]
                    answer = await self._thinkers.consult(
                        asked(found.rules, ANALYST, moment, "assess"),
                        _MOVE_SECONDS,
                        Order(Priority.ANALYSIS, Payer(found.address, "")),
                    )
                    found.moves.append(answer)
            if len(found.moves) == found.total:
                found.asked = ()  # the observations are most of its size
        except Exception as error:  # noqa: BLE001 - whoever asks again starts it anew
            _log.crash("analysis_failed", error)
        finally:
            found.task = None

    def _is_wanted(self, found: Found) -> bool:
        return self._clock() - found.wanted < _PATIENCE_SECONDS


def _begin(game: Callable[[], Game]) -> Found:
    played = game()
    asked = moments(played)
    return Found(played.rules, asked, total=len(asked))
