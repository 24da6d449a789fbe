"""The client in a real Chromium: what it loads, how soon the board can be played, how it moves.

The server is a process of its own. The table is that of somebody who plays all five detectives of
`modern-2013`, a round into the game, when the map is full.

What a frame costs is read from the browser's own trace: the processor time of all tasks of the
page's main thread from the beginning of a frame to that of the next. That of drawing is not in
it: it may be done without a graphics card here, which shows in how far frames are apart, and that
is told without a bar. Slowing the page also counts time in which it waits for other programs, so
that only a machine at rest tells what it costs.
"""

from __future__ import annotations

import json
import os
import tempfile
from bisect import bisect
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median, mode, quantiles
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from bench.figures import Figure, under
from tests.server.serving import ServerProcess
from tests.web.browsing import PHONE, Person, chromium, newcomer

EDITION, PLAYERS = "modern-2013", 6
SEATS: dict[str, dict[str, str]] = {
    "X": {"who": "bot", "player": "constable"},
    **{f"H{number}": {"who": "me"} for number in range(1, PLAYERS)},
}
MOVES = 5
"""So many moves are made before anything is measured: a round."""
LOADS = 5
SLOWER = 4
GESTURES = 3
STEPS = 30
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
DEVICES = {"desktop": DESKTOP, "phone": PHONE}


def browser(_repeats: int) -> Iterator[Figure]:
    """First loads, the way to the board, and frames of pan and zoom."""
    with ExitStack() as open_things:
        folder = open_things.enter_context(tempfile.TemporaryDirectory())
        server = open_things.enter_context(ServerProcess(str(Path(folder) / "browser.db")))
        try:
            running = open_things.enter_context(chromium())
        except pytest.skip.Exception as no:
            print(f"the client was not measured: {no}")
            return
        table = _Table(running, server.url)
        yield _first_load("home", newcomer(running, server.url), "/", "button.role:enabled")
        yield _first_load("table", table.player(), table.path, "[data-target]")
        yield from _interactive(table)
        for name, device in DEVICES.items():
            yield from _frames(name, table, device)


