"""A damaged table: guests are told so, the others go on, and the operator finds it."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from misterx.server.checkup import examine
from misterx.server.settings import Settings
from tests.server.client import Guest, Refused, Seat
from tests.server.secrecy.comparing import captured_logs
from tests.server.serving import served

SEATS = {"X": {"who": "me"}, "H1": {"who": "device"}}
DAMAGES = {
    "bytes that are not UTF-8": "UPDATE entries SET body = CAST(x'7b22ff' AS TEXT)",
    "half a document": """UPDATE entries SET body = '{"seat": '""",
    "a list": "UPDATE entries SET body = '[]'",
    "another kind": "UPDATE entries SET kind = 'odd'",
    "a move that the rules reject": """UPDATE entries SET body = '{"seat":"X","move":"X:T1"}'""",
    "a number that is a text": "UPDATE entries SET spent = 'soon'",
    "an entry that is missing": "DELETE FROM entries",
}


async def play(guest: Guest) -> str:
    """A table with a move and a word after it."""
    table = await guest.open_table("modern-2013", 2, seats=SEATS, start=True)
    seat = await guest.watch(table, "X")
    await seat.until(lambda: bool(seat.moves))
    await seat.move(seat.moves[0])
    await seat.ask(do="chat", text="well")
    await seat.close()
    return table


def damage(file: Path, table: str, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        seq = "(SELECT max(seq) - 1 FROM entries WHERE table_id = ?)"
        database.execute(f"{statement} WHERE table_id = ? AND seq = {seq}", [table, table])


def findings(file: Path) -> tuple[bool, str, str]:
    """What `misterx doctor` finds out about the tables of a database."""
    settings = Settings(database=str(file), port=0)
    found = next(each for each in examine(settings) if each.what == "tables")
    return found.ok, found.says, found.todo


class Evening:
    """A database with damaged tables and a sound one, all of the same guest."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "misterx.db"
        self.damaged: dict[str, str] = {}
        self.sound = ""

    async def play(self, guest: Guest) -> None:
        self.damaged = {what: await play(guest) for what in DAMAGES}
        self.sound = await play(guest)

    def damage(self) -> None:
        for what, table in self.damaged.items():
            damage(self.file, table, DAMAGES[what])


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_damaged_table_says_so_and_the_others_go_on(evening: Evening) -> None:
    async def before(url: str) -> httpx.Cookies:
        async with Guest(url, "Ada") as ada:
            await evening.play(ada)
            return ada.http.cookies

    async def after(url: str, cookies: httpx.Cookies, log: io.StringIO) -> None:
        async with httpx.AsyncClient(base_url=url, cookies=cookies) as http:
            for table in evening.damaged.values():
                for path in ("", "/record", "", "/record"):
                    answer = await http.get(f"/api/tables/{table}{path}")
                    assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
                    assert "host should tell" in answer.json()["message"]
            answer = await http.get(f"/api/tables/{evening.sound}")
            assert answer.json()["table"]["phase"] == "playing"
            for path in ("/api/tables", "/api/statistics"):
                assert (await http.get(path)).status_code == 200
            listed = (await http.get("/api/tables")).json()["tables"]
            assert evening.sound in [table["id"] for table in listed]
            metrics = (await http.get("/metrics")).text
            assert f"misterx_damaged_tables_total {len(DAMAGES)}\n" in metrics
        guest = Guest(url, "Ben")
        async with guest:
            for table in evening.damaged.values():
                with pytest.raises(Refused) as no:
                    await Seat(guest, table, None).connect()
                assert no.value.code == "damaged"
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        told = [line["table"] for line in lines if line["event"] == "table_damaged"]
        assert sorted(told) == sorted(evening.damaged.values()), "once for each"
        assert not [line for line in lines if line["event"] in {"storage", "request_failed"}]

    with served(str(evening.file)) as url:
        cookies = asyncio.run(before(url))
    evening.damage()
    with captured_logs() as log, served(str(evening.file)) as url:
        asyncio.run(after(url, cookies, log))


def test_the_doctor_finds_every_damaged_table(evening: Evening) -> None:
    async def before(url: str) -> None:
        async with Guest(url, "Ada") as ada:
            await evening.play(ada)

    with served(str(evening.file)) as url:
        asyncio.run(before(url))
    number = len(DAMAGES) + 1
    assert findings(evening.file) == (
        True,
        f"{number} of {number} were read, and none is damaged",
        "",
    )
    for what, table in evening.damaged.items():
        was = evening.file.read_bytes()
        damage(evening.file, table, DAMAGES[what])
        is_ok, says, todo = findings(evening.file)
        assert not is_ok, what
        assert f"{number} of {number} were read, 1 of them are damaged: {table}: entry " in says
        assert "restore the last backup" in todo
        evening.file.write_bytes(was)
    evening.damage()
    assert f"{len(DAMAGES)} of them are damaged" in findings(evening.file)[1]


def test_the_doctor_finds_damaged_pages(evening: Evening) -> None:
    async def before(url: str) -> None:
        async with Guest(url, "Ada") as ada:
            for _ in range(3):
                await play(ada)

    with served(str(evening.file)) as url:
        asyncio.run(before(url))
    with closing(sqlite3.connect(evening.file)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_entries%'"
        (page,) = database.execute(query).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with evening.file.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 512)
    is_ok, says, todo = findings(evening.file)
    assert not is_ok
    assert "damaged" in says, says
    assert "restore" in says + todo
