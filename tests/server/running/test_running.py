"""Servers as real processes: how they start, tell, and stop."""

from __future__ import annotations

import json
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from misterx.server.listening import addresses, can_open_browser, listen, network_url, welcome
from misterx.server.problems import Problem
from misterx.server.running import serve
from misterx.server.settings import Settings
from misterx.server.store.lock import DatabaseLock, Held
from tests.server.running.house_for_tests import make_app
from tests.server.running.programs import is_well, small_server


def logged(errors: str) -> list[str]:
    return [json.loads(line)["event"] for line in errors.splitlines()]


# --- stopping -----------------------------------------------------------------------------


@pytest.mark.parametrize("sent", (signal.SIGTERM, signal.SIGINT))
def test_a_signal_stops_it_in_order(tmp_path: Path, sent: int) -> None:
    with small_server(tmp_path) as server:
        port = server.port()
        assert is_well(port)
        with connect(f"ws://127.0.0.1:{port}/api/socket", proxy=None) as wire:
            wire.send("hello")
            assert wire.recv() == "hello"
            server.signal(sent)
            with pytest.raises(ConnectionClosed) as caught:
                wire.recv(timeout=60)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1012  # "service restart": come again
        code, errors = server.end()
        assert code == 0
        assert logged(errors) == ["started", "stopping", "stopped"]
        assert server.said[-2:] == ["house stopped", "lifespan over"]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))


@pytest.mark.parametrize(("sent", "code"), ((signal.SIGTERM, 143), (signal.SIGINT, 130)))
def test_a_second_signal_stops_it_at_once(tmp_path: Path, sent: int, code: int) -> None:
    with small_server(tmp_path, HOUSE="slow") as server:
        server.port()
        server.signal(sent)
        time.sleep(0.3)
        assert server.process.poll() is None
        start = time.monotonic()
        server.signal(sent)
        assert server.end()[0] == code
        assert time.monotonic() - start < 3
        assert "house stopped" not in server.said


def test_a_third_signal_ends_even_what_is_stuck(tmp_path: Path) -> None:
    with small_server(tmp_path, HOUSE="stuck") as server:
        server.port()
        for _ in range(3):
            server.signal()
            time.sleep(0.3)
        assert server.end()[0] == 143


def test_a_house_that_fails_to_stop_keeps_nobody(tmp_path: Path) -> None:
    with small_server(tmp_path, HOUSE="broken") as server:
        server.port()
        server.signal()
        code, errors = server.end()
        assert code == 0
        assert logged(errors) == ["started", "stopping", "stopping_failed", "stopped"]
        assert "secret" not in errors
        assert server.said[-1] == "lifespan over"


# --- starting -----------------------------------------------------------------------------


def test_why_the_database_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    with small_server(tmp_path, HOUSE="no database") as server:
        code, errors = server.end()
        assert code == 2
        assert "the database is asleep: wake it" in errors.splitlines()
        assert "Traceback" not in errors


def test_a_start_that_fails_is_no_success(tmp_path: Path) -> None:
    with small_server(tmp_path, HOUSE="no start") as server:
        code, errors = server.end()
        assert code == 3
        assert logged(errors)[0] == "lifespan_failed"
        assert "secret" not in errors


def test_a_port_in_use_is_told_with_a_hint(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with small_server(tmp_path, "--port", str(port)) as server:
            code, errors = server.end()
            assert code == 2
            assert errors.splitlines() == [
                f"port {port} of 127.0.0.1 is in use by another program",
                f"choose another with --port {port + 1}, or any that is free with --port 0",
            ]


@pytest.mark.parametrize(
    ("host", "port", "message"),
    (
        ("no-such-host.invalid", 0, "there is no host 'no-such-host.invalid'"),
        ("x" * 300, 0, "there is no host"),
        ("192.0.2.7", 0, "192.0.2.7 is no address of this computer"),
    ),
)
def test_an_address_that_will_not_do(host: str, port: int, message: str) -> None:
    with pytest.raises(Problem, match=message):
        listen(host, port)


def test_after_a_stop_the_same_port_is_free_at_once(tmp_path: Path) -> None:
    with small_server(tmp_path) as server:
        port = server.port()
        with connect(f"ws://127.0.0.1:{port}/api/socket", proxy=None):
            server.signal()
            server.end()
    with small_server(tmp_path, "--port", str(port)) as server:
        assert server.port() == port
        assert is_well(port)


# --- telling ------------------------------------------------------------------------------


def test_it_says_who_can_reach_it() -> None:
    alone = welcome(Settings(database="unused"), 8642)
    assert alone.splitlines() == [
        "Mister X is being hunted at",
        "  http://127.0.0.1:8642/",
        "Only this computer can reach it; `--host 0.0.0.0` opens it to your network: "
        'after `make play`, `make play ARGS="--host 0.0.0.0"`.',
        "Ctrl-C stops it.",
    ]
    everybody = welcome(Settings(database="unused", host="0.0.0.0"), 8642)
    assert "EVERYBODY ON YOUR NETWORK CAN REACH IT" in everybody
    assert "  http://127.0.0.1:8642/" in everybody
    assert "0.0.0.0:8642" not in everybody
    proxied = welcome(Settings(database="unused", public_url="https://games.example.org"), 8642)
    assert proxied.splitlines()[1:3] == ["  https://games.example.org/", "  http://127.0.0.1:8642/"]
    assert "a proxy for others" in proxied
    assert addresses(Settings(database="unused", host="::1"), 80) == ["http://[::1]:80"]


def test_the_addresses_in_the_network_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: object) -> Iterator[str]:
        yield from ("192.168.1.20", "10.1.1.1", "192.168.1.20")

    monkeypatch.setattr("misterx.server.listening._own_addresses", found)
    assert addresses(Settings(database="unused", host="0.0.0.0"), 80) == [
        "http://192.168.1.20:80",
        "http://10.1.1.1:80",
        "http://127.0.0.1:80",
    ]
    for host, told in (
        ("0.0.0.0", "http://192.168.1.20:80"),
        ("::", "http://192.168.1.20:80"),
        ("192.168.1.9", "http://192.168.1.9:80"),
        ("127.0.0.1", None),
        ("localhost", None),
    ):
        assert network_url(Settings(database="unused", host=host, port=80)) == told
    monkeypatch.setattr("misterx.server.listening._own_addresses", lambda: iter(()))
    assert network_url(Settings(database="unused", host="0.0.0.0", port=80)) is None


