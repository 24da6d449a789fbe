"""Files of JSON lines that survive a kill: what a line holds was written at once, and is whole.

A line that was torn by a kill is left out, and written over by the next one.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

__all__ = ["Journal", "SaveError", "journal", "line_of"]


class SaveError(ValueError):
    """A file that nothing can be kept in, and why."""


class Journal:
    """An open file: its lines so far, and room for more. Nobody else writes to it."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self._path = path
        self._file = file
        *self.lines, self.torn = file.readall().split(b"\n")

    def write(self, what: object) -> None:
        """Append a line, in one piece and at once; raises `SaveError` where there is no room."""
        line = line_of(what)
        try:
            if self.torn:
                os.truncate(self._file.fileno(), sum(len(line) + 1 for line in self.lines))
                self.torn = b""
            written = self._file.write(line)
        except OSError as error:
            raise SaveError(f"{self._path} cannot be written: {error.strerror}") from error
        if written < len(line):
            raise SaveError(f"{self._path} cannot be written: there is no room for all of a line")


def line_of(what: object) -> bytes:
    """The line, with its end, that something is written as."""
    return json.dumps(what).encode() + b"\n"


@contextmanager
def journal(path: Path) -> Iterator[Journal]:
    """Open a file, a new one if there is none.

    Raises `SaveError` for one that cannot be written, that another process writes, or that keeps
    nothing, such as a pipe.
    """
    try:
        # Nothing waits in between: what is written is in the file, or it is said that it is not.
        file = path.open("a+b", buffering=0)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}") from error
    with file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise SaveError(f"{path} is no ordinary file, and keeps nothing: name one that does")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SaveError(f"{path} is being written by another run") from error
        file.seek(0)
        yield Journal(path, file)
