"""The champion of the chase: legal moves at every table, by what its side can know."""

from random import Random

import pytest

from misterx.bots import Limit
from misterx.bots.champion import CHAMPION, TrackingPlayer
from misterx.chase import edition_names, rules_for
from misterx.core import Game, Setup

SHORT = Limit(iterations=30)
MOVES = 40


def tables() -> list[tuple[str, Setup]]:
    """Every edition, at its smallest and largest table, and with its option."""
    found = []
    for edition in edition_names():
        rules = rules_for(edition)
        for players in {min(rules.players), max(rules.players)}:
            found.append((edition, Setup(players)))
            if "voluntary_reveal" in rules.options:
                found.append((edition, Setup(players, {"voluntary_reveal": True})))
    return found


@pytest.mark.parametrize(("edition", "setup"), tables())
def test_the_champion_plays_legal_moves_and_believes_what_can_be(
    edition: str, setup: Setup
) -> None:
    champion = TrackingPlayer("champion", CHAMPION)
    rng = Random(1)
    game = Game.new(rules_for(edition), setup, rng)
    for _ in range(MOVES):
        if game.outcome is not None:
            break
        seat = game.to_act[0]
        legal = [
            move
            for move in game.rules.legal_moves(game.state)
            if not game.rules.check(game.state, seat, move)
        ]
        seen = game.rules.observe(game.state, game.rules.viewpoint(seat))
        found = champion.judge(seen, legal, rng, SHORT)
        assert found.best.move in legal
        assert found.where.keys() == {*seen.possible}
        assert sum(found.where.values()) == pytest.approx(1, abs=1e-4)
        assert all(share > 0 for share in found.where.values())
        game.play(str(found.best.move))
