"""Impossible positions: each is refused with a reason that names what is wrong."""

from typing import Any

import pytest

from misterx.chase import rules_for
from misterx.core import BadSetup, Setup
from tests.chase.positions import answer, counted, play, put_up, result, where
from tests.chase.replaced import VOLUNTARY, put

ONE_WINDOW = [{"ticket": "T", "station": 184, "seen": False}]
WINDOW = ONE_WINDOW[0]
NO_TICKETS = {f"D{n}": counted(0, 0, 0) for n in (1, 2, 3)}
HUNTERS = {"D1": 13, "D2": 26, "D3": 29}


def window(**changes: object) -> list[object]:
    return [{**WINDOW, **changes}]


IMPOSSIBLE: dict[str, tuple[tuple[dict[str, Any], str], ...]] = {
    "classic-2000": (
        ({"colour": "red"}, "the position has an unknown key 'colour'"),
        ({"history": []}, "unknown key 'history'"),
        ({"edition": "beginner"}, "'edition' of the position names others"),
        ({"rules": {"base": "classic-2000"}}, "'rules' of the position names others"),
        ({"players": ...}, "the position lacks 'players'"),
        ({"players": 7}, "7 players cannot play this edition"),
        ({"players": -1}, "'players' of the position must be"),
        ({"options": []}, "'options' of the position must be an object"),
        ({"options": VOLUNTARY}, "does not offer the option 'voluntary_reveal'"),
        # round, turn
        ({"round": 0}, "'round' of the position must be a whole number from 1 to 22"),
        ({"round": 23}, "'round' of the position must be a whole number from 1 to 22"),
        ({"round": ...}, "the position lacks 'round'"),
        ({"turn": "D1"}, "'turn' of the position must be one of X, hunters"),
        ({"turn": None}, "'turn' of the position must be a text"),
        # stations
        ({"x": None}, "'x' of the position must be"),
        ({"x": 200}, "'x': there is no station 200 on this board"),
        ({"x": 0}, "'x' of the position must be"),
        ({"x": 13, "start_x": ..., "possible": ...}, "Mister X and a hunter share station 13"),
        ({"start_x": 200}, "'start_x': there is no station 200"),
        ({"start_x": 198}, "with an empty log Mister X stands on his start station"),
        ({"hunters": {**HUNTERS, "D1": 200}}, "'D1': there is no station 200"),
        ({"hunters": {**HUNTERS, "D1": 26}}, "two hunters share a station"),
        ({"hunters": {**HUNTERS, "D1": None}}, "a hunter lacks a station"),
        ({"hunters": {"D1": 13, "D2": 26}}, "'hunters' of the position lacks 'D3'"),
        ({"hunters": {**HUNTERS, "D4": 50}}, "'hunters' of the position has an unknown key 'D4'"),
        ({"hunters": [13, 26, 29]}, "'hunters' of the position must be an object"),
        # tickets
        ({"tickets": {}}, "'tickets' of the position lacks 'D1'"),
        ({"tickets": {**NO_TICKETS, "D4": counted(1, 1, 1)}}, "unknown key 'D4'"),
        ({"tickets": {**NO_TICKETS, "D1": counted(-1, 0, 0)}}, "'taxi' of 'D1' of 'tickets'"),
        ({"tickets": {**NO_TICKETS, "D1": {"taxi": 1, "bus": 1}}}, "lacks 'underground'"),
        ({"tickets": {**NO_TICKETS, "D1": {**counted(1, 1, 1), "black": 1}}}, "key 'black'"),
        ({"pool": counted(1, 1, 1)}, "'pool' must be null"),
        ({"supply": counted(1, 1, 1)}, "'supply' must be null"),
        ({"mister_x": {"black": 3}}, "'mister_x' of the position lacks 'double'"),
        ({"mister_x": {"black": -1, "double": 2}}, "'black' of 'mister_x'"),
        ({"mister_x": {"black": 3, "double": -1}}, "'double' of 'mister_x'"),
        ({"mister_x": {"black": 3, "double": 2, "taxi": 4}}, "'taxi' of 'mister_x'.*null"),
        ({"mister_x": {"black": 3, "double": 2, "gold": 4}}, "unknown key 'gold'"),
        # the log
        ({"log": "T46"}, "'log' of the position must be a list"),
        ({"log": ONE_WINDOW}, "x is 197, but the last window of the log says 184"),
        ({"log": [7], "x": 184}, "window 1 of the log must be an object"),
        ({"log": window(ticket="F"), "x": 184}, "'ticket' of window 1 of the log"),
        ({"log": window(ticket=None), "x": 184}, "'ticket' of window 1 of the log"),
        ({"log": window(seen=1), "x": 184}, "'seen' of window 1 of the log"),
        ({"log": window(station=200), "x": 184}, "there is no station 200"),
        ({"log": window(day=1), "x": 184}, "window 1 of the log has an unknown key 'day'"),
        (
            {"log": window(ticket="U"), "x": 184, "possible": ...},
            "window 1 of the log: no line leads from 197 to 184 on the ticket U",
        ),
        (
            {"log": ONE_WINDOW * 2, "x": 184, "possible": ..., "start_x": ...},
            "window 2 of the log: no line leads from 184 to 184 on the ticket T",
        ),
        (
            {"log": window(ticket="U"), "x": 184, "possible": ..., "start_x": ...},
            "window 1 of the log: no line leads from anywhere to 184 on the ticket U",
        ),
        ({"log": ONE_WINDOW * 25, "x": 184}, "the log has 25 windows"),
        # who has moved
        ({"moved": ["D1"]}, "'moved' must be empty on Mister X's turn"),
        ({"moved": ["D2"], "turn": "hunters"}, "in fixed order D1, D2, D3 move one after"),
        ({"moved": ["D1", "D1"], "turn": "hunters"}, "'moved' of the position must be"),
        ({"moved": ["X"], "turn": "hunters"}, "'moved' of the position must be"),
        ({"moved": ...}, "the position lacks 'moved'"),
        ({"possible": [1, 2]}, "'possible' leaves out 197, where Mister X is"),
        ({"possible": [197, 200]}, "'possible' names a station that is not on this board"),
        ({"possible": [0, 197]}, "'possible' of the position must be"),
        # decisions and endings
        ({"pending": "show"}, "no decision can be pending here"),
        ({"pending": "maybe"}, "'pending' of the position must be one of show, D1, D2, D3"),
        ({"outcome": "caught"}, "'outcome' of the position must be a list"),
        ({"outcome": ["hunters", "luck"]}, "'outcome' must be null or a winner and a reason"),
        ({"outcome": ["nobody", "caught"]}, "'outcome' must be null or a winner and a reason"),
        ({"outcome": ["hunters", "caught"]}, "cannot have ended like that: hunters, caught"),
        ({"outcome": ["hunters", "trapped"]}, "cannot have ended like that: hunters, trapped"),
        ({"outcome": ["x", "survived"]}, "cannot have ended like that: x, survived"),
        ({"outcome": ["x", "no_moves"]}, "cannot have ended like that: x, no_moves"),
        (
            {"outcome": ["hunters", "no_moves"], "turn": "hunters", "tickets": NO_TICKETS},
            "cannot have ended like that: hunters, no_moves",
        ),
        (
            {"outcome": ["x", "survived"], "round": 22, "pending": "show"},
            "cannot have ended while a decision is open",
        ),
    ),
    "classic-1983": (
        ({"pending": "show"}, "no decision can be pending here"),  # he has not moved yet
        (
            {"pending": "D1", "log": ONE_WINDOW, "x": 184, "possible": ...},
            "'D1' cannot be pending after that window",
        ),
        (
            {"pending": "show", "log": window(seen=True), "x": 184, "possible": ...},
            "'show' cannot be pending after that window",
        ),
        (
            {"pending": "show", "log": ONE_WINDOW, "x": 184, "possible": ..., "turn": "hunters"},
            "no decision can be pending here",
        ),
        (
            {
                "pending": "D1",
                "log": window(seen=True),
                "x": 184,
                "possible": ...,
                "tickets": NO_TICKETS,
            },
            "D1 has no ticket that could be taken",
        ),
    ),
    "research-2011": (
        ({"mister_x": {"black": 5, "double": 2}}, "'mister_x' of the position lacks 'taxi'"),
        (
            {"mister_x": {**counted(4, 3, -1), "black": 5, "double": 2}},
            "'underground' of 'mister_x' of the position",
        ),
    ),
    "modern-2013": (
        ({"supply": None}, "'supply' of the position must be an object"),
        ({"supply": {"taxi": 1, "bus": 1}}, "'supply' of the position lacks 'underground'"),
        ({"moved": ["B2"], "turn": "hunters"}, "'moved' of the position must be"),
    ),
    "beginner": (
        ({"tickets": NO_TICKETS}, "'tickets' of the position has an unknown key 'D1'"),
        ({"log": [{**WINDOW, "ticket": "T"}]}, "'ticket' of window 1 of the log must be one of K"),
        (
            {"log": [{"ticket": None, "station": 82, "seen": True}], "x": 82},
            "from 82 to 82 on the ticket of this game",
        ),
        (
            {
                "hunters": {"D1": None, "D2": 46, "D3": 124},
                "log": [{"ticket": None, "station": 67, "seen": True}],
                "x": 67,
            },
            "a hunter lacks a station, and this is not the choice of starts",
        ),
        (
            {
                "hunters": {"D1": None, "D2": 46, "D3": 124},
                "turn": "hunters",
                "outcome": ["x", "no_moves"],
            },
            "cannot have ended while a decision is open",
        ),
        (
            {"hunters": {"D1": None, "D2": 46, "D3": 124}},
            "starts are chosen before the first round",
        ),
        (
            {"hunters": {"D1": None, "D2": 46, "D3": 124}, "turn": "hunters", "round": 5},
            "starts are chosen before the first round",
        ),
        (
            {
                "hunters": dict.fromkeys(("D1", "D2", "D3")),
                "turn": "hunters",
                "x": 41,
                "start_x": 41,
                "possible": [41],
            },
            "too few start stations are left",
        ),
    ),
}


