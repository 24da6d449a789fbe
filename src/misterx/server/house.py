"""All tables of a server process: read when touched, forgotten when idle, woken by their clocks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from misterx.core import Refused, Seat
from misterx.server.admission import Admission
from misterx.server.advisers import Advice
from misterx.server.analysing import Analyses
from misterx.server.cookies import GuestCookie
from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.guests import Guests, hashed
from misterx.server.logs import get_log
from misterx.server.metrics import Registry
from misterx.server.operator_orders import OperatorOrders
from misterx.server.presence import Presence
from misterx.server.room import Room, Saved
from misterx.server.settings import Settings
from misterx.server.store.base import (
    Appended,
    DamagedEntry,
    Guest,
    Link,
    Store,
    StoreError,
    TableLine,
)
from misterx.server.surroundings import Surroundings
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import OPERATOR, Decision, Draft
from misterx.server.table.folding import after, opened
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No, TableCode, of_law
from misterx.server.table.state import Phase, Table
from misterx.server.thinking import Thinkers
from misterx.server.world import World
from misterx.server.write_budget import WriteBudget

__all__ = ["DamagedTable", "House"]

_log = get_log("house")

_LOOK_AHEAD_MS = 20_000
"""Tables whose clocks run out within this time are kept in memory."""
_IDLE_SECONDS = 120.0
_DAMAGED_SECONDS = 60.0
"""How long a damaged table is not read again."""
_MOST_FORGOTTEN = 1_000
"""So many tables in a round at most, so that nothing else waits for it."""
_ROUND_SECONDS = 5.0
_BEAT_SECONDS = 1.0
_ALIVE_SECONDS = 10.0
_AT_ONCE = 200
"""So many tables are looked at before others get their turn."""
_SWEEP_SECONDS = 24 * 3600.0
_DAY_MS = 24 * 3600 * 1000
_STOP_SECONDS = 5.0
_MOST_TABLES_LISTED = 100
_REWRITTEN = 0
"""In place of an entry's number: the table is gone, or something in its log is."""


class DamagedTable(Exception):
    """A table whose log cannot be read."""

    def __init__(self, table: TableId) -> None:
        super().__init__(table)
        self.no = No(
            TableCode.DAMAGED,
            f"the table {table} is damaged and cannot be opened; its host should tell whoever "
            "runs this server",
        )


