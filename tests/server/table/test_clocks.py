"""Clocks: whose run, what a move gives back, and what happens when the time is over."""

from __future__ import annotations

import pytest

from misterx.core import Reason, Viewpoint
from misterx.server.table import deciding, seating
from misterx.server.table.clocks import CHOICE_MS, Clocks
from misterx.server.table.deciding import Draft
from misterx.server.table.plan import ClockPlan
from misterx.server.table.state import Phase, Until
from tests.server.table.desk import Desk, everybody_plays, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))
MINUTE = 60_000
PER_MOVE = {"kind": "move", "seconds": 60}
BANK = {"kind": "bank", "seconds": 60}


def four(clock: dict[str, object], **plan: object) -> Desk:
    return everybody_plays("modern-2013", 4, clock=clock, **plan)


def left(desk: Desk) -> dict[str, int]:
    return {str(who): ms for who, ms in desk.table.clocks.left.items()}


# --- running -------------------------------------------------------------------------------


def test_without_a_clock_nothing_ever_runs_out() -> None:
    desk = everybody_plays("modern-2013", 4)
    assert left(desk) == {}
    assert desk.table.running == frozenset()
    assert desk.table.remaining is None
    assert deciding.flag(desk.table, 10**12, desk.dice) is None


def test_mister_x_has_a_clock_and_the_hunters_share_one() -> None:
    desk = four(BANK)
    assert left(desk) == {"X": MINUTE, "hunters": MINUTE}
    assert desk.table.running == {"X"}
    desk.move("X", spent=10_000)
    assert left(desk) == {"X": 50_000, "hunters": MINUTE}
    assert desk.table.running == {"hunters"}
    desk.move("H1", spent=5_000)
    desk.move("H2", spent=5_000)
    assert left(desk) == {"X": 50_000, "hunters": 50_000}


def test_at_cards_everybody_has_a_clock_of_his_own() -> None:
    desk = everybody_plays("cards-2017", 3, clock=BANK)
    assert left(desk) == {"P1": MINUTE, "P2": MINUTE, "P3": MINUTE}
    (seat,) = desk.table.to_act
    desk.move(seat, spent=7_000)
    assert left(desk)[seat] == 53_000
    assert sum(left(desk).values()) == 3 * MINUTE - 7_000


def test_per_move_a_move_gives_all_time_back() -> None:
    desk = four(PER_MOVE)
    desk.move("X", spent=40_000)
    assert left(desk) == {"X": MINUTE, "hunters": MINUTE}
    desk.move("H1", spent=30_000)
    assert left(desk) == {"X": MINUTE, "hunters": MINUTE}


def test_talk_gives_no_time_back() -> None:
    desk = four(PER_MOVE)
    desk.take(deciding.chat(desk.table, X, "hm", team=False), "g1", spent=40_000)
    assert desk.table.remaining == 20_000
    desk.take(deciding.chat(desk.table, H1, "well?", team=False), "g2", spent=15_000)
    assert desk.table.remaining == 5_000


def test_a_pause_stops_all_clocks() -> None:
    desk = four(BANK)
    desk.take(Draft("pause", {"seat": X, "on": True}), "g1", spent=10_000)
    assert desk.table.running == frozenset()
    assert deciding.flag(desk.table, 10**9, desk.dice) is None
    desk.take(deciding.resume(desk.table, H1), "g2", spent=10**9)
    assert left(desk) == {"X": 50_000, "hunters": MINUTE}
    assert desk.table.running == {"X"}


def test_clocks_wait_for_people_only() -> None:
    desk = four(PER_MOVE)
    desk.take(seating.hand_to_bot(desk.table, "g1", X, None, is_away=False), "g1", spent=1_000)
    assert desk.table.running == frozenset()
    desk.take(seating.take_back(desk.table, "g1", X), "g1", spent=100_000)
    assert desk.table.remaining == 59_000


def test_before_and_after_the_game_no_clock_runs() -> None:
    lobby = Desk({"edition": "modern-2013", "players": 4, "clock": PER_MOVE})
    assert lobby.table.remaining is None
    desk = four(PER_MOVE)
    desk.play_out()
    assert desk.table.remaining is None


def test_a_table_that_is_read_again_has_the_same_clocks() -> None:
    desk = four(BANK)
    for spent in (100, 2_000, 3, 0, 77):
        desk.move(desk.table.to_act[0], spent=spent)
    assert desk.reread().clocks == desk.table.clocks


def test_time_never_becomes_less_than_none() -> None:
    clocks = Clocks.full(ClockPlan(kind="bank", seconds=5), [Viewpoint("X")])
    assert clocks.charge([Viewpoint("X")], 9_000).left == {"X": 0}
    assert clocks.charge([], 9_000) is clocks


# --- the time is over ----------------------------------------------------------------------


def test_a_clock_rings_when_its_time_is_over_and_not_before() -> None:
    desk = four(PER_MOVE)
    assert deciding.flag(desk.table, MINUTE - 1, desk.dice) is None
    assert isinstance(deciding.flag(desk.table, MINUTE, desk.dice), Draft)


def test_per_move_a_computer_player_takes_the_turn_and_the_next_one_is_ones_own() -> None:
    desk = four(PER_MOVE)
    place = desk.flag(MINUTE).seats[X]
    assert (place.player, place.until) == ("champion", Until.TURN)
    assert left(desk)["X"] == MINUTE
    desk.move("X")
    assert desk.table.seats[X].is_played_by_person


