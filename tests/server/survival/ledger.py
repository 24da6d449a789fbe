"""What clients were told, to be held against what the database has in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from pydantic_core import to_json

from misterx.core import Seat
from misterx.server.entry import Entry, TableId
from misterx.server.store import open_store
from misterx.server.table.deciding import SERVER
from misterx.server.table.folding import fold, opened
from misterx.server.table.showing import Eye, frame
from misterx.server.table.state import Phase, Table

__all__ = ["Ledger", "Wish", "logs"]


@dataclass(slots=True)
class Wish:
    """A move that a client has asked for, and what it was told about it."""

    table: TableId
    guest: str
    seat: str
    id: str
    move: str
    at: int
    """The last entry that the mover had seen."""
    sent: int = 0
    """How often: once, and once more after every loss of the connection."""
    saved: int | None = None
    """The number that the server said."""
    refused: str | None = None
    """The code with which the server said no."""


@dataclass(slots=True)
class Ledger:
    """All that all clients were told."""

    wishes: dict[TableId, dict[tuple[str, str], Wish]] = field(default_factory=dict)
    """By table, then by guest and request."""
    frames: dict[TableId, dict[tuple[str | None, int], bytes]] = field(default_factory=dict)
    """The hash of every frame, by seat and number."""
    figures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What must never be, as it was noticed."""

    def wish(self, wish: Wish) -> Wish:
        """Note a new wish."""
        self.wishes.setdefault(wish.table, {})[wish.guest, wish.id] = wish
        return wish

    def answered(self, wish: Wish, at: int | None, code: str | None) -> None:
        """Note what the server says; it may say it twice, but nothing else then."""
        if (wish.saved, wish.refused) not in {(None, None), (at, code)}:
            self.wrong.append(f"{wish} was answered otherwise: {at} {code}")
        if (wish.saved, wish.refused) == (None, None):
            self.figures["moves acknowledged" if at is not None else f"refused: {code}"] += 1
        wish.saved, wish.refused = at, code

    def told(self, table: TableId, seat: str | None, at: int, text: str) -> None:
        """Note a frame; the same number for the same seat has the same bytes for good."""
        known = self.frames.setdefault(table, {})
        digest = _digest(text.encode())
        if known.setdefault((seat, at), digest) != digest:
            self.wrong.append(f"{table} told {seat} two different frames {at}")
        self.figures["frames"] += 1

    # --- in the end ------------------------------------------------------------------------

    async def check(self, database: str, tables: Iterable[TableId], *, ended: bool = True) -> None:
        """Hold the logs of tables against all of it; raises `AssertionError` if anything differs.

        Nothing is believed: the logs are read anew, and the games played again by the law.

        Args:
            database: Where the logs are.
            tables: Which.
            ended: Whether all games must be over.
        """
        for table, log in (await logs(database, tables)).items():
            self._check_wishes(table, log)
            now = self._check_replay(table, log)
            self.figures["entries"] += len(log)
            self.figures["games ended"] += now.phase is Phase.OVER
            if ended and now.phase is not Phase.OVER:
                self.wrong.append(f"{table} is not over")
        self.figures["losses and doublings"] = len(self.wrong)
        assert not self.wrong, self.wrong[:10]

    def report(self) -> str:
        """The figures in one line."""
        return ", ".join(f"{what}: {number:,}" for what, number in sorted(self.figures.items()))

    def _check_wishes(self, table: TableId, log: Sequence[Entry]) -> None:
        if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
            self.wrong.append(f"{table} has gaps: {[entry.seq for entry in log]}")
        where: dict[tuple[str, str], int] = {}
        for entry in log:
            if entry.request is None:
                continue
            if (entry.author, entry.request) in where:
                self.wrong.append(f"{table} has {entry.request} of {entry.author} twice")
            where[entry.author, entry.request] = entry.seq
            if entry.author != SERVER:
                self._check_wish(table, entry)
        for wish in self.wishes.get(table, {}).values():
            if wish.saved != where.get((wish.guest, wish.id)):
                self.wrong.append(f"{wish} is at {where.get((wish.guest, wish.id))}")
            if wish.saved is None and wish.refused is None:
                self.wrong.append(f"{wish} was never answered")

    def _check_wish(self, table: TableId, entry: Entry) -> None:
        """A move in the log is one that somebody wanted, as he wanted it."""
        wish = self.wishes.get(table, {}).get((entry.author, str(entry.request)))
        if wish is None:
            self.wrong.append(f"nobody has asked for {entry}")
            return
        move, _, _ = str(entry.body["move"]).partition(" = ")  # what chance adds is not his
        if (wish.seat, wish.move) != (entry.body["seat"], move):
            self.wrong.append(f"{entry} is not {wish}")

    def _check_replay(self, table: TableId, log: Sequence[Entry]) -> Table:
        """The game is lawful, and everybody was told what follows from the log."""
        now = opened(table, log[0])
        told = self.frames.get(table, {})
        eyes = {seat for seat, _ in told}
        for entry in log[1:]:
            before, now = now, fold(now, entry)
            for seat in eyes:
                if (seat, entry.seq) in told:
                    self._check_frame(before, entry, now, seat)
        now.record()  # plays the moves by the law once more, and refuses those that it forbids
        return now

    def _check_frame(self, before: Table, entry: Entry, now: Table, seat: str | None) -> None:
        eye: Eye = None if seat is None else Seat(seat)
        digest = _digest(to_json(frame(before, entry, now, eye)))
        if self.frames[now.id][seat, entry.seq] != digest:
            self.wrong.append(f"{now.id} told {seat} another frame {entry.seq}")


async def logs(database: str, tables: Iterable[TableId]) -> dict[TableId, Sequence[Entry]]:
    """The logs of tables, from the database itself; on SQLite while no server has it."""
    store = open_store(database)
    await store.open()
    try:
        return {table: await store.entries(table) for table in tables}
    finally:
        await store.close()


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=16).digest()
