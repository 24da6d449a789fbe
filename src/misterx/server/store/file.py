"""Notices that a SQLite file was moved, removed or replaced under the server that uses it.

The system lets a program write on into a file that has no name any more. A confirmed move would
be lost with it, so whoever reads or writes looks first whether the file is still the same.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, TypeAlias

from misterx.server.logs import get_log
from misterx.server.store.base import DatabaseGone

__all__ = ["DatabaseFile"]

_log = get_log("store")
_JOURNAL: Final = "-wal"

_Identity: TypeAlias = tuple[int, int]


class DatabaseFile:
    """A SQLite file and its journal, as they were when they were opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(path.name + _JOURNAL)
        self._opened: _Identity | None = None
        self._journal_opened: _Identity | None = None
        self._is_gone = False

    def remember(self) -> None:
        """Remember which file was opened."""
        self._opened = _identity(self._path)
        self._journal_opened = _identity(self._journal)

    def journal_may_change(self) -> None:
        """Forget the journal: SQLite makes another when the last connection was closed."""
        self._journal_opened = None

    def check(self) -> None:
        """Raise `DatabaseGone` unless both files are where they were opened."""
        if self._opened is None:
            return
        journal = _identity(self._journal)
        if self._journal_opened is None:
            self._journal_opened = journal
        is_gone = _identity(self._path) != self._opened or journal != self._journal_opened
        if is_gone != self._is_gone:
            self._is_gone = is_gone
            self._tell()
        if is_gone:
            raise DatabaseGone(
                f"the database file {self._path}, or its journal {self._journal.name}, was moved, "
                "removed or replaced while the server runs; put both back, or start the server anew"
            )

    def _tell(self) -> None:
        if self._is_gone:
            todo = "put the file and its journal back, or start the server anew"
            _log.error("database_file_gone", file=str(self._path), todo=todo)
        else:
            _log.info("database_file_back", file=str(self._path))


def _identity(path: Path) -> _Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - of the file that a link leads to, and quick
    except OSError:
        return None
    return found.st_dev, found.st_ino
