"""What Mister X likes in a station: the belief goes by it.

Log odds, fitted by maximum likelihood to 5,981 single moves of `pimbot` as Mister X (2,000
iterations).
"""

from __future__ import annotations

__all__ = [
    "APART",
    "BLACK_IN_VAIN",
    "FARTHEST_COUNTED",
    "LINES",
    "MOST_APART",
    "NEAREST_HIDDEN",
    "NEAREST_SEEN",
    "RIDES",
    "SURPRISE",
]

FARTHEST_COUNTED = 7
MOST_APART = 12
"""Farther apart than this is far enough."""

NEAREST_HIDDEN = (0.0, -1.59, 0.61, 0.54, 0.48, 0.0, 0.0, 0.0)
"""By how far the nearest hunter is, where nobody sees him."""
NEAREST_SEEN = (0.0, -1.28, 0.62, 0.15, 0.43, 0.08, 0.08, 0.08)
APART = 0.7
"""For each stop of the mean distance to the hunters."""
LINES = 0.87
"""Times the logarithm of how many stations it leads to."""
RIDES = (0.0, 0.0, 0.3, 0.0, 0.0)
BLACK_IN_VAIN = -4.0
"""For a black ticket that hides nothing."""
SURPRISE = 0.05
"""This share of moves is by no habit."""
