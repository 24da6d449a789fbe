"""What can and cannot have been said aloud at a real table."""

import pytest

from misterx.chase import rules_for
from misterx.chase.state import State
from misterx.chase.tracking import begin, follow, said, sayable
from misterx.core import IllegalMove, Malformed, Setup

RULES = rules_for("classic-1983")
STARTS = {"D1": 26, "D2": 29, "D3": 50}
BEGINNER = rules_for("beginner")


def table(*told: str) -> State:
    """A table of four after these words."""
    state = begin(RULES, Setup(4, {}, {"starts": STARTS}))
    for words in told:
        state = follow(RULES, state, words)
    return state


def refused(state: State, words: str) -> str:
    """Why these words cannot be."""
    with pytest.raises(IllegalMove) as no:
        follow(RULES, state, words)
    return str(no.value)


def test_only_the_hunters_stations_need_to_be_known() -> None:
    state = table()
    assert state.x not in STARTS.values()
    assert state.beliefs[-1].bit_count() == len(RULES.data.start_cards_x) - 3


def test_of_a_hidden_move_only_the_ticket_is_said() -> None:
    assert sayable(RULES, table()) == ["X:B?", "X:K?", "X:T?", "X:U?"]


def test_of_a_move_that_is_seen_the_station_is_said_too() -> None:
    state = table("X:T?+T?")
    for piece in STARTS:
        state = follow(
            RULES, state, next(words for words in sayable(RULES, state) if words.startswith(piece))
        )
    assert all("?" not in words for words in sayable(RULES, state)), "the third window is seen"
    seen = next(words for words in sayable(RULES, state) if words.startswith("X:T"))
    state = follow(RULES, state, seen)
    assert state.x == int(seen.removeprefix("X:T"))
    assert state.beliefs[-1] == 1 << state.x
    assert "turn" in refused(state, "X:T?")


def test_a_detective_who_enters_a_possible_station_has_not_caught_him_unless_it_is_said() -> None:
    state, into, station = table("X:T?+T?"), "D1:T15", 15
    assert state.beliefs[-1] >> station & 1
    went_on = follow(RULES, state, into)
    assert went_on.outcome is None
    assert not went_on.beliefs[-1] >> station & 1
    caught = follow(RULES, state, f"{into} seen {station}")
    assert caught.outcome is not None
    assert refused(caught, "X:T?") == "the game is over"
    assert "cannot be at 1 after" in refused(state, f"{into} seen 1")


def test_what_the_rules_forbid_cannot_have_been_said() -> None:
    state = table("X:T?")
    assert "no line leads" in refused(state, "D1:U199")
    with pytest.raises(Malformed):
        follow(RULES, state, "hello")
    assert "cannot have made the move" in refused(table(), "X:T199")


def test_a_beginner_who_comes_back_into_sight_must_be_named() -> None:
    game = begin(BEGINNER, Setup(5))
    while game.to_place is not None:
        game = follow(BEGINNER, game, sayable(BEGINNER, game)[0])
    while True:
        words = sayable(BEGINNER, game)[0]
        move = BEGINNER.legal_moves(game)[0]
        if " seen " in said(BEGINNER, game, move):
            break
        game = follow(BEGINNER, game, words)
    with pytest.raises(IllegalMove, match="say where"):
        follow(BEGINNER, game, BEGINNER.text(move))
    assert follow(BEGINNER, game, said(BEGINNER, game, move)).turn.value == "X"
