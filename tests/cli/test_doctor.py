"""`misterx doctor` and what it finds."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import tomllib
from pathlib import Path

import pytest

from misterx.server import checkup
from misterx.server.checkup import NEEDED
from misterx.server.listening import listen
from misterx.server.store import open_store
from misterx.server.store.lock import DatabaseLock
from misterx.server.store.schema import HEAD
from tests.cli.running import Run, Runner
from tests.server.postgres import postgres_server

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.settings.default_config", lambda: tmp_path / "none.toml")


@pytest.fixture
def doctor(run: Runner, tmp_path: Path) -> Runner:
    def runner(*words: str, typed: str = "") -> Run:
        usual = {"--database": str(tmp_path / "games.db"), "--port": "0"}
        where = [word for pair in usual.items() if pair[0] not in words for word in pair]
        return run("doctor", *where, *words, typed=typed)

    return runner


def problems(answer: Run) -> list[str]:
    return [line for line in answer.out.splitlines() if line.startswith("problem")]


def made(file: Path, version: str) -> str:
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE alembic_version (version_num TEXT NOT NULL)")
        base.execute("INSERT INTO alembic_version VALUES (?)", [version])
        base.execute("CREATE TABLE tables (id TEXT NOT NULL)")
    base.close()
    return str(file)


def test_a_sound_installation(doctor: Runner, tmp_path: Path) -> None:
    answer = doctor()
    assert (answer.code, answer.err, problems(answer)) == (0, "", [])
    lines = answer.out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        f"ok       {what}"
        for what in (
            *("settings", "python", "packages", "database", "disk", "port"),
            *("editions and boards", "tables", "compiled players", "computer players"),
            *("clock", "open files"),
        )
    ]
    assert "games.db will be made at the first start" in answer.out
    assert list(tmp_path.iterdir()) == [], "it changes nothing"


def test_as_json(doctor: Runner) -> None:
    found = json.loads(doctor("--json").out)
    assert {one["what"] for one in found} >= {"python", "database", "clock"}
    assert all(set(one) == {"what", "ok", "says", "todo"} for one in found)
    assert all(one["ok"] for one in found)


def test_the_packages_are_those_of_the_project() -> None:
    given = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[\[<>=;]", line)[0] for line in given["dependencies"] if ";" not in line}
    assert set(NEEDED) == names


def test_a_package_that_is_missing(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "NEEDED", ("uvicorn", "no_such_package"))
    answer = doctor()
    assert answer.code == 1
    assert "no_such_package cannot be used" in problems(answer)[0]


def test_a_python_that_will_not_do(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "_PYTHON", ((4, 0), (4, 1)))
    assert "will not do" in problems(doctor())[0]


def test_nowhere_to_keep_compiled_players(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "cache_folder", lambda: None)
    answer = doctor()
    assert answer.code == 1
    assert "compiled players: they can be kept nowhere" in problems(answer)[0]
    assert "set NUMBA_CACHE_DIR" in answer.out


def test_settings_that_cannot_be_read(doctor: Runner) -> None:
    answer = doctor("--bot-workers", "none")
    assert answer.code == 1
    assert "settings: --bot-workers must be a whole number" in answer.out.splitlines()[0]


def test_a_port_in_use(doctor: Runner) -> None:
    with listen("127.0.0.1", 0) as taken:
        answer = doctor("--port", str(taken.getsockname()[1]))
    assert answer.code == 1
    assert len(problems(answer)) == 1
    assert "is in use by another program" in problems(answer)[0]
    assert "choose another with --port" in answer.out


def test_a_server_of_ones_own_is_no_problem(doctor: Runner, tmp_path: Path) -> None:
    lock = DatabaseLock.acquire(tmp_path / "games.db")
    assert isinstance(lock, DatabaseLock)
    lock.publish("http://127.0.0.1:1")
    with listen("127.0.0.1", 0) as taken:
        answer = doctor("--port", str(taken.getsockname()[1]))
    lock.release()
    assert answer.code == 0
    assert "a server with this database is running at http://127.0.0.1:1" in answer.out
    assert doctor().code == 0, "and when it is gone neither"


@pytest.mark.parametrize(
    ("version", "code", "says"),
    (
        (HEAD, 0, f"schema {HEAD}"),
        ("0000", 0, "it will be brought up"),
        ("9999", 1, "the database has schema 9999, this version knows"),
    ),
)
def test_the_schema_of_a_database(
    doctor: Runner, tmp_path: Path, version: str, code: int, says: str
) -> None:
    answer = doctor("--database", made(tmp_path / "games.db", version))
    assert answer.code == code
    assert says in answer.out


def test_a_file_that_is_no_database(doctor: Runner, tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 10)
    assert "is no database of misterx" in problems(doctor("--database", str(tmp_path / "noise")))[0]
    assert "is no file that can be read" in problems(doctor("--database", str(tmp_path)))[0]


def test_a_postgres_that_does_not_answer(doctor: Runner) -> None:
    answer = doctor("--database", "postgresql://anna:hush@127.0.0.1:1/games")
    assert answer.code == 1
    assert "postgresql://anna@127.0.0.1:1/games does not answer" in answer.out
    assert "hush" not in answer.out


def test_a_real_postgres(doctor: Runner) -> None:
    async def make_tables() -> None:
        store = open_store(url)
        await store.open()
        await store.close()

    with postgres_server() as server:
        url = server.new_database()
        assert "empty: the tables will be made" in doctor("--database", url).out
        asyncio.run(make_tables())
        answer = doctor("--database", url)
    assert answer.code == 0
    assert f", schema {HEAD}" in answer.out
    assert "the games are on another computer" in answer.out


def test_too_little_room(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "_FREE_BYTES", 2**62)
    assert "MB are free" in problems(doctor())[0]


def test_a_clock_that_is_wrong(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.checkup.time.time", lambda: 1000.0)
    assert "it is 1970-01-01" in problems(doctor())[0]


def test_few_files(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (64, 64))
    assert "at most 64 at a time" in problems(doctor())[0]


def test_an_edition_with_a_mistake(doctor: Runner, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "odd.toml").write_text("rounds = 5", encoding="utf-8")
    answer = doctor("--editions", str(tmp_path / "mine"))
    assert "the edition in" in problems(answer)[0]


def test_a_player_that_fails(doctor: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr("misterx.bots.thumb.ThumbPlayer.choose", broken)
    assert "RuntimeError: no idea" in problems(doctor())[0]
