"""From the first page by clicks alone: a game at once, a table for friends, one's own games."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.browsing import END, Person

People = Callable[..., Person]


def begins_at_once(person: Person, role: str) -> None:
    """A game in two clicks: somebody new is asked for a name, and has one that will do."""
    person.page.goto(person.url)
    person.page.get_by_role("button", name=role).click()
    person.page.get_by_role("dialog").get_by_role("button", name="Go on").click()


@pytest.mark.parametrize(
    ("role", "seat"),
    (("As Mister X", "X"), ("As the detectives", "H1"), ("The card game", "P1")),
    ids=("x", "hunters", "cards"),
)
def test_a_game_begins_in_two_clicks(people: People, role: str, seat: str) -> None:
    ada = people()
    begins_at_once(ada, role)
    ada.sees(f".table[data-seat={seat}]")
    assert ada.plays(Random(role), most=1) == 1 or ada.has(END)

    # The first page knows the game, and leads back to it.
    table = ada.page.url
    ada.page.goto(ada.url)
    ada.page.get_by_role("heading", name="My games").wait_for()
    ada.page.get_by_role("link", name=re.compile("Resume|Open")).first.click()
    ada.sees(f".table[data-seat={seat}]")
    assert ada.page.url == table
    assert ada.ask("GET", "/api/guest")["name"] == "Guest"


def chooses(person: Person, question: str, answer: str) -> None:
    """Take one of the few answers to a question of the form."""
    asked = person.page.get_by_role("group", name=question, exact=True)
    asked.get_by_text(answer, exact=True).click()
    expect(asked.get_by_role("radio", checked=True)).to_have_accessible_name(re.compile(answer))


def test_a_table_for_friends_with_all_that_can_be_agreed(people: People) -> None:
    ada, ben, dora = people("Ada"), people(), people()
    form = ada.page
    form.goto(ada.url)
    form.get_by_role("link", name="New table").click()
    form.get_by_role("group", name="Edition").get_by_text("Classic 1983", exact=True).click()
    chooses(ada, "Players", "3")
    chooses(ada, "Your role", "Mister X")
    chooses(ada, "The others", "By link")
    form.get_by_label("Who plays Detective 2?").select_option(label="Novice")
    form.get_by_role("switch", name="Voluntary reveal").check()
    form.get_by_text("Clock, spectators and more").click()
    form.get_by_label("Clock", exact=True).select_option(label="15 minutes for each side")
    chooses(ada, "When the time is up", "the game is lost")
    form.get_by_role("switch", name="Spectators").check()
    form.get_by_role("switch", name="Show what can be worked out").uncheck()
    form.get_by_label("Name of the table").fill("Friday night")
    form.get_by_role("button", name="Open the table").click()

    # What was agreed stands in the lobby, and the server has understood it.
    form.get_by_role("heading", name="Friday night").wait_for()
    table = ada.page.url.rpartition("/")[2]
    shown = ada.ask("GET", f"/api/tables/{table}")["table"]
    assert (shown["edition"], shown["players"]) == ("classic-1983", 3)
    assert shown["options"] == {"voluntary_reveal": True}
    assert (shown["spectators"], shown["deduction"]) == (True, False)
    assert shown["clock"] == {"kind": "bank", "seconds": 900, "on_time": "lose"}
    assert [seat["who"] for seat in shown["seats"]] == ["person", "open", "bot"]
    agreed = form.get_by_role("list").filter(has_text="15 minutes for each side")
    assert "Spectators may watch" in agreed.inner_text()

    # The link that the page shows brings a friend, who has no name yet, to the open seat.
    link = form.get_by_label("Link, on this computer only").input_value()
    assert link == f"{ada.url}/t/{table}"
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit here: Detective 1").click()
    ben.page.get_by_role("dialog").get_by_label("Your name at the table").fill("Ben")
    ben.page.get_by_role("dialog").get_by_role("button", name="Go on").click()
    form.get_by_role("listitem").filter(has_text="Detective 1").get_by_text("here").wait_for()
    # Somebody else has only heard the code, and writes it his own way.
    dora.page.goto(dora.url)
    dora.page.get_by_label("Join a table").fill(f" {table[:4].lower()}-{table[4:]}")
    dora.page.get_by_role("button", name="Join", exact=True).click()
    dora.page.get_by_text("You are looking on.").wait_for()

    form.get_by_role("button", name="Start game").click()
    for person, seat in ((ada, "X"), (ben, "H1")):
        person.sees(f".table[data-seat={seat}]")
    dora.sees(".table:not([data-seat]) svg")
    assert ada.plays(Random(1), most=1) == 1
    assert ben.plays(Random(2), most=1) == 1
    assert ada.page.get_by_role("timer").count() == 2, "each side has its clock"


def test_a_code_that_leads_nowhere_is_said_at_once(people: People) -> None:
    ada = people()
    ada.page.goto(ada.url)
    ada.page.get_by_label("Join a table").fill("what?")
    ada.page.get_by_role("button", name="Join", exact=True).click()
    ada.page.get_by_role("alert").filter(has_text="4 to 12 letters").wait_for()


def test_what_is_set_in_one_tab_is_set_in_all(people: People) -> None:
    ada = people("Ada")
    other = ada.context.new_page()
    ada.page.goto(ada.url)
    other.goto(f"{ada.url}/settings")
    other.get_by_label("Language").select_option(label="Deutsch")
    other.get_by_role("group", name="Farben").get_by_text("Dunkel").click()
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "dark")
    ada.page.get_by_role("heading", name="Sofort spielen").wait_for()
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")


def test_a_guest_changes_seats_and_takes_a_second_one_only_if_he_says_so(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    seats = {seat: {"who": "open"} for seat in ("X", "H1", "H2", "H3")}
    table = ada.opens("classic-2000", 4, seats, start=False)
    ben.goes_to(table)

    def mine() -> list[str]:
        return list(ben.ask("GET", f"/api/tables/{table}")["mine"])

    def leaves(name: str) -> None:
        ben.page.get_by_role("button", name=f"Leave the seat of {name}").wait_for()

    # Nobody becomes Mister X without having asked for it.
    ben.page.get_by_role("button", name="Sit down: Detective 1").click()
    leaves("Detective 1")
    assert mine() == ["H1"]
    ben.page.get_by_role("button", name="Sit here: Mister X").click()
    leaves("Mister X")
    ben.page.get_by_role("button", name="Sit here: Detective 1").wait_for()
    assert mine() == ["X"]
    ben.page.get_by_role("button", name="Also play this seat: Detective 2").click()
    leaves("Detective 2")
    assert mine() == ["X", "H2"]
