"""Everything compiled before somebody waits for it: as a server starts, and before tests.

Each entry point is called with the types that everybody calls it with, so nothing is left to
compile. What the cache holds is read in a moment; else it takes a minute.
"""

from __future__ import annotations

from random import Random

import numpy as np

from misterx.chase import rules_for
from misterx.chase.viewpoints import VIEW_X
from misterx.core import Game, Setup
from misterx.kernels.cache import note_filled
from misterx.kernels.chance import seeded
from misterx.kernels.contests import best_child, contest, decide, weigh
from misterx.kernels.layout import MOST_MOVES, moving_piece
from misterx.kernels.manners import Kind, Manner
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import fill, pursuit_on
from misterx.kernels.rules import apply, legal_moves
from misterx.kernels.tables import STATIONS, make_tables
from misterx.kernels.tracking import likely_stations
from misterx.kernels.trees import NODE, grow
from misterx.kernels.whereabouts import settle, whereabouts

__all__ = ["ENTRIES", "warm"]

ENTRIES = (
    *(legal_moves, apply, moving_piece),
    *(weigh, grow, best_child, decide, contest),
    *(settle, whereabouts),
    fill,
)
"""The kernels that are called from Python."""


def warm(*, all_entries: bool = True) -> None:
    """Call every entry once on a tiny case, or only those that players who search call.

    Where everything is compiled already, the rest would be read in vain.
    """
    seen = Game.new(rules_for("research-2011"), Setup(6), Random(1)).observe(VIEW_X)
    t, s = make_tables(seen.cast), pack(seen)
    pursuit = pursuit_on(t)
    search = Manner(Kind.SEARCHES, at_random=0.5)
    x, hunters = search.record(iterations=2), search.record(iterations=2, searcher=0)
    tree, stop, luck = np.zeros(4, NODE), np.zeros(1, np.int64), seeded(1)
    weights = np.zeros(STATIONS, np.float64)
    likely_stations(seen)
    weigh(t, s, hunters, weights)
    grow(t, s, weights, x, pursuit, tree, stop, luck)
    if not all_entries:
        return
    best_child(tree)
    legal_moves(t, s, np.empty(MOST_MOVES, np.int64))
    apply(t, s, decide(t, s, x, pursuit, tree, stop, luck))
    moving_piece(t, s)
    contest(t, s, x, hunters, pursuit, tree, stop, luck)
    note_filled()
