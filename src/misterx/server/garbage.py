"""Python's search for garbage, so that it never stops a server that is at work.

Nearly everything is freed when nothing refers to it any more, and the server makes no circles of
its own. Python looks for circles all the same, and the time it takes grows with all there is in
memory: a second at ten thousand tables. So what survives one short look among the newest objects
is never looked at again, until the server has nothing to do.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final, Literal

__all__ = ["collect_when_quiet", "keep_searches_short"]

_NEWEST: Final = 5_000
"""After so many new objects they are looked through; that takes less than a millisecond."""
_NEVER: Final = 1_000_000
_BETWEEN_SECONDS: Final = 3600.0
_QUIET_SECONDS: Final = 5.0
_QUIET_SHARE: Final = 0.03
"""The server has nothing to do while it needs less than this share of a processor."""


def keep_searches_short() -> None:
    """Look only through the newest objects from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEWEST, _NEVER, _NEVER)
    if _keep_survivors not in gc.callbacks:
        gc.callbacks.append(_keep_survivors)


async def collect_when_quiet() -> None:
    """Look through everything, once an hour at most, when the server has nothing to do."""
    while True:
        await asyncio.sleep(_BETWEEN_SECONDS)
        await _quiet_moment()
        gc.unfreeze()
        gc.collect()


async def _quiet_moment() -> None:
    """Wait until the server has nothing to do."""
    used = _QUIET_SECONDS
    while used > _QUIET_SHARE * _QUIET_SECONDS:
        before = time.process_time()
        await asyncio.sleep(_QUIET_SECONDS)
        used = time.process_time() - before


def _keep_survivors(phase: Literal["start", "stop"], _info: dict[str, int]) -> None:
    """Leave what a search has not freed out of the next ones."""
    if phase == "stop":
        gc.freeze()