class _Table:
    """A game under way, and the person whose turn it is, on any new device."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        first = newcomer(browser, url).named("Ada")
        code = first.opens(EDITION, PLAYERS, SEATS)
        self.url = url
        self.code = code
        self.path = f"/t/{code}"
        first.goes_to(code).plays(Random(1), MOVES)
        first.sees("[data-target]")
        self.possible = first.page.locator("[data-possible]").count()
        self._cookies = first.context.cookies()
        first.context.close()

    def player(self, **device: Any) -> Person:  # noqa: ANN401 - Playwright's
        """Who plays it, with nothing in the cache."""
        person = newcomer(self._browser, self.url, **device)
        person.context.add_cookies(self._cookies)  # type: ignore[arg-type] # as they were given
        return person


# --- loading -------------------------------------------------------------------------------


def _first_load(name: str, person: Person, path: str, ready: str) -> Figure:
    """What comes over the line until a page is there and quiet, as it was sent: compressed."""
    kinds: dict[str, str] = {}
    sizes: dict[str, float] = {}
    talk: list[int] = []
    line = person.context.new_cdp_session(person.page)
    line.send("Network.enable")
    line.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    line.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}),
    )
    line.on(
        "Network.webSocketFrameReceived",
        lambda e: talk.append(len(e["response"]["payloadData"])),
    )
    person.page.goto(person.url + path)
    person.sees(ready)
    person.page.wait_for_load_state("networkidle")
    person.context.close()
    fonts = sum(size for request, size in sizes.items() if kinds[request] == "Font")
    whole = sum(sizes.values()) - fonts + sum(talk)
    note = f"({len(sizes)} requests; and {fonts / 1000:.0f} kB of fonts)"
    return Figure(f"first load, {name}, compressed", whole / 1000, "kB", under(200), note)


_WATCH = """
(() => {
    const board = (window.__board = { shown: 0 });
    let before = '';
    const look = () => {
        const map = document.querySelector('.board svg');
        const targets = document.querySelectorAll('[data-target]').length;
        if (targets && map?.querySelector('.stations')) {
            const now = map.getAttribute('viewBox') + targets;
            // A message comes after the frame was painted.
            if (now !== before) setTimeout(() => (board.shown = performance.now()));
            before = now;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})();
"""
"""Notes when the board has stations and targets, and its picture has changed for the last time."""


def _interactive(table: _Table) -> Iterator[Figure]:
    """From the navigation, with nothing in the cache, until the board shows what can be chosen."""
    times = []
    for _ in range(LOADS):
        person = table.player()
        person.page.add_init_script(_WATCH)
        person.page.goto(table.url + table.path)
        person.sees("[data-target]")
        person.page.wait_for_timeout(500)
        times.append(float(person.page.evaluate("() => window.__board.shown")))
        _choose_a_target(person)
        person.context.close()
    name = "navigation until the board is interactive"
    note = f"(median of {LOADS}, from {min(times):.0f} to {max(times):.0f}; {_busy()})"
    yield Figure(name, median(times), "ms", under(1000), note)
    person = table.player()
    trace = _Trace(person, lambda: person.goes_to(table.code).sees("[data-target]"))
    person.context.close()
    note = "(of the main thread, while it is traced)"
    yield Figure(f"{name}, processor time", trace.work(), "ms", note=note)


def _busy() -> str:
    """How much else the machine has to do."""
    return f"{os.getloadavg()[0]:.1f} processes on {os.cpu_count()} cores"


def _choose_a_target(person: Person) -> None:
    """Click a target on the map; fails if the page does not take it."""
    rings = person.page.locator("[data-target] .ring").all()
    board = person.page.locator(".board").bounding_box()
    assert board is not None
    for ring in rings:
        box = ring.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if board["x"] < x < board["x"] + board["width"] and y < board["y"] + board["height"] * 0.7:
            person.page.mouse.click(x, y)
            person.sees("[data-action=confirm]:enabled")
            return
    raise AssertionError("no target is in sight")


# --- moving --------------------------------------------------------------------------------


def _frames(name: str, table: _Table, device: dict[str, Any]) -> Iterator[Figure]:
    """Frames of pan and zoom with the processor throttled."""
    person = table.player(**device)
    person.page.goto(table.url + table.path)
    person.sees("[data-target]")
    person.page.wait_for_timeout(1000)
    line = person.context.new_cdp_session(person.page)
    hands = _Touch(person, line) if device.get("has_touch") else _Mouse(person, line)
    usual = _loop(person)
    gestures = {"pan": hands.pan, "zoom": hands.zoom}
    for what, gesture in gestures.items():
        work, _apart = _moving(person, gesture)
        yield Figure(f"{name}: a frame of {what}", work[49], "ms")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    slower = _loop(person) / usual
    for what, gesture in gestures.items():
        work, apart = _moving(person, gesture)
        label = f"{name}: a frame of {what}, slowed {SLOWER} ×"
        note = f"(95 of 100 under {work[94]:.0f}; {_busy()}, a loop is slowed {slower:.1f} ×)"
        yield Figure(label, work[49], "ms", under(16), note)
        note = f"(95 of 100 under {apart[94]:.0f}; without a graphics card)"
        yield Figure(f"{label}, to the next", apart[49], "ms", note=note)
    person.context.close()


class _Mouse:
    """A hand with a mouse: drags the map about, and turns the wheel."""

    def __init__(self, person: Person, line: CDPSession) -> None:
        self._page = person.page
        self._line = line
        box = person.page.locator(".board").bounding_box()
        assert box is not None
        self.x = box["x"] + box["width"] / 2
        self.y = box["y"] + box["height"] * 0.35

    def pan(self) -> None:
        mouse = self._page.mouse
        for way in _there_and_back():
            x, y = self.x - way * 2 * STEPS, self.y - way * STEPS
            mouse.move(x, y)
            mouse.down()
            for step in range(STEPS):
                mouse.move(x + way * 4 * step, y + way * 2 * step)
            mouse.up()

    def zoom(self) -> None:
        for way in _there_and_back():
            self._scroll("mouse", 0, 400 * way)

    def _scroll(self, by: str, dx: float, dy: float) -> None:
        gesture: dict[str, Any] = {"x": self.x, "y": self.y, "xDistance": dx, "yDistance": dy}
        gesture |= {"speed": 400, "gestureSourceType": by, "preventFling": True}
        self._line.send("Input.synthesizeScrollGesture", gesture)


class _Touch(_Mouse):
    """A hand on glass: one finger, or two."""

    def pan(self) -> None:
        for way in _there_and_back():
            self._scroll("touch", 150 * way, 100 * way)

    def zoom(self) -> None:
        for way in _there_and_back():
            gesture = {"x": self.x, "y": self.y, "scaleFactor": 1.8**way, "relativeSpeed": 150}
            self._line.send(
                "Input.synthesizePinchGesture", {**gesture, "gestureSourceType": "touch"}
            )


def _there_and_back() -> Iterator[int]:
    for number in range(GESTURES):
        yield -1 if number % 2 else 1


def _loop(person: Person) -> float:
    """How long a fixed loop takes in the page: what the throttling really does."""
    script = """() => {
        const began = performance.now();
        let sum = 0;
        for (let at = 0; at < 1e7; at += 1) sum += at & 7;
        return performance.now() - began + sum * 0;
    }"""
    return min(float(person.page.evaluate(script)) for _ in range(7))


def _moving(person: Person, gesture: Callable[[], None]) -> tuple[list[float], list[float]]:
    """Hundredths of what frames of a gesture cost, and of how far they are apart."""
    work, apart = _Trace(person, gesture).moving()
    return quantiles(work, n=100), quantiles(apart, n=100)


class _Trace:
    """What the main thread of a page did meanwhile, as the browser itself has noted it."""

    def __init__(self, person: Person, act: Callable[[], object]) -> None:
        browser = person.context.browser
        assert browser is not None
        timeline = "disabled-by-default-devtools.timeline"
        kinds = ["devtools.timeline", timeline, f"{timeline}.frame"]
        browser.start_tracing(page=person.page, categories=kinds)
        act()
        events = json.loads(browser.stop_tracing())["traceEvents"]
        begins = [event for event in events if event["name"] == "BeginMainThreadFrame"]
        thread = mode((event["pid"], event["tid"]) for event in begins)
        self._events = [event for event in events if (event["pid"], event["tid"]) == thread]

    def work(self) -> float:
        """The processor time of everything."""
        return sum(float(event["tdur"]) for event in self._of("RunTask")) / 1000

    def moving(self) -> tuple[list[float], list[float]]:
        """Frames in which the map was moved by hand: their work, and the time between them."""
        begins = sorted(e["ts"] for e in self._events if e["name"] == "BeginMainThreadFrame")
        work = [0.0] * len(begins)
        for task in self._of("RunTask"):
            # The task in which a frame begins is the frame's.
            work[bisect(begins, task["ts"] + task["dur"]) - 1] += task["tdur"] / 1000
        inputs = (e for e in self._of("EventDispatch") if e["args"]["data"]["type"] in _MOVING)
        moved = {bisect(begins, event["ts"]) - 1 for event in inputs} - {-1}
        apart = [(begins[at] - begins[at - 1]) / 1000 for at in moved if at - 1 in moved]
        return [work[at] for at in moved], apart

    def _of(self, name: str) -> Iterator[dict[str, Any]]:
        return (event for event in self._events if event["name"] == name and event["ph"] == "X")


_MOVING = frozenset({"pointermove", "wheel"})
