"""The champion of the chase: our own search for either side (docs/strength.md tells how it does).

It is the published search with other settings. As the hunters it draws Mister X's stations by how
likely he is there, by his habits, ever since he was last seen; the hunters know where he is in some
lines only, and in the rest search for him where he can be. As Mister X it knows of hunters who see
him in some lines only, too, and its playouts end with the round and count by his chances then.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from misterx.bots.chances import Scale
from misterx.bots.limit import Limit
from misterx.bots.published import PUBLISHED
from misterx.bots.searching import SearchPlayer, Sides
from misterx.chase import Observation
from misterx.kernels.tracking import likely_stations

__all__ = ["CHAMPION", "TrackingPlayer"]

_PIMBOT: Final = PUBLISHED["pimbot"]
CHAMPION: Final = Sides(
    _PIMBOT.x.but(watched=0.5, foresees=True),
    _PIMBOT.hunters.but(watched=0.25, covers=True, explore=0.7),
    x_scale=Scale(-1.815, 1.545, 0.489),
    hunters_scale=Scale(-0.389, 1.386, -1.593),
)


class TrackingPlayer(SearchPlayer):
    """A player who follows how likely Mister X is where, by his habits; a second for a move."""

    def __init__(self, name: str, sides: Sides) -> None:
        super().__init__(name, sides, Limit(seconds=1.0))

    def _weigh(self, seen: Observation) -> np.ndarray:
        return likely_stations(seen)
