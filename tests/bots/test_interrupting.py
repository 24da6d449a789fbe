"""Searches listen to Ctrl-C, however long they may think."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import misterx
from tests.groups import press_ctrl_c, started

THINKING = """
from random import Random
import misterx
from misterx.bots import Limit, ask, find_player

game = misterx.new_game("modern-2013", 4, seed=1)
player = find_player("champion", "chase")
ask(player, game, "X", Random(1), Limit(iterations=10))
print("thinking", flush=True)
ask(player, game, "X", Random(1), Limit(seconds=3600))
"""

ANALYSING = """
import sys
from misterx.cli import main

if __name__ == "__main__":
    print("here", flush=True)
    sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_ends_a_search() -> None:
    with started("-c", THINKING) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "thinking\n"
        time.sleep(0.2)
        _, said = press_ctrl_c(program)
    assert said.rstrip().endswith("KeyboardInterrupt")


def test_ctrl_c_ends_an_analysis(tmp_path: Path) -> None:
    game, rng = misterx.new_game("modern-2013", 4, seed=1), Random(1)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    misterx.save_game(game, tmp_path / "game.txt")
    words = ["analyse", str(tmp_path / "game.txt"), "--limit", "3000s", "--workers", "2"]
    with started("-c", ANALYSING, *words) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "here\n"
        time.sleep(2)  # at whatever it is by then: loading, starting, searching
        told, said = press_ctrl_c(program)
    assert (program.returncode, told, said) == (130, "", "\nmisterx: stopped\n")
