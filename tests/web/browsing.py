"""People with a browser: a real Chromium, a page at a table, and hands that click.

Pages carry `data-` marks for what can be chosen, so that no test depends on a language.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright
from playwright.sync_api import TimeoutError as Late

__all__ = ["PATIENCE_MS", "PHONE", "Person", "chromium", "looks_on", "newcomer"]

PATIENCE_MS = 90_000
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

_COMES_TO_REST = """async () => {
    // Waits until the page has been laid out and measured, whatever its clock says.
    const frame = () => new Promise(done => {
        const measured = new ResizeObserver(() => (measured.disconnect(), done()));
        measured.observe(document.documentElement);
    });
    await document.fonts.ready;
    let before = '', alike = 0;
    for (let frames = 0; frames < 300; frames++) {
        await frame();
        const now = document.documentElement.outerHTML;
        alike = now === before ? alike + 1 : 0;
        // Once may be chance: what has been measured is written a frame later.
        if (alike === 3) return true;
        before = now;
    }
    return false;
}"""

CHOICES = (
    "[data-move]:enabled",
    "[data-action=hide]:enabled",
    "[data-card]:enabled",
    "[data-name]:enabled",
    "[data-action=buy]:enabled",
    "[data-action=interrogate]:enabled",
    "[data-action=search]:enabled",
)
"""What a page offers to whoever is to act; the first step of each decision."""
END = "[data-end]"
GUARD = "[data-guard]"
PASS_ON = "[data-pass-on]"
HOLD_MS = 1_000


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine, else Playwright's own; without any, nothing to test with."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
        if path is None and not own.is_file():
            assert os.environ.get("CI") != "true", "there is no Chromium: see tools/get-browser"
            pytest.skip("there is no Chromium: `make test` gets one where it can")
        browser = playwright.chromium.launch(executable_path=path, args=[*_FLAGS])
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody with a page; a context of his own is a device of his own."""

    def __init__(self, context: BrowserContext, url: str, *, has_touch: bool = False) -> None:
        self.context = context
        self.url = url
        self.has_touch = has_touch
        self.faults: list[str] = []
        """What went wrong in the page: errors of scripts, and what the policy did not let in."""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:  # noqa: ANN401 - of Playwright
        # That a request was refused or the line broke is no fault of the page.
        network = ("Failed to load resource", "WebSocket connection to", "net::ERR_")
        if message.type == "error" and not any(word in message.text for word in network):
            self.faults.append(message.text)

    # --- over HTTP, where clicking would only take time ---------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        answer = self.context.request.fetch(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"content-type": "application/json"},
            # The server may close a connection that was idle just as it is used again.
            max_retries=2,
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json()

    def named(self, name: str) -> Person:
        self.ask("POST", "/api/guest", {"name": name})
        return self

    def opens(self, edition: str, players: int, seats: dict[str, Any], **plan: object) -> str:
        """Open a table, start it unless the plan says otherwise, and return its code."""
        body = {"edition": edition, "players": players, "seats": seats, "start": True, **plan}
        return str(self.ask("POST", "/api/tables", body)["table"]["id"])

    # --- at a table -----------------------------------------------------------------------------

    def goes_to(self, table: str) -> Person:
        self.page.goto(f"{self.url}/t/{table}")
        return self

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def sees(self, selector: str, ms: int = PATIENCE_MS) -> None:
        self.page.wait_for_selector(selector, state="attached", timeout=ms)

    @property
    def at(self) -> int:
        """The last entry that the page shows."""
        return int(self.page.locator(".table").get_attribute("data-at") or 0)

    @property
    def seat(self) -> str | None:
        """The seat that the page looks at."""
        shown = self.page.locator(".table")
        return shown.get_attribute("data-seat") if shown.count() else None

    def sees_entry(self, at: int) -> None:
        self.page.wait_for_function(
            "at => Number(document.querySelector('.table')?.dataset.at ?? 0) >= at", arg=at
        )

    def opens_guard(self) -> None:
        """Hold the guard's button until it opens."""
        self.page.locator(GUARD).hover()
        self.page.mouse.down()
        self.page.wait_for_selector(GUARD, state="detached")
        self.page.mouse.up()

    # --- playing ----------------------------------------------------------------------------------

    @property
    def is_offered_something(self) -> bool:
        """Whether the page has anything to choose at this moment."""
        return self.has(", ".join((*CHOICES, "[data-chip]:enabled")))

    def is_asked(self, ms: int = PATIENCE_MS) -> bool:
        """Wait until it is this page's turn; False: the game is over."""
        self.sees(", ".join((*CHOICES, END, GUARD, PASS_ON, "[data-chip]:enabled")), ms)
        return not self.has(END)

    def plays(self, dice: Random, most: int = 10_000) -> int:
        """Make random moves by clicking until the game is over, or so many; how many it were."""
        made = 0
        while made < most and self.is_asked():
            if self.has(GUARD):
                self.opens_guard()
                continue
            if self.has(PASS_ON):
                self.click(PASS_ON)
                continue
            made += self.moves_once(dice)
        return made

    def comes_into_the_middle(self, edition: str, seats: dict[str, Any]) -> None:
        """Two decisions into a game that goes on; against random players some are over by then."""
        while True:
            self.goes_to(self.opens(edition, len(seats), seats))
            if self.plays(Random(1), most=2) == 2 and self.is_asked():
                return

    def moves_once(self, dice: Random) -> bool:
        """One decision, if the page still offers one; others may be quicker."""
        before = self.at
        try:
            if not self._decides(dice):
                return False
            self.page.wait_for_function(
                """at => {
                    const table = document.querySelector('.table');
                    return !table || Number(table.dataset.at) !== at;
                }""",
                arg=before,
                timeout=5_000,
            )
        except Late:
            return False
        return True

    def _decides(self, dice: Random) -> bool:
        pressed = "[data-chip][aria-pressed=true]"
        if self.has("[data-chip]:enabled") and not self.has(pressed):
            self.click(self._one_of("[data-chip]:enabled", dice))
            self.page.wait_for_selector(f"{CHOICES[0]}, {END}, {GUARD}", timeout=2_000)
        selector = next((one for one in CHOICES if self.has(one)), None)
        if selector is None:
            return False
        self.click(self._one_of(selector, dice))
        if selector in ("[data-move]:enabled", "[data-card]:enabled"):
            self.click("[data-action=confirm]:enabled")
        return True

    def _one_of(self, selector: str, dice: Random) -> str:
        """One of the things that a selector finds, by a selector of its own."""
        found: Sequence[str] = self.page.locator(selector).evaluate_all(
            """all => all.map(one => {
                for (const { name, value } of one.attributes)
                    if (name.startsWith('data-')) return `[${name}="${value}"]`;
            })"""
        )
        if not found:
            raise Late(f"nothing left of {selector}")
        return f"{dice.choice(sorted(found))}:enabled"

    def click(self, selector: str) -> None:
        """Click or touch something; a card is touched by its face."""
        target = self.page.locator(selector)
        if "data-card" in selector:
            target = self.page.locator("label.card", has=target)
        try:
            if self.has_touch:
                target.tap(timeout=5_000)
            else:
                target.click(timeout=5_000)
        except Error as error:
            # What stood there a moment ago may be gone: the game went on.
            raise Late(str(error)) from error

    # --- everything that somebody could read out of a page --------------------------------------

    def settled(self) -> str:
        """The page's document, when nothing moves in it any more."""
        assert self.page.evaluate(_COMES_TO_REST), "the page does not come to rest"
        return self.page.content()

    def kept(self) -> str:
        """What the page keeps in the browser, its title, and its history."""
        kept = self.page.evaluate(
            """async () => JSON.stringify({
                local: { ...localStorage },
                session: { ...sessionStorage },
                databases: await indexedDB.databases(),
                caches: await globalThis.caches?.keys(),
                workers: (await navigator.serviceWorker?.getRegistrations())?.length,
                name: window.name,
                title: document.title,
                path: location.pathname + location.hash,
                state: history.state,
                icon: document.querySelector('link[rel=icon]')?.getAttribute('href'),
            })"""
        )
        return f"{kept} {sorted(cookie['name'] for cookie in self.context.cookies())}"

    def is_well(self) -> None:
        assert self.faults == []


def newcomer(browser: Browser, url: str, **device: Any) -> Person:  # noqa: ANN401 - Playwright's
    """Somebody on a device of his own, without a cookie."""
    settings = {
        "locale": "en-GB",
        "viewport": {"width": 1280, "height": 800},
        "reduced_motion": "reduce",
        # It would fetch all files for each newcomer, and have them where a test takes them away.
        "service_workers": "block",
        **device,
    }
    has_touch = bool(settings.get("has_touch"))
    return Person(browser.new_context(**settings), url, has_touch=has_touch)


def looks_on(text: str, table: str) -> str:
    """A document without what differs from table to table by itself."""
    text = re.sub(r"127\.0\.0\.1:\d+", "HOST", text.replace(table, "TABLE"))
    return re.sub(r"misterx_[0-9a-f]+", "COOKIE", text)
