"""Marks on the map: by mouse, finger and keys; for oneself or one's side, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import GUARD, PHONE, Person
from tests.web.test_map import Spot, lies_free

People = Callable[..., Person]
BOARD = "[role=application]"
MARK = "[data-overlay=mark]"


def free_stations(person: Person) -> list[tuple[str, Spot]]:
    """Stations on the screen that nothing covers, when the map is at rest."""
    before: list[tuple[str, Spot]] = []
    for _ in range(100):
        now = [
            (station, Spot(x, y))
            for station, x, y in person.page.locator(".board .stations tspan").evaluate_all(
                """all => all.map(one => {
                    const { x, y, width, height } = one.getBoundingClientRect();
                    return [one.textContent, x + width / 2, y + height / 2];
                })"""
            )
        ]
        if now == before:
            size = person.page.viewport_size
            assert size is not None
            inside = [
                (station, spot)
                for station, spot in now
                if 40 < spot.x < size["width"] - 40 and 40 < spot.y < size["height"] - 40
            ]
            return [(station, spot) for station, spot in inside if lies_free(person, spot)]
        before = now
        person.page.wait_for_timeout(100)
    raise AssertionError("the map does not come to rest")


def marks(person: Person) -> dict[str, tuple[str, bool]]:
    """The stations that are marked on a page: with what, and whether the side shares it."""
    found = person.page.locator("[data-mark]").evaluate_all(
        "all => all.map(one => [one.dataset.mark, one.dataset.sign, one.dataset.shared === 'true'])"
    )
    return {station: (sign, shared) for station, sign, shared in found}


def see(person: Person, wanted: dict[str, tuple[str, bool]]) -> None:
    """Wait until exactly these are marked."""
    expect(person.page.locator("[data-mark]")).to_have_count(len(wanted))
    for station, (sign, shared) in wanted.items():
        told = f"[data-mark='{station}'][data-sign={sign}][data-shared={str(shared).lower()}]"
        person.sees(told)
    assert marks(person) == wanted


def goes_to_station(person: Person, station: str) -> None:
    """Go to a station by its number, as the keys do."""
    person.page.locator(BOARD).focus()
    for digit in station:
        person.page.keyboard.press(digit)
    person.page.keyboard.press("Enter")


def spoken(person: Person) -> str:
    return person.page.locator(".map [aria-live=assertive]").inner_text()


def test_marks_are_for_oneself_or_for_the_hunters_and_never_for_mister_x(people: People) -> None:
    ada, ben, cleo = people("Ada"), people("Ben"), people("Cleo")
    heard: list[str] = []
    ada.page.on(
        "websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text)))
    )
    table = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False)
    for person, seat in ((ben, "H1"), (cleo, "H2")):
        person.ask("POST", f"/api/tables/{table}/join", {"seat": seat})
    ada.ask("POST", f"/api/tables/{table}/start")
    for person in (ada, ben, cleo):
        person.goes_to(table)
        person.sees(".table svg .stations")

    # By mouse: what is touched is crossed out, for all hunters unless one wants it for oneself.
    ben.click(MARK)
    (one, at_one), (two, at_two), *_ = free_stations(ben)
    ben.page.mouse.click(*at_one)
    see(cleo, {one: ("crossed", True)})
    ben.page.locator("[data-marking] [role=switch]").uncheck()
    ben.page.locator("[data-marking] label", has_text="Maybe here").click()
    ben.page.mouse.click(*at_two)
    both = {one: ("crossed", True), two: ("maybe", False)}
    see(ben, both)

    # By keys, with the station that they have gone to; it is also said.
    goes_to_station(cleo, two)
    cleo.page.keyboard.press("c")
    see(cleo, {one: ("crossed", True), two: ("crossed", True)})
    expect(cleo.page.locator(".map [aria-live=assertive]")).to_contain_text("Crossed out (Cleo).")
    cleo.page.keyboard.press("c")
    see(cleo, {one: ("crossed", True)})

    # They are there again after a reload, and Mister X has nothing of them; his own are his.
    ben.page.reload()
    see(ben, both)
    goes_to_station(ada, "13")
    ada.page.keyboard.press("q")
    own = {"13": ("maybe", False)}
    see(ada, own)
    ada.page.reload()
    see(ada, own)
    ada.sees_entry(ben.at)
    assert '"kind":"mark"' in "".join(heard), "his own mark was told to him"
    told = "".join(heard)
    assert "crossed" not in told
    assert f'"station":{two},"sign"' not in told
    assert not ada.page.locator("[data-marking] [role=switch]").count(), "he has nobody to tell"

    # One by one they go by the same sign, or all at once.
    ben.click(MARK)
    ben.page.locator("[data-clear=own]").click()
    see(ben, {one: ("crossed", True)})
    ben.page.locator("[data-clear=team]").click()
    for person in (ben, cleo):
        see(person, {})
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator(MARK)).to_have_attribute("aria-pressed", "false")
    see(ada, own)


def test_marks_by_finger_and_nothing_of_them_behind_the_guard(people: People) -> None:
    ada = people("Ada", **PHONE)
    seats = {"X": {"who": "me"}, "H1": {"who": "device", "name": "Ben"}}
    table = ada.opens("modern-2013", 3, {**seats, "H2": {"who": "me"}})
    ada.goes_to(table).sees(GUARD)
    opens_by_finger(ada)
    ada.sees(".table svg .stations")
    ada.page.locator(MARK).tap()
    ada.sees("[data-marking]")
    station, spot = free_stations(ada)[-1]
    ada.page.touchscreen.tap(*spot)
    see(ada, {station: ("crossed", False)})
    # While stations are marked, none is chosen by a touch; then they are on offer again.
    assert not ada.has("[data-target]")
    ada.page.locator(MARK).tap()
    ada.page.locator("[data-menu]").tap()
    ada.page.locator("[data-do=cover]").tap()
    ada.sees(GUARD)
    assert not ada.has("[data-mark], [data-overlay], svg .stations")
    opens_by_finger(ada)
    see(ada, {station: ("crossed", False)})


def opens_by_finger(person: Person) -> None:
    person.page.locator(GUARD).hover()
    person.page.mouse.down()
    person.page.wait_for_selector(GUARD, state="detached")
    person.page.mouse.up()
