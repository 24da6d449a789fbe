"""Orders of the operator, which commands write into the database: bans, notices, drains, closings.

Every process looks once a second; nothing else tells it. What is in force is kept here, and live
connections are told of changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol, TypeAlias

from pydantic_core import to_json

from misterx.server.bans import Bans
from misterx.server.entry import TableId
from misterx.server.logs import get_log
from misterx.server.store.base import Operation, Store, StoreError
from misterx.server.table.refusals import No, TableCode
from misterx.server.world import World

__all__ = [
    "ANNOUNCE",
    "CLOSE",
    "DRAIN",
    "DRAIN_REPORT",
    "LiveConnection",
    "OperatorOrders",
]

_log = get_log("operator_orders")

ANNOUNCE: Final = "announce"
"""Show a text to everybody; the latest one counts."""
CLOSE: Final = "close"
"""End a table; the order is deleted when that is done."""
DRAIN: Final = "drain"
"""Begin no games any more in the processes that run when the order comes."""
DRAIN_REPORT: Final = "drain_report"
"""Written by a process that drains: at how many tables people play there."""

_LOOK_SECONDS: Final = 1.0
_REPORT_SECONDS: Final = 3.0
_REPORT_HOLDS_MS: Final = 10_000
_AT_ONCE: Final = 200
"""So many connections are told before others get their turn."""
_BANNED: Final = No(TableCode.BANNED, "this server does not answer your address")
_DRAINING: Final = No(
    TableCode.DRAINING, "this server will be restarted soon; begin a game after that"
)


_Go: TypeAlias = Callable[[Coroutine[Any, Any, None]], None]
"""Does something in the background."""


class LiveConnection(Protocol):
    """A socket of somebody's, whatever it watches."""

    @property
    def address(self) -> str:
        """Where it comes from, as the guard has it."""

    def tell(self, message: bytes) -> None:
        """Send a message."""

    def send_away(self, why: No) -> None:
        """Say why, and cut the connection off."""


@dataclass(frozen=True, slots=True)
class _Announcement:
    id: str
    text: str
    until: int


