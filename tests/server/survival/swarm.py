"""People at many tables at once, who come back whenever the server is gone, and go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from pathlib import Path
from random import Random
from socket import socket
from typing import Any, Final, TypeVar

import httpx
from websockets.exceptions import WebSocketException

from misterx.core import Code
from tests.server.client import Guest, Message, Refused, Seat, request_id
from tests.server.survival.ledger import Ledger, Wish

__all__ = [
    "LOST",
    "PLANS",
    "SeatPlayer",
    "Swarm",
    "TablePlan",
    "again_until_done",
    "assert_no_errors",
    "open_game",
    "quiet_port",
]

T = TypeVar("T")

LOST: Final = (OSError, EOFError, WebSocketException)
"""How a connection ends when the server is killed, wherever it was; also `ConnectionError`."""
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 0.8
"""Between tries to come back, which come at ever longer intervals."""
_STUCK_S: Final = 90.0
"""After so long without a turn, with the server there all the time, something is wrong."""
_TOO_LATE: Final = {"stale", *map(str, Code)}
"""How a move that was offered may be refused: the game has gone on, and the law has others now."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A kind of table: who sits where; the others are computer players."""

    edition: str
    players: int
    people: Sequence[str]
    bots: Mapping[str, str] = field(default_factory=dict)
    clock: Mapping[str, object] = field(default_factory=dict)
    spectators: int = 0

    @property
    def body(self) -> dict[str, Any]:
        """The plan as the host sends it."""
        host, *others = self.people
        seats: dict[str, Any] = {host: {"who": "me"}}
        seats |= {seat: {"who": "open"} for seat in others}
        seats |= {seat: {"who": "bot", "player": name} for seat, name in self.bots.items()}
        body: dict[str, Any] = {"seats": seats, "spectators": self.spectators > 0}
        return {**body, "clock": dict(self.clock)} if self.clock else body


PLANS: Final = (
    TablePlan("cards-2017", 3, ["P1", "P3"], {"P2": "random"}),
    TablePlan("modern-2013", 2, ["H1", "X"], clock={"kind": "bank", "seconds": 3600}),
    TablePlan("beginner", 4, ["X", "H1", "H3"], {"H2": "constable"}),
    TablePlan("cards-2017", 4, ["P1", "P2", "P3", "P4"], clock={"kind": "move", "seconds": 600}),
    TablePlan("classic-1983", 3, ["H1", "H2"], {"X": "random"}, spectators=1),
    TablePlan("beginner", 4, ["H1", "H2", "H3"], {"X": "constable"}),
    TablePlan("cards-2017", 5, ["P2", "P5"], {"P1": "careful", "P3": "random", "P4": "careful"}),
    TablePlan(
        "classic-2000", 4, ["H3", "X", "H1"], {"H2": "random"}, {"kind": "bank", "seconds": 7200}
    ),
    TablePlan("modern-24", 3, ["X", "H2"], {"H1": "constable"}, spectators=1),
    TablePlan("cards-2017", 3, ["P1", "P2", "P3"], spectators=1),
)
"""Both games, people and computer players on every kind of seat, with clocks and without."""


