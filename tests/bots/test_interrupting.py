"""Searches listen to Ctrl-C, however long they may think."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import misterx

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


def test_ctrl_c_ends_a_search() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", THINKING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "thinking\n"
        time.sleep(0.2)
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=60)
    assert said.rstrip().endswith("KeyboardInterrupt")


def test_ctrl_c_ends_an_analysis(tmp_path: Path) -> None:
    game, rng = misterx.new_game("modern-2013", 4, seed=1), Random(1)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    misterx.save_game(game, tmp_path / "game.txt")
    words = ["analyse", str(tmp_path / "game.txt"), "--limit", "3000s", "--workers", "2"]
    program = subprocess.Popen(
        [sys.executable, "-m", "misterx", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with program:
        try:
            time.sleep(3)  # at whatever it is by then: loading, starting, searching
            os.killpg(program.pid, signal.SIGINT)
            told, said = program.communicate(timeout=30)
        finally:
            program.kill()
    assert (program.returncode, told, said) == (130, "", "\nmisterx: stopped\n")
