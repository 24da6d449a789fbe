"""What a server needs of its database, whichever it is.

Entries are only ever appended; only the words of a guest who wants to be forgotten are blanked. The
number of an entry decides races: whoever comes second finds it taken, catches up, and decides anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Protocol

from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.metrics import Registry

__all__ = [
    "Appended",
    "Ban",
    "DamagedEntry",
    "DatabaseGone",
    "DiskFull",
    "Guest",
    "Link",
    "Operation",
    "Outage",
    "Store",
    "StoreError",
    "Swept",
    "TableFacts",
    "TableLine",
]


class StoreError(Exception):
    """The database cannot be used: what is wrong, and what to do about it."""


class DiskFull(StoreError):
    """There is no room for what was to be written: nothing of it is saved."""


class DatabaseGone(StoreError):
    """The database was moved, removed or replaced under the server: nothing is answered from it."""


class DamagedEntry(StoreError):
    """A stored entry cannot be read; the message tells where, never what it holds."""


class Appended(Enum):
    """What became of an entry."""

    DONE = auto()
    """It is saved, and a crash cannot lose it."""
    TAKEN = auto()
    """Another entry has its number already: nothing was saved."""
    REPEATED = auto()
    """The author's request was saved before, perhaps under another number: nothing was saved."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a name and no account."""

    id: GuestId
    name: str
    created_ms: int
    seen_ms: int = field(default=0, compare=False)
    """The last visit that was noted."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a one-time link gives: a seat, if it is still the giver's."""

    table: TableId
    seat: str
    giver: GuestId


