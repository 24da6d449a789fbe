"""What needs consent: taking back a move, pausing, giving up."""

from __future__ import annotations

import pytest

from misterx.core import SPECTATOR, Reason
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Draft
from misterx.server.table.state import Phase
from tests.server.table.desk import Desk, everybody_plays, laid, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))


def hunters_turn() -> Desk:
    """Guests `g1` to `g4` have X, H1, H2 and H3; the hunters are to act, in any order."""
    desk = everybody_plays("modern-2013", 4)
    desk.move("X")
    return desk


def quiet_move(desk: Desk, seat: str) -> str:
    """Make a move that teaches nothing: to a station where Mister X cannot be."""
    possible = _possible(desk)
    text = next(m for m in desk.moves(seat) if int(m.rpartition(":")[2][1:]) not in possible)
    desk.move(seat, text)
    return text


def telling_move(desk: Desk) -> str:
    """Make a move to a station where Mister X could have been; returns the seat."""
    while True:
        seat = desk.table.to_act[0]
        possible = _possible(desk)
        for text in desk.moves(seat):
            goal = int(text.rpartition(":")[2].lstrip("TBUK")) if seat != X else 0
            if goal in possible and goal != desk.table.state.x:
                desk.move(seat, text)
                return seat
        desk.move(seat)


def _possible(desk: Desk) -> set[int]:
    """Where Mister X can be, as everybody knows."""
    return set(desk.table.rules.observe(desk.table.state, SPECTATOR).possible)


# --- undo ----------------------------------------------------------------------------------


def test_a_move_that_taught_nothing_is_taken_back_when_everybody_agrees() -> None:
    desk = hunters_turn()
    before = desk.table
    quiet_move(desk, "H1")
    asked = desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    assert asked.ask is not None
    assert (asked.ask.what, asked.ask.seat) == ("undo", H1)
    assert asked.ask.waiting == {"g1", "g3", "g4"}
    for guest, seat in (("g1", X), ("g4", H3)):
        table = desk.take(deciding.answer(desk.table, guest, seat, yes=True), guest)
        assert table.state != before.state
    table = desk.take(deciding.answer(desk.table, "g3", H2, yes=True), "g3")
    assert desk.log[-1].kind == "undo_to"
    assert table.state == before.state
    assert list(table.entries()) == list(before.entries())
    assert table.ask is None


def test_one_no_is_enough() -> None:
    desk = hunters_turn()
    quiet_move(desk, "H1")
    played = desk.table.state
    desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    desk.take(deciding.answer(desk.table, "g1", X, yes=False), "g1")
    assert desk.table.ask is None
    assert desk.table.state == played
    assert said_no(deciding.answer(desk.table, "g3", H2, yes=True)) == "nothing_asked"


def test_who_asked_may_take_it_back_but_not_agree_with_himself() -> None:
    desk = hunters_turn()
    quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    assert said_no(deciding.answer(desk.table, "g2", H1, yes=True)) == "nothing_asked"
    desk.take(deciding.answer(desk.table, "g2", H1, yes=False), "g2")
    assert desk.table.ask is None


def test_who_has_answered_is_not_asked_again() -> None:
    desk = hunters_turn()
    quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    desk.take(deciding.answer(desk.table, "g1", X, yes=True), "g1")
    assert said_no(deciding.answer(desk.table, "g1", X, yes=True)) == "nothing_asked"


def test_a_move_ends_the_question() -> None:
    desk = hunters_turn()
    quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    desk.move("H2")
    assert desk.table.ask is None


def test_only_the_last_move_and_only_ones_own() -> None:
    desk = hunters_turn()
    assert said_no(deciding.ask(desk.table, "g2", H1, "undo")) == "nothing_to_undo"
    quiet_move(desk, "H1")
    assert said_no(deciding.ask(desk.table, "g3", H2, "undo")) == "nothing_to_undo"
    quiet_move(desk, "H2")
    assert said_no(deciding.ask(desk.table, "g2", H1, "undo")) == "nothing_to_undo"


def test_mister_x_never_takes_a_move_back() -> None:
    desk = hunters_turn()
    assert said_no(deciding.ask(desk.table, "g1", X, "undo")) == "nothing_to_undo"


