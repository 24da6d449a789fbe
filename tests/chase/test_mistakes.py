"""Mistakes that other implementations make: each has its test here."""

import pytest

from misterx import Refused, new_game
from tests.chase.positions import (
    CLASSIC,
    MODERN,
    WITH_TICKETS,
    answer,
    begin,
    counted,
    every_edition,
    every_table,
    moves_of,
    passed,
    play,
    put_up,
    refused,
    result,
    seen,
    single_moves,
    smallest_table,
    there_and_back,
    where,
)

NONE = (0, 0, 0)

# --- double moves and windows -------------------------------------------------------------


@every_edition()
def test_a_double_move_is_not_one_window(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = play(put_up(edition, smallest_table(edition), x=45), f"X:{t}58+{t}74")
    assert [window["station"] for window in where(game)["log"]] == [58, 74]


@every_edition(*WITH_TICKETS)
@pytest.mark.parametrize("window", (3, 8, 13, 18))
def test_the_first_half_on_a_reveal_window_is_shown(edition: str, window: int) -> None:
    log = there_and_back(window - 1, 45, 58)
    game = put_up(edition, smallest_table(edition), log=log, round=window)
    play(game, "X:T58+T74")
    assert seen(game)["log"][window - 1] == {"ticket": "T", "station": 58, "seen": True}
    assert seen(game)["log"][window]["station"] is None


@every_edition(*WITH_TICKETS)
def test_windows_are_not_off_by_one(edition: str) -> None:
    """Move by move from the first: he is seen on the third and the eighth, on no other."""
    game = put_up(edition, smallest_table(edition), x=45)
    told = []
    for number in range(1, 10):
        play(game, "X:T58" if number % 2 else "X:T45")
        told.append(seen(game)["x"])
        answer(game)
    assert told == [None, None, 58, None, None, None, None, 45, None]


def test_windows_are_not_off_by_one_for_beginners() -> None:
    game = put_up("beginner", x=45)
    told = []
    for number in range(1, 10):
        play(game, "X:58" if number % 2 else "X:45")
        told.append(seen(game)["x"])
        answer(game)
    assert told == [58, 45, None, 45, 58, 45, 58, None, 58]


@every_edition()
def test_a_double_move_needs_a_card(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, mister_x={"double": 0})
    assert refused(game, f"X:{t}58+{t}74") == "no_double"


@every_edition()
def test_a_double_move_is_charged_once(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45)
    cards = where(game)["mister_x"]["double"]
    answer(play(game, f"X:{t}58+{t}45"))
    assert where(game)["mister_x"]["double"] == cards - 1
    answer(play(game, f"X:{t}58"))
    assert where(game)["mister_x"]["double"] == cards - 1


@every_edition(*WITH_TICKETS)
def test_double_moves_are_not_chained(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), x=45)
    assert refused(game, "X:T58+T45+T58+T45") == "malformed"
    play(game, "X:T58+T45")
    assert refused(game, "X:T58+T45") == refused(game, "X:T58") == "not_your_turn"


@every_edition()
def test_two_black_in_one_double_move_with_one_left(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, mister_x={"black": 1})
    assert refused(game, "X:K58+K74") == "no_ticket"
    assert {f"K58+{t}74", f"{t}58+K74"} <= moves_of(game, "X")
    assert not any(move.count("K") == 2 for move in game.legal)


# --- hunters in the way -------------------------------------------------------------------


@every_edition()
def test_mister_x_not_onto_a_hunters_station(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 58})
    assert refused(game, f"X:{t}58") == refused(game, "X:K58") == "occupied"


@every_edition()
def test_mister_x_not_through_a_hunter_in_the_middle_of_a_double_move(edition: str) -> None:
    """To 73 over 57 or 74 from 58; D1 on 74 leaves the way over 57 only."""
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=58, hunters={"D1": 74})
    assert refused(game, f"X:{t}74+{t}73") == refused(game, f"X:K74+{t}73") == "occupied"
    assert f"{t}57+{t}73" in moves_of(game, "X")


