"""Views of the card game that are no views: refused with what is wrong, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.core import SPECTATOR, Malformed, Refused, Viewpoint
from tests.cards.table import put_up

ME = Viewpoint("P1")


def view_of(game: Game, who: str = ME) -> dict[str, Any]:
    """A view as it comes out of a pipe."""
    view: dict[str, Any] = json.loads(json.dumps(game.view(who)))
    return view


def dealt() -> Game:
    return new_game("cards-2017", 3, seed=2)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    (
        ({"edition": "modern-2013"}, "'edition' of the view names another"),
        ({"outcome": {"winner": "x", "reason": "found"}}, "the game of this view is over"),
        ({"players": 7}, "7 players cannot play the card game"),
        ({"colours": "T"}, "the colours of the tickets"),
        ({"hands": {"P1": [1], "P2": 4}}, "lacks 'P3'"),
        ({"hands": {"P1": [1, 2, 400], "P2": 4, "P3": 4}}, "a card is a number"),
        ({"draw": 3}, "the cards of the view are not the 73 of this game"),
        ({"phase": "over"}, "'phase' of the view must be one of"),
        ({"history": [1]}, "'history' of the view must be a list of moves"),
        ({"history": ["what"]}, "'what' is no move"),
        ({"interrogations": [1, 2]}, "'interrogations' of the view are not those"),
        ({"interrogations": [1]}, "an interrogation of the view must be an object"),
        ({"suspects": []}, "'suspects' of the view does not fit"),
        ({"to_move": ["P9"]}, "'to_move' of the view"),
        ({"more": 1}, "unknown key 'more'"),
    ),
)
def test_a_view_that_cannot_be_is_refused(changes: dict[str, object], complaint: str) -> None:
    game = dealt()
    with pytest.raises(Refused) as refused:
        game.rules.read_view(view_of(game) | changes, ME)
    assert complaint in str(refused.value)


def test_a_ticket_in_two_places_is_refused() -> None:
    game = dealt()
    view = view_of(game)
    view["discard"] = [view["hands"]["P1"][0]]
    with pytest.raises(Refused, match="a ticket lies in two places"):
        game.rules.read_view(view, ME)


def test_nothing_may_be_missing() -> None:
    game = dealt()
    for key in game.view(ME):
        given = view_of(game)
        del given[key]
        with pytest.raises(Refused, match=key):
            game.rules.read_view(given, ME)


def test_a_viewpoint_that_there_is_not() -> None:
    game = dealt()
    with pytest.raises(Malformed, match="no viewpoint 'P4'; there are: P1, P2, P3, spectator"):
        game.rules.read_view(view_of(game), Viewpoint("P4"))


@pytest.mark.parametrize("who", ("P1", "P2", "P3", SPECTATOR))
def test_an_interrogation_before_a_position_was_put_up_is_remembered(who: str) -> None:
    game = put_up(
        hands={"P1": [22, 23], "P2": [24, 25], "P3": [26, 27, "X"]},
        interrogation={"by": "P1", "of": "P2", "found": False, "hand": [24, 25]},
    )
    assert game.rules.read_view(view_of(game, who), Viewpoint(who)) == game.observe(who)


@pytest.mark.parametrize("who", ("P1", "P2", "P3", SPECTATOR))
def test_cards_in_a_hide_out_are_read(who: str) -> None:
    game = put_up(hands={"P1": [64, 23, "X"], "P2": [24, 25], "P3": [26, 27]}, x_known=True)
    for move in ("P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 24"):
        game.play(move)
    assert game.rules.read_view(view_of(game, who), Viewpoint(who)) == game.observe(who)


def test_what_a_search_will_draw_is_read() -> None:
    game = put_up(hands={"P1": [64, 23], "P2": [24, 25], "P3": [26, 27, "X"]})
    game.play("P1:64>R")
    game.play("P1:search")
    assert game.rules.read_view(view_of(game), ME) == game.observe(ME)
