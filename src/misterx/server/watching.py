"""Who watches a table, and how each is told what he may know, in order and without gaps."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pydantic_core import to_json

from misterx.core import Seat
from misterx.server.entry import GuestId
from misterx.server.table.refusals import No, TableCode
from misterx.server.table.showing import Eye, Shown, frame, snapshot
from misterx.server.table.state import Phase, Table

if TYPE_CHECKING:
    from misterx.server.room import Room

__all__ = ["Watcher", "Watchers", "may_not_watch"]

_RESUMED = 64
"""Who has missed more entries than this gets a snapshot instead of frames."""
_AWAY_MS = 30_000
"""Who has not been here for so long is away, and can be replaced."""


class Watcher:
    """One open eye: a socket that watches a seat, or looks on."""

    def __init__(
        self, guest: GuestId | None, eye: Eye, send: Callable[[bytes], None], address: str = ""
    ) -> None:
        """Make one that has been told nothing.

        Args:
            guest: who watches.
            eye: the seat that is watched.
            send: takes the messages.
            address: where the guest is; it shares the computer players' time with it.
        """
        self.guest = guest
        self.address = address
        self.eye = eye
        self.send = send
        self.at = 0
        """The last entry that it was told."""
        self.later: asyncio.TimerHandle | None = None

    def say(self, message: Shown) -> None:
        """Send a message."""
        self.send(to_json(message))


class Watchers:
    """All who watch one table."""

    def __init__(self, room: Room) -> None:
        # Not in a circle: a room that is forgotten is freed at once, without a search for garbage.
        self._room: Room = weakref.proxy(room)
        self._watchers: list[Watcher] = []
        self._last_here: dict[Seat, int] = {}
        self._elsewhere: dict[str, tuple[frozenset[Seat], int]] = {}
        """By process: the seats that somebody is at there, and how many look on."""
        self._told: tuple[list[Seat], int] | None = None
        self._whispered: tuple[list[Seat], int] = ([], 0)
        self._since = room.uptime_ms()
        self._answer_seconds: float | None = None
        """After how long computer players answer at present, if it is longer than usual."""

    def __len__(self) -> int:
        return len(self._watchers)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._watchers))

    @property
    def has_player(self) -> bool:
        """Whether somebody watches a seat of theirs here."""
        return any(watcher.eye is not None for watcher in self._watchers)

    # --- coming and going ------------------------------------------------------------------

    def add(self, watcher: Watcher, since: int | None) -> None:
        """Begin to tell somebody; he has seen the entries up to `since`."""
        room, seen = self._room, self.visible(watcher.eye)
        can_resume = since is not None and since <= seen.at and seen.at - since <= _RESUMED
        missed = room.since(since) if since is not None and can_resume else None
        watcher.at = seen.at if missed is None or since is None else since
        self._watchers.append(watcher)
        room.watching_changed(1)
        watcher.say(
            {
                "type": "watching",
                "table": room.id,
                "seat": watcher.eye,
                "at": seen.at,
                "now": room.now_ms(),
                "elapsed": self.elapsed(seen, watcher.eye),
                "mine": [] if watcher.guest is None else room.table.seats_of(watcher.guest),
                "is_host": room.table.host == watcher.guest,
            }
        )
        if missed is None:
            self._show(watcher, seen)
        self._tell_one(watcher, {})
        if not self._tell_presence():
            watcher.say(self._presence(watcher.eye))
        if self._answer_seconds is not None:
            watcher.say({"type": "computer_players", "seconds": self._answer_seconds})

    def remove(self, watcher: Watcher) -> None:
        """Tell somebody nothing more."""
        if watcher not in self._watchers:
            return
        self._watchers.remove(watcher)
        self._room.watching_changed(-1)
        if watcher.later is not None:
            watcher.later.cancel()
        self._gone(self._seats_of(watcher))
        self._tell_presence()

    def _seats_of(self, watcher: Watcher) -> frozenset[Seat]:
        """The seats that somebody is at: all of his, whichever he looks at; nobody's: none."""
        if watcher.eye is None or watcher.guest is None:
            return frozenset()
        return frozenset(self._room.table.seats_of(watcher.guest))

    def _gone(self, seats: Iterable[Seat]) -> None:
        """Remember when somebody was last seen at these."""
        self._last_here |= dict.fromkeys(seats, self._room.uptime_ms())

    def show_again(self, watcher: Watcher) -> None:
        """Tell somebody everything once more, because he had fallen behind."""
        self._show(watcher, self.visible(watcher.eye))

    def _show(self, watcher: Watcher, seen: Table) -> None:
        elapsed = self.elapsed(seen, watcher.eye)
        watcher.say({**snapshot(seen, watcher.eye), "elapsed": elapsed})

    def elapsed(self, seen: Table, eye: Eye) -> int:
        """How long somebody has known the last entry that he may know, as clocks count it."""
        return max(0, self._room.elapsed(seen) - self._delay(eye))

    # --- telling ---------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell everybody what he has not been told and may know by now."""
        frames: dict[tuple[int, Eye], bytes] = {}
        for watcher in tuple(self._watchers):
            self._tell_one(watcher, frames)

    def _tell_one(self, watcher: Watcher, frames: dict[tuple[int, Eye], bytes]) -> None:
        """Send the frames that are due; those for the same seat are made once."""
        room = self._room
        # By what holds now: of the time before he had the seat, its holder may know everything.
        if no := may_not_watch(room.table, watcher.guest, watcher.eye):
            self._send_away(watcher, no)
            return
        missed = room.since(watcher.at)
        if missed is None:
            seen = self.visible(watcher.eye)
            watcher.at = seen.at
            self._show(watcher, seen)
            return
        delay = self._delay(watcher.eye)
        followers = [*(before for before, _ in missed[1:]), room.table]
        for (before, entry), now in zip(missed, followers, strict=False):
            wait = now.uptime_ms + delay - room.uptime_ms()
            if delay and now.phase is not Phase.LOBBY and wait > 0:
                self._tell_later(watcher, wait)
                return
            key = entry.seq, watcher.eye
            if key not in frames:
                frames[key] = to_json(frame(before, entry, now, watcher.eye))
            watcher.at = entry.seq
            watcher.send(frames[key])
            if delay and now.seats is not before.seats:
                watcher.say(self._presence(watcher.eye))

    def _tell_later(self, watcher: Watcher, ms: int) -> None:
        if watcher.later is not None:
            watcher.later.cancel()
        loop = asyncio.get_running_loop()
        watcher.later = loop.call_later(ms / 1000, self._tell_one, watcher, {})

    def _delay(self, eye: Eye) -> int:
        """How many milliseconds later somebody is told; at the end all may know all."""
        table = self._room.table
        is_late = eye is None and table.phase is Phase.PLAYING
        return table.plan.spectator_delay * 1000 if is_late else 0

    def visible(self, eye: Eye) -> Table:
        """The table as far as somebody may know it by now; what was before the start lay open."""
        room, delay = self._room, self._delay(eye)
        table = room.table
        if delay:
            now = room.uptime_ms()
            for before, _ in reversed(room.recent):
                if table.phase is Phase.LOBBY or table.uptime_ms + delay <= now:
                    break
                table = before
        return table

    def _send_away(self, watcher: Watcher, no: No) -> None:
        watcher.say({"type": "bye", "code": no.code, "message": no.message})
        self.remove(watcher)

    def goodbye(self, why: No) -> None:
        """Send everybody away."""
        for watcher in tuple(self._watchers):
            self._send_away(watcher, why)

    # --- presence --------------------------------------------------------------------------

    def present(self) -> tuple[list[Seat], int]:
        """The seats that somebody is at, here or at other processes, and how many look on."""
        here, spectators = self.here()
        if not self._elsewhere:
            return here, spectators
        seats = set(here)
        for there, more in self._elsewhere.values():
            seats |= there
            spectators += more
        return sorted(seats), spectators

    def is_away(self, seat: Seat) -> bool:
        """True if nobody has been at a seat for a while."""
        if seat in self.present()[0]:
            return False
        return self._room.uptime_ms() - self._last_here.get(seat, self._since) >= _AWAY_MS

    def looked(self, seat: Seat, piece: str | None, by: Watcher | None) -> None:
        """Tell the others of a side which piece one of them is thinking about."""
        viewpoint = self._room.table.rules.viewpoint
        for watcher in tuple(self._watchers):
            if watcher is by or watcher.eye is None or viewpoint(watcher.eye) != viewpoint(seat):
                continue
            watcher.say({"type": "looking", "seat": seat, "piece": piece})

    def tell_answer_seconds(self, seconds: float | None) -> None:
        """Tell everybody here after how long computer players answer; None: as usual."""
        if seconds == self._answer_seconds:
            return
        self._answer_seconds = seconds
        for watcher in tuple(self._watchers):
            watcher.say({"type": "computer_players", "seconds": seconds})

    def hear(self, process: str, seats: Sequence[str], spectators: int) -> None:
        """Take note of who is at another process."""
        there = frozenset(map(Seat, seats))
        if (before := self._elsewhere.pop(process, None)) is not None:
            self._gone(before[0] - there)
        if there or spectators:
            self._elsewhere[process] = there, spectators
        self._tell_presence()

    def seats_changed(self) -> None:
        """Tell everybody who is here where somebody who is here has another seat now."""
        self._tell_presence()

    def here(self) -> tuple[list[Seat], int]:
        """The seats that somebody is at in this process, and how many look on."""
        seats: set[Seat] = set()
        for watcher in self._watchers:
            seats |= self._seats_of(watcher)
        return sorted(seats), sum(watcher.eye is None for watcher in self._watchers)

    def _tell_presence(self) -> bool:
        """Tell everybody who is here, if that has changed; what changed here, others as well."""
        if (here := self.here()) != self._whispered:
            self._whispered = here
            self._room.presence_changed()
        present = self.present()
        if present == self._told:
            return False
        self._told = present
        for watcher in tuple(self._watchers):
            watcher.say(self._presence(watcher.eye))
        return True

    def _presence(self, eye: Eye) -> Shown:
        """Who is here, by the seats of which somebody knows that they are theirs."""
        here, spectators = self.present()
        if self._delay(eye):
            now, then = self._room.table.seats, self.visible(eye).seats
            guests = {now[seat].guest for seat in here} - {None}
            here = sorted(seat for seat, place in then.items() if place.guest in guests)
        return {"type": "presence", "here": here, "spectators": spectators}


def may_not_watch(table: Table, guest: GuestId | None, eye: Eye) -> No | None:
    """Why somebody may not watch a seat, or look on; None if he may."""
    if eye is None:
        if table.phase is Phase.LOBBY or table.plan.spectators:
            return None
        return No(TableCode.NO_SPECTATORS, "this table has no spectators while it plays, or after")
    place = table.seats.get(eye)
    if place is None or guest is None or place.guest != guest:
        return No(TableCode.NOT_SEATED, f"the seat {eye} is not yours, or on another device now")
    return None
