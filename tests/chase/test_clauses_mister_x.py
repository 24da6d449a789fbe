"""X: Mister X's log, his reveals, his double move, his black tickets, and his being shut in."""

import pytest

from tests.chase.positions import (
    CLASSIC,
    MODERN,
    WITH_TICKETS,
    answer,
    counted,
    every_edition,
    moves_of,
    play,
    put_up,
    refused,
    result,
    seen,
    single_moves,
    smallest_table,
    where,
)

HIDDEN = {"station": None, "seen": False}


@pytest.mark.clause("X1")
@every_edition(*WITH_TICKETS)
def test_each_move_writes_the_next_window_ticket_open_station_hidden(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), x=45)
    answer(play(game, "X:T58"))
    play(game, "X:B74")
    for who in ("hunters", "spectator"):
        view = seen(game, who)
        assert view["log"] == [{"ticket": "T", **HIDDEN}, {"ticket": "B", **HIDDEN}]
        assert view["x"] is None
        rides = [move for move in view["history"] if move[0] == "X"]
        assert rides == ["X:T?", "X:B?"]
    mine = seen(game, "X")
    assert [(w["ticket"], w["station"]) for w in mine["log"]] == [("T", 58), ("B", 74)]
    assert mine["x"] == 74


@pytest.mark.clause("X1")
@every_edition()
def test_what_is_told_of_a_move_hides_the_station_too(edition: str) -> None:
    """Window 3 of the beginners' game is hidden, window 1 of all others."""
    t = "" if edition == "beginner" else "T"
    log = () if t else ("58!", "45!")
    events = put_up(edition, smallest_table(edition), x=45, log=log).play(f"X:{t}58")
    told = {
        who: [str(event.data["text"]) for event in events if who in event.audience]
        for who in ("X", "hunters", "spectator")
    }
    assert told == {"X": [f"X:{t}58"], "hunters": [f"X:{t}?"], "spectator": [f"X:{t}?"]}


@pytest.mark.clause("X1")
@every_edition(*WITH_TICKETS)
def test_the_third_move_is_the_third_window_not_the_third_round(edition: str) -> None:
    """After a double move in round 1 he is seen in round 2."""
    game = put_up(edition, smallest_table(edition), x=45)
    answer(play(game, "X:T58+T45"))
    play(game, "X:T58")
    assert where(game)["round"] == 2
    assert seen(game)["x"] == 58


@pytest.mark.clause("X2")
@every_edition(*WITH_TICKETS)
def test_he_is_seen_until_his_next_move_and_the_window_stays_open(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), log=("T58", "T45"), round=3)
    assert seen(game)["x"] is None
    play(game, "X:T58")
    assert (seen(game)["x"], seen(game)["possible"]) == (58, [58])
    answer(game)
    assert seen(game)["x"] == 58
    play(game, "X:T45")
    assert seen(game)["x"] is None
    assert [window["station"] for window in seen(game)["log"]] == [None, None, 58, None]
    assert [window["seen"] for window in seen(game)["log"]] == [False, False, True, False]


@pytest.mark.clause("X2")
def test_black_does_not_hide_him_on_a_reveal_window() -> None:
    game = play(put_up("modern-2013", log=("T58", "T45"), round=3), "X:K58")
    assert (seen(game)["x"], seen(game)["log"][2]["ticket"]) == (58, "K")


@pytest.mark.clause("X3")
@every_edition(*WITH_TICKETS)
def test_a_double_move_is_two_windows_two_tickets_one_card_one_round(edition: str) -> None:
    game = play(put_up(edition, smallest_table(edition), x=45), "X:T58+B74")
    position = where(game)
    assert [(w["ticket"], w["station"]) for w in position["log"]] == [("T", 58), ("B", 74)]
    assert (position["round"], position["turn"], position["x"]) == (1, "hunters", 74)
    assert position["mister_x"]["double"] == 1
    assert seen(game)["history"] == ["X:T?+B?"]


@pytest.mark.clause("X3")
def test_the_tickets_of_a_double_move_come_from_where_his_tickets_are() -> None:
    game = play(put_up("modern-2013", x=45), "X:T58+B74")
    assert where(game)["supply"] == counted(23, 20, 11)
    game = play(put_up("research-2011", 6, x=45), "X:T58+B74")
    assert where(game)["mister_x"] == {**counted(3, 2, 3), "black": 5, "double": 1}
    game = play(put_up("classic-2000", 4, x=45), "X:K58+K74")
    assert where(game)["mister_x"]["black"] == 1


