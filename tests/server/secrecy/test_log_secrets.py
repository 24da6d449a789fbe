"""Nothing that guests write or hide stands in a log, whatever fails underneath."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import OperationalError as AlchemyError

from misterx import new_game
from misterx.server.logs import get_log, stray_errors_logged
from misterx.server.store import open_store
from misterx.server.store.base import StoreError
from misterx.server.store.failures import told
from misterx.server.thinking import Thinkers, question
from tests.server.client import Guest, Refused
from tests.server.houses import QuickThinkers, guest, house_at, room_with, said, until
from tests.server.postgres import PostgresServer
from tests.server.secrecy.comparing import captured_logs
from tests.server.serving import served
from tests.server.thinking.players import know

SECRET = "Mr-X-hides-at-183"
HIDDEN_MOVE = json.dumps({"seat": "X", "move": SECRET})

DAMAGES: dict[str, object] = {
    "bytes that are not UTF-8": HIDDEN_MOVE.encode() + b"\xff",
    "half a JSON document": HIDDEN_MOVE[:-3],
    "not an object": json.dumps([SECRET]),
    "a move that the rules reject": HIDDEN_MOVE,
    "a move that is not a text": json.dumps({"seat": "X", "move": {SECRET: SECRET}}),
    "a seat that is not there": json.dumps({"seat": SECRET, "move": "X:T46"}),
    "nothing that a move needs": json.dumps({SECRET: SECRET}),
    "a BLOB": sqlite3.Binary(HIDDEN_MOVE.encode() * 2),
}


@contextmanager
def logged(capfd: pytest.CaptureFixture[str] | None = None) -> Iterator[io.StringIO]:
    """Capture the log of the servers inside; afterwards it does not hold the secret."""
    with captured_logs() as log:
        yield log
    assert SECRET not in log.getvalue()
    if capfd is not None:
        assert SECRET not in "".join(capfd.readouterr())


def damage(file: Path, table: str, **columns: object) -> None:
    """Change the last entry of a table in the file itself."""
    with closing(sqlite3.connect(file)) as database, database:
        for name, value in columns.items():
            stored = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
            database.execute(
                f"UPDATE entries SET {name} = {stored} WHERE table_id = ? AND seq ="
                " (SELECT max(seq) FROM entries WHERE table_id = ?)",
                [value, table, table],
            )


async def table_with_a_move(url: str) -> str:
    seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
    async with Guest(url, f"Ada {SECRET}") as ada:
        table = await ada.open_table(
            "modern-2013", 2, seats=seats, title=f"Table of {SECRET}", start=True
        )
        seat = await ada.watch(table, "X")
        await seat.ask(do="chat", text=SECRET)
        await seat.ask(do="note", about="46", text=SECRET)
        await seat.move(seat.moves[0])
        await seat.close()
    return table


COLUMNS = ("kind", "author", "after", "seq")


def test_damaged_entries_are_not_quoted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "misterx.db"
    with logged(capfd) as log:
        with served(str(file)) as url:
            tables = [asyncio.run(table_with_a_move(url)) for _ in range(len(DAMAGES))]
            others = [asyncio.run(table_with_a_move(url)) for _ in COLUMNS]
        for table, body in zip(tables, DAMAGES.values(), strict=True):
            damage(file, table, body=body, kind="move")
        for table, column in zip(others, COLUMNS, strict=True):
            damage(file, table, **{column: SECRET.encode() + (b"" if column == "seq" else b"\xff")})
        with served(str(file)) as url:
            for table in (*tables, *others):
                for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
                    answer = httpx.get(f"{url}{path}")
                    assert SECRET not in answer.text or answer.status_code == 200
                    assert answer.status_code >= 400 or table in others
    assert '"level": "error"' in log.getvalue()


def test_names_and_tokens_are_not_quoted_by_a_broken_database(tmp_path: Path) -> None:
    file = tmp_path / "misterx.db"

    async def come(url: str) -> list[str]:
        async with Guest(url, SECRET) as ada:
            token = ada.cookie.partition("=")[2]
            with closing(sqlite3.connect(file)) as database, database:
                database.execute("UPDATE guests SET name = CAST(x'ff' || name AS TEXT)")
            for ask in (ada.get("/api/guest"), ada.post("/api/guest", {"name": SECRET})):
                await ask
            with closing(sqlite3.connect(file)) as database, database:
                database.execute("DROP TABLE guests")
            for ask in (ada.get("/api/guest"), ada.post("/api/guest", {"name": SECRET})):
                with pytest.raises(Refused):
                    await ask
        return [token]

    with logged() as log, served(str(file)) as url:
        tokens = asyncio.run(come(url))
    assert "storage" in log.getvalue()
    assert not any(token in log.getvalue() for token in tokens)


# --- what the store says ---------------------------------------------------------------------


def test_errors_of_sqlite_tell_their_code_and_no_value() -> None:
    error = sqlite3.OperationalError(
        f"Could not decode to UTF-8 column 'body' with text '{SECRET}'"
    )
    assert SECRET not in str(told(AlchemyError("SELECT", {}, error)))
    full = sqlite3.OperationalError(SECRET)
    full.sqlite_errorname = "SQLITE_FULL"
    assert "the disk is full" in str(told(AlchemyError("INSERT", {}, full)))
    assert SECRET not in str(told(AlchemyError("INSERT", {"rows": SECRET}, full)))


@pytest.mark.parametrize(
    "statement",
    (
        f"SELECT '{SECRET}'::int",
        f"SELECT '{SECRET}'::json",
        f'SELECT * FROM "{SECRET}"',
        f"DO $$ BEGIN RAISE EXCEPTION '{SECRET}'; END $$",
        f"INSERT INTO guests (id, token_hash, name, created_ms) VALUES ('{SECRET}', '', '', 1)",
    ),
)
def test_errors_of_postgresql_tell_their_code_and_no_value(
    postgres: PostgresServer, statement: str
) -> None:
    async def fail() -> str:
        store: Any = open_store(postgres.new_database())
        await store.open()
        try:
            with pytest.raises(StoreError) as error:
                await store._write(lambda on: on.exec_driver_sql(statement))
            return str(error.value)
        finally:
            await store.close()

    assert SECRET not in asyncio.run(fail())


def test_a_value_that_the_driver_refuses_is_not_quoted() -> None:
    cause = asyncpg.DataError(f"invalid input for query argument $1: '{SECRET}'")
    assert SECRET not in str(told(DBAPIError("INSERT", {}, cause)))


def test_a_failing_store_is_not_quoted(tmp_path: Path) -> None:
    """Whatever an append raises: an error of the store's own, of the driver, or any other."""
    errors = (ValueError(SECRET), KeyError(SECRET), UnicodeEncodeError("x", SECRET, 0, 1, SECRET))

    async def run() -> None:
        async with house_at(tmp_path) as house:
            ada = await guest(house, SECRET)
            room = await room_with(house, ada, {"X": ada, "H1": None}, start=False)
            store: Any = house.store
            for error in errors:

                async def fail(*_: object, error: Exception = error) -> None:
                    raise error

                store.append = fail
                with pytest.raises(type(error)):
                    await said(room, ada, "X", SECRET)

    with logged():
        asyncio.run(run())


