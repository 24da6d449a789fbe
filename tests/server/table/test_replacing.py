"""An absent player is replaced by a computer player, by consent of all who are here."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision, Draft
from misterx.server.table.state import Phase, Place, Until, Who
from tests.server.table.desk import ADA, BEN, Desk, everybody_plays, laid, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))
P1, P2, P3, P4 = map(named, ("P1", "P2", "P3", "P4"))


def hand(desk: Desk, guest: str, own: str, seat: str, away: Collection[str]) -> Decision:
    """What becomes of somebody's wish to have a seat played by a computer player."""
    absent = [named(each) for each in away]
    return seating.hand_over(desk.table, guest, named(own), named(seat), None, absent)


def answered(desk: Desk, guest: str, seat: str, away: Collection[str], *, yes: bool) -> Decision:
    absent = [named(each) for each in away]
    return deciding.answer(desk.table, guest, named(seat), yes=yes, away=absent)


def is_replaced(desk: Desk, seat: str) -> bool:
    place = desk.table.seats[named(seat)]
    return (place.who, place.player, place.until) == (Who.PERSON, "champion", Until.BACK)


@pytest.mark.parametrize("players", (3, 4, 5, 6))
def test_the_detectives_replace_a_host_who_is_mister_x_when_all_agree(players: int) -> None:
    desk = everybody_plays("modern-2013", players)
    guests = {f"g{n + 2}": f"H{n + 1}" for n in range(players - 1)}
    asker, *others = guests
    table = desk.take(hand(desk, asker, guests[asker], X, {X}), asker)
    assert table.ask is not None
    assert (table.ask.what, table.ask.of, table.ask.waiting) == ("replace", X, frozenset(others))
    for guest in others:
        assert not is_replaced(desk, X)
        desk.take(answered(desk, guest, guests[guest], {X}, yes=True), guest)
    assert is_replaced(desk, X)
    assert desk.table.ask is None
    assert desk.reread().seats == desk.table.seats


def test_with_one_other_person_at_the_table_that_persons_word_is_enough() -> None:
    for desk, own, absent in (
        (laid(players=2), "H1", "X"),
        (laid("cards-2017", 3), "P2", "P1"),
    ):
        away = {absent, *(s for s, place in desk.table.seats.items() if place.guest is None)}
        if absent == "P1":
            away.add("P3")  # Cem is away as well: he is not asked
        desk.take(hand(desk, BEN, own, absent, away), BEN)
        assert is_replaced(desk, absent)


def test_whoever_is_away_is_not_asked() -> None:
    desk = everybody_plays("modern-2013", 4)
    table = desk.take(hand(desk, "g2", H1, X, {X, H3}), "g2")
    assert table.ask is not None
    assert table.ask.waiting == {"g3"}


def test_in_the_card_game_everybody_who_is_here_agrees() -> None:
    desk = everybody_plays("cards-2017", 4)
    table = desk.take(hand(desk, "g3", P3, P1, {P1}), "g3")
    assert table.ask is not None
    assert table.ask.waiting == {"g2", "g4"}
    desk.take(answered(desk, "g4", P4, {P1}, yes=False), "g4")
    assert desk.table.ask is None
    assert not is_replaced(desk, P1)


def test_mister_x_replaces_a_detective_who_was_the_host() -> None:
    desk = Desk({"edition": "modern-2013", "players": 3, "seats": {"H1": {"who": "me"}}})
    desk.sit(BEN, "X")
    desk.sit("cem", "H2")
    desk.start()
    desk.take(hand(desk, BEN, X, H1, {H1, H2}), BEN)
    assert is_replaced(desk, H1)
    table = desk.take(hand(desk, "cem", H2, X, {X, H1}), "cem")
    assert table.seats[X].player == "champion", "nobody else is left to be asked"


def test_the_host_and_the_own_side_still_need_nobodys_consent() -> None:
    desk = everybody_plays("modern-2013", 4)
    host = desk.table.host
    desk.take(hand(desk, "g3", H2, H1, {H1}), "g3")
    assert is_replaced(desk, H1)
    assert host == ADA


def test_a_player_who_is_only_briefly_away_is_not_replaced() -> None:
    desk = everybody_plays("modern-2013", 4)
    assert said_no(hand(desk, "g2", H1, X, ())) == "seat_taken"
    assert said_no(hand(desk, "g2", H1, X, {H2})) == "seat_taken"


