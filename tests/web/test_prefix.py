"""The client below a path of its host, behind a proxy that cuts the path off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from misterx.server.wire import WIRE
from tests.server.serving import served
from tests.server.stripping_proxy import StrippingProxy, stripping
from tests.web.browsing import Person, newcomer

PREFIX = "/misterx"
AGAINST_BOTS = {
    "X": {"who": "me"},
    **{seat: {"who": "bot", "player": "random"} for seat in ("H1", "H2")},
}
RESIGNS = f"""address => new Promise((done, failed) => {{
    const line = new WebSocket(address);
    const table = address.split('/').at(-1);
    line.onopen = () => {{
        line.send(JSON.stringify({{do: 'watch', wire: {WIRE}, table, seat: 'X'}}));
        line.send(JSON.stringify({{do: 'ask', id: 'resigns1', what: 'resign'}}));
    }};
    line.onerror = failed;
    line.onmessage = ({{data}}) => {{
        const said = JSON.parse(data);
        if (said.type === 'done') done();
        if (said.type === 'refused') failed(data);
    }};
}})"""
KEPT = """async worker => {
    await navigator.serviceWorker.register(worker);
    await navigator.serviceWorker.ready;
    const [name] = await caches.keys();
    const kept = await (await caches.open(name)).keys();
    return [name, kept.map(({ url }) => new URL(url).pathname)];
}"""


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[StrippingProxy]:
    with stripping(PREFIX) as made:
        public = f"http://127.0.0.1:{made.port}{PREFIX}"
        with served(str(tmp_path / "prefix.db"), public_url=public) as url:
            made.server_port = int(url.rpartition(":")[2])
            yield made


def path_of(person: Person) -> str:
    return str(person.page.evaluate("location.pathname + location.hash"))


def comes_to(person: Person, path: str) -> None:
    """Wait until the page is at a path, or below it if that ends with a slash."""
    person.page.wait_for_function(
        """path => {
            const at = location.pathname + location.hash;
            return path.endsWith('/') ? at.startsWith(path) : at === path;
        }""",
        arg=path,
    )


def test_a_game_from_the_start_page_to_the_replay(browser: Browser, proxy: StrippingProxy) -> None:
    site = f"http://127.0.0.1:{proxy.port}{PREFIX}"
    ada = newcomer(browser, site, service_workers="allow")
    try:
        page = ada.page
        page.goto(f"{site}/")
        page.locator("a[data-rules]").click()
        expect(page.locator("[data-edition=modern-2013]").first).to_be_visible()
        comes_to(ada, f"{PREFIX}/rules")
        # A link that is opened in a new tab leads to the same place.
        page.locator("a[data-edition=modern-2013]").first.click()
        comes_to(ada, f"{PREFIX}/rules/modern-2013")
        page.reload()
        expect(page.locator("h1").first).to_be_visible()
        page.go_back()
        comes_to(ada, f"{PREFIX}/rules")
        # Every link of the page stays below the path.
        page.goto(f"{site}/")
        expect(page.locator("a[data-companion]")).to_be_visible()
        links = page.locator("a").evaluate_all("all => all.map(a => a.pathname)")
        assert links
        assert all(link.startswith(f"{PREFIX}/") for link in links), links

        ada.named("Ada")
        (cookie,) = ada.context.cookies()
        assert cookie["path"] == f"{PREFIX}/"
        ada.comes_into_the_middle("modern-2013", AGAINST_BOTS)
        comes_to(ada, f"{PREFIX}/t/")
        assert ada.plays(Random(3), most=1) == 1
        page.reload()
        ada.is_asked()
        assert ada.plays(Random(4), most=1) == 1

        table = path_of(ada).rpartition("/")[2]
        page.evaluate(RESIGNS, f"{site.replace('http', 'ws')}/api/live/{table}")
        page.goto(f"{site}/t/{table}")
        page.locator("[data-replay]").click()
        expect(page.locator(".replay")).to_be_visible()
        comes_to(ada, f"{PREFIX}/replay/{table}")

        lobby = ada.opens("modern-2013", 3, {"X": {"who": "me"}}, start=False)
        ada.goes_to(lobby)
        expect(page.locator(".invite input")).to_have_value(f"{site}/t/{lobby}")

        found = ada.context.new_cdp_session(page).send("Page.getAppManifest")
        assert found["url"] == f"{site}/manifest.webmanifest"
        assert found["errors"] == []
        told = json.loads(found["data"])
        assert (told["start_url"], told["scope"]) == (".", ".")
        assert all(page.request.get(f"{site}/{icon['src']}").ok for icon in told["icons"])
        kept = page.evaluate(KEPT, f"{PREFIX}/worker.js")
        assert kept[0].endswith(f"{PREFIX}/")
        assert f"{PREFIX}/" in kept[1]
        assert all(name.startswith(f"{PREFIX}/") for name in kept[1])
    finally:
        ada.context.close()
    ada.is_well()
    assert proxy.outside == [], "something was asked for that is not below the path"
