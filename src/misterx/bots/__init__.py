"""Players: from what a seat may see to a move.

>>> from misterx.bots import find_player, player_names
>>> player_names("cards")
('random', 'careful', 'sleuth', 'novice', 'constable', 'sergeant', 'inspector', 'champion')
>>> find_player("greedy").name
'greedy'
"""

from misterx.bots.limit import NO_LIMIT, Limit
from misterx.bots.player import AnyPlayer, Player, ask, own_moves
from misterx.bots.registry import (
    LEVELS,
    USUAL_LEVEL,
    find_player,
    longest_search,
    player_names,
)

__all__ = [
    "LEVELS",
    "NO_LIMIT",
    "USUAL_LEVEL",
    "AnyPlayer",
    "Limit",
    "Player",
    "ask",
    "find_player",
    "longest_search",
    "own_moves",
    "player_names",
]