def test_a_player_who_has_come_back_is_not_replaced_and_can_end_the_question() -> None:
    desk = everybody_plays("modern-2013", 3)
    desk.take(hand(desk, "g2", H1, X, {X}), "g2")
    assert said_no(answered(desk, "g3", H2, (), yes=True)) == "seat_taken"
    assert said_no(answered(desk, "g1", X, (), yes=True)) == "nothing_asked"
    table = desk.take(answered(desk, "g1", X, (), yes=False), "g1")
    assert table.ask is None
    assert table.seats[X].is_played_by_person


def test_the_owner_takes_the_seat_back() -> None:
    desk = laid(players=2)
    desk.take(hand(desk, BEN, H1, X, {X}), BEN)
    desk.take(seating.take_back(desk.table, ADA, X))
    assert desk.table.seats[X] == Place(Who.PERSON, ADA, "Ada")


def test_the_same_wish_of_another_player_is_a_yes() -> None:
    desk = everybody_plays("modern-2013", 3)
    desk.take(hand(desk, "g2", H1, X, {X}), "g2")
    desk.take(hand(desk, "g3", H2, X, {X}), "g3")
    assert is_replaced(desk, X)


def test_a_question_that_waits_for_an_absent_player_is_in_nobodys_way() -> None:
    for asker, seat, away in (("g2", H1, {X}), ("g3", H2, {X, H2})):
        desk = everybody_plays("modern-2013", 4)
        desk.take(deciding.ask(desk.table, asker, seat, "pause"), asker)
        table = desk.take(hand(desk, "g4", H3, X, away), "g4")
        assert table.ask is not None
        assert table.ask.what == "replace"
        assert "g1" not in table.ask.waiting


def test_a_question_to_players_who_are_here_is_answered_first() -> None:
    desk = everybody_plays("cards-2017", 4)
    desk.take(hand(desk, "g3", P3, P1, {P1, P2}), "g3")
    assert said_no(hand(desk, "g4", P4, P2, {P1, P2})) == "already_asked"


def test_the_question_is_settled_when_somebody_else_replaces_the_player() -> None:
    desk = everybody_plays("cards-2017", 4)
    desk.take(hand(desk, "g3", P3, P2, {P2}), "g3")
    host = desk.table.host
    desk.take(seating.hand_to_bot(desk.table, host, P2, None, is_away=True), host)
    assert is_replaced(desk, P2)
    assert desk.table.ask is None


def test_nobody_is_replaced_in_a_pause_a_slow_game_or_after_the_end() -> None:
    desk = laid(clock={"kind": "move", "seconds": 3600})
    assert said_no(hand(desk, BEN, H1, X, {X})) == "seat_taken"
    desk = laid()
    desk.take(Draft("pause", {"seat": X, "on": True}))
    assert said_no(hand(desk, BEN, H1, X, {X})) == "seat_taken"
    desk = laid(players=2)
    desk.play_out()
    assert desk.table.phase is Phase.OVER
    assert said_no(hand(desk, BEN, H1, X, {X})) == "not_started"
    for seat in ("X9", "P1"):
        assert said_no(hand(desk, BEN, H1, seat, {seat})) == "no_seat"


@pytest.mark.parametrize(("edition", "absent"), (("modern-2013", "X"), ("cards-2017", "P1")))
def test_nobody_learns_anything_by_it(edition: str, absent: str) -> None:
    """The frames hold who asks, about which seat and who answered; the game in none of them."""
    desk = everybody_plays(edition, 4)
    seats = list(desk.table.seats)
    first = len(desk.log) + 1
    desk.take(hand(desk, "g2", seats[1], absent, {absent}), "g2")
    for number in (3, 4):
        seat = seats[number - 1]
        desk.take(answered(desk, f"g{number}", seat, {absent}, yes=True), f"g{number}")
    assert is_replaced(desk, absent)
    for at in range(first, len(desk.log) + 1):
        for eye in (*seats[1:], None):
            frame = desk.frame(eye, at)
            assert not {"game", "events", "chat", "note", "marks"} & set(frame)
        told = {eye: desk.frame(eye, at).get("table") for eye in (*seats[1:], None)}
        assert len({str(shown) for shown in told.values()}) == 1, "all are told the same"
