"""Views are read back: a program that has only the view knows all that its seat does."""

from __future__ import annotations

import json
from random import Random

import pytest

from misterx.core import Game, Viewpoint
from tests.series.tables import AnyTable, at_every_table_of_all_games, finished, random_game


def sent(game: Game, who: str) -> dict[str, object]:
    """A view as it comes out of a pipe."""
    view: dict[str, object] = json.loads(json.dumps(game.view(who)))
    return view


@at_every_table_of_all_games
def test_a_view_gives_back_the_very_observation(table: AnyTable) -> None:
    for number, game in enumerate(random_game(table, 1)):
        if game.outcome is None and number % 3 == 0:
            for who in game.rules.viewpoints(game.state):
                read = game.rules.read_view(sent(game, who), who)
                assert read == game.observe(who)


@pytest.mark.soak
@at_every_table_of_all_games
def test_every_view_of_many_games_gives_back_the_very_observation(table: AnyTable) -> None:
    for seed in range(10):
        for game in random_game(table, seed):
            if game.outcome is None:
                for who in game.rules.viewpoints(game.state):
                    assert game.rules.read_view(sent(game, who), who) == game.observe(who)


@at_every_table_of_all_games
def test_a_view_of_a_game_from_a_position_gives_back_itself_and_a_world(table: AnyTable) -> None:
    whole = finished(table, 3)
    dealt = sum(entry.by_chance for entry in whole.line)
    middle = (dealt + len(whole.line)) // 2
    game = Game.from_position(table.rules, table.rules.position(whole.state_at(middle)), Random(1))
    rng = Random(4)
    for _ in range(6):
        if game.outcome is not None:
            break
        for who in map(Viewpoint, game.rules.viewpoints(game.state)):
            read = game.rules.read_view(sent(game, who), who)
            assert game.rules.view(read) == game.view(who)
            world = game.rules.sample(read, rng)
            assert game.rules.view(game.rules.observe(world, who)) == game.view(who)
        game.play(rng.choice(game.legal))
