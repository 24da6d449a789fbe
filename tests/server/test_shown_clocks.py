"""The clock that somebody is shown is the one by which the server decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from misterx.core import Seat
from misterx.server.room import Room, Saved
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision
from misterx.server.table.state import Table
from misterx.server.watching import Watcher
from tests.server.evenings import Evening, MovableWorld, awaited
from tests.server.houses import house_at, room_with
from tests.server.serving import served

X, H1, H2 = map(Seat, ("X", "H1", "H2"))
PER_MOVE = {"kind": "move", "seconds": 600}
BANK = {"kind": "bank", "seconds": 600}


class StillWorld(MovableWorld):
    """A world in which no time passes by itself."""

    def now_ms(self) -> int:
        return 1_700_000_000_000 + self._ahead + self._wrong

    def alive_ms(self) -> int:
        return self._ahead


class Face:
    """A client's clock: what it shows follows from what it was told, and when."""

    def __init__(self, world: StillWorld, guest: str | None, eye: Seat | None) -> None:
        self.kinds: list[str] = []
        self._world = world
        self._at = 0
        self._clock: dict[str, Any] | None = None
        self._since = 0
        self._up_to = (0, 0)
        self.watcher = Watcher(guest, eye, self._hear)

    def _hear(self, text: bytes) -> None:
        message = json.loads(text)
        now = self._world.now_ms()
        self.kinds.append(message.get("kind", message["type"]))
        match message["type"]:
            case "watching":
                self._up_to = message["at"], now - message["elapsed"]
                if message["at"] == self._at:
                    self._since = now - message["elapsed"]
            case "snapshot":
                self._at, self._clock = message["at"], message["clock"]
                self._since = now - message["elapsed"]
            case "frame":
                self._at = message["at"]
                self._clock = message.get("clock", self._clock)
                self._since = now if self._at > self._up_to[0] else self._up_to[1]
            case _:
                pass

    @property
    def remaining(self) -> int | None:
        """The least that it shows of those clocks that run."""
        assert self._clock is not None
        passed = self._world.now_ms() - self._since
        times = [self._clock["left"][who] - passed for who in self._clock["running"]]
        return min(times) if times else None


def deadline(room: Room, seen: Table | None = None, later: int = 0) -> int | None:
    """How long until the server lets a clock ring, at a table as somebody may know it."""
    table = seen or room.table
    return None if table.remaining is None else table.remaining - room.elapsed(table) + later


@pytest.mark.parametrize("clock", (PER_MOVE, BANK), ids=["move", "bank"])
@awaited
async def test_the_clock_shown_is_the_servers_at_every_kind_of_entry(
    tmp_path: Path, clock: dict[str, Any]
) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        cleo, _ = await house.guests.welcome("Cleo")
        room = await room_with(
            house, ada, {"X": ada, "H1": ben, "H2": cleo}, clock=clock, spectators=True
        )
        faces = [
            Face(world, None if guest is None else guest.id, eye)
            for guest, eye in ((ada, X), (ben, H1), (cleo, H2), (None, None))
        ]
        for face in faces:
            room.watchers.add(face.watcher, None)

        def stays_true() -> None:
            for passed in (0, 1):
                world.let_pass(passed)
                for face in faces:
                    assert face.remaining == deadline(room), (face.watcher.eye, face.kinds)

        async def do(guest: str, decide: Callable[[Table], Decision | None]) -> None:
            world.let_pass(3)
            assert isinstance(await room.submit(guest, None, decide), Saved)
            stays_true()

        stays_true()
        move = room.table.rules.text(room.table.rules.legal_moves(room.table.state)[0])
        await do(ben.id, lambda t: deciding.chat(t, H1, "hm", team=False))
        await do(ben.id, lambda t: deciding.chat(t, H1, "hm", team=True))
        await do(ben.id, lambda t: deciding.note(t, H1, "46", "here", team=True))
        await do(ada.id, lambda t: deciding.note(t, X, "46", "there", team=False))
        await do(ben.id, lambda t: deciding.mark(t, H1, [46], "maybe", team=True))
        await do(ben.id, lambda t: deciding.ask(t, ben.id, H1, "resign"))
        await do(cleo.id, lambda t: deciding.answer(t, cleo.id, H2, yes=False))
        await do(ben.id, lambda t: deciding.ask(t, ben.id, H1, "pause"))
        await do(ada.id, lambda t: deciding.answer(t, ada.id, X, yes=True))
        await do(cleo.id, lambda t: deciding.answer(t, cleo.id, H2, yes=True))
        assert room.table.is_paused
        world.let_pass(10_000)
        await do(ben.id, lambda t: deciding.resume(t, H1))
        world.let_pass(3)
        await room.move(ada.id, None, X, move, room.table.at)
        stays_true()
        await do(ben.id, lambda t: deciding.call(t, H1))
        await do(cleo.id, lambda t: seating.hand_to_bot(t, cleo.id, H2, "random", is_away=False))
        await do(ben.id, lambda t: deciding.chat(t, H1, "well?", team=False))
        told = set(faces[0].kinds)
        assert told >= {"chat", "quiet", "note", "ask", "answer", "pause", "move", "call", "seat"}


