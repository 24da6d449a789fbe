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
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

from misterx.bots import longest_search
from misterx.server.fair_queue import NOBODY, Entry, FairQueue, Payer, Priority
from misterx.server.metrics import Registry
from misterx.server.question import Question, question
from misterx.server.thinking_time import OpenQuestions, answer_seconds, search_seconds

__all__ = ["Order", "Payer", "Priority", "Question", "Thinkers", "ThinkingError", "question"]

_log = logging.getLogger(__name__)

_TRIES = 3
"""How often a player is asked before somebody else chooses in its place."""
_SUBSTITUTE = "random"
_AHEAD = 0.1
"""The part of its seconds by which a player who sees secrets is done before they are over."""
_SHORT = 0.05
"""The part of its time that is charged for an answer to begin with, until it is there."""
_WEIGHT = 0.05
"""The weight of the last question in the average of what questions take besides."""
_MOST_OVERHEAD = 0.25
"""The part of its time that counts at most as what a question takes besides."""
_PATIENT = (Priority.ANALYSIS, Priority.UNWATCHED)
_ANSWERS = (0.01, 0.1, 0.25, 0.5, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)
"""Bounds in seconds of the time until an answer."""
_TO_START = 600.0
"""Seconds a process may take until it can be asked; on a new machine it compiles first."""
_TO_LEAVE = 2.0
"""Seconds an idle process may take to end when it is told to."""


class ThinkingError(Exception):
    """No move was found, or nobody is there any more to find one."""


class _Failure(Exception):
    """One try went wrong. The message says how, and nothing of the game."""


@dataclass(eq=False, slots=True)
class Order:
    """For whom a question is asked: how urgent it is, and whose share of the workers it uses."""

    priority: Priority = Priority.PLAY
    payer: Payer = NOBODY
    _entry: Entry[_Job] | None = None
    """Its place in the queue while it waits for a worker."""
    _is_open: bool = False


@dataclass(eq=False, slots=True)
class _Job:
    """A question that waits for a worker."""

    slot: Callable[[], _Slot]
    """How long the worker is its own, as it is when there is one."""
    begun: float
    got: asyncio.Future[_Slot]


@dataclass(eq=False, slots=True)
class _Slot:
    """A worker for a while."""

    seconds: float
    is_fixed: bool
    """Whether the worker does nothing else until the seconds are over, however soon it is done."""
    charged: float
    priority: Priority
    payer: Payer
    worker: _Worker | None = None

    @property
    def end(self) -> float:
        """When its seconds are over, by the loop's clock."""
        assert self.worker is not None
        return self.worker.asked_at + self.seconds


