"""Matches between players: the same deals for all that are compared, and honest intervals.

>>> from misterx.arena import Match, play_game
>>> match = Match("cards-2017", 4, one="careful", others="random", role="x", seed="tea")
>>> play_game(match, 0) == play_game(match, 0)
True
"""

from misterx.arena.contestants import split_contestants
from misterx.arena.crew import ProcessLost
from misterx.arena.deals import both_roles, compared, deal_scores
from misterx.arena.journal import SaveError
from misterx.arena.ladder import Standing, ladder_matches, standings
from misterx.arena.match import ROLES, Match, Result, play_game
from misterx.arena.plots import Row, save_plot
from misterx.arena.programs import Fault
from misterx.arena.saving import saved
from misterx.arena.series import Series, play_series
from misterx.arena.sprt import Decision, Sprt, Verdict
from misterx.arena.statistics import Interval, elo, paired, wilson

__all__ = [
    "ROLES",
    "Decision",
    "Fault",
    "Interval",
    "Match",
    "ProcessLost",
    "Result",
    "Row",
    "SaveError",
    "Series",
    "Sprt",
    "Standing",
    "Verdict",
    "both_roles",
    "compared",
    "deal_scores",
    "elo",
    "ladder_matches",
    "paired",
    "play_game",
    "play_series",
    "save_plot",
    "saved",
    "split_contestants",
    "standings",
    "wilson",
]