class SeatPlayer(Seat):
    """Somebody who plays a seat to the end, or looks on, however often the line breaks."""

    def __init__(
        self,
        guest: Guest,
        table: str,
        seat: str | None,
        ledger: Ledger,
        dice: Random,
        urls: Sequence[str] = (),
    ) -> None:
        """Make one who does nothing yet.

        Args:
            guest: Who he is.
            table: Where he plays.
            seat: Which seat he has; None: he looks on.
            ledger: Where everything is noted.
            dice: What he plays by.
            urls: Servers that he tries one after the other; without any, the guest's.
        """
        super().__init__(guest, table, seat)
        self.ledger = ledger
        self._urls = cycle(urls or (guest.url,))
        self.url = next(self._urls)
        self.pending: Wish | None = None
        """What was sent and not answered yet."""
        self.resumed = 0
        """How often he was told that he is watching."""
        self._dice = dice
        self._is_coming_back = False

    async def play_to_the_end(self) -> None:
        """Play until the game is over and every request is answered."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                await self.resume()  # takes its time where many come at once
                pause = _FIRST_PAUSE_S
                if await self._has_played_on():
                    await self.close()
                    return
            except LOST:
                self.url = next(self._urls)
            await asyncio.sleep(pause * self._dice.uniform(0.5, 1))
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    async def _has_played_on(self) -> bool:
        """Play while the line holds; False if it breaks before the end."""
        try:
            await self._play_on()
        except TimeoutError as error:  # which is an OSError, but nobody was killed for it
            raise AssertionError(f"{self.table} stands still for {self.seat}") from error
        except LOST:
            self.url = next(self._urls)
            return False
        return True

    async def _play_on(self) -> None:
        if self.pending is not None:
            await self.settle(self.pending)
        while not self.is_over:
            await self.until_turn()
            if self.moves and not self.is_over:
                await self.settle(self.want(self._dice.choice(self.moves)))

    async def until_turn(self) -> None:
        """Wait until he may move, or the game is over."""
        await self.until(lambda: bool(self.moves) or self.is_over, _STUCK_S)

    async def until_at(self, at: int) -> None:
        """Wait until he knows of an entry."""
        await self.until(lambda: self.at >= at)

    async def until_here(self, *seats: str) -> None:
        """Wait until he knows that just these seats are present."""
        await self.until(lambda: self.presence.get("here") == list(seats), _STUCK_S)

    def want(self, move: str) -> Wish:
        """A move that is to be made; nothing is sent yet."""
        wish = Wish(self.table, self.guest.id, str(self.seat), request_id(), move, self.at)
        self.pending = self.ledger.wish(wish)
        return wish

    async def settle(self, wish: Wish) -> None:
        """Send a wish, perhaps not for the first time, and wait for the answer."""
        await self.send_wish(wish)
        await self.hear(wish)

    async def send_wish(self, wish: Wish) -> None:
        wish.sent += 1
        if wish.sent > 1:
            self.ledger.figures["moves sent again"] += 1
        await self.send({"do": "move", "id": wish.id, "move": wish.move, "at": wish.at})

    async def hear(self, wish: Wish) -> None:
        """Wait for the answer to a wish, and note it."""
        try:
            answer = await self.answer(wish.id, _STUCK_S)
        except Refused as no:
            if no.code not in _TOO_LATE or self.at <= wish.at:
                self.ledger.wrong.append(f"{wish} was refused: {no}")
            self.ledger.answered(wish, None, no.code)
        else:
            at = int(answer["at"])
            self.ledger.answered(wish, at, None)
            if self.at < at:
                self.ledger.wrong.append(f"{wish} was answered {at} before it was shown")
        self.pending = None

    def _take(self, message: Message) -> None:
        """Take a message up, and note what must stay as it was."""
        told_before = self.at
        super()._take(message)
        match message["type"]:
            case "frame":
                # Only its hash is kept: a long series would fill the memory.
                self.ledger.told(self.table, self.seat, message["at"], self.raw.pop())
                self.frames.clear()
            case "watching":
                self._is_coming_back = True
                self.resumed += 1
                self.ledger.figures["resumes" if told_before else "first looks"] += 1
                if message["at"] < told_before:
                    self.ledger.wrong.append(
                        f"{self.table} told {self.seat} of {told_before}, but is at {message['at']}"
                    )
            case "snapshot":
                if told_before and self._is_coming_back:
                    self.ledger.figures["resumes by snapshot"] += 1
            case "presence":
                self.raw.pop()
                self._is_coming_back = False  # it is the last that he is told at first
            case _:
                pass


def quiet_port() -> int:
    """A port that no client gets by chance.

    Where nobody listens for a while, one of thousands of tries to connect to a port of the usual
    range meets itself, and keeps the port from the server.
    """
    while True:
        port = Random().randrange(11_000, 30_000)
        with suppress(OSError), socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def assert_no_errors(log: Path) -> None:
    """See that a server has written down no error; being killed is none."""
    errors = [line for line in log.read_text().splitlines() if '"level": "error"' in line]
    assert not errors, errors[:5]


async def again_until_done(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask over HTTP until there is an answer."""
    while True:
        try:
            return await ask()
        except httpx.TransportError:
            await asyncio.sleep(0.1)


async def open_game(plan: TablePlan, guests: Sequence[Guest]) -> str:
    """A table at which the guests sit and the game has started, whatever happens meanwhile."""
    host, *others = guests
    table = await again_until_done(lambda: host.open_table(plan.edition, plan.players, **plan.body))
    for guest, seat in zip(others, plan.people[1:], strict=True):
        await again_until_done(partial(_sit, guest, table, seat))
    await again_until_done(partial(_start, host, table))
    return table


async def _sit(guest: Guest, table: str, seat: str) -> None:
    try:
        await guest.post(f"/api/tables/{table}/join", {"seat": seat})
    except Refused:  # it may be he himself who sits there, because the answer was lost
        if seat not in (await guest.get(f"/api/tables/{table}"))["mine"]:
            raise


async def _start(host: Guest, table: str) -> None:
    try:
        await host.post(f"/api/tables/{table}/start")
    except Refused as no:
        if no.code != "already_started":
            raise


class Swarm:
    """People who play at so many tables at once, and open a new one when a game is over."""

    def __init__(self, url: str, tables: int, dice: Random) -> None:
        self.url = url
        self.ledger = Ledger()
        self.under_way: set[str] = set()
        self.ended: list[str] = []
        self.players: set[SeatPlayer] = set()
        """Everybody whose game goes on."""
        self._dice = dice
        self._tables = tables
        self._is_closing = False
        self._plans: Iterator[TablePlan] = (PLANS[n % len(PLANS)] for n in count())
        self._slots: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Let everybody begin to play."""
        self._slots = [asyncio.create_task(self._slot(number)) for number in range(self._tables)]

    async def finish(self) -> None:
        """Open no more tables, and wait until every game is over."""
        self._is_closing = True
        await asyncio.gather(*self._slots)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; raises at once if somebody fails."""
        async with asyncio.timeout(2 * _STUCK_S):
            while not is_so():
                for slot in self._slots:
                    if slot.done():
                        slot.result()
                await asyncio.sleep(0.02)

    async def _slot(self, number: int) -> None:
        async with AsyncExitStack() as stack:
            guests = [
                await again_until_done(
                    partial(stack.enter_async_context, Guest(self.url, f"Guest {number} {n}"))
                )
                for n in range(4)
            ]
            while not self._is_closing:
                await self._game(next(self._plans), guests)

    async def _game(self, plan: TablePlan, guests: Sequence[Guest]) -> None:
        seated = guests[: len(plan.people)]
        table = await open_game(plan, seated)
        seats = list(zip(seated, plan.people, strict=True))
        looking: list[tuple[Guest, str | None]] = [(guests[-1], None)] * plan.spectators
        players = [
            SeatPlayer(guest, table, seat, self.ledger, self._dice)
            for guest, seat in (*seats, *looking)
        ]
        self.under_way.add(table)
        self.players.update(players)
        try:
            async with asyncio.TaskGroup() as together:
                for player in players:
                    together.create_task(player.play_to_the_end())
        finally:
            self.under_way.discard(table)
            self.players.difference_update(players)
        self.ended.append(table)
