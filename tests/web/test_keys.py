"""Keys of a table: their list, and the layers of the map that they show and hide."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import Person
from tests.web.test_robust import X_AGAINST_BOTS

People = Callable[..., Person]
BOARD = "[role=application]"


def test_the_list_of_keys_opens_by_a_key_and_from_the_menu(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    keys = ada.page.locator("[data-keys]")
    ada.page.keyboard.press("?")
    expect(keys).to_contain_text("Cover my position")
    ada.page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    ada.click("[data-menu]")
    ada.click("[data-do=keys]")
    expect(keys).to_be_visible()
    ada.page.locator("dialog [role=switch]").uncheck()
    ada.page.keyboard.press("Escape")
    ada.page.locator(BOARD).focus()
    for key in ("?", "l", "o", "n", "h"):
        ada.page.keyboard.press(key)
    expect(keys).to_have_count(0)
    assert ada.has(".film"), "letters were switched off"
    assert ada.has(".table"), "and with them the cover"


def test_the_focus_returns_to_what_opened_a_dialog(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    board, menu = ada.page.locator(BOARD), ada.page.locator("[data-menu]")
    board.focus()
    ada.page.keyboard.press("?")
    ada.sees("[data-keys]")
    ada.page.keyboard.press("Escape")
    expect(board).to_be_focused()
    menu.focus()
    ada.page.keyboard.press("Enter")
    ada.sees("dialog [data-do=keys]")
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    # From one dialog into the next it is still the first one's button.
    ada.page.keyboard.press("Enter")
    ada.page.locator("[data-do=keys]").press("Enter")
    ada.sees("[data-keys]")
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_focused()


def test_the_travel_log_and_the_layers_come_and_go(people: People) -> None:
    ada = people("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    film = ada.page.locator(".film")
    ada.page.locator(BOARD).focus()
    ada.page.keyboard.press("l")
    expect(film).to_have_count(0)
    ada.page.locator(".float .log").click()
    expect(film).to_be_visible()
    rings = ada.page.locator("svg [data-target]")
    found = rings.count()
    assert found > 0
    ada.click("[data-overlay=moves]")
    expect(rings).to_have_count(0)
    ada.click("[data-overlay=moves]")
    expect(rings).to_have_count(found)
    names, overview = ada.page.locator("svg .place").first, ada.page.locator(".overview")
    expect(names).to_be_visible()
    ada.click("[data-overlay=more]")
    switches = ada.page.locator(".more [role=switch]")
    switches.first.uncheck()
    switches.last.uncheck()
    expect(names).to_be_hidden()
    expect(overview).to_be_hidden()
    ada.page.keyboard.press("Escape")
    expect(switches.first).to_be_hidden()


def test_the_card_table_has_its_own_list(people: People) -> None:
    ada = people("Ada")
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("P2", "P3")}
    ada.goes_to(ada.opens("cards-2017", 3, {"P1": {"who": "me"}, **bots}))
    ada.sees(".table[data-seat=P1]")
    ada.page.keyboard.press("?")
    expect(ada.page.locator("[data-keys] div")).to_have_count(5)