@pytest.mark.parametrize(
    ("edition", "changes", "why"),
    tuple((edition, *case) for edition, cases in IMPOSSIBLE.items() for case in cases),
)
def test_an_impossible_position_is_refused_with_its_reason(
    edition: str, changes: dict[str, Any], why: str
) -> None:
    players = 6 if edition == "research-2011" else 4
    assert where(put(edition, players))  # without the change it can be put up
    with pytest.raises(BadSetup, match=why):
        put(edition, players, **changes)


def test_a_pool_is_asked_for_where_there_is_one() -> None:
    for pool in (None, {}, {"taxi": 1, "bus": 1}, counted(-1, 0, 0)):
        with pytest.raises(BadSetup, match="'pool' of the position"):
            put("modern-2013", 2, pool=pool)
    with pytest.raises(BadSetup, match="'tickets' of the position has an unknown key 'D1'"):
        put("modern-2013", 2, tickets={"D1": counted(1, 1, 1)})


def test_the_last_window_is_not_left_for_a_move_of_his() -> None:
    log = [{**WINDOW, "station": 184 if n % 2 else 197} for n in range(24)]
    with pytest.raises(BadSetup, match="the log is full"):
        put("classic-2000", log=log, x=184, start_x=..., possible=...)
    game = put("classic-2000", log=log, x=184, start_x=..., possible=..., turn="hunters")
    assert result(answer(game)) == ("x", "survived")


