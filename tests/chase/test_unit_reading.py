"""Views of the chase that are no views: refused with what is wrong, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.core import Malformed, Refused, Viewpoint
from tests.chase.positions import put_up

HUNTERS = Viewpoint("hunters")


def view_of(game: Game, who: str = HUNTERS) -> dict[str, Any]:
    """A view as it comes out of a pipe."""
    view: dict[str, Any] = json.loads(json.dumps(game.view(who)))
    return view


def played(*moves: str) -> Game:
    """A game of which a few moves are known."""
    starts = {"X": 155, "D1": 13, "D2": 26, "D3": 29, "D4": 50}
    game = new_game("classic-2000", 5, seed=1, starts=starts)
    for move in moves:
        game.play(move)
    return game


BEGUN = ("X:T156", "D1:T4", "D2:T15")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    (
        ({"edition": "modern-2013"}, "'edition' of the view names others"),
        ({"rules": {"base": "classic-2000"}}, "'rules' of the view names others"),
        ({"outcome": ["x", "survived"]}, "the game of this view is over"),
        ({"players": 9}, "9 players cannot play this edition"),
        ({"options": 3}, "'options' of the view must be an object"),
        ({"log": [{"ticket": "Z", "station": None, "seen": False}]}, "must be one of T, B, U, K"),
        ({"log": [{"ticket": "T", "station": 777, "seen": False}]}, "must be a whole number"),
        ({"log": [{"ticket": "T", "station": 200, "seen": False}]}, "there is no station 200"),
        ({"log": []}, "more moves of Mister X's than the log"),
        ({"history": [7]}, "'history' must be a list of moves"),
        ({"history": ["X:B?", "D1:T4", "D2:T15"]}, "'history' of the view does not fit the log"),
        ({"history": ["X:T?", "D1:T4", "X:T?"]}, "more moves of Mister X's than the log"),
        ({"history": ["D1:T4", "D6:T15"]}, "no 'D6' is in this game"),
        ({"history": ["D1:T4", "X:T?", "D2:what"]}, "'D2:what' is no move"),
        ({"starts": {"D1": 13}}, "'starts' of the view lacks 'D2'"),
        ({"possible": [4]}, "no way of Mister X's fits"),
        ({"possible": [1, 1]}, "different whole numbers"),
        ({"round": 99}, "'round' of the position must be a whole number"),
        ({"moved": []}, "'moved' of the view does not fit|in fixed order|does not fit the rest"),
        ({"hunters": {"D1": 4, "D2": 15, "D3": 29, "D4": "here"}}, "must be a whole number"),
        ({"more": 1}, "unknown key 'more'"),
    ),
)
def test_a_view_that_cannot_be_is_refused(changes: dict[str, object], complaint: str) -> None:
    game = played(*BEGUN)
    given = view_of(game) | changes
    with pytest.raises(Refused) as refused:
        game.rules.read_view(given, HUNTERS)
    assert any(part in str(refused.value) for part in complaint.split("|")), str(refused.value)


def test_nothing_may_be_missing() -> None:
    game = played(*BEGUN)
    for key in game.view(HUNTERS):
        given = view_of(game)
        del given[key]
        with pytest.raises(Refused, match=key):
            game.rules.read_view(given, HUNTERS)


def test_a_viewpoint_that_there_is_not() -> None:
    game = played()
    with pytest.raises(Malformed, match="no viewpoint 'P1'; there are: X, hunters, spectator"):
        game.rules.read_view(view_of(game), Viewpoint("P1"))


@pytest.mark.parametrize("who", ("X", HUNTERS))
def test_tickets_that_he_did_not_have_were_not_laid(who: str) -> None:
    game = new_game(None, 5, seed=1, rules={"base": "classic-2000", "black": 0})
    game.play(next(move for move in game.legal if move.startswith("X:T") and "+" not in move))
    view = view_of(game, who)
    view["log"][0]["ticket"], view["history"] = "K", [view["history"][0].replace("T", "K")]
    view["mister_x"]["black"] = -1
    with pytest.raises(Refused, match="'black'"):
        game.rules.read_view(view, Viewpoint(who))


def test_a_hidden_way_of_a_position_put_up_is_made_up() -> None:
    game = put_up("modern-2013", x=46, log=("T58!", "T45", "K46"))
    view = view_of(game)
    assert (view["x"], view["history"]) == (None, [])
    seen = game.rules.read_view(view, HUNTERS)
    assert game.rules.view(seen) == view
    assert seen == game.observe(HUNTERS)


def test_a_sighting_to_which_no_way_leads_is_refused() -> None:
    game = played("X:T156")
    while len(view_of(game)["log"]) < 3:
        game.play(next(move for move in game.legal if "+" not in move))
    view = view_of(game)
    assert view["log"][2]["seen"]
    view["log"][2]["station"] = view["possible"][0] = 197
    view["history"] = [
        f"X:{view['log'][2]['ticket']}197" if text.startswith("X:") and "?" not in text else text
        for text in view["history"]
    ]
    with pytest.raises(Refused, match="no way of Mister X's fits"):
        game.rules.read_view(view, HUNTERS)


def test_a_game_of_which_a_start_is_not_known_is_read_as_a_position() -> None:
    game = played(*BEGUN)
    view = view_of(game)
    view["starts"]["D1"] = None
    seen = game.rules.read_view(view, HUNTERS)
    assert game.rules.view(seen) == view


def test_a_move_between_known_stations_is_one_of_his() -> None:
    game = played("X:T156")
    view = view_of(game, "X")
    view["x"] = view["log"][0]["station"] = 197
    view["history"] = ["X:T197"]
    with pytest.raises(Refused):
        game.rules.read_view(view, Viewpoint("X"))
