"""Players with manners of their own, made known to worker processes by `know`.

They note in a folder what they do, so that tests can see into the processes: `asked` has a line
with the process's number for each time a player was asked.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from misterx.board import Board, load_board, register_board
from misterx.bots import Limit, registry
from misterx.chase import catalogue

SECRET = "Mister X is at 46"
OWN_EDITION = "thinking-night"
OWN_BOARD = "thinking-town"

_folder = Path()
Moves: TypeAlias = Sequence[Any]


def know(folder: Path) -> None:
    """Make the players of this module known, each under the name of its class."""
    global _folder  # noqa: PLW0603 - a process is told once, when it starts
    _folder = folder
    for name in _players():
        registry._PLAYERS.append(registry._Entry(name, None, __name__, "player"))


def player(name: str) -> object:
    """The player of that name."""
    return _players()[name]()


def _players() -> dict[str, Callable[[], object]]:
    all_of_them = (
        *(
            Dying,
            Failing,
            Hanging,
            Illegal,
            Killed,
            OutOfMemory,
            Printing,
            Quick,
            Slow,
            Talking,
            Waiting,
        ),
    )
    return {player.name: player for player in all_of_them}


def know_own_edition() -> None:
    """Do what an operator's folder with a board and an edition does."""
    london = load_board("london")
    register_board(Board(OWN_BOARD, london.stations, london.connections, london.positions))
    if OWN_EDITION not in catalogue.edition_names():
        given = {"base": "classic-2000", "rounds": 3, "board": OWN_BOARD}
        catalogue.register_edition(OWN_EDITION, given)


def preparing(folder: Path) -> Callable[[], None]:
    """What `Thinkers` calls in its processes."""
    return partial(know, folder)


def fail_to_prepare() -> None:
    """What an operator's broken folder does."""
    raise ValueError(SECRET)


def pids(folder: Path) -> list[int]:
    """The processes that were asked so far, one for each time."""
    asked = folder / "asked"
    return [int(line) for line in asked.read_text().split()] if asked.exists() else []


class Quick:
    """Notes that it was asked and takes the first move."""

    name = "quick"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        return legal[0]


class Slow:
    """Takes all the time it has, then the first move."""

    name = "slow"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        time.sleep(limit.seconds or 0)
        return legal[0]


class Hanging:
    """Never comes to an end, and holds the interpreter all the time."""

    name = "hanging"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        while True:
            pass


class Killed:
    """Waits to be killed the first time, the next time takes the last move."""

    name = "killed"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        if len(pids(_folder)) == 1:
            time.sleep(60)
        return legal[-1]


class Dying:
    """Takes its process with it."""

    name = "dying"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        os._exit(3)


class OutOfMemory:
    """Asks for more than there is the first time, the next time takes the last move."""

    name = "out-of-memory"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        if len(pids(_folder)) == 1:
            raise MemoryError
        return legal[-1]


class Failing:
    """Says what it must not say as it fails."""

    name = "failing"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        raise ValueError(SECRET)


class Illegal:
    """Makes a move that nobody offered."""

    name = "illegal"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        return "X:T999"


class Talking:
    """Writes to standard output, waits for input, and sends itself Ctrl-C and its end."""

    name = "talking"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        print("+X:T999" * 100, flush=True)  # noqa: T201 - that is what it is for
        assert not os.read(0, 1), "nobody talks to players"
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        return legal[-1]


class Printing:
    """Writes what it knows to standard error, as a library in it may do."""

    name = "printing"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        sys.stderr.write(f"{SECRET}\n")
        os.write(2, SECRET.encode())
        return legal[0]


class Waiting:
    """Takes the first move until its process has loaded the kernels, then the last one."""

    name = "waiting"

    def choose(self, seen: object, legal: Moves, rng: Random, limit: Limit) -> object:
        note()
        return legal[-1] if "misterx.kernels.warming" in sys.modules else legal[0]


def note() -> None:
    with (_folder / "asked").open("a") as asked:
        asked.write(f"{os.getpid()}\n")
