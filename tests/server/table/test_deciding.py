"""Moves, talk and notes: which requests become entries, and which are turned down."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from misterx.core import Code
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import SERVER, Draft
from misterx.server.table.refusals import No, TableCode
from misterx.server.table.state import Phase
from tests.server.table.desk import ADA, BEN, CEM, Desk, everybody_plays, laid, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))


def free(**plan: Any) -> Desk:  # noqa: ANN401 - whatever a plan takes
    """A game in which hunters move in any order, at their turn, people on all seats."""
    desk = everybody_plays("modern-2013", 4, **plan)
    desk.move("X")
    assert set(desk.table.to_act) == {H1, H2, H3}
    return desk


def test_no_word_of_the_table_is_a_word_of_the_law() -> None:
    assert not set(map(str, TableCode)) & set(map(str, Code))


# --- whose seat it is ----------------------------------------------------------------------


def test_one_acts_for_his_own_seats_only() -> None:
    desk = laid()
    assert deciding.has_seat(desk.table, ADA, X) is None
    assert said_no(deciding.has_seat(desk.table, BEN, X)) == "not_seated"
    assert said_no(deciding.has_seat(desk.table, BEN, named("P1"))) == "not_seated"
    assert said_no(deciding.has_seat(desk.table, "eve", H3)) == "not_seated"


# --- moves ---------------------------------------------------------------------------------


def test_a_legal_move_is_an_entry_and_the_game_goes_on() -> None:
    desk = laid()
    text = desk.moves("X")[0]
    decided = desk.decide("X", text)
    assert isinstance(decided, Draft)
    assert (decided.kind, decided.body) == ("move", {"seat": X, "move": text})
    assert X not in desk.move("X", text).to_act


def test_the_law_has_the_last_word() -> None:
    desk = free()
    assert said_no(desk.decide("H1", "rubbish")) == "malformed"
    assert said_no(desk.decide("X", "X:T1")) == "not_your_turn"
    text = desk.moves("H1")[0]
    assert said_no(desk.decide("H2", text)) == "not_your_turn"
    desk.move("H1", text)
    assert said_no(desk.decide("H1", text)) == "already_moved"


def test_chance_cannot_be_played_by_anybody() -> None:
    desk = everybody_plays("cards-2017", 3)
    (dealt, *_) = desk.table.entries()
    assert isinstance(desk.decide(desk.table.to_act[0], dealt), No)


def test_what_chance_adds_to_a_move_stands_in_the_same_entry() -> None:
    desk = everybody_plays("cards-2017", 3)
    for _ in range(200):
        if desk.table.phase is not Phase.PLAYING:
            desk = everybody_plays("cards-2017", 3)
            desk.dice = Random(desk.dice.random())
        seat = desk.table.to_act[0]
        desk.move(seat, desk.dice.choice(desk.moves(seat)))
        if " = " in str(desk.log[-1].body["move"]):
            break
    assert " = " in str(desk.log[-1].body["move"])
    assert desk.reread().state == desk.table.state


def test_nothing_is_played_before_the_start_after_the_end_or_in_a_pause() -> None:
    lobby = Desk({"edition": "modern-2013", "players": 4})
    assert said_no(lobby.decide("X", "X:T1")) == "not_started"
    desk = laid()
    text = desk.moves("X")[0]
    desk.take(Draft("pause", {"seat": X, "on": True}))
    assert said_no(desk.decide("X", text)) == "paused"
    desk.take(deciding.resume(desk.table, H1))
    desk.play_out()
    assert said_no(desk.decide("X", text)) == "game_over"


# --- what one has not seen -----------------------------------------------------------------


def test_hunters_who_move_at_the_same_moment_both_succeed() -> None:
    desk = free()
    at = desk.table.at
    first, second, third = (desk.moves(seat)[0] for seat in ("H1", "H2", "H3"))
    for seat, text in (("H3", third), ("H1", first)):
        desk.take(desk.decide(seat, text, at=at))
    assert isinstance(desk.decide("H2", second, at=at), Draft)


def test_talk_and_questions_between_do_no_harm() -> None:
    desk = free()
    at, text = desk.table.at, desk.moves("H1")[0]
    desk.take(deciding.chat(desk.table, X, "hello", team=False), "g1")
    desk.take(deciding.note(desk.table, H2, "46", "here?", team=True), "g3")
    desk.take(deciding.call(desk.table, H2), "g3")
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    desk.take(deciding.answer(desk.table, "g2", H1, yes=False), "g2")
    desk.take(seating.hand_to_bot(desk.table, "g3", H2, None, is_away=False), "g3")
    assert isinstance(desk.decide("H1", text, at=at), Draft)


def test_a_move_that_was_thought_out_before_ones_turn_is_stale() -> None:
    desk = laid()
    at = desk.table.at
    desk.move("X")
    assert said_no(desk.decide("H1", desk.moves("H1")[0], at=at)) == "stale"


@pytest.mark.parametrize("what", ("undo", "pause"))
def test_whatever_else_comes_between_makes_a_move_stale(what: str) -> None:
    desk = free()
    at, text = desk.table.at, desk.moves("H1")[0]
    if what == "undo":
        desk.move("H2")
        assert desk.table.line is not None
        desk.take(Draft("undo_to", {"seat": H2, "length": desk.table.line.length - 1}))
    else:
        desk.take(Draft("pause", {"seat": X, "on": True}))
        desk.take(deciding.resume(desk.table, X))
    assert said_no(desk.decide("H1", text, at=at)) == "stale"


def test_a_ticket_that_another_has_given_up_first_is_no_longer_owed() -> None:
    """On a false trail the detectives owe some tickets together; two give up the last one."""
    desk, seat, text, at = next(filter(None, map(_too_late, range(100))))
    assert said_no(desk.decide(seat, text)) == "not_allowed"
    assert said_no(desk.decide(seat, text, at=at)) == "stale"


def _too_late(seed: int) -> tuple[Desk, str, str, int] | None:
    """A game of cards, until another's move takes from somebody what he was about to do."""
    desk = everybody_plays("cards-2017", 5)
    desk.dice.seed(seed)
    while desk.table.phase is Phase.PLAYING:
        at = desk.table.at
        wanted = {seat: desk.moves(seat)[0] for seat in desk.table.to_act}
        quick = desk.dice.choice(desk.table.to_act)
        desk.move(quick, desk.dice.choice(desk.moves(quick)))
        for seat in desk.table.to_act:
            if seat != quick and seat in wanted and wanted[seat] not in desk.moves(seat):
                return desk, seat, wanted[seat], at
    return None


