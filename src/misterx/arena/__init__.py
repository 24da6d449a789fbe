"""Matches between players: the same deals for all that are compared, and honest intervals.

>>> from misterx.arena import Match, play_game
>>> match = Match("cards-2017", 4, one="careful", others="random", role="x", seed="tea")
>>> play_game(match, 0) == play_game(match, 0)
True
"""

from misterx.arena.match import ROLES, Match, Result, play_game
from misterx.arena.series import Series, play_series
from misterx.arena.statistics import Interval, paired, wilson

__all__ = [
    "ROLES",
    "Interval",
    "Match",
    "Result",
    "Series",
    "paired",
    "play_game",
    "play_series",
    "wilson",
]
