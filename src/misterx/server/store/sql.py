"""What the two engines have in common: the store over a way to read and a way to write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.metrics import Registry
from misterx.server.store import queries
from misterx.server.store.base import (
    Appended,
    Ban,
    Guest,
    Link,
    Operation,
    Outage,
    StoreError,
    Swept,
    TableFacts,
    TableLine,
)
from misterx.server.store.batch import NewEntry
from misterx.server.store.failures import is_disk_full
from misterx.server.store.migrating import at_head
from misterx.server.store.waits import Waits
from misterx.server.store.writer import Work, Writer

__all__ = ["SqlStore"]

_T = TypeVar("_T")

_SWEPT_AT_ONCE: Final = 100
"""Tables deleted in one transaction, so that a big clean-up holds nobody up."""


class SqlStore(ABC):
    """A database that speaks SQL; an engine adds how it is opened, read and written.

    An entry whose caller is cancelled may be saved all the same, wholly or not at all.
    """

    _writer: Writer | None = None
    is_full = False

    def __init__(self) -> None:
        self.measure(Registry())

    def measure(self, metrics: Registry) -> None:
        """Count in these metrics how long work waits; before `open`."""
        self._waits = Waits(metrics, lambda: len(self._writer or ()))

    # --- what an engine adds -----------------------------------------------------------------

    @abstractmethod
    async def open(self, *, migrate: bool = True) -> None:
        """Connect, bring the schema up to date, start the writer; raises `StoreError`."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the writes in hand and let go of the database."""

    @abstractmethod
    async def backup(self, to: Path) -> None:
        """Copy everything into a SQLite file, while the server runs; raises `StoreError`."""

    @abstractmethod
    async def claim(self, table: TableId, seq: int, owner: str, now_ms: int, until_ms: int) -> bool:
        """Take on a computer player's turn after entry `seq` until some time."""

    @abstractmethod
    def listen(self, hear: Callable[[TableId, int], None], overhear: Callable[[str], None]) -> None:
        """Call `hear` with the table and number of each entry that another process appended."""

    @abstractmethod
    def whisper(self, text: str) -> None:
        """Tell other processes something that is not kept, and that may get lost."""

    @abstractmethod
    async def _read(self, work: Work[_T]) -> _T:
        """Run some reading on a snapshot of the database."""

    @abstractmethod
    async def _write(self, work: Work[_T]) -> _T:
        """Run some writing in a transaction, alone or with others; raises `StoreError`."""

    def free_bytes(self) -> int | None:
        """Return how many bytes are free on the disk of the database; None: on another computer."""
        return None

    def _note_room(self, failure: Exception | None) -> None:
        """Note whether the disk was full as something was written; None: it was written."""
        self.is_full = failure is not None and is_disk_full(failure)

    # --- tables ------------------------------------------------------------------------------

    async def create_table(
        self, table: TableId, first: Entry, members: Collection[GuestId]
    ) -> Appended:
        """Add a table with its first entry; `TAKEN` if there is one of that id."""
        new = NewEntry(table, first, opens=True, members=members, due_ms=None)
        return await self._open_writer().append(new)

    async def append(
        self,
        table: TableId,
        entry: Entry,
        members: Collection[GuestId] | None = None,
        due_ms: int | None = None,
    ) -> Appended:
        """Add an entry, in one transaction with whatever else is waiting.

        Raises:
            StoreError: If it could not be saved. Where the connection broke in the moment of the
                commit, it may be saved nevertheless: try again with the same request, and
                `REPEATED` or `TAKEN` tells. Also if there is no such table.
        """
        new = NewEntry(table, entry, opens=False, members=members, due_ms=due_ms)
        return await self._open_writer().append(new)

    async def entries(
        self, table: TableId, after: int = 0, most: int | None = None
    ) -> Sequence[Entry]:
        """Return the entries of a table with higher numbers, ascending; none: there is no table."""
        return await self._read(lambda on: queries.entries_after(on, table, after, most))

    async def beginnings(
        self, tables: Collection[TableId], most: int
    ) -> Mapping[TableId, Sequence[Entry]]:
        """Return the first entries of some tables, ascending; a table that is gone is left out."""
        return await self._read(lambda on: queries.beginnings(on, tables, most))

    async def table_ids(self, after: TableId, most: int) -> Sequence[TableId]:
        """The names of some tables, those that come after a name, in the order of their names."""
        return await self._read(lambda on: queries.table_ids(on, after, most))

    async def last_numbers(self, tables: Collection[TableId]) -> Mapping[TableId, int]:
        """The number of the last entry of each of some tables; no number for one that is gone."""
        return await self._read(lambda on: queries.last_numbers(on, tables))

    async def tables_of(self, guest: GuestId, limit: int) -> Sequence[TableLine]:
        """The tables that a guest is a member of, the one with the latest entry first."""
        return await self._read(lambda on: queries.tables_of(on, guest, limit))

    async def due(self, until_ms: int | None = None) -> Sequence[tuple[TableId, int]]:
        """The tables on which a clock runs, with the time it runs out, the earliest first.

        With `until_ms` only those on which it runs out by then.
        """
        return await self._read(lambda on: queries.due(on, until_ms))

    async def next_due(self) -> int | None:
        """When the next clock runs out; None if there is none on any table."""
        return await self._read(queries.next_due)

    # --- guests ------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Add a guest, who is known again by the hash of a token."""
        await self._write(lambda on: queries.add_guest(on, guest, token_hash))

    async def guests_by_token(self, token_hashes: Collection[bytes]) -> Mapping[bytes, Guest]:
        """Return the guests whose tokens have these hashes; hashes of nobody are left out."""
        return await self._read(lambda on: queries.guests_by_token(on, token_hashes))

    async def rename_guest(self, guest: GuestId, name: str) -> None:
        """Give a guest another name, for tables to come."""
        await self._write(lambda on: queries.rename_guest(on, guest, name))

    async def seen_guest(self, guest: GuestId, now_ms: int) -> None:
        """Note that a guest was here; `sweep` goes by it."""
        await self._write(lambda on: queries.seen_guest(on, guest, now_ms))

    async def forget_guest(self, guest: GuestId) -> Sequence[TableId] | None:
        """Delete a guest: identity, memberships, names and what he wrote; the moves stay."""
        return await self._write(lambda on: queries.forget_guest(on, guest))

    # --- one-time links ----------------------------------------------------------------------

    async def add_link(self, token_hash: bytes, link: Link, expires_ms: int) -> None:
        """Add a link that can be used once until it expires."""
        await self._write(lambda on: queries.add_link(on, token_hash, link, expires_ms))

    async def find_link(self, token_hash: bytes, now_ms: int) -> Link | None:
        """What a link gives; None if there is none, or it has expired."""
        return await self._read(lambda on: queries.find_link(on, token_hash, now_ms))

    async def drop_link(self, token_hash: bytes) -> None:
        """Delete a link that was used."""
        await self._write(lambda on: queries.drop_link(on, token_hash))

    # --- several processes -------------------------------------------------------------------

    async def uptime(self) -> int | None:
        """How long servers of this database have run, by the last `beat`; None: there was none."""
        return await self._read(queries.uptime)

    async def beat(self, uptime_ms: int) -> int:
        """Note how long servers have run; the most that any process has noted."""
        return await self._write(lambda on: queries.beat(on, uptime_ms))

    async def outages(self) -> Sequence[Outage]:
        """The outages that older versions noted, the earliest first."""
        return await self._read(queries.outages_noted)

    # --- the operator ------------------------------------------------------------------------

    async def identity(self) -> str:
        """The random name of the database, the same in every process and after a restore."""
        return await self._read(queries.identity)

    async def add_operation(self, operation: Operation) -> None:
        """Add an order; server processes that look at `operations` again and again find it."""
        await self._write(lambda on: queries.add_operation(on, operation))

    async def operations(self, now_ms: int) -> Sequence[Operation]:
        """The orders that have not ended, the oldest first."""
        return await self._read(lambda on: queries.operations_in_force(on, now_ms))

    async def drop_operation(self, operation: str) -> bool:
        """Delete an order; False if there is none of this id."""
        return await self._write(lambda on: queries.drop_operation(on, operation))

    async def latest_tables(self, limit: int, table: TableId | None = None) -> Sequence[TableFacts]:
        """Return the tables with the latest entries first, or one table alone."""
        return await self._read(lambda on: queries.latest_tables(on, limit, table))

    async def table_bytes(self, table: TableId) -> int:
        """Return how many bytes the log of a table takes."""
        return await self._read(lambda on: queries.table_bytes(on, table))

    async def add_ban(self, ban: Ban) -> None:
        """Ban a network; a ban of the same network is replaced."""
        await self._write(lambda on: queries.add_ban(on, ban))

    async def bans(self, now_ms: int) -> Sequence[Ban]:
        """The bans that have not ended, in the order of their networks' text."""
        return await self._read(lambda on: queries.bans_in_force(on, now_ms))

    async def drop_ban(self, network: str) -> bool:
        """Lift the ban of a network; False if there is none."""
        return await self._write(lambda on: queries.drop_ban(on, network))

    # --- care --------------------------------------------------------------------------------

    async def check(self) -> None:
        """Read something and return; raises `StoreError` if that cannot be done."""
        if not await self._read(at_head):
            raise StoreError("the database's tables are not those of this version: start anew")

    async def sweep(self, tables_before_ms: int, guests_before_ms: int, now_ms: int) -> Swept:
        """Delete tables whose last entry is older, guests not seen since, and links that expired.

        Operations and bans that have ended go too. A guest who is a member of a table that stays
        is not deleted.
        """
        swept = 0
        while ids := await self._read(
            lambda on: queries.old_tables(on, tables_before_ms, _SWEPT_AT_ONCE)
        ):
            swept += await self._sweep_tables(ids, tables_before_ms)
        guests = await self._write(lambda on: queries.sweep_guests(on, guests_before_ms))
        links = await self._write(lambda on: queries.sweep_links(on, now_ms))
        await self._write(lambda on: queries.sweep_orders(on, now_ms))
        return Swept(swept, guests, links)

    async def _sweep_tables(self, ids: Sequence[TableId], before_ms: int) -> int:
        return await self._write(lambda on: queries.sweep_tables(on, ids, before_ms))

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise StoreError("the database is not open")
        return self._writer
