"""Numbers by chance, from a state of one word that the caller keeps."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from misterx.kernels.compiling import part, record_of, signed

__all__ = ["LUCK", "Luck", "below", "chance", "draw", "seeded"]

LUCK = record_of(("word", np.uint64))
Luck: TypeAlias = Any
"""A record of that type."""


def seeded(seed: int) -> Luck:
    """A state for a seed."""
    luck = np.zeros(1, LUCK)[0]
    luck.word = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64 | 1
    return luck


@part
def _next(r: Luck) -> np.uint64:
    x = r.word
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    r.word = x
    return (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)


@part
def below(r: Luck, many: int) -> int:
    """A whole number from 0, smaller than `many`."""
    return signed(_next(r) * np.uint64(many) >> np.uint64(32))


@part
def draw(r: Luck) -> int:
    """32 bits."""
    return signed(_next(r))


@part
def chance(r: Luck) -> float:
    """A number from 0, smaller than 1."""
    return np.float64(_next(r)) * (1.0 / 4294967296.0)
