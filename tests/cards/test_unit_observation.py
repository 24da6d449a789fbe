"""What each seat and a spectator see: exact keys, and what is null or a length for whom."""

from typing import Any

import pytest

from misterx import Game
from misterx.cards.memory import GaveAway, HidOut, Looked, Showed
from misterx.core import SPECTATOR, Seat, Viewpoint
from tests.cards.table import COLOURS, RULES, every_table, play, put_up, seen, where

POSITION = {
    *("edition", "players", "colours", "turn", "seat", "phase", "to_move", "hands", "draw"),
    *("reserve", "piles", "discard", "magnifiers", "carry", "out", "played", "owed", "laid"),
    *("x", "x_known", "interrogation", "outcome"),
}
"""The keys of a position."""
BESIDES = {"history", "interrogations", "suspects"}
"""What a view has besides."""


def table() -> Game:
    """P2 is Mister X; P1 is to play."""
    hands = {"P1": (45, 65, 1), "P2": (5, 6, 7, 64, "X"), "P3": (11, 12, 24)}
    return put_up(hands=hands, magnifiers=2, top=(71, 73, 74, 75))


@every_table
def test_the_keys(players: int) -> None:
    game = put_up(players, hands={"P1": (1, 2)})
    assert set(where(game)) == POSITION
    for who in game.rules.viewpoints(game.state):
        assert set(seen(game, who)) == POSITION | BESIDES


def test_a_seats_view_in_full() -> None:
    game = table()
    draw, reserve = len(where(game)["draw"]), 5
    assert seen(game, "P1") == {
        "edition": "cards-2017",
        "players": 3,
        "colours": COLOURS,
        "turn": 1,
        "seat": "P1",
        "phase": "play",
        "to_move": ["P1"],
        "hands": {"P1": [1, 45, 65], "P2": 5, "P3": 3},
        "draw": draw,
        "reserve": reserve,
        "piles": {"L": 21, "M": 42, "R": 63},
        "discard": [],
        "magnifiers": 2,
        "carry": 0,
        "out": [],
        "played": None,
        "owed": 0,
        "laid": {},
        "x": None,
        "x_known": False,
        "interrogation": None,
        "interrogations": [],
        "suspects": ["P2", "P3"],
        "history": [],
        "outcome": None,
    }


def test_the_holder_sees_himself_and_a_spectator_sees_no_hand() -> None:
    assert (seen(table(), "P2")["x"], seen(table(), "P2")["suspects"]) == ("P2", ["P2"])
    spectator = seen(table(), "spectator")
    assert spectator["hands"] == {"P1": 3, "P2": 5, "P3": 3}
    assert spectator["suspects"] == ["P1", "P2", "P3"]


def test_what_is_open_to_all_is_the_same_for_all() -> None:
    hidden = {"hands", "draw", "reserve", "laid", "x", "interrogation", *BESIDES}
    game = play(table(), "P1:45>M", "P1:?P3")
    truth = where(game)
    for who in game.rules.viewpoints(game.state):
        view = seen(game, who)
        assert {key: view[key] for key in POSITION - hidden} == {
            key: truth[key] for key in POSITION - hidden
        }


def test_a_search_owes_no_drops() -> None:
    """`owed` counts tickets to be dropped; how many a search draws follows from the ticket."""
    game = play(put_up(hands={"P1": (67, 1), "P2": (5, 6)}), "P1:67>R")
    assert (where(game)["owed"], seen(game, "P2")["owed"]) == (0, 0)
    assert game.state.owed == 2


def test_a_hand_seen_is_kept_by_the_two_who_saw_it() -> None:
    game = play(table(), "P1:45>M", "P1:?P3")
    asked = {"by": "P1", "of": "P3", "found": False}
    play(game, "P2:5>new", "P3:11>new")
    for who, hand in (("P1", [11, 12, 24]), ("P3", [11, 12, 24]), ("P2", 3), ("spectator", 3)):
        assert seen(game, who)["interrogation"] == {**asked, "hand": hand}
        assert seen(game, who)["interrogations"] == [{**asked, "hand": hand}]
    assert where(game)["interrogation"] == {**asked, "hand": [11, 12, 24]}


