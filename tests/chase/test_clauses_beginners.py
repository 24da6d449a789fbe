"""N: the beginners' game."""

from collections.abc import Mapping

import pytest

from misterx import Game, Refused, new_game
from tests.chase.positions import (
    answer,
    moves_of,
    play,
    put_up,
    refused,
    result,
    seen,
    single_moves,
    there_and_back,
    where,
)


def after(windows: int, hunters: Mapping[str, int] | None = None) -> Game:
    """Mister X's turn on 45 after so many windows and rounds, to and fro with 58."""
    log = there_and_back(windows, 45, 58, "")
    return put_up("beginner", 4, log=log, round=windows + 1, hunters=hunters)


@pytest.mark.clause("N1")
def test_taxi_and_bus_are_free_for_all_underground_and_ferry_are_closed() -> None:
    """From 13: taxi 4, 23, 24, bus 14, 23, 52; the underground to 46, 67 and 89 does not run."""
    stops = {"4", "14", "23", "24", "52"}
    assert single_moves(put_up("beginner", x=13)) == stops | {f"K{stop}" for stop in stops}
    game = play(put_up("beginner", x=45, hunters={"D1": 13}), "X:58")
    assert moves_of(game, "D1") == stops
    assert refused(game, "D1:46") == "no_connection"
    game = put_up("beginner", x=194)
    assert refused(game, "X:157") == refused(game, "X:K157") == "no_connection"


@pytest.mark.clause("N1")
def test_nobody_names_a_ticket_and_nothing_is_counted() -> None:
    game = put_up("beginner", x=45, hunters={"D1": 8})
    for ticket in "TBU":
        assert refused(game, f"X:{ticket}58") == "malformed"
    play(game, "X:58")
    assert refused(game, "D1:T18") == refused(game, "D1:K18") == "malformed"
    play(game, "D1:18")
    position = where(game)
    assert (position["tickets"], position["pool"], position["supply"]) == ({}, None, None)
    assert position["log"] == [{"ticket": None, "station": 58, "seen": True}]


@pytest.mark.clause("N2")
def test_his_piece_stands_on_the_board() -> None:
    game = new_game("beginner", 4)
    for who in ("hunters", "spectator", "X"):
        assert (seen(game, who)["x"], seen(game, who)["start_x"]) == (82, 82)
        assert seen(game, who)["possible"] == [82]
    play(game, "D1@41", "D2@46", "D3@124", "X:81")
    assert (seen(game)["x"], seen(game)["possible"]) == (81, [81])
    assert seen(game)["history"][-1] == "X:81"


@pytest.mark.clause("N2")
@pytest.mark.parametrize("number", (3, 8, 13))
def test_at_moves_3_8_and_13_he_vanishes_until_his_next_turn(number: int) -> None:
    game = after(number - 1)
    assert seen(game)["x"] == 45
    play(game, "X:58")
    for who in ("hunters", "spectator"):
        view = seen(game, who)
        assert view["x"] is None
        assert view["log"][-1] == {"ticket": None, "station": None, "seen": False}
        assert view["history"] == ["X:?"]
        assert view["possible"] == [32, 46, 58, 59, 60]
    play(game, game.legal[0])
    assert seen(game)["x"] is None
    answer(game)
    view = seen(game)
    assert view["x"] == 58
    assert all(window["station"] for window in view["log"])
    if number < 13:
        assert all(window["seen"] for window in view["log"])
        assert view["possible"] == [58]


@pytest.mark.clause("N2")
def test_hidden_in_a_double_move_he_is_back_with_every_window_open() -> None:
    """Window 3 is hidden, window 4 seen at once; on his next turn 3 opens too."""
    game = play(after(2), "X:59+58")
    assert [window["station"] for window in seen(game)["log"]] == [58, 45, None, 58]
    assert (seen(game)["x"], seen(game)["history"]) == (58, ["X:?+58"])
    answer(game)
    assert [window["station"] for window in seen(game)["log"]] == [58, 45, 59, 58]


@pytest.mark.clause("N3")
def test_the_black_ticket_hides_one_more_move() -> None:
    game = play(after(3), "X:K58")
    view = seen(game)
    assert (view["x"], view["history"]) == (None, ["X:K?"])
    assert view["log"][-1] == {"ticket": "K", "station": None, "seen": False}
    assert view["mister_x"]["black"] == 0
    answer(game)
    assert seen(game)["x"] == 58
    assert refused(game, "X:K45") == "no_ticket"
    assert not any("K" in move for move in game.legal)


@pytest.mark.clause("N3")
@pytest.mark.parametrize(
    ("move", "told", "x"), (("K59+58", "K?+58", 58), ("59+K58", "59+K?", None))
)
def test_black_goes_together_with_the_double_move(move: str, told: str, x: int | None) -> None:
    """And hides the half it is laid on, no other."""
    game = play(after(4), f"X:{move}")
    assert seen(game)["history"] == [f"X:{told}"]
    assert seen(game)["x"] == x
    assert where(game)["mister_x"]["black"] == 0


@pytest.mark.clause("N3")
def test_there_is_one_black_ticket_not_two() -> None:
    assert refused(after(4), "X:K59+K58") == "no_ticket"


@pytest.mark.clause("N3")
def test_on_a_hidden_window_it_may_be_played_and_is_wasted() -> None:
    game = play(after(2), "X:K58")
    assert where(game)["mister_x"]["black"] == 0
    assert seen(game)["x"] is None
    assert seen(answer(game))["x"] == 58


