"""The random playouts of the kernels once more in C: how fast the same algorithm can be."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from misterx.kernels.chance import Luck
from misterx.kernels.tables import Tables

SOURCE = Path(__file__).with_name("playouts.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")


class NoCompiler(Exception):
    """There is no C compiler on this machine."""


class Yardstick:
    """`bench/playouts.c`, compiled for this machine, and the tables of one edition."""

    def __init__(self, t: Tables) -> None:
        """Compile it; raises `NoCompiler`."""
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            raise NoCompiler("no C compiler, neither gcc nor cc")
        with TemporaryDirectory() as folder:
            library = Path(folder) / "playouts.so"
            subprocess.run([compiler, *FLAGS, "-o", library, SOURCE], check=True)
            self._play_many = ctypes.CDLL(str(library)).play_many
        self._kept = t  # the addresses below are its own
        addresses = [part.ctypes.data for part in (t.ways_first[0], t.ways_first[2], t.ways)]
        self._tables = np.array([*addresses, t.log, t.rounds], np.int64)

    def play_many(self, starts: np.ndarray, games: int, r: Luck, ends: np.ndarray) -> None:
        """Play so many games from the starts, and count how they end."""
        word = np.array([r.word])
        self._play_many(
            ctypes.c_void_p(self._tables.ctypes.data),
            ctypes.c_void_p(starts.ctypes.data),
            ctypes.c_int64(len(starts)),
            ctypes.c_int64(games),
            ctypes.c_void_p(word.ctypes.data),
            ctypes.c_void_p(ends.ctypes.data),
        )
        r.word = word[0]
