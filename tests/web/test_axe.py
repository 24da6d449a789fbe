"""axe-core looks at every page and every main state, in all themes: it finds nothing.

What belongs to a state is the same in every theme but its colours, so `make test` looks at all of
it once and at the colours in each; `make soak` looks at everything everywhere, also on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from misterx.core import Game
from tests.series.tables import ALL_TABLES, finished
from tests.web import test_screens as screens
from tests.web.test_replay import goes_to, opens_game
from tests.web.test_screens import DESKTOP, PHONE, Stage, chase_at
from tests.web.test_together import tab

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
THEMES = {
    "light": ("light", ""),
    "dark": ("dark", ""),
    "high contrast": ("light", "more"),
    "high contrast, dark": ("dark", "more"),
}
"""What the page's root is marked with: the theme, and the contrast."""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that ask for colours."""
PICTURE = "svg[data-detail]"
"""The map is a picture, hidden from who cannot see it; `test_colours.py` measures its colours."""
LOOK = """async ([theme, contrast, tags, only, exclude]) => {
    Object.assign(document.documentElement.dataset, { theme, contrast });
    const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: tags };
    const options = { runOnly, rules: { 'target-size': { enabled: !only } } };
    const { violations } = await axe.run({ exclude }, { ...options, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ any, all, none, html, target }) =>
        [id, target, html.slice(0, 200), ...[...any, ...all, ...none].map(one => one.message)]
            .join(' | ')));
}"""
STILL = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
}"""
"""A colour that changes slowly would be measured on its way."""


class Walk(Stage):
    """Goes from page to page as a reader does, by links: axe-core is brought along once."""

    def goes(self, path: str) -> None:
        if not self.page.url.startswith(self.person.url):
            super().goes(path)
            return
        # By way of another page: the one that is open would stay as it is.
        for step in ("/about", path):
            self.page.evaluate(
                """path => {
                    history.pushState(null, '', path);
                    dispatchEvent(new PopStateEvent('popstate'));
                }""",
                step,
            )

    def finds(self, *, everything: bool) -> list[str]:
        """What axe-core finds on the page, in all themes."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
            self.page.evaluate(STILL)
        faults = []
        for name, (theme, contrast) in THEMES.items():
            only = None if everything or name == "light" else COLOURS
            found = self.page.evaluate(LOOK, [theme, contrast, TAGS, only, PICTURE])
            faults += [f"{name}: {fault}" for fault in found]
        return faults


@pytest.fixture(scope="module")
def stage(browser: Browser, url: str) -> Iterator[Walk]:
    there = Walk(browser, url)
    yield there
    there.close()


# --- the states that are not among the screens --------------------------------------------------


def at(path: str, ready: str) -> Callable[[Stage], None]:
    """A page that needs nothing but its address, and what tells that it is there."""

    def page(stage: Stage) -> None:
        stage.goes(path)
        stage.person.sees(ready)

    page.__name__ = path.strip("/").replace("/", "-")
    return page


def asked_for_a_name(stage: Stage) -> None:
    stage.person.context.clear_cookies()
    stage.page.goto("about:blank")
    screens.home(stage)
    stage.page.locator(".role").first.click()
    stage.person.sees("dialog[open]")
    stage.person.named(screens.NAMES[0])


def keys(stage: Stage) -> None:
    screens.mister_x(stage)
    stage.page.keyboard.press("?")
    stage.person.sees("[data-keys]")


def chat_and_notes(stage: Stage) -> None:
    screens.detectives(stage)
    tab(stage.person, "notes")
    stage.page.locator("form .field").first.fill("133")


def double_move_over_danger(stage: Stage) -> None:
    screens.mister_x(stage)
    stage.person.click("[data-overlay=more]")
    stage.person.click("[data-overlay=danger]")
    stage.page.keyboard.press("Escape")
    stage.page.locator("[role=application]").focus()
    stage.page.keyboard.press("m")
    stage.person.sees("[data-half]")


def possible_stations(stage: Stage) -> None:
    stage.sits_at(chase_at("modern-2013-4", "H1", 7), "H1", "H2")
    stage.person.is_asked()
    stage.person.sees("[data-possible]")
    stage.page.locator("[role=application]").focus()
    stage.page.keyboard.press("n")


def record_of(name: str) -> Game:
    return finished(next(table for table in ALL_TABLES if str(table) == name), 2)


def replay_of_a_chase(stage: Stage) -> None:
    stage.goes("/replay")
    last = opens_game(stage.page, record_of("modern-2013-4"))
    goes_to(stage.page, last // 2)


def replay_of_cards(stage: Stage) -> None:
    stage.goes("/replay")
    last = opens_game(stage.page, record_of("cards-2017-4"))
    goes_to(stage.page, last // 2)


def refused_file(stage: Stage) -> None:
    stage.goes("/replay")
    file: Any = {"name": "game.txt", "mimeType": "text/plain", "buffer": b"no record"}
    stage.page.locator("[data-file]").set_input_files(file)
    expect(stage.page.get_by_role("alert").first).to_be_visible()


STATES: tuple[Callable[[Stage], None], ...] = (
    screens.home,
    screens.new_table,
    screens.new_card_table,
    screens.lobby,
    screens.lobby_of_another,
    screens.my_games,
    screens.settings,
    screens.about,
    screens.nowhere,
    at("/no/such/page", "[data-bye], h1"),
    screens.detectives,
    screens.detective_chooses,
    screens.mister_x_chooses,
    screens.spectator,
    screens.menu,
    keys,
    chat_and_notes,
    double_move_over_danger,
    possible_stations,
    screens.card_table,
    screens.card_hint,
    screens.interrogation,
    screens.guard,
    screens.end,
    replay_of_a_chase,
    replay_of_cards,
    refused_file,
    at("/rules", "[data-rules] h1"),
    at("/rules/modern-2013", "[data-rules] h1"),
    at("/rules/cards-2017", "[data-rules] h1"),
    at("/tips", "[data-rules] h1"),
    at("/signs", "[data-rules] h1"),
    at("/learn", "[data-begin]"),
    at("/learn/hunters", "[data-say]"),
    at("/learn/cards", "[data-say]"),
    at("/companion", "[data-action=begin]"),
    at("/statistics", "main h1"),
    asked_for_a_name,
)
"""Every page and main state; a new one gets its line here, before the question for a name."""


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing(stage: Walk, state: Callable[[Stage], None]) -> None:
    stage.becomes(DESKTOP)
    state(stage)
    faults = stage.finds(everything=False)
    assert not faults, "\n".join(faults)


@pytest.mark.soak
@pytest.mark.parametrize("size", (DESKTOP, PHONE), ids=("desktop", "phone"))
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_axe_finds_nothing_anywhere(
    stage: Walk, state: Callable[[Stage], None], size: ViewportSize
) -> None:
    stage.becomes(DESKTOP)
    state(stage)
    stage.becomes(size)
    faults = stage.finds(everything=True)
    assert not faults, "\n".join(faults)
