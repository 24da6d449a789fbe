"""The players by name: one table, and each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple, cast

from misterx.bots.limit import Limit
from misterx.bots.limited import LimitedPlayer
from misterx.bots.player import AnyPlayer
from misterx.core import Malformed, games
from misterx.core.fields import show_type

__all__ = ["LEVELS", "USUAL_LEVEL", "find_player", "longest_search", "player_names"]

LEVELS: Final = ("novice", "constable", "sergeant", "inspector", "champion")
"""The players that people are offered, in every game, the weakest first."""
USUAL_LEVEL: Final = "sergeant"
"""For those who do not say."""


class _Entry(NamedTuple):
    """Where a player lives: a module, and what makes it there from its name."""

    name: str
    game: str | None
    """The game that it plays; None: every game."""
    module: str
    maker: str
    seconds: float | None = None
    """How long it thinks about a move at most, on a slow machine; None: as long as it may."""


_QUICK: Final = 0.1
_CHASE_SECONDS: Final = {"novice": _QUICK, "constable": _QUICK, "sergeant": 0.3, "inspector": 0.3}
_CARD_SECONDS: Final = {"novice": _QUICK, "constable": _QUICK, "sergeant": _QUICK, "inspector": 0.6}
_PLAYERS = [
    _Entry("random", None, "misterx.bots.anyhow", "RandomPlayer", _QUICK),
    *(
        _Entry(name, "chase", "misterx.bots.published", "published")
        for name in ("greedy", "basic-mcts", "greedy-mcts", "pimbot")
    ),
    _Entry("careful", "cards", "misterx.bots.careful", "CarefulPlayer", _QUICK),
    _Entry("sleuth", "cards", "misterx.bots.sleuth", "SleuthPlayer"),
    *(
        _Entry(name, "chase", "misterx.bots.levels", "chase_level", _CHASE_SECONDS.get(name))
        for name in LEVELS
    ),
    *(
        _Entry(name, "cards", "misterx.bots.card_levels", "card_level", _CARD_SECONDS.get(name))
        for name in LEVELS
    ),
]


def player_names(game: str | None = None) -> tuple[str, ...]:
    """The names of the players of a game (None: of all players): plain ones, then the levels.

    Raises `ValueError` for a game that there is not.

    >>> player_names("cards")
    ('random', 'careful', 'sleuth', 'novice', 'constable', 'sergeant', 'inspector', 'champion')
    """
    if game is not None and game not in games():
        raise ValueError(f"no game {game!r}; there are: {', '.join(games())}")
    return tuple(dict.fromkeys(entry.name for entry in _PLAYERS if _plays(entry, game)))


def find_player(name: str, game: str | None = None) -> AnyPlayer:
    """The player of that name; raises `ValueError` that lists those there are.

    With a game it must be one that the player plays; players of several games need it. A limit may
    follow the name, which then goes before any other: `sleuth@100ms`.
    """
    if not isinstance(name, str):
        raise Malformed(f"the name of a player is wanted, not {show_type(name)}")
    name, limited, limit = name.partition("@")
    there_are = f"there are: {', '.join(player_names(game))}"
    entries = [entry for entry in _PLAYERS if entry.name == name]
    if not entries:
        raise ValueError(f"no player {name!r}; {there_are}")
    found = [entry for entry in entries if _plays(entry, game)]
    if not found:
        raise ValueError(f"{name} does not play this game; {there_are}")
    if len(found) > 1:
        raise ValueError(f"{name} plays each game in its own way: say which one")
    (entry,) = found
    player = cast(AnyPlayer, getattr(import_module(entry.module), entry.maker)(name))
    return LimitedPlayer(player, Limit.from_text(limit)) if limited else player


def longest_search(name: str, game: str) -> float | None:
    """Return how long a player thinks about a move at most, on a slow machine.

    None: as long as it may. It is a property of the player, not of any position.

    >>> longest_search("novice", "chase"), longest_search("champion", "chase")
    (0.1, None)
    """
    found = [entry for entry in _PLAYERS if entry.name == name and _plays(entry, game)]
    return found[0].seconds if found else None


def _plays(entry: _Entry, game: str | None) -> bool:
    return game is None or entry.game in (None, game)