@pytest.mark.clause("N3")
def test_black_opens_neither_underground_nor_ferry() -> None:
    assert refused(put_up("beginner", x=74), "X:K46") == "no_connection"
    assert refused(put_up("beginner", x=157), "X:K115") == "no_connection"


@pytest.mark.clause("N4")
def test_in_a_double_move_he_is_seen_on_each_stop() -> None:
    game = play(after(4), "X:59+58")
    view = seen(game)
    assert [window["station"] for window in view["log"][-2:]] == [59, 58]
    assert (view["x"], view["history"]) == (58, ["X:59+58"])
    assert (view["round"], view["mister_x"]["double"]) == (5, 0)


@pytest.mark.clause("N4")
def test_unless_that_move_is_a_hidden_one() -> None:
    game = play(after(1), "X:59+58")  # windows 2 and 3
    assert seen(game)["history"] == ["X:59+?"]
    assert seen(game)["x"] is None


@pytest.mark.clause("N4")
def test_there_is_one_double_move() -> None:
    game = answer(play(after(4), "X:59+58"))
    assert refused(game, "X:59+58") == "no_double"


@pytest.mark.clause("N4")
def test_in_round_13_it_gives_a_14th_move_and_the_hunters_still_answer() -> None:
    game = play(after(12), "X:59+58")
    view = seen(game)
    assert (len(view["log"]), view["round"], view["turn"]) == (14, 13, "hunters")
    assert view["history"] == ["X:?+58"]
    assert result(game) is None
    assert result(answer(game)) == ("x", "survived")
    game = play(after(12, hunters={"D1": 57}), "X:59+58", "D1:58")
    assert result(game) == ("hunters", "caught")
    assert game.outcome
    assert game.outcome.at == {"round": 13, "window": 14, "station": 58, "piece": "D1"}


@pytest.mark.clause("N5")
def test_windows_by_move_rounds_by_turn() -> None:
    """A double move in round 1: he vanishes in round 2, at his third move."""
    game = answer(play(put_up("beginner", x=45), "X:58+45"))
    assert (where(game)["round"], len(where(game)["log"])) == (2, 2)
    play(game, "X:58")
    assert seen(game)["x"] is None


@pytest.mark.clause("N5")
@pytest.mark.parametrize("doubles", (0, 1))
def test_thirteen_rounds_with_or_without_the_double_move(doubles: int) -> None:
    for number, end in ((12, None), (13, ("x", "survived"))):
        log = there_and_back(number - 1 + doubles, 45, 58, "")
        game = put_up("beginner", log=log, round=number, mister_x={"double": 1 - doubles})
        assert result(answer(play(game, "X:58"))) == end


@pytest.mark.clause("N6")
@pytest.mark.parametrize(("players", "stations"), ((4, (41, 46, 124)), (5, (41, 46, 124, 142))))
def test_detectives_choose_among_those_named_one_each(
    players: int, stations: tuple[int, ...]
) -> None:
    game = new_game("beginner", players)
    left = list(stations)
    for number in range(1, players):
        assert game.to_act == (f"H{number}",)
        assert game.legal == tuple(sorted(f"D{number}@{station}" for station in left))
        for taken in set(stations) - set(left):
            assert refused(game, f"D{number}@{taken}") == "occupied"
        game.play(f"D{number}@{left.pop()}", f"H{number}")
    assert where(game)["hunters"] == {f"D{n}": s for n, s in enumerate(reversed(stations), 1)}
    assert game.to_act == ("X",)
    assert where(game)["x"] == 82


@pytest.mark.clause("N6")
def test_before_the_first_move() -> None:
    game = new_game("beginner", 4)
    position = where(game)
    assert position["hunters"] == dict.fromkeys(("D1", "D2", "D3"))
    assert (position["to_move"], position["log"]) == (["D1", "D2", "D3"], [])
    assert refused(game, "X:81") == refused(game, "D1:28") == "not_allowed"
    play(game, "D1@46")
    assert where(game)["to_move"] == ["D2", "D3"]
    play(game, "D2@124", "D3@41")
    assert refused(game, "D1@41") == "not_allowed"
    assert seen(game)["history"] == ["D1@46", "D2@124", "D3@41"]
    assert seen(game)["starts"] == {"D1": 46, "D2": 124, "D3": 41}


@pytest.mark.clause("N6")
def test_each_chooses_for_himself_in_his_turn() -> None:
    game = new_game("beginner", 4)
    assert refused(game, "D2@41") == "not_your_turn"
    assert refused(game, "D1@41", "H2") == refused(game, "D1@41", "X") == "not_your_turn"
    assert refused(game, "D1@142") == "not_allowed"  # the fourth detective's
    assert refused(game, "D1@82") == "not_allowed"
    assert refused(game, "D4@41") == "not_allowed"
    assert refused(game, "B1@41") == refused(game, "X@82") == "malformed"


@pytest.mark.clause("N6")
def test_who_has_been_placed_is_not_asked() -> None:
    game = new_game("beginner", 4, starts={"D2": 41})
    assert list(game.legal) == ["D1@124", "D1@46"]
    play(game, "D1@46")
    assert list(game.legal) == ["D3@124"]


@pytest.mark.clause("N6")
@pytest.mark.parametrize("starts", ({"X": 81}, {"D1": 142}, {"D1": 41, "D2": 41}), ids=str)
def test_nowhere_else(starts: dict[str, int]) -> None:
    with pytest.raises(Refused) as no:
        new_game("beginner", 4, starts=starts)
    assert no.value.refusal.code == "bad_setup"
