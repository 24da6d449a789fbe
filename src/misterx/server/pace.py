"""Long work in the event loop, in slices so short that nobody notices them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from misterx.server.limits import Clock

__all__ = ["Pace"]

_SLICE_SECONDS: Final = 0.005


class Pace:
    """Runs long work step by step; of all such work one slice at a time."""

    def __init__(self, clock: Clock = time.perf_counter) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[object]) -> None:
        """Go through all steps, and let everything else go on after every few milliseconds."""
        left = iter(steps)
        while True:
            async with self._turn:
                end = self._clock() + _SLICE_SECONDS
                for _ in left:
                    if self._clock() >= end:
                        break
                else:
                    return
                # Within the turn: several tables that are read at once get one slice together.
                await asyncio.sleep(0)
