"""What the tests of the command share: runs, and games to run on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

import misterx
from misterx.bots import ask, find_player
from misterx.core import Game


class Run(NamedTuple):
    """How a run of the command ended and what it said."""

    code: int
    out: str
    err: str


class Runner(Protocol):
    """Runs the command."""

    def __call__(self, *words: str, typed: str = "") -> Run: ...


def played(edition: str, players: int, *, seed: int = 3, moves: int = 10**6, **setup: bool) -> Game:
    """A game between constables, or the first moves of one; `setup`: its options."""
    game = misterx.new_game(edition, players, seed=seed, options=setup)
    player, rng = find_player("constable", "chase"), Random(seed)
    while game.to_act and moves:
        seat = game.to_act[0]
        game.play(ask(player, game, seat, rng), seat)
        moves -= 1
    return game


def saved(game: Game, folder: Path, name: str = "game.txt") -> str:
    """The file that a game was saved to."""
    misterx.save_game(game, folder / name)
    return str(folder / name)


def in_a_process(*words: str, typed: str = "", **environment: str) -> Run:
    """The command run as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "misterx", *words],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=150,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())
