"""A table that was opened from a saved game, whose secrets the host may know."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.series.tables import TABLES
from tests.web.browsing import Person

People = Callable[..., Person]


def test_everybody_is_told_that_the_host_brought_a_saved_game(people: People) -> None:
    game = next(table for table in TABLES if str(table) == "classic-2000-3").new_game(1)
    ada, ben = people("Ada"), people("Ben")
    seats = {"X": {"who": "bot", "player": "random"}, "H1": {"who": "me"}}
    table = ada.opens("classic-2000", 3, seats, record=game.record().to_text(), start=False)
    ben.goes_to(table)
    expect(ben.page.locator(".agreed")).to_contain_text("saved game by Ada")
    ben.ask("POST", f"/api/tables/{table}/join", {})
    ada.ask("POST", f"/api/tables/{table}/start")
    told = ben.page.locator("[data-from-record]")
    expect(told).to_contain_text("saved game by Ada")
    ben.page.get_by_role("button", name="Dismiss").click()
    expect(told).to_have_count(0)
    ada.goes_to(table)
    ada.sees(".table[data-seat=H1]")
    assert not ada.has("[data-from-record]"), "she knows"
