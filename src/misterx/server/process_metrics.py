"""Metrics of the process itself: memory, processor, files, lag of the event loop, versions."""

from __future__ import annotations

import asyncio
import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

from misterx.server.metrics import Registry

__all__ = ["LoopLag", "add_process_metrics"]

_LOOK_SECONDS: Final = 0.02
"""How long the timer runs whose lateness is the lag."""
_LAGS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_PROC: Final = Path("/proc/self")
_COUNT_AGAIN_SECONDS: Final = 60.0


def add_process_metrics(metrics: Registry, database: str) -> None:
    """Add the metrics of this process that the system keeps; those it does not keep are left out.

    Args:
        metrics: Where they are added.
        database: The kind of the database: `sqlite` or `postgresql`.
    """
    facts = {
        "version": version("misterx"),
        "python": platform.python_version(),
        "database": database,
    }
    metrics.information("misterx_build_info", "Versions, and the kind of the database.", facts)
    started = time.time()
    metrics.gauge(
        "process_start_time_seconds", "When the process began, since 1970.", lambda: started
    )
    metrics.total(
        "process_cpu_seconds_total", "Processor time, without bot workers.", time.process_time
    )
    for name, meaning, read in (
        ("process_resident_memory_bytes", "Memory in use, without bot workers.", _memory),
        ("process_open_fds", "Open files and connections.", _OpenFiles(_PROC / "fd")),
        ("process_max_fds", "How many may be open at a time.", _most_files),
    ):
        _add_if_known(metrics, name, meaning, read)


class LoopLag:
    """Measure how late a timer of the event loop rings."""

    def __init__(self, metrics: Registry) -> None:
        self._lags = metrics.histogram(
            "misterx_loop_lag_seconds", "How late a timer of the event loop rings.", _LAGS
        )

    async def run(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _LOOK_SECONDS
            await asyncio.sleep(_LOOK_SECONDS)
            self._lags.observe(max(0.0, loop.time() - due))


def _add_if_known(metrics: Registry, name: str, meaning: str, read: Callable[[], float]) -> None:
    with suppress(OSError, ImportError):
        read()
        metrics.gauge(name, meaning, read)


def _memory() -> float:
    pages = int((_PROC / "statm").read_text().split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


class _OpenFiles:
    """Count open files without a look at each of them, if the system knows their number."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._counted = 0
        self._count_again_at = 0.0

    def __call__(self) -> float:
        if known := self._folder.stat().st_size:  # from Linux 6.2 on
            return float(known)
        # With very many connections counting takes long, so it is done once a minute.
        if time.monotonic() >= self._count_again_at:
            self._counted = len(os.listdir(self._folder))  # noqa: PTH208 - makes no paths
            self._count_again_at = time.monotonic() + _COUNT_AGAIN_SECONDS
        return float(self._counted)


def _most_files() -> float:
    import resource  # noqa: PLC0415 - only POSIX has it

    return float(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
