"""Many entries of many tables in one transaction, with few statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    Connection,
    Executable,
    Table,
    delete,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import Delete, Insert, ReturningInsert, Update

from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.store.base import Appended
from misterx.server.store.given import given_rows
from misterx.server.store.rows import row_of, text_of
from misterx.server.store.schema import entries, members, tables

__all__ = ["Batcher", "NewEntry"]

_RowValues: TypeAlias = dict[str, str | int | None]

_REMEMBERED: Final = 20_000
"""Tables whose last clock is remembered; a forgotten one costs an update that changes nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class NewEntry:
    """An entry that wants to be saved."""

    table: TableId
    entry: Entry
    opens: bool
    """Whether it is the first of a new table."""
    members: Collection[GuestId] | None
    due_ms: int | None
    row: _RowValues = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", row_of(self.table, self.entry))

    @property
    def number(self) -> tuple[TableId, int]:
        """What no other entry may have."""
        return self.table, self.entry.seq

    @property
    def wish(self) -> tuple[TableId, str, str | None]:
        """What no other entry may have either, where there is a request."""
        return self.table, self.entry.author, self.entry.request


class Batcher:
    """Saves entries on one engine, and remembers which clocks stand in the database."""

    def __init__(self, dialect: str) -> None:
        self._add_tables = _insert(dialect, tables, [tables.c.id, tables.c.created_ms])
        self._add_entries = _insert(dialect, entries, list(entries.c))
        # SQLite undoes a statement that fails, and no more; PostgreSQL the whole transaction. Rows
        # that come back cost a thread its turn for each, and can cost milliseconds beside a busy
        # event loop. So there it is tried first without: nearly always all of them go in.
        self._add_all_entries = _insert_all(entries) if dialect == "sqlite" else None
        self._add_members = _insert(dialect, members, list(members.c))
        self._drop_members = _delete_members(dialect)
        self._set_due = _update_due(dialect)
        requested = [entries.c.table_id, entries.c.author, entries.c.request]
        given = given_rows(dialect, requested)
        self._repeated = select(*requested).join(
            given,
            (entries.c.table_id == given.c.table_id)
            & (entries.c.author == given.c.author)
            & (entries.c.request == given.c.request),
        )
        self._due: dict[TableId, tuple[int, int | None]] = {}

    def save(self, connection: Connection, batch: Sequence[NewEntry]) -> list[Appended]:
        """Save what can be saved; what became of each, in their order. The caller commits."""
        results: dict[NewEntry, Appended] = {}
        rest: Sequence[NewEntry] = batch
        while rest:
            # Of two that want the same, the second waits, and then finds the first in its way.
            wave, rest = _first_of_each(rest)
            self._save_wave(connection, wave, results)
        return [results[new] for new in batch]

    def committed(self, batch: Sequence[NewEntry], results: Sequence[Appended]) -> None:
        """Remember the clocks, now that they stand in the database."""
        for new, result in zip(batch, results, strict=True):
            if result is Appended.DONE:
                self._due.pop(new.table, None)
                self._due[new.table] = (new.entry.seq, new.due_ms)
        while len(self._due) > _REMEMBERED:
            del self._due[next(iter(self._due))]

    def _save_wave(
        self, connection: Connection, wave: Sequence[NewEntry], results: dict[NewEntry, Appended]
    ) -> None:
        opening = [new for new in wave if new.opens]
        if opening:
            rows: list[_RowValues] = [
                {"id": new.table, "created_ms": new.entry.ms} for new in opening
            ]
            made = {row.id for row in _execute(connection, self._add_tables, rows)}
            results |= {new: Appended.TAKEN for new in opening if new.table not in made}
        wanted = [new for new in wave if new not in results]
        saved = self._add(connection, wanted)
        done = [new for new in wanted if new.number in saved]
        results |= dict.fromkeys(done, Appended.DONE)
        if len(done) < len(wanted):
            refused = [new for new in wanted if new.number not in saved]
            results |= self._why(connection, refused)
        self._save_members(connection, [new for new in done if new.members is not None])
        self._save_due(connection, done)

    def _add(
        self, connection: Connection, wanted: Sequence[NewEntry]
    ) -> Collection[tuple[TableId, int]]:
        """Add entries; the numbers of those that went in."""
        rows = [new.row for new in wanted]
        if self._add_all_entries is not None:
            with suppress(IntegrityError):
                _execute(connection, self._add_all_entries, rows)
                return {new.number for new in wanted}
        return {(row.table_id, row.seq) for row in _execute(connection, self._add_entries, rows)}

    def _why(self, connection: Connection, refused: Sequence[NewEntry]) -> dict[NewEntry, Appended]:
        rows = [new.row for new in refused if new.entry.request is not None]
        before = {tuple(row) for row in _execute(connection, self._repeated, rows)}
        return {new: Appended.REPEATED if new.wish in before else Appended.TAKEN for new in refused}

    def _save_members(self, connection: Connection, done: Sequence[NewEntry]) -> None:
        # The last word for a table counts.
        seated = {new.table: sorted(set(new.members or ())) for new in done}
        changed = {new.table for new in done if not new.opens}
        _execute(connection, self._drop_members, [{"table_id": table} for table in changed])
        rows: list[_RowValues] = [
            {"guest_id": guest, "table_id": table}
            for table, guests in seated.items()
            for guest in guests
        ]
        _execute(connection, self._add_members, rows)

    def _save_due(self, connection: Connection, done: Sequence[NewEntry]) -> None:
        """Note when clocks run out, for the tables where that may have changed.

        Only the entry with the next number changes it. So where this process has saved the entry
        before, it knows what stands there, whatever other processes do.
        """
        dues: dict[TableId, int | None] = {}
        for new in done:
            before = (0, None) if new.opens else self._due.get(new.table)
            if before != (new.entry.seq - 1, new.due_ms) or new.table in dues:
                dues[new.table] = new.due_ms
        rows: list[_RowValues] = [{"id": table, "due_ms": due} for table, due in dues.items()]
        _execute(connection, self._set_due, rows)


