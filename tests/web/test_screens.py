"""Every main screen in every language, on a desktop and on a phone: everything fits.

Nothing sticks out, nothing is cut off, nothing to press lies under something else, and no page
scrolls past its end. Pictures of all of them are left in `build/screens`. `make test` looks at each
screen in German, whose words are the longest, and at some in each of the others; `make soak` looks
at all in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from misterx.core import Game
from misterx.server.teaching import lesson_names
from tests.series.tables import TABLES, Table
from tests.web.browsing import END, GUARD, newcomer
from tests.web.test_cards import game_at
from tests.web.test_companion import enters, has_checked, sets_up, types
from tests.web.test_together import tell

LONGEST, *OTHERS = ("de", "en", "fr", "it", "nl")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PICTURES = Path(__file__).parents[2] / "build" / "screens"
LOOK = (Path(__file__).parent / "overflow.js").read_text(encoding="utf-8")
STRIPS = (".film ol", "fieldset .cards", ".move ul", ".say ul", ".hand .cards")
"""What may be scrolled sideways: the travel log; on a phone the editions, the stations in reach and
the hand of cards."""
OWN = ("li.card .meta", ".others strong")
"""What holds people's own names, which may be cut short."""
NAMES = ("Annemarie", "Sebastian", "Francesca")


class Stage:
    """A page in somebody's hands, and somebody elsewhere who sits at the other seats."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.person = newcomer(browser, url).named(NAMES[0])
        self.host = newcomer(browser, url).named(NAMES[1])
        # The language is chosen in another tab, so that what is on the screen stays there.
        self._settings: Page = self.person.context.new_page()
        self._settings.goto(f"{url}/settings")
        self.page.bring_to_front()  # what lies behind is drawn once a second only
        self._browser = self.person.context.new_cdp_session(self.page)

    def close(self) -> None:
        for one in (self.person, self.host):
            one.context.close()
            one.is_well()

    # --- what is on the screen ------------------------------------------------------------------

    @property
    def page(self) -> Page:
        return self.person.page

    def goes(self, path: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(self.person.url + path)

    def comes_to(self, table: str) -> None:
        self.goes(f"/t/{table}")

    def speaks(self, language: str) -> None:
        self._settings.locator("select").select_option(language)
        self.page.wait_for_function(
            "language => document.documentElement.lang === language", arg=language
        )
        self.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")

    def becomes(self, size: ViewportSize) -> None:
        """Lay the page out for another device, one with a finger instead of a mouse or back."""
        touch = {"enabled": size is PHONE}
        self._browser.send("Emulation.setTouchEmulationEnabled", touch)
        self.page.set_viewport_size(size)

    def table(self, game: Game, mine: tuple[str, ...], **plan: object) -> str:
        """A game that goes on, at some of whose seats sits whoever holds the device."""
        head = game.header
        code = self.host.opens(
            str(head.edition),
            head.players,
            {
                seat: {"who": "open"} if seat in mine else {"who": "device", "name": NAMES[n % 3]}
                for n, seat in enumerate(game.seats)
            },
            record=game.record().to_text(),
            options=dict(head.options),
            spectators=True,
            start=False,
            **plan,
        )
        for seat in mine:
            self.person.ask("POST", f"/api/tables/{code}/join", {"seat": seat})
        self.host.ask("POST", f"/api/tables/{code}/start")
        return code

    def sits_at(self, game: Game, *mine: str, **plan: object) -> str:
        code = self.table(game, mine, **plan)
        self.comes_to(code)
        # That the game was not begun here is said until it is read.
        self.page.locator(".matters:has([data-from-record]) button").first.click()
        return code

    def look(self, screen: str, languages: Iterable[str]) -> list[str]:
        """What is wrong with the screen, in these languages; a picture of each is kept."""
        faults = []
        for device, size in (("phone", PHONE), ("desktop", DESKTOP)):
            self.becomes(size)
            for language in languages:
                self.speaks(language)
                found = self.page.evaluate(LOOK, {"strips": STRIPS, "own": OWN})
                faults += [f"{device}, {language}: {fault}" for fault in found]
                self.page.screenshot(path=PICTURES / device / f"{screen}-{language}.png")
        return faults


@pytest.fixture(scope="module")
def stage(browser: Browser, url: str) -> Iterator[Stage]:
    there = Stage(browser, url)
    yield there
    there.close()


def chase_at(name: str, seat: str, round_: int, seed: int = 1) -> Game:
    """A chase in the middle, when it is a side's turn."""
    game = next(table for table in TABLES if str(table) == name).new_game(seed)
    dice = Random(seed)
    while not (game.state.round >= round_ and seat in game.to_act):
        quiet = [move for move in game.legal if "+" not in move and ":K" not in move]
        if game.to_act != ("X",):
            quiet = [move for move in quiet if not move.endswith(str(game.state.x))]
        game.play(dice.choice(quiet or game.legal))
        assert game.outcome is None, "another seed"
    return game


