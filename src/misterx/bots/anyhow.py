"""The player that plays anyhow: every legal move is as likely as every other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

__all__ = ["RandomPlayer"]

M = TypeVar("M")


class RandomPlayer:
    """Plays any game, without looking."""

    name = "random"

    def choose(self, seen: object, legal: Sequence[M], rng: Random) -> M:  # noqa: ARG002 - protocol
        """Any of the legal moves."""
        return rng.choice(legal)