def test_hunters_whose_time_is_over_are_all_stood_in_for_until_their_turn_is_over() -> None:
    desk = four(PER_MOVE)
    desk.move("X")
    desk.move("H2")
    desk.flag(MINUTE)
    assert {desk.table.seats[seat].until for seat in (H1, H2, H3)} == {Until.TURN}
    assert desk.table.seats[X].is_played_by_person
    while desk.table.to_act != (X,):
        desk.move(desk.table.to_act[0])
    assert all(place.is_played_by_person for place in desk.table.seats.values())


def test_in_a_fixed_order_only_the_seat_to_act_is_stood_in_for() -> None:
    desk = everybody_plays("classic-2000", 3, clock=PER_MOVE)
    desk.play_to("H1")
    assert desk.table.to_act == (H1,)
    desk.flag(MINUTE)
    assert desk.table.seats[H1].until is Until.TURN
    assert desk.table.seats[H2].is_played_by_person, "his own turn is still to come"


def test_who_was_late_does_not_take_back_the_turn_that_he_was_late_for() -> None:
    desk = four(PER_MOVE)
    desk.flag(MINUTE)
    assert said_no(seating.take_back(desk.table, "g1", X)) == "seat_taken"
    desk.move("X")
    assert desk.table.seats[X].is_played_by_person


def test_a_bank_that_is_used_up_is_used_up_for_good() -> None:
    desk = four(BANK)
    place = desk.flag(MINUTE).seats[X]
    assert (place.player, place.until) == ("champion", Until.END)
    assert said_no(seating.take_back(desk.table, "g1", X)) == "seat_taken"
    assert said_no(deciding.may_play(desk.table, "g1", X)) == "seat_taken"
    desk.move("X")
    assert not desk.table.seats[X].is_played_by_person


def test_a_seat_of_the_side_that_was_handed_over_before_is_still_ones_own_to_take_back() -> None:
    desk = four(PER_MOVE)
    desk.take(seating.hand_to_bot(desk.table, "g3", H2, "random", is_away=False), "g3")
    desk.move("X")
    desk.flag(MINUTE)
    assert desk.table.seats[H2].until is Until.BACK
    assert desk.table.seats[H2].player == "random"


@pytest.mark.parametrize(("late", "winner"), (("X", "hunters"), ("H1", "x")))
def test_or_the_game_is_lost_if_the_table_has_agreed_so(late: str, winner: str) -> None:
    desk = four({**BANK, "on_time": "lose"})
    desk.play_to(late)
    desk.flag(MINUTE)
    assert desk.table.phase is Phase.OVER
    assert desk.table.outcome is not None
    assert (desk.table.outcome.winner, desk.table.outcome.reason) == (winner, Reason.TIME)
    assert desk.table.record().result == desk.table.outcome


def test_at_cards_the_one_who_is_late_loses_for_his_side() -> None:
    desk = everybody_plays("cards-2017", 3, clock={**PER_MOVE, "on_time": "lose"})
    (seat,) = desk.table.to_act
    side = desk.table.rules.side(desk.table.state, seat)
    desk.flag(MINUTE)
    assert desk.table.outcome is not None
    assert desk.table.outcome.winner != side


# --- an open choice ------------------------------------------------------------------------


def may_show(clock: dict[str, object]) -> Desk:
    """Mister X has moved and may show himself (option V)."""
    desk = everybody_plays("classic-1983", 3, clock=clock, options={"voluntary_reveal": True})
    desk.move("X", spent=1_000)
    assert sorted(desk.moves("X")) == ["X:hide", "X:show"]
    return desk


def test_silence_means_staying_hidden() -> None:
    desk = may_show({"kind": "bank", "seconds": 3600, "on_time": "lose"})
    assert desk.table.clocks.choice == CHOICE_MS
    assert desk.table.remaining == CHOICE_MS
    table = desk.flag(CHOICE_MS)
    assert (desk.log[-1].kind, desk.log[-1].body["move"]) == ("move", "X:hide")
    assert table.clocks.choice is None
    assert table.phase is Phase.PLAYING
    assert "H1" in table.to_act


def test_an_open_choice_goes_before_a_clock_that_runs_out() -> None:
    desk = may_show({"kind": "bank", "seconds": 5, "on_time": "lose"})
    assert desk.table.remaining == 4_000
    desk.flag(4_000)
    assert desk.log[-1].body["move"] == "X:hide"


def test_the_time_for_a_choice_runs_on_while_people_talk() -> None:
    desk = may_show({"kind": "bank", "seconds": 3600})
    desk.take(deciding.chat(desk.table, H1, "well?", team=False), "g2", spent=15_000)
    assert desk.table.remaining == 5_000


def test_without_a_clock_a_choice_stays_open() -> None:
    desk = may_show({"kind": "none"})
    assert desk.table.clocks.choice is None
    assert desk.table.remaining is None


def test_who_shows_himself_has_time_again_to_take_tickets() -> None:
    desk = may_show({"kind": "bank", "seconds": 3600})
    desk.move("X", "X:show", spent=1_000)
    assert desk.table.clocks.choice is None
