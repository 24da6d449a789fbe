"""What the map shows by itself: whatever matters lies free, at a scale at which it can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.web.browsing import PHONE, Person
from tests.web.test_chase import gives_up
from tests.web.test_hot_seat import record_of, started
from tests.web.test_map import targets
from tests.web.test_robust import X_AGAINST_BOTS
from tests.web.test_screens import chase_at
from tests.web.test_together import tab, tell

People = Callable[..., Person]
DETECTIVES = {
    "X": {"who": "bot", "player": "random"},
    "H1": {"who": "me"},
    "H2": {"who": "me"},
}
FIT = "Show the whole map"
HOME = "Show what matters now"
LEAST = {"phone": 0.7, "flat": 0.7, "tablet": 0.46, "small": 0.46, "desktop": 0.46}
"""The least scale at which numbers can be read, by device."""


def device(name: str) -> dict[str, Any]:
    sizes = {"flat": (844, 390), "tablet": (820, 1180), "small": (1280, 720)}
    width, height = sizes.get(name, (1440, 900))
    return PHONE if name == "phone" else {"viewport": {"width": width, "height": height}}


class Seen(NamedTuple):
    """A page's map at rest, in pixels of the screen."""

    scale: float
    targets: list[str]
    """The stations in reach that lie free, and then those that do not."""
    missed: list[str]
    pieces: list[str]
    """The same of one's own pieces."""
    astray: list[str]
    stations: int
    """How many stations of the whole board do not lie free."""
    signs: list[str]
    covered: list[str]
    """What lies under a sign."""


_SEEN = """own => {
    const board = document.querySelector('.board').getBoundingClientRect();
    const svg = document.querySelector('.board svg');
    const middle = one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    };
    // Numbers are not drawn where they would be too small, but have their places.
    const onScreen = one => new DOMPoint(one.getAttribute('x'), one.getAttribute('y'))
        .matrixTransform(svg.getScreenCTM());
    // Signs are judged by themselves.
    const chips = document.querySelector('.chips');
    const lies = ({ x, y }, ...away) => away.every(([dx, dy]) => {
        chips.style.display = 'none';
        const there = document.elementFromPoint(x + dx, y + dy)?.closest('.board') != null;
        chips.style.display = '';
        return there;
    });
    const around = [[0, 0], [-14, 0], [14, 0], [0, -14], [0, 14]];
    const rings = [...document.querySelectorAll('[data-target]')]
        .map(one => [one.dataset.target, middle(one.querySelector('circle'))]);
    const tokens = own
        .map(piece => document.querySelector(`.board [data-piece="${piece}"]`))
        .filter(one => one)
        .map(one => [one.dataset.piece, middle(one.querySelector('circle'))]);
    const isFree = ([, at]) => lies(at, ...around);
    const names = some => some.map(([name]) => name);
    const signs = [...document.querySelectorAll('[data-sign]')];
    const covered = [...rings, ...tokens].filter(isFree).filter(([, at]) => signs.some(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return at.x > left - 14 && at.x < right + 14 && at.y > top - 14 && at.y < bottom + 14;
    }));
    return {
        scale: Number(svg.dataset.scale),
        targets: names(rings.filter(isFree)),
        missed: names(rings.filter(one => !isFree(one))),
        pieces: names(tokens.filter(isFree)),
        astray: names(tokens.filter(one => !isFree(one))),
        stations: [...document.querySelectorAll('.board .stations tspan')]
            .filter(one => !lies(onScreen(one), [0, 0])).length,
        signs: signs.map(one => one.dataset.sign),
        covered: names(covered),
    };
}"""


def seen(person: Person, *own: str) -> Seen:
    person.settled()
    return Seen(**person.page.evaluate(_SEEN, own))


def as_mister_x(person: Person, seed: int) -> Person:
    record = record_of(started("modern-2013-3", seed=seed))
    person.goes_to(person.opens("modern-2013", 3, X_AGAINST_BOTS, record=record))
    person.is_asked()
    targets(person)
    return person


def as_detective(person: Person, seed: int) -> Person:
    record = record_of(chase_at("modern-2013-3", "H1", 1, seed))
    person.goes_to(person.opens("modern-2013", 3, DETECTIVES, record=record))
    person.sees("[data-chip]:enabled")
    person.sees(".board svg")
    return person


# --- what is framed lies clear of what floats -----------------------------------------------------


@pytest.mark.parametrize("name", ("desktop", "small", "tablet"))
def test_what_is_framed_lies_clear_of_what_floats(people: People, name: str) -> None:
    ada = people("Ada", **device(name))
    for seed in (5, 11):
        as_mister_x(ada, seed)
        shown = seen(ada, "X")
        assert (shown.missed, shown.astray) == ([], []), "the own piece and all it can reach"
        # Both ends of a move too, however the map lay before.
        ada.page.get_by_role("button", name=FIT).click()
        assert seen(ada).stations == 0, "the whole map is the whole map"
        for station in [*shown.targets, *shown.missed]:
            ada.click(f'[data-move="{station}"]')
            chosen = seen(ada, "X")
            assert station in chosen.targets
            assert chosen.astray == []
            ada.page.locator("[role=application]").focus()
            ada.page.keyboard.press("Escape")
            ada.sees("[data-move]")