def test_a_flag_between_makes_a_move_stale() -> None:
    desk = free(clock={"kind": "move", "seconds": 60})
    at, text = desk.table.at, desk.moves("H1")[0]
    desk.flag(60_000)
    assert said_no(desk.decide("H1", text, at=at)) == "stale"


def test_a_move_into_the_next_round_is_stale() -> None:
    desk = free()
    at = desk.table.at
    while desk.table.to_act != (X,):
        desk.move(desk.table.to_act[0])
    desk.move("X")
    assert said_no(desk.decide("H1", desk.moves("H1")[0], at=at)) == "stale"


def test_ones_own_move_makes_what_was_sent_before_it_was_seen_stale() -> None:
    """Somebody with two windows, or who clicks again, does not move two pieces by mistake."""
    desk = free()
    at = desk.table.at
    desk.move("H1")
    assert H1 in desk.table.to_act, "a bobby is left for him"
    second = desk.moves("H1")[0]
    assert said_no(desk.decide("H1", second, at=at)) == "stale"
    assert isinstance(desk.decide("H1", second), Draft)
    assert isinstance(desk.decide("H2", desk.moves("H2")[0], at=at), Draft)


def test_a_computer_players_move_is_refused_once_the_person_has_his_seat_back() -> None:
    desk = free()
    desk.take(seating.hand_to_bot(desk.table, "g2", H1, None, is_away=False), "g2")
    assert deciding.may_play(desk.table, SERVER, H1) is None
    assert said_no(deciding.may_play(desk.table, SERVER, H2)) == "stale"
    desk.take(seating.take_back(desk.table, "g2", H1), "g2")
    assert said_no(deciding.may_play(desk.table, SERVER, H1)) == "stale"


# --- calling computer players --------------------------------------------------------------


