"""Reads every table of a database, as a server would, and tells which of them are damaged."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, event, func, select
from sqlalchemy.pool import NullPool

from misterx.core import Refused
from misterx.server.entry import Entry, TableId
from misterx.server.store.base import DamagedEntry
from misterx.server.store.failures import FAILURES, described, told
from misterx.server.store.migrating import at_head
from misterx.server.store.queries import entries_after, table_ids
from misterx.server.store.schema import tables
from misterx.server.store.sqlite import read_damaged_texts
from misterx.server.table.folding import follow, opened
from misterx.server.table.state import Table

__all__ = ["Damage", "Inspection", "inspect_database", "inspect_sqlite"]

_PART: Final = 500
"""Tables, and entries of a table, that are read at once."""
_STEPS: Final = 100_000
"""Steps of SQLite between two looks at the clock."""
_MOST_FAULTS: Final = 10

Tell = Callable[[int, int], None]
"""Called with how many tables have been read, and how many there are."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A table that cannot be read, and why."""

    table: TableId
    problem: str


@dataclass(slots=True)
class Inspection:
    """What was read, and what cannot be."""

    tables: int = 0
    """How many there are."""
    read: int = 0
    """How many were read before the time was over."""
    damages: list[Damage] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Faults of the SQLite file itself."""


def inspect_sqlite(file: Path, seconds: float, tell: Tell) -> Inspection:
    """Read a SQLite file without changing it: its pages, then every table, for so many seconds."""
    end = time.monotonic() + seconds
    where = f"{file.absolute().as_uri()}?mode=ro"
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(where, uri=True),
        poolclass=NullPool,
        hide_parameters=True,
    )
    event.listen(engine, "connect", read_damaged_texts)
    try:
        with engine.connect() as connection:
            if not at_head(connection):
                return Inspection()  # another check tells of the version
            faults = _faults_of_pages(connection, end)
            if faults:
                return Inspection(faults=faults)
            return inspect_database(connection, end - time.monotonic(), tell)
    except FAILURES as error:
        raise told(error) from None
    finally:
        engine.dispose()


def _faults_of_pages(connection: Connection, end: float) -> list[str]:
    """Faults that SQLite finds in the file's pages and indexes, within the time there is."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_progress_handler(lambda: int(time.monotonic() > end), _STEPS)
    try:
        rows = driver.execute(f"PRAGMA integrity_check({_MOST_FAULTS})").fetchall()
    except sqlite3.Error as error:
        return [] if error.sqlite_errorname == "SQLITE_INTERRUPT" else [described(error)]
    finally:
        driver.set_progress_handler(None, 0)
    # A fault is told by the number of its page or row, never with what stands there.
    return [str(row[0]).splitlines()[0] for row in rows if row[0] != "ok"]


def inspect_database(connection: Connection, seconds: float, tell: Tell) -> Inspection:
    """Read every table for so many seconds; raises what the driver raises if that fails."""
    end = time.monotonic() + seconds
    found = Inspection(
        tables=connection.execute(select(func.count()).select_from(tables)).scalar_one()
    )
    last = ""
    while ids := table_ids(connection, last, _PART):
        for table in ids:
            if time.monotonic() > end:
                return found
            if (problem := _problem_of(connection, table)) is not None:
                found.damages.append(Damage(table, problem))
            found.read += 1
            tell(found.read, found.tables)
        last = ids[-1]
    return found


def _problem_of(connection: Connection, table: TableId) -> str | None:
    """Why a table cannot be read; None: it can."""
    now: Table | None = None
    try:
        for entry in _entries(connection, table):
            at = entry.seq
            try:
                now = _opened(table, entry) if now is None else follow(now, entry)
            except Refused as no:
                if now is None:
                    return f"its rules are not known here: {no}"
                return f"entry {at} does not fit the rules"
            except Exception as error:  # noqa: BLE001 - whatever it is, the entry is damaged
                return f"entry {at} does not fit the entries before it ({type(error).__name__})"
    except DamagedEntry as error:
        return str(error)
    return None if now is not None else "it has no entries"


def _opened(table: TableId, entry: Entry) -> Table:
    if entry.seq != 1:
        raise ValueError("entry 1 is missing")
    return opened(table, entry)


def _entries(connection: Connection, table: TableId) -> Iterator[Entry]:
    last = 0
    while part := entries_after(connection, table, last, _PART):
        yield from part
        last = part[-1].seq
