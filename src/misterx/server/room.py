"""A table that is being played: one inbox, one order, saved before told.

Whatever happens at a table passes through `submit`: people's requests, computer players' moves,
clocks. It is decided on the table as it is, saved under the next number, and only then shown. If
another process was quicker the number is taken: the room catches up and decides anew.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from misterx.core import Seat
from misterx.server.entry import Entry, GuestId, TableId
from misterx.server.logs import get_log
from misterx.server.store.base import Appended, StoreError
from misterx.server.surroundings import PART, Surroundings
from misterx.server.table import bots, deciding
from misterx.server.table.deciding import SERVER, Decision
from misterx.server.table.folding import after, fold, follow, opened
from misterx.server.table.refusals import No, TableCode
from misterx.server.table.showing import Eye
from misterx.server.table.state import Table
from misterx.server.thinking import Order, Payer, Priority, ThinkingError
from misterx.server.watching import Watcher, Watchers

__all__ = ["Room", "Saved"]

_log = get_log("room")

_RECENT = 64
"""Entries that are kept at hand for those who come back."""
_MANY = 5_000
"""The same where spectators are told later, and are shown the table as it was then."""
_MOST_TRIES = 50
"""So often another process may be quicker before the request is given back."""
_AGAIN_SECONDS = 1.0
"""How long to wait before something that did not work is tried again."""
_CLAIM_GRACE_MS = 8_000
"""How long after its thinking time another process may take over a computer player's turn."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A request that is safe on disk, and its number."""

    at: int