@dataclass(frozen=True, slots=True)
class Outage:
    """A time of day in which no server process was alive, noted by versions before `uptime`."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class Operation:
    """An order of an operator to all server processes of a database."""

    id: str
    """A random name: each process carries the order out once."""
    kind: str
    arguments: Mapping[str, object]
    """A JSON object."""
    created_ms: int
    until_ms: int
    """When the order ends."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A network of addresses whose requests are refused."""

    network: str
    """As `ipaddress.ip_network` writes it."""
    reason: str
    """For the operator; guests never read it."""
    created_ms: int
    until_ms: int | None
    """When the ban ends; None: never."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in somebody's list: the entries that tell who sits where, and the last one."""

    table: TableId
    seating: tuple[Entry, ...]
    """Those of the kinds `open`, `seat` and `start`, ascending."""
    last: Entry


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table at a glance, for the operator: no moves, no words, nothing hidden."""

    table: TableId
    entries: int
    """How long its log is."""
    changed_ms: int
    """When the last entry was written."""
    seating: tuple[Entry, ...]
    """Those of the kinds `open`, `seat` and `start`, ascending; none: they cannot be read."""
    after: Mapping[str, object]
    """What everybody may know of the table after its last entry; empty: it cannot be read."""


@dataclass(frozen=True, slots=True)
class Swept:
    """How much a clean-up removed."""

    tables: int
    guests: int
    links: int


class Store(Protocol):
    """The database. Every method that writes returns only when what it wrote is safe on disk."""

    def measure(self, metrics: Registry) -> None:
        """Count in these metrics how long work waits; before `open`."""

    async def open(self, *, migrate: bool = True) -> None:
        """Connect, bring the schema up to date, start the writer; raises `StoreError`.

        Without `migrate` a database of another version is refused: for programs that work on it
        while servers run.
        """

    async def close(self) -> None:
        """Finish the writes in hand and let go of the database."""

    async def check(self) -> None:
        """Read something and return; raises `StoreError` if that cannot be done."""

    @property
    def is_shared(self) -> bool:
        """True if other processes may write to the same database."""

    @property
    def is_full(self) -> bool:
        """True if the last writing failed because the disk was full."""

    def free_bytes(self) -> int | None:
        """Return how many bytes are free on the disk of the database; None: on another computer."""

    # --- tables ----------------------------------------------------------------------------

    async def create_table(
        self, table: TableId, first: Entry, members: Collection[GuestId]
    ) -> Appended:
        """Add a table with its first entry; `TAKEN` if there is one of that id."""

    async def append(
        self,
        table: TableId,
        entry: Entry,
        members: Collection[GuestId] | None = None,
        due_ms: int | None = None,
    ) -> Appended:
        """Add an entry, in one transaction with whatever else is waiting.

        `members`: who has a seat from now on; None: as before. `due_ms`: the uptime at which a
        clock of this table runs out if nobody acts; None: never.
        """

    async def entries(
        self, table: TableId, after: int = 0, most: int | None = None
    ) -> Sequence[Entry]:
        """Return the entries of a table with higher numbers, ascending; none: there is no table.

        Raises `DamagedEntry` if one of them cannot be read.

        Args:
            table: Which one.
            after: The number of the last entry that is known already.
            most: How many at most, so that a long log can be read in parts.
        """

    async def beginnings(
        self, tables: Collection[TableId], most: int
    ) -> Mapping[TableId, Sequence[Entry]]:
        """Return the first entries of some tables, ascending; a table that is gone is left out.

        So is one with an entry that cannot be read: `entries` tells of it.

        Args:
            tables: Which ones.
            most: How many entries of each at most.
        """

    async def table_ids(self, after: TableId, most: int) -> Sequence[TableId]:
        """The names of some tables, those that come after a name, in the order of their names."""

    async def last_numbers(self, tables: Collection[TableId]) -> Mapping[TableId, int]:
        """The number of the last entry of each of some tables; no number for one that is gone."""

    async def tables_of(self, guest: GuestId, limit: int) -> Sequence[TableLine]:
        """The tables that a guest is a member of, the one with the latest entry first."""

    async def due(self, until_ms: int | None = None) -> Sequence[tuple[TableId, int]]:
        """The tables on which a clock runs, with the uptime it runs out, the earliest first.

        With `until_ms` only those on which it runs out by then.
        """

    async def next_due(self) -> int | None:
        """The uptime at which the next clock runs out; None if there is none on any table."""

    # --- guests ----------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Add a guest, who is known again by the hash of a token."""

    async def guests_by_token(self, token_hashes: Collection[bytes]) -> Mapping[bytes, Guest]:
        """Return the guests whose tokens have these hashes; hashes of nobody are left out."""

    async def rename_guest(self, guest: GuestId, name: str) -> None:
        """Give a guest another name, for tables to come."""

    async def seen_guest(self, guest: GuestId, now_ms: int) -> None:
        """Note that a guest was here; `sweep` goes by it."""

    async def forget_guest(self, guest: GuestId) -> Sequence[TableId] | None:
        """Delete a guest: identity, memberships, names and what he wrote; the moves stay.

        In every entry that the guest is the author of, texts under the keys `name`, `names` and
        `text` of the body, at any depth, become empty, but for the names of others' seats; so does
        the name of each seat of his, whoever wrote it. A `title` is left out. What his notes are
        `about` becomes "?", and the text of a note that one of his stood in the place of becomes
        empty, lest it come back. Returns the tables that were touched, None if there was no such
        guest and nothing of him either.
        """

    # --- one-time links --------------------------------------------------------------------

    async def add_link(self, token_hash: bytes, link: Link, expires_ms: int) -> None:
        """Add a link that can be used once until it expires."""

    async def find_link(self, token_hash: bytes, now_ms: int) -> Link | None:
        """What a link gives; None if there is none, or it has expired."""

    async def drop_link(self, token_hash: bytes) -> None:
        """Delete a link that was used."""

    # --- several processes -----------------------------------------------------------------

    async def claim(self, table: TableId, seq: int, owner: str, now_ms: int, until_ms: int) -> bool:
        """Take on a computer player's turn after entry `seq` until some uptime.

        False if another process has it and its time is not over.
        """

    def listen(self, hear: Callable[[TableId, int], None], overhear: Callable[[str], None]) -> None:
        """Call `hear` with the table and number of each entry that another process appended.

        Number 0: entries of the table were changed, by `forget_guest`, and it is to be read anew.
        The table "": news may have been missed, and every table is to be caught up. `overhear` is
        called with what other processes whisper.
        """

    def whisper(self, text: str) -> None:
        """Tell other processes something that is not kept and may be lost; 2,000 letters fit."""

    async def uptime(self) -> int | None:
        """How long servers of this database have run, by the last `beat`; None: there was none."""

    async def beat(self, uptime_ms: int) -> int:
        """Note how long servers have run; the most that any process has noted.

        Called every second while a clock runs anywhere.
        """

    async def outages(self) -> Sequence[Outage]:
        """The outages that older versions noted, the earliest first."""

    # --- the operator ----------------------------------------------------------------------

    async def identity(self) -> str:
        """The random name of the database, the same in every process and after a restore."""

    async def add_operation(self, operation: Operation) -> None:
        """Add an order; server processes that look at `operations` again and again find it."""

    async def operations(self, now_ms: int) -> Sequence[Operation]:
        """The orders that have not ended, the oldest first."""

    async def drop_operation(self, operation: str) -> bool:
        """Delete an order; False if there is none of this id."""

    async def latest_tables(self, limit: int, table: TableId | None = None) -> Sequence[TableFacts]:
        """Return the tables with the latest entries first, or one table alone."""

    async def table_bytes(self, table: TableId) -> int:
        """Return how many bytes the log of a table takes."""

    async def add_ban(self, ban: Ban) -> None:
        """Ban a network; a ban of the same network is replaced."""

    async def bans(self, now_ms: int) -> Sequence[Ban]:
        """The bans that have not ended, in the order of their networks' text."""

    async def drop_ban(self, network: str) -> bool:
        """Lift the ban of a network; False if there is none."""

    # --- care ------------------------------------------------------------------------------

    async def sweep(self, tables_before_ms: int, guests_before_ms: int, now_ms: int) -> Swept:
        """Delete tables whose last entry is older, guests not seen since, and links that expired.

        Operations and bans that have ended go too. A guest who is a member of a table that stays
        is not deleted.
        """

    async def backup(self, to: Path) -> None:
        """Copy everything into a SQLite file, while the server runs; raises `StoreError`."""
