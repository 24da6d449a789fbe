"""What audits of web pages look at, page by page, in a real Chromium: speed, and good practice.

How a page loads is what its own observers of performance tell, on a desktop at full speed: when its
largest part is painted, how long tasks block it, how far what is shown moves. Practice is a list of
faults, which is to be empty: errors and issues that the browser reports, a document without a type,
language, title or description, controls and images without a name, headers that are missing,
anything from elsewhere.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bench.figures import Figure, under
from tests.server.serving import ServerProcess
from tests.web.browsing import Person, chromium, newcomer

HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
)
BARS = {"LCP": 2500.0, "TBT": 200.0, "CLS": 0.1}
"""What audits call good: largest paint and blocked time in ms, movement as a part of the screen."""
SEATS = {"X": {"who": "me"}, "H1": {"who": "bot"}, "H2": {"who": "bot"}}

_WATCH = """
window.__audit = { LCP: 0, TBT: 0, CLS: 0 };
const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take))
        .observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => (__audit.LCP = entry.startTime));
watch('longtask', (entry) => (__audit.TBT += Math.max(entry.duration - 50, 0)));
watch('layout-shift', (entry) => (__audit.CLS += entry.hadRecentInput ? 0 : entry.value));
"""
_FAULTS = """() => {
    const named = (one) => one.ariaLabel || one.getAttribute('aria-labelledby') || one.title ||
        one.textContent.trim() || one.labels?.length || one.placeholder;
    const faults = [];
    if (document.compatMode !== 'CSS1Compat') faults.push('no doctype');
    if (!document.documentElement.lang) faults.push('no language');
    if (!document.title) faults.push('no title');
    if (!document.querySelector('meta[name=description]')) faults.push('no description');
    if (!document.querySelector('meta[name=viewport]')) faults.push('no viewport');
    for (const one of document.querySelectorAll('button, a[href], input, select, textarea'))
        if (!one.closest('[aria-hidden=true]') && !named(one))
            faults.push('no name: ' + one.outerHTML);
    for (const one of document.images)
        if (!one.alt && !one.hasAttribute('alt')) faults.push('no alt: ' + one.src);
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    faults.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => 'twice: ' + id));
    return faults;
}"""


def audits(_repeats: int) -> Iterator[Figure]:
    """Speed and faults of every kind of page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(str(Path(folder) / "audits.db")) as server,
    ):
        try:
            with chromium() as running:
                host = newcomer(running, server.url).named("Ada")
                pages = _pages(host)
                cookies = host.context.cookies()
                host.context.close()
                for name, path, ready in pages:
                    person = newcomer(running, server.url)
                    person.context.add_cookies(cookies)  # type: ignore[arg-type] # as given
                    yield from _audit(person, name, path, ready)
        except pytest.skip.Exception as no:
            print(f"the pages were not audited: {no}")


def _pages(host: Person) -> list[tuple[str, str, str]]:
    """Each page with what is there when it is; a game that goes on, and one that is over."""
    playing = host.opens("modern-2013", 3, SEATS)
    over = host.opens("modern-2013", 3, SEATS)
    host.goes_to(over).plays(Random(1), 200)
    host.sees("[data-end]")
    return [
        ("home", "/", "button.role:enabled"),
        ("table", f"/t/{playing}", "[data-target]"),
        ("replay", f"/replay/{over}", ".board svg"),
        ("rules", "/rules/modern-2013", "main h1"),
        ("learn", "/learn", "main h1"),
    ]


def _audit(person: Person, name: str, path: str, ready: str) -> Iterator[Figure]:
    url = person.url
    faults: list[str] = []
    page, line = person.page, person.context.new_cdp_session(person.page)
    for domain in ("Log", "Audits"):
        line.send(f"{domain}.enable")
    line.on("Log.entryAdded", lambda e: faults.append(e["entry"]["text"]))
    line.on("Audits.issueAdded", lambda e: faults.append(e["issue"]["code"]))
    page.on("request", lambda r: faults.append(r.url) if _is_elsewhere(r.url, url) else None)
    page.add_init_script(_WATCH)
    answer = page.goto(url + path)
    assert answer is not None
    person.sees(ready)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    faults += [f"no {header}" for header in HEADERS if header not in answer.headers]
    faults += page.evaluate(_FAULTS)
    faults += person.faults
    found = page.evaluate("() => window.__audit")
    person.context.close()
    units = {"LCP": "ms", "TBT": "ms", "CLS": ""}
    for what, bar in BARS.items():
        yield Figure(f"audit, {name}: {what}", found[what], units[what], under(bar))
    note = f"({'; '.join(faults)[:200]})" if faults else ""
    yield Figure(f"audit, {name}: faults", len(faults), "", under(1), note)


def _is_elsewhere(address: str, url: str) -> bool:
    return not address.startswith((url, url.replace("http", "ws", 1)))
