"""A real game's position with some of its keys replaced."""

from typing import Any

from misterx import Game, new_game
from misterx.chase import rules_for
from tests.chase.positions import game_pieces, where

VOLUNTARY = {"voluntary_reveal": True}


def put(edition: str, players: int = 4, /, **changes: Any) -> Game:  # noqa: ANN401
    """A real game's position with keys replaced; those given as `...` are left out."""
    position = {**where(start(edition, players)), **changes}
    kept = {key: value for key, value in position.items() if value is not ...}
    return Game.from_position(rules_for(edition), kept)


def start(edition: str, players: int) -> Game:
    options = VOLUNTARY if edition == "classic-1983" else None
    if edition == "beginner":
        starts = {"D1": 41, "D2": 46, "D3": 124}
        return new_game(edition, players, starts=starts)
    stations = iter((13, 26, 29, 34, 50))
    starts = {piece: next(stations) for piece in game_pieces(new_game(edition, players))}
    starts["X"] = 45 if edition.startswith("modern") else 197
    return new_game(edition, players, starts=starts, options=options)