@pytest.mark.parametrize(
    ("platform", "environment", "can"),
    (
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "…"}, False),
        ("win32", {}, True),
    ),
)
def test_where_a_browser_can_appear(platform: str, environment: dict[str, str], can: bool) -> None:
    assert can_open_browser(environment, platform) is can


def browser(folder: Path) -> str:
    """A browser that notes the address it was given."""
    note = folder / "opened"
    script = folder / "browser.py"
    script.write_text(f"import sys\nopen({str(note)!r}, 'a').write(sys.argv[1] + '\\n')\n")
    return f"{sys.executable} {script} %s"


@pytest.mark.skipif(sys.platform != "linux", reason="names a browser by the environment")
def test_the_browser_is_opened_where_there_is_a_screen(tmp_path: Path) -> None:
    with small_server(tmp_path, BROWSER=browser(tmp_path), DISPLAY=":99") as server:
        port = server.port()
        for _ in range(500):
            if (tmp_path / "opened").exists() and (tmp_path / "opened").read_text():
                break
            time.sleep(0.01)
        assert (tmp_path / "opened").read_text() == f"http://127.0.0.1:{port}/\n"


@pytest.mark.parametrize(
    ("flags", "environment"),
    (((), {}), (("--no-browser",), {"DISPLAY": ":99"})),
)
def test_else_it_is_not(
    tmp_path: Path, flags: tuple[str, ...], environment: dict[str, str]
) -> None:
    with small_server(tmp_path, *flags, BROWSER=browser(tmp_path), **environment) as server:
        assert is_well(server.port())
        time.sleep(0.3)
        assert not (tmp_path / "opened").exists()


# --- over the wire ------------------------------------------------------------------------


def test_long_messages_end_their_socket_only(tmp_path: Path) -> None:
    with small_server(tmp_path, "--max-message-bytes", "2048") as server:
        url = f"ws://127.0.0.1:{server.port()}/api/socket"
        with connect(url, proxy=None) as wire, connect(url, proxy=None) as other:
            wire.send("x" * 2048)
            assert len(wire.recv()) == 2048
            wire.send("x" * 2049)
            with pytest.raises(ConnectionClosed) as caught:
                wire.recv(timeout=60)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1009
            other.send("hello")
            assert other.recv() == "hello"


def test_only_a_trusted_proxy_speaks_for_others(tmp_path: Path) -> None:
    def codes(port: int) -> list[int]:
        return [
            httpx.get(
                f"http://127.0.0.1:{port}/",
                headers={"X-Forwarded-For": f"192.0.2.{n}"},
                trust_env=False,
            ).status_code
            for n in range(3)
        ]

    slow = ("--requests-per-second", "0.1")
    with small_server(tmp_path, *slow) as server:
        assert codes(server.port()) == [200, 429, 429]
    with small_server(tmp_path, *slow, "--trusted-proxies", "127.0.0.1") as server:
        assert codes(server.port()) == [200, 200, 200]


def test_where_compiled_players_cannot_be_kept_the_log_says_so(tmp_path: Path) -> None:
    with small_server(tmp_path, NUMBA_CACHE_DIR="/dev/null/cache") as server:
        server.port()
        server.signal(signal.SIGTERM)
        _, errors = server.end()
    assert "compiled_players_not_kept" in logged(errors)
    assert "/dev/null/cache" in errors
    assert "NUMBA_CACHE_DIR" in errors


# --- one server for one file --------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="names a browser by the environment")
def test_a_second_start_finds_the_first_server_and_opens_it(tmp_path: Path) -> None:
    with small_server(tmp_path) as first:
        port = first.port()
        with small_server(tmp_path, BROWSER=browser(tmp_path), DISPLAY=":99") as second:
            code, errors = second.end()
            assert (code, errors) == (0, "")
            assert second.said == [
                "A server with this database is running already, at",
                f"  http://127.0.0.1:{port}/",
            ]
            assert (tmp_path / "opened").read_text() == f"http://127.0.0.1:{port}/\n"
        assert is_well(port)
        first.signal(signal.SIGKILL)
        first.end()
        with small_server(tmp_path) as third:
            assert is_well(third.port())


def test_a_file_that_something_else_holds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("misterx.server.running._TRIES", 2)
    held = DatabaseLock.acquire(tmp_path / "games.db")
    assert isinstance(held, DatabaseLock)
    with pytest.raises(Problem, match=r"another program is using .*games\.db"):
        serve(Settings(database=str(tmp_path / "games.db"), port=0), make_app)
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    assert isinstance(DatabaseLock.acquire(tmp_path / "link.db"), Held), "by another name, too"
    held.release()


@pytest.mark.parametrize(
    ("database", "message"), (("mysql://db", "no database of the kind"), ("/dev/null/x", "cannot"))
)
def test_a_database_that_will_not_do_is_told(database: str, message: str) -> None:
    with pytest.raises(Problem, match=message):
        serve(Settings(database=database, port=0), make_app)
