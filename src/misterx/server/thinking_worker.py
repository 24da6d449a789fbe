"""A process in which computer players think: it reads questions and writes moves until told off.

Frames come on standard input, their length before them: first how to prepare, then questions,
pickled. Each is answered by one on standard output, a `+` and the move or what else was asked for,
or a `-` and what went wrong. The process ends when its input does, whatever a player is doing at
that moment: its parent is gone then, even if it was killed.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Thread
from traceback import walk_tb
from typing import BinaryIO

from misterx.bots import Limit, find_player
from misterx.bots.readiness import make_ready
from misterx.core import rules_for
from misterx.kernels.cache import is_filled
from misterx.server.consulting import consulted
from misterx.server.question import Question

__all__ = ["main"]

_LAST_SECONDS = 1.0
"""How long a player may go on once nobody waits for it any more."""
_NICENESS = 5
"""Thinking gives way to the server, which has people waiting."""
_IDLE_SECONDS = 2.0
"""After so long without a question there is time to load what the first one may need."""

_OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""What a player loads is many objects that stay: no first question waits while they are looked
through for garbage, again and again."""

_player = cache(find_player)


def main() -> None:
    """Answer questions until there are no more."""
    # Ctrl-C, and the end of a service, go to every process at once; the parent takes them up.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(_NICENESS)
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    inbox, outbox = _channel()
    frames: SimpleQueue[bytes | None] = SimpleQueue()
    is_loading = Event()
    Thread(target=_listen, args=(inbox, frames, is_loading), daemon=True).start()
    work = _prepare
    while (frame := _next(frames, is_loading)) is not None:
        answer = _attempt(partial(work, frame))
        try:
            os.write(outbox, len(answer).to_bytes(4) + answer)
        except BrokenPipeError:
            return
        work = _answer


def _channel() -> tuple[BinaryIO, int]:
    """Standard input and output for the parent alone: what a player prints goes nowhere.

    Nor does what it writes to standard error, which is the server's log.
    """
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    return inbox, outbox


def _listen(inbox: BinaryIO, frames: SimpleQueue[bytes | None], is_loading: Event) -> None:
    """Pass on what comes in; beside the thinking, so that the parent's end is noticed at once."""
    while header := inbox.read(4):
        frames.put(inbox.read(int.from_bytes(header)))
    frames.put(None)
    if not is_loading.is_set():
        time.sleep(_LAST_SECONDS)
    os._exit(0)


def _next(frames: SimpleQueue[bytes | None], is_loading: Event) -> bytes | None:
    """The next frame. Who waits for it in vain uses the time."""
    with suppress(Empty):
        return frames.get(timeout=_IDLE_SECONDS)
    is_loading.set()
    _load()
    is_loading.clear()
    return frames.get()


@cache
def _load() -> None:
    """Load what players that search need, so that the first question does not wait for it."""
    with suppress(Exception):  # who fails at it is found out when a player is asked
        import_module("misterx.kernels.warming").warm(all_entries=False)


def _attempt(work: Callable[[], str]) -> bytes:
    try:
        return b"+" + work().encode()
    except MemoryError:
        sys.exit(1)  # another process has more room
    except Exception as error:  # noqa: BLE001 - a player may do anything, and the parent is told
        # Never the message: it may tell of moves and stations, and this ends up in a log.
        *_, (frame, line) = walk_tb(error.__traceback__)
        place = f"{Path(frame.f_code.co_filename).name}, line {line}"
        return f"-{type(error).__name__} in {place}".encode()


def _prepare(frame: bytes) -> str:
    """Load whatever questions will need, before the first one waits for it."""
    prepare: Callable[[], None] | None = pickle.loads(frame)
    if prepare is not None:
        prepare()
    if not is_filled():
        # A minute, once on a machine: no question may wait for it.
        import_module("misterx.kernels.warming").warm()
    return ""


def _answer(frame: bytes) -> str:
    asked: Question
    asked, seconds = pickle.loads(frame)
    rules = rules_for(asked.edition, asked.own_rules, asked.game, asked.version)
    player = _player(asked.player, asked.game)
    make_ready(str)  # the server has said it
    if asked.what != "move":
        return consulted(rules, player, asked, seconds)
    legal = [rules.parse(text) for text in asked.legal]
    return rules.text(player.choose(asked.seen, legal, Random(asked.seed), Limit(seconds)))


if __name__ == "__main__":
    main()
