"""`misterx serve`: the whole server as a program."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from platformdirs import user_cache_path

from misterx.server.settings import setting_list
from tests.cli.running import Runner
from tests.server.running.programs import Program, program


@contextmanager
def whole_server(folder: Path, *flags: str, **environment: str) -> Iterator[Program]:
    words = ("-m", "misterx", "serve", "--port", "0", "--bot-workers", "1", *flags)
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    home["XDG_CACHE_HOME"] = str(user_cache_path())  # the players are compiled already
    with program(*words, **home, **environment) as started:
        yield started


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("misterx.server.settings.default_config", lambda: tmp_path / "none.toml")


@pytest.mark.skipif(sys.platform != "linux", reason="knows where Linux keeps data")
def test_it_starts_answers_and_stops_with_nothing_set_up(tmp_path: Path) -> None:
    with whole_server(tmp_path) as server:
        url = f"http://127.0.0.1:{server.port()}"
        with httpx.Client(base_url=url, trust_env=False) as client:
            for path in ("/healthz", "/readyz", "/metrics", "/openapi.json"):
                assert client.get(path).status_code == 200, path
        assert (tmp_path / "misterx" / "misterx.db").is_file()
        with whole_server(tmp_path) as second:
            assert second.end() == (0, "")
            assert second.said[-1].strip() == f"{url}/"
        server.signal(signal.SIGTERM)
        code, errors = server.end()
        assert code == 0, errors


def test_settings_come_from_the_environment_and_the_file(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text(f"database = {str(tmp_path / 'mine.db')!r}\n", encoding="utf-8")
    with whole_server(
        tmp_path, MISTERX_CONFIG=str(config), MISTERX_PUBLIC_URL="https://games.example.org"
    ) as server:
        server.wait_for(r"https://games\.example\.org/")
        port = server.port()
        answer = httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False)
        assert "strict-transport-security" in answer.headers
        assert (tmp_path / "mine.db").is_file()


def test_every_setting_is_a_flag(run: Runner) -> None:
    answer = run("serve", "--help")
    assert answer.code == 0
    for setting in setting_list():
        assert setting.flag in answer.out


@pytest.mark.parametrize(
    ("words", "message"),
    (
        (("--port", "many"), "--port must be a whole number from 0 to 65535, not 'many'"),
        (("--port",), "argument --port: expected one argument"),
        (("--fast",), "unrecognized arguments: --fast"),
        (("--config", "/nowhere.toml"), "cannot read /nowhere.toml: No such file or directory"),
        (("--database", "mysql://db/games"), "--database must be a path, sqlite:///PATH"),
        (("--database", "/dev/null/games.db"), "cannot make /dev/null/games.db.lock"),
        (("--host", "192.0.2.7"), "192.0.2.7 is no address of this computer"),
    ),
)
def test_a_mistake_is_one_line_and_perhaps_a_hint(
    run: Runner, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    where = () if "--database" in words else ("--database", str(tmp_path / "games.db"))
    answer = run("serve", *where, *words)
    assert answer.code == 2
    assert answer.out == ""
    first, *rest = answer.err.splitlines()
    assert first.startswith("misterx: ")
    assert message in first
    assert all(line.startswith("hint: ") for line in rest)


@pytest.mark.parametrize("words", ("--help", "serve --help", "doctor --help", "database --help"))
def test_help_loads_no_server(words: str) -> None:
    heavy = ("asyncio", "fastapi", "platformdirs", "rich", "sqlalchemy", "uvicorn", "misterx.core")
    code = (
        "import sys, misterx.cli\n"
        f"misterx.cli.main({words.split()!r})\n"
        f"sys.exit(any(name in sys.modules for name in {heavy}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
