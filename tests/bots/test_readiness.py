"""Readiness: who searches is compiled for before the first move, nobody else, and it is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pexpect
import pytest

import misterx
from misterx.bots import readiness
from misterx.kernels.cache import PREPARING, preparing

FIRST_MOVE = """
from random import Random
from misterx import new_game
from misterx.bots import Limit, ask, find_player

game = new_game("modern-2013", players=4, seed=7)
ask(find_player("champion", "chase"), game, "X", Random(1), Limit(seconds=0.2))
print("moved")
"""


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled, in a process that has not been ready before."""
    calls: list[str] = []

    def warm(*, all_entries: bool = True) -> None:
        calls.append("all" if all_entries else "what players call")

    monkeypatch.setattr("misterx.kernels.warming.warm", warm)
    monkeypatch.setattr(readiness, "_ready", False)
    return calls


@pytest.mark.parametrize(
    ("loaded", "filled", "expected", "told"),
    (
        pytest.param(True, False, ["all"], [PREPARING], id="compiled, and said once"),
        pytest.param(True, True, ["what players call"], [], id="read, where they are compiled"),
        pytest.param(False, False, [], [], id="left alone, where nobody searches"),
    ),
)
def test_kernels_are_ready_once_somebody_has_loaded_them(
    warmed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    loaded: bool,
    filled: bool,
    expected: list[str],
    told: list[str],
) -> None:
    monkeypatch.setattr(readiness, "is_filled", lambda: filled)
    monkeypatch.delitem(sys.modules, "misterx.kernels.contests", raising=False)
    if loaded:
        monkeypatch.setitem(
            sys.modules, "misterx.kernels.contests", ModuleType("misterx.kernels.contests")
        )
    said: list[str] = []
    also_said: list[str] = []
    readiness.make_ready(said.append)
    readiness.make_ready(also_said.append)
    readiness.make_ready()
    assert warmed == expected
    assert said == told
    assert not also_said


def test_warming_up_needs_no_player(
    warmed: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "is_filled", lambda: False)
    misterx.warm_up()
    misterx.warm_up()
    assert warmed == ["all"]
    assert caplog.messages == [PREPARING]


def test_where_nothing_can_be_kept_it_is_said_where_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert preparing() == PREPARING
    (tmp_path / "file").touch()
    nowhere = tmp_path / "file" / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(nowhere))
    assert f"in every process, as {nowhere} cannot be written to" in preparing()
    assert "set NUMBA_CACHE_DIR" in preparing()


# --- programs without a cache, ended before the compiler is through ------------------------


@contextmanager
def without_cache(tmp_path: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    (tmp_path / "file").touch()
    program = subprocess.Popen(
        [sys.executable, *arguments],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield program
    finally:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate()


def test_a_first_move_that_waits_for_the_compiler_says_so(tmp_path: Path) -> None:
    with without_cache(tmp_path, "-W", "error", "-c", FIRST_MOVE) as program:
        assert program.stderr is not None
        said = program.stderr.readline()
    assert f"{tmp_path / 'file' / 'cache'} cannot be written to" in said
    assert "NUMBA_CACHE_DIR" in said


def test_the_command_says_it_on_standard_error(tmp_path: Path) -> None:
    with without_cache(tmp_path, "-m", "misterx", "bot", "champion") as program:
        assert program.stdin is not None
        assert program.stderr is not None
        program.stdin.write('{"do":"hello"}\n')
        program.stdin.flush()
        said = program.stderr.readline()
    assert "NUMBA_CACHE_DIR" in said


def test_a_terminal_shows_how_long_it_has_taken(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache")}
    screen = pexpect.spawn(
        sys.executable,
        ["-c", FIRST_MOVE],
        env={**environment, "TERM": "xterm"},
        encoding="utf-8",
        timeout=100,
    )
    try:
        screen.expect("NUMBA_CACHE_DIR")
        screen.expect("compiling.*0:00:0[1-9]")
    finally:
        screen.close(force=True)
