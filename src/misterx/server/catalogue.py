"""All that can be played here: games, editions, options, seats and computer players."""

from __future__ import annotations

from functools import lru_cache

from misterx.bots import player_names
from misterx.core import Setup, edition_names, game_of, games, rules_for
from misterx.server import wire

__all__ = ["catalogue"]


def catalogue() -> wire.Catalogue:
    """What a host can choose from, editions of the operator's own among them."""
    return _catalogue(edition_names())


@lru_cache(maxsize=1)
def _catalogue(names: tuple[str, ...]) -> wire.Catalogue:
    by_game: dict[str, list[wire.EditionInfo]] = {game: [] for game in games()}
    for name in names:
        by_game[game_of(rules_for(name))].append(_edition(name))
    return wire.Catalogue.model_validate(
        {
            "wire": wire.WIRE,
            "games": [
                {"name": game, "editions": editions, "bots": list(player_names(game))}
                for game, editions in by_game.items()
            ],
        }
    )


def _edition(name: str) -> wire.EditionInfo:
    rules = rules_for(name)
    seats = {
        str(players): list(map(str, rules.seats(rules.new_game(Setup(players)))))
        for players in rules.players
    }
    return wire.EditionInfo(
        name=name, players=list(rules.players), options=dict(rules.options), seats=seats
    )
