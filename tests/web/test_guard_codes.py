"""The code of a seat at a shared device: the guard opens by it, and it is kept nowhere."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.series.tables import TABLES
from tests.web.browsing import GUARD, HOLD_MS, Person

People = Callable[..., Person]
CODE = "0731"


def test_a_seat_with_a_code_opens_by_it_alone(people: People) -> None:
    ada = people("Ada")
    game = next(table for table in TABLES if str(table) == "classic-2000-3").new_game(1)
    seats = {seat: {"who": "device", "name": seat} for seat in ("X", "H1", "H2")}
    table = ada.opens("classic-2000", 3, seats, record=game.record().to_text())
    ada.goes_to(table)
    ada.opens_guard()
    ada.click("[data-menu]")
    ada.click("[data-do=choose-code]")
    ada.page.locator("[data-do=code] input").fill("07a3b1")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("dialog")).to_have_count(0)
    ada.page.keyboard.press("h")
    field = ada.page.locator("form[data-guard=X] input")
    expect(field).to_be_focused()
    expect(ada.page.locator("[data-next-seen]")).to_contain_text("3")
    assert CODE not in ada.settled() + ada.kept()
    ada.page.keyboard.down("Space")
    ada.page.wait_for_timeout(HOLD_MS)
    ada.page.keyboard.up("Space")
    for wrong in ("1234", "073"):
        field.fill(wrong)
        ada.page.keyboard.press("Enter")
        assert ada.has(GUARD)
    field.fill(CODE)
    ada.page.keyboard.press("Enter")
    ada.sees(".table[data-seat=X] [data-move]")
    ada.click("[data-menu]")
    ada.click("[data-do=uncode]")
    ada.page.keyboard.press("h")
    ada.opens_guard()
    ada.sees(".table[data-seat=X] [data-move]")
