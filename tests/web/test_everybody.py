"""Large text, small windows, thumbs, left hands, still pictures and more contrast."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web import test_screens as screens
from tests.web.browsing import PHONE, Person, newcomer
from tests.web.test_robust import X_AGAINST_BOTS
from tests.web.test_screens import Stage

People = Callable[..., Person]

TWICE = """() => {
    const all = [...document.querySelectorAll('body, body *:not(svg *)')];
    const sizes = all.map(one => {
        const style = getComputedStyle(one);
        return [parseFloat(style.fontSize), parseFloat(style.lineHeight)];
    });
    all.forEach((one, at) => {
        const [size, line] = sizes[at];
        one.style.setProperty('font-size', `${2 * size}px`, 'important');
        if (line) one.style.setProperty('line-height', `${2 * line}px`, 'important');
    });
}"""
"""Text of twice the size in boxes of the same, as a browser that enlarges only text does it."""
SMALL = """() => [...document.querySelectorAll(
    'button, a[href], select, summary, input, textarea, [role=tab], [role=slider]')]
  .filter(one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter(one => !one.closest('[inert], .skip') && !one.matches('.unseen[type=file]'))
  .map(one => {
    const [{ width, height }] = [one, one.closest('label'), ...(one.labels ?? [])]
      .filter(Boolean).map(target => target.getBoundingClientRect())
      .sort((a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height));
    const isInText = getComputedStyle(one).display === 'inline';
    return [isInText, Math.round(width), Math.round(height), one.outerHTML.slice(0, 90)];
  })
  .filter(([isInText, width, height]) => !isInText && width > 0 && (width < 44 || height < 44))"""
"""Controls smaller than a thumb; links within sentences may be as high as their line."""
LARGE_ENOUGH = {
    "handle": (44, 24),  # as broad as the screen, and nothing else is near it
}


def height_of(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["height"]


def is_not_cut_off(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "it scrolls sideways"
    )


@pytest.mark.parametrize(
    "device",
    (
        {"viewport": {"width": 1280, "height": 720}},
        PHONE,
    ),
    ids=("desktop", "phone"),
)
def test_text_of_twice_the_size_leaves_room_for_the_board(
    people: People, device: dict[str, Any]
) -> None:
    ada = people("Ada", **device)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    ada.page.evaluate(TWICE)
    size = ada.page.viewport_size
    assert size is not None
    assert height_of(ada.page, ".area") >= 0.4 * size["height"]
    is_not_cut_off(ada.page)
    # The panel scrolls to the button that sends the move.
    ada.click("[data-move]:enabled >> nth=0")
    ada.page.locator("[data-action=confirm]").scroll_into_view_if_needed()
    ada.click("[data-action=confirm]:enabled")
    ada.sees_entry(ada.at)


def test_a_window_enlarged_twice_is_played_in(people: People) -> None:
    """1280 x 720 at 200 %."""
    ada = people("Ada", viewport={"width": 640, "height": 360})
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    assert height_of(ada.page, ".area") >= 0.4 * 360
    is_not_cut_off(ada.page)
    assert ada.plays(Random(1), most=1) == 1


@pytest.fixture(scope="module")
def phone(browser: Browser, url: str) -> Iterator[Stage]:
    there = Stage(browser, url)
    there.becomes(screens.PHONE)
    yield there
    there.close()


@pytest.mark.parametrize(
    "screen",
    (
        screens.home,
        screens.new_table,
        screens.settings,
        screens.detectives,
        screens.mister_x_chooses,
        screens.menu,
        screens.card_table,
        screens.end,
    ),
    ids=lambda screen: screen.__name__,
)
def test_thumbs_meet_every_control(phone: Stage, screen: Callable[[Stage], None]) -> None:
    screen(phone)
    small = [
        f"{width} x {height}: {html}"
        for _, width, height, html in phone.page.evaluate(SMALL)
        if not any(
            f'class="{name}' in html and width >= least[0] and height >= least[1]
            for name, least in LARGE_ENOUGH.items()
        )
    ]
    assert not small, "\n".join(small)


def test_a_left_hand_finds_its_buttons_at_the_left(people: People) -> None:
    ada = people("Ada", **PHONE)
    ada.page.goto(f"{ada.url}/settings")
    ada.page.get_by_role("switch", name="Left-handed").check()
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    width = PHONE["viewport"]["width"]

    def middle(selector: str) -> float:
        box = ada.page.locator(selector).first.bounding_box()
        assert box is not None
        return float(box["x"] + box["width"] / 2)

    assert middle(".zoom") < width / 2 < middle("[data-overlay=possible]")
    ada.click("[data-move]:enabled >> nth=0")
    ada.sees(".send .bare")
    assert middle(".send .bare") < width / 2


def test_nothing_moves_for_who_wants_it_still(people: People) -> None:
    """Pieces are where they go within a moment, and nothing runs for ever."""
    ada = people("Ada", reduced_motion="reduce")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    assert ada.plays(Random(1), most=1) == 1
    longest = ada.page.evaluate(
        """() => Math.max(0, ...document.getAnimations().map(
            one => Number(one.effect.getComputedTiming().endTime)))"""
    )
    assert longest <= 200, "in milliseconds; what loops has no end"


def test_contrast_is_that_of_the_system_or_chosen(people: People) -> None:
    ada = people("Ada", contrast="more")
    ada.page.goto(f"{ada.url}/settings")
    root = "document.documentElement.dataset.contrast"
    ada.sees("h1")
    assert ada.page.evaluate(root) == "more"
    ada.page.emulate_media(contrast="no-preference")
    ada.page.wait_for_function("() => document.documentElement.dataset.contrast === 'usual'")
    ada.page.get_by_role("group", name="Contrast").get_by_text("High").click()
    assert ada.page.evaluate(root) == "more"
    assert ada.page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    ada.page.reload()
    ada.sees("h1")
    assert ada.page.evaluate(root) == "more"


def test_forced_colours_keep_lines_and_letters(browser: Browser, url: str) -> None:
    """Lines are told by their dashes, tickets by their letters."""
    ada = newcomer(browser, url, forced_colors="active").named("Ada")
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    dashes = {
        name: ada.page.locator(f"path.line.{name}").evaluate(
            "one => getComputedStyle(one).strokeDasharray"
        )
        for name in ("taxi", "bus", "underground", "ferry")
    }
    assert len(set(dashes.values())) == len(dashes)
    assert ada.page.locator("[data-target] text").count() > 0
    ada.context.close()
    ada.is_well()
