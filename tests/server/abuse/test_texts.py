"""Names, talk and records: what others see is bounded and visible; rules are the operator's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from misterx.core import Game, Outcome, Reason, Record, Setup, rules_for
from tests.series.cards_tables import CARD_TABLES
from tests.series.tables import TABLES, AnyTable, finished
from tests.server.abuse.product import Bystanders, Product, product
from tests.server.client import Guest, Refused


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    folder = tmp_path_factory.mktemp("texts")
    with product(folder, requests_per_second=0, tables_per_hour=0) as running:
        yield running
        running.nothing_failed()


# --- names and talk ----------------------------------------------------------------------------

FINE = (
    "Ada",
    "Zoë Ångström",
    "Ελένη",
    "李小龍",
    "مریم",
    "\u0646\u06cc\u06a9\u200c\u0646\u0627\u0645",
    "O’Neill-Smith (2nd)",
    "<script>alert(1)</script>",
    "'; DROP TABLE guests; --",
    "\U0001f469\u200d\U0001f680 \U0001f3f3\ufe0f\u200d\U0001f308",
    "x" * 40,
)
STRANGE = (
    "",
    "   ",
    "x" * 41,
    "Ada\x00",
    "Ada\nBob",
    "A\rda",
    "\x1b[31mAda",
    "Ada\x7f",
    "\u202eadA",
    "Ada\u2066",
    "\u200bAda",
    "A\u200dda",
    "Ada\u200d",
    "\ufeffAda",
    "A\u2028da",
    "\ue000",
    "\U000e0041",
)
BLANK = (
    *("\u3164", "\u2800 \u2800", "\ufe0f", "\u034f", "\u17b4\u17b5", "\u180b", "\u180c", "\u180d"),
    *("\u180f", "\U000e0100", "\U000e01ef"),
)
"""Nothing is seen of them: they may be said, but nobody is called so."""


def test_names_are_bounded_and_visible(server: Product) -> None:
    async def call() -> None:
        async with Guest(server.url, "Ada") as ada:
            table = ""
            for name in FINE:
                told = await ada.post("/api/guest", {"name": name})
                assert told["name"] == name
                table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
                shown = await ada.get(f"/api/tables/{table}")
                assert shown["table"]["seats"][0]["name"] == name
            for name in (*STRANGE, *BLANK):
                for path, body in (
                    ("/api/guest", {"name": name}),
                    (f"/api/tables/{table}/join", {"name": name}),
                    (
                        "/api/tables",
                        {
                            "edition": "modern-2013",
                            "players": 2,
                            "seats": {"X": {"who": "me", "name": name}},
                        },
                    ),
                    ("/api/tables", {"edition": "modern-2013", "players": 2, "title": name}),
                ):
                    with pytest.raises(Refused) as no:
                        await ada.post(path, body)
                    assert (no.value.status, no.value.code) == (422, "malformed"), repr(name)
            for odd in (None, 7, ["Ada"], {"a": 1}, True):
                with pytest.raises(Refused):
                    await ada.post("/api/guest", {"name": odd})

    asyncio.run(call())


def test_talk_is_bounded_and_visible(server: Product) -> None:
    async def talk() -> None:
        async with Guest(server.url, "Ada") as ada:
            seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
            table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
            x = await ada.watch(table, "X")
            for text in (*FINE, "two\nlines", "\u2014" * 500):
                await x.ask(do="chat", text=text)
                await x.until(lambda text=text: x.chat[-1] == text)  # type: ignore[misc]
                await asyncio.sleep(0.1)  # ten a second may be sent
            before = x.at
            for text in (*STRANGE, "x" * 501):
                if text in {"Ada\nBob", "x" * 41}:
                    continue  # lines of talk may end, and are longer
                await x.send({"do": "chat", "id": "request-1", "text": text})
                with pytest.raises(Refused) as no:
                    await x.answer(None)
                assert no.value.code == "malformed", repr(text)
                await asyncio.sleep(0.1)
            assert x.at == before
            await x.close()

    asyncio.run(talk())


# --- records -----------------------------------------------------------------------------------

CHASE = next(table for table in TABLES if str(table) == "modern-2013-2")
GAME = finished(CHASE, 1)
RECORD = GAME.record()
TEXT = RECORD.to_text()
HEAD, _, BODY = TEXT.partition("\n\n")
POSITION = GAME.rules.position(GAME.state_at(12))


def with_position(**changes: object) -> str:
    put_up = Game.from_position(GAME.rules, POSITION)
    header = replace(put_up.header, position={**POSITION, **changes})
    return Record(header, (), None).to_text()


def with_own_rules() -> str:
    """A record of rules of one's own, as `misterx play --rules` makes it."""
    rules = rules_for(None, {"base": "modern-2013", "black": 3})
    return Game.new(rules, Setup(2)).record().to_text()