def test_computer_players_are_called_in_ones_own_turn_of_a_running_game() -> None:
    desk = laid()
    assert said_no(deciding.call(desk.table, H1)) == "not_your_turn"
    desk.move("X")
    called = desk.take(deciding.call(desk.table, H1), BEN)
    assert called.called == "hunters"
    while desk.table.to_act != (X,):
        desk.move(desk.table.to_act[0])
    assert desk.table.called is None, "it is for one turn"
    desk.play_out()
    assert said_no(deciding.call(desk.table, H1)) == "game_over"


# --- talk and notes ------------------------------------------------------------------------


def test_talk_is_for_all_or_for_ones_own_side() -> None:
    desk = laid()
    desk.take(deciding.chat(desk.table, X, "hello", team=False))
    desk.take(deciding.chat(desk.table, H1, "he is at 46", team=True), BEN)
    assert [(line.seat, line.to, line.text) for line in desk.table.chat] == [
        (X, None, "hello"),
        (H1, "hunters", "he is at 46"),
    ]


def test_who_is_alone_on_his_side_has_nobody_to_talk_to() -> None:
    desk = laid()
    assert said_no(deciding.chat(desk.table, X, "psst", team=True)) == "no_team"
    cards = everybody_plays("cards-2017", 3)
    assert said_no(deciding.chat(cards.table, named("P1"), "psst", team=True)) == "no_team"
    assert isinstance(deciding.chat(cards.table, named("P1"), "hi", team=False), Draft)


def test_one_may_talk_before_and_after_the_game() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    desk.sit(BEN)
    desk.take(deciding.chat(desk.table, X, "soon?", team=False), BEN)
    other = laid()
    other.play_out()
    other.take(deciding.chat(other.table, X, "well played", team=False))
    assert len(desk.table.chat) == len(other.table.chat) == 1


def test_what_somebody_said_stays_his_when_seats_change_hands() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    desk.sit(BEN, H1)
    desk.take(deciding.chat(desk.table, H1, "I am Ben", team=False), BEN)
    ben = desk.table.seats[H1].name
    desk.take(seating.leave(desk.table, BEN, H1), BEN)
    desk.sit(CEM, H1)
    assert desk.table.seats[H1].name != ben
    assert [line.name for line in desk.table.chat] == [ben]


def test_nothing_is_said_or_noted_for_a_side_before_seats_are_settled() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    desk.sit(BEN, H1)
    assert said_no(deciding.note(desk.table, H1, "46", "mine", team=False)) == "not_started"
    assert said_no(deciding.note(desk.table, H1, "46", "ours", team=True)) == "not_started"
    assert said_no(deciding.chat(desk.table, H1, "psst", team=True)) == "not_started"


def test_a_table_keeps_the_last_lines_of_talk_at_hand() -> None:
    desk = laid()
    for number in range(205):
        desk.take(deciding.chat(desk.table, X, str(number), team=False))
    assert [line.text for line in desk.table.chat] == [str(number) for number in range(5, 205)]


def test_a_note_takes_the_place_of_the_one_about_the_same_thing_and_an_empty_one_removes_it() -> (
    None
):
    desk = laid()

    def write(seat: str, about: str, text: str, *, team: bool) -> list[tuple[str, str]]:
        decision = deciding.note(desk.table, named(seat), about, text, team=team)
        if decision is not None:
            desk.take(decision)
        return [(note.about, note.text) for of in desk.table.notes.values() for note in of.values()]

    assert write("H1", "46", "taxi?", team=True) == [("46", "taxi?")]
    assert write("H2", "46", "bus!", team=True) == [("46", "bus!")]
    assert write("H2", "46", "mine", team=False) == [("46", "bus!"), ("46", "mine")]
    assert write("X", "46", "here I am", team=True) == [
        ("46", "bus!"),
        ("46", "mine"),
        ("46", "here I am"),
    ]
    assert write("H1", "46", "", team=True) == [("46", "mine"), ("46", "here I am")]
    assert write("H1", "46", "", team=False) == [("46", "mine"), ("46", "here I am")]


