"""Several people at one table, each at a device of his own, and somebody who looks on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.server.evenings import MovableWorld
from tests.server.serving import served
from tests.web.browsing import END, Person, newcomer

People = Callable[..., Person]


def test_three_people_and_a_spectator(people: People) -> None:
    ada, ben, cleo, dora = people("Ada"), people("Ben"), people("Cleo"), people()
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False, spectators=True)
    for person, seat in ((ben, "H1"), (cleo, "H2")):
        person.ask("POST", f"/api/tables/{table}/join", {"seat": seat})
        person.goes_to(table)
    ada.goes_to(table)
    ada.ask("POST", f"/api/tables/{table}/start")
    dora.goes_to(table)
    for person, seat in ((ada, "X"), (ben, "H1"), (cleo, "H2")):
        person.sees(f".table[data-seat={seat}]")
    dora.sees(".table:not([data-seat])")

    # Whoever may moves, until everybody has had his turn a few times.
    dice, made = Random(3), dict.fromkeys((ada, ben, cleo), 0)
    while min(made.values()) < 3 and not ada.has(END):
        for person in made:
            if person.is_offered_something:
                made[person] += person.moves_once(dice)
        ada.page.wait_for_timeout(20)
    latest = max(person.at for person in (ada, ben, cleo))
    for person in (ada, ben, cleo, dora):
        person.sees_entry(latest)
    assert not dora.is_offered_something, "who looks on chooses nothing"


def test_talk_reaches_whom_it_is_for(people: People) -> None:
    ada, ben, cleo = people("Ada"), people("Ben"), people("Cleo")
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False)
    for person, seat in ((ben, "H1"), (cleo, "H2")):
        person.ask("POST", f"/api/tables/{table}/join", {"seat": seat})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben, cleo):
        person.goes_to(table)
        person.sees(".table")

    tell(ben, "team", "I close 102 tonight")
    tell(ben, "table", "Good luck, all")
    for person, channel, text in (
        (cleo, "team", "I close 102 tonight"),
        (cleo, "table", "Good luck, all"),
        (ada, "table", "Good luck, all"),
    ):
        tab(person, channel)
        person.page.get_by_role("log").get_by_text(text).wait_for()
    assert "tonight" not in ada.page.content()
    assert not ada.page.locator("[role=tab][id$='-team']").count(), "he has nobody to whisper to"

    # A station in a message leads to the map.
    tab(cleo, "team")
    cleo.page.get_by_role("button", name="Show station 102 on the map").click()


def test_all_are_told_whose_time_is_up_and_that_a_computer_player_moves(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    clock = {"kind": "move", "seconds": 5, "on_time": "bot"}
    seats = {"X": {"who": "me"}}
    table = ada.opens("modern-2013", 2, seats, start=False, clock=clock)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    for person in (ada, ben):
        person.goes_to(table)
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        expect(person.page.locator(".toast")).to_contain_text(
            "Ada: time is up, a computer player moves."
        )


def test_the_clock_that_all_see_goes_on_while_they_talk(browser: Browser, tmp_path: Path) -> None:
    world = MovableWorld()
    with served(str(tmp_path / "clocks.db"), world) as url:
        ada, ben, dora = (newcomer(browser, url).named(name) for name in ("Ada", "Ben", "Dora"))
        plan = {"clock": {"kind": "move", "seconds": 3600}, "spectators": True}
        table = ada.opens("modern-2013", 2, {"X": {"who": "me"}}, start=False, **plan)
        ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
        ada.ask("POST", f"/api/tables/{table}/start")
        for person in (ada, ben, dora):
            person.goes_to(table).sees(".table")

        def see(minutes: int) -> None:
            left = re.compile(rf"{minutes}:[0-5]\d")
            for person in (ada, ben, dora):
                expect(person.page.get_by_role("timer").filter(has_text=left)).to_have_count(1)

        world.let_pass(20 * 60)
        tell(ben, "table", "still there?")
        see(39)
        world.let_pass(10 * 60)
        tell(ben, "table", "hello?")
        see(29)
        ada.page.reload()
        see(29)
        for person in (ada, ben, dora):
            person.context.close()
            person.is_well()


def test_who_was_there_before_the_lot_is_told_what_it_has_made_of_him(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    table = ada.opens("modern-2013", 2, {"X": {"who": "me"}}, start=False, roles="drawn")
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    for person in (ada, ben):
        person.goes_to(table)
        person.page.get_by_text("What is agreed").wait_for()
    ada.ask("POST", f"/api/tables/{table}/start")
    for person, name in ((ada, "Ada"), (ben, "Ben")):
        other = "Ben" if name == "Ada" else "Ada"
        person.sees(".table[data-seat]")
        words = {"X": "you are Mister X", "H1": f"you are Detective 1. Mister X is {other}."}
        expect(person.page.locator(".toast")).to_contain_text(words[str(person.seat)])


def test_the_lobby_says_all_that_is_agreed(people: People) -> None:
    ada = people("Ada")
    clock = {"kind": "bank", "seconds": 900, "on_time": "lose"}
    plan = {"clock": clock, "hints": True, "spectators": True, "spectator_delay": 30}
    ada.goes_to(ada.opens("modern-2013", 2, {"X": {"who": "me"}}, start=False, **plan))
    for line in ("the game is lost", "Hints are allowed", "Spectators may watch, 30 seconds later"):
        ada.page.get_by_text(line).wait_for()


def test_a_one_time_link_takes_the_seat_to_a_device_that_has_no_name(people: People) -> None:
    ada, other = people("Ada"), people()
    seats = {"X": {"who": "me"}, "H1": {"who": "bot", "player": "random"}}
    table = ada.opens("modern-2013", 2, seats)
    token = ada.ask("POST", f"/api/tables/{table}/seats/X/link")["token"]
    other.page.goto(f"{other.url}/#take={token}")
    other.sees(".table[data-seat=X]")
    assert token not in other.page.url
    first = other.ask("GET", f"/api/tables/{table}")["table"]["seats"][0]
    assert first["name"] == "Ada", "its name goes with it"
    other.page.goto(f"{other.url}/#take={token}")
    other.page.get_by_text("This link has been used").wait_for()


def test_a_note_is_kept_and_taken_away(people: People) -> None:
    ada = people("Ada", viewport={"width": 1280, "height": 720})
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("X", "H2")}
    table = ada.opens("modern-2013", 3, {"H1": {"who": "me"}, **bots})
    ada.goes_to(table).sees(".table")
    tab(ada, "notes")
    ada.page.get_by_label("About").fill("133")
    ada.page.get_by_label("Note", exact=True).fill("a good place to wait")
    ada.page.get_by_role("button", name="Write down").click()
    expect(ada.page.get_by_text("a good place to wait")).to_be_in_viewport(ratio=1)
    ada.page.get_by_role("textbox", name="About").fill("Süd-Ecke")
    ada.page.get_by_label("Note", exact=True).fill("whoever is nearer")
    ada.page.get_by_role("button", name="Write down").click()
    expect(ada.page.get_by_text("whoever is nearer")).to_be_in_viewport(ratio=1)
    ada.page.reload()
    ada.sees(".table")
    tab(ada, "notes")
    ada.page.get_by_role("button", name="Delete the note about 133").click()
    ada.page.get_by_text("a good place to wait").wait_for(state="detached")


def test_a_question_is_answered(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    seats = {"X": {"who": "me"}, "H2": {"who": "bot"}}
    table = ada.opens("classic-2000", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        person.goes_to(table)
        person.sees(".table")
    ada.click("[data-menu]")
    assert ada.page.locator("[data-do=undo]").is_disabled(), "nothing was played yet"
    ada.click("[data-do=pause]")
    ada.page.get_by_text("Waiting for Ben.").wait_for()
    ben.click("[data-answer=no]")
    ada.page.get_by_text("Ben does not want a pause.").wait_for()
    ada.click("[data-menu]")
    ada.click("[data-do=pause]")
    ben.click("[data-answer=yes]")
    for person in (ada, ben):
        person.sees("[data-resume]")
    ben.click("[data-resume]")
    ada.page.wait_for_selector("[data-resume]", state="detached")


def test_nobody_is_asked_where_only_computers_play(people: People) -> None:
    ada = people("Ada")
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")}
    seats = {"X": {"who": "me"}, **bots}
    ada.goes_to(ada.opens("modern-2013", 3, seats)).sees("[data-move]")
    ada.click("[data-menu]")
    expect(ada.page.locator("[data-do=undo]")).to_have_text("Take my last move back")
    assert not ada.has("[data-do=pause]"), "no clock runs that could be stopped"
    clock = {"kind": "bank", "seconds": 600}
    ada.goes_to(ada.opens("modern-2013", 3, seats, clock=clock)).sees("[data-move]")
    ada.click("[data-menu]")
    ada.click("[data-do=pause]")
    ada.sees("[data-resume]")


def test_a_seat_moves_to_another_device(people: People) -> None:
    ada, elsewhere = people("Ada"), people("Ada too")
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")}
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}, **bots})
    ada.goes_to(table).sees("[data-move]")
    ada.click("[data-menu]")
    ada.click("[data-do=link]")
    link = ada.page.locator("dialog .link input").input_value()
    elsewhere.page.goto(link)
    elsewhere.sees(".table[data-seat=X] [data-move]")
    assert "#take" not in elsewhere.page.url, "the link leaves the address"
    ada.sees("[data-bye=not_seated]")


def test_a_rematch_is_one_table_for_all(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    seats = {"X": {"who": "me"}, "H2": {"who": "bot"}}
    table = ada.opens("modern-2013", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        person.goes_to(table)
        person.sees(".table")
    ada.click("[data-menu]")
    ada.click("[data-do=give-up]")
    ada.click("[data-do=resign]")
    ben.sees(END)
    with ada.page.expect_navigation(url="**/t/*"):
        ada.click("[data-rematch]")
    with ben.page.expect_navigation(url="**/t/*"):
        ben.click("[data-rematch]")
    assert ada.page.url == ben.page.url != f"{ada.url}/t/{table}"


@pytest.mark.parametrize(("button", "seat"), (("data-rematch", "X"), ("data-turned", "H1")))
def test_whoever_plays_alone_plays_again_at_once(people: People, button: str, seat: str) -> None:
    ada = people("Ada")
    seats = {"X": {"who": "me"}, "H1": {"who": "bot"}, "H2": {"who": "bot"}}
    ada.goes_to(ada.opens("modern-2013", 3, seats))
    ada.click("[data-menu]")
    ada.click("[data-do=give-up]")
    ada.click("[data-do=resign]")
    ada.sees(END)
    with ada.page.expect_navigation(url="**/t/*"):
        ada.click(f"[{button}]")
    ada.sees(f".table[data-seat={seat}]")


def test_alone_at_the_cards_no_other_seat_is_offered(people: People) -> None:
    ada = people("Ada")
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("P2", "P3")}
    ada.goes_to(ada.opens("cards-2017", 3, {"P1": {"who": "me"}, **bots}))
    ada.click("[data-menu]")
    ada.click("[data-do=give-up]")
    ada.click("[data-do=resign]")
    ada.sees(f"{END} [data-rematch]")
    assert not ada.has("[data-turned]"), "the cards say who is Mister X"


def tab(person: Person, name: str) -> None:
    person.click(f"[role=tab][id$='-{name}']")


def tell(person: Person, channel: str, text: str) -> None:
    tab(person, channel)
    field = person.page.locator("[role=tabpanel] form input")
    field.fill(text)
    field.press("Enter")
    person.page.get_by_role("log").get_by_text(text).wait_for()
