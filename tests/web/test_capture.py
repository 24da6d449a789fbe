"""The end of a chase on the map: Mister X is caught, that is shown, and then it is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from misterx.core import Game
from tests.series.tables import TABLES
from tests.web.browsing import Person

People = Callable[..., Person]


def before_the_capture() -> tuple[Game, str]:
    """A game in which the next move can catch Mister X, and that move."""
    table = next(table for table in TABLES if str(table) == "classic-2000-3")
    for seed in range(200):
        game, dice, moves = table.new_game(seed), Random(seed), list[str]()
        while game.outcome is None:
            moves.append(dice.choice(game.legal))
            game.play(moves[-1])
        if game.outcome.reason == "caught" and moves[-1].startswith("D"):
            game = table.new_game(seed)
            for move in moves[:-1]:
                game.play(move)
            return game, moves[-1]
    raise AssertionError("nobody was ever caught")


@pytest.mark.parametrize("motion", ("no-preference", "reduce"))
def test_the_capture_is_shown_before_it_is_told(people: People, motion: str) -> None:
    game, move = before_the_capture()
    piece, _, way = move.partition(":")
    seats = {"X": {"who": "bot", "player": "random"}, "H1": {"who": "me"}, "H2": {"who": "me"}}
    ada = people("Ada", reduced_motion=motion)
    ada.goes_to(ada.opens("classic-2000", 3, seats, record=game.record().to_text()))
    ada.is_asked()
    if ada.has(f"[data-chip={piece}]:enabled"):
        ada.click(f"[data-chip={piece}]:enabled")
    ada.click(f"[data-move='{way[1:]}']:enabled")
    ada.page.evaluate(
        """() => {
            window.told = [];
            new MutationObserver(() => {
                for (const name of ['capture', 'end'])
                    if (document.querySelector(`[data-${name}]`) && !window.told.includes(name))
                        window.told.push(name);
            }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    ada.click("[data-action=confirm]:enabled")
    ada.sees("[data-end=caught]")
    told = ada.page.evaluate("window.told")
    assert told == (["end"] if motion == "reduce" else ["capture", "end"])
    assert not ada.has("[data-capture]")
