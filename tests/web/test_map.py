"""The map under a mouse and under fingers: stations are chosen on it, and it moves and grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import dist
from typing import Any, NamedTuple

import pytest

from misterx.board import Transport, load_board
from tests.web.browsing import PHONE, Person
from tests.web.test_hot_seat import record_of, started
from tests.web.test_robust import X_AGAINST_BOTS

People = Callable[..., Person]
APART = 70
"""Stations nearer than this, in pixels, a finger may confuse; then the page asks."""


MIDDLE = 2
"""The seed of a deal in which Mister X starts in the middle of the map."""


class Spot(NamedTuple):
    x: float
    y: float


def targets(person: Person) -> dict[str, Spot]:
    """Where the stations in reach lie on the screen, when the map is at rest."""
    before: dict[str, Spot] = {}
    for _ in range(100):
        now = {
            station: Spot(x, y)
            for station, x, y in person.page.locator("[data-target]").evaluate_all(
                """all => all.map(one => {
                    const ring = one.querySelector('circle').getBoundingClientRect();
                    const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2];
                    return [one.dataset.target, x, y];
                })"""
            )
        }
        if now and now == before:
            return now
        before = now
        person.page.wait_for_timeout(100)
    raise AssertionError("the map does not come to rest")


def lies_free(person: Person, spot: Spot) -> bool:
    return bool(
        person.page.evaluate(
            "({ x, y }) => document.elementFromPoint(x, y)?.closest('.board') != null",
            {"x": spot.x, "y": spot.y},
        )
    )


def clear_target(person: Person) -> tuple[str, Spot]:
    """A station in reach that nothing covers and that none is near to."""
    found = targets(person)
    for station, spot in found.items():
        others = (other for name, other in found.items() if name != station)
        if all(dist(spot, other) > APART for other in others) and lies_free(person, spot):
            return station, spot
    raise AssertionError(f"no target lies free: {found}")


def at_the_map(person: Person) -> Person:
    """Mister X in the middle of the map, so that it can be dragged to all sides."""
    record = record_of(started("modern-2013-3", seed=MIDDLE))
    person.goes_to(person.opens("modern-2013", 3, X_AGAINST_BOTS, record=record))
    person.is_asked()
    return person


def test_with_a_mouse(people: People) -> None:
    ada = at_the_map(people("Ada"))
    mouse = ada.page.mouse
    station, spot = clear_target(ada)

    # It is dragged along; it grows around the pointer; and a double click on it does so too.
    mouse.move(spot.x + 40, spot.y + 40)
    mouse.down()
    mouse.move(spot.x + 70, spot.y + 60, steps=4)
    mouse.up()
    dragged = targets(ada)[station]
    assert dist(dragged, (spot.x + 30, spot.y + 20)) < 3
    other = max(targets(ada), key=lambda name: dist(targets(ada)[name], dragged))
    before = targets(ada)
    mouse.move(*dragged)
    mouse.wheel(0, -200)
    after = targets(ada)
    assert dist(after[station], dragged) < 3, "what lies under the pointer stays there"
    assert dist(after[station], after[other]) > 1.1 * dist(before[station], before[other])
    ada.page.get_by_role("button", name="Show what matters now").click()

    # A click chooses a station, a second one goes there.
    station, spot = clear_target(ada)
    mouse.click(*spot)
    assert station in ada.page.locator("#action-title").inner_text()
    at, (_, spot) = ada.at, clear_target(ada)
    mouse.click(*targets(ada)[station])
    ada.sees_entry(at + 1)


def test_with_fingers(people: People) -> None:
    ada = at_the_map(people("Ada", **PHONE))
    fingers = ada.context.new_cdp_session(ada.page)

    def touch(kind: str, *spots: Spot) -> None:
        points = [{"x": spot.x, "y": spot.y, "id": n} for n, spot in enumerate(spots)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    # Two fingers that part make it grow.
    station, spot = clear_target(ada)
    before = targets(ada)
    other = max(before, key=lambda name: dist(before[name], spot))
    middle = Spot(195, 330)
    touch("touchStart", Spot(middle.x - 20, middle.y), Spot(middle.x + 20, middle.y))
    for step in range(1, 6):
        away = 20 + 6 * step
        touch("touchMove", Spot(middle.x - away, middle.y), Spot(middle.x + away, middle.y))
    touch("touchEnd")
    after = targets(ada)
    assert dist(after[station], after[other]) > 1.5 * dist(before[station], before[other])

    # One finger takes it along.
    touch("touchStart", middle)
    for step in range(1, 6):
        touch("touchMove", Spot(middle.x + 8 * step, middle.y))
    touch("touchEnd")
    assert targets(ada)[station].x > after[station].x + 20
    # The browser takes a tap right after a drag for the end of the drag: then one taps again.
    for _ in range(5):
        ada.page.get_by_role("button", name="Show what matters now").tap()
        if targets(ada) == before:
            break
    assert targets(ada) == before

    # A tap chooses a station, and the button sends it.
    station, spot = clear_target(ada)
    ada.page.touchscreen.tap(*spot)
    ada.sees("[data-action=confirm]:enabled")
    assert station in ada.page.locator("#action-title").inner_text()
    at = ada.at
    ada.click("[data-action=confirm]:enabled")
    ada.sees_entry(at + 1)


def test_a_chosen_station_under_the_tools_has_a_sign_that_brings_it_back(people: People) -> None:
    ada = at_the_map(people("Ada"))
    mouse = ada.page.mouse
    station, spot = clear_target(ada)
    mouse.click(*spot)
    spot = targets(ada)[station]
    assert not ada.has(".chips button")
    tools = ada.page.locator("[data-overlay=danger]").bounding_box()
    assert tools is not None
    mouse.move(700, 500)
    mouse.down()
    mouse.move(700 + tools["x"] + 20 - spot.x, 500 + tools["y"] + 20 - spot.y, steps=4)
    mouse.up()
    assert not lies_free(ada, targets(ada)[station])
    sign = ada.page.locator(".chips button")
    assert station in sign.inner_text()
    sign.click()
    assert lies_free(ada, targets(ada)[station])
    assert not ada.has(".chips button")


def test_mister_x_sees_where_the_hunters_can_get_and_nobody_else_does(people: People) -> None:
    ada = at_the_map(people("Ada"))
    ada.click("[data-overlay=danger]")
    shown = dict(
        ada.page.locator("[data-danger]").evaluate_all(
            "all => all.map(one => [one.dataset.danger, Number(one.dataset.count)])"
        )
    )
    table = ada.page.url.rpartition("/")[2]
    hunters = ada.ask("GET", f"/api/tables/{table}/record?seat=X")["view"]["hunters"]
    board = load_board("london")
    lines = (Transport.TAXI, Transport.BUS, Transport.UNDERGROUND)
    reached = Counter(
        str(stop)
        for at in hunters.values()
        for stop in {stop for line in lines for stop in board.neighbours(at, line)}
    )
    assert shown == dict(reached), "at the start everybody has a ticket of each kind"
    # One at a time; and the hunters have no such layer.
    ada.click("[data-overlay=possible]")
    assert not ada.has("[data-danger]")
    ben = people("Ben")
    hunters = {"X": {"who": "bot"}, "H1": {"who": "me"}, "H2": {"who": "me"}}
    ben.goes_to(ben.opens("modern-2013", 3, hunters))
    ben.is_asked()
    assert not ben.has("[data-overlay=danger]")


_PICTURES = """
window.__pictures = [];
new MutationObserver(() => {
    const picture = document.querySelector('.board svg')?.getAttribute('viewBox');
    if (picture && picture !== window.__pictures.at(-1)) window.__pictures.push(picture);
}).observe(document, { subtree: true, childList: true, attributeFilter: ['viewBox'] });
"""


@pytest.mark.parametrize("device", ({}, PHONE), ids=["desktop", "phone"])
def test_it_is_drawn_once_in_its_frame(people: People, device: dict[str, Any]) -> None:
    ada = people("Ada", **device)
    ada.page.add_init_script(_PICTURES)
    at_the_map(ada)
    targets(ada)
    first = ada.page.evaluate("() => window.__pictures")
    assert len(first) == 1
    ada.page.get_by_role("button", name="Show what matters now").click()
    targets(ada)
    assert ada.page.evaluate("() => window.__pictures") == first


def test_with_pure_memory_nothing_is_worked_out_for_anybody(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False, deduction=False)
    for seat in ("H1", "H2"):
        ben.ask("POST", f"/api/tables/{table}/join", {"seat": seat})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben):
        person.goes_to(table)
        # What one works out oneself can still be marked.
        person.sees("[data-overlay=mark]")
        worked_out = "[data-possible], [data-likely], [data-danger]"
        assert not person.has(f"{worked_out}, [data-overlay=possible], [data-overlay=danger]")
