"""Pages that are loaded again, lines that break, servers that start anew: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.server.serving import ServerProcess
from tests.web.browsing import Person, newcomer

People = Callable[..., Person]
X_AGAINST_BOTS = {
    "X": {"who": "me"},
    **{seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")},
}


def test_a_page_that_is_loaded_again_goes_on(people: People) -> None:
    ada = people("Ada")
    ada.comes_into_the_middle("modern-2013", X_AGAINST_BOTS)
    before = ada.at
    ada.page.reload()
    ada.is_asked()
    assert ada.at >= before
    assert ada.plays(Random(2), most=1) == 1


class Line:
    """The page's line to the server, which the test can cut."""

    def __init__(self, person: Person) -> None:
        self.is_cut = False
        self.sent: list[str] = []
        self._open: list[WebSocketRoute] = []
        person.page.route_web_socket("**/api/live/*", self._through)

    def _through(self, route: WebSocketRoute) -> None:
        if self.is_cut:
            route.close()
            return
        self._open.append(route)
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            self.sent.append(str(message))
            if not self.is_cut:
                server.send(message)

        route.on_message(pass_on)

    def cut(self) -> None:
        self.is_cut = True
        self.drop()

    def drop(self) -> None:
        """Break off what is open; whether a new line is had is left to the network."""
        for route in self._open:
            route.close()
        self._open.clear()

    def mend(self) -> None:
        self.is_cut = False

    @property
    def moves(self) -> list[str]:
        return [text for text in self.sent if '"do":"move"' in text]


def test_a_line_that_breaks_is_said_and_mended(people: People) -> None:
    ada = people("Ada")
    line = Line(ada)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    ada.click(ada._one_of("[data-move]:enabled", Random(1)))
    chosen = ada.page.locator("#action-title").inner_text()
    place = ada.page.locator("#content").bounding_box()
    line.cut()
    ada.sees("[data-connection=lost]")
    assert ada.page.locator("#content").bounding_box() == place, "nothing is pushed aside"
    assert ada.page.locator("#action-title").inner_text() == chosen, "the choice is kept"
    line.mend()
    ada.page.wait_for_selector("[data-connection=lost]", state="detached")
    before = ada.at
    ada.click("[data-action=confirm]:enabled")
    ada.sees_entry(before + 1)


def test_a_device_without_a_network_catches_up_when_it_has_one(people: People) -> None:
    ada, ben = people("Ada"), people("Ben")
    seats = {"X": {"who": "me"}, "H2": {"who": "bot", "player": "random"}}
    table = ada.opens("modern-2013", 3, seats, start=False)
    ben.ask("POST", f"/api/tables/{table}/join", {"seat": "H1"})
    ada.ask("POST", f"/api/tables/{table}/start")
    line = Line(ben)
    for person in (ada, ben):
        person.goes_to(table)
        person.sees(".table[data-seat] [data-detail]")
    ben.context.set_offline(True)
    line.drop()
    ben.sees("[data-connection=lost]")
    # The game goes on without him; nothing of it reaches him.
    before = ben.at
    assert ada.plays(Random(1), most=1) == 1
    assert ben.at == before
    ben.context.set_offline(False)
    ben.page.wait_for_selector("[data-connection=lost]", state="detached")
    ben.sees_entry(ada.at)
    assert ben.plays(Random(2), most=1) == 1


@pytest.mark.parametrize(
    "part",
    (
        "**/assets/Table-*.js",
        "**/assets/table-*.css",
        "**/assets/ChaseTable-*.js",
        "**/assets/chase-*.js",
        "**/assets/chase-*.css",
        "**/api/catalogue",
    ),
)
def test_a_part_of_the_page_that_did_not_come_is_asked_for_again(people: People, part: str) -> None:
    ada = people("Ada")
    # How often a browser asks for a part before it gives up, it decides itself.
    ada.page.route(part, lambda route: route.abort())
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()
    ada.page.unroute(part)
    ada.page.get_by_role("button", name="Load again").click()
    assert ada.plays(Random(1), most=1) == 1


@pytest.mark.parametrize("part", ("**/assets/table-*.css", "**/assets/chase-*.css"))
def test_a_page_without_its_style_is_not_shown(people: People, part: str) -> None:
    ada = people("Ada")
    # The browser asks once for a style, and the page more than once for what needs it.
    ada.page.route(part, lambda route: route.abort(), times=1)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()
    ada.page.get_by_role("button", name="Load again").click()
    assert ada.plays(Random(1), most=1) == 1


@pytest.mark.parametrize("page", ("learn", "companion", "replay", "statistics"))
def test_a_page_whose_words_did_not_come_is_asked_for_again(people: People, page: str) -> None:
    ada = people("Ada")
    ada.page.goto(f"{ada.url}/")
    ada.sees(".role:enabled")
    ada.page.route("**/assets/en-*.js", lambda route: route.abort())
    ada.page.evaluate(
        """path => {
            history.pushState(null, '', path);
            dispatchEvent(new PopStateEvent('popstate'));
        }""",
        f"/{page}",
    )
    ada.page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()
    ada.page.unroute("**/assets/en-*.js")
    ada.page.get_by_role("button", name="Load again").click()
    ada.sees("h1")


def test_a_move_whose_answer_was_lost_is_played_once(people: People) -> None:
    ada = people("Ada")
    line = Line(ada)
    ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS))
    ada.is_asked()
    ada.click(ada._one_of("[data-move]:enabled", Random(1)))
    # The line swallows the move: it never reaches the server.
    line.is_cut = True
    ada.click("[data-action=confirm]:enabled")
    ada.page.wait_for_timeout(300)
    line.cut()
    line.mend()
    ada.sees_entry(ada.at + 1)
    ada.is_asked()
    assert len(line.moves) >= 2, "it was sent again"
    requests = {text.partition('"id":"')[2].partition('"')[0] for text in line.moves}
    assert len(requests) == 1, "under the same name"


def test_a_server_that_starts_anew_finds_everybody(browser: Browser, tmp_path: Path) -> None:
    with ServerProcess(str(tmp_path / "web.db")) as server:
        ada = newcomer(browser, server.url).named("Ada")
        ada.comes_into_the_middle("modern-2013", X_AGAINST_BOTS)
        before = ada.at
        server.kill()
        ada.sees("[data-connection=lost]")
        server.start()
        ada.page.wait_for_selector("[data-connection=lost]", state="detached")
        ada.is_asked()
        assert ada.at >= before
        assert ada.plays(Random(2), most=1) == 1
        ada.context.close()
        ada.is_well()


def test_there_is_a_word_for_a_table_that_is_not_there(people: People) -> None:
    ada = people("Ada")
    ada.goes_to("ZZZZZZZZ")
    ada.sees("[data-bye=unknown_table]")
    assert ada.page.get_by_role("button", name="start page").count()