@pytest.mark.parametrize("name", ("phone", "flat"))
def test_no_sign_covers_what_can_be_chosen_or_is(people: People, name: str) -> None:
    ada = people("Ada", **device(name))
    for seed in (5, 11):
        as_mister_x(ada, seed)
        shown = seen(ada, "X")
        assert (shown.astray, shown.covered) == ([], [])
        assert shown.scale >= LEAST[name]
        # What does not lie free has a sign, except where there is no room for it.
        assert set(shown.signs) <= set(shown.missed)
        assert not shown.missed or shown.signs
        # The second step of a double move: the first is chosen already.
        ada.page.locator("[role=application]").focus()
        ada.page.keyboard.press("m")
        ada.click(f'[data-move="{shown.targets[0]}"]')
        ada.sees("[data-half][aria-pressed=true]")
        assert seen(ada, "X").covered == []


@pytest.mark.parametrize("name", ("phone", "flat", "tablet", "small", "desktop"))
def test_pieces_to_choose_among_are_shown_as_large_as_can_be_read(
    people: People, name: str
) -> None:
    ada = people("Ada", **device(name))
    for seed in (5, 9):
        as_detective(ada, seed)
        own = ada.page.locator("[data-chip]:enabled").evaluate_all(
            "all => all.map(one => one.dataset.chip)"
        )
        assert len(own) > 1
        shown = seen(ada, *own)
        assert shown.scale >= LEAST[name]
        assert shown.pieces, "some of them are in sight"
        assert len(shown.signs) == len(shown.astray), "and the others have signs"
        assert shown.covered == []
        for sign in shown.signs[:1]:
            ada.page.locator(f'[data-sign="{sign}"]').click()
            assert sign not in seen(ada, *own).signs


# --- what changes the frame -----------------------------------------------------------------------


def test_at_the_end_a_phone_shows_where_mister_x_was(people: People) -> None:
    ada = people("Ada", **PHONE)
    record = record_of(chase_at("modern-2013-3", "X", 5, 11))
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS, record=record))
    ada.is_asked()
    gives_up(ada)
    # The end comes up over a part of the map.
    assert seen(ada, "X").pieces == ["X"]


def test_a_device_that_is_turned_shows_again_what_matters(people: People) -> None:
    ada = as_mister_x(people("Ada", **PHONE), 11)
    upright = seen(ada, "X")
    ada.page.set_viewport_size({"width": 844, "height": 390})
    ada.page.wait_for_timeout(200)
    lying = seen(ada, "X")
    assert lying.astray == []
    assert lying.scale >= LEAST["flat"]
    assert len(lying.targets) >= 3
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.wait_for_timeout(200)
    assert seen(ada, "X") == upright

    # Who has looked elsewhere himself keeps what he looks at, as large as it is.
    ada.page.get_by_role("button", name="Zoom in").click()
    scale = seen(ada).scale
    assert scale > upright.scale
    ada.page.set_viewport_size({"width": 844, "height": 390})
    ada.page.wait_for_timeout(200)
    assert seen(ada).scale == scale
    ada.page.get_by_role("button", name=HOME).click()
    assert seen(ada, "X") == lying


@pytest.mark.parametrize("name", ("phone", "desktop"))
def test_a_station_named_in_the_talk_is_shown_no_nearer_than_needed(
    people: People, name: str
) -> None:
    ada, ben = people("Ada", **device(name)), people("Ben")
    seats = {"X": {"who": "me"}, "H2": {"who": "bot"}}
    table = ben.opens("modern-2013", 3, seats, start=False)
    ada.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    ben.ask("POST", f"/api/tables/{table}/start")
    ada.goes_to(table)
    ada.sees(".board svg")
    tell(ben.goes_to(table), "table", "Is he at 13?")
    if name == "phone":
        ada.page.get_by_role("button", name="Talk").click()
    tab(ada, "table")
    before = seen(ada).scale
    ada.page.get_by_role("log").get_by_role("button").click()
    ada.page.wait_for_timeout(200)
    after = seen(ada)
    assert after.scale == pytest.approx(max(before, 0.7), abs=0.001)
    place = ada.page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('.board .stations tspan')];
            const one = all.find(one => one.textContent === '13');
            const { x, y } = new DOMPoint(one.getAttribute('x'), one.getAttribute('y'))
                .matrixTransform(document.querySelector('.board svg').getScreenCTM());
            return document.elementFromPoint(x, y)?.closest('.board') != null;
        }"""
    )
    assert place, "and nothing lies over it"


@pytest.mark.parametrize("language", ("en", "de", "fr", "it", "nl"))
def test_the_tools_of_the_map_leave_room_for_each_other(people: People, language: str) -> None:
    ada = people("Ada", locale=language, viewport={"width": 820, "height": 1180})
    as_mister_x(ada, 11)
    for width in (720, 820, 900, 1100, 1280):
        ada.page.set_viewport_size({"width": width, "height": 800})
        targets(ada)
        bar, zoom = (
            ada.page.locator(selector).first.bounding_box() for selector in (".bar", ".zoom")
        )
        assert bar is not None
        assert zoom is not None
        assert bar["x"] + bar["width"] + 8 <= zoom["x"], f"at {width}"
