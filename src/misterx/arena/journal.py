"""Files of JSON lines that survive a kill: what a line holds was written at once, and is whole.

A line that was torn by a kill is left out, and written over by the next one.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["Journal", "SaveError", "journal", "line_of"]


class SaveError(ValueError):
    """A file that nothing can be kept in, and why."""


class Journal:
    """An open file: its lines so far, and room for more. Nobody else writes to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        *self.lines, self.torn = file.read().split(b"\n")

    def write(self, what: object) -> None:
        """Append a line, in one piece and at once."""
        if self.torn:
            os.truncate(self._file.fileno(), sum(len(line) + 1 for line in self.lines))
            self.torn = b""
        self._file.write(line_of(what))
        self._file.flush()


def line_of(what: object) -> bytes:
    """The line, with its end, that something is written as."""
    return json.dumps(what).encode() + b"\n"


@contextmanager
def journal(path: Path) -> Iterator[Journal]:
    """Open a file, a new one if there is none.

    Raises `SaveError` for one that cannot be written, or that another process writes.
    """
    try:
        file = path.open("a+b")
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SaveError(f"{path} is being written by another run") from error
        file.seek(0)
        yield Journal(file)
