"""What the operator orders, as people see it: announcements, drains, closed tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.running import in_a_process
from tests.server.serving import served
from tests.web.browsing import PHONE, newcomer

SEATS = {"X": {"who": "me"}, "H1": {"who": "bot", "player": "random"}}
NOTICE = "[role=status].notice"
Order = Callable[..., None]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "web.db")


@pytest.fixture
def url(database: str) -> Iterator[str]:
    with served(database) as address:
        yield address


@pytest.fixture
def order(database: str) -> Order:
    def run(*words: str) -> None:
        done = in_a_process(*words, "--database", database)
        assert done.code == 0, done.err

    return run


@pytest.mark.parametrize("device", ({}, PHONE), ids=("desktop", "phone"))
def test_an_announcement_is_shown_on_every_page_and_dismissed(
    browser: Browser, url: str, order: Order, device: dict[str, object]
) -> None:
    ada = newcomer(browser, url, **device).named("Ada")
    ada.goes_to(ada.opens("modern-2013", 2, SEATS))
    ada.sees(".table")
    notice, game = ada.page.locator(NOTICE), ada.page.locator(".table")
    text = "Restart at 22:00 <b>for</b> ten minutes"
    order("tables", "announce", text)
    expect(notice).to_contain_text(text)
    expect(notice.locator("b")).to_have_count(0)
    window = ada.page.evaluate("innerHeight")
    shape, board = notice.bounding_box(), game.bounding_box()
    assert shape is not None
    assert board is not None
    assert shape["y"] + shape["height"] <= board["y"] + 1
    assert board["y"] + board["height"] <= window + 1
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).not_to_contain_text(text)
    order("tables", "announce", "Restart now")
    expect(notice).to_contain_text("Restart now")
    order("tables", "announce", "--end")
    expect(notice).to_be_empty()
    order("tables", "announce", "Once more")
    ada.page.goto(url)
    expect(notice).to_contain_text("Once more")
    ada.context.close()
    ada.is_well()


def test_a_restart_that_comes_is_told_in_the_language_of_the_page(
    browser: Browser, url: str, order: Order
) -> None:
    ada = newcomer(browser, url, locale="de-DE").named("Ada")
    ada.goes_to(ada.opens("modern-2013", 2, SEATS))
    ada.sees(".table")
    order("drain", "--no-wait")
    expect(ada.page.locator(NOTICE)).to_contain_text("Dieser Server startet bald neu.")
    order("drain", "--end")
    expect(ada.page.locator(NOTICE)).to_be_empty()
    ada.context.close()
    ada.is_well()


@pytest.mark.parametrize("start", (True, False), ids=("game", "lobby"))
def test_a_closed_table_says_so_and_offers_nothing(
    browser: Browser, url: str, order: Order, *, start: bool
) -> None:
    ada = newcomer(browser, url, locale="fr-FR").named("Ada")
    table = ada.opens("modern-2013", 2, SEATS, start=start)
    ada.goes_to(table)
    if start:
        ada.is_asked()
    else:
        ada.sees("footer .buttons")
    order("tables", "close", table)
    expect(ada.page.locator("[data-closed]")).to_contain_text("a fermé cette table")
    ada.page.wait_for_function("document.querySelector('[data-chip]:enabled') === null")
    assert not ada.has("footer .buttons")
    ada.context.close()
    ada.is_well()
