"""Where addresses lead: pages, a page that says there is none, and links to hand on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Person

People = Callable[..., Person]


def test_a_newcomer_is_met_without_an_error(people: People) -> None:
    newcomer = people()
    said: list[str] = []
    newcomer.page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    newcomer.page.goto(newcomer.url)
    newcomer.sees("main h1")
    newcomer.page.wait_for_load_state("networkidle")
    assert said == []


@pytest.mark.parametrize("path", ("/nowhere", "/t/ABCD/x", "/t/not-a-table", "/learn/nothing"))
def test_an_address_that_leads_nowhere_leads_to_a_page_that_leads_on(
    people: People, path: str
) -> None:
    newcomer = people()
    newcomer.page.goto(newcomer.url + path)
    newcomer.sees("[data-missing]")
    newcomer.click("[data-missing] [data-home]")
    newcomer.page.wait_for_url(newcomer.url + "/")
    newcomer.sees("main h1")


def test_a_link_that_only_this_computer_can_open_says_so(people: People) -> None:
    ada = people("Ada")
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False)
    ada.goes_to(table)
    expect(ada.page.locator(".invite input")).to_have_value(f"{ada.url}/t/{table}")
    only_here = ada.page.locator("[data-only-here] code")
    commands = ['make play ARGS="--host 0.0.0.0"', "misterx serve --host 0.0.0.0"]
    assert only_here.all_inner_texts() == commands


def test_friends_are_given_the_address_by_which_they_can_come(people: People) -> None:
    ada = people("Ada")
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False)
    told = ada.ask("GET", "/api/catalogue")
    assert (told["public_url"], told["network_url"]) == (None, None), "it listens on loopback only"
    den = {**told, "network_url": "http://192.168.1.20:8642"}
    ada.page.route("**/api/catalogue", lambda route: route.fulfill(json=den))
    ada.goes_to(table)
    expect(ada.page.locator(".invite input")).to_have_value(f"http://192.168.1.20:8642/t/{table}")
    assert not ada.has("[data-only-here]")
