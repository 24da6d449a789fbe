"""What each seat gets to see: snapshots, frames, and what stays out of both."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from misterx.chase import Chase
from misterx.core import SPECTATOR, Record
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Draft
from misterx.server.table.showing import eyes, snapshot
from misterx.server.table.state import Phase, Place, Who
from tests.server.table.desk import ADA, BEN, CEM, Desk, everybody_plays, laid, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))


def kinds(desk: Desk) -> dict[str | None, str]:
    """The kind of the last frame, for everybody."""
    return {eye: desk.frame(eye)["kind"] for eye in desk.eyes}


def test_in_the_lobby_there_is_no_game_to_see() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    shown = snapshot(desk.table, None)
    assert shown["game"] is None
    assert shown["table"]["phase"] == "lobby"
    assert [seat["who"] for seat in shown["table"]["seats"]] == ["open"] * 4


def test_a_seat_is_shown_by_name_never_by_who_the_guest_is() -> None:
    desk = laid()
    text = json.dumps([snapshot(desk.table, eye) for eye in desk.eyes])
    assert "Ada" in text
    assert all(f'"{guest}"' not in text for guest in (ADA, BEN, CEM))


def test_everybody_gets_a_frame_for_every_entry() -> None:
    desk = laid()
    desk.play_out()
    for eye in desk.eyes:
        assert [desk.frame(eye, at)["at"] for at in range(2, desk.table.at + 1)] == list(
            range(2, desk.table.at + 1)
        )


def test_mister_x_sees_where_he_goes_and_the_others_do_not() -> None:
    desk = laid()
    desk.move("X")
    own, theirs, onlookers = (desk.frame(eye) for eye in ("X", "H1", None))
    station = desk.table.state.x
    assert own["game"]["view"]["x"] == station
    assert str(station) in own["events"][0]["text"]
    for shown in (theirs, onlookers):
        assert shown["game"]["view"]["x"] is None
        assert "?" in shown["events"][0]["text"]
    assert theirs["game"]["view"] == onlookers["game"]["view"]


def test_moves_are_listed_for_the_seat_that_may_make_them() -> None:
    desk = laid()
    assert snapshot(desk.table, X)["game"]["moves"]
    for eye in (H1, None):
        assert snapshot(desk.table, eye)["game"]["moves"] is None
    desk.move("X")
    own = snapshot(desk.table, H1)["game"]["moves"]
    assert {move[:2] for move in own} == {"D1", "B1"}


def test_moves_are_offered_to_nobody_while_a_computer_player_plays_the_seat() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False))
    for shown in (desk.frame("X"), snapshot(desk.table, X)):
        assert shown["game"]["moves"] is None
        assert shown["game"]["to_act"] == ("X",)
    assert "game" not in desk.frame("H1")
    desk.take(seating.take_back(desk.table, ADA, X))
    assert desk.frame("X")["game"]["moves"] == snapshot(desk.table, X)["game"]["moves"]
    assert desk.frame("X")["game"]["moves"]


def test_at_cards_ones_hand_is_ones_own() -> None:
    desk = everybody_plays("cards-2017", 3)
    for seat in desk.table.seats:
        hands = snapshot(desk.table, seat)["game"]["view"]["hands"]
        assert {eye for eye, hand in hands.items() if isinstance(hand, list)} == {seat}
    hands = snapshot(desk.table, None)["game"]["view"]["hands"]
    assert all(isinstance(hand, int) for hand in hands.values())


def test_team_talk_and_notes_are_for_the_team() -> None:
    desk = laid()
    desk.take(deciding.chat(desk.table, H1, "he is at 46", team=True), BEN)
    chat = {"X": "quiet", "H1": "chat", "H2": "chat", "H3": "chat", None: "quiet"}
    assert kinds(desk) == chat
    assert desk.frame("X") == {
        "type": "frame",
        "at": desk.table.at,
        "ms": desk.table.ms,
        "kind": "quiet",
    }
    desk.take(deciding.note(desk.table, H1, "46", "here", team=True), BEN)
    assert kinds(desk) == {eye: "note" if kind == "chat" else kind for eye, kind in chat.items()}
    for eye in desk.eyes:
        shown = snapshot(desk.table, eye)
        is_hunter = eye is not None and eye != X
        assert [line["text"] for line in shown["chat"]] == ["he is at 46"] * is_hunter
        assert [note["text"] for note in shown["notes"]] == ["here"] * is_hunter


def test_a_private_note_is_for_one_seat() -> None:
    desk = laid()
    desk.take(deciding.note(desk.table, H1, "46", "mine", team=False), BEN)
    assert kinds(desk) == {"X": "quiet", "H1": "note", "H2": "quiet", "H3": "quiet", None: "quiet"}
    assert snapshot(desk.table, H2)["notes"] == []
    assert snapshot(desk.table, H1)["notes"] == [
        {"about": "46", "text": "mine", "seat": "H1", "team": False}
    ]


def test_taking_away_a_note_tells_those_who_saw_it() -> None:
    desk = laid()
    desk.take(deciding.note(desk.table, H1, "46", "mine", team=False), BEN)
    desk.take(deciding.note(desk.table, H1, "46", "", team=False), BEN)
    assert desk.frame("H1")["note"]["text"] == ""
    assert desk.frame("H2")["kind"] == "quiet"


def test_table_talk_is_for_all() -> None:
    desk = laid()
    desk.take(deciding.chat(desk.table, X, "hello", team=False))
    assert set(kinds(desk).values()) == {"chat"}


def test_deduction_is_shown_unless_the_host_has_switched_it_off() -> None:
    for edition, key in (("modern-2013", "possible"), ("cards-2017", "suspects")):
        shown = everybody_plays(edition, 4)
        hidden = everybody_plays(edition, 4, deduction=False)
        for eye in shown.eyes:
            assert key in snapshot(shown.table, eye)["game"]["view"]
            assert key not in snapshot(hidden.table, eye)["game"]["view"]
        hidden.play_out()
        assert key in snapshot(hidden.table, None)["game"]["view"], "at the end all is open"


def test_at_the_end_of_a_chase_everybody_sees_everything() -> None:
    desk = laid()
    desk.play_out()
    for eye in desk.eyes:
        view: Any = snapshot(desk.table, eye)["game"]["view"]
        assert view["x"] == desk.table.state.x
        assert all(window["station"] for window in view["log"])


def asked(desk: Desk) -> dict[str | None, Any]:
    """What everybody sees in a snapshot of what is asked."""
    return {eye: snapshot(desk.table, eye)["table"]["ask"] for eye in desk.eyes}


def test_what_is_asked_is_shown_with_the_seats_that_have_not_answered() -> None:
    desk = everybody_plays("modern-2013", 4)
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    question = {"what": "pause", "seat": "X", "waiting": ["H1", "H2", "H3"]}
    assert desk.frame(None)["table"]["ask"] == question
    desk.take(deciding.answer(desk.table, "g3", H2, yes=True), "g3")
    assert set(map(str, asked(desk).values())) == {str({**question, "waiting": ["H1", "H3"]})}
    desk.take(deciding.answer(desk.table, "g2", H1, yes=False), "g2")
    for eye in desk.eyes:
        frame = desk.frame(eye)
        assert (frame["kind"], frame["seat"], frame["yes"]) == ("answer", "H1", False)
        assert frame["table"]["ask"] is None


def test_who_agrees_answers_for_all_his_seats() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    for seat, guest in (("X", "g1"), ("H1", "g2"), ("H2", "g3"), ("H3", "g3")):
        desk.sit(guest, seat)
    desk.start()
    desk.take(deciding.ask(desk.table, "g1", X, "pause"), "g1")
    desk.take(deciding.answer(desk.table, "g3", H2, yes=True), "g3")
    for eye in desk.eyes:
        frame = desk.frame(eye)
        assert (frame["kind"], frame["seat"], frame["yes"]) == ("answer", "H2", True)
        assert frame["table"]["ask"]["waiting"] == ["H1"]


def test_whether_to_give_up_is_asked_within_a_side_only() -> None:
    desk = everybody_plays("modern-2013", 4)
    desk.move("X")
    for guest, seat, yes in (("g2", H1, None), ("g3", H2, True), ("g4", H3, False)):
        if yes is None:
            desk.take(deciding.ask(desk.table, guest, seat, "resign"), guest)
        else:
            desk.take(deciding.answer(desk.table, guest, seat, yes=yes), guest)
        kind = "ask" if yes is None else "answer"
        assert kinds(desk) == {H1: kind, H2: kind, H3: kind, X: "quiet", None: "quiet"}
        for eye in (X, None):
            assert set(desk.frame(eye)) == {"type", "at", "ms", "kind"}
            assert asked(desk)[eye] is None


def test_a_move_that_ends_a_sides_question_tells_the_others_nothing_of_it() -> None:
    desk = everybody_plays("modern-2013", 4)
    desk.move("X")
    desk.take(deciding.ask(desk.table, "g2", H1, "resign"), "g2")
    assert asked(desk)[H2] == {"what": "resign", "seat": "H1", "waiting": ["H2", "H3"]}
    desk.move("H2")
    assert desk.frame("H3")["table"]["ask"] is None
    for eye in (X, None):
        assert "table" not in desk.frame(eye)


def test_at_cards_everybody_hears_who_wants_to_give_up() -> None:
    desk = everybody_plays("cards-2017", 3)
    desk.take(deciding.ask(desk.table, "g1", named("P1"), "resign"), "g1")
    question = {"what": "resign", "seat": "P1", "waiting": ["P2", "P3"]}
    for eye in desk.eyes:
        assert desk.frame(eye)["table"]["ask"] == question
    desk.take(deciding.answer(desk.table, "g2", named("P2"), yes=True), "g2")
    assert set(map(str, asked(desk).values())) == {str({**question, "waiting": ["P3"]})}


def test_frames_tell_what_was_done_and_by_whom() -> None:
    desk = everybody_plays("modern-2013", 4, clock={"kind": "move", "seconds": 60})
    desk.take(seating.hand_to_bot(desk.table, "g2", H1, None, is_away=False), "g2")
    assert {key: desk.frame(None)[key] for key in ("seat", "why")} == {"seat": H1, "why": "hand"}
    desk.take(Draft("pause", {"seat": X, "on": True}), "g1")
    assert desk.frame(None)["on"] is True
    desk.take(deciding.resume(desk.table, X), "g1")
    assert desk.frame(None)["on"] is False
    desk.flag(60_000)
    assert desk.frame(None)["who"] == "X"


def test_who_called_the_computer_players_is_shown_until_the_turn_is_over() -> None:
    desk = laid(players=5, edition="modern-24")
    desk.move("X")
    desk.take(deciding.call(desk.table, H1), BEN)
    assert desk.frame(None)["table"]["called"] == "hunters"
    while desk.table.to_act != (X,):
        desk.move(desk.table.to_act[0])
    assert desk.frame(None)["table"]["called"] is None


def test_a_seat_is_told_whether_its_last_move_can_be_taken_back() -> None:
    desk = everybody_plays("modern-2013", 4)
    desk.move("X")
    possible = set(desk.table.rules.observe(desk.table.state, SPECTATOR).possible)
    desk.move(
        "H1", next(m for m in desk.moves("H1") if int(m.rpartition(":")[2][1:]) not in possible)
    )
    can = {eye: snapshot(desk.table, eye)["game"]["can_undo"] for eye in desk.eyes}
    assert can == {"X": False, "H1": True, "H2": False, "H3": False, None: False}


def test_only_mister_x_is_shown_his_danger_and_only_with_deduction() -> None:
    desk = everybody_plays("modern-2013", 4)
    shown = {eye: snapshot(desk.table, eye)["game"]["danger"] for eye in desk.eyes}
    assert {eye for eye, danger in shown.items() if danger is not None} == {"X"}
    rules = desk.table.rules
    assert isinstance(rules, Chase)
    assert shown[X] == {
        str(station): count for station, count in rules.threats(desk.table.state).items()
    }
    without = everybody_plays("modern-2013", 4, deduction=False)
    assert snapshot(without.table, X)["game"]["danger"] is None
    assert snapshot(everybody_plays("cards-2017", 3).table, named("P1"))["game"]["danger"] is None


def test_at_cards_the_mister_x_card_is_an_x_wherever_it_is_told() -> None:
    desk = everybody_plays("cards-2017", 3)
    while desk.table.phase is not Phase.OVER:
        desk.play_a_move()
        assert not re.search(
            r"\b91\b", json.dumps([desk.frame(eye)["events"] for eye in desk.eyes])
        )


def test_a_frame_tells_only_what_has_changed() -> None:
    desk = laid()
    desk.move("X")
    assert "table" not in desk.frame("H1")
    assert "clock" not in desk.frame("H1")
    desk.take(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False))
    assert "game" not in desk.frame("H1")
    assert desk.frame("H1")["table"]["seats"][0]["player"] == "champion"


def test_after_an_undo_everybody_sees_the_position_before() -> None:
    desk = laid()
    desk.move("X")
    before = {eye: snapshot(desk.table, eye)["game"] for eye in desk.eyes}
    desk.move("H1")
    assert desk.table.line is not None
    desk.take(Draft("undo_to", {"seat": H1, "length": desk.table.line.length - 1}), BEN)
    for eye in desk.eyes:
        assert desk.frame(eye)["game"] == before[eye]
        assert desk.frame(eye)["events"] == []


@pytest.mark.parametrize("deduction", (True, False))
def test_clocks_are_shown_with_those_that_run(deduction: bool) -> None:
    desk = everybody_plays(
        "modern-2013", 4, clock={"kind": "bank", "seconds": 60}, deduction=deduction
    )
    desk.move("X", spent=10_000)
    assert desk.frame(None)["clock"] == {
        "left": {"X": 50_000, "hunters": 60_000},
        "running": ["hunters"],
        "choice": None,
    }


def test_the_host_is_shown_by_his_seat_if_he_has_one() -> None:
    desk = Desk({"edition": "modern-2013", "players": 4})
    assert snapshot(desk.table, None)["table"]["host"] == ()
    desk.sit(ADA, "H2")
    assert snapshot(desk.table, None)["table"]["host"] == (H2,)


def test_the_eyes_of_a_seat() -> None:
    desk = laid()
    assert [eyes(desk.table, eye) for eye in (X, H1, H2, None)] == [
        "X",
        "hunters",
        "hunters",
        "spectator",
    ]
    assert said_no(deciding.has_seat(desk.table, ADA, H3)) == "not_seated"


def test_a_record_says_who_the_people_were_as_far_as_it_can_be_written() -> None:
    desk = laid()
    joined = replace(desk.table.seats[H1], name="Zoë \U0001f469\u200d\U0001f680")
    forgotten = replace(desk.table.seats[H2], name="")
    bot = Place(Who.BOT, player="random")
    seats = {**desk.table.seats, H1: joined, H2: forgotten, H3: bot}
    record = replace(desk.table, seats=seats).record()
    assert record.header.tags == {"name X": "Ada", "name H1": "Zoë \U0001f469\U0001f680"}
    assert Record.from_text(record.to_text()).header.tags == record.header.tags