def test_mister_x_found_is_open_to_all() -> None:
    game = play(table(), "P1:45>M", "P1:?P2")
    for who in game.rules.viewpoints(game.state):
        view = seen(game, who)
        assert (view["x"], view["x_known"], view["suspects"]) == ("P2", True, ["P2"])
        assert (view["phase"], view["to_move"]) == ("give", ["P2"])
    assert seen(game, "P1")["interrogation"]["hand"] == [5, 6, 7, 64, "X"]
    assert seen(game, "P3")["interrogation"]["hand"] == 5
    assert seen(game, "P1")["hands"]["P2"] == 6  # with the black ticket, which he did not see


def test_what_one_laid_and_took_is_kept_and_the_rest_hidden() -> None:
    game = put_up(hands={"P1": (64, "X"), "P2": (5, 6), "P3": (11, 12)})
    play(game, "P1:64>R", "P1:hideout", "P1:lay X", "P2:lay 5", "P3:lay 11 = P1:5 P2:X P3:11")
    start = ["P1:64>R", "P1:hideout"]
    views: dict[str, list[str]] = {
        "P1": ["P1:lay X", "P2:lay ?", "P3:lay ?", "P1:5 P2:? P3:?"],
        "P2": ["P1:lay ?", "P2:lay 5", "P3:lay ?", "P1:? P2:X P3:?"],
        "P3": ["P1:lay ?", "P2:lay ?", "P3:lay 11", "P1:? P2:? P3:11"],
        "spectator": ["P1:lay ?", "P2:lay ?", "P3:lay ?", "P1:? P2:? P3:?"],
    }
    for who, moves in views.items():
        assert seen(game, who)["history"] == [*start, *moves]


def test_the_history_is_open_otherwise() -> None:
    game = play(table(), "P1:65>R", "P1:?P2 = 6")
    for who in game.rules.viewpoints(game.state):
        assert seen(game, who)["history"] == ["P1:65>R", "P1:?P2", "6"]


def test_at_the_end_all_know_mister_x_but_hands_stay_closed() -> None:
    game = play(put_up(hands={"P1": (65, 1), "P2": ("X",)}), "P1:65>R", "P1:?P2")
    view = seen(game, "P3")
    assert (view["x"], view["x_known"], view["suspects"]) == ("P2", False, ["P2"])
    assert view["outcome"] == {"winner": "hunters", "reason": "found"}
    assert view["hands"]["P1"] == 1


# --- memory -------------------------------------------------------------------------------


def memory(game: Game, who: str) -> tuple[object, ...]:
    facts: Any = game.observe(who).memory
    return tuple(facts)


def test_memory_holds_what_tells_something_of_hidden_cards() -> None:
    game = play(table(), "P1:65>R", "P1:?P3 = 12", "P2:5>new", "P3:11>new")
    assert memory(game, "P1") == tuple(
        Showed(Seat(seat), card) for seat, card in (("P1", 65), ("P3", 12), ("P2", 5), ("P3", 11))
    )
    assert memory(game, "P1") == memory(game, "spectator")


@pytest.mark.parametrize(
    ("who", "hand"), (("P1", (5, 6, 7, 64, 91)), ("P2", (5, 6, 7, 64, 91)), ("P3", None))
)
def test_memory_of_an_interrogation(who: str, hand: tuple[int, ...] | None) -> None:
    game = play(table(), "P1:45>M", "P1:?P2", "P2:drop 5")
    looked = Looked(2, Seat("P1"), Seat("P2"), found=True, size=5, hand=hand)
    assert memory(game, who) == (Showed(Seat("P1"), 45), looked, Showed(Seat("P2"), 5))
    assert game.observe(who).interrogations == (looked,)


