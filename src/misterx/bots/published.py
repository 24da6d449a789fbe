"""The players of the literature, with the settings that were published for them (docs/strength.md).

Nijssen and Winands (2011): Monte Carlo tree search with playouts that are random or mostly greedy;
then stations weighed by how far the hunters are, catches by others worth less, black tickets kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from misterx.board import Station
from misterx.bots.limit import Limit
from misterx.bots.player import AnyPlayer
from misterx.bots.searching import SearchPlayer, Sides
from misterx.chase import Observation
from misterx.kernels.chance import Luck
from misterx.kernels.contests import decide, weigh
from misterx.kernels.manners import Doubles, How, Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import NO_PURSUIT
from misterx.kernels.tables import STATIONS, make_tables
from misterx.kernels.trees import NODE

__all__ = ["LIKELY", "PUBLISHED", "PublishedPlayer", "published"]

LIKELY: Final = (0.0, 0.196, 0.671, 0.540, 0.384, 0.196)
"""How often Mister X was so many stops from the nearest hunter where he could have been."""


def _both(kind: Kind, doubles: Doubles) -> Sides:
    return Sides(Manner(kind, doubles=doubles), Manner(kind))


def _search(at_random: float) -> Sides:
    """The constants of UCT that were published for the two sides."""
    searches = Manner(Kind.SEARCHES, at_random=at_random)
    return Sides(searches.but(explore=0.2), searches.but(explore=2.0))


_greedy = _search(0.2)

PUBLISHED: Final = {
    "random": _both(Kind.RANDOM, Doubles.NEVER),
    "greedy": _both(Kind.GREEDY, Doubles.IN_NEED),
    "basic-mcts": _search(1.0),
    "greedy-mcts": _greedy,
    "pimbot": Sides(
        _greedy.x.but(keeps_black=True), _greedy.hunters.but(likely=LIKELY, alone=0.25)
    ),
}
"""By name, the weakest first."""

_AS_PUBLISHED: Final = Limit(iterations=10_000)


def published(name: str) -> AnyPlayer:
    """A player of the literature by name."""
    return PublishedPlayer(name, PUBLISHED[name], _AS_PUBLISHED)


class PublishedPlayer(SearchPlayer):
    """Plays in the manner of a player of the literature. An iteration is one playout."""

    def _weigh(self, seen: Observation) -> np.ndarray:
        weights = np.zeros(STATIONS, np.float64)
        weigh(make_tables(seen.cast), pack(seen), self._sides.hunters.record(), weights)
        return weights

    def _grow(
        self,
        tree: np.ndarray,
        seen: Observation,
        where: Mapping[Station, float],
        how: How,
        stop: np.ndarray,
        luck: Luck,
    ) -> None:
        if how.kind == Kind.SEARCHES:
            super()._grow(tree, seen, where, how, stop, luck)
            return
        move = decide(make_tables(seen.cast), pack(seen), how, NO_PURSUIT, tree, stop, luck)
        # Without a search there is one move, and all thinking went into it.
        tree[:2] = np.zeros(2, NODE)
        tree["visits"][:2] = tree["child"][0] = 1
        tree["move"][1] = move
