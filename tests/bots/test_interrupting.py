"""A search listens to Ctrl-C, however long it may think."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

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