@pytest.mark.clause("X3")
@every_edition(*MODERN)
def test_both_halves_need_their_ticket(edition: str) -> None:
    game = put_up(edition, x=45, supply=counted(1, 1, 0))
    assert {"T58", "T58+B74", "K58+T74"} <= moves_of(game, "X")
    assert refused(game, "X:T58+T74") == "no_ticket"
    assert refused(game, "X:T46+U1") == "no_ticket"
    assert refused(game, "X:B58+T74") == "no_connection"


@pytest.mark.clause("X3")
def test_both_halves_need_their_ticket_in_hand() -> None:
    game = put_up("research-2011", 6, x=45, mister_x={"taxi": 1})
    assert "T58+B74" in moves_of(game, "X")
    assert refused(game, "X:T58+T74") == "no_ticket"


@pytest.mark.clause("X3")
@every_edition()
def test_both_halves_need_a_free_station(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 58})
    assert refused(game, f"X:{t}58+{t}74") == "occupied"  # not even through him
    assert refused(game, f"X:{t}59+{t}58") == "occupied"
    assert f"{t}59+{t}75" in moves_of(game, "X")


@pytest.mark.clause("X3")
@every_edition(*WITH_TICKETS)
def test_he_is_seen_on_the_first_half_before_he_goes_on(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), log=("T58", "T45"), round=3)
    play(game, "X:T58+T74")
    view = seen(game)
    assert view["history"] == ["X:T58+T?"]
    assert [window["station"] for window in view["log"]] == [None, None, 58, None]
    assert view["x"] is None
    assert set(view["possible"]) == {44, 45, 57, 59, 74, 75}


@pytest.mark.clause("X3")
@every_edition(*WITH_TICKETS)
def test_he_is_seen_on_the_second_half(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), log=("T45",), round=2)
    play(game, "X:T58+T74")
    view = seen(game)
    assert view["history"] == ["X:T?+T74"]
    assert [window["station"] for window in view["log"]] == [None, None, 74]
    assert (view["x"], view["possible"]) == (74, [74])


@pytest.mark.clause("X3")
@every_edition()
def test_at_most_one_double_move_a_round(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45)
    assert refused(game, f"X:{t}58+{t}45+{t}58") == "malformed"
    assert refused(game, f"X:{t}58+{t}45+{t}58+{t}45") == "malformed"
    play(game, f"X:{t}58+{t}45")
    assert refused(game, f"X:{t}58+{t}45") in ("not_your_turn", "no_double")
    assert refused(game, f"X:{t}58") == "not_your_turn"


@pytest.mark.clause("X3")
@every_edition(*WITH_TICKETS)
def test_two_cards_are_two_double_moves(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), x=45)
    answer(play(game, "X:T58+T45"))
    answer(play(game, "X:T58+T45"))
    assert where(game)["mister_x"]["double"] == 0
    assert where(game)["round"] == 3
    assert not any("+" in move for move in game.legal)
    assert refused(game, "X:T58+T45") == "no_double"


@pytest.mark.clause("X3")
@every_edition(*CLASSIC, *MODERN)
def test_a_double_move_on_the_last_two_windows(edition: str) -> None:
    log = ("T58", "T45") * 11
    game = answer(play(put_up(edition, log=log, round=22), "X:T58+T45"))
    assert len(where(game)["log"]) == 24
    assert result(game) == ("x", "survived")


@pytest.mark.clause("X3")
def test_no_card_is_said_before_no_window() -> None:
    log = ("T45", *("T58", "T45") * 11)
    game = put_up("modern-24", log=log, round=23, mister_x={"double": 0})
    assert refused(game, "X:T58+T45") == "no_double"
    game = put_up("modern-24", log=log, round=23)
    assert refused(game, "X:T58+T45") == "log_full"
    assert refused(game, "X:U1+T1") == "log_full"


