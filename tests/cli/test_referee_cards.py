"""The card game in the referee protocol."""

import json
from typing import Any

import pytest

from misterx.cards import default_deck
from misterx.cards.deck import tickets_for
from misterx.cli.referee import Referee

COLOURS = default_deck().colours
BLACK = [n for n in tickets_for(3) if COLOURS[n - 1] == "K"]
RESERVE = BLACK[-5:]
DECK: list[object] = [*(n for n in tickets_for(3) if n not in RESERVE)]
DECK.insert(9, "X")  # P1 gets the first card, P2 the second, …: the tenth goes to P1
NEW = {"do": "new", "edition": "cards-2017", "players": 3, "deck": DECK}


class Table:
    """The protocol with a card game put up."""

    def __init__(self) -> None:
        self.referee = Referee()

    def ask(self, **request: object) -> dict[str, Any]:
        return self.referee.answer(json.dumps(request))

    def get(self) -> dict[str, Any]:
        position: dict[str, Any] = self.ask(do="get")["position"]
        return position

    def put_up(self, **changes: object) -> None:
        """Put the position up again with some keys changed."""
        assert self.ask(do="set", position={**self.get(), **changes}) == {"ok": True}

    def code(self, **request: object) -> object:
        answer = self.ask(**request)
        assert answer["ok"] is False
        return answer["code"]


@pytest.fixture
def table() -> Table:
    table = Table()
    assert table.ask(**NEW) == {"ok": True}
    return table


def test_a_deck_that_is_given_is_dealt_one_card_at_a_time(table: Table) -> None:
    position = table.get()
    mine = [*DECK[0:9:3], *DECK[12:24:3], DECK[27]]
    assert position["hands"]["P1"] == [*mine, "X"]
    assert position["hands"]["P2"] == DECK[1:24:3]
    assert list(position["piles"].values()) == DECK[24:27]
    assert position["draw"] == DECK[28:]
    assert position["reserve"] == RESERVE
    assert (position["seat"], position["turn"], position["phase"]) == ("P1", 1, "play")
    assert (position["x"], position["to_move"]) == ("P1", ["P1"])


def test_who_begins_can_be_said(table: Table) -> None:
    assert table.ask(**NEW, first="P3") == {"ok": True}
    assert table.get()["seat"] == "P3"
    assert table.code(**NEW, first="P4") == "bad_setup"


def test_the_same_seed_deals_the_same_cards() -> None:
    deals = []
    for _ in range(2):
        table = Table()
        table.ask(do="new", edition="cards-2017", players=5, seed="tea")
        deals.append(table.get())
    assert deals[0] == deals[1]
    assert len(deals[0]["hands"]["P5"]) in (8, 9)


@pytest.mark.parametrize(
    "wrong",
    (
        {"deck": DECK[1:]},
        {"deck": [*DECK[1:], DECK[0], DECK[0]]},
        {"deck": [*(card for card in DECK if card != "X"), "X"]},
        {"deck": [99]},
        {"colours": "TBUK"},
        {"reserve": [1, 2, 3, 4, 5]},
        {"players": 2},
        {"options": {"voluntary_reveal": True}},
    ),
)
def test_a_deal_that_cannot_be_is_refused(table: Table, wrong: dict[str, object]) -> None:
    before = table.get()
    assert table.code(**{**NEW, **wrong}) == "bad_setup"
    assert table.get() == before


def test_a_deck_that_is_no_list_is_malformed(table: Table) -> None:
    assert table.code(**{**NEW, "deck": 5}) == "malformed"


def test_rules_of_ones_own_are_for_the_board_game(table: Table) -> None:
    assert table.code(do="new", rules={"base": "cards-2017"}, players=3) == "unknown_edition"


def test_there_are_no_stations(table: Table) -> None:
    assert table.code(do="possible") == "not_allowed"


def test_each_seat_has_its_own_view(table: Table) -> None:
    mine = table.ask(do="view", **{"as": "P1"})["view"]
    yours = table.ask(do="view", **{"as": "P2"})["view"]
    nobodys = table.ask(do="view", **{"as": "spectator"})["view"]
    assert (mine["x"], yours["x"], nobodys["x"]) == ("P1", None, None)
    assert mine["hands"]["P1"] == table.get()["hands"]["P1"]
    assert yours["hands"]["P1"] == nobodys["hands"]["P1"] == 9
    assert (yours["draw"], yours["reserve"]) == (len(DECK) - 28, 5)
    assert table.code(do="view", **{"as": "P4"}) == "malformed"


