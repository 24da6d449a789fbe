"""Players of the chase that search: what a seat may see goes into the kernels, a move comes out."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from random import Random
from typing import Final, NamedTuple

import numpy as np

from misterx.board import Station
from misterx.bots.chances import PLAIN, Scale
from misterx.bots.judgement import Judgement, Rated
from misterx.bots.limit import MOST_ITERATIONS, NO_LIMIT, Limit, check_limit
from misterx.bots.readiness import make_ready
from misterx.bots.reasons import why
from misterx.bots.thumb import ThumbPlayer
from misterx.chase import HunterMove, Move, Observation, Place
from misterx.kernels.chance import Luck, seeded
from misterx.kernels.manners import How, Manner
from misterx.kernels.packing import move_from, pack
from misterx.kernels.pursuit import NO_PURSUIT, pursuit_on
from misterx.kernels.tables import STATIONS, make_tables
from misterx.kernels.trees import NODE, grow

__all__ = ["MOST_NODES", "SearchPlayer", "Sides"]

MOST_NODES: Final = 1_000_000
"""Of a tree, 32 bytes each: one that is full grows no more, and the search goes on."""
_THUMB = ThumbPlayer("thumb")


class Sides(NamedTuple):
    """How a player plays either side, and how many iterations it makes for a move at most.

    The scales tell what it takes for its chance to win.
    """

    x: Manner
    hunters: Manner
    x_most: int | None = None
    hunters_most: int | None = None
    x_scale: Scale = PLAIN
    hunters_scale: Scale = PLAIN


class SearchPlayer(ABC):
    """Plays the chase, either side. An iteration is one line of play that is looked at.

    `usual` is what it takes where nobody says anything.
    """

    def __init__(self, name: str, sides: Sides, usual: Limit) -> None:
        self.name = name
        self._sides = sides
        self._usual = usual

    def choose(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Move:
        """The legal move that most iterations went into.

        Time runs from the call, but in the first one of a process it runs from the moment at which
        everything is compiled (`misterx.warm_up`).
        """
        check_limit(limit)
        return legal[0] if len(legal) == 1 else self.judge(seen, legal, rng, limit).best.move

    def judge(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Judgement[Move]:
        """All moves that were looked into, and how likely he is where."""
        check_limit(limit)
        make_ready()  # time that a compiler takes is not thinking time
        start = time.perf_counter()
        where = self.where(seen)
        if any(isinstance(move, Place) for move in legal):
            # The kernels begin where the game does.
            moves: tuple[Rated[Move], ...] = (Rated(_THUMB.choose(seen, legal, rng), None, 1.0),)
        else:
            piece = _piece(seen, legal, where)
            sides = self._sides
            if piece < 0:
                manner, most, scale = sides.x, sides.x_most, sides.x_scale
            else:
                manner, most, scale = sides.hunters, sides.hunters_most, sides.hunters_scale
            limit = (self._usual if limit == NO_LIMIT else limit).at_most(most)
            iterations = limit.iterations or MOST_ITERATIONS
            # Memory is taken only as far as it is used.
            tree = np.empty(min(iterations + MOST_NODES // 100, MOST_NODES), NODE)
            end = None if limit.seconds is None else start + limit.seconds
            how, luck = manner.record(iterations, piece), seeded(rng.getrandbits(63))
            _run(lambda stop: self._grow(tree, seen, where, how, stop, luck), end)
            moves = tuple(rated for rated in _ranked(seen, tree, scale) if rated.move in legal)
            if not moves:  # whoever asked has left out every move that comes into question
                moves = (Rated(_THUMB.choose(seen, legal, rng), None, 1.0),)
        return Judgement(moves, where, why(seen, moves[0].move, where))

    def where(self, seen: Observation) -> dict[Station, float]:
        """How likely Mister X is at each station where he can be, in the eyes of the hunters."""
        if None in seen.hunters:  # not all have chosen where to start
            return {station: 1 / len(seen.possible) for station in seen.possible}
        weights = self._weigh(seen)
        found = {station: float(weights[station]) for station in seen.possible}
        total = sum(found.values())
        return {station: part / total for station, part in found.items()}

    @abstractmethod
    def _weigh(self, seen: Observation) -> np.ndarray:
        """How likely he is at each station, as numbers of any size."""

    def _grow(
        self,
        tree: np.ndarray,
        seen: Observation,
        where: Mapping[Station, float],
        how: How,
        stop: np.ndarray,
        luck: Luck,
    ) -> None:
        """Grow a tree whose root has the moves that come into question."""
        weights = np.zeros(STATIONS, np.float64)
        weights[list(where)] = list(where.values())
        t = make_tables(seen.cast)
        pursuit = pursuit_on(t) if how.foresees else NO_PURSUIT
        grow(t, pack(seen), weights, how, pursuit, tree, stop, luck)


def _piece(seen: Observation, legal: Sequence[Move], where: Mapping[Station, float]) -> int:
    """The number of the hunter who moves, -1 for Mister X.

    In free order whoever is likeliest to catch him goes first: the others learn from it.
    """
    moves = [move for move in legal if isinstance(move, HunterMove)]
    if not moves:
        return -1
    likeliest = max(moves, key=lambda move: (where.get(move.to, 0.0), -seen.cast.index[move.piece]))
    return seen.cast.index[likeliest.piece]


def _ranked(seen: Observation, tree: np.ndarray, scale: Scale) -> tuple[Rated[Move], ...]:
    """The moves at the root of a tree, the most visited first."""
    found, child, all_visits = [], int(tree[0]["child"]), int(tree[0]["visits"])
    while child:
        node = tree[child]
        if visits := int(node["visits"]):
            move = move_from(seen.cast, node["move"])
            chance = scale.chance(float(node["score"]) / visits, seen)
            found.append(Rated(move, chance, visits / all_visits))
        child = int(node["sibling"])
    return tuple(sorted(found, key=lambda rated: -rated.share))


def _run(search: Callable[[np.ndarray], None], end: float | None) -> None:
    """Have a search made until it is done, or until this moment.

    It runs in a thread of its own, and this one waits: so Ctrl-C is heard, and ends it too.
    """
    stop = np.zeros(1, np.int64)
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(search, stop)
        try:
            wait((done,), None if end is None else max(0.0, end - time.perf_counter()))
        finally:
            stop[0] = 1
    done.result()
