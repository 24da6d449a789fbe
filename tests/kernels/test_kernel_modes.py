"""The kernels do the same with the compiler off, and step over no bound."""

import os
import subprocess
import sys

import pytest

from tests.kernels.samples import beliefs, counts, ends

BOUNDS = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}
"""With less optimizing, so that it is compiled sooner."""
BEYOND = """
import numpy as np
from misterx.chase import rules_for
from misterx.core import Setup
from misterx.kernels.layout import MOST_MOVES, STATE
from misterx.kernels.rules import legal_moves
from misterx.kernels.tables import make_tables

t = make_tables(rules_for("research-2011").cast(Setup(6)))
s = np.zeros(1, STATE)[0]
s.turn = 1
for station, room in ((1000, MOST_MOVES), (1, 1)):
    s.hunters[:], s.purses[:] = station, 1
    try:
        legal_moves(t, s, np.empty(room, np.int64))
    except IndexError:
        print("stopped")
"""


def run(*arguments: str, **settings: str) -> str:
    """What a program prints that has numba set in its own way."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected() -> str:
    return "".join((*ends(), *beliefs(), *counts()))


def test_with_the_compiler_off_the_rules_agree_with_the_law() -> None:
    run("-m", "tests.kernels.lockstep", "2", NUMBA_DISABLE_JIT="1")


def test_with_the_compiler_off_everybody_plays_the_same(expected: str) -> None:
    assert run("-m", "tests.kernels.samples", NUMBA_DISABLE_JIT="1") == expected


@pytest.mark.timeout(600)  # the first time everything is compiled anew
def test_nothing_is_read_or_written_out_of_bounds(
    expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.startswith("COV")]:
        monkeypatch.delenv(name)  # counting lines would slow the compiler down, and count none
    assert run("-c", BEYOND, **BOUNDS) == "stopped\n" * 2, "bounds are checked, in records too"
    assert run("-m", "tests.kernels.samples", **BOUNDS) == expected
