"""What can and cannot have been said aloud at a real table."""

import pytest

from misterx.chase import rules_for
from misterx.chase.moves import Piece
from misterx.chase.state import State, Turn
from misterx.chase.tracking import begin, follow, said, sayable, second_halves, witnessed
from misterx.core import IllegalMove, Malformed, Reason, Setup

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
    words = sayable(RULES, table())
    assert [one for one in words if not one.endswith("+")] == ["X:B?", "X:K?", "X:T?", "X:U?"]
    assert [one for one in words if one.endswith("+")] == ["X:B?+", "X:K?+", "X:T?+", "X:U?+"]


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
    for nonsense in ("hello", "", " seen 46"):
        with pytest.raises(Malformed):
            follow(RULES, state, nonsense)
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


def beginners(*told: str) -> State:
    """A table of four beginners after these words; Mister X has begun at 82."""
    state = begin(BEGINNER, Setup(4, {}, {"starts": {"D1": 124, "D2": 41, "D3": 46}}))
    for words in told:
        state = follow(BEGINNER, state, words)
    return state


@pytest.mark.clause("N2")
@pytest.mark.parametrize(
    ("ride", "back", "way"),
    (
        pytest.param("X:K?", " seen 65", [65], id="a single move"),
        pytest.param("X:65+K?", " seen 63", [65, 63], id="the second half"),
        pytest.param("X:K?+63", " via 65", [65, 63], id="the first half"),
        pytest.param("X:K?+63", " via 100", [100, 63], id="the first half elsewhere"),
    ),
)
def test_every_window_that_opens_as_he_comes_back_is_named(
    ride: str, back: str, way: list[int]
) -> None:
    before = beginners(ride, "D1:111", "D2:15")
    assert f"D3:1{back}" in sayable(BEGINNER, before)
    after = follow(BEGINNER, before, f"D3:1{back}")
    assert [window.station for window in after.log] == way


def test_both_halves_of_a_double_move_may_open_at_once() -> None:
    before = beginners("X:65", "D1:111", "D2:15", "D3:1", "X:K?+?", "D1:124", "D2:41")
    ways = {words for words in sayable(BEGINNER, before) if words.startswith("D3:46 seen 67")}
    assert ways == {"D3:46 seen 67 via 66", "D3:46 seen 67 via 82"}
    for words in ways:
        after = follow(BEGINNER, before, words)
        *_, via = words.split()
        assert [window.station for window in after.log] == [65, int(via), 67]
        assert all(window.seen for window in after.log)
    for words in ("D3:46", "D3:46 seen 67", "D3:46 via 66", "D3:46 seen 67 via 101"):
        with pytest.raises(IllegalMove, match=r"for example: D3:46 seen \d+ via \d+"):
            follow(BEGINNER, before, words)
    caught = witnessed(
        follow(BEGINNER, beginners("X:65", "D1:111", "D2:52", "D3:1", "X:K?+?"), "D2:67 seen 67")
    )
    assert [entry.station for entry in caught.log] == [65, None, None], "that was not said"


def test_start_cards_are_said_one_after_the_other() -> None:
    state = begin(RULES, Setup(4))
    assert "D1@26" in sayable(RULES, state)
    for piece, at in STARTS.items():
        state = follow(RULES, state, f"{piece}@{at}")
    assert state == table()


def test_of_a_double_move_the_first_half_is_said_first() -> None:
    state = table()
    assert second_halves(RULES, state, "X:T?+") == ["X:T?+B?", "X:T?+K?", "X:T?+T?", "X:T?+U?"]
    assert second_halves(RULES, table("X:T?"), "X:T?+") == []


def test_everything_that_may_be_said_can_be_followed() -> None:
    state = table("X:T?+T?")
    while state.outcome is None:
        words = sayable(RULES, state)
        for one in words[:: max(1, len(words) // 6)]:
            halves = second_halves(RULES, state, one) if one.endswith("+") else [one]
            assert halves
            follow(RULES, state, halves[-1])
        state = follow(RULES, state, next(one for one in words if "+" not in one))


@pytest.mark.clause("E4")
def test_at_the_end_nothing_is_known_that_was_only_imagined() -> None:
    into, station = "D1:T15", 15
    caught = witnessed(follow(RULES, table("X:T?+T?"), f"{into} seen {station}"))
    assert caught.outcome is not None
    assert (caught.x, caught.possible) == (station, (station,))
    assert [entry.station for entry in caught.log] == [None, None]
    state = table()
    while state.outcome is None:
        state = follow(RULES, state, next(w for w in sayable(RULES, state) if "+" not in w))
    assert witnessed(state).x is None
    assert len(witnessed(state).possible) > 1


def test_he_is_shut_in_only_where_that_is_said() -> None:
    rules = rules_for("classic-2000")
    state = begin(rules, Setup(5, {}, {"starts": {"D1": 26, "D2": 29, "D3": 50, "D4": 53}}))
    at, last = 8, "D4:T19"
    around = state._replace(
        x=at,
        beliefs=(1 << at | 1 << 100,),
        turn=Turn.HUNTERS,
        hunters=(1, 18, 20, 9),
        moved=(Piece("D1"), Piece("D2"), Piece("D3")),
        log=(),
        history=(),
    )
    assert {last, f"{last} seen {at}"} <= set(sayable(rules, around))
    assert follow(rules, around, last).outcome is None
    shut_in = follow(rules, around, f"{last} seen {at}").outcome
    assert shut_in is not None
    assert shut_in.reason is Reason.TRAPPED