def test_a_move_that_has_told_something_stands() -> None:
    desk = hunters_turn()
    seat = telling_move(desk)
    guest = desk.table.seats[named(seat)].guest
    assert guest is not None
    assert said_no(deciding.ask(desk.table, guest, named(seat), "undo")) == "nothing_to_undo"


def test_no_card_once_played_is_taken_back() -> None:
    desk = everybody_plays("cards-2017", 3)
    seat = desk.table.to_act[0]
    desk.move(seat)
    guest = desk.table.seats[seat].guest
    assert guest is not None
    assert said_no(deciding.ask(desk.table, guest, seat, "undo")) == "nothing_to_undo"


def test_start_cards_are_not_taken_back() -> None:
    desk = everybody_plays("modern-2013", 4)
    for guest, seat in (("g1", X), ("g2", H1)):
        assert said_no(deciding.ask(desk.table, guest, seat, "undo")) == "nothing_to_undo"


def test_among_computer_players_nobody_has_to_agree() -> None:
    desk = laid(seats={seat: {"who": "bot"} for seat in ("X", "H2", "H3")})
    desk.move("X")
    quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "ada", H1, "undo"))
    assert desk.log[-1].kind == "undo_to"


def test_who_has_handed_his_seat_over_is_not_asked() -> None:
    desk = hunters_turn()
    desk.take(seating.hand_to_bot(desk.table, "g1", X, None, is_away=False), "g1")
    quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "g2", H1, "undo"), "g2")
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"g3", "g4"}


def test_the_record_is_the_line_that_stands() -> None:
    desk = laid(seats={seat: {"who": "me"} for seat in ("X", "H1", "H2", "H3")})
    desk.move("X")
    taken_back = quiet_move(desk, "H1")
    desk.take(deciding.ask(desk.table, "ada", H1, "undo"))
    other = next(move for move in desk.moves("H1") if move != taken_back)
    desk.move("H1", other)
    desk.play_out()
    entries = desk.table.record().entries
    assert other in entries
    assert len(entries) == sum(entry.kind == "move" for entry in desk.log) - 1 + 5


# --- pause ---------------------------------------------------------------------------------


def test_a_pause_needs_everybody_and_going_on_needs_one() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    for guest, seat in (("g2", H1), ("g3", H2)):
        table = desk.take(deciding.answer(desk.table, guest, seat, yes=True), guest)
        assert not table.is_paused
    table = desk.take(deciding.answer(desk.table, "g4", H3, yes=True), "g4")
    assert table.is_paused
    assert said_no(deciding.ask(desk.table, "g1", X, "pause")) == "paused"
    table = desk.take(deciding.resume(desk.table, H1), "g2")
    assert not table.is_paused
    assert said_no(deciding.resume(desk.table, H1)) == "nothing_asked"


def test_one_question_at_a_time() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    assert said_no(deciding.ask(desk.table, "g2", H1, "pause")) == "already_asked"
    assert said_no(deciding.ask(desk.table, "g1", X, "resign")) == "already_asked"


def test_a_guest_with_several_seats_is_asked_once() -> None:
    desk = laid(seats={"H1": {"who": "me"}, "H2": {"who": "me"}, "X": {"who": "open"}})
    asker = desk.table.seats[H3].guest
    assert asker is not None
    desk.take(deciding.ask(desk.table, asker, H3, "pause"), asker)
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"ada"} - {asker}


# --- resign --------------------------------------------------------------------------------


def test_mister_x_gives_up_on_his_own() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g1", X, "resign"), "g1")
    assert desk.table.phase is Phase.OVER
    assert desk.table.outcome is not None
    assert (desk.table.outcome.winner, desk.table.outcome.reason) == ("hunters", Reason.RESIGNED)


def test_hunters_give_up_together_and_mister_x_has_no_say() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g2", H1, "resign"), "g2")
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"g3", "g4"}
    assert said_no(deciding.answer(desk.table, "g1", X, yes=False)) == "nothing_asked"
    desk.take(deciding.answer(desk.table, "g3", H2, yes=True), "g3")
    assert desk.table.phase is Phase.PLAYING
    desk.take(deciding.answer(desk.table, "g4", H3, yes=True), "g4")
    assert desk.table.outcome is not None
    assert (desk.table.outcome.winner, desk.table.outcome.reason) == ("x", Reason.RESIGNED)


