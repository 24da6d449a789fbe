"""What a host may plan, and what is refused before anybody has sat down."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from misterx.core import CHANCE, Game, Setup, edition_names, rules_for
from misterx.server.bodies import NewTable
from misterx.server.table import seating
from misterx.server.table.deciding import Draft
from misterx.server.table.plan import ClockPlan, Plan, SeatPlan
from misterx.server.table.state import Phase
from tests.server.table.desk import ADA, Desk, everybody_plays, laid, said_no

BOTS = {seat: {"who": "bot"} for seat in ("X", "H1", "H2", "H3")}


def opening(**plan: Any) -> Any:  # noqa: ANN401 - a decision about whatever a plan takes
    asked = Plan.model_validate({"edition": "modern-2013", "players": 4, **plan})
    return seating.open_table(asked, ADA, "Ada")


@pytest.mark.parametrize("edition", edition_names())
def test_every_edition_can_be_played_by_each_of_its_numbers_of_players(edition: str) -> None:
    for players in rules_for(edition).players:
        assert isinstance(opening(edition=edition, players=players), Draft)


@pytest.mark.parametrize(
    ("plan", "code"),
    (
        ({"edition": "monopoly"}, "unknown_edition"),
        ({"players": 7}, "bad_setup"),
        ({"edition": "cards-2017", "players": 2}, "bad_setup"),
        ({"options": {"magic": True}}, "bad_setup"),
        ({"options": {"voluntary_reveal": True}}, "bad_setup"),  # this edition has no such option
        ({"seats": {"P1": {"who": "me"}}}, "bad_setup"),
        ({"seats": {"X": {"who": "bot", "player": "sleuth"}}}, "bad_setup"),
        ({"clock": {"kind": "move", "seconds": 4}}, "bad_setup"),
        ({"clock": {"kind": "bank"}}, "bad_setup"),
        ({"record": "no record"}, "bad_setup"),
        ({"first": "H1"}, "bad_setup"),  # in the board game it is always Mister X
        ({"edition": "cards-2017", "seats": {}, "first": "P9"}, "bad_setup"),
    ),
)
def test_a_plan_that_cannot_be_played_is_refused_and_says_why(
    plan: dict[str, Any], code: str
) -> None:
    assert said_no(opening(**plan)) == code


@pytest.mark.parametrize(
    "plan",
    (
        {"players": 0},
        {"players": 10},
        {"edition": "x" * 101},
        {"colour": "blue"},
        {"clock": {"kind": "move", "seconds": 30 * 24 * 3600 + 1}},
        {"clock": {"kind": "hourglass"}},
        {"spectator_delay": -1},
        {"seats": {"X": {"who": "nobody"}}},
        {"seats": {"X": {"name": ""}}},
        {"seats": {"X": {"name": " "}}},
        {"seats": {"X": {"name": "a" * 41}}},
        {"seats": {"X": {"name": "Ada\n"}}, "roles": "bought"},
        {"seats": {"X": {"name": "turned\u202eround"}}},
        {"seats": {f"H{n}": {} for n in range(10)}},
        {"record": "x" * 400_001},
    ),
)
def test_a_plan_out_of_bounds_is_not_even_read(plan: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Plan.model_validate({"edition": "modern-2013", "players": 4, **plan})


def test_names_lose_the_blanks_around_them() -> None:
    assert SeatPlan(name="  Ada Lovelace ").name == "Ada Lovelace"


def test_options_of_an_edition_are_played_with() -> None:
    desk = laid("classic-1983", 3, options={"voluntary_reveal": True})
    assert desk.table.header.options == {"voluntary_reveal": True}
    assert desk.table.state.cast.voluntary_reveal


@pytest.mark.parametrize("first", ("P1", "P2", "P4"))
def test_who_begins_at_the_cards_can_be_agreed(first: str) -> None:
    for _ in range(5):
        desk = laid("cards-2017", 4, first=first)
        assert desk.table.to_act == (first,)
        assert desk.table.record().header.fixed == {"first": first}


def test_a_plan_in_the_log_says_only_what_is_unusual() -> None:
    draft = opening(clock={"kind": "move", "seconds": 60})
    assert draft.body["plan"] == {
        "edition": "modern-2013",
        "players": 4,
        "clock": {"kind": "move", "seconds": 60},
    }
    assert draft.body["rules_version"] == rules_for("modern-2013").version


def test_names_of_people_stand_in_the_log_where_they_can_be_forgotten() -> None:
    """A name may become empty when a guest is forgotten; a plan with it could not be read again."""
    draft = opening(seats={"X": {"who": "device", "name": "Zoe"}})
    assert "Zoe" not in str(draft.body["plan"])
    assert "Zoe" in str(draft.body["seats"])


def test_a_blank_title_is_refused_but_a_table_of_before_that_has_one_can_be_read() -> None:
    asked = {"edition": "modern-2013", "players": 4, "title": "\u3164"}
    with pytest.raises(ValidationError):
        NewTable.model_validate(asked)
    assert Desk({**asked, "seats": BOTS}).reread().plan.title == "\u3164"


def test_slow_games_have_days() -> None:
    assert ClockPlan(kind="move", seconds=3 * 24 * 3600).seconds == 259_200


# --- records -------------------------------------------------------------------------------


def imported(record: str, **plan: Any) -> Desk:  # noqa: ANN401 - whatever a plan takes
    return Desk({"edition": "modern-2013", "players": 4, "record": record, "seats": BOTS, **plan})


def test_a_finished_record_is_over_as_soon_as_it_starts() -> None:
    first = laid()
    first.play_out()
    desk = imported(first.table.record().to_text())
    desk.start()
    assert desk.table.phase is Phase.OVER
    assert desk.table.outcome == first.table.outcome
    assert desk.table.record() == first.table.record()


def test_an_adjourned_record_is_played_on() -> None:
    first = laid()
    for _ in range(7):
        first.move(first.table.to_act[0])
    desk = imported(first.table.record().to_text())
    desk.start()
    assert desk.table.phase is Phase.PLAYING
    assert desk.table.state == first.table.state
    assert desk.play_out().outcome is not None


@pytest.mark.parametrize("edition", ("modern-2013", "cards-2017"))
@pytest.mark.parametrize("entries", (0, 1))
def test_a_record_that_was_adjourned_before_the_last_card_is_drawn_on(
    edition: str, entries: int
) -> None:
    """Nobody but the dice can act in it, and they do so at the start."""
    game = Game.new(rules_for(edition), Setup(4))
    record = game.record()
    short = type(record)(record.header, record.entries[:entries], None)
    seats = {seat: {"who": "bot"} for seat in game.seats}
    desk = imported(short.to_text(), edition=edition, seats=seats)
    desk.start()
    assert desk.table.to_act
    assert CHANCE not in desk.table.to_act
    assert desk.play_out().outcome is not None


def test_a_game_that_the_table_had_ended_stays_ended() -> None:
    game = Game.new(rules_for("modern-2013"), Setup(4))
    game.concede("hunters")
    desk = imported(game.record().to_text())
    desk.start()
    assert desk.table.outcome is not None
    assert (desk.table.outcome.winner, desk.table.outcome.reason) == ("hunters", "resigned")


def test_a_record_must_be_of_the_planned_game_and_of_rules_that_are_known_here() -> None:
    record = everybody_plays("classic-2000", 4).table.record()
    assert said_no(opening(record=record.to_text())) == "bad_setup"
    text = record.to_text().replace("rules version: 1", "rules version: 99")
    assert said_no(opening(edition="classic-2000", record=text)) == "bad_setup"
    own = record.to_text().replace("edition: classic-2000", 'rules: {"base":"classic-2000"}')
    assert said_no(opening(edition="classic-2000", record=own)) == "bad_setup"


def test_a_record_with_an_impossible_move_is_refused() -> None:
    text = laid().table.record().to_text()
    assert said_no(opening(record=text.replace("result:", "X:T1\nresult:"))) == "bad_setup"
