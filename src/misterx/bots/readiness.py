"""Players ready to move: what they would compile at their first move is compiled before it."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module

__all__ = ["make_ready"]

_KERNELS = "misterx.kernels.contests"


def make_ready() -> None:
    """Let no player that was found by now lose its first thinking time to a compiler.

    Whoever searches has loaded the kernels by then; where nobody has, nothing is to be done.
    """
    if _KERNELS in sys.modules:
        _warm()


@cache
def _warm() -> None:
    import_module("misterx.kernels.warming").warm()
