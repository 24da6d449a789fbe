"""The card game among the games: its edition, its law, what it tells."""

import pytest

import misterx
from misterx import new_game
from misterx.cards import Cards, edition_names, rules_for, rules_from_json
from misterx.core import SPECTATOR, BadSetup, UnknownEdition, Viewpoint
from misterx.core.registry import game_of
from misterx.core.registry import rules_for as rules_of_any_game
from misterx.core.rules import Event
from tests.cards.table import EDITION, RULES, deal, play, put_up

EVERYBODY = frozenset(map(Viewpoint, ("P1", "P2", "P3", "spectator")))


def test_there_is_one_edition() -> None:
    assert edition_names() == (EDITION,)
    assert EDITION in misterx.edition_names()
    assert rules_for(EDITION) is rules_of_any_game(EDITION)
    assert isinstance(RULES, Cards)
    assert (RULES.edition, RULES.own_rules, game_of(RULES)) == (EDITION, None, "cards")


def test_no_other_edition_is_known() -> None:
    with pytest.raises(UnknownEdition, match="no edition 'cards-1900' of the card game"):
        rules_for("cards-1900")


def test_it_takes_no_rules_of_ones_own() -> None:
    with pytest.raises(BadSetup, match="'colours' sets the tickets' colours"):
        rules_from_json({"players": 9})


def test_the_sides_and_what_may_be_settled() -> None:
    assert RULES.winners == ("x", "hunters")
    assert RULES.setup_keys == ("colours", "deck", "reserve", "first")
    assert RULES.version == 1


def test_nothing_is_taken_back() -> None:
    game = play(deal(3), next(move for move in deal(3).legal))
    assert not game.can_undo


def test_a_record_has_a_heading_for_each_turn() -> None:
    game = play(new_game(EDITION, 3, seed=1))
    game.play(next(move for move in game.legal if not move.endswith(">M")))
    assert game.record().sections[0] == "deal"
    assert game.record().sections[1] == "turn 1"


def test_a_game_that_the_table_ends_shows_who_mister_x_was() -> None:
    game = put_up(hands={"P1": (1, 24), "P2": (5, "X")})
    game.concede("hunters")
    view = game.view("P1")
    assert (game.legal, game.to_act, view["phase"], view["to_move"]) == ((), (), "over", [])
    assert view["outcome"] == {"winner": "hunters", "reason": "resigned"}
    assert (view["x"], view["suspects"], view["x_known"]) == ("P2", ["P2"], False)


# --- events -------------------------------------------------------------------------------


def told(events: tuple[Event, ...], who: str) -> list[str]:
    return [event.kind for event in events if Viewpoint(who) in event.audience]


def test_what_is_drawn_is_told_to_the_one_who_draws() -> None:
    game = put_up(hands={"P1": (25, 1), "P2": (5, "X")}, top=(61, 62, 65))
    events = game.play("P1:25>L")
    drawn = [event for event in events if event.kind == "drew"]
    assert [event.data["cards"] for event in drawn] == [(61, 62), (65,)]
    assert [event.audience for event in drawn] == [{"P1"}, {"P2"}]
    assert told(events, "P3") == told(events, SPECTATOR) == ["moved", "turn"]


def test_a_hand_is_shown_to_two_and_the_answer_to_all() -> None:
    game = put_up(hands={"P1": (45, 1), "P2": (5, 6, 7, "X")}, magnifiers=2)
    play(game, "P1:45>M")
    events = {event.kind: event for event in game.play("P1:?P2")}
    assert events["hand"].audience == {"P1", "P2"}
    assert events["hand"].data["hand"] == (5, 6, 7, "X")
    assert events["interrogated"].audience == events["mister_x"].audience == EVERYBODY
    assert events["drew"].audience == {"P2"}


def test_what_is_laid_and_taken_is_told_to_whose_card_it_is() -> None:
    game = put_up(hands={"P1": (64, "X"), "P2": (5,), "P3": (11,)})
    play(game, "P1:64>R", "P1:hideout")
    events = game.play("P1:lay X")
    assert [event.audience for event in events if event.kind == "moved"] == [{"P1"}]
    assert told(events, "P2") == ["laid"]
    play(game, "P2:lay 5")
    events = game.play("P3:lay 11", chance="P1:5 P2:X P3:11")
    took = [event for event in events if event.kind == "took"]
    assert [event.audience for event in took] == [{"P1"}, {"P2"}, {"P3"}]
    assert [event.data["seat"] for event in took] == ["P1", "P2", "P3"]
    assert [event.data["card"] for event in took] == [5, "X", 11], "as views and moves say it"
    public = [event.data for event in events if event.audience == EVERYBODY]
    assert all("card" not in data and "cards" not in data for data in public)


def test_every_ending_is_told_to_all() -> None:
    game = put_up(hands={"P1": (65, 1), "P2": ("X",)})
    play(game, "P1:65>R")
    last = game.play("P1:?P2")[-1]
    assert (last.kind, last.audience) == ("over", EVERYBODY)
    assert last.data == {
        "winner": "hunters",
        "reason": "found",
        "at": {"turn": 1, "seat": "P1", "x": "P2"},
    }


def test_whoever_holds_the_card_is_mister_xs_side() -> None:
    game = put_up(hands={"P1": (1, 24), "P2": (5, "X")})
    sides = [RULES.side(game.state, seat) for seat in game.seats]
    assert sides == ["hunters", "x", "hunters"]


def test_every_decision_is_somebodys_to_make() -> None:
    assert RULES.silence(deal(3).state) is None
