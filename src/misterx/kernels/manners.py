"""How one side of a game is played by the kernels: as settings, and as the record they read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from misterx.kernels.compiling import record_of

__all__ = ["EQUALLY", "HOW", "Doubles", "How", "Kind", "Manner"]

EQUALLY = (1.0,) * 6

HOW = record_of(
    ("explore", np.float64),
    ("at_random", np.float64),
    ("kind", np.int64),
    ("iterations", np.int64),
    ("keeps_black", np.bool_),
    ("likely", np.float64, (len(EQUALLY),)),
    ("alone", np.float64),
    ("doubles", np.int64),
    ("watched", np.float64),
    ("covers", np.bool_),
    ("foresees", np.bool_),
    ("counts_open", np.bool_),
    ("searcher", np.int64),
)
"""A manner as the kernels read it; `Manner` tells what the fields mean."""
How: TypeAlias = Any
"""A record of that type."""


class Kind(IntEnum):
    """What a player does before it moves."""

    RANDOM = 0
    GREEDY = 1
    SEARCHES = 2


class Doubles(IntEnum):
    """When Mister X considers double moves."""

    NEVER = 0
    IN_NEED = 1
    """Where every single move would end next to a hunter."""
    ALWAYS = 2


@dataclass(frozen=True, slots=True)
class Manner:
    """One side's way to play. What only a search has means nothing to the others."""

    kind: Kind
    explore: float = 0.0
    """The constant of UCT."""
    at_random: float = 1.0
    """The share of random moves in playouts; the others are greedy. 1: no belief is kept either."""
    keeps_black: bool = False
    """Mister X lays no black ticket where it would hide nothing."""
    likely: tuple[float, ...] = EQUALLY
    """How likely he is so far from the nearest hunter, from 0 stops to 5 and more."""
    alone: float = 0.0
    """How much less a catch by another hunter is worth to the one who searches."""
    doubles: Doubles = Doubles.IN_NEED
    watched: float = 1.0
    """In this share of a search's lines all hunters of the tree know where Mister X is; in the
    others they go by the set of his stations, as in playouts, after the move that is decided on."""
    covers: bool = False
    """Such hunters step onto the stations where he can be, instead of only standing near."""
    foresees: bool = False
    """Playouts end with the round, and count by his prospects then, instead of with the game; not
    where all their moves are random."""
    counts_open: bool = False
    """UCT sets the visits of a move of Mister X against how often it was open to him, instead of
    against all visits of the node before it, many of which are from other stations."""

    def but(self, **changes: object) -> Manner:
        """The same with some settings changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def record(self, iterations: int = 0, searcher: int = -1) -> How:
        """What the kernels read; `searcher` is the number of a hunter's piece, -1: Mister X."""
        how = np.zeros(1, HOW)[0]
        how.kind = self.kind
        how.explore, how.at_random = self.explore, self.at_random
        how.keeps_black = self.keeps_black
        how.likely[:] = self.likely
        how.alone = self.alone
        how.doubles = self.doubles
        how.watched, how.covers, how.foresees = self.watched, self.covers, self.foresees
        how.counts_open = self.counts_open
        how.iterations, how.searcher = iterations, searcher
        return how
