"""Five levels for people, from a child's opponent to the champion, for every game.

Weaker levels make the mistakes of people, not random ones: they look less far, count wrongly,
forget. What a level thinks about, it thinks about as far on any machine, however long it may; only
the champion takes all the time that it is given.
"""

from __future__ import annotations

from misterx.bots.champion import CHAMPION, TrackingPlayer
from misterx.bots.chances import PLAIN
from misterx.bots.player import AnyPlayer
from misterx.bots.published import PUBLISHED
from misterx.bots.thumb import ThumbPlayer

__all__ = ["chase_level"]

_SEARCHING = {
    "sergeant": CHAMPION._replace(
        x=PUBLISHED["greedy-mcts"].x, x_most=150, x_scale=PLAIN, hunters_most=500
    ),
    "inspector": CHAMPION._replace(
        x=PUBLISHED["pimbot"].x, x_most=500, x_scale=PLAIN, hunters_most=1_000
    ),
    "champion": CHAMPION,
}


def chase_level(name: str) -> AnyPlayer:
    """The player of the chase at a level."""
    if sides := _SEARCHING.get(name):
        return TrackingPlayer(name, sides)
    return ThumbPlayer(name, childlike=name == "novice")