# --- the screens: each brings the device to what is to be looked at -------------------------------


def home(stage: Stage) -> None:
    stage.goes("/")
    stage.person.sees(".role:enabled")


def asked_for_a_name(stage: Stage) -> None:
    stage.person.context.clear_cookies()
    home(stage)
    stage.page.locator(".role").first.click()
    stage.person.sees("dialog[open]")
    stage.person.named(NAMES[0])


def my_games(stage: Stage) -> None:
    for edition, players, seat in (("modern-2013", 4, "H2"), ("cards-2017", 3, "P1")):
        stage.host.opens(edition, players, {}, start=False)
        code = stage.host.opens(edition, players, {}, start=False)
        stage.person.ask("POST", f"/api/tables/{code}/join", {"seat": seat})
    stage.sits_at(chase_at("modern-2013-4", "X", 2), "X")
    home(stage)
    stage.person.sees("#my-games")
    stage.page.locator("section[aria-labelledby=my-games] .more > button").click()
    stage.person.sees("dialog[open]")


def new_table(stage: Stage) -> None:
    stage.goes("/#new")
    stage.page.locator("summary").click()
    stage.page.locator("details select").select_option("move:86400")


def new_card_table(stage: Stage) -> None:
    stage.goes("/#new")
    stage.page.locator("label:has([value=cards-2017])").click()
    stage.page.locator("label:has([value=device])").click()


def lobby(stage: Stage) -> None:
    seats = {"X": {"who": "me"}, "H1": {"who": "bot"}, "H2": {"who": "device", "name": NAMES[2]}}
    clock = {"kind": "bank", "seconds": 1800, "on_time": "lose"}
    stage.comes_to(
        stage.person.opens("modern-2013", 4, seats, start=False, clock=clock, roles="drawn")
    )
    stage.person.sees(".agreed")


def lobby_of_another(stage: Stage) -> None:
    stage.comes_to(stage.host.opens("modern-24", 5, {"X": {"who": "me"}}, start=False))
    stage.person.sees(".agreed")


def settings(stage: Stage) -> None:
    stage.goes("/settings")
    stage.person.sees("#name")


def about(stage: Stage) -> None:
    stage.goes("/about")
    stage.person.sees("h1")


def nowhere(stage: Stage) -> None:
    stage.comes_to("ZZZZZZZZ")
    stage.person.sees("[data-bye]")


def detectives(stage: Stage) -> None:
    clock = {"kind": "bank", "seconds": 1800}
    code = stage.sits_at(chase_at("modern-2013-4", "H1", 5), "H1", "H2", clock=clock)
    stage.person.is_asked()
    stage.host.goes_to(code)
    stage.host.opens_guard()
    tell(stage.host, "table", "Catch me if you can, I have been at 128")


def detective_chooses(stage: Stage) -> None:
    stage.sits_at(chase_at("classic-2000-3", "H1", 6), "H1", "H2")
    stage.person.is_asked()
    stage.page.locator("[data-move]").first.click()
    stage.person.sees("[data-action=confirm]:enabled")


def mister_x(stage: Stage) -> None:
    stage.sits_at(chase_at("modern-2013-4", "X", 4), "X")
    stage.person.is_asked()


def mister_x_chooses(stage: Stage) -> None:
    mister_x(stage)
    # Where most tickets lead to.
    targets = stage.page.locator("[data-move]")
    words = targets.all_inner_texts()
    targets.nth(max(range(len(words)), key=lambda n: len(words[n].split()))).click()
    stage.person.sees("[data-action=confirm]:enabled")


def spectator(stage: Stage) -> None:
    stage.sits_at(chase_at("modern-2013-4", "X", 6))
    stage.person.sees(".table svg")


def menu(stage: Stage) -> None:
    mister_x(stage)
    stage.person.click("[data-menu]")
    stage.person.sees("dialog[open]")


