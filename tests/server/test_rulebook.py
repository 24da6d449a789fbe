"""The rules that pages explain are those that are played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from misterx.cards import Cards
from misterx.cards.deck import TICKETS
from misterx.chase import edition_names, load_edition, rules_from_json
from misterx.core import Game, Setup, rules_for
from misterx.core import edition_names as all_edition_names
from misterx.server import rule_bodies
from misterx.server.rulebook import chase_rules, rule_book
from misterx.server.views import Purse
from tests.server.evenings import Evening, awaited

BOOK = {rules.name: rules for rules in rule_book().editions}


def rules_of(name: str) -> rule_bodies.ChaseRules:
    rules = BOOK[name]
    assert isinstance(rules, rule_bodies.ChaseRules)
    return rules


def test_every_edition_is_explained() -> None:
    assert tuple(BOOK) == all_edition_names()


@pytest.mark.parametrize("name", edition_names())
def test_what_is_told_of_an_edition_is_its_data(name: str) -> None:
    told, edition = rules_of(name).model_dump(), load_edition(name)
    for key in ("x_tickets", "used_tickets_go_to", "double", "start", "order", "log", "rounds"):
        assert told[key] == getattr(edition, key), key
    for key in ("detective_tickets", "x_hand", "box"):
        tickets = getattr(edition, key)
        assert told[key] == (None if tickets is None else tickets.to_json()), key
    assert told["board"] == edition.board.name
    assert told["options"] == edition.options
    assert set(told["lines"]) == edition.transports
    assert tuple(told["x_starts"]) == edition.start_cards_x
    seen = {n for n in range(1, edition.log + 1) if edition.is_seen_at(n, on_black=False)}
    marked = set(told["windows"])
    assert seen == (marked if told["is_hidden"] else set(range(1, edition.log + 1)) - marked)


def test_a_supply_that_nobody_draws_from_is_the_box() -> None:
    own = {"base": "classic-2000", "used_tickets_go_to": "supply"}
    assert chase_rules("own", rules_from_json(own)).used_tickets_go_to == "box"


@pytest.mark.parametrize("name", edition_names())
def test_what_lies_ready_is_what_a_new_game_has(name: str) -> None:
    rules, told = rules_for(name), rules_of(name)
    assert [lineup.players for lineup in told.lineups] == list(rules.players)
    for lineup in told.lineups:
        game = Game.new(rules, Setup(lineup.players), Random(1))
        view: Any = game.view("hunters")
        pieces = list(view["hunters"])
        assert lineup.hunters == len(rules.seats(game.state)) - 1
        assert lineup.detectives == sum(piece.startswith("D") for piece in pieces)
        assert lineup.bobbies == sum(piece.startswith("B") for piece in pieces)
        purses = [view["pool"]] if lineup.is_pooled else list((view["tickets"] or {}).values())
        purse = lineup.purse and lineup.purse.model_dump()
        assert all(held == purse for held in purses)
        assert (purse is None) == (not purses)
        assert lineup.black == view["mister_x"]["black"]
        assert told.double == view["mister_x"]["double"]
        assert lineup.supply == (view["supply"] and Purse(**view["supply"]))


@pytest.mark.parametrize(
    ("changed", "by_rounds", "by_log"),
    (
        ({"rounds": 10, "log": 24, "double": 2}, True, False),
        ({"rounds": 10, "log": 11, "double": 2}, True, True),
        ({"rounds": 24, "log": 24, "double": 0}, False, True),
        ({"rounds": 30, "log": 24, "double": 0}, False, True),
    ),
)
def test_what_ends_the_game_is_worked_out(
    changed: dict[str, object], *, by_rounds: bool, by_log: bool
) -> None:
    rules = rules_from_json({"base": "classic-2000", **changed})
    told = chase_rules("mine", rules)
    assert (told.ends_by_rounds, told.ends_by_log) == (by_rounds, by_log)


def test_an_edition_without_a_ferry_has_no_piers() -> None:
    assert rules_of("beginner").piers == []
    assert rules_of("classic-2000").piers == [108, 115, 157, 194]
    mine = rules_from_json({"base": "classic-2000", "transports": ["taxi"], "windows": [3, 60]})
    assert chase_rules("mine", mine).piers == []
    assert chase_rules("mine", mine).windows == [3], "the log has no window 60"


def test_the_card_game_is_told_as_it_is_dealt() -> None:
    told = BOOK["cards-2017"]
    assert isinstance(told, rule_bodies.CardsRules)
    rules = rules_for(told.name)
    assert isinstance(rules, Cards)
    assert sum(told.colours.values()) == TICKETS
    for table in told.tables:
        game = Game.new(rules, Setup(table.players), Random(2))
        state: Any = game.state
        assert len(state.reserve) == told.reserve
        assert len(state.piles) == told.piles
        assert state.magnifiers == told.magnifiers_up
        assert sorted(map(len, state.hands)) == [*[told.hand] * (table.players - 1), told.hand + 1]
        assert len(state.draw) == table.draw - 1, "whoever begins has drawn"
        held = [card for hand in state.hands for card in hand]
        cards = [*held, *state.piles, *state.reserve, *state.draw]
        assert len(cards) == table.tickets + 1
        assert not {number % 10 for number in cards if number <= TICKETS} & set(table.removed)


@awaited
async def test_whoever_asks_is_told(url: str) -> None:
    async with Evening(url) as evening:
        (ada,) = await evening.guests("Ada")
        assert await ada.get("/api/rules") == rule_book().model_dump(mode="json")
