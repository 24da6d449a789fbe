"""What a player thinks of a position: its moves in order, where he may be, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from misterx.board import Station
from misterx.bots.limit import Limit
from misterx.bots.reasons import Why

__all__ = ["Judge", "Judgement", "Rated"]

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Rated(NamedTuple, Generic[M_co]):
    """A move, and what it is thought to be worth."""

    move: M_co
    value: float | None
    """The chance of the side that moves to win, between 0 and 1; None: who looks no move further
    cannot tell."""
    share: float
    """The part of all thinking that went into it: the best move has most."""


@dataclass(frozen=True, slots=True)
class Judgement(Generic[M]):
    """What a player thinks, from what its seat may see."""

    moves: tuple[Rated[M], ...]
    """Those it has looked at, the best first."""
    where: Mapping[Station, float]
    """How likely Mister X is at each station, as the hunters can know; they add up to one."""
    why: Why

    @property
    def best(self) -> Rated[M]:
        """The move that it makes."""
        return self.moves[0]


class Judge(Protocol):
    """A player that can say what it thinks."""

    def judge(self, seen: Any, legal: Sequence[Any], rng: Random, limit: Limit) -> Judgement[Any]:  # noqa: ANN401
        """What it thinks of the position, and of the legal moves, of which there is one or more."""
