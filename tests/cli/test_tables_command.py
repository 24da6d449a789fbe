"""`misterx tables` and `misterx drain`: what is shown, what is ordered, what is refused."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from misterx.server.store import open_store
from tests.cli.running import Run, Runner
from tests.server.client import Guest
from tests.server.evenings import Evening, awaited
from tests.server.serving import served

CODE = "ABCD2345"


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.settings.default_config", lambda: tmp_path / "none.toml")


@pytest.fixture
def database(tmp_path: Path) -> str:
    async def make() -> None:
        store = open_store(str(tmp_path / "games.db"))
        await store.open()
        await store.close()

    asyncio.run(make())
    return str(tmp_path / "games.db")


@pytest.fixture
def tables(run: Runner, database: str) -> Runner:
    def runner(*words: str, typed: str = "") -> Run:
        return run("tables", *words, "--database", database, typed=typed)

    return runner


def beside(work: Coroutine[Any, Any, None]) -> threading.Thread:
    """Do something in a thread while a command waits."""
    thread = threading.Thread(target=lambda: asyncio.run(work))
    thread.start()
    return thread


def test_tables_are_listed_and_shown_without_names_titles_or_moves(
    tables: Runner, database: str
) -> None:
    made: dict[str, str] = {}

    @awaited
    async def play(url: str) -> None:
        async with Evening(url) as evening:
            ada, ben = await evening.guests("Adalbert", "Benedikt")
            at = await evening.table({"X": ada, "H1": ben}, title="Adalbert's den", spectators=True)
            made["move"] = at["X"].moves[0]
            await at["X"].move(made["move"])
            await at["H1"].ask(do="chat", text="psst, hello", team=False)
            made["open"] = at["X"].table
            shut = await evening.table({"X": ada, "H1": ben}, spectators=False)
            made["shut"] = shut["X"].table
            made["lobby"] = await ada.open_table("classic-1983", 3)

    with served(database) as url:
        play(url)
        listed = json.loads(tables("list", "--json").out)
        assert {table["table"] for table in listed} == {made["open"], made["shut"], made["lobby"]}
        by_code = {table["table"]: table for table in listed}
        assert by_code[made["open"]]["phase"] == "playing"
        assert by_code[made["open"]]["people"] == 2
        assert by_code[made["lobby"]]["edition"] == "classic-1983"
        assert by_code[made["lobby"]]["open"] == 3
        playing = json.loads(tables("list", "--json", "--phase", "playing").out)
        assert len(playing) == 2
        assert tables("list", "--phase", "over").out == "there are no such tables\n"
        assert "only the 1 with the latest entries" in tables("list", "--limit", "1").out
        text = tables("list").out
        shown = tables("show", made["open"].lower()).out
        assert "edition: modern-2013" in shown
        assert "to act: H1" in shown
        assert "bytes: " in shown
        hidden = tables("show", made["shut"]).out
        assert "to act" not in hidden
        for secret in ("Adalbert", "Benedikt", "'s den", "psst", made["move"]):
            assert secret not in text + shown + hidden + json.dumps(listed)


def test_a_table_is_closed_while_a_server_runs(tables: Runner, database: str) -> None:
    made: dict[str, str] = {}

    @awaited
    async def make(url: str) -> None:
        async with Guest(url) as ada:
            made["table"] = await ada.open_table("modern-2013", 2)

    with served(database) as url:
        make(url)
        code = made["table"]
        assert tables("close", code) == (0, f"closed: {code}\n", "")
        assert tables("close", code).out == f"closed before: {code}\n"
        assert json.loads(tables("close", code, "--json").out)["result"] == "closed before"
        assert json.loads(tables("show", code, "--json").out)["phase"] == "closed"


def test_a_table_that_no_server_can_close_yet_waits(
    tables: Runner, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[str, str] = {}

    @awaited
    async def make(url: str) -> None:
        async with Guest(url) as ada:
            made["table"] = await ada.open_table("modern-2013", 2)

    with served(database) as url:
        make(url)
    monkeypatch.setattr("misterx.cli.tables._WAIT_SECONDS", 0.2)
    waiting = tables("close", made["table"]).out
    assert "will be closed at the next start" in waiting
    assert json.loads(tables("show", made["table"], "--json").out)["phase"] == "lobby"


@pytest.mark.parametrize(
    ("words", "said"),
    (
        (("show", CODE), f"there is no table {CODE}"),
        (("close", CODE), f"there is no table {CODE}"),
        (("list", "--limit", "0"), "--limit must be 1 or more, not 0"),
        (("list", "--phase", "lost"), "invalid choice: 'lost'"),
        (("announce",), "say what to announce, or --end"),
        (("announce", "hello", "--end"), "say what to announce, or --end"),
        (("announce", ""), "one line of 1 to 300 letters"),
        (("announce", "x" * 301), "one line of 1 to 300 letters that can be seen, not 301"),
        (("announce", "two\nlines"), "one line of 1 to 300 letters"),
        (("announce", "\u202eback"), "letters that can be seen"),
        (("announce", "hello", "--until", "later"), "--until 'later' is not a time"),
        (("announce", "hello", "--until", "2020-01-01 10:00"), "--until 2020-01-01 10:00 is over"),
        (("announce", "hello", "--until", "22:00", "--for", "2h"), "not both"),
    ),
)
def test_mistakes_are_told(tables: Runner, words: tuple[str, ...], said: str) -> None:
    code, out, err = tables(*words)
    assert code in {1, 2}
    assert out == ""
    assert said in err


def test_an_announcement_replaces_the_one_before_and_is_ended(
    tables: Runner, database: str
) -> None:
    assert tables("announce", "--end").out == "nothing was announced\n"
    assert "announced until " in tables("announce", "Restart at 22:00", "--for", "2h").out
    until = json.loads(tables("announce", "Restart soon", "--until", "23:59", "--json").out)
    assert until["announcement"] == "Restart soon"
    assert until["until_ms"] > time.time() * 1000

    async def kinds() -> list[object]:
        store = open_store(database)
        await store.open(migrate=False)
        try:
            now = time.time_ns() // 1_000_000
            return [each.arguments["text"] for each in await store.operations(now)]
        finally:
            await store.close()

    assert asyncio.run(kinds()) == ["Restart soon"]
    assert tables("announce", "--end").out == "the announcement is over\n"
    assert asyncio.run(kinds()) == []


# --- draining ------------------------------------------------------------------------------


def test_a_drain_waits_until_nobody_plays(run: Runner, database: str) -> None:
    has_seat, may_leave = threading.Event(), threading.Event()

    async def play(url: str) -> None:
        async with Evening(url) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            await evening.table({"X": ada, "H1": ben})
            has_seat.set()
            async with asyncio.timeout(150):
                while not may_leave.is_set() and not await is_reported(1):
                    await asyncio.sleep(0.1)

    async def is_reported(games: int) -> bool:
        store = open_store(database)
        await store.open(migrate=False)
        try:
            told = await store.operations(time.time_ns() // 1_000_000)
            return any(each.arguments.get("games") == games for each in told)
        finally:
            await store.close()

    with served(database) as url:
        player = beside(play(url))
        try:
            assert has_seat.wait(90)
            code, out, err = run("drain", "--for", "1h", "--database", database)
        finally:
            may_leave.set()
            player.join(150)
        assert (code, err) == (0, "")
        assert out.startswith("no games begin until ")
        assert out.endswith("nobody plays: servers can be stopped now\n")
        assert run("drain", "--end", "--database", database).out == "games may begin again\n"
        assert run("drain", "--end", "--database", database).out == "nothing was draining\n"


def test_a_drain_without_a_server_waits_for_nothing(
    run: Runner, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("misterx.cli.drain._SILENCE_SECONDS", 0.2)
    code, out, _ = run("drain", "--database", database)
    assert code == 0
    assert out.endswith("no server runs with this database: nothing to wait for\n")
    assert run("drain", "--no-wait", "--database", database).code == 0
    mistake = run("drain", "--end", "--for", "1h", "--database", database)
    assert mistake.code == 2
    assert "--end goes without --for and --no-wait" in mistake.err
