"""Players ready to move: what they would compile at their first move is compiled before it."""

from __future__ import annotations

import logging
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import RLock

from misterx.kernels.cache import is_filled, preparing

__all__ = ["make_ready"]

_KERNELS = "misterx.kernels.contests"
_log = logging.getLogger("misterx")
_warming = RLock()
_ready = False


def make_ready(tell: Callable[[str], object] = _log.warning) -> None:
    """Let no player that was found by now lose its first thinking time to a compiler.

    A player who searches has loaded the kernels by then; where no player has, nothing is done. If
    it takes long, `tell` is told once in a process; on a terminal the time that passes is shown.

    Args:
        tell: Gets the sentence to show; without it a warning of the logger `misterx`, which Python
            writes to standard error where a program has not set up logging.
    """
    if not _ready and _KERNELS in sys.modules:
        _warm(tell)


def _warm(tell: Callable[[str], object]) -> None:
    global _ready  # noqa: PLW0603 - once in a process
    with _warming:
        if _ready:
            return
        if not import_module("numba").config.DISABLE_JIT:  # else nothing is compiled
            if is_filled():
                import_module("misterx.kernels.warming").warm(all_entries=False)
            else:
                tell(preparing())
                with _elapsing():
                    import_module("misterx.kernels.warming").warm()
        _ready = True


@contextmanager
def _elapsing() -> Iterator[None]:
    """Show on a terminal how long it has taken by now."""
    if multiprocessing.parent_process() is not None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415 - only where it is shown
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (SpinnerColumn(), TextColumn("compiling"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        shown.add_task("")
        yield
