"""Setting up a game: who may play, what may be agreed, which starts may be fixed."""

from random import Random
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.chase import rules_for
from misterx.core import BadSetup, Malformed, Setup
from tests.chase.positions import TABLES, every_table, where

OWN = {"base": "modern-2013", "table": {"4": [3, 3, 0]}}


@every_table()
def test_every_table_can_be_laid(edition: str, players: int) -> None:
    game = new_game(edition, players, seed=1)
    assert len(game.seats) == players
    assert list(rules_for(edition).data.table) == list(TABLES[edition])


@pytest.mark.parametrize("players", (0, 1, 3, 6, 7, -4, True))
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(BadSetup, match="players cannot play this edition, only 4, 5"):
        new_game("beginner", players)


def test_options_are_those_the_edition_offers() -> None:
    on = {"voluntary_reveal": True}
    assert where(new_game("classic-1983", 4))["options"] == {"voluntary_reveal": False}
    assert where(new_game("classic-1983", 4, options=on))["options"] == on
    with pytest.raises(BadSetup, match="does not offer the option 'voluntary_reveal'"):
        new_game("classic-2000", 4, options=on)
    with pytest.raises(BadSetup, match="does not offer the option 'ghosts'"):
        new_game("classic-1983", 4, options={"ghosts": True})
    with pytest.raises(BadSetup, match="'voluntary_reveal' of 'options' must be true or false"):
        new_game("classic-1983", 4, options={"voluntary_reveal": 1})


def test_an_edition_of_ones_own_sets_the_default_of_an_option() -> None:
    own = {"base": "classic-1983", "options": {"voluntary_reveal": True}}
    assert where(new_game(None, 4, rules=own))["options"] == {"voluntary_reveal": True}
    off = new_game(None, 4, rules=own, options={"voluntary_reveal": False})
    assert where(off)["options"] == {"voluntary_reveal": False}


# --- starts -------------------------------------------------------------------------------


def test_all_starts_fixed_leave_nothing_to_chance() -> None:
    starts = {"X": 45, "D1": 13, "D2": 26, "D3": 29, "B1": 34}
    game = new_game("modern-2013", 4, starts=starts)
    assert game.line == ()
    assert {"X": where(game)["x"], **where(game)["hunters"]} == starts
    assert where(game)["start_x"] == 45
    assert 45 in where(game)["possible"]
    assert len(where(game)["possible"]) == 13  # nobody else knows which card was fixed


@pytest.mark.parametrize("seed", range(5))
def test_some_starts_fixed_leave_the_rest_to_chance(seed: int) -> None:
    game = new_game("classic-2000", 6, starts={"X": 26, "D2": 13}, seed=seed)
    stations = [where(game)["x"], *where(game)["hunters"].values()]
    assert (stations[0], stations[2]) == (26, 13)
    assert len(set(stations)) == 6
    assert [turnout.text[:2] for turnout in game.line] == ["D1", "D3", "D4", "D5"]


def test_a_piece_so_placed_is_not_asked() -> None:
    game = new_game("beginner", 4, starts={"X": 82, "D2": 46})
    assert where(game)["to_move"] == ["D1", "D3"]
    assert game.legal == ("D1@124", "D1@41")