@every_table()
def test_two_pieces_never_start_on_one_station(edition: str, players: int) -> None:
    for seed in range(40):
        position = where(begin(edition, players, seed=seed))
        stations = [position["x"], *position["hunters"].values()]
        assert len(set(stations)) == len(stations)


@every_edition(*WITH_TICKETS)
def test_two_pieces_cannot_be_put_on_one_start_station(edition: str) -> None:
    for starts in ({"D1": 13, "D2": 13}, {"D1": 26, "D3": 26}):
        with pytest.raises(Refused, match="two pieces on one station"):
            new_game(edition, 6, starts=starts)


# --- trapped ------------------------------------------------------------------------------


@every_edition(*MODERN)
def test_trapped_is_not_judged_without_his_black_tickets(edition: str) -> None:
    """Only taxis leave 2 and the supply has none, but a black ticket takes him away."""
    game = put_up(edition, x=2, supply=counted(0, 5, 3), mister_x={"black": 1})
    assert result(game) is None
    assert game.legal == ("X:K10", "X:K20")
    game = put_up(edition, x=2, supply=counted(0, 5, 3), mister_x={"black": 0})
    assert result(game) == ("hunters", "trapped")


@every_edition(*CLASSIC, "modern-2013")
def test_trapped_is_not_judged_without_the_ferry(edition: str) -> None:
    """All three taxi stops from 194 are taken; the ferry to 157 is not, on a black ticket."""
    hunters = {"D1": 192, "D2": 193, "D3": 195}
    game = put_up(edition, x=194, hunters=hunters)
    assert result(game) is None
    assert single_moves(game) == {"K157"}
    game = put_up(edition, x=194, hunters=hunters, mister_x={"black": 0})
    assert result(game) == ("hunters", "trapped")
    game = put_up(edition, 5, x=194, hunters={**hunters, "D4": 157})
    assert result(game) == ("hunters", "trapped")


@every_edition()
def test_trapped_is_not_judged_without_the_pieces_in_the_way(edition: str) -> None:
    """He has tickets and lines, yet no free station."""
    players = smallest_table(edition)
    game = put_up(edition, players, x=2, hunters={"D1": 10, "D2": 20})
    assert result(game) == ("hunters", "trapped")


@every_edition()
def test_trapped_is_not_judged_in_the_hunters_turn(edition: str) -> None:
    """Shut in on 2 for a moment; but D3 has to leave 10 again before his turn."""
    t = "" if edition == "beginner" else "T"
    hunters = {"D1": 33, "D2": 8, "D3": 10}
    game = put_up(edition, smallest_table(edition), x=20, hunters=hunters)
    play(game, f"X:{t}2", f"D1:{t}20")
    assert result(game) is None
    play(game, f"D2:{t}18", f"D3:{t}11")
    answer(game)
    assert result(game) is None
    assert single_moves(game) >= {f"{t}10"}


# --- stuck detectives ---------------------------------------------------------------------


@every_edition(*WITH_TICKETS)
def test_a_stuck_detective_does_not_block_the_turn(edition: str) -> None:
    players = smallest_table(edition)
    game = put_up(edition, players, x=45, tickets={"D1": NONE})
    events = list(game.play("X:T58"))
    while where(game)["turn"] == "hunters":
        events += game.play(game.legal[0])
    assert passed(events) == ["D1"]
    assert (game.to_act, where(game)["round"]) == (("X",), 2)


@every_edition(*WITH_TICKETS)
def test_all_stuck_ends_the_game(edition: str) -> None:
    players = 5 if edition in MODERN else smallest_table(edition)
    pieces = where(begin(edition, players))["tickets"]
    game = put_up(edition, players, x=45, tickets=dict.fromkeys(pieces, NONE))
    play(game, "X:T58")
    assert result(game) == ("x", "no_moves")


# --- capture and the last answer ----------------------------------------------------------


