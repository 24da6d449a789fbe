"""The people who are still at a table let a computer player play for one who does not come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.evenings import MovableWorld
from tests.server.serving import served
from tests.web.browsing import Person, newcomer

REPLACE, BANNER = "[data-replace]", ".matters"
_GRACE_SECONDS = 31


@pytest.mark.parametrize(
    ("edition", "seats"), (("modern-2013", ("X", "H1", "H2")), ("cards-2017", ("P1", "P2", "P3")))
)
def test_two_people_go_on_without_the_host(
    browser: Browser, tmp_path: Path, edition: str, seats: tuple[str, str, str]
) -> None:
    world = MovableWorld()
    with served(str(tmp_path / "tables.db"), world) as url:
        ada, ben, cleo = (newcomer(browser, url).named(name) for name in ("Ada", "Ben", "Cleo"))
        for person in (ben, cleo):
            person.context.clock.install()
        table = _begun(ada, (ben, cleo), edition, seats)
        ada.context.close()
        world.let_pass(_GRACE_SECONDS)
        for person in (ben, cleo):
            person.context.clock.fast_forward(_GRACE_SECONDS * 1000)
            expect(person.page.locator(BANNER)).to_contain_text("Ada is away.")
        ben.click(REPLACE)
        asked = cleo.page.locator(BANNER)
        expect(asked).to_contain_text("Ben asks that a computer player plays for Ada, who is away.")
        expect(ben.page.locator(BANNER)).to_contain_text("Waiting for Cleo")
        expect(ben.page.locator(REPLACE)).to_have_count(0)
        cleo.click("[data-answer=yes]")
        expect(cleo.page.locator(REPLACE)).to_have_count(0)
        for person in (ben, cleo):
            expect(person.page.locator("[data-answer]")).to_have_count(0)
            while (seat := _first_seat(person, table))["player"] is None:
                person.page.wait_for_timeout(20)
            assert (seat["name"], seat["player"]) == ("Ada", "champion")
            person.context.close()
            person.is_well()


def _first_seat(person: Person, table: str) -> dict[str, Any]:
    return dict(person.ask("GET", f"/api/tables/{table}")["table"]["seats"][0])


def _begun(
    host: Person, others: tuple[Person, Person], edition: str, seats: tuple[str, ...]
) -> str:
    """Start a table at which the host's seat has to move, and have everybody look at it."""
    first = {"first": seats[0]} if edition == "cards-2017" else {}
    table = host.opens(edition, 3, {seats[0]: {"who": "me"}}, start=False, **first)
    for person, seat in zip(others, seats[1:], strict=True):
        person.ask("POST", f"/api/tables/{table}/join", {"seat": seat})
    host.ask("POST", f"/api/tables/{table}/start")
    for person in others:
        person.goes_to(table).sees(".table")
    return table