@pytest.mark.clause("X4")
@every_edition(*WITH_TICKETS)
def test_black_stands_for_any_transport_and_hides_which(edition: str) -> None:
    """From 157: taxi 156, 158, 170, bus 133, 142, 156, 185, ferry 115, 194."""
    game = put_up(edition, smallest_table(edition), x=157)
    blacks = {move for move in single_moves(game) if move[0] == "K"}
    assert blacks == {f"K{to}" for to in (115, 133, 142, 156, 158, 170, 185, 194)}
    play(game, "X:K194")
    assert seen(game)["history"] == ["X:K?"]
    assert seen(game)["log"] == [{"ticket": "K", **HIDDEN}]


@pytest.mark.clause("X4")
def test_a_black_move_is_one_move_whatever_line_it_takes() -> None:
    """Taxi and bus go from 157 to 156."""
    game = put_up("modern-2013", x=157)
    assert [move for move in game.legal if move.endswith(":K156")] == ["X:K156"]
    assert {"T156", "B156", "K156"} <= moves_of(game, "X")


@pytest.mark.clause("X4")
@every_edition(*WITH_TICKETS)
@pytest.mark.parametrize("move", ("T58+K74", "K58+T74", "K58+K74"))
def test_black_in_either_half_of_a_double_move(edition: str, move: str) -> None:
    game = put_up(edition, smallest_table(edition), x=45)
    had = where(game)["mister_x"]["black"]
    play(game, f"X:{move}")
    assert where(game)["mister_x"]["black"] == had - move.count("K")
    assert [window["ticket"] for window in seen(game)["log"]] == [move[0], move[4]]


@pytest.mark.clause("X4")
def test_a_black_ticket_costs_nothing_else() -> None:
    game = put_up("modern-2013", x=45)
    supply = where(game)["supply"]
    play(game, "X:K58")
    assert where(game)["supply"] == supply
    assert where(game)["mister_x"]["black"] == 4
    game = play(put_up("research-2011", 6, x=45), "X:K58")
    assert where(game)["mister_x"] == {**counted(4, 3, 3), "black": 4, "double": 2}


# Station 2 has two ways out, the taxis to 10 and 20.


@pytest.mark.clause("X5")
@every_edition()
def test_without_a_move_on_his_turn_he_is_caught(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=20, hunters={"D1": 11, "D2": 33})
    play(game, f"X:{t}2", f"D1:{t}10", f"D2:{t}20")
    answer(game)
    assert result(game) == ("hunters", "trapped")
    assert game.outcome
    assert game.outcome.at == {"round": 2, "window": 1, "station": 2, "piece": None}
    assert game.legal == ()
    assert seen(game)["x"] == 2


@pytest.mark.clause("X5")
@every_edition()
def test_it_is_judged_when_a_position_is_put_up(edition: str) -> None:
    players = smallest_table(edition)
    assert result(put_up(edition, players, x=2, hunters={"D1": 10})) is None
    shut_in = {"D1": 10, "D2": 20}
    assert result(put_up(edition, players, x=2, hunters=shut_in)) == ("hunters", "trapped")


@pytest.mark.clause("X5")
@every_edition(*MODERN)
def test_a_bobby_can_shut_him_in(edition: str) -> None:
    game = put_up(edition, x=2, hunters={"D1": 10, "B1": 20})
    assert result(game) == ("hunters", "trapped")


@pytest.mark.clause("X5")
@every_edition(*MODERN)
def test_without_a_ticket_that_fits_he_is_caught(edition: str) -> None:
    """From 2 only taxis leave; bus tickets do not help, a black one does."""
    supply = counted(0, 9, 9)
    game = put_up(edition, x=2, supply=supply, mister_x={"black": 0})
    assert result(game) == ("hunters", "trapped")
    game = put_up(edition, x=2, supply=supply, mister_x={"black": 1})
    assert result(game) is None
    assert game.legal == ("X:K10", "X:K20")


@pytest.mark.clause("X5")
def test_the_tickets_in_his_hand_count() -> None:
    empty = {"taxi": 0, "black": 0}
    game = put_up("research-2011", 6, x=2, mister_x=empty)
    assert result(game) == ("hunters", "trapped")
    game = put_up("research-2011", 6, x=2, mister_x={"taxi": 1, "black": 0})
    assert single_moves(game) == {"T10", "T20"}