class Thinkers:
    """So many processes, in which computer players think about questions, one each at a time.

    Questions wait in a fair queue (`fair_queue`). The more are open, the shorter each is thought
    about (`thinking_time`).
    """

    def __init__(
        self,
        workers: int,
        prepare: Callable[[], object] | None = None,
        grace: float = 5.0,
        metrics: Registry | None = None,
    ) -> None:
        """Make processes that have not been started.

        Args:
            workers: how many.
            prepare: called in every process before anything else: it makes the operator's own
                boards and editions known there. It is pickled, so it is a function of some module,
                or a `partial` of one.
            grace: how many seconds more than it was given a player may take before its process is
                taken to hang.
            metrics: where the queue and the times are counted, if anywhere.
        """
        self._workers = [_Worker(pickle.dumps(prepare)) for _ in range(workers)]
        self._grace = grace
        self._running = False
        self._number = max(1, workers)
        self._free: list[_Worker] = []
        self._queue = FairQueue[_Job]()
        self._open = OpenQuestions()
        self._busy = dict.fromkeys(Priority, 0)
        self._overhead = 0.0
        """The seconds of a worker that a question lately took beside those it was given."""
        self._measured = _Measured(metrics or Registry(), self)

    async def start(self) -> None:
        """Have the processes started, in the background: a first question may wait for them."""
        self._running = True
        for worker in self._workers:
            worker.begin()
        self._free = list(self._workers)

    async def close(self) -> None:
        """End all processes. Questions that are still open raise `ThinkingError`."""
        self._running = False
        while (entry := self._queue.take()) is not None:
            if not entry.item.got.done():
                entry.item.got.set_exception(_stopped())
        await asyncio.gather(*(worker.close() for worker in self._workers))

    @property
    def busy(self) -> int:
        """How many processes think, or are held until a question's seconds are over."""
        return sum(self._busy.values())

    def waiting(self, priority: Priority) -> int:
        """Return how many questions of a class wait for a process."""
        return self._queue.length(priority)

    def answer_seconds(self, order: Order, seconds: float) -> float:
        """Return after how long a question would be answered that was asked now.

        Args:
            order: for whom.
            seconds: the normal time.
        """
        self._open.add(order.priority, order.payer)
        share = self._open.share(order.priority, order.payer)
        self._open.remove(order.priority, order.payer)
        return answer_seconds(seconds, self._number, share, self._overhead)

    def change(self, order: Order, priority: Priority, payer: Payer) -> None:
        """Make a question that has been asked another one's, or more or less urgent."""
        if order._is_open:
            self._open.remove(order.priority, order.payer)
            self._open.add(priority, payer)
        order.priority, order.payer = priority, payer
        entry = order._entry
        if entry is not None and self._queue.remove(entry):
            order._entry = self._queue.put(entry.item, priority, payer)

    async def choose(
        self,
        question: Question,
        seconds: float,
        order: Order | None = None,
        *,
        even: float | None = None,
    ) -> str:
        """Return the move that the player makes, in the notation: one of the question's legal ones.

        A player that fails again and again is stood in for by another that cannot.

        Args:
            question: what it is asked.
            seconds: the normal time for a move; it thinks shorter if much is asked at once.
            order: for whom it is asked.
            even: for players who see what others must not: how long they think would tell of it.
                The answer comes so many seconds after the question, not before, and the process is
                taken for a time that does not depend on how soon the player is done.

        Raises:
            ThinkingError: if no player finds a move.
        """
        order = order or Order()
        loop = asyncio.get_running_loop()
        due = loop.time() + (even or 0.0)
        with self._opened(order):
            move, end = await self._chosen(question, seconds, order, is_secret=even is not None)
            if even is not None:
                await asyncio.sleep(max(due, end) - loop.time())
                self._check_running()
            return move

    async def _chosen(
        self, question: Question, seconds: float, order: Order, *, is_secret: bool
    ) -> tuple[str, float]:
        """The move, and when the seconds of its process are over."""
        game = question.game
        for number, player in enumerate((*[question.player] * _TRIES, _SUBSTITUTE)):
            if number == _TRIES:
                _log.error("%s stands in for %s in %s", player, question.player, game)
            asked = replace(question, player=player)
            try:
                move, slot = await self._searched(asked, seconds, order, is_secret=is_secret)
                _check_legal(move, asked)
            except _Failure as failure:
                self._check_running()
                _log.warning("%s has chosen no move of %s: %s", player, game, failure)
            else:
                return move, slot.end
        raise ThinkingError(f"no computer player could choose a move of {game}")

    async def consult(
        self, question: Question, seconds: float, order: Order | None = None
    ) -> object:
        """Return what the player thinks, as JSON.

        Raises:
            ThinkingError: if it fails again and again.
        """
        order = order or Order(Priority.ADVICE)
        with self._opened(order):
            for _ in range(_TRIES):
                try:
                    if question.what == "hint":
                        found, _slot = await self._searched(
                            question, seconds, order, is_secret=True
                        )
                    else:
                        found = await self._computed(question, seconds, order)
                    return cast(object, json.loads(found))
                except _Failure as failure:
                    self._check_running()
                    _log.warning("%s has given no %s: %s", question.player, question.what, failure)
        raise ThinkingError(f"no computer player could say anything of {question.game}")

    @contextmanager
    def _opened(self, order: Order) -> Iterator[None]:
        """Count a question as open."""
        self._open.add(order.priority, order.payer)
        order._is_open = True
        begun = asyncio.get_running_loop().time()
        try:
            yield
            took = asyncio.get_running_loop().time() - begun
            self._measured.answering.observe(took, _name(order.priority))
        finally:
            order._is_open = False
            self._open.remove(order.priority, order.payer)

    async def _searched(
        self, asked: Question, seconds: float, order: Order, *, is_secret: bool
    ) -> tuple[str, _Slot]:
        """The answer to a question that is thought about as long as there is time."""

        def slot() -> _Slot:
            share = self._open.share(order.priority, order.payer)
            given = search_seconds(seconds, self._number, share)
            if is_secret and (most := longest_search(asked.player, asked.game)) is not None:
                given = min(given, most)
            return _Slot(given, is_secret, given, order.priority, order.payer)

        async with self._worker(order, slot) as got:
            limit = got.seconds * (1 - _AHEAD) if is_secret else got.seconds
            assert got.worker is not None
            try:
                return await got.worker.ask(
                    pickle.dumps((asked, limit)), seconds + self._grace
                ), got
            finally:
                over = asyncio.get_running_loop().time() - got.end
                most = _MOST_OVERHEAD * seconds
                self._overhead += _WEIGHT * (min(max(0.0, over), most) - self._overhead)

    async def _computed(self, asked: Question, seconds: float, order: Order) -> str:
        """The answer to a question that is always thought about to its end."""

        def slot() -> _Slot:
            return _Slot(seconds, False, _SHORT * seconds, order.priority, order.payer)

        async with self._worker(order, slot) as got:
            assert got.worker is not None
            return await got.worker.ask(pickle.dumps((asked, seconds)), seconds + self._grace)

    # --- the queue -------------------------------------------------------------------------

    @asynccontextmanager
    async def _worker(self, order: Order, slot: Callable[[], _Slot]) -> AsyncIterator[_Slot]:
        """Wait for a process; it is free again afterwards, or when its seconds are over."""
        self._check_running()
        loop = asyncio.get_running_loop()
        job = _Job(slot, loop.time(), loop.create_future())
        order._entry = self._queue.put(job, order.priority, order.payer)
        self._assign()
        try:
            got = await job.got
        except asyncio.CancelledError:
            if not self._queue.remove(order._entry) and _has_result(job.got):
                self._put_back(job.got.result())  # it came in the same moment
            raise
        finally:
            order._entry = None
        begun = loop.time()
        self._measured.waiting.observe(begun - job.begun, _name(got.priority))
        try:
            self._check_running()
            yield got
        finally:
            used = loop.time() - begun
            self._measured.thinking.observe(used, _name(got.priority))
            if got.is_fixed and got.end > loop.time():
                loop.call_at(got.end, self._put_back, got)
            else:
                if not got.is_fixed:
                    self._queue.charge(got.priority, got.payer, used - got.charged)
                self._put_back(got)

    def _assign(self) -> None:
        """Give the processes that are free to those whose turn it is."""
        while self._free and (entry := self._queue.take(self._served())) is not None:
            job = entry.item
            if job.got.done():
                continue  # nobody waits for it any more
            got = job.slot()
            got.worker = self._free.pop(0)
            self._queue.charge(got.priority, got.payer, got.charged)
            self._busy[got.priority] += 1
            job.got.set_result(got)

    def _served(self) -> Sequence[Priority]:
        """The classes that may have one more process: one is left to those who wait for a move."""
        patient = sum(self._busy[priority] for priority in _PATIENT)
        if patient < max(1, self._number - 1):
            return tuple(Priority)
        return tuple(priority for priority in Priority if priority not in _PATIENT)

    def _put_back(self, got: _Slot) -> None:
        assert got.worker is not None
        self._busy[got.priority] -= 1
        self._free.append(got.worker)
        if self._running:
            self._assign()

    def _check_running(self) -> None:
        if not self._running:
            raise _stopped()