OWN_RULES = '{"base": "modern-2013", "black": 3}'
HOSTILE: dict[str, str] = {
    "rules of one's own": with_own_rules(),
    "own rules beside an edition": HEAD + f"\nrules: {OWN_RULES}\n\n" + BODY,
    "own rules in the position": with_position(rules={"base": "modern-2013", "black": 3}),
    "no edition in the position": with_position(edition=None, rules={"base": "modern-2013"}),
    "another edition in the position": with_position(edition="classic-2000"),
    "more tickets than there are": with_position(tickets={"D1": {"T": 10**9}}),
    "a station that is not there": with_position(x=10**6),
    "a position of strange things": with_position(hunters=[[[]]], log={"a": 1}),
    "another edition": TEXT.replace("modern-2013", "classic-2000"),
    "another number of players": TEXT.replace("players: 2", "players: 3"),
    "no number of players": TEXT.replace("players: 2", "players: NaN"),
    "too many players": TEXT.replace("players: 2", "players: " + "9" * 5_000),
    "another game": TEXT.replace("game: chase", "game: cards"),
    "no game at all": TEXT.replace("game: chase", "game: ../../etc"),
    "another version of the rules": TEXT.replace("rules version: 1", "rules version: 999999"),
    "options of another edition": HEAD + '\noptions: {"voluntary_reveal": true}\n\n' + BODY,
    "options without end": HEAD + "\noptions: " + '{"a":' * 5_000 + "\n\n" + BODY,
    "a list without end": HEAD + "\nfixed: " + "[" * 30_000 + "\n\n" + BODY,
    "a number without end": HEAD + '\nfixed: {"starts": ' + "9" * 30_000 + "}\n\n" + BODY,
    "no number": HEAD + '\nfixed: {"starts": NaN}\n\n' + BODY,
    "a start that is not there": HEAD + '\nfixed: {"starts": {"X": 100000}}\n\n' + BODY,
    "a header twice": HEAD + "\nplayers: 2\n\n" + BODY,
    "a tag that is not printable": HEAD + "\nwho: \u202eadA\n\n" + BODY,
    "a tag that is too long": HEAD + f"\nwho: {'x' * 1_000}\n\n" + BODY,
    "a move that is none": HEAD + "\n\nX:flies\nresult: none\n",
    "a move out of turn": HEAD + "\n\nD1:T46\nresult: none\n",
    "many moves": HEAD + "\n\n" + "X:T46\n" * 5_000 + "result: none\n",
    "another result": TEXT.replace("result: ", "result: somebody "),
    "a result that is not true": Record(
        RECORD.header, RECORD.entries, Outcome("hunters", Reason.TRAPPED)
    ).to_text(),
    "cut short": TEXT[: len(TEXT) // 2],
    "nothing": "",
    "no record": "hello",
    "the record as JSON": json.dumps(RECORD.to_json()),
    "bytes": "\x00\x01\x02",
    "too long": HEAD + "\n\n" + "#" * 100_000 + "\n" + BODY,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_record_that_is_not_to_be_trusted_is_refused(server: Product, what: str) -> None:
    async def bring() -> None:
        async with Guest(server.url, "Ada") as ada:
            plan = {"edition": "modern-2013", "players": 2, "record": HOSTILE[what]}
            with pytest.raises(Refused) as no:
                await ada.post("/api/tables", plan)
            assert no.value.status == 422, str(no.value)
            assert (await ada.get("/api/tables"))["tables"] == []

    asyncio.run(bring())


def test_editions_are_those_of_the_operator(server: Product) -> None:
    """There is no way to bring rules or a board along: not by name, not as an object."""

    async def bring() -> None:
        async with Guest(server.url, "Ada") as ada:
            own: Any
            for own in (
                {"edition": None, "players": 2},
                {"edition": {"base": "modern-2013"}, "players": 2},
                {"edition": OWN_RULES, "players": 2},
                {"edition": "../../editions", "players": 2},
                {"edition": "modern-2013", "players": 2, "rules": {"black": 3}},
                {"edition": "modern-2013", "players": 2, "own_rules": {"black": 3}},
                {"edition": "modern-2013", "players": 2, "board": "mine"},
                {"edition": "modern-2013", "players": 2, "options": {"black": 3}},
                {"edition": "", "players": 2},
            ):
                with pytest.raises(Refused) as no:
                    await ada.post("/api/tables", own)
                assert no.value.status == 422, own

    asyncio.run(bring())


@pytest.mark.parametrize("table", (CHASE, CARD_TABLES[0]), ids=str)
def test_a_good_record_can_be_played_on_and_the_others_notice_nothing(
    server: Product, table: AnyTable
) -> None:
    game = finished(table, 3)
    entries = game.record().entries
    adjourned = Record(game.header, entries[: len(entries) // 2], None).to_text()
    whole = game.record().to_text()

    async def bring() -> None:
        async with Bystanders(server.url), Guest(server.url, "Ada") as ada:
            seats = {seat: {"who": "device"} for seat in game.seats}
            plan = {"edition": table.edition, "players": table.players, "seats": seats}
            told = await ada.post("/api/tables", {**plan, "record": adjourned, "start": True})
            assert told["table"]["phase"] == "playing"
            told = await ada.post("/api/tables", {**plan, "record": whole, "start": True})
            assert told["table"]["phase"] == "over"
            seat = game.seats[0]
            record = await ada.get(f"/api/tables/{told['table']['id']}/record?seat={seat}")
            assert record == whole

    asyncio.run(bring())