@awaited
async def test_the_clock_shown_is_the_servers_to_whoever_comes_later(tmp_path: Path) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        room = await room_with(house, ada, {"X": ada, "H1": ben}, clock=PER_MOVE)
        for n in range(3):
            world.let_pass(20)
            decide = lambda t, n=n: deciding.chat(t, H1, f"{n}", team=n == 1)  # noqa: E731
            await room.submit(ben.id, None, decide)
            world.let_pass(4)
            for since in (None, room.table.at, room.table.at - 1, 1):
                face = Face(world, ada.id, X)
                room.watchers.add(face.watcher, since)
                if since is not None and since == room.table.at:
                    continue  # nothing new is told, but how long ago it was
                assert face.remaining == deadline(room) == 600_000 - 24_000 * (n + 1)
        # Who has fallen behind is told everything once more.
        face = Face(world, ada.id, X)
        room.watchers.add(face.watcher, None)
        world.let_pass(50)
        room.watchers.show_again(face.watcher)
        assert face.remaining == deadline(room) == 600_000 - 122_000


@awaited
async def test_delayed_spectators_are_shown_the_clock_as_it_was_then(tmp_path: Path) -> None:
    world = StillWorld()
    async with house_at(tmp_path, world) as house:
        ada, _ = await house.guests.welcome("Ada")
        ben, _ = await house.guests.welcome("Ben")
        plan: dict[str, Any] = {"clock": PER_MOVE, "spectators": True, "spectator_delay": 60}
        room = await room_with(house, ada, {"X": ada, "H1": ben}, **plan)
        started = room.table
        world.let_pass(50)
        await room.submit(ben.id, None, lambda t: deciding.chat(t, H1, "hm", team=False))
        talked = room.table
        world.let_pass(20)
        late = Face(world, None, None)
        room.watchers.add(late.watcher, None)
        assert late.remaining == deadline(room, started, later=60_000) == 590_000
        world.let_pass(45)
        room.watchers.tell()
        later = Face(world, None, None)
        room.watchers.add(later.watcher, None)
        assert later.remaining == deadline(room, talked, later=60_000) == 600_000 - 55_000


def test_every_pong_tells_how_long_ago_the_last_entry_was(tmp_path: Path) -> None:
    world = StillWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada = await evening.guest("Ada")
            at = await evening.table({"X": ada, "H1": ada}, clock=PER_MOVE)
            x = at["X"]
            world.let_pass(7)
            await x.send({"do": "ping"})
            await x.until(lambda: '"pong"' in x.raw[-1])
            pong = json.loads(x.raw[-1])
            assert (pong["at"], pong["elapsed"]) == (x.at, 7_000)
            await x.send({"do": "unwatch"})
            await x.send({"do": "ping"})
            await x.until(lambda: '"pong"' in x.raw[-1] and "elapsed" not in x.raw[-1])

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        awaited(evening_at)(url)