def _check_legal(move: str, asked: Question) -> None:
    if move not in asked.legal:
        raise _Failure("its answer is none of the legal ones")


def _has_result(got: asyncio.Future[_Slot]) -> bool:
    return got.done() and not got.cancelled() and got.exception() is None


def _stopped() -> ThinkingError:
    return ThinkingError("the computer players have not been started, or were stopped")


class _Measured:
    """Counts of the questions: how many wait, and how long everything takes."""

    def __init__(self, metrics: Registry, thinkers: Thinkers) -> None:
        self.waiting = metrics.histogram(
            "misterx_bot_waiting_seconds",
            "From a question to computer players until a worker takes it.",
            label="class",
        )
        self.thinking = metrics.histogram(
            "misterx_bot_thinking_seconds",
            "How long a worker thought about a question.",
            label="class",
        )
        self.answering = metrics.histogram(
            "misterx_bot_answer_seconds",
            "From a question to computer players until it is answered.",
            _ANSWERS,
            label="class",
        )
        metrics.gauges(
            "misterx_bot_questions_waiting",
            "Questions to computer players that wait for a worker.",
            "class",
            {_name(priority): partial(thinkers.waiting, priority) for priority in Priority},
        )
        metrics.gauge("misterx_bot_workers_busy", "Workers that are taken.", lambda: thinkers.busy)


def _name(priority: Priority) -> str:
    return priority.name.lower()


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
