"""Other people's programs, asked line by line over their standard input and output.

docs/bots.md describes what is said. A program that does not keep to it has lost its game, and
nothing more: whatever it does, it is ended, and the arena goes on.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Final

from misterx.bots import Limit
from misterx.core.fields import Fields, JsonObject, read_json, show

__all__ = ["Fault", "Program", "ProgramFailed", "end_all"]

GRACE: Final = 0.5
"""Seconds for which an answer may be late, and for which a program may take its leave."""
USUAL: Final = Limit(seconds=1.0)
"""What a program is told where nobody says anything."""
FIRST_WORDS: Final = 120.0
"""Seconds in which a program must have started and answered the first request.

One that compiles what it needs on a new machine takes its time.
"""
LONGEST: Final = 60.0
"""Seconds for a move where only its iterations are limited: then it hangs."""
_LONGEST_LINE: Final = 1 << 20
_TAIL: Final = 400
"""How much of what a program writes to standard error is kept: its last letters."""


class Fault(StrEnum):
    """What a program did wrong."""

    CRASHED = "crashed"
    SILENT = "silent"
    NONSENSE = "nonsense"
    ILLEGAL = "illegal"


class ProgramFailed(Exception):
    """A program has lost its game, and why; with the last it wrote to standard error."""

    def __init__(self, fault: Fault, message: str, said: str = "") -> None:
        super().__init__(f"{message}; it said: {said}" if said else message)
        self.fault = fault


class Program:
    """A running program. Whoever starts one ends it."""

    def __init__(self, command: str) -> None:
        """Start the command; raises `ProgramFailed` if it cannot be started."""
        self.command = command
        self._heard = b""
        self._said = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its own children can be ended with it
            )
        except OSError as error:
            what = f": {error.filename}" if error.filename else ""
            why = f"it cannot be started: {error.strerror}{what}"
            raise ProgramFailed(Fault.CRASHED, why) from error
        except ValueError as error:
            raise ProgramFailed(Fault.CRASHED, f"it cannot be started: {error}") from error
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = (s.fileno() for s in streams if s is not None)
        self._selector = selectors.DefaultSelector()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        for stream in (self._stdout, self._stderr):
            self._selector.register(stream, selectors.EVENT_READ)
        _running.add(self)

    # --- asking ---------------------------------------------------------------------------

    def hello(self) -> tuple[str, tuple[str, ...]]:
        """Its name and the editions that it plays; raises `ProgramFailed`."""
        answer = self._ask({"do": "hello"}, FIRST_WORDS)
        name, plays = answer.get("name"), answer.get("plays")
        if not isinstance(name, str) or not isinstance(plays, list):
            lacks = f"its first answer has no name, or no list of what it plays: {show(answer)}"
            raise self._failed(Fault.NONSENSE, lacks)
        return name, tuple(map(str, plays))

    def choose(
        self, who: str, view: JsonObject, legal: Sequence[str], limit: Limit, seed: int
    ) -> str:
        """The move that it makes; raises `ProgramFailed`."""
        if limit.seconds is None and limit.iterations is None:
            limit = USUAL
        allowed: dict[str, float] = {"seed": seed}
        if limit.seconds is not None:
            ms = round(float(limit.seconds) * 1000, 3)
            allowed["ms"] = int(ms) if ms.is_integer() else ms
        if limit.iterations is not None:
            allowed["iterations"] = limit.iterations
        request = {"do": "choose", "as": who, "view": view, "legal": legal, "limit": allowed}
        answer = self._ask(request, (limit.seconds or LONGEST) + GRACE)
        move = answer.get("move")
        if not isinstance(move, str):
            raise self._failed(Fault.NONSENSE, f"its answer has no move: {show(answer)}")
        if move not in legal:
            raise self._failed(Fault.ILLEGAL, f"it played {show(move)}, which is not legal")
        return move

    def _ask(self, request: JsonObject, seconds: float) -> JsonObject:
        """The answer to a request; raises `ProgramFailed`."""
        line = self._exchange(_line(request), seconds)
        try:
            answer = Fields(read_json(line), "the answer").data
        except (ValueError, RecursionError) as error:
            raise self._failed(Fault.NONSENSE, f"it answered {_shown(line)}") from error
        if answer.get("ok") is not True:
            raise self._failed(Fault.NONSENSE, f"it refused: {_reason(answer)}")
        return answer

    def _exchange(self, unsent: bytes, seconds: float) -> bytes:
        """The line that comes for a line that is sent."""
        for key, _ in self._selector.select(0):
            self._hear(key.fd)
        if self._heard:
            raise self._failed(Fault.NONSENSE, f"it spoke unasked: {_shown(self._heard)}")
        end = time.monotonic() + seconds
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while b"\n" not in self._heard:
                left = end - time.monotonic()
                if left <= 0:
                    raise self._failed(Fault.SILENT, f"no answer within {seconds:g} s")
                for key, _ in self._selector.select(left):
                    if key.fd == self._stdin:
                        unsent = self._send(unsent)
                    else:
                        self._hear(key.fd)
        finally:
            with suppress(KeyError, ValueError):
                self._selector.unregister(self._stdin)
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _send(self, unsent: bytes) -> bytes:
        """Send as much as it takes now, and return the rest."""
        try:
            unsent = unsent[os.write(self._stdin, unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:  # nobody reads any more; what it has said by now still counts
            unsent = b""
        if not unsent:
            self._selector.unregister(self._stdin)
        return unsent

    def _hear(self, stream: int) -> None:
        """Take in what it has written."""
        try:
            data = os.read(stream, 1 << 16)
        except BlockingIOError:
            return
        if stream == self._stderr:
            self._said = (self._said + data)[-_TAIL:]
            if not data:
                self._selector.unregister(stream)
            return
        self._heard += data
        if not data:
            raise self._failed(Fault.CRASHED, self._last_words())
        if len(self._heard) > _LONGEST_LINE:
            raise self._failed(Fault.NONSENSE, "its answer is too long")

    def _last_words(self) -> str:
        """How a program ended whose output has."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        return "it ended with " + (f"exit code {code}" if code >= 0 else f"signal {-code}")

    def _failed(self, fault: Fault, message: str) -> ProgramFailed:
        self.end()
        words = self._said.decode(errors="replace").split()
        return ProgramFailed(fault, message, " ".join(words))

    # --- ending ---------------------------------------------------------------------------

    def end(self) -> int:
        """End it, and all that it has started in its group; its exit code, below 0 for a signal."""
        if self not in _running:
            return self._process.wait()
        _running.discard(self)
        with suppress(OSError):
            os.write(self._stdin, _line({"do": "bye"}))
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        with suppress(OSError):
            self._said = (self._said + os.read(self._stderr, 1 << 20))[-_TAIL:]
        self._selector.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        return code


def _line(request: JsonObject) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


def _shown(line: bytes) -> str:
    return show(line.decode(errors="replace").rstrip("\n"))


def _reason(answer: JsonObject) -> str:
    """What it says itself, at some length: it may tell what to do about it."""
    error = answer.get("error")
    return repr(error[:_TAIL]) if isinstance(error, str) else show(answer)


_running: set[Program] = set()


def end_all() -> None:
    """End every program of this process."""
    for program in tuple(_running):
        program.end()
