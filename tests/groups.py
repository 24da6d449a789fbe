"""Programs in groups of their own, as a terminal starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["press_ctrl_c", "started"]


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A Python program; whatever is left of its group at the end is killed."""
    program = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)


def press_ctrl_c(program: subprocess.Popen[str]) -> tuple[str, str]:
    """Interrupt every process of the group, as a terminal does; what they still say."""
    os.killpg(program.pid, signal.SIGINT)
    return program.communicate(timeout=90)
