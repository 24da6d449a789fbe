"""Players ready to move: what they would compile at their first move is compiled before it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

from misterx.kernels.cache import PREPARING, is_filled

__all__ = ["make_ready"]

_KERNELS = "misterx.kernels.contests"


def make_ready(tell: Callable[[str], object] = str) -> None:
    """Let no player that was found by now lose its first thinking time to a compiler.

    Whoever searches has loaded the kernels by then; where nobody has, nothing is to be done.
    `tell` is told if it takes long.
    """
    if _KERNELS in sys.modules:
        _warm(tell)


@cache
def _warm(tell: Callable[[str], object]) -> None:
    is_compiled = is_filled()
    if not is_compiled:
        tell(PREPARING)
    import_module("misterx.kernels.warming").warm(all_entries=not is_compiled)
