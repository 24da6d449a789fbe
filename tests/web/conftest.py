"""For the tests of the client: a browser, and a server that has the built client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import misterx.server
from tests.server.serving import served
from tests.web.browsing import PATIENCE_MS, Person, chromium, newcomer

# A busy machine takes its time; what never comes fails all the same.
expect.set_options(timeout=PATIENCE_MS)
CLIENT = Path(misterx.server.__file__).parent / "client" / "index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # No longer than a module: while it runs, nothing else in this thread may use asyncio.
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert CLIENT.is_file(), "the client is not built: `make play` or an install builds it"
    with served(str(tmp_path_factory.mktemp("web") / "web.db")) as address:
        yield address


@pytest.fixture
def people(browser: Browser, url: str) -> Iterator[Callable[..., Person]]:
    """Whoever is wanted, by name; at the end nothing has gone wrong in anybody's page."""
    there: list[Person] = []

    def come(name: str | None = None, **device: Any) -> Person:  # noqa: ANN401 - Playwright's
        person = newcomer(browser, url, **device)
        there.append(person)
        return person if name is None else person.named(name)

    yield come
    for person in there:
        person.context.close()
        person.is_well()