def search(table: Table) -> None:
    """Bring P1, who holds the Mister X card, to search somebody with a bonus."""
    position = table.get()
    hand, piles = position["hands"]["P1"], position["piles"]
    everywhere = [n for n in tickets_for(3) if COLOURS[n - 1] == "U" and n in position["draw"]]
    red = everywhere[-1]
    hand.insert(-1, red)
    position["draw"].remove(red)
    table.put_up(hands=position["hands"], draw=position["draw"], piles=piles)
    assert table.ask(do="play", move=f"P1:{red}>R", **{"as": "P1"}) == {"ok": True}
    assert table.get()["phase"] == "search"


def test_play_may_say_what_falls_and_the_answer_repeats_it(table: Table) -> None:
    search(table)
    theirs = table.get()["hands"]["P2"]
    answer = table.ask(do="play", move="P1:?P2", chance=theirs[:2])
    assert answer == {"ok": True, "chance": theirs[:2]}
    assert table.get()["hands"]["P2"] != theirs
    assert f"P1:?P2 = {theirs[0]} {theirs[1]}" in table.ask(do="record")["record"]


def test_without_it_the_seed_decides(table: Table) -> None:
    search(table)
    theirs = table.get()["hands"]["P2"]
    answer = table.ask(do="play", move="P1:?P2")
    assert set(answer["chance"]) <= set(theirs)
    assert len(answer["chance"]) == 2


@pytest.mark.parametrize("chance", ([], [90], ["X"], [1], ["?"], {"P1": 6}))
def test_impossible_chance_is_not_allowed_and_changes_nothing(table: Table, chance: object) -> None:
    search(table)
    before = table.get()
    assert table.code(do="play", move="P1:?P2", chance=chance) == "not_allowed"
    assert table.code(do="play", move="P1:?P2", chance="P1") == "malformed"
    assert table.get() == before


def test_chance_with_another_move_is_not_allowed(table: Table) -> None:
    before = table.get()
    move = table.ask(do="legal")["moves"][0]
    assert table.code(do="play", move=move, chance=[12]) == "not_allowed"
    assert table.get() == before


def test_a_chance_text_is_no_move_of_a_player(table: Table) -> None:
    assert table.code(do="play", move="12 40") == "malformed"
    assert table.code(do="play", move="P1:6 P2:X P3:5") == "malformed"


def test_the_hide_out_falls_as_it_is_said(table: Table) -> None:
    position = table.get()
    black = [n for n in position["draw"] if n in BLACK][-1]
    hands = position["hands"]
    hands["P1"].insert(-1, black)
    hands["P1"] = [*sorted(hands["P1"][:-1]), "X"]
    table.put_up(hands=hands, draw=[n for n in position["draw"] if n != black])
    table.ask(do="play", move=f"P1:{black}>R")
    assert table.ask(do="legal")["moves"] == ["P1:hideout", "P1:search"]
    table.ask(do="play", move="P1:hideout")
    table.ask(do="play", move="P1:lay X")
    two, three = hands["P2"][0], hands["P3"][0]
    table.ask(do="play", move=f"P2:lay {two}")
    fallen = {"P3": "X", "P1": three, "P2": two}
    answer = table.ask(do="play", move=f"P3:lay {three}", chance=fallen)
    assert answer == {"ok": True, "chance": fallen}
    assert table.get()["x"] == "P3"
    record = table.ask(do="record")["record"]
    assert f"P3:lay {three} = P1:{three} P2:{two} P3:X" in record
    again = Table()
    assert again.ask(do="load", record=record) == {"ok": True}
    assert again.get() == table.get()


def test_perft_ends_a_sequence_at_chance(table: Table) -> None:
    search(table)
    assert [table.ask(do="perft", depth=depth)["count"] for depth in (1, 2)] == [2, 0]


def test_the_outcome_names_turn_seat_and_mister_x(table: Table) -> None:
    table.put_up(draw=table.get()["draw"][:1], discard=table.get()["draw"][1:])
    while table.ask(do="legal")["moves"]:
        table.ask(do="play", move=table.ask(do="legal")["moves"][0])
    outcome = table.ask(do="outcome")
    assert (outcome["over"], outcome["winner"], outcome["reason"]) == (True, "x", "deck_empty")
    assert set(outcome["at"]) == {"turn", "seat", "x"}


def test_a_game_that_was_given_up_can_be_put_up_again(table: Table) -> None:
    search(table)
    record = table.ask(do="record")["record"].replace("result: none", "result: hunters time")
    assert table.ask(do="load", record=record) == {"ok": True}
    position = table.get()
    assert (position["phase"], position["to_move"]) == ("over", [])
    assert table.ask(do="set", position=position) == {"ok": True}
    assert table.get() == position
    assert table.code(do="set", position={**position, "phase": "search"}) == "bad_setup"
    for outcome in ({"winner": "bob", "reason": "time"}, {"winner": "hunters", "reason": "luck"}):
        assert table.code(do="set", position={**position, "outcome": outcome}) == "bad_setup"