class Room:
    """One table in the memory of this process."""

    def __init__(self, around: Surroundings, table: TableId, first: Entry) -> None:
        self.id = table
        self.table: Table = opened(table, first, around.uptime_at(first.ms))
        self._around = around
        self.watchers = Watchers(self)
        is_delayed = self.table.plan.spectator_delay > 0
        self.recent: deque[tuple[Table, Entry]] = deque(maxlen=_MANY if is_delayed else _RECENT)
        """The last entries, each with the table before it."""
        self._requests: dict[tuple[str, str], int] = {}
        self._inbox = asyncio.Lock()
        self._heard = 0
        """The last entry that another process has told of."""
        self._is_closed = False
        self._thinking: asyncio.Task[None] | None = None
        self._order: Order | None = None
        """For whom a computer player is asked now."""
        self._clock: asyncio.TimerHandle | None = None
        self._flagging: asyncio.Task[object] | None = None
        self._remember(first)

    @classmethod
    async def read(cls, around: Surroundings, table: TableId) -> Room | None:
        """Return the room of a table, read from the database; None if there is no such table."""
        # Alone, a table is told from one that cannot be read.
        part = await around.beginnings.find(table) or await around.store.entries(table, 0, PART)
        if not part:
            return None
        if part[0].seq != 1:
            raise ValueError("entry 1 is missing")
        room = cls(around, table, part[0])
        await around.pace.run(map(room._take_up, part[1:]))
        while len(part) == PART:
            part = await around.store.entries(table, room.table.at, PART)
            await around.pace.run(map(room._take_up, part))
        around.reach(room.table.uptime_ms)
        return room

    def now_ms(self) -> int:
        """The time of day."""
        return self._around.world.now_ms()

    def uptime_ms(self) -> int:
        """How long servers have run, which is the time that counts here."""
        return self._around.uptime_ms()

    def elapsed(self, table: Table) -> int:
        """How long ago the last entry of a table was, without the time in which no server ran."""
        return max(0, self.uptime_ms() - table.uptime_ms)

    def presence_changed(self) -> None:
        """Tell the other processes who is here."""
        self._around.presence_changed(self.id)

    def watching_changed(self, more: int) -> None:
        """Take note of connections that watch from now on, or fewer."""
        around = self._around
        around.watchers += more
        if self._is_closed:
            return
        if self.watchers:
            around.unwatched.pop(self.id, None)
            if self._order is not None and self._order.priority is Priority.UNWATCHED:
                around.change(self._order, Priority.PLAY, self._payer())
        else:
            around.left_alone(self.id)

    def looked(self, seat: Seat, piece: str | None, by: Watcher) -> None:
        """Tell the others of a side, here and at other processes, what one of them looks at."""
        self.watchers.looked(seat, piece, by)
        self._around.whisper_look(self.id, seat, piece)

    @property
    def is_closed(self) -> bool:
        """True if the room is forgotten: whoever still has it asks the house for another."""
        return self._is_closed

    @property
    def is_busy(self) -> bool:
        """True while a request is in hand."""
        return self._inbox.locked()

    @property
    def is_idle(self) -> bool:
        """True if nothing would be lost by forgetting the room."""
        return not self.watchers and not self.is_busy and self._thinking is None

    async def finish(self) -> None:
        """Wait until the requests in hand are done."""
        async with self._inbox:
            pass

    # --- the inbox -------------------------------------------------------------------------

    async def submit(
        self, author: str, request: str | None, decide: Callable[[Table], Decision | None]
    ) -> Saved | No | None:
        """Decide a request on the table as it is, save what follows, and tell everybody.

        None: there was nothing to decide after all.
        """
        async with self._inbox:
            for _ in range(_MOST_TRIES):
                if request is not None and (at := self._requests.get((author, request))):
                    return Saved(at)
                if self._around.is_stopping:
                    return No(TableCode.STOPPING, "the server is stopping; try again in a moment")
                if self._is_closed:
                    return No(TableCode.STALE, "the table has changed; look at it again")
                if self.table.is_closed and author != deciding.OPERATOR:
                    return No(TableCode.CLOSED, "the operator of this server has closed the table")
                decision = decide(self.table)
                if decision is None:
                    return None
                try:
                    if isinstance(decision, No):
                        # Perhaps another process has done what this one has not heard of yet.
                        if not (self._around.store.is_shared and await self._catch_up()):
                            return decision
                        continue
                    saved = await self._save(author, request, decision)
                    if saved is not None:
                        return saved
                    await self._catch_up()
                except StoreError as error:
                    _log.error("storage", table=self.id, problem=str(error))
                    return No(
                        TableCode.STORAGE,
                        "this could not be saved; nothing is lost, send it again in a moment",
                    )
            return No(TableCode.STALE, "the game has gone on since; look at it again")

    async def _save(
        self, author: str, request: str | None, decision: deciding.Draft
    ) -> Saved | None:
        """Write the entry and show it; None if another one has its number, or it is there twice."""
        before = self.table
        ms = max(self._around.world.now_ms(), before.ms)
        spent = self.elapsed(before)
        entry = Entry(before.at + 1, ms, spent, decision.kind, author, request, decision.body)
        now = fold(before, entry, decision.line)
        entry = replace(entry, after=after(now))
        members: Collection[GuestId] | None = now.members if now.seats is not before.seats else None
        due = _due(now)
        if due is not None:
            await self._around.clock_runs()
        with self._around.saving.time():
            result = await self._around.store.append(self.id, entry, members, due)
        if result is not Appended.DONE:
            return None
        self._accept(entry, now)
        return Saved(entry.seq)

    def hear(self, seq: int) -> bool:
        """Note that another process has written up to an entry; True: it is to be read at once.

        While nobody watches here, and nothing goes on here, it is not read before it is needed.
        """
        self._heard = max(self._heard, seq)
        return self.is_behind and not self.is_idle

    @property
    def is_behind(self) -> bool:
        """True if another process has written entries that were not read here."""
        return self.table.at < self._heard

    async def catch_up(self) -> None:
        """Read what other processes have written."""
        async with self._inbox:
            try:
                await self._catch_up()
            except StoreError as error:
                _log.error("storage", table=self.id, problem=str(error))

    async def _catch_up(self) -> bool:
        """Take up what other processes have written; False if they have not."""
        if self._is_closed:
            return False
        before = self.table.at
        while True:
            news = await self._around.store.entries(self.id, self.table.at, PART)
            await self._around.pace.run(map(self._accept, news))
            if len(news) < PART:
                return self.table.at > before

    def _accept(self, entry: Entry, now: Table | None = None) -> None:
        """Take up an entry that is on disk, and tell everybody; `now` is what it leads to."""
        before, self.table = self.table, now or fold(self.table, entry)
        self._around.reach(self.table.uptime_ms)
        self._keep(before, entry)
        self._remember(entry)
        self._around.count_entry(entry.kind)
        self.watchers.tell()
        if self.table.seats is not before.seats:
            self.watchers.seats_changed()
        self.carry_on()

    def _take_up(self, entry: Entry) -> None:
        """Take up an entry of old, silently."""
        self._keep(self.table, entry)
        self.table = follow(self.table, entry)
        self._remember(entry)

    def _keep(self, before: Table, entry: Entry) -> None:
        """Keep an entry at hand, and no older ones than those who come back or look on need.

        Those that spectators are not yet shown are kept too: what a spectator is sent does not
        depend on them.
        """
        recent = self.recent
        recent.append((before, entry))
        old = self.uptime_ms() - self.table.plan.spectator_delay * 1000
        while len(recent) > _RECENT + 1 and recent[_RECENT + 1][0].uptime_ms < old:
            recent.popleft()

    def _remember(self, entry: Entry) -> None:
        if entry.request is not None:
            self._requests[entry.author, entry.request] = entry.seq

    # --- looking back ----------------------------------------------------------------------

    def since(self, at: int) -> Sequence[tuple[Table, Entry]] | None:
        """The entries after `at`, each with the table before it; None if that is too long ago."""
        missing = self.table.at - at
        if not 0 <= missing <= len(self.recent):
            return None
        return [self.recent[-n] for n in range(missing, 0, -1)]

    def visible(self, eye: Eye) -> Table:
        """The table as far as a seat or a spectator may know it by now."""
        return self.watchers.visible(eye)

    # --- requests of people ----------------------------------------------------------------

    async def move(
        self, guest: str, request: str | None, seat: Seat, text: str, at: int
    ) -> Saved | No | None:
        """A move, made by somebody who had seen the entries up to `at`."""

        def decide(table: Table) -> Decision:
            if no := deciding.may_play(table, guest, seat):
                return no
            between = self.since(at)
            if between is None:
                return No(TableCode.STALE, "the game has gone on since; look at it again")
            return deciding.move(table, seat, text, between, self._around.world.dice)

        return await self.submit(guest, request, decide)

    # --- clocks and computer players -------------------------------------------------------

    def carry_on(self) -> None:
        """See to it that clocks run and computer players think, as the table is now."""
        if self._is_closed:
            return
        self._wind_clock()
        if self._thinking is None and not self._is_over and bots.turn(self.table):
            self._thinking = asyncio.create_task(self._think())

    def close(self) -> None:
        """Stop clocks and thinking, and decide nothing more; nothing on disk changes."""
        self._is_closed = True
        self._around.unwatched.pop(self.id, None)
        if self._clock is not None:
            self._clock.cancel()
        for task in (self._thinking, self._flagging):
            if task is not None:
                task.cancel()

    async def ended(self) -> None:
        """Wait until what `close` has stopped lets go of the database."""
        tasks = [task for task in (self._thinking, self._flagging) if task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wind_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        remaining = self.table.remaining
        if remaining is None or self._is_over:
            return
        wait = max(0, remaining - self.elapsed(self.table)) / 1000
        self._clock = asyncio.get_running_loop().call_later(wait, self._clock_rings)

    def _clock_rings(self) -> None:
        self._flagging = asyncio.create_task(self._flag())

    async def _flag(self) -> None:
        """Do what the clock does; if that fails, look again in a moment."""

        def decide(table: Table) -> Decision | None:
            return deciding.flag(table, self.elapsed(table), self._around.world.dice)

        answer: Saved | No | None = No(TableCode.STORAGE, "")
        try:
            answer = await self.submit(SERVER, None, decide)
        except Exception as error:  # noqa: BLE001 - whatever it is, the clock goes on
            _log.crash("clock_failed", error)
        if not isinstance(answer, Saved):
            # None: too early by a hair.
            await asyncio.sleep(0.05 if answer is None else _AGAIN_SECONDS)
            if not self._is_closed:
                self._wind_clock()

    async def _think(self) -> None:
        """Let the computer players whose turn it is make their moves, one after the other."""
        try:
            while not self._is_over and (asked := bots.turn(self.table)):
                if not await self._try_one_move(asked):
                    await asyncio.sleep(_AGAIN_SECONDS)
                    await self.catch_up()
        finally:
            self._thinking = None

    def _payer(self) -> Payer:
        """Whose share of the workers a computer player uses: the players who watch take turns."""
        watchers = [watcher for watcher in self.watchers if watcher.eye is not None]
        watchers = watchers or list(self.watchers)
        payers = sorted({Payer(each.address, each.guest or "") for each in watchers})
        if not payers:
            return Payer(f"guest {self.table.host}", self.table.host)
        return payers[self.table.turn % len(payers)]

    @property
    def _is_over(self) -> bool:
        """True if nothing more is to be done here."""
        return self._is_closed or self._around.is_stopping

    async def _try_one_move(self, asked: bots.Turn) -> bool:
        """Ask a computer player and play its move; False if that did not work, for now."""
        try:
            return await self._one_move(asked)
        except (StoreError, ThinkingError) as error:
            _log.error("no_move", table=self.id, problem=str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            _log.crash("thinking_failed", error)
        return False

    async def _one_move(self, asked: bots.Turn) -> bool:
        """Ask a computer player and play its move; False if it is another process's to do."""
        around, table = self._around, self.table
        is_watched = any(self.watchers.present())  # here, or at other processes
        order = Order(Priority.PLAY if is_watched else Priority.UNWATCHED, self._payer())
        expected, usual = around.answer_seconds(order), around.think_seconds
        # Where nobody watches it comes late by itself, and soon when somebody comes.
        seconds = expected if is_watched else usual
        self.watchers.tell_answer_seconds(seconds if seconds > usual else None)
        now = around.uptime_ms()
        until = now + int(expected * 1000) + _CLAIM_GRACE_MS
        if not await around.store.claim(self.id, table.turn, around.process, now, until):
            return False
        # At a table of computer players nobody is to be kept from knowing anything.
        has_people = any(place.guest for place in table.seats.values())
        is_secret = has_people and asked.has_secrets(table)
        question = asked.question(table, around.world.bot_seed(table.turn, asked.seat))
        self._order = order
        try:
            text = await around.think(question, order, seconds if is_secret else None)
        finally:
            self._order = None
        # The name of the request makes sure that the turn is played once, whoever plays it.
        request = f"{asked.seat}.{table.turn}"
        answer = await self.move(SERVER, request, asked.mover(table, text), text, table.at)
        return (
            not isinstance(answer, No) or answer.code is TableCode.STALE or self.table is not table
        )


def _due(table: Table) -> int | None:
    """The uptime at which a table is to be looked after if nobody acts; None: never."""
    if bots.turn(table) is not None:
        return table.uptime_ms
    left = table.remaining
    return None if left is None else table.uptime_ms + left
