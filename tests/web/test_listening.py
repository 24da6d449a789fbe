"""For those who listen: a whole game through roles and names, and what is said aloud."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import TimeoutError as Late

from tests.web.browsing import END, GUARD, Person
from tests.web.test_robust import X_AGAINST_BOTS

People = Callable[..., Person]

CONFIRM = re.compile(r"^(Take|Black|Go|Start)\b.* \d+")
HEAR = """(() => {
    globalThis.heard = [];
    const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';
    new MutationObserver(changes => {
        for (const { target } of changes) {
            const node = target instanceof Element ? target : target.parentElement;
            const text = node?.closest(regions)?.textContent.trim();
            if (text && globalThis.heard.at(-1) !== text) globalThis.heard.push(text);
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
})()"""
"""Remember what live regions come to hold, as a screen reader hears it."""
HUNTER = {"H1": {"who": "me"}, **dict.fromkeys(("X", "H2"), X_AGAINST_BOTS["H2"])}


def heard(person: Person) -> list[str]:
    return [str(text) for text in person.page.evaluate("globalThis.heard")]


def hears(person: Person, words: str) -> None:
    try:
        person.page.wait_for_function(
            "words => globalThis.heard.some(text => new RegExp(words).test(text))", arg=words
        )
    except Late:
        raise AssertionError(f"{words} is not among {heard(person)}") from None


def test_a_whole_game_through_roles_and_names(people: People) -> None:
    """Nothing but what the tree of accessibility tells: the list of moves is enough to play."""
    page, dice = people().page, Random(1)
    page.goto(people().url)
    page.get_by_role("button", name="As Mister X").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Ada")
    dialog.get_by_role("button", name="Go on").click()
    moves = page.get_by_role("list", name="Your moves")
    over = page.get_by_role("link", name="Watch the replay")
    for _ in range(30):
        moves.or_(over).first.wait_for()
        if over.is_visible():
            break
        stations = moves.get_by_role("button")
        stations.nth(dice.randrange(stations.count())).click()
        page.get_by_role("button", name=CONFIRM).click()
        page.get_by_role("button", name=CONFIRM).wait_for(state="detached")
    over.wait_for()
    end = page.get_by_role("region").filter(has=over)
    assert end.get_by_role("heading", level=2).inner_text() in end.aria_snapshot()


def test_what_happens_is_said_aloud(people: People) -> None:
    ada = people("Ada")
    ada.context.add_init_script(HEAR)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    hears(ada, r"^Your move\. You are at \d+\. \d+ stations? in reach\.$")
    ada.plays(Random(2), most=1)
    hears(ada, r"^Mister X moves to \d+ .*\. Move 1 of 24\.")
    if ada.is_asked():  # unless he was caught at once
        ada.click("[data-menu]")
        ada.click("[data-do=give-up]")
        ada.click("[data-do=resign]")
    ada.sees(END)
    hears(ada, r"^The game is over\. ")


def test_hunters_hear_how_many_stations_are_possible(people: People) -> None:
    ada = people("Ada")
    ada.context.add_init_script(HEAR)
    ada.goes_to(ada.opens("modern-2013", 3, HUNTER))
    ada.sees("[data-move], [data-chip]:enabled")
    while not any("possible." in text for text in heard(ada)):
        if not ada.plays(Random(2), most=1):  # he was caught at once: another game
            ada.goes_to(ada.opens("modern-2013", 3, HUNTER))
        ada.page.wait_for_timeout(400)
    hears(ada, r"Move \d+ of 24\..* \d+ stations? (is|are) possible\.$")


def test_behind_the_guard_nothing_is_said(people: People) -> None:
    ada = people("Ada")
    seats = {one: {"who": "device", "name": one} for one in ("X", "H1", "H2")}
    ada.context.add_init_script(HEAR)
    ada.goes_to(ada.opens("classic-2000", 3, seats))
    ada.opens_guard()
    ada.sees("[data-move]")
    ada.moves_once(Random(1))
    ada.sees(GUARD)
    before = len(heard(ada))
    ada.page.wait_for_timeout(600)  # longer than words wait for each other
    said = heard(ada)[before:]
    assert not any("Mister X moves" in text or re.search(r"\d", text) for text in said), said


@pytest.mark.soak
def test_a_whole_hunt_is_said_aloud(people: People) -> None:
    ada = people("Ada")
    ada.context.add_init_script(HEAR)
    ada.goes_to(ada.opens("modern-2013", 3, HUNTER))
    ada.plays(Random(3))
    hears(ada, r"^The game is over\.")
    hears(ada, r"moves to \d+ by (taxi|bus|underground)\. (Taxi|Bus|Underground): \d+ left\.")
