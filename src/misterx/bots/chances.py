"""What a search says of a position, as a chance to win.

The score of a search is the part of its lines that were won. In these everybody plays worse than
at the table, Mister X worst of all, so hunters win far more of their lines than of their games. A
scale was fitted by maximum likelihood to how games between champions ended (docs/strength.md).
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from misterx.chase import Observation
from misterx.kernels.prospects import MOST_LEFT

__all__ = ["PLAIN", "Scale"]

_SUREST: Final = 0.999
"""What is surer counts as that: there was too little of it to fit to."""


class Scale(NamedTuple):
    """From the score of a side's search to its chance: weights of a logistic formula."""

    always: float
    score: float
    """Of the logarithm of the odds that the score gives."""
    left: float
    """Of the moves that Mister X has left, in tens."""

    def chance(self, score: float, seen: Observation) -> float:
        """The chance to win of the side that searched; what happens in every line is certain."""
        if score in (0.0, 1.0):
            return score
        total = self.always + self.score * _odds(score) + self.left * _moves_left(seen) / 10
        return 1 / (1 + math.exp(-total))


PLAIN: Final = Scale(always=0.0, score=1.0, left=0.0)
"""The score itself, but for one that is nearly certain."""


def _odds(chance: float) -> float:
    """The logarithm of the odds, within bounds."""
    within = min(_SUREST, max(1 - _SUREST, chance))
    return math.log(within / (1 - within))


def _moves_left(seen: Observation) -> int:
    """Of Mister X; the one of a round counts until the round is over."""
    edition = seen.cast.edition
    return min(MOST_LEFT, edition.rounds - seen.round + 1, edition.log - len(seen.log))