@every_edition()
def test_the_last_answer_of_the_hunters_is_not_denied(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    last = {"modern-24": 24, "research-2011": 24, "beginner": 13}.get(edition, 22)
    log = there_and_back(last - 1, 45, 58, t)
    game = put_up(edition, smallest_table(edition), log=log, round=last, hunters={"D1": 57})
    play(game, f"X:{t}58")
    assert result(game) is None
    assert result(play(game, f"D1:{t}58")) == ("hunters", "caught")


@every_edition()
def test_capture_is_noticed_at_once_not_at_the_rounds_end(edition: str) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 57})
    play(game, f"X:{t}58", f"D1:{t}58")
    assert result(game) == ("hunters", "caught")
    assert where(game)["moved"] == ["D1"]


@every_edition()
def test_no_capture_on_the_station_he_has_left(edition: str) -> None:
    """Neither where he began the round nor where he changed in a double move."""
    t = "" if edition == "beginner" else "T"
    hunters = {"D1": 32, "D2": 57}
    game = put_up(edition, smallest_table(edition), x=45, hunters=hunters)
    play(game, f"X:{t}58+{t}74", f"D1:{t}45", f"D2:{t}58")
    assert result(game) is None


# --- tickets ------------------------------------------------------------------------------


@every_edition()
def test_used_tickets_flow_to_the_right_place_for_the_edition(edition: str) -> None:
    """Unlimited: nowhere that counts. Modern: the supply. Research: his hand. Beginners: none."""
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, smallest_table(edition), x=45, hunters={"D1": 8})
    play(game, f"X:{t}58")
    before = where(game)
    play(game, f"D1:{t}18")
    after = where(game)
    supply = {**before["supply"], "taxi": 24} if edition in MODERN else None
    hand = {**before["mister_x"], "taxi": 4} if edition == "research-2011" else before["mister_x"]
    assert (after["supply"], after["mister_x"]) == (supply, hand)
    if t:
        assert after["tickets"]["D1"]["taxi"] == before["tickets"]["D1"]["taxi"] - 1


@every_edition(*MODERN)
def test_mister_xs_used_tickets_do_not_come_back(edition: str) -> None:
    game = put_up(edition, x=45)
    before = where(game)["supply"]["taxi"]
    play(game, "X:T58")
    assert where(game)["supply"]["taxi"] == before - 1
    used = 0
    while where(game)["turn"] == "hunters":
        move = game.legal[0]
        used += ":T" in move
        play(game, move)
    assert where(game)["supply"]["taxi"] == before - 1 + used


# --- the ferry and the board --------------------------------------------------------------


@every_edition(*WITH_TICKETS)
@pytest.mark.parametrize(("pier", "others"), ((194, (115, 108)), (157, (108,)), (108, (157, 194))))
def test_no_ferry_between_piers_that_are_not_neighbours(
    edition: str, pier: int, others: tuple[int, ...]
) -> None:
    game = put_up(edition, smallest_table(edition), x=pier)
    for other in others:
        assert refused(game, f"X:K{other}") == "no_connection"


@every_edition(*WITH_TICKETS)
def test_no_ferry_without_black(edition: str) -> None:
    game = put_up(edition, smallest_table(edition), x=115, mister_x={"black": 0})
    assert single_moves(game) == {"T102", "T114", "T126", "T127"}
    for ticket in "TBU":
        assert refused(game, f"X:{ticket}108") == "no_connection"
    assert refused(game, "X:K108") == "no_ticket"


@every_edition(*WITH_TICKETS)
def test_there_is_no_taxi_between_29_and_55(edition: str) -> None:
    """Only the bus goes there."""
    players = smallest_table(edition)
    for here, there in ((29, 55), (55, 29)):
        game = put_up(edition, players, x=here)
        assert refused(game, f"X:T{there}") == "no_connection"
        assert f"B{there}" in moves_of(game, "X")


# --- seats --------------------------------------------------------------------------------


@every_table()
def test_no_moves_for_another_seat(edition: str, players: int) -> None:
    t = "" if edition == "beginner" else "T"
    game = put_up(edition, players, x=45)
    for seat in game.seats[1:]:
        assert refused(game, f"X:{t}58", seat) == "not_your_turn"
    play(game, f"X:{t}58")
    move = next(move for move in game.legal if move.startswith("D1"))
    for seat in game.seats:
        if seat != "H1":
            assert refused(game, move, seat) == "not_your_turn"
    game.play(move, "H1")
