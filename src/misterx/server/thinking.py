"""Computer players think in processes of their own, never in the event loop.

A process that dies, hangs or fails is replaced and the question asked again; its neighbours notice
nothing. Nothing of a question or an answer is ever logged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from misterx.server.idle import Idle
from misterx.server.question import Question, question

__all__ = ["Question", "Thinkers", "ThinkingError", "question"]

_log = logging.getLogger(__name__)

_TRIES = 3
"""How often a player is asked before somebody else chooses in its place."""
_SUBSTITUTE = "random"
_AHEAD = 0.1
"""The part of its time by which a player is done before an even answer is due."""
_TO_START = 600.0
"""Seconds a process may take until it can be asked; on a new machine it compiles first."""
_TO_LEAVE = 2.0
"""Seconds an idle process may take to end when it is told to."""


class ThinkingError(Exception):
    """No move was found, or nobody is there any more to find one."""


class _Failure(Exception):
    """One try went wrong. The message says how, and nothing of the game."""


class Thinkers:
    """So many processes, in which computer players think about questions, one each at a time.

    `prepare` is called in every process before anything else: it makes the operator's own boards
    and editions known there. It is pickled, so it is a function of some module, or a `partial` of
    one. `grace` is how many seconds more than it was given a player may take before its process is
    taken to hang.
    """

    def __init__(
        self, workers: int, prepare: Callable[[], object] | None = None, grace: float = 5.0
    ) -> None:
        self._workers = [_Worker(pickle.dumps(prepare)) for _ in range(workers)]
        self._idle = Idle[_Worker]()
        self._grace = grace
        self._running = False

    async def start(self) -> None:
        """Have the processes started, in the background: a first question may wait for them."""
        self._running = True
        for worker in self._workers:
            worker.begin()
            self._idle.put(worker)

    async def close(self) -> None:
        """End all processes. Questions that are still open raise `ThinkingError`."""
        self._running = False
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def choose(
        self, question: Question, seconds: float, *, evenly: bool = False, urgent: bool = True
    ) -> str:
        """The move that the player makes, in the notation: one of the question's legal ones.

        It waits until a process is free; then the player has so many seconds. One that fails again
        and again is stood in for by another that cannot. Raises `ThinkingError` if that fails too.
        `evenly` is for players who see what others must not: how long they think would tell of it.
        Their moves come when the seconds are over, not before, and they have done thinking by then;
        nor is the process free before, as whoever waits for it would notice. What is not `urgent`,
        because nobody waits for it, comes after all that is.
        """
        game = question.game
        for number, player in enumerate((*[question.player] * _TRIES, _SUBSTITUTE)):
            if number == _TRIES:
                _log.error("%s stands in for %s in %s", player, question.player, game)
            try:
                asked = replace(question, player=player)
                return await self._move(asked, seconds, evenly=evenly, urgent=urgent)
            except _Failure as failure:
                self._check_running()
                _log.warning("%s has chosen no move of %s: %s", player, game, failure)
        raise ThinkingError(f"no computer player could choose a move of {game}")

    async def consult(self, question: Question, seconds: float) -> object:
        """What the player thinks, as JSON; raises `ThinkingError` if it fails again and again."""
        for _ in range(_TRIES):
            try:
                answer: object = json.loads(await self._answer(question, seconds))
            except _Failure as failure:
                self._check_running()
                _log.warning("%s has given no %s: %s", question.player, question.what, failure)
            else:
                return answer
        raise ThinkingError(f"no computer player could say anything of {question.game}")

    async def _move(self, asked: Question, seconds: float, *, evenly: bool, urgent: bool) -> str:
        move = await self._answer(asked, seconds, evenly=evenly, urgent=urgent)
        if move not in asked.legal:
            raise _Failure("its answer is none of the legal ones")
        return move

    async def _answer(
        self, asked: Question, seconds: float, *, evenly: bool = False, urgent: bool = True
    ) -> str:
        frame = pickle.dumps((asked, seconds * (1 - _AHEAD) if evenly else seconds))
        self._check_running()
        worker = await self._idle.get(urgent=urgent)
        try:
            self._check_running()
            answer = await worker.ask(frame, seconds + self._grace)
            if evenly:
                due = worker.asked_at + seconds
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                self._check_running()
        finally:
            self._idle.put(worker)
        return answer

    def _check_running(self) -> None:
        if not self._running:
            raise ThinkingError("the computer players have not been started, or were stopped")


class _Worker:
    """One process, and the next one when it is lost."""

    def __init__(self, prepare: bytes) -> None:
        self._prepare = prepare
        self._starting: asyncio.Task[Process] | None = None
        self._process: Process | None = None
        """The one that has not ended yet."""
        self.asked_at = 0.0
        """When the last question went to a process that was ready for it, by the loop's clock."""
        self._is_killed = False
        self._is_thinking = False
        self._is_closed = False

    def begin(self) -> None:
        """Start a process in the background, once any other has ended."""
        self._starting = asyncio.create_task(self._start())
        self._starting.add_done_callback(self._report)

    async def ask(self, question: bytes, seconds: float) -> str:
        """The answer of the process; raises `_Failure`."""
        process = await self._ready()
        self._is_thinking = True
        self.asked_at = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(seconds):
                return await _exchange(process, question)
        except _Failure:
            raise  # the player's, and the process is as good as before
        except TimeoutError:
            self._kill()
            self._replace()
            raise _Failure(f"no answer in {seconds:g} s") from None
        except asyncio.CancelledError:
            self._kill()  # nobody waits for the answer, and the next one must not get it
            self._replace()
            raise
        except Exception as error:
            self._replace()
            raise _Failure("the process died") from error
        finally:
            self._is_thinking = False

    async def close(self) -> None:
        """End the process, at once if it is thinking or being started."""
        self._is_closed = True
        if self._starting is None:
            return
        if self._is_thinking or not self._starting.done():
            self._kill()
        await asyncio.wait([self._starting])
        await self._end()

    async def _ready(self) -> Process:
        """The process, once it can be asked; raises `_Failure`."""
        assert self._starting is not None, "asked before the start"
        if _is_lost(self._starting):
            self.begin()
        return await asyncio.shield(self._starting)

    def _replace(self) -> None:
        if not self._is_closed:
            self.begin()

    async def _start(self) -> Process:
        await self._end()
        # It finds modules where this process does, and gets no Ctrl-C from the terminal.
        paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "misterx.server.thinking_worker"),
                stdin=PIPE,
                stdout=PIPE,
                # Nobody multiplies matrices there: threads for it would only be in the way.
                env={"OPENBLAS_NUM_THREADS": "1", **os.environ, "PYTHONPATH": paths},
                start_new_session=True,
            )
        except OSError as error:
            raise _Failure(f"no process could be started: {error}") from error
        self._process, self._is_killed = process, False
        if self._is_closed:
            self._kill()
        try:
            async with asyncio.timeout(_TO_START):
                await _exchange(process, self._prepare)
        except TimeoutError:
            self._kill()
            raise _Failure(f"a process did not start in {_TO_START:g} s") from None
        except _Failure:
            _let_go(process)
            raise
        except Exception as error:
            _let_go(process)
            raise _Failure("a process died as it was started") from error
        return process

    def _report(self, starting: asyncio.Task[Process]) -> None:
        """Log why a process was not started, even if nobody has asked for it yet."""
        if not starting.cancelled() and (error := starting.exception()) and not self._is_closed:
            _log.warning("computer players: %s", error)

    async def _end(self) -> None:
        """Wait until the process is gone; it leaves when nothing can come in any more."""
        if self._process is None:
            return
        _let_go(self._process)
        with suppress(TimeoutError):
            async with asyncio.timeout(_TO_LEAVE):
                await self._process.wait()
        self._kill()
        await self._process.wait()
        self._process = None

    def _kill(self) -> None:
        # Never twice, nor when it is dead already: asyncio could lose track of how it ended.
        if self._process and self._process.returncode is None and not self._is_killed:
            self._is_killed = True
            with suppress(ProcessLookupError):
                self._process.kill()


async def _exchange(process: Process, frame: bytes) -> str:
    """Send a frame and read the answer; raises `_Failure` if the answer says that it failed."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(frame).to_bytes(4) + frame)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(4))
    answer = (await process.stdout.readexactly(size)).decode()
    if not answer.startswith("+"):
        raise _Failure(answer.removeprefix("-"))
    return answer.removeprefix("+")


def _is_lost(starting: asyncio.Task[Process]) -> bool:
    """True if a process could not be started, or ended while it was idle."""
    if not starting.done():
        return False
    return starting.exception() is not None or starting.result().returncode is not None


def _let_go(process: Process) -> None:
    """Let an idle process end by itself."""
    assert process.stdin is not None
    process.stdin.close()
