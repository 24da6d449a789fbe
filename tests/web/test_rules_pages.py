"""The pages about the rules: every edition's numbers are the law's, in every language they fit."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, expect

from misterx.cards.turns import FALSE_TRAIL, HAND
from misterx.chase import edition_names, load_edition
from misterx.core import Game, Setup, rules_for
from misterx.core import edition_names as all_edition_names
from tests.web.browsing import PHONE, Person

People = Callable[..., Person]

LANGUAGES = ("en-GB", "de-DE", "fr-FR", "it-IT", "nl-NL")
PAGES = ("/rules", "/rules/modern-2013", "/rules/cards-2017", "/tips", "/signs")
ZOOMED = {"viewport": {"width": 640, "height": 400}}
"""A window of 1280 pixels at 200 %."""


def reads(person: Person, path: str) -> None:
    """Open a page of the rules, as a link within them does, and wait until it is there."""
    if not person.has("[data-rules] h1"):
        person.page.goto(person.url + "/rules")
        person.sees("[data-rules] h1")
    person.page.evaluate(
        """path => {
            history.pushState(null, '', path);
            dispatchEvent(new PopStateEvent('popstate'));
        }""",
        path,
    )
    name = unquote(path.rpartition("/")[2])
    person.sees(f'[data-rules="{name}"] h1')


def cells(table: Locator) -> list[list[str]]:
    rows = table.locator("tbody tr").all()
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def test_every_edition_has_a_page_with_the_numbers_of_the_law(people: People) -> None:
    reader = people()
    reads(reader, "/rules")
    listed = reader.page.locator("[data-edition]")
    names = {link.get_attribute("data-edition") for link in listed.all()}
    assert names == set(all_edition_names())
    for name in edition_names():
        reads(reader, f"/rules/{name}")
        tells_the_data_of(reader, name)


def tells_the_data_of(reader: Person, name: str) -> None:
    page, edition, rules = reader.page, load_edition(name), rules_for(name)

    def chapter(which: str) -> str:
        return page.locator(f"[data-chapter={which}]").inner_text()

    lineups = cells(page.locator("[data-table=lineups]"))
    assert [int(row[0]) for row in lineups] == list(edition.table)
    for row, (players, lineup) in zip(lineups, edition.table.items(), strict=True):
        assert [int(cell) for cell in row[1:3]] == [lineup.seats, lineup.detectives]
        view: Any = Game.new(rules, Setup(players), Random(1)).view("hunters")
        if edition.black is None:
            assert int(row[-1]) == view["mister_x"]["black"]
        if edition.box is not None:
            assert int(row[3].split()[0]) == lineup.bobbies
            supply = view["supply"]
            assert all(str(count) in row[-1].split() for count in supply.values())
    if edition.detective_tickets is not None:
        each = [row[1] for row in cells(page.locator("[data-table=tickets]"))[:3]]
        assert each == [str(count) for count in edition.detective_tickets]
    seen = ", ".join(map(str, sorted(edition.windows)))
    assert seen in chapter("log")
    assert page.locator("[data-windows]").get_attribute("data-windows") == seen.replace(" ", "")
    assert f"{edition.log} windows" in chapter("log")
    end = f"Round {edition.rounds}" if edition.rounds < edition.log else f"{edition.log} windows"
    assert end in chapter("end")
    assert f"{edition.double} double move" in chapter("double")
    assert ", ".join(map(str, edition.start_cards_x)) in chapter("start")
    assert reader.has("[data-chapter=reveal]") == bool(edition.options)
    assert reader.has("[data-chapter=ferry]") == ("ferry" in edition.transports)
    has_bobbies = any(lineup.bobbies for lineup in edition.table.values())
    assert reader.has("[data-chapter=bobbies]") == has_bobbies
    others = page.locator("[data-other]").all()
    assert {other.get_attribute("data-other") for other in others} == {*edition_names()} - {name}


def test_what_differs_is_worked_out(people: People) -> None:
    reader = people()
    reads(reader, "/rules/modern-24")
    nearest = reader.page.locator("details[open]")
    expect(nearest).to_have_attribute("data-other", "modern-2013")
    found = nearest.locator("[data-aspect]").all()
    assert [row.get_attribute("data-aspect") for row in found] == ["end"]
    nearest.locator("a").click()
    reader.sees("[data-rules=modern-2013]")
    expect(reader.page.locator("#content")).to_be_focused()


def test_the_card_game_is_told_with_its_numbers(people: People) -> None:
    reader = people()
    reader.page.goto(f"{reader.url}/rules/cards-2017#end")
    reader.sees("[data-rules=cards-2017] h1")
    expect(reader.page.locator("#end")).to_be_in_viewport()
    told = cells(reader.page.locator("[data-table=players]"))
    assert {int(row[0]): int(row[-1]) for row in told} == FALSE_TRAIL
    assert f"{HAND} cards" in reader.page.locator("[data-chapter=setup]").inner_text()


@pytest.mark.parametrize(
    ("language", "device"),
    (*((language, PHONE) for language in LANGUAGES), ("de-DE", ZOOMED)),
    ids=(*LANGUAGES, "at-double-size"),
)
def test_the_pages_fit(people: People, language: str, device: dict[str, Any]) -> None:
    reader = people(locale=language, **device)
    for path in PAGES:
        reads(reader, path)
        wide = reader.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"
    assert reader.page.locator("html").get_attribute("lang") == language[:2]


def test_an_edition_that_is_not_there_leads_to_those_that_are(people: People) -> None:
    reader = people()
    reads(reader, "/rules/no%2Fsuch edition")
    reader.click("#content a[href='/rules']")
    reader.sees("[data-rules=rules] [data-edition]")


def test_the_rules_are_reached_without_leaving_what_one_is_at(people: People) -> None:
    ada = people("Ada")
    ada.page.goto(ada.url)
    ada.click(".start [data-rules]")
    ada.sees("[data-rules] [data-edition]")
    ada.page.goto(ada.url + "/#new")
    with ada.context.expect_page() as opened:
        ada.click("form [data-rules]")
    opened.value.wait_for_selector("[data-rules=modern-2013] h1")
    opened.value.close()
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2", "H3")}
    ada.goes_to(ada.opens("classic-1983", 4, {"X": {"who": "me"}, **bots}))
    ada.click("[data-menu]")
    with ada.context.expect_page() as opened:
        ada.click("dialog [data-rules]")
    opened.value.wait_for_selector("[data-rules=classic-1983] h1")
    assert ada.has(".table"), "the game is still open"
