"""What one side says and notes among themselves: others learn that something was, and no more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.series.tables import TABLES, finished
from tests.server.client import Refused
from tests.server.secrecy.comparing import TwoServers, two_servers
from tests.server.secrecy.evening import SPECTATOR, Evening
from tests.server.secrecy.performance import Script

TABLE = next(table for table in TABLES if str(table) == "modern-2013-4")
TALK = ("He is at 46", "He is at 128, and if H2 takes the bus to 140 we shall have him by tea-time")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    with two_servers(tmp_path_factory.mktemp("talk")) as running:
        yield running


def test_mister_x_and_spectators_cannot_tell_what_the_hunters_say(servers: TwoServers) -> None:
    """The same game twice; the hunters' talk, notes and vain moves differ."""
    game = finished(TABLE, 1)
    tries = {entry: {"X": ["D1:T46", "X:T1"]} for entry in range(len(game.line))}
    a, b = (Script(("X", SPECTATOR), tries, talk) for talk in TALK)
    first, second = servers.spend("talk", (game, game), (a, b))
    first.same_as(second, ("X", SPECTATOR))
    first.differs_from(second, ("H1",))


def an_evening(servers: TwoServers, name: str) -> Evening:
    servers.worlds[0].begin(name)
    return Evening(servers.urls[0], servers.worlds[0], finished(TABLE, 1))


HUNTERS = {"H1", "H2", "H3"}
SAID: list[tuple[str, dict[str, Any], set[str]]] = [
    ("H1", {"do": "chat", "text": "a", "team": True}, {"H1", "H2", "H3"}),
    ("H2", {"do": "note", "about": "46", "text": "b", "team": True}, {"H1", "H2", "H3"}),
    ("H2", {"do": "note", "about": "46", "text": "mine"}, {"H2"}),
    ("X", {"do": "note", "about": "47", "text": "here"}, {"X"}),
    ("X", {"do": "note", "about": "47", "text": "there" * 40, "team": True}, {"X"}),
    ("X", {"do": "note", "about": "47", "text": ""}, {"X"}),
    ("H1", {"do": "mark", "stations": [46, 47], "sign": "crossed", "team": True}, HUNTERS),
    ("H2", {"do": "mark", "stations": [47], "sign": None, "team": True}, HUNTERS),
    ("H2", {"do": "mark", "stations": [46], "sign": "maybe"}, {"H2"}),
    ("X", {"do": "mark", "stations": [48], "sign": "maybe"}, {"X"}),
]
"""Who says what, and who may read it."""
READ_LATER: dict[str, set[str]] = {
    "X": set(),
    "H1": {"b"},
    "H2": {"b", "mine"},
    SPECTATOR: set(),
}


MARKED: dict[str, list[tuple[int, str]]] = {
    "X": [(48, "maybe")],
    "H1": [(46, "crossed")],
    "H2": [(46, "crossed"), (46, "maybe")],
    SPECTATOR: [],
}


def test_others_get_an_empty_frame_for_what_is_not_theirs(servers: TwoServers) -> None:
    async def talk() -> None:
        async with an_evening(servers, "quiet") as evening:
            await evening.begin()
            for who, message, readers in SAID:
                assert await evening.do(who, **message) == "done"
                for reader, seat in evening.seats.items():
                    last = seat.frames[-1]
                    if reader in readers:
                        assert last["kind"] == message["do"]
                    else:
                        assert set(last) == {"type", "at", "ms", "kind"}
                        assert last["kind"] == "quiet"
            for who, texts in READ_LATER.items():
                await evening.come_back(who, missed=None)
                told = map(json.loads, reversed(evening.seats[who].raw))
                snapshot = next(said for said in told if said["type"] == "snapshot")
                assert {note["text"] for note in snapshot["notes"]} == texts
                marks = [(mark["station"], mark["sign"]) for mark in snapshot["marks"]]
                assert marks == MARKED[who]
                is_hunter = who.startswith("H")
                assert [line["text"] for line in snapshot["chat"]] == (["a"] if is_hunter else [])

    asyncio.run(talk())


def test_how_many_notes_others_write_is_no_limit_to_ones_own(servers: TwoServers) -> None:
    async def write() -> None:
        async with an_evening(servers, "notes") as evening:
            await evening.begin()
            x, h1 = evening.seats["X"], evening.seats["H1"]
            for n in range(300):
                await x.ask(do="note", about=str(n), text="x")
            with pytest.raises(Refused) as no:
                await x.ask(do="note", about="300", text="x")
            assert no.value.code == "too_many"
            await x.ask(do="note", about="7", text="another")
            await x.ask(do="note", about="8", text="")
            await x.ask(do="note", about="300", text="x")
            await h1.ask(do="note", about="here", text="x")
            await h1.ask(do="note", about="here", text="x", team=True)

    asyncio.run(write())


def test_only_ones_own_side_is_told_what_one_looks_at(servers: TwoServers) -> None:
    async def look() -> None:
        async with an_evening(servers, "look") as evening:
            await evening.begin()
            await evening.seats["H1"].send({"do": "look", "piece": "D2"})
            await evening.seats["X"].send({"do": "look", "piece": "X"})
            await evening.seats[SPECTATOR].send({"do": "look", "piece": "D3"})
            for who in evening.seats:  # an answer shows that what was said before is done
                await evening.send(who, "{")
            looks = {
                who: [text for text in seat.raw if '"looking"' in text]
                for who, seat in evening.seats.items()
            }
            told = ['{"type":"looking","seat":"H1","piece":"D2"}']
            assert looks == {"X": [], "H1": [], "H2": told, "H3": told, SPECTATOR: []}

    asyncio.run(look())