class OperatorOrders:
    """What the operator has ordered, as of the last look at the database."""

    def __init__(
        self,
        store: Store,
        world: World,
        process: str,
        close_table: Callable[[TableId, str], Awaitable[bool]],
        count_games: Callable[[], Awaitable[int]],
    ) -> None:
        """Know of no orders yet.

        Args:
            store: Has the orders.
            world: Tells the time of day, by which orders end.
            process: The name of this process among those of the database.
            close_table: Ends a table by a request of this name; True if that is done.
            count_games: Counts the tables at which people play in this process.
        """
        self.bans = Bans()
        self.is_draining = False
        self._store = store
        self._world = world
        self._process = process
        self._close_table = close_table
        self._count_games = count_games
        self._announcement: _Announcement | None = None
        self._connections: set[LiveConnection] = set()
        self._old_drains: frozenset[str] | None = None
        """Drains from before this process: they are for the processes before it."""
        self._closing: set[str] = set()
        self._reported: tuple[str, float] | None = None
        """The last drain that was reported on, and when."""

    def may_begin(self) -> No | None:
        """Why no game may begin now; None if it may."""
        return _DRAINING if self.is_draining else None

    # --- live connections ------------------------------------------------------------------

    def connected(self, connection: LiveConnection) -> None:
        """Take note of a live connection, and tell it what everybody was told."""
        self._connections.add(connection)
        if self.bans.cover(connection.address):  # since the guard let it in
            connection.send_away(_BANNED)
        elif self._announcement is not None or self.is_draining:
            connection.tell(to_json(self.notice()))

    def disconnected(self, connection: LiveConnection) -> None:
        """Forget a live connection."""
        self._connections.discard(connection)

    def notice(self) -> dict[str, Any]:
        """Return what everybody is told, as a message."""
        announcement = self._announcement
        return {
            "type": "notice",
            "announcement": None if announcement is None else asdict(announcement),
            "draining": self.is_draining,
        }

    async def _each_connection(self, do: Callable[[LiveConnection], None]) -> None:
        """Do something for every live connection, some at a time."""
        for number, connection in enumerate(tuple(self._connections), 1):
            do(connection)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    # --- looking ---------------------------------------------------------------------------

    async def follow(self, go: _Go) -> None:
        """Look again and again, until cancelled; `go` does something in the background."""
        has_failed = False
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self.look(go)
                has_failed = False
            except StoreError as error:
                if not has_failed:  # once for each outage, not every second
                    _log.error("storage", chore="orders", problem=str(error))
                has_failed = True
            except Exception as error:  # noqa: BLE001 - a chore that ends would be missed for good
                _log.crash("chore_failed", error, chore="orders")

    async def look(self, go: _Go) -> None:
        """Read the orders that are in force, and carry out what has changed."""
        now_ms = self._world.now_ms()
        bans = await self._store.bans(now_ms)
        operations = await self._store.operations(now_ms)
        if self.bans.replace(ban.network for ban in bans):
            _log.info("bans", networks=len(bans))
            await self._each_connection(self._drop_if_banned)
        self._begin_to_close(operations, go)
        before = self._announcement, self.is_draining
        self._announcement = _announced(operations)
        drain = self._drain(operations)
        self.is_draining = drain is not None
        if (self._announcement, self.is_draining) != before:
            _log.info("notice", announced=self._announcement is not None, draining=self.is_draining)
            message = to_json(self.notice())
            await self._each_connection(lambda connection: connection.tell(message))
        if drain is not None:
            await self._report(drain)

    def _drop_if_banned(self, connection: LiveConnection) -> None:
        if self.bans.cover(connection.address):
            connection.send_away(_BANNED)

    # --- closing tables --------------------------------------------------------------------

    def _begin_to_close(
        self,
        operations: Sequence[Operation],
        go: _Go,
    ) -> None:
        """Close tables in the background: one with a long log takes a while to read."""
        for operation in operations:
            if operation.kind == CLOSE and operation.id not in self._closing:
                self._closing.add(operation.id)
                go(self._close(operation))

    async def _close(self, operation: Operation) -> None:
        try:
            if await self._close_table(str(operation.arguments["table"]), operation.id):
                await self._store.drop_operation(operation.id)
        except StoreError as error:  # the next look tries again
            _log.error("storage", chore="closing", problem=str(error))
        finally:
            self._closing.discard(operation.id)

    # --- draining --------------------------------------------------------------------------

    def _drain(self, operations: Sequence[Operation]) -> Operation | None:
        """The drain that is for this process."""
        drains = [operation for operation in operations if operation.kind == DRAIN]
        if self._old_drains is None:
            self._old_drains = frozenset(drain.id for drain in drains)
        return next((drain for drain in drains if drain.id not in self._old_drains), None)

    async def _report(self, drain: Operation) -> None:
        """Tell the command that waits how many games go on here."""
        now = asyncio.get_running_loop().time()
        if self._reported is not None:
            of, at = self._reported
            if of == drain.id and now - at < _REPORT_SECONDS:
                return
        self._reported = drain.id, now
        games = await self._count_games()
        name, now_ms = f"{drain.id}.{self._process}", self._world.now_ms()
        report = {"drain": drain.id, "games": games}
        await self._store.drop_operation(name)
        await self._store.add_operation(
            Operation(name, DRAIN_REPORT, report, now_ms, now_ms + _REPORT_HOLDS_MS)
        )


def _announced(operations: Sequence[Operation]) -> _Announcement | None:
    """The latest announcement."""
    latest = next((each for each in reversed(operations) if each.kind == ANNOUNCE), None)
    if latest is None:
        return None
    return _Announcement(latest.id, str(latest.arguments["text"]), latest.until_ms)