def test_a_hunter_who_plays_on_keeps_the_others_in_the_game() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g2", H1, "resign"), "g2")
    desk.take(deciding.answer(desk.table, "g3", H2, yes=False), "g3")
    assert desk.table.phase is Phase.PLAYING
    assert desk.table.ask is None


@pytest.mark.parametrize("seat", ("P1", "P2", "P3"))
def test_at_cards_everybody_is_asked_so_that_it_does_not_tell_who_mister_x_is(seat: str) -> None:
    desk = everybody_plays("cards-2017", 3)
    guest = desk.table.seats[named(seat)].guest
    assert guest is not None
    side = desk.table.rules.side(desk.table.state, named(seat))
    desk.take(deciding.ask(desk.table, guest, named(seat), "resign"), guest)
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"g1", "g2", "g3"} - {guest}
    for other, name in (("g1", "P1"), ("g2", "P2"), ("g3", "P3")):
        if other != guest:
            desk.take(deciding.answer(desk.table, other, named(name), yes=True), other)
    assert desk.table.outcome is not None
    assert desk.table.outcome.winner != side
    assert desk.table.outcome.reason is Reason.RESIGNED


def test_one_may_give_up_in_a_pause() -> None:
    desk = hunters_turn()
    desk.take(Draft("pause", {"seat": X, "on": True}), "g1")
    desk.take(deciding.ask(desk.table, "g1", X, "resign"), "g1")
    assert desk.table.phase is Phase.OVER
    assert not desk.table.is_paused


# --- whose business it is ------------------------------------------------------------------


def test_a_question_of_the_other_side_is_in_nobodys_way() -> None:
    """What is refused, and how, tells Mister X nothing of what the hunters ask each other."""
    without, asked = hunters_turn(), hunters_turn()
    asked.take(deciding.ask(asked.table, "g2", H1, "resign"), "g2")
    for yes in (True, False):
        assert deciding.answer(asked.table, "g1", X, yes=yes) == deciding.answer(
            without.table, "g1", X, yes=yes
        )
    assert deciding.ask(asked.table, "g1", X, "pause") == deciding.ask(
        without.table, "g1", X, "pause"
    )
    asked.take(deciding.ask(asked.table, "g1", X, "pause"), "g1")
    assert asked.table.ask is not None
    assert asked.table.ask.what == "pause"
    for eye in asked.eyes:
        assert asked.frame(eye)["kind"] == "ask"
    assert said_no(deciding.ask(asked.table, "g2", H1, "resign")) == "already_asked"


def test_who_is_handed_to_a_computer_player_is_no_longer_asked() -> None:
    desk = hunters_turn()
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    desk.take(seating.hand_to_bot(desk.table, "g2", H1, None, is_away=False), "g2")
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"g3", "g4"}
    desk.take(seating.hand_to_bot(desk.table, "g3", H2, None, is_away=False), "g3")
    left = desk.take(seating.hand_to_bot(desk.table, "g4", H3, None, is_away=False), "g4")
    assert left.ask is None, "nobody is left who could answer"
    assert not left.is_paused
    assert isinstance(deciding.ask(desk.table, "g1", X, "pause"), Draft)


# --- before and after ----------------------------------------------------------------------


@pytest.mark.parametrize("what", ("undo", "pause", "resign"))
def test_nothing_is_asked_before_the_game_or_after_it(what: str) -> None:
    lobby = Desk({"edition": "modern-2013", "players": 4})
    assert said_no(deciding.ask(lobby.table, "ada", X, what)) == "not_started"
    assert said_no(deciding.answer(lobby.table, "ada", X, yes=True)) == "nothing_asked"
    assert said_no(deciding.resume(lobby.table, X)) == "not_started"
    desk = laid()
    desk.play_out()
    assert said_no(deciding.ask(desk.table, "ada", X, what)) == "game_over"
    assert said_no(deciding.resume(desk.table, X)) == "game_over"