def test_memory_of_mister_xs_actions() -> None:
    hands = {"P1": (64, 1, "X"), "P2": (5, 6), "P3": ()}
    game = play(put_up(hands=hands), "P1:64>R", "P1:hideout", "P1:lay X")
    game = play(game, "P2:lay 5 = P1:5 P2:X")
    start = (Showed(Seat("P1"), 64), GaveAway(Seat("P1")))
    both = (Seat("P1"), Seat("P2"))
    cards = {"P1": (91, 5), "P2": (5, 91), "P3": (None, None), "spectator": (None, None)}
    for who, (laid, took) in cards.items():
        assert memory(game, who) == (*start, HidOut(Seat("P1"), both, laid, took))


def test_every_hide_out_is_remembered_by_itself() -> None:
    game = put_up(hands={"P1": (64, 68, "X"), "P2": (5, 6, 45), "P3": (11, 47)}, magnifiers=0)
    play(game, "P1:64>R", "P1:hideout", "P1:lay 68", "P2:lay 5", "P3:lay 11 = P1:68 P2:11 P3:5")
    play(game, "P2:45>M", "P3:47>M")
    play(game, "P1:68>R", "P1:hideout", "P1:lay X", "P2:lay 6", "P3:lay 5 = P1:6 P2:5 P3:X")
    facts = [fact for fact in memory(game, "P2") if isinstance(fact, HidOut)]
    assert [(fact.laid, fact.took) for fact in facts] == [(5, 11), (6, 5)]


def test_who_takes_no_part_in_the_next_one_laid_nothing_there() -> None:
    hands = {"P1": (64, 68, "X"), "P2": (45,), "P3": (11, 65)}
    game = put_up(hands=hands, magnifiers=0, top=(46, 73, 74))
    play(game, "P1:64>R", "P1:hideout", "P1:lay 68", "P2:lay 45", "P3:lay 11 = P1:68 P2:45 P3:11")
    play(game, "P2:45>M", "P3:65>R", "P3:?P2 = 46")
    play(game, "P1:68>R", "P1:hideout", "P1:lay X", "P3:lay 11 = P1:11 P3:X")
    facts = [fact for fact in memory(game, "P2") if isinstance(fact, HidOut)]
    assert [(fact.laid, fact.took) for fact in facts] == [(45, 45), (None, None)]


def test_a_hide_out_whose_beginning_nobody_saw_is_nobodys() -> None:
    game = play(put_up(hands={"P1": (5,), "P2": (64, "X"), "P3": (7,)}, seat="P2"), "P2:64>R")
    half = Game.from_position(RULES, where(play(game, "P2:hideout", "P2:lay X", "P3:lay 7")))
    play(half, "P1:lay 5 = P1:7 P2:5 P3:X")
    everybody = (Seat("P1"), Seat("P2"), Seat("P3"))
    assert memory(half, "P1") == (HidOut(None, everybody, 5, 7),)
    assert memory(half, "P3") == (HidOut(None, everybody, None, 91),)
    assert seen(half, "P1")["suspects"] == ["P2", "P3"]


def test_an_interrogation_before_a_position_was_put_up_is_shown_and_later_ones_too() -> None:
    game = play(table(), "P1:45>M", "P1:?P3")
    again = Game.from_position(RULES, {**where(game), "magnifiers": 2, "seat": "P3"})
    assert seen(again, "P1")["history"] == []
    assert seen(again, "P1")["interrogation"] == seen(game, "P1")["interrogation"]
    assert seen(again, "P2")["interrogation"] == seen(game, "P2")["interrogation"]
    assert seen(again, "P1")["suspects"] == ["P2", "P3"]  # a hide-out may have followed


def test_an_observation_is_of_the_seats_and_spectators() -> None:
    game = table()
    assert game.rules.viewpoints(game.state) == ("P1", "P2", "P3", "spectator")
    assert game.rules.viewpoint(Seat("P2")) == Viewpoint("P2")
    assert game.observe("spectator").who == SPECTATOR
    assert game.observe("spectator").hand is None