# --- computer players ------------------------------------------------------------------------


def test_a_crashing_computer_player_is_not_quoted(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    thinkers.failures = [ValueError(SECRET)]

    async def run() -> None:
        async with house_at(tmp_path, thinkers=thinkers) as house:
            ada = await guest(house, "Ada")
            room = await room_with(house, ada, {"X": None, "H1": ada})
            before = room.table.at
            await until(lambda: room.table.at > before)

    with logged() as log:
        asyncio.run(run())
    assert "thinking_failed" in log.getvalue()


def test_nothing_that_a_computer_player_prints_reaches_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game = new_game("classic-2000", 4, seed=1)
    asked = question(game.rules, game.state, game.to_act[0], "printing", seed="1")

    async def run() -> None:
        thinkers = Thinkers(1, partial(know, tmp_path))
        await thinkers.start()
        assert await thinkers.choose(asked, 30) in asked.legal
        await thinkers.close()

    asyncio.run(run())
    assert "Mister X" not in capfd.readouterr().err


# --- what is logged by others ----------------------------------------------------------------


def in_a_task() -> None:
    async def run() -> None:
        async def fail() -> None:
            raise ValueError(SECRET)

        loop = asyncio.get_running_loop()
        failing = loop.create_task(fail(), name=SECRET)
        loop.call_soon(int, SECRET)
        loop.call_exception_handler({"message": f"odd {SECRET}", "exception": ValueError(SECRET)})
        while not failing.done():
            await asyncio.sleep(0)
        del failing

    asyncio.run(run())


def in_a_thread() -> None:
    thread = threading.Thread(target=int, args=(SECRET,))
    thread.start()
    thread.join()


def in_a_finalizer() -> None:
    class Last:
        def __del__(self) -> None:
            raise ValueError(SECRET)

    Last()


def in_the_program() -> None:
    sys.excepthook(ValueError, ValueError(SECRET), None)


def by_a_library() -> None:
    for name in ("uvicorn.error", "websockets.server", "sqlalchemy.pool", "asyncpg", "py.warnings"):
        logging.getLogger(name).error("failed: %s", SECRET)
        logging.getLogger(name).error(f"failed {SECRET}")
        logging.getLogger(name).error(f"Invalid HTTP request received. {SECRET}")


def as_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=True)
        warnings.warn(SECRET, stacklevel=1)


def in_the_log_itself() -> None:
    for name in ("uvicorn.error", "misterx.server.a"):
        logging.getLogger(name).log(logging.ERROR, "%d is no number", SECRET)


def under_a_key() -> None:
    for key in ("body", "text", "move", "name", "token", "chat", "note"):
        get_log("a").debug("odd", **{key: SECRET})


WAYS: tuple[Callable[[], None], ...] = (
    in_a_task,
    in_a_thread,
    in_a_finalizer,
    in_the_program,
    by_a_library,
    as_a_warning,
    in_the_log_itself,
    under_a_key,
)


@pytest.fixture
def _hooks_as_they_were() -> Iterator[None]:
    before = sys.excepthook
    yield
    sys.excepthook = before


@pytest.mark.usefixtures("_hooks_as_they_were")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_errors_that_nothing_catches_are_logged_without_their_texts(
    way: Callable[[], None], capfd: pytest.CaptureFixture[str]
) -> None:
    with stray_errors_logged(), logged(capfd) as log:
        way()
        assert log.getvalue()


def test_a_server_that_has_ended_leaves_errors_to_its_program() -> None:
    before = sys.unraisablehook, threading.excepthook
    with stray_errors_logged():
        assert (sys.unraisablehook, threading.excepthook) != before
    assert (sys.unraisablehook, threading.excepthook) == before