def test_a_table_that_has_heard_enough_takes_moves_only() -> None:
    desk = laid()
    desk.move("X")
    full = replace(desk.table, at=10_000)
    assert said_no(deciding.chat(full, H1, "one more", team=False)) == "too_many"
    assert said_no(deciding.note(full, H1, "46", "", team=True)) == "too_many"
    assert said_no(deciding.call(full, H1)) == "too_many"
    assert isinstance(deciding.move(full, H1, desk.moves("H1")[0], (), desk.dice), Draft)


def test_notes_are_bounded_and_can_be_taken_away_when_there_are_too_many() -> None:
    desk = laid()
    for number in range(300):
        desk.take(deciding.note(desk.table, H1, str(number), "x", team=True), BEN)
    assert said_no(deciding.note(desk.table, H1, "more", "x", team=True)) == "too_many"
    changed = deciding.note(desk.table, H1, "8", "y", team=True)
    assert isinstance(changed, Draft), "a note may take the place of another"
    for seat in (H1, X):
        mine = deciding.note(desk.table, seat, "more", "x", team=False)
        assert isinstance(mine, Draft), "what others write does not count"
    desk.take(deciding.note(desk.table, H2, "7", "", team=True), CEM)
    assert [len(notes) for notes in desk.table.notes.values()] == [299]


# --- marks on the map ----------------------------------------------------------------------


def test_a_mark_takes_the_place_of_the_one_for_the_same_eyes_and_many_go_at_once() -> None:
    desk = laid()

    def put(seat: str, stations: list[int], sign: str | None, *, team: bool) -> list[object]:
        decision = deciding.mark(desk.table, named(seat), stations, sign, team=team)
        assert decision is not None
        desk.take(decision)
        return [
            (station, mark.sign, mark.seat)
            for marks in desk.table.marks.values()
            for station, mark in marks.items()
        ]

    assert put("H1", [47, 46, 46], "crossed", team=True) == [
        (46, "crossed", "H1"),
        (47, "crossed", "H1"),
    ]
    assert put("H2", [46], "maybe", team=True) == [(46, "maybe", "H2"), (47, "crossed", "H1")]
    own = (46, "crossed", "H2")
    assert put("H2", [46], "crossed", team=False)[-1] == own
    assert put("X", [48], "maybe", team=False)[2:] == [own, (48, "maybe", "X")]
    assert put("H3", list(range(1, 200)), None, team=True) == [own, (48, "maybe", "X")]


def test_what_changes_nothing_is_not_written() -> None:
    desk = laid()
    desk.take(deciding.mark(desk.table, H1, [46, 47], "maybe", team=True))
    desk.take(deciding.note(desk.table, H1, "46", "here", team=True))
    assert deciding.mark(desk.table, H2, [46, 47, 46], "maybe", team=True) is None
    assert deciding.mark(desk.table, H1, [46], None, team=False) is None
    assert deciding.note(desk.table, H2, "46", "here", team=True) is None
    assert deciding.note(desk.table, H1, "46", "", team=False) is None
    some = deciding.mark(desk.table, H2, list(range(1, 200)), "maybe", team=True)
    assert isinstance(some, Draft)
    assert some.body["stations"] == [n for n in range(1, 200) if n not in {46, 47}]
    assert isinstance(deciding.mark(desk.table, X, [46], "maybe", team=False), Draft)
    desk.move("X")
    desk.take(deciding.call(desk.table, desk.table.to_act[0]))
    assert deciding.call(desk.table, desk.table.to_act[0]) is None


def test_only_stations_of_the_map_are_marked_and_only_while_the_game_goes_on() -> None:
    desk = laid()
    for stations in ([200], [46, 9999]):
        no = deciding.mark(desk.table, H1, stations, "maybe", team=True)
        assert said_no(no) == "not_allowed"
    full = replace(desk.table, at=10_000)
    assert said_no(deciding.mark(full, H1, [46], "maybe", team=True)) == "too_many"
    desk.play_out()
    assert said_no(deciding.mark(desk.table, H1, [46], None, team=True)) == "game_over"
    lobby = Desk({"edition": "modern-2013", "players": 4})
    lobby.sit(BEN)
    assert said_no(deciding.mark(lobby.table, X, [46], "maybe", team=False)) == "not_started"
    cards = everybody_plays("cards-2017", 3)
    no = deciding.mark(cards.table, named("P1"), [46], "maybe", team=False)
    assert said_no(no) == "not_allowed"
