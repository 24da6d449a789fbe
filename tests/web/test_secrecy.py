"""What a hunter's or a spectator's browser gets does not depend on Mister X's hidden way.

The same game is played twice, on two servers in two worlds that are the same, but for a hidden
stretch of his way. Everything in the pages of a hunter and of a spectator is compared: documents,
messages, answers, storage, titles, entry by entry until the end.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Response, WebSocket

from misterx.core import Game, Record
from tests.series.tables import TABLES
from tests.server.client import Guest, Seat
from tests.server.secrecy.chase_twins import rejoining_twins
from tests.server.secrecy.evening import openings
from tests.server.secrecy.fixed_world import FixedWorld
from tests.server.serving import served
from tests.web.browsing import Person, looks_on, newcomer

T = TypeVar("T")
NAMES = ("modern-2013-3", "classic-2000-3")
QUIET_MS = 500
"""After so long a page has said what it says aloud; what comes sooner it says together."""


class Elsewhere:
    """A loop in another thread: this one belongs to the browser."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

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
        self.answers: list[Response] = []
        self.showed: list[str] = []
        person.page.on("websocket", self._listen)
        person.page.on("response", self._read)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, data: str | bytes) -> None:
        if '"type":"pong"' not in str(data):
            self.heard.append(str(data))

    def _read(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append(response)

    @property
    def read(self) -> list[str]:
        """What came over HTTP; in which order depends on what is quicker."""
        return sorted(f"{one.url} {one.status} {one.text()}" for one in self.answers)

    def hears(self, words: str) -> None:
        """Wait until something was told."""
        while not any(words in text for text in self.heard):
            self.person.page.wait_for_timeout(20)

    def look(self) -> None:
        self.showed += [self.person.settled(), self.person.kept()]


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
        host = self.guests["X"]
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
        before, rules = self.game.state_at(entry), self.game.rules
        move = rules.parse(self.game.line[entry].text)
        who = next(s for s in rules.to_act(before) if rules.check(before, s, move) is None)
        seat = self.seats[who]
        await seat.until(lambda: self.game.line[entry].text in seat.moves)
        self.world.wait(700)
        return await seat.move(self.game.line[entry].text)

    def end(self) -> None:
        self._loop.run(self._end())

    async def _end(self) -> None:
        for seat in self.seats.values():
            await seat.close()
        for guest in self.guests.values():
            await guest.__aexit__(None, None, None)


def watched(
    browser: Browser, folder: Path, game: Game, chapter: str, entries: range
) -> dict[str, list[str]]:
    """What a hunter's and a spectator's pages were told in a game, and showed at some entries."""
    world = FixedWorld()
    world.begin(chapter)
    with elsewhere() as loop, served(str(folder / "web.db"), world) as url:
        play = Performance(url, world, game, loop)
        play.begin()
        hunter, spectator = newcomer(browser, url), newcomer(browser, url)
        name, _, token = play.guests["H1"].cookie.partition("=")
        hunter.context.add_cookies([{"name": name, "value": token, "url": url, "httpOnly": True}])
        witnesses = {"hunter": Witness(hunter), "spectator": Witness(spectator)}
        for witness in witnesses.values():
            witness.person.goes_to(play.table)
            witness.person.sees(".table svg")
        for witness in witnesses.values():
            witness.hears('"spectators":1')
        for entry in range(openings(game), entries.stop):
            if entry == entries.start:
                hunter.page.wait_for_timeout(QUIET_MS)
            at = play.play(entry)
            for person in (hunter, spectator):
                person.sees_entry(at)
            if entry in entries:
                hunter.page.wait_for_timeout(QUIET_MS)
                for witness in witnesses.values():
                    witness.look()
        told = {
            f"{who}, {what}": [looks_on(text, play.table) for text in texts]
            for who, witness in witnesses.items()
            for what, texts in (
                ("heard", witness.heard),
                ("read", witness.read),
                ("showed", witness.showed),
            )
        }
        for witness in witnesses.values():
            witness.person.is_well()
            witness.person.context.close()
        play.end()
        return {**told, "X": list(play.seats["X"].raw)}


@pytest.mark.parametrize("name", NAMES)
def test_pages_of_hunters_and_spectators_know_nothing_of_his_way(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    table = next(table for table in TABLES if str(table) == name)
    one, other = rejoining_twins(table)
    differ = [
        entry for entry in range(len(one.line)) if one.line[entry].text != other.line[entry].text
    ]
    assert differ, "the two games differ in his hidden way"
    entries = range(differ[0] - 1, min(differ[-1] + 3, len(one.line) - 1))
    first, second = (
        watched(browser, tmp_path_factory.mktemp("secrecy"), game, name, entries)
        for game in (one, other)
    )
    assert first.pop("X") != second.pop("X"), "he himself was told of two ways"
    for what, texts in first.items():
        assert len(texts) > 2
        for n, (here, there) in enumerate(zip(texts, second[what], strict=True)):
            assert here == there, f"{what}, {n}"