@pytest.mark.parametrize(
    ("edition", "starts", "why"),
    (
        ("classic-2000", {"X": 1}, r"X cannot start on 1, only on one of \(13, 26"),
        ("modern-2013", {"X": 13}, "X cannot start on 13"),
        ("modern-2013", {"D1": 45}, "D1 cannot start on 45"),
        ("modern-2013", {"B1": 45}, "B1 cannot start on 45"),
        ("beginner", {"X": 41}, "X cannot start on 41"),
        ("beginner", {"D1": 142}, "D1 cannot start on 142"),  # that one is for five players
        ("classic-2000", {"X": 13, "D1": 13}, "two pieces on one station"),
        ("classic-2000", {"D4": 13}, "'starts' has an unknown key 'D4'"),
        ("classic-2000", {"B1": 13}, "'starts' has an unknown key 'B1'"),
        ("classic-2000", {"H1": 13}, "'starts' has an unknown key 'H1'"),
        ("classic-2000", {"D1": "13"}, "'D1' of 'starts' must be a whole number"),
        ("classic-2000", {"D1": None}, "'D1' of 'starts' must be a whole number"),
    ),
)
def test_starts_that_cannot_be(edition: str, starts: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        new_game(edition, 4, starts=starts)


def test_starts_are_an_object() -> None:
    for wrong in ([13], 13, None):
        with pytest.raises(Malformed, match="'starts' must be an object"):
            rules_for("classic-2000").new_game(Setup(4, {}, {"starts": wrong}))


def test_nothing_but_starts_can_be_fixed() -> None:
    assert rules_for("classic-2000").setup_keys == ("starts",)
    with pytest.raises(BadSetup, match="the setup has an unknown key 'deck'"):
        rules_for("classic-2000").new_game(Setup(4, {}, {"deck": []}))


def test_a_fixed_card_must_leave_enough_for_the_hunters() -> None:
    own = {**OWN, "start_cards_hunters": [13, 26, 29], "start_cards_x": [13, 45]}
    with pytest.raises(BadSetup, match="too few cards for the other hunters"):
        new_game(None, 4, rules=own, starts={"X": 13})
    for fixed in ({"X": 45}, {"X": 45, "D2": 13}):
        game = new_game(None, 4, rules=own, starts=fixed, seed=1)
        assert sorted(where(game)["hunters"].values()) == [13, 26, 29]


# --- tickets ------------------------------------------------------------------------------


def test_a_box_smaller_than_what_is_dealt_is_refused() -> None:
    box = {"taxi": 33, "bus": 24, "underground": 12}
    exact = new_game(None, 4, rules={**OWN, "box": box}, seed=1)
    assert where(exact)["supply"] == {"taxi": 0, "bus": 0, "underground": 0}
    for kind, dealt in box.items():
        small = {**box, kind: dealt - 1}
        with pytest.raises(BadSetup, match="the detectives need more"):
            new_game(None, 4, rules={**OWN, "box": small})


@pytest.mark.parametrize(
    ("purse", "players", "tickets", "pool"),
    (
        ("own", 4, ["D1", "D2", "D3"], None),
        ("own", 2, [], {"taxi": 22, "bus": 16, "underground": 8}),
        ("pooled", 4, [], {"taxi": 33, "bus": 24, "underground": 12}),
        ("free", 4, [], None),
        ("free", 2, [], None),
    ),
)
def test_whose_tickets_they_are(
    purse: str, players: int, tickets: list[str], pool: dict[str, int] | None
) -> None:
    own = {"base": "modern-2013", "detective_purse": purse}
    game = new_game(None, players, rules=own, seed=1)
    assert list(where(game)["tickets"]) == tickets
    assert where(game)["pool"] == pool
    rng = Random(1)
    while game.legal:  # and so it can be played to the end
        game.play(rng.choice(game.legal))
    assert game.outcome is not None


def test_a_hidden_pieces_game_with_cards_begins_in_the_open() -> None:
    own = {"base": "beginner", "start": "shared_cards", "start_cards": [13, 26, 29, 34, 50]}
    game = new_game(None, 4, rules=own, seed=1)
    assert game.view("hunters")["x"] == where(game)["x"]
    assert where(game)["possible"] == [where(game)["x"]]
    placed = game.line[-1].events[0]
    assert placed.kind == "placed"
    assert "hunters" in placed.audience
    fixed = new_game(None, 4, rules=own, starts={"X": 34}, seed=1)
    assert fixed.view("spectator")["start_x"] == 34


def test_a_secret_card_is_told_to_mister_x_alone() -> None:
    game = new_game("classic-2000", 4, seed=1)
    placed = {turnout.text[:2]: turnout.events[0].audience for turnout in game.line}
    assert placed.pop("X@") == {"X"}
    assert all(audience == {"X", "hunters", "spectator"} for audience in placed.values())


def test_a_refused_setup_makes_no_game() -> None:
    with pytest.raises(BadSetup):
        Game.new(rules_for("beginner"), Setup(9))