def test_nothing_can_be_taken_from_those_who_ride_free() -> None:
    own = {"base": "classic-1983", "detective_purse": "free"}
    game = put_up(own, log=("T74",), options=VOLUNTARY, pending="show", tickets={})
    assert where(play(game, "X:show"))["turn"] == "hunters"
    with pytest.raises(BadSetup, match="D1 has no ticket that could be taken"):
        put_up(own, log=("T74!",), options=VOLUNTARY, pending="D1")


def test_a_position_is_an_object() -> None:
    nothing: Any = []
    with pytest.raises(BadSetup, match="the position must be an object"):
        rules_for("classic-2000").restore(nothing)


def test_before_the_cards_are_drawn_there_is_a_position_to_see_but_none_to_put_up() -> None:
    rules = rules_for("classic-2000")
    position = rules.position(rules.new_game(Setup(4)))
    assert (position["x"], position["possible"]) == (None, [])
    assert position["to_move"] == ["D1", "D2", "D3"]
    with pytest.raises(BadSetup, match="a hunter lacks a station"):
        rules.restore(position)


@pytest.mark.parametrize("outcome", (["x", "resigned"], ["hunters", "time"]))
def test_a_game_that_the_table_ended_can_be_put_up(outcome: list[str]) -> None:
    game = put("classic-2000", outcome=outcome)
    assert game.outcome is not None
    assert (game.outcome.winner, str(game.outcome.reason)) == tuple(outcome)
    assert game.legal == ()