class House:
    """The tables, the guests, and what goes on by itself."""

    def __init__(
        self, settings: Settings, store: Store, world: World, thinkers: Thinkers, metrics: Registry
    ) -> None:
        self.store = store
        self.world = world
        self.budget = WriteBudget(settings)
        self.guests = Guests(store, world)
        self._settings = settings
        self._thinkers = thinkers
        self.analyses = Analyses(thinkers)
        self.advice = Advice(thinkers, settings.bot_seconds)
        self._around = Surroundings(store, world, thinkers, metrics, settings.bot_seconds)
        self.cookie: GuestCookie
        """Named after the database: known from `open` on."""
        self.admission = Admission()
        self._rooms: dict[TableId, Room] = {}
        self._loading: dict[TableId, asyncio.Task[Room | DamagedTable | None]] = {}
        self._damaged: dict[TableId, float] = {}
        """Tables that cannot be read, and from when on the next request may try again."""
        self._damages = metrics.counter(
            "misterx_damaged_tables_total", "Tables that this process could not read."
        )
        self._tasks: set[asyncio.Task[Any]] = set()
        self.presence = Presence(
            store,
            self._around.process,
            self._around.uptime_ms,
            lambda table: room.watchers if (room := self._rooms.get(table)) else None,
            lambda: self._rooms,
        )
        self._around.presence_changed = self.presence.changed
        self.orders = OperatorOrders(
            store, world, self._around.process, self._close_table, self._count_games
        )
        if store.free_bytes() is not None:
            metrics.gauge(
                "misterx_database_free_bytes",
                "Bytes that are free on the disk of the database.",
                lambda: store.free_bytes() or 0,
            )
        metrics.gauge("misterx_rooms", "Tables in memory.", lambda: len(self._rooms))
        metrics.gauge(
            "misterx_draining",
            "1 while this process begins no games, else 0.",
            lambda: self.orders.is_draining,
        )
        metrics.gauge(
            "misterx_watched_tables",
            "Tables in memory that somebody watches.",
            lambda: len(self._rooms) - len(self._around.unwatched),
        )
        metrics.gauge(
            "misterx_waiting_connections",
            "Connections that wait to be let in, or to be shown their table.",
            lambda: self.admission.waiting,
        )
        metrics.gauge(
            "misterx_watchers",
            "Live connections that watch a table.",
            lambda: self._around.watchers,
        )

    # --- opening and closing ---------------------------------------------------------------

    async def open(self) -> None:
        """Open the database, let the computer players start, and take up what goes on by itself."""
        await self.store.open()
        self.cookie = GuestCookie(self._settings, await self.store.identity())
        await self._around.wake()
        await self.orders.look(self._go)
        self.store.listen(self._hear, self._overhear)
        await self._thinkers.start()
        for chore in (self._rounds(), self._beats(), self._sweeps()):
            self._go(chore)
        self._go(self.orders.follow(self._go))
        if self.store.is_shared:
            self._go(self._stay_in_touch())

    @property
    def is_stopping(self) -> bool:
        """True once new moves are refused."""
        return self._around.is_stopping

    async def stop(self) -> None:
        """Refuse new moves, finish those in hand, and send everybody away."""
        self._around.is_stopping = True
        rooms = list(self._rooms.values())
        with suppress(TimeoutError):
            async with asyncio.timeout(_STOP_SECONDS):
                await asyncio.gather(*(room.finish() for room in rooms if room.is_busy))
        why = No(TableCode.STOPPING, "the server is stopping; come back in a moment")
        for number, room in enumerate(rooms, 1):
            room.close()
            room.watchers.goodbye(why)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop, and let go of workers and database."""
        await self.stop()
        for task in tuple(self._tasks):
            task.cancel()
        ended = (room.ended() for room in self._rooms.values())
        await asyncio.gather(*self._tasks, *ended, return_exceptions=True)
        await self.analyses.close()
        await self._thinkers.close()
        await self.store.close()

    # --- tables ----------------------------------------------------------------------------

    async def room(self, table: TableId) -> Room | None:
        """The room of a table, read from the database if need be; None if there is no table.

        Raises:
            DamagedTable: If its log cannot be read.
            StoreError: If the database does not answer.
        """
        while True:
            if (room := self._rooms.get(table)) is not None:
                if table in self._around.unwatched:
                    self._around.left_alone(table)
                if room.is_behind:
                    await room.catch_up()
                    if self._rooms.get(table) is not room:  # it was forgotten meanwhile
                        continue
                return room
            if (loading := self._loading.get(table)) is None:
                if self._damaged.get(table, 0) > asyncio.get_running_loop().time():
                    raise DamagedTable(table)
                loading = self._loading[table] = self._spawn(self._load(table))
            found = await asyncio.shield(loading)
            if isinstance(found, DamagedTable):
                raise found
            room = found
            if room is not None and room.is_behind:  # news came while it was read
                await room.catch_up()
            if room is None or not room.is_closed:  # else its log was changed meanwhile
                return room

    async def _load(self, table: TableId) -> Room | DamagedTable | None:
        try:
            room = await Room.read(self._around, table)
        except DamagedEntry as error:
            return self._note_damage(table, error)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one bad table must not stop the others
            # Or an edition of one's own was changed, or it is of a newer program's rules.
            return self._note_damage(table, error)
        finally:
            del self._loading[table]
        self._damaged.pop(table, None)
        return None if room is None else self._admit(room)

    def _note_damage(self, table: TableId, error: Exception) -> DamagedTable:
        """Log that a table is damaged, once, and leave it alone for a while."""
        if table not in self._damaged:
            problem = str(error) if isinstance(error, StoreError) else "its log does not fit"
            todo = "run `misterx doctor`, which tells what to do"
            _log.crash("table_damaged", error, table=table, problem=problem, todo=todo)
            self._damages.add()
        self._damaged[table] = asyncio.get_running_loop().time() + _DAMAGED_SECONDS
        return DamagedTable(table)

    def _admit(self, room: Room) -> Room:
        """Take a room in; if somebody has loaded the same table meanwhile, that one stays."""
        there = self._rooms.setdefault(room.id, room)
        if there is room:
            self._around.left_alone(room.id)
            self.presence.ask((room.id,))
            room.carry_on()
        return there

    async def open_table(self, plan: Plan, host: Guest, *, start: bool) -> Room | No:
        """A new table; one that is to start at once has no open seat."""
        if no := self.orders.may_begin():
            return no
        decision = seating.open_table(plan, host.id, host.name)
        if isinstance(decision, No):
            return decision
        if start and seating.has_open_seat(decision):
            return No(TableCode.SEATS_OPEN, "some seats are open; start when they are taken")
        while True:
            room = await self._create(self.world.table_id(), host.id, decision)
            if room is not None:
                return room

    async def _create(self, table: TableId, host: GuestId, draft: Draft) -> Room | None:
        """The table of a first entry; None if there is one of this name."""
        body = {**draft.body, "uptime": self._around.uptime_ms()}
        first = Entry(1, self.world.now_ms(), 0, draft.kind, host, None, body)
        now = opened(table, first)
        entry = replace(first, after=after(now))
        if await self.store.create_table(table, entry, now.members) is not Appended.DONE:
            return None
        return self._admit(Room(self._around, table, entry))

    async def rematch(self, room: Room, guest: GuestId, *, turned: bool = True) -> Room | No:
        """The table of the next game, which is opened by whoever asks first."""
        if room.table.rematch is None:
            if no := self.orders.may_begin():
                return no
            new = self.world.table_id()

            def agree(table: Table) -> Decision | None:
                if table.rematch is not None:
                    return None
                return seating.rematch(table, guest, new, turned=turned)

            answer = await room.submit(guest, None, agree)
            if isinstance(answer, No):
                return answer
        elif not room.table.seats_of(guest):
            return No(TableCode.NOT_SEATED, "you do not play at this table")
        agreed = room.table.rematch
        assert agreed is not None
        if (there := await self.room(agreed)) is not None:
            return there
        # Whoever agreed on it may have been killed before it was made; then it is made now.
        try:
            opening = seating.rematch_plan(room.table)
        except Refused as no:
            return of_law(no)
        made = await self._create(agreed, room.table.host, opening)
        there = made or await self.room(agreed)
        assert there is not None
        return there

    async def start(self, room: Room, guest: GuestId) -> Saved | No | None:
        """Start the game of a table, as its host wishes."""
        if no := self.orders.may_begin():
            return no
        dice = self.world.dice
        return await room.submit(guest, None, lambda table: seating.start(table, guest, dice))

    async def _close_table(self, table: TableId, request: str) -> bool:
        """Close a table for the operator; False if that is to be tried again."""
        room = None
        with suppress(DamagedTable):
            room = await self.room(table)
        if room is None:
            _log.warning("table_not_closed", table=table)
            return True
        answer = await room.submit(OPERATOR, request, deciding.close)
        if isinstance(answer, Saved):
            _log.info("table_closed", table=table)
        return not isinstance(answer, No)

    async def _count_games(self) -> int:
        """Count the tables in this process at which people play."""
        games = 0
        for number, room in enumerate(tuple(self._rooms.values()), 1):
            games += room.table.phase is Phase.PLAYING and room.watchers.has_player
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return games

    async def tables_of(self, guest: GuestId) -> list[TableLine]:
        """Somebody's tables, the latest first."""
        return list(await self.store.tables_of(guest, _MOST_TABLES_LISTED))

    # --- guests ----------------------------------------------------------------------------

    async def forget(self, guest: Guest) -> None:
        """Delete what is known of a guest; the moves he made stay."""
        for table in await self.guests.delete(guest):
            self._drop(table)

    async def use_link(self, token: str, guest: GuestId) -> Link | No:
        """Move the seat of a one-time link to this guest.

        The link goes after the seat has: whoever is killed in between has lost nothing, and it is
        good once all the same, as the table knows which links have moved its seats.
        """
        link = await self.guests.find_link(token)
        room = None if link is None else await self.room(link.table)
        if link is None or room is None:
            return No(TableCode.BAD_LINK, "this link has been used, or is too old; make a new one")
        seat, giver, name = Seat(link.seat), link.giver, hashed(token).hex()
        answer = await room.submit(
            guest, None, lambda table: seating.give_seat(table, guest, seat, giver, name)
        )
        if isinstance(answer, No) and answer.code is not TableCode.BAD_LINK:
            return answer
        with _logged("dropping a link"):
            await self.guests.drop_link(token)
        return answer if isinstance(answer, No) else link

    # --- what goes on by itself ------------------------------------------------------------

    def _spawn(self, chore: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(chore)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _go(self, chore: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        self._spawn(chore).add_done_callback(_told)

    def _hear(self, table: TableId, seq: int) -> None:
        """Another process has written something."""
        if table == "":
            self._go(self._catch_up())
        elif (loading := self._loading.get(table)) is not None:
            loading.add_done_callback(lambda _: self._hear(table, seq))
        elif seq == _REWRITTEN:
            self._damaged.pop(table, None)
            self._drop(table)
        elif (known := self._rooms.get(table)) is not None and known.hear(seq):
            self._go(known.catch_up())

    async def _catch_up(self) -> None:
        """Look whether news was missed, of all rooms at once."""
        with _logged("catching up"):
            rooms = tuple(self._rooms)
            for start in range(0, len(rooms), _AT_ONCE):
                some = rooms[start : start + _AT_ONCE]
                there = await self.store.last_numbers(some)
                for table in some:
                    self._hear(table, there.get(table, _REWRITTEN))

    def _overhear(self, text: str) -> None:
        """Another process tells who is at a table there, or what somebody looks at."""
        said = json.loads(text)
        if "piece" in said:
            if (room := self._rooms.get(said["table"])) is not None:
                room.watchers.looked(Seat(said["seat"]), said["piece"], None)
            return
        self.presence.hear(said)

    def _drop(self, table: TableId) -> None:
        """Forget a room; whoever watched it comes back and reads it anew."""
        room = self._rooms.pop(table, None)
        if room is not None:
            room.close()
            room.watchers.goodbye(No(TableCode.STALE, "the table has changed; look at it again"))

    async def _look_round(self) -> None:
        """Load the tables whose clocks run out soon, forget those where nothing happens."""
        now = self._around.uptime_ms()
        first = await self.store.next_due()
        self._around.has_clocks = first is not None
        soon: set[TableId] = set()
        if first is not None and first <= now + _LOOK_AHEAD_MS:
            due = await self.store.due(now + _LOOK_AHEAD_MS)
            soon = {table for table, _ in due}
            for table, _ in due:
                known = self._rooms.get(table)
                if (known is None or known.is_behind) and table not in self._damaged:
                    with suppress(DamagedTable):
                        await self.room(table)
        self._forget_idle(soon)

    def _forget_idle(self, soon: Collection[TableId]) -> None:
        """Forget the tables where nothing has happened for a while, but for those due soon."""
        since = asyncio.get_running_loop().time() - _IDLE_SECONDS
        for table, alone_since in tuple(islice(self._around.unwatched.items(), _MOST_FORGOTTEN)):
            if alone_since > since:
                return  # those that follow have been left alone later
            room = self._rooms[table]
            if room.is_idle and table not in soon:
                del self._rooms[table]
                room.close()
            else:
                self._around.left_alone(table)

    async def _rounds(self) -> None:
        while True:
            with _logged("rounds"):
                await self._look_round()
            await asyncio.sleep(_ROUND_SECONDS)

    async def _beats(self) -> None:
        """Follow the uptime, and note it every second while a clock runs anywhere."""
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            with _logged("beats"):
                self._around.uptime_ms()
                # A full disk is tried again by it, so that the server knows when there is room.
                if self._around.has_clocks or self.store.is_full:
                    await self._around.beat()

    async def _stay_in_touch(self) -> None:
        """Tell other processes again and again that this one is alive, and notice who is not."""
        while True:
            with _logged("staying in touch"):
                self.presence.tell_alive()
                await self.presence.forget_the_dead()
            await asyncio.sleep(_ALIVE_SECONDS)

    async def _sweeps(self) -> None:
        """Delete what is older than the settings say."""
        tables, guests = self._settings.keep_tables_days, self._settings.keep_guests_days
        while True:
            with _logged("sweep"):
                now = self.world.now_ms()
                swept = await self.store.sweep(
                    now - tables * _DAY_MS if tables else 0,
                    now - guests * _DAY_MS if guests else 0,
                    now,
                )
                if any((swept.tables, swept.guests, swept.links)):
                    _log.info("swept", tables=swept.tables, guests=swept.guests, links=swept.links)
                if swept.tables:
                    await self._catch_up()
            await asyncio.sleep(_SWEEP_SECONDS)


def _told(task: asyncio.Task[None]) -> None:
    """Write down how something in the background failed, instead of nobody ever asking."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.crash("chore_failed", error)


@contextmanager
def _logged(chore: str) -> Iterator[None]:
    """Go on after an error, and write it down."""
    try:
        yield
    except StoreError as error:
        _log.error("storage", chore=chore, problem=str(error))
    except Exception as error:  # noqa: BLE001 - a chore that ends would be missed for good
        _log.crash("chore_failed", error, chore=chore)
