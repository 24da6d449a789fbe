"""A game at a server of its own, played by programs, with pages that look on.

Two performances in two worlds that are the same can be compared: everything that a page was told
and everything that it showed, entry by entry.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Request, Response, WebSocket

from misterx.core import Game, Record
from tests.server.client import Guest, Seat
from tests.server.secrecy.evening import SPECTATOR, openings
from tests.server.secrecy.fixed_world import FixedWorld
from tests.server.serving import served
from tests.web.browsing import Person, looks_on, newcomer

__all__ = ["watched"]

T = TypeVar("T")
BEGINNING = 1_900_000_000
QUIET_MS = 1_000
"""After so long a page has said what it says aloud; what comes sooner it says together."""


class Elsewhere:
    """A loop in another thread: this one belongs to the browser."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(150)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    loop = Elsewhere()
    try:
        yield loop
    finally:
        loop.close()


class Witness:
    """A page, and everything that it was told or showed."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.heard: list[str] = []
        """What came over the socket, but for answers to the question whether the line stands."""
        self.said: list[str] = []
        """What the page itself said there."""
        self.asked: list[str] = []
        """What the page asked for over HTTP, files among it."""
        self.read: list[str] = []
        """What was answered to that."""
        self._answers: list[Response] = []
        self._awaited: set[Request] = set()
        self.showed: list[str] = []
        # Time in the page goes on when the test says so: what it shows depends on no hurry.
        person.context.clock.install(time=BEGINNING)
        person.context.clock.pause_at(BEGINNING + 1)
        person.page.on("websocket", self._listen)
        person.page.on("request", self._ask)
        person.page.on("response", self._read)
        person.page.on("requestfinished", self._end)
        person.page.on("requestfailed", self._end)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", self._say)

    def _hear(self, data: str | bytes) -> None:
        if '"type":"pong"' not in str(data):
            self.heard.append(str(data))

    def _say(self, data: str | bytes) -> None:
        if '"do":"ping"' not in str(data):
            # Requests have names that are drawn by lot.
            self.said.append(re.sub(r'"id":"[^"]*"', '"id":""', str(data)))

    def _ask(self, request: Request) -> None:
        # Icons the browser fetches when it finds the time; which one is set, the page shows.
        if "/assets/icon" not in request.url:
            self._awaited.add(request)
            self.asked.append(f"{request.method} {request.url} {request.post_data}")

    def _end(self, request: Request) -> None:
        self._awaited.discard(request)

    def _read(self, response: Response) -> None:
        if "/api/" in response.url:
            self._answers.append(response)

    @property
    def told(self) -> dict[str, list[str]]:
        """Everything; over HTTP the order depends on what is quicker."""
        return {
            "heard": self.heard,
            "said": self.said,
            "asked": sorted(self.asked),
            "read": sorted(self.read),
            "showed": self.showed,
        }

    def hears(self, words: str) -> None:
        """Wait until something was told."""
        while not any(words in text for text in self.heard):
            self.person.page.wait_for_timeout(20)

    def rest(self) -> None:
        """Let the page say what it has to say, and get an answer to what it asks.

        What is measured and what is answered comes in a time that the page's clock does not know:
        it has to be there before that clock goes on.
        """
        self.person.settled()
        self.person.context.clock.run_for(QUIET_MS)
        while self._awaited:
            self.person.page.wait_for_timeout(20)

    def look(self) -> None:
        self.showed += [self.person.settled(), self.person.kept()]
        self.read += [f"{one.url} {one.status} {one.text()}" for one in self._answers]
        self._answers.clear()

    def come_again(self) -> None:
        """Load the page once more."""
        self.person.page.reload()
        self.is_there()

    def is_there(self) -> None:
        """Wait until the table lies there: the map has found its size, and frames the pieces."""
        self.person.sees("[data-detail], .piles")
        self.rest()


class Performance:
    """One game at one server, with pages that look on."""

    def __init__(self, url: str, world: FixedWorld, game: Game, loop: Elsewhere) -> None:
        self.url, self.world, self.game, self._loop = url, world, game, loop
        self.guests: dict[str, Guest] = {}
        self.seats: dict[str, Seat] = {}
        self.table = ""

    def begin(self) -> None:
        self._loop.run(self._begin())

    async def _begin(self) -> None:
        head = self.game.header
        dealt = tuple(entry.text for entry in self.game.line[: openings(self.game)])
        for seat in self.game.seats:
            guest = Guest(self.url, f"Guest {seat}")
            self.guests[seat] = await guest.__aenter__()
        host = self.guests[self.game.seats[0]]
        self.table = await host.open_table(
            str(head.edition),
            head.players,
            options=dict(head.options),
            record=Record(head, dealt, None).to_text(),
            spectators=True,
        )
        for name, guest in self.guests.items():
            await guest.post(f"/api/tables/{self.table}/join", {"seat": name})
        await host.post(f"/api/tables/{self.table}/start")
        for name, guest in self.guests.items():
            self.seats[name] = await guest.watch(self.table, name)

    def play(self, entry: int) -> int:
        """Make a move of the game; the number of its entry."""
        return self._loop.run(self._play(entry))

    async def _play(self, entry: int) -> int:
        before, rules, line = self.game.state_at(entry), self.game.rules, self.game.line
        text = line[entry].text
        move = rules.parse(text)
        who = next(s for s in rules.to_act(before) if rules.check(before, s, move) is None)
        seat = self.seats[who]
        await seat.until(lambda: text in seat.moves)
        self.world.wait(700)
        if entry + 1 < len(line) and line[entry + 1].by_chance:
            so_far = Game(rules, before, self.game.header, None)
            self.world.let_fall(so_far, text, line[entry + 1].text)
        return await seat.move(text)

    def end(self) -> None:
        self._loop.run(self._end())

    async def _end(self) -> None:
        for seat in self.seats.values():
            await seat.close()
        for guest in self.guests.values():
            await guest.__aexit__(None, None, None)


def watched(
    browser: Browser,
    folder: Path,
    game: Game,
    chapter: str,
    onlookers: Sequence[str],
    entries: range,
) -> dict[str, list[str]]:
    """What the onlookers' pages were told in a game up to an entry, and showed at some entries.

    In the middle each page is loaded again. Under a seat's own name: the frames that seat was sent.
    """
    world = FixedWorld()
    world.begin(chapter)
    with elsewhere() as loop, served(str(folder / "web.db"), world) as url:
        play = Performance(url, world, game, loop)
        play.begin()
        witnesses = {who: Witness(newcomer(browser, url)) for who in onlookers}
        for who, witness in witnesses.items():
            if who != SPECTATOR:
                name, _, value = play.guests[who].cookie.partition("=")
                cookie = {"name": name, "value": value, "url": url, "httpOnly": True}
                witness.person.context.add_cookies([cookie])  # type: ignore[list-item] # a dict of Playwright's own
            witness.person.goes_to(play.table)
        for witness in witnesses.values():
            witness.hears(f'"spectators":{int(SPECTATOR in witnesses)}')
            witness.is_there()
        for entry in range(openings(game), entries.stop):
            if game.line[entry].by_chance:
                continue
            at = play.play(entry)
            for witness in witnesses.values():
                witness.person.sees_entry(at)
                witness.rest()
                if entry in entries:
                    witness.look()
                if entry == entries[len(entries) // 2]:
                    witness.come_again()
                    witness.look()
        told = {
            f"{who}, {what}": [looks_on(text, play.table) for text in texts]
            for who, witness in witnesses.items()
            for what, texts in witness.told.items()
        }
        for witness in witnesses.values():
            witness.person.is_well()
            witness.person.context.close()
        play.end()
        frames = {
            name: [text for text in seat.raw if '"type":"frame"' in text]
            for name, seat in play.seats.items()
        }
        return told | frames
