"""The player by rules of thumb: what it does where only one thing is sensible."""

from __future__ import annotations

from random import Random

import misterx
from misterx.board import Transport, load_board
from misterx.bots import ask, find_player
from misterx.core import Game, JsonObject, rules_for

THUMB = find_player("constable", "chase")


def put_up(edition: str, players: int, **changes: object) -> Game:
    """A game from a position: that of a new game, with changes."""
    rules = rules_for(edition)
    options = changes.pop("options", {})
    assert isinstance(options, dict)
    new = misterx.new_game(edition, players, seed=1, options=options)
    if new.to_act == ("H1",):
        for move in ("D1@41", "D2@46", "D3@124"):
            new.play(move)
    position: JsonObject = rules.position(new.state)
    kept = {
        key: value
        for key, value in position.items()
        if key not in ("possible", "to_move", "start_x", "outcome")
    }
    return Game.from_position(rules, {**kept, **changes})


def seen_at(station: int, *, seen: bool = True) -> list[JsonObject]:
    return [{"ticket": "T", "station": station, "seen": seen}]


def hunt(x: int, hunters: dict[str, int], edition: str = "classic-2000", **changes: object) -> Game:
    """The hunters' turn, with Mister X seen at a station just now."""
    told: dict[str, object] = {"log": seen_at(x), **changes}
    return put_up(edition, 4, turn="hunters", x=x, hunters=hunters, **told)


def choice(game: Game, seat: str, seed: int = 1) -> str:
    return ask(THUMB, game, seat, Random(seed))


def test_a_hunter_enters_the_station_where_he_must_be() -> None:
    game = hunt(46, {"D1": 45, "D2": 100, "D3": 150})
    assert choice(game, "H1") == "D1:T46"


def test_in_free_order_the_hunter_who_can_catch_him_moves() -> None:
    game = hunt(46, {"D1": 100, "D2": 150, "D3": 180, "B1": 45}, "modern-2013")
    assert choice(game, "H2") == "B1:46"


def test_a_hunter_comes_nearer() -> None:
    game = hunt(199, {"D1": 170, "D2": 1, "D3": 8})
    ways = load_board("london").distances()
    before, after = 170, int(choice(game, "H1")[4:])
    assert (ways.between(before, 199), ways.between(after, 199)) == (3, 2)


def test_a_hunter_does_not_heed_which_ticket_he_laid() -> None:
    by_taxi, by_underground = (
        hunt(
            x,
            {"D1": 34, "D2": 1, "D3": 8},
            log=[*seen_at(46), {"ticket": ticket, "station": x, "seen": False}],
        )
        for ticket, x in (("T", 45), ("U", 79))
    )
    assert by_taxi.view("hunters")["possible"] != by_underground.view("hunters")["possible"]
    assert choice(by_taxi, "H1") == choice(by_underground, "H1")


def test_a_hunter_who_has_the_choice_lays_the_ticket_he_has_most_of() -> None:
    rich_in_bus = {"taxi": 1, "bus": 8, "underground": 4}
    tickets = {"D1": rich_in_bus, "D2": rich_in_bus, "D3": rich_in_bus}
    game = hunt(128, {"D1": 142, "D2": 1, "D3": 8}, tickets=tickets)
    assert {"D1:T128", "D1:B128"} <= set(game.legal)
    assert choice(game, "H1") == "D1:B128"


def test_mister_x_keeps_black_and_double_moves_while_a_plain_one_is_safe() -> None:
    game = put_up("classic-2000", 4, x=46, hunters={"D1": 198, "D2": 197, "D3": 199})
    for seed in range(5):
        move = choice(game, "X", seed)
        assert "+" not in move
        assert "K" not in move


def test_mister_x_takes_the_ferry_when_nothing_else_is_safe() -> None:
    game = put_up("classic-2000", 4, x=194, hunters={"D1": 192, "D2": 193, "D3": 195})
    assert choice(game, "X") == "X:K157"


def test_mister_x_doubles_when_no_single_move_is_safe() -> None:
    game = put_up("classic-2000", 4, x=2, hunters={"D1": 34, "D2": 33, "D3": 199})
    assert [move for move in game.legal if "+" not in move] == ["X:K10", "X:K20", "X:T10", "X:T20"]
    assert choice(game, "X") in ("X:T10+T11", "X:T10+T2", "X:T20+T2")


def test_mister_x_flees_even_where_nothing_is_safe() -> None:
    game = put_up(
        "beginner",
        4,
        x=2,
        hunters={"D1": 34, "D2": 33, "D3": 9},
        mister_x={"taxi": None, "bus": None, "underground": None, "black": 0, "double": 0},
        log=[],
    )
    assert choice(game, "X") in game.legal


def test_mister_x_shows_himself_only_where_everybody_knows_it_already() -> None:
    options = {"voluntary_reveal": True}
    hunters = {"D1": 198, "D2": 197, "D3": 199}
    hidden = put_up(
        "classic-1983",
        4,
        options=options,
        x=46,
        log=seen_at(46, seen=False),
        pending="show",
        hunters=hunters,
    )
    assert len(hidden.observe("hunters").possible) > 1
    assert choice(hidden, "X") == "X:hide"
    known = put_up(
        "classic-1983",
        4,
        options=options,
        x=46,
        log=seen_at(46, seen=False),
        pending="show",
        hunters=hunters,
        possible=[46],
    )
    assert choice(known, "X") == "X:show"


def test_mister_x_takes_the_rarest_ticket() -> None:
    purse = {"taxi": 5, "bus": 2, "underground": 4}
    game = put_up(
        "classic-1983",
        4,
        options={"voluntary_reveal": True},
        x=46,
        log=seen_at(46),
        pending="D2",
        tickets={"D1": purse, "D2": purse, "D3": purse},
        hunters={"D1": 198, "D2": 197, "D3": 199},
    )
    assert choice(game, "X") == "X:take D2=B"


def test_detectives_who_choose_start_near_him() -> None:
    ways = load_board("london").distances([Transport.TAXI, Transport.BUS])
    assert [ways.between(station, 82) for station in (41, 46, 124)] == [3, 4, 3]
    assert choice(misterx.new_game("beginner", 4), "H1") in ("D1@41", "D1@124")


# --- the childlike one --------------------------------------------------------------------

CHILD = find_player("novice", "chase")


def test_a_child_runs_to_where_he_was_last_seen() -> None:
    entries: list[JsonObject] = [
        {"ticket": "T", "station": 46, "seen": True},
        {"ticket": "U", "station": 1, "seen": False},
    ]
    game = put_up(
        "classic-2000", 4, turn="hunters", x=1, log=entries, hunters={"D1": 45, "D2": 8, "D3": 150}
    )
    assert 46 not in game.observe("hunters").possible
    assert ask(CHILD, game, "H1", Random(1)) == "D1:T46"


def test_a_child_forgets_that_a_detective_can_take_the_underground() -> None:
    """From 89 the underground runs to 13; by taxi it is far."""
    game = put_up("classic-2000", 4, x=52, hunters={"D1": 89, "D2": 26, "D3": 53})
    for seed in range(5):
        assert ask(CHILD, game, "X", Random(seed)) == "X:B13"
        assert choice(game, "X", seed) == "X:B86"
