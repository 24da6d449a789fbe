"""One's own statistics: nothing at first, then the games that were played."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import END, Person
from tests.web.test_robust import X_AGAINST_BOTS

People = Callable[..., Person]


def test_finished_games_are_counted_for_oneself_alone(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    ada.page.goto(f"{ada.url}/statistics")
    ada.sees("[data-empty]")
    table = ada.opens("modern-2013", 3, X_AGAINST_BOTS)
    ada.goes_to(table)
    ada.is_asked()
    ada.click("[data-menu]")
    ada.click("[data-do=give-up]")
    ada.click("[data-do=resign]")
    ada.sees(END)
    ada.page.goto(ada.url)
    ada.page.locator("[data-statistics]").click()
    for figure, value in (("played", "1"), ("won", "0"), ("lost", "1"), ("bots", "0 of 1 won")):
        expect(ada.page.locator(f"[data-figure={figure}] dd")).to_have_text(value)
    expect(ada.page.locator("[data-tally='modern-2013 x']")).to_contain_text("Mister X")
    assert not ada.has("[data-figure=people]"), "only computer players were there"
    ada.page.locator(f"section:last-of-type [data-game='{table}'] a").click()
    ada.page.wait_for_url(f"**/replay/{table}")
    ben.page.goto(f"{ben.url}/statistics")
    ben.sees("[data-empty]")
