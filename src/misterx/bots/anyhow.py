"""The player that plays anyhow: every legal move is as likely as every other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from misterx.bots.limit import NO_LIMIT, Limit, check_limit

__all__ = ["RandomPlayer"]

M = TypeVar("M")


class RandomPlayer:
    """Plays any game, without looking."""

    def __init__(self, name: str = "random") -> None:
        self.name = name

    def choose(
        self,
        seen: object,  # noqa: ARG002 - protocol
        legal: Sequence[M],
        rng: Random,
        limit: Limit = NO_LIMIT,
    ) -> M:
        """Any of the legal moves."""
        check_limit(limit)
        return rng.choice(legal)
