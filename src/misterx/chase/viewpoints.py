"""The three pairs of eyes on a chase: Mister X's, the hunters', and everybody else's."""

from __future__ import annotations

from typing import Final

from misterx.core.rules import SPECTATOR, Viewpoint

__all__ = ["EVERYBODY", "ONLY_X", "OTHERS", "VIEWPOINTS", "VIEW_HUNTERS", "VIEW_X"]

VIEW_X: Final = Viewpoint("X")
VIEW_HUNTERS: Final = Viewpoint("hunters")
VIEWPOINTS: Final = (VIEW_X, VIEW_HUNTERS, SPECTATOR)

EVERYBODY: Final = frozenset(VIEWPOINTS)
ONLY_X: Final = frozenset({VIEW_X})
OTHERS: Final = EVERYBODY - ONLY_X
