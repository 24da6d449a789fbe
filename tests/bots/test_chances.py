"""What a search says as a chance: in order, certain where it is, and borne out by games."""

from __future__ import annotations

import math
from random import Random
from typing import cast

import pytest

import misterx
from misterx.bots import Limit, find_player
from misterx.bots.champion import CHAMPION
from misterx.bots.chances import PLAIN, Scale
from misterx.bots.judgement import Judge
from misterx.bots.player import own_moves
from misterx.chase import Observation, rules_for
from misterx.core import Game, Seat

SCALES = (CHAMPION.x_scale, CHAMPION.hunters_scale)


def start(players: int = 4) -> Observation:
    return cast(Observation, misterx.new_game("modern-2013", players, seed=1).observe("hunters"))


@pytest.mark.parametrize("scale", SCALES)
def test_a_higher_score_is_a_better_chance(scale: Scale) -> None:
    chances = [scale.chance(score / 50, start()) for score in range(51)]
    assert chances == sorted(chances)
    assert len(set(chances)) == len(chances)


@pytest.mark.parametrize("scale", (*SCALES, PLAIN))
def test_what_happens_in_every_line_is_certain(scale: Scale) -> None:
    assert [scale.chance(score, start()) for score in (0.0, 1.0)] == [0.0, 1.0]


def test_without_a_scale_the_score_is_the_chance() -> None:
    assert PLAIN.chance(0.3, start()) == pytest.approx(0.3)


def test_hunters_win_fewer_games_than_lines_while_there_is_time() -> None:
    assert CHAMPION.hunters_scale.chance(0.9, start()) < 0.6


def told_in(game: Game, rng: Random) -> list[float]:
    """Play a game between champions; Mister X's chances as they were told."""
    champion, told = cast(Judge, find_player("champion", "chase")), []
    while game.to_act:
        seat = Seat(game.to_act[0])
        legal = own_moves(game.rules, game.state, seat)
        seen = game.observe(game.rules.viewpoint(seat))
        best = champion.judge(seen, legal, rng, Limit(iterations=2_000)).best
        if best.value is not None:
            told.append(best.value if seat == "X" else 1 - best.value)
        game.play(game.rules.text(best.move), str(seat))
    return told


def loss(told: list[float], *, escaped: bool) -> float:
    """How far what was told is from how the game ended, on average: its logarithmic loss."""
    sure = [max(0.001, one if escaped else 1 - one) for one in told]
    return -sum(map(math.log, sure)) / len(sure)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_what_is_told_is_borne_out_by_how_games_end() -> None:
    """Better than a coin by far; the scores of their searches are worse than one (0.69)."""
    losses = []
    for seed in range(42):
        edition = ("classic-2000", "modern-2013", "research-2011")[seed % 3]
        game = misterx.new_game(edition, rules_for(edition).players[-1], seed=f"told/{seed}")
        told = told_in(game, Random(seed))
        assert game.outcome is not None
        losses.append(loss(told, escaped=game.outcome.winner == "x"))
    assert sum(losses) / len(losses) < 0.6