def card_table(stage: Stage) -> None:
    game = game_at(4, lambda position: position["phase"] == "play" and position["turn"] > 8)
    stage.sits_at(game, game.to_act[0])
    stage.person.is_asked()
    stage.page.locator("label.card:has([data-card]:enabled)").first.click()


def card_hint(stage: Stage) -> None:
    game = game_at(5, lambda position: position["phase"] == "search")
    stage.sits_at(game, game.to_act[0], hints=True)
    stage.person.click("[data-hint]")
    stage.person.sees("[data-hinted]")


def interrogation(stage: Stage) -> None:
    game = game_at(5, lambda position: position["phase"] == "interrogate")
    stage.sits_at(game, game.to_act[0])
    stage.person.is_asked()


def guard(stage: Stage) -> None:
    game = chase_at("classic-2000-3", "X", 3)
    seats = {
        str(seat): {"who": "device", "name": name}
        for seat, name in zip(game.seats, NAMES, strict=True)
    }
    stage.comes_to(stage.person.opens("classic-2000", 3, seats, record=game.record().to_text()))
    stage.person.sees(GUARD)


def end(stage: Stage) -> None:
    code = stage.sits_at(chase_at("modern-2013-4", "X", 6), "H1", "H2", "H3")
    stage.host.goes_to(code)
    stage.host.click("[data-menu]")
    stage.host.click("[data-do=give-up]")
    stage.host.click("[data-do=resign]")
    stage.person.sees(END)


def companion(stage: Stage) -> None:
    sets_up(stage.person, Table("classic-1983", 4, voluntary_reveal=True))
    stage.goes("/companion")
    stage.page.locator("label:has([value=classic-1983])").click()
    stage.person.sees("[data-go-on]")


def companion_of_detectives(stage: Stage) -> None:
    page = sets_up(stage.person, Table("modern-2013", 4))
    for number, words in enumerate(("D1@26", "D2@29", "D3@50", "B1@13", "X:T?"), 1):
        enters(page, words)
        has_checked(page, number)
    types(page, "199")
    stage.person.sees("[data-wrong]")


def companion_of_mister_x(stage: Stage) -> None:
    page = sets_up(stage.person, Table("classic-2000", 4), "x")
    for number, words in enumerate(("D1@26", "D2@29", "D3@50"), 1):
        enters(page, words)
        has_checked(page, number)
    stage.person.sees("[data-cover=enter]")


def marking(stage: Stage) -> None:
    detectives(stage)
    stage.page.locator("[role=application]").focus()
    for key in ("1", "2", "Enter", "c"):
        stage.page.keyboard.press(key)
    stage.person.sees("[data-mark]")
    stage.person.click("[data-overlay=mark]")
    stage.person.sees("[data-clear]")


def statistics(stage: Stage) -> None:
    bots = {seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")}
    stage.person.goes_to(stage.person.opens("modern-2013", 3, {"X": {"who": "me"}, **bots}))
    stage.person.click("[data-menu]")
    stage.person.click("[data-do=give-up]")
    stage.person.click("[data-do=resign]")
    stage.person.sees(END)
    stage.goes("/statistics")
    stage.person.sees("[data-figure]")


def lesson(stage: Stage) -> None:
    stage.goes(f"/learn/{lesson_names()[0]}")
    stage.person.sees("[data-say]")


SCREENS: tuple[Callable[[Stage], None], ...] = (
    home,
    asked_for_a_name,
    my_games,
    new_table,
    new_card_table,
    lobby,
    lobby_of_another,
    settings,
    about,
    nowhere,
    detectives,
    detective_chooses,
    mister_x,
    mister_x_chooses,
    spectator,
    menu,
    card_table,
    card_hint,
    interrogation,
    guard,
    end,
    companion,
    companion_of_detectives,
    companion_of_mister_x,
    marking,
    statistics,
    lesson,
)


def fits(stage: Stage, screen: Callable[[Stage], None], languages: Iterable[str]) -> None:
    screen(stage)
    faults = stage.look(screen.__name__, languages)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("screen", "other"),
    tuple(zip(SCREENS, cycle(OTHERS), strict=False)),
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_everything_fits(stage: Stage, screen: Callable[[Stage], None], other: str) -> None:
    fits(stage, screen, (LONGEST, other))


@pytest.mark.soak
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_everything_fits_in_every_language(stage: Stage, screen: Callable[[Stage], None]) -> None:
    fits(stage, screen, (LONGEST, *OTHERS))
