"""What may be settled of a deal beforehand, and what may not."""

from typing import Any

import pytest

from misterx import Game, Record, Refused, new_game
from misterx.cards.deck import default_deck, tickets_for
from misterx.cards.state import Phase
from misterx.core import CHANCE, Setup
from tests.cards.table import COLOURS, EDITION, RESERVE, RULES, Card, every_table, where

TICKETS = [card for card in tickets_for(3) if card not in RESERVE]
PILE: list[Card] = ["X", *TICKETS]


def code(players: int = 3, **fixed: Any) -> str:  # noqa: ANN401 - good and bad values alike
    with pytest.raises(Refused) as no:
        new_game(EDITION, players, **fixed)
    return str(no.value.refusal.code)


@pytest.mark.parametrize("players", (-1, 0, 1, 2, 6, 90))
def test_it_is_for_three_to_five(players: int) -> None:
    assert code(players) == "bad_setup"
    assert RULES.players == (3, 4, 5)


def test_a_deck_that_is_given_is_dealt_at_once() -> None:
    state = RULES.new_game(Setup(3, fixed={"deck": PILE, "colours": COLOURS}))
    assert state.phase is Phase.PLAY
    assert (state.seat, state.turn) == ("P1", 1)
    game = new_game(EDITION, 3, deck=PILE, colours=COLOURS)
    assert where(game) == RULES.position(state)
    assert game.line == ()


@every_table
def test_without_one_the_deal_is_left_to_chance(players: int) -> None:
    state = RULES.new_game(Setup(players))
    assert state.phase is Phase.DEAL
    assert RULES.to_act(state) == (CHANCE,)
    assert (RULES.legal_moves(state), RULES.chance_outcomes(state)) == ([], [])
    assert RULES.section(state) == "deal"
    view = RULES.view(RULES.observe(state, RULES.viewpoints(state)[0]))
    assert (view["to_move"], view["suspects"], view["x"], view["piles"]) == ([], [], None, {})


def test_the_reserve_is_what_the_deck_lacks_ascending_or_as_given() -> None:
    assert where(new_game(EDITION, 3, deck=PILE, colours=COLOURS))["reserve"] == list(RESERVE)
    turned = list(reversed(RESERVE))
    game = new_game(EDITION, 3, deck=PILE, colours=COLOURS, reserve=turned)
    assert where(game)["reserve"] == turned


def test_the_reserve_alone_may_be_settled() -> None:
    for seed in range(5):
        position = where(new_game(EDITION, 3, seed=seed, colours=COLOURS, reserve=RESERVE))
        assert position["reserve"] == list(RESERVE)
        assert len(position["draw"]) == 72 - 5 + 1 - 24 - 3 - 1


def test_the_first_player_alone_may_be_settled() -> None:
    assert {where(new_game(EDITION, 4, seed=n, first="P3"))["seat"] for n in range(9)} == {"P3"}
    game = new_game(EDITION, 3, deck=PILE, colours=COLOURS, first="P2")
    assert where(game)["seat"] == "P2"
    assert len(where(game)["hands"]["P2"]) == 9


def test_null_is_as_good_as_left_out() -> None:
    game = new_game(EDITION, 3, seed=1, colours=None, deck=None, reserve=None, first=None)
    assert where(game) == where(new_game(EDITION, 3, seed=1))


@pytest.mark.parametrize("at", range(10))
def test_mister_x_may_be_among_the_first_ten(at: int) -> None:
    deck: list[Card] = [*TICKETS[:at], "X", *TICKETS[at:]]
    position = where(new_game(EDITION, 3, deck=deck, colours=COLOURS))
    assert position["x"] == f"P{at % 3 + 1}"


@pytest.mark.parametrize(
    "fixed",
    (
        {"deck": TICKETS},  # no X
        {"deck": [*TICKETS[:10], "X", *TICKETS[10:]]},  # X too low
        {"deck": [*PILE, "X"]},
        {"deck": PILE[:-1]},  # a ticket lacks
        {"deck": [*PILE, 72]},  # four are left for the reserve
        {"deck": [*PILE[:-1], 9]},  # 9 is not in this game
        {"deck": [*PILE[:-1], PILE[-2]]},
        {"deck": [*PILE[:-1], 91]},
        {"deck": [*PILE[:-1], "86"]},
        {"deck": [*PILE[:-1], None]},
        {"deck": [*PILE[:-1], True]},
        {"deck": []},
        {"deck": PILE, "reserve": [72, 76, 84, 87, 68]},  # 68 is in the deck
        {"reserve": [72, 76, 84, 87]},
        {"reserve": [72, 76, 84, 87, 87]},
        {"reserve": [72, 76, 84, 87, 88, 88]},
        {"reserve": [72, 76, 84, 87, 88, 68]},
        {"reserve": [72, 76, 84, 87, 86]},  # 86 is a bus ticket
        {"reserve": [72, 76, 84, 87, 20]},  # 20 is not in this game
        {"reserve": [72, 76, 84, 87, "X"]},
        {"first": "P4"},
        {"first": "X"},
        {"first": ""},
        {"colours": COLOURS[1:]},
        {"colours": ""},
        {"piles": [1, 2, 3]},
        {"starts": {"X": 45}},
        {"options": {"voluntary_reveal": True}},
    ),
)
def test_a_deal_that_cannot_be_is_refused(fixed: dict[str, Any]) -> None:
    assert code(**{"colours": COLOURS, **fixed}) == "bad_setup"


@pytest.mark.parametrize(
    "fixed",
    (
        {"colours": 5},
        {"colours": list(COLOURS)},
        {"deck": "X 1 2"},
        {"deck": {"P1": 1}},
        {"reserve": 5},
        {"first": 1},
        {"first": ["P1"]},
        {"options": ["voluntary_reveal"]},
    ),
)
def test_a_wrong_kind_of_value_is_malformed(fixed: dict[str, Any]) -> None:
    assert code(**fixed) == "malformed"


def test_the_colours_decide_which_tickets_are_black() -> None:
    assert {default_deck().colour(n) for n in RESERVE} != {"K"}
    assert code(reserve=RESERVE) == "bad_setup"


@every_table
def test_a_record_keeps_the_deal(players: int) -> None:
    game = new_game(EDITION, players, seed=3)
    record = game.record()
    assert record.entries[0].startswith(f"deal {where(game)['seat']} / ")
    assert where(Game.from_record(Record.from_text(record.to_text()))) == where(game)
