"""Work shared out to several processes, until it is done or somebody stops it.

Each process has a line of its own to this one, and the two share no lock: Ctrl-C may come at any
moment, and a process may be killed at any moment, without anybody waiting for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from misterx.arena.programs import end_all

__all__ = ["ProcessLost", "shared_out"]

_AHEAD: Final = 2
"""Tasks that each process has at a time, so that none is ever idle."""
_NO_MORE: Final = b""
"""In place of a task: there are none left."""
_PATIENCE: Final = 10.0
"""Seconds until a process that was told to end is killed."""

TaskT = TypeVar("TaskT", bound=tuple[Any, ...])
AnswerT = TypeVar("AnswerT")


class ProcessLost(Exception):
    """A process that played games is gone: killed, out of memory, or it could not even start."""


def shared_out(
    do: Callable[..., AnswerT],
    tasks: Iterable[TaskT],
    workers: int,
    prepare: Callable[[], object] = int,
) -> Generator[tuple[TaskT, AnswerT]]:
    """Every task with what `do(*task)` returned, in the order in which they come.

    Each process calls `prepare` before anything else; both must be picklable. What `do` raises is
    raised here, and `ProcessLost` where a process is gone. Whoever closes the generator, or stops
    it with Ctrl-C, gives up the tasks that run at that moment.
    """
    # Spawned, not forked: a fork beside the threads of a progress bar could lock up.
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # the first process would start it, and unblock signals
    left = iter(tasks)
    given: dict[Connection, deque[TaskT]] = {}
    processes: list[BaseProcess] = []
    try:
        with _unheard(signal.SIGINT), _expected_alive():
            for first in islice(left, workers):
                ours, theirs = context.Pipe()
                given[ours] = deque([first])
                started = context.Process(target=_work, args=(do, prepare, theirs))
                started.start()
                processes.append(started)
                theirs.close()
                ours.send(first)
        for line, own in given.items():
            _give(line, own, islice(left, _AHEAD - 1))
        while busy := [line for line, own in given.items() if own]:
            for ready in wait(busy):
                assert isinstance(ready, Connection)
                with _expected_alive():
                    is_answer, answer = ready.recv()
                if not is_answer:
                    raise answer
                yield given[ready].popleft(), answer
                _give(ready, given[ready], islice(left, 1))
        _dismiss(given)
    finally:
        for line in given:
            line.close()
        for process in processes:
            process.join(_PATIENCE)
            process.kill()


def _give(line: Connection, own: deque[TaskT], tasks: Iterable[TaskT]) -> None:
    """Give a process more to do."""
    for task in tasks:
        own.append(task)
        with _expected_alive():
            line.send(task)


def _dismiss(lines: Iterable[Connection]) -> None:
    """Let processes end by themselves that have nothing more to do."""
    for line in lines:
        with suppress(OSError):  # one that is gone already has done all it had to do
            line.send_bytes(_NO_MORE)


@contextmanager
def _expected_alive() -> Iterator[None]:
    """Tell in words when a process cannot be reached."""
    try:
        yield
    except (EOFError, OSError) as error:
        why = "was killed, ran out of memory, or could not start"
        raise ProcessLost(f"a process that played {why}") from error


@contextmanager
def _unheard(number: signal.Signals) -> Iterator[None]:
    """Keep a signal waiting, also for the processes that are started, until they are ready."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in a process of its own --------------------------------------------------------------


def _work(do: Callable[..., object], prepare: Callable[[], object], line: Connection) -> None:
    """Do what comes over the line, one after the other, for the parent and nobody else."""
    # Ctrl-C goes to every process at once; only the parent takes it up.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda _signal, _frame: _end_now())
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(line, tasks), daemon=True).start()
    try:
        prepare()
        while task := tasks.get():
            _say(line, (True, do(*pickle.loads(task))))
    except Exception as error:  # noqa: BLE001 - it is the parent's to raise
        _say(line, (False, _portable(error)))
        while tasks.get():
            pass  # nothing more is done, but the line stays open until the parent has heard of it


def _say(line: Connection, what: tuple[bool, object]) -> None:
    """Send what was found; end if the parent has given up in the meantime."""
    try:
        line.send(what)
    except OSError:
        _end_now()


def _portable(error: Exception) -> Exception:
    """The error with the place where it was raised, or its words if it cannot be sent as it is."""
    place = traceback.format_exc()
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever it is, it would fail on its way too
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(place)
    return error


def _listen(line: Connection, tasks: SimpleQueue[bytes]) -> None:
    """Take tasks; end when the parent gives up, and when it is gone, even if it was killed."""
    try:
        # They are read where they are done: what cannot be read is an error like any other.
        while task := line.recv_bytes():
            tasks.put(task)
    except (EOFError, OSError):
        _end_now()
    tasks.put(_NO_MORE)


def _end_now() -> None:
    """End this process, whatever it is thinking about, and every program that it has started."""
    end_all()
    os._exit(1)