def _first_of_each(batch: Sequence[NewEntry]) -> tuple[list[NewEntry], list[NewEntry]]:
    """Those that are the first to want their number and their request; and the others.

    In the order of their numbers, which is the same in every process: two of them that save the
    same entries at once wait for one another, but not in a circle.
    """
    first, others = [], []
    numbers, wishes = set(), set()
    for new in batch:
        asks = new.entry.request is not None
        if new.number in numbers or (asks and new.wish in wishes):
            others.append(new)
        else:
            first.append(new)
            numbers.add(new.number)
            wishes.add(new.wish)
    return sorted(first, key=lambda new: new.number), others


def _execute(
    connection: Connection,
    statement: Executable,
    rows: Sequence[_RowValues],
) -> Sequence[Any]:
    """The rows that come back from a statement about other rows; without any, it is not run."""
    if not rows:
        return ()
    result = connection.execute(statement, {"rows": text_of(rows)})
    return result.all() if result.returns_rows else ()


def _insert(
    dialect: str, table: Table, columns: Sequence[Column[Any]]
) -> ReturningInsert[tuple[Any, ...]]:
    into = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    rows = select(given_rows(dialect, columns)).where(true())
    return (
        into.from_select([each.name for each in columns], rows)
        .on_conflict_do_nothing()
        .returning(*table.primary_key.columns)
    )


def _insert_all(table: Table) -> Insert:
    """All rows or none, on SQLite."""
    columns = list(table.c)
    return insert(table).from_select(
        [each.name for each in columns], select(given_rows("sqlite", columns))
    )


def _delete_members(dialect: str) -> Delete:
    return delete(members).where(
        members.c.table_id.in_(select(given_rows(dialect, [members.c.table_id])))
    )


def _update_due(dialect: str) -> Update:
    given = given_rows(dialect, [tables.c.id, tables.c.due_ms])
    return (
        update(tables)
        .where(tables.c.id == given.c.id, tables.c.due_ms.is_distinct_from(given.c.due_ms))
        .values(due_ms=given.c.due_ms)
    )
