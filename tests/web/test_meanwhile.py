"""What happened while nobody looked is said, and shown if that is wanted."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from playwright.sync_api import expect

from tests.web.browsing import Person
from tests.web.test_robust import X_AGAINST_BOTS, Line

People = Callable[..., Person]
OFFER = "[data-toast-action]"
COUNTED = """() => {
    const look = () => {
        const resting = document.querySelectorAll('.token .tag').length;
        window.fewest = Math.min(window.fewest ?? resting, resting);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Remembers from now on how few pieces stood still at a time, however short that was."""


def test_after_a_lost_line_the_moves_that_were_missed_are_offered(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    seats = {"X": {"who": "open"}, "H1": {"who": "me"}, "H2": {"who": "bot", "player": "random"}}
    table = ada.opens("classic-2000", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "X"})
    ada.ask("POST", f"/api/tables/{table}/start")
    line = Line(ada)
    ada.goes_to(table)
    ben.goes_to(table)
    ada.sees(".table[data-seat=H1] .chase")  # the game itself, of which something can be missed
    line.cut()
    ada.sees("[data-connection=lost]")
    assert ben.is_asked()
    assert ben.moves_once(Random(1))
    ada.page.wait_for_timeout(2_500)  # who was away for less than two seconds has missed nothing
    line.mend()
    expect(ada.page.locator(".toast")).to_contain_text("One move was made")
    ada.click(OFFER)
    expect(ada.page.locator("dialog")).to_contain_text("Mister X moves")
    expect(ada.page.locator("dialog li")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    assert ada.moves_once(Random(1))


def looked_before(person: Person, moves: int) -> None:
    """Let the device remember so many moves less than there are, and come again."""
    person.page.wait_for_function("() => localStorage.getItem('misterx.looked') !== null")
    person.page.wait_for_timeout(1_000)  # the others' moves have come, and been seen
    kept = json.loads(person.page.evaluate("localStorage.getItem('misterx.looked')"))
    kept[0][1] -= moves
    person.page.evaluate("kept => localStorage.setItem('misterx.looked', kept)", json.dumps(kept))
    person.page.reload()


def test_on_the_next_visit_the_pieces_go_their_ways_once_more(people: People) -> None:
    ada = people("Ada", reduced_motion="no-preference")
    ada.comes_into_the_middle("modern-2013", X_AGAINST_BOTS)
    ada.page.wait_for_timeout(3_000)
    looked_before(ada, 3)
    expect(ada.page.locator(".toast")).to_contain_text("3 moves since you looked")
    resting = ada.page.locator(".token .tag")
    pieces = resting.count()
    ada.page.evaluate(COUNTED)
    ada.click(OFFER)
    ada.page.wait_for_function("n => window.fewest < n", arg=pieces)
    expect(resting).to_have_count(pieces)
    ada.page.reload()
    ada.is_asked()
    ada.page.wait_for_timeout(1_000)
    assert not ada.has(OFFER), "nothing was missed"


def test_at_the_card_table_what_was_missed_is_told(people: People) -> None:
    ada = people("Ada")
    seats = {
        "P1": {"who": "me"},
        **{seat: {"who": "bot", "player": "random"} for seat in ("P2", "P3")},
    }
    ada.comes_into_the_middle("cards-2017", seats)
    looked_before(ada, 2)
    expect(ada.page.locator(".toast")).to_contain_text("2 moves since you looked")
    ada.click(OFFER)
    expect(ada.page.locator("dialog li")).to_have_count(2)


def test_who_moves_at_once_has_missed_nothing(people: People) -> None:
    ada = people("Ada")
    # A moment that a quick hand does not wait for.
    ada.page.add_init_script(
        "const later = setTimeout;"
        "window.setTimeout = (run, ms) => later(run, ms === 400 ? 2_000 : ms);"
    )
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    assert ada.plays(Random(1), most=1) == 1
    assert ada.is_asked(), "the others have moved too"
    ada.page.wait_for_timeout(2_500)
    assert not ada.has(OFFER)
