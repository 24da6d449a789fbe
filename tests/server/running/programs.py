"""Servers as programs of their own, and what they say."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

_SECONDS = 90.0


class Program:
    """A server that was started; it is ended with the test."""

    def __init__(self, words: tuple[str, ...], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *words],
            env={**_quiet(), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self._errors = ""
        self._complainer = threading.Thread(target=self._complain)
        self._complainer.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _complain(self) -> None:
        assert self.process.stderr is not None
        self._errors = self.process.stderr.read()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line from now on that has this in it."""
        while (line := self._lines.get(timeout=_SECONDS)) is not None:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"no {pattern!r} in {self.said}; {self.end()[1]}")

    def port(self) -> int:
        """Where it listens, once it does."""
        return int(self.wait_for(r"http://127\.0\.0\.1:(\d+)/$")[1])

    def signal(self, sent: int = signal.SIGTERM) -> None:
        self.process.send_signal(sent)

    def end(self) -> tuple[int, str]:
        """Wait until it has ended by itself: its exit code and what it complained about."""
        code = self.process.wait(_SECONDS)
        self._join()
        while (line := self._lines.get()) is not None:
            self.said.append(line)
        self._lines.put(None)
        return code, self._errors

    def _join(self) -> None:
        self._reader.join()
        self._complainer.join()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


def _quiet() -> dict[str, str]:
    """The environment without a screen, and without settings of whoever runs the tests."""
    left_out = {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}
    return {
        name: value
        for name, value in os.environ.items()
        if name not in left_out and not name.startswith("MISTERX_")
    }


@contextmanager
def program(*words: str, **environment: str) -> Iterator[Program]:
    """A Python program with these arguments and this environment besides."""
    started = Program(words, environment)
    try:
        yield started
    finally:
        started.close()


@contextmanager
def small_server(folder: Path, *flags: str, **environment: str) -> Iterator[Program]:
    """The small application as a server with a database in this folder."""
    words = ("-m", "tests.server.running.house_for_tests", "--port", "0")
    where = ("--database", str(folder / "games.db"))
    home = {"XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with program(*words, *where, *flags, **home, **environment) as started:
        yield started


def is_well(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/", trust_env=False).text == "hello"
