"""Who sits where: opening, joining, leaving, starting, stand-ins, other devices, rematches."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from misterx.core import Game
from misterx.server.entry import Entry
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Draft
from misterx.server.table.folding import opened, place_from_json, place_to_json, seats_after
from misterx.server.table.state import Phase, Place, Table, Until, Who
from tests.server.table.desk import ADA, BEN, CEM, Desk, everybody_plays, laid, named, said_no

X, H1, H2, H3 = map(named, ("X", "H1", "H2", "H3"))


def lobby(**plan: Any) -> Desk:  # noqa: ANN401 - whatever a plan takes
    return Desk({"edition": "modern-2013", "players": 4, **plan})


# --- opening -------------------------------------------------------------------------------


def test_a_table_opens_in_the_lobby_with_the_seats_of_its_plan() -> None:
    desk = lobby(
        seats={
            "X": {"who": "me"},
            "H1": {"who": "device", "name": "Zoe"},
            "H2": {"who": "bot", "player": "random"},
            "H3": {"who": "bot"},
        }
    )
    assert desk.table.phase is Phase.LOBBY
    assert desk.table.host == ADA
    assert desk.table.seats == {
        X: Place(Who.PERSON, ADA, "Ada"),
        H1: Place(Who.PERSON, ADA, "Zoe"),
        H2: Place(Who.BOT, player="random"),
        H3: Place(Who.BOT, player="sergeant"),
    }


def test_a_seat_that_the_plan_does_not_name_is_open() -> None:
    assert {place.who for place in lobby().table.seats.values()} == {Who.OPEN}


def test_the_host_is_a_member_without_a_seat() -> None:
    assert lobby().table.members == {ADA}


# --- joining and leaving -------------------------------------------------------------------


def test_one_who_joins_gets_the_first_open_seat_or_the_one_he_wants() -> None:
    desk = lobby(seats={"X": {"who": "bot"}})
    assert desk.sit(BEN).seats[H1] == Place(Who.PERSON, BEN, "Ben")
    assert desk.sit(CEM, "H3").seats[H3] == Place(Who.PERSON, CEM, "Cem")
    assert desk.table.members == {ADA, BEN, CEM}


def test_one_may_have_several_seats() -> None:
    desk = lobby()
    desk.sit(BEN)
    assert desk.sit(BEN).seats_of(BEN) == (X, H1)


def test_a_taken_seat_is_refused_and_so_is_a_full_table_and_a_seat_that_is_not_there() -> None:
    desk = lobby(seats={"H2": {"who": "bot"}})
    desk.sit(BEN, "X")
    assert said_no(seating.sit(desk.table, CEM, "Cem", X)) == "seat_taken"
    assert said_no(seating.sit(desk.table, CEM, "Cem", H2)) == "seat_taken"
    assert said_no(seating.sit(desk.table, CEM, "Cem", named("H9"))) == "no_seat"
    desk.sit(BEN)
    desk.sit(BEN)
    assert said_no(seating.sit(desk.table, CEM, "Cem", None)) == "seat_taken"


def test_one_leaves_his_own_seat_only() -> None:
    desk = lobby()
    desk.sit(BEN, "H1")
    assert said_no(seating.leave(desk.table, CEM, H1)) == "not_seated"
    assert said_no(seating.leave(desk.table, BEN, X)) == "not_seated"
    desk.take(seating.leave(desk.table, BEN, H1), BEN)
    assert desk.table.seats[H1] == Place(Who.OPEN)
    assert desk.table.members == {ADA}


def test_the_host_changes_any_seat_before_the_game() -> None:
    desk = lobby()
    desk.sit(BEN, "H1")
    for new, there in (
        (Place(Who.BOT), Place(Who.BOT, player="sergeant")),
        (Place(Who.BOT, player="random"), Place(Who.BOT, player="random")),
        (Place(Who.PERSON), Place(Who.PERSON, ADA, "Ada")),
        (Place(Who.PERSON, name="Zoe"), Place(Who.PERSON, ADA, "Zoe")),
        (Place(Who.OPEN), Place(Who.OPEN)),
    ):
        desk.take(seating.set_seat(desk.table, ADA, "Ada", H1, new))
        assert desk.table.seats[H1] == there
    assert desk.table.members == {ADA}


def test_changing_seats_is_the_hosts_and_only_for_seats_and_players_that_there_are() -> None:
    desk = lobby()
    change = Place(Who.BOT)
    assert said_no(seating.set_seat(desk.table, BEN, "Ben", H1, change)) == "not_host"
    assert said_no(seating.set_seat(desk.table, ADA, "Ada", named("P1"), change)) == "no_seat"
    sleuth = Place(Who.BOT, player="sleuth")  # it plays cards only
    assert said_no(seating.set_seat(desk.table, ADA, "Ada", H1, sleuth)) == "no_seat"


def test_after_the_start_nobody_joins_leaves_or_is_set() -> None:
    desk = laid()
    assert said_no(seating.sit(desk.table, CEM, "Cem", None)) == "already_started"
    assert said_no(seating.leave(desk.table, BEN, H1)) == "already_started"
    assert said_no(seating.set_seat(desk.table, ADA, "Ada", H1, Place(Who.BOT))) == (
        "already_started"
    )
    assert said_no(seating.start(desk.table, ADA, Random(1))) == "already_started"


# --- starting ------------------------------------------------------------------------------


def test_only_the_host_starts_and_only_when_no_seat_is_open() -> None:
    desk = lobby(seats={seat: {"who": "bot"} for seat in ("X", "H1", "H2")})
    assert said_no(seating.start(desk.table, BEN, Random(1))) == "not_host"
    assert said_no(seating.start(desk.table, ADA, Random(1))) == "seats_open"
    desk.sit(BEN)
    assert desk.start().phase is Phase.PLAYING
    assert desk.table.to_act == (X,)


def test_cards_are_drawn_at_the_start_by_the_servers_dice() -> None:
    assert len({tuple(_started(seed).entries()) for seed in range(5)}) == 5
    assert _started(3).state == _started(3).state


def _started(seed: int) -> Table:
    desk = Desk(
        {
            "edition": "modern-2013",
            "players": 4,
            "seats": {seat: {"who": "bot"} for seat in ("X", "H1", "H2", "H3")},
        },
        seed=seed,
    )
    return desk.start()


def test_chosen_roles_stay_and_drawn_roles_are_shuffled() -> None:
    assert laid(roles="chosen").table.seats_of(ADA) == (X,)
    drawn = {everybody_plays_drawn(seed) for seed in range(40)}
    assert drawn == {X, H1, H2, H3}


def everybody_plays_drawn(seed: int) -> str:
    """The seat that the first guest has drawn."""
    desk = Desk({"edition": "modern-2013", "players": 4, "roles": "drawn"}, seed=seed)
    for guest in ("g1", "g2", "g3", "g4"):
        desk.sit(guest)
    before = sorted(map(str, desk.table.seats.values()))
    desk.start()
    assert sorted(map(str, desk.table.seats.values())) == before, "everybody has one seat still"
    (seat,) = desk.table.seats_of("g1")
    return seat


# --- computer players in somebody's stead --------------------------------------------------


def test_one_hands_his_own_seat_to_a_computer_player_and_takes_it_back() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False))
    place = desk.table.seats[X]
    assert (place.guest, place.player, place.until) == (ADA, "champion", Until.BACK)
    assert not place.is_played_by_person
    desk.take(seating.take_back(desk.table, ADA, X))
    assert desk.table.seats[X] == Place(Who.PERSON, ADA, "Ada")


def test_one_chooses_which_computer_player() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, X, "random", is_away=False))
    assert desk.table.seats[X].player == "random"
    assert said_no(seating.hand_to_bot(desk.table, BEN, H1, "sleuth", is_away=False)) == "no_seat"


def test_anothers_seat_is_handed_over_only_while_he_is_away() -> None:
    desk = laid()
    assert said_no(seating.hand_to_bot(desk.table, ADA, H1, None, is_away=False)) == "seat_taken"
    desk.take(seating.hand_to_bot(desk.table, ADA, H1, None, is_away=True))
    assert desk.table.seats[H1].player == "champion"
    assert said_no(seating.hand_to_bot(desk.table, ADA, H1, None, is_away=True)) == "seat_taken"
    desk.take(seating.take_back(desk.table, BEN, H1), BEN)
    assert desk.table.seats[H1].is_played_by_person


@pytest.mark.parametrize(
    ("guest", "seat", "may"),
    (
        ("g1", H1, True),  # the host, whoever sits there
        ("g2", H2, True),  # his own side
        ("g2", X, False),  # the other side
        ("eve", X, False),
        ("eve", H1, False),
    ),
)
def test_the_host_and_ones_own_side_hand_the_seat_of_one_who_is_away_over(
    guest: str, seat: str, may: bool
) -> None:
    desk = Desk({"edition": "modern-2013", "players": 4}, host="g1")
    for number, free in enumerate((X, H1, H2, H3), 1):
        desk.sit(f"g{number}", free)
    desk.take(seating.start(desk.table, "g1", desk.dice), "g1")
    decision = seating.hand_to_bot(desk.table, guest, named(seat), None, is_away=True)
    assert isinstance(decision, Draft) if may else said_no(decision) == "not_seated"


def test_one_who_is_away_is_played_for_by_the_strongest_whatever_others_wish() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, H1, "random", is_away=True))
    assert desk.table.seats[H1].player == "champion"


def test_nobody_has_to_be_there_in_a_pause_or_a_slow_game() -> None:
    for seconds, code in ((3599, None), (3600, "seat_taken")):
        desk = laid(clock={"kind": "move", "seconds": seconds})
        decision = seating.hand_to_bot(desk.table, ADA, H1, None, is_away=True)
        assert isinstance(decision, Draft) if code is None else said_no(decision) == code
        own = seating.hand_to_bot(desk.table, BEN, H1, None, is_away=False)
        assert isinstance(own, Draft), "one's own seat is always one's own to hand over"
    desk = laid()
    desk.take(Draft("pause", {"seat": X, "on": True}))
    assert said_no(seating.hand_to_bot(desk.table, ADA, H1, None, is_away=True)) == "seat_taken"
    assert isinstance(seating.hand_to_bot(desk.table, BEN, H1, None, is_away=False), Draft)


def test_handing_over_is_for_people_in_a_running_game() -> None:
    desk = lobby(seats={"X": {"who": "me"}, "H1": {"who": "bot"}})
    assert said_no(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False)) == "not_started"
    for seat in (H1, H2, named("P1")):
        assert said_no(seating.hand_to_bot(desk.table, ADA, seat, None, is_away=True)) == "no_seat"


def test_taking_back_is_for_ones_own_seat_that_a_computer_player_has() -> None:
    desk = laid()
    assert said_no(seating.take_back(desk.table, ADA, X)) == "seat_taken"
    assert said_no(seating.take_back(desk.table, BEN, X)) == "not_seated"
    assert said_no(seating.take_back(desk.table, ADA, named("P1"))) == "not_seated"


def test_who_has_handed_his_seat_over_does_not_move_until_he_takes_it_back() -> None:
    desk = laid()
    assert deciding.may_play(desk.table, ADA, X) is None
    assert said_no(deciding.may_play(desk.table, BEN, X)) == "not_seated"
    desk.take(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False))
    assert said_no(deciding.may_play(desk.table, ADA, X)) == "seat_taken"
    desk.take(seating.take_back(desk.table, ADA, X))
    assert deciding.may_play(desk.table, ADA, X) is None


# --- other devices -------------------------------------------------------------------------


def test_a_seat_moves_to_another_device_with_name_and_stand_in() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, X, "random", is_away=False))
    desk.take(seating.give_seat(desk.table, "phone", X, ADA, "link"), "phone")
    assert desk.table.seats[X] == Place(Who.PERSON, "phone", "Ada", "random", Until.BACK)
    assert desk.table.seats_of(ADA) == ()


def test_the_host_moves_with_the_last_of_his_seats() -> None:
    desk = lobby(seats={"X": {"who": "me"}, "H1": {"who": "me"}})
    desk.sit(BEN, "H2")
    desk.take(seating.give_seat(desk.table, "phone", X, ADA, "first"), "phone")
    assert desk.table.host == ADA, "she still has a seat here"
    desk.take(seating.give_seat(desk.table, "tablet", H2, BEN, "second"), "tablet")
    assert desk.table.host == ADA
    desk.take(seating.give_seat(desk.table, "phone", H1, ADA, "third"), "phone")
    assert desk.table.host == "phone"
    assert ADA not in desk.table.members
    assert desk.reread().host == "phone"


def test_a_host_who_gives_his_seat_up_is_still_the_host() -> None:
    desk = lobby(seats={"X": {"who": "me"}})
    desk.take(seating.leave(desk.table, ADA, X))
    assert desk.table.host == ADA


@pytest.mark.parametrize("seat", ("H1", "H3", "P1"))
def test_a_seat_that_is_nobodys_does_not_move(seat: str) -> None:
    desk = lobby(seats={"H3": {"who": "bot"}})
    assert said_no(seating.give_seat(desk.table, "phone", named(seat), ADA, "link")) == "bad_link"


def test_a_link_gives_no_seat_that_is_no_longer_the_givers() -> None:
    desk = lobby()
    desk.sit(BEN, "H1")
    desk.take(seating.leave(desk.table, BEN, H1), BEN)
    desk.sit(CEM, "H1")
    assert said_no(seating.give_seat(desk.table, "phone", H1, BEN, "link")) == "bad_link"
    assert isinstance(seating.give_seat(desk.table, "phone", H1, CEM, "link"), Draft)


def test_a_link_that_has_moved_a_seat_gives_nothing_when_the_giver_has_it_again() -> None:
    desk = lobby(seats={"X": {"who": "me"}, "H1": {"who": "me"}})
    desk.take(seating.give_seat(desk.table, "phone", X, ADA, "first"), "phone")
    desk.take(seating.give_seat(desk.table, ADA, X, "phone", "second"))
    for table in (desk.table, desk.reread()):
        assert said_no(seating.give_seat(table, "phone", X, ADA, "first")) == "bad_link"
        assert isinstance(seating.give_seat(table, "phone", X, ADA, "third"), Draft)


def test_what_was_asked_of_somebody_is_asked_of_his_new_device() -> None:
    desk = laid()
    desk.take(deciding.ask(desk.table, ADA, X, "pause"))
    desk.take(seating.give_seat(desk.table, "phone", H1, BEN, "link"), "phone")
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"phone", CEM}
    desk.take(seating.give_seat(desk.table, "phone", H2, CEM, "other"), "phone")
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {"phone"}


# --- a table that has heard enough ---------------------------------------------------------


def test_a_table_that_has_heard_enough_seats_nobody_any_more() -> None:
    desk = lobby(seats={"X": {"who": "me"}})
    full = replace(desk.table, at=10_000)
    for decision in (
        seating.sit(full, BEN, "Ben", None),
        seating.leave(full, ADA, X),
        seating.set_seat(full, ADA, "Ada", H1, Place(Who.BOT)),
        seating.give_seat(full, "phone", X, ADA, "link"),
        seating.hand_to_bot(replace(laid().table, at=10_000), ADA, X, None, is_away=False),
    ):
        assert said_no(decision) == "too_many"


def test_who_was_handed_over_can_be_himself_again_however_much_was_said() -> None:
    desk = laid()
    desk.take(seating.hand_to_bot(desk.table, ADA, X, None, is_away=False))
    assert isinstance(seating.take_back(replace(desk.table, at=10_000), ADA, X), Draft)


# --- rematch -------------------------------------------------------------------------------


def test_a_rematch_is_for_players_of_a_finished_game() -> None:
    desk = laid()
    assert said_no(seating.rematch(desk.table, ADA, "NEXT2345")) == "already_started"
    desk.play_out()
    assert said_no(seating.rematch(desk.table, "eve", "NEXT2345")) == "not_seated"
    assert desk.take(seating.rematch(desk.table, ADA, "NEXT2345")).rematch == "NEXT2345"


def test_in_a_rematch_everybody_moves_one_seat_on_and_is_himself_again() -> None:
    desk = everybody_plays("modern-2013", 4, clock={"kind": "move", "seconds": 60})
    desk.take(seating.hand_to_bot(desk.table, "g2", H1, None, is_away=False), "g2")
    desk.play_out()
    draft = seating.rematch_plan(desk.table)
    assert draft.body["of"] == desk.table.id
    table = _opened(draft)
    assert [place.guest for place in table.seats.values()] == ["g4", "g1", "g2", "g3"]
    assert all(place.is_played_by_person for place in table.seats.values())
    assert table.phase is Phase.LOBBY
    assert table.plan.clock == desk.table.plan.clock


def test_computer_players_move_on_in_a_rematch_as_well() -> None:
    desk = laid()  # Ada, Ben, Cem, random
    desk.play_out()
    table = _opened(seating.rematch_plan(desk.table))
    assert [place.player for place in table.seats.values()] == ["random", None, None, None]
    assert table.seats_of(ADA) == (H1,)


def test_in_a_rematch_everybody_may_stay_where_he_was() -> None:
    desk = laid()  # Ada, Ben, Cem, random
    desk.play_out()
    desk.take(seating.rematch(desk.table, ADA, "NEXT2345", turned=False))
    assert not desk.table.rematch_turned
    table = _opened(seating.rematch_plan(desk.table))
    assert [place.player for place in table.seats.values()] == [None, None, None, "random"]
    assert table.seats_of(ADA) == desk.table.seats_of(ADA)


def test_a_rematch_of_an_imported_game_begins_anew() -> None:
    first = laid()
    first.play_out()
    record = first.table.record().to_text()
    desk = Desk(
        {
            "edition": "modern-2013",
            "players": 4,
            "record": record,
            "seats": {seat: {"who": "me"} for seat in ("X", "H1", "H2", "H3")},
        }
    )
    desk.start()
    assert desk.table.phase is Phase.OVER
    assert _opened(seating.rematch_plan(desk.table)).plan.record is None


def _opened(draft: Draft) -> Table:
    return opened("NEXT2345", Entry(1, 0, 0, draft.kind, ADA, None, draft.body))


# --- lists and the log ---------------------------------------------------------------------


def test_who_sits_where_can_be_told_without_playing_the_game() -> None:
    desk = laid(roles="drawn")
    (seat,) = desk.table.seats_of(ADA)
    desk.take(seating.hand_to_bot(desk.table, ADA, seat, None, is_away=False))
    seating_entries = [e for e in desk.log if e.kind in {"open", "seat", "start"}]
    assert seats_after(seating_entries) == dict(desk.table.seats)


@pytest.mark.parametrize(
    "place",
    (
        Place(Who.OPEN),
        Place(Who.BOT, player="constable"),
        Place(Who.PERSON, ADA, "Ada"),
        Place(Who.PERSON, ADA, "Ada", "constable", Until.TURN),
    ),
)
def test_a_place_comes_back_from_the_log(place: Place) -> None:
    assert place_from_json(place_to_json(place)) == place


def test_the_record_of_a_table_is_the_game_that_was_played() -> None:
    desk = laid()
    desk.play_out()
    again = Game.from_record(desk.table.record())
    assert again.outcome == desk.table.outcome
    assert again.state == desk.table.state
