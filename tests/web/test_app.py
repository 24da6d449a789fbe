"""The client as an app: it can be installed, opens without a connection, keeps only its files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from typing import Any

from playwright.sync_api import Browser

from tests.server.serving import ServerProcess
from tests.web.browsing import Person, newcomer
from tests.web.conftest import CLIENT
from tests.web.test_robust import X_AGAINST_BOTS

People = Callable[..., Person]
WORKING: dict[str, Any] = {"service_workers": "allow"}

_KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const kept = [];
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return kept.sort();
}"""
_REGISTER = "async () => (await navigator.serviceWorker.register('/worker.js')) && null"


def client_files() -> list[str]:
    kinds = {".js", ".css", ".svg", ".woff2"}
    assets = (path for path in (CLIENT.parent / "assets").iterdir() if path.suffix in kinds)
    return sorted(["/", *(f"/assets/{path.name}" for path in assets)])


def test_it_can_be_installed(people: People) -> None:
    ada = people()
    ada.page.goto(ada.url)
    line = ada.context.new_cdp_session(ada.page)
    found = line.send("Page.getAppManifest")
    assert found["url"] == f"{ada.url}/manifest.webmanifest"
    assert found["errors"] == []
    errors = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser that forgets everything installs nothing.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_the_settings_offer_to_install_it_where_the_browser_does(people: People) -> None:
    ada = people()
    ada.page.goto(f"{ada.url}/settings")
    ada.sees("h1")
    assert not ada.has("[data-install]")
    ada.page.evaluate(
        """() => dispatchEvent(Object.assign(
            new Event('beforeinstallprompt', { cancelable: true }),
            { prompt: async () => { document.title = 'asked'; } },
        ))"""
    )
    ada.page.click("[data-install]")
    ada.page.wait_for_function("document.title === 'asked'")
    assert not ada.has("[data-install]")


def test_it_opens_without_a_connection_and_keeps_nothing_of_a_game(
    browser: Browser, tmp_path: Path
) -> None:
    with ServerProcess(str(tmp_path / "app.db")) as server:
        ada = newcomer(browser, server.url, **WORKING).named("Ada")
        ada.goes_to(ada.opens("modern-2013", 3, X_AGAINST_BOTS)).is_asked()
        # When there is time for it the page sees to this itself.
        assert ada.page.evaluate(_KEPT) == client_files()
        server.kill()
        for path in ("", "/rules", "/t/ZD86XYGJ"):
            ada.page.goto(server.url + path)
            ada.sees("[data-offline]")
        for path, there in (("/settings", "#name"), ("/companion", "main h1")):
            ada.page.goto(server.url + path)
            ada.sees(there)
            assert not ada.has("[data-offline]")
        ada.page.goto(server.url)
        ada.sees("[data-offline]")
        server.start()
        ada.page.get_by_role("button", name="Try again").click()
        ada.sees("button.role:enabled")
        assert ada.page.evaluate(_KEPT) == client_files()
        ada.context.close()
        ada.is_well()


@contextmanager
def folder_served(folder: Path) -> Iterator[str]:
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_new_build_takes_over_when_no_page_of_the_old_one_is_open(
    browser: Browser, tmp_path: Path
) -> None:
    folder = copytree(CLIENT.parent, tmp_path / "client")
    worker = folder / "worker.js"
    names = "() => caches.keys()"
    with folder_served(folder) as url, browser.new_context(**WORKING) as context:
        page = context.new_page()
        page.goto(f"{url}/")
        page.evaluate(_REGISTER)
        page.evaluate("async () => (await navigator.serviceWorker.ready) && null")
        [old] = page.evaluate(names)
        worker.write_text(worker.read_text().replace(old.removesuffix("/"), "misterx-0123"))
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
        )
        assert sorted(page.evaluate(names)) == sorted([old, "misterx-0123/"])
        assert page.evaluate("name => caches.has(name)", old), "who still plays keeps his files"
        page.close()
        later = context.new_page()
        later.goto(f"{url}/")
        later.wait_for_function("async () => (await caches.keys()).join() === 'misterx-0123/'")
