"""A server below a path of its host, `https://example.org/misterx/`, behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from misterx.server.listening import welcome
from misterx.server.settings import Settings
from tests.server.client import Guest
from tests.server.evenings import Evening, awaited
from tests.server.serving import served
from tests.server.stripping_proxy import stripping

PUBLIC = "https://example.org/games/misterx"
PREFIX = "/games/misterx"


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server itself."""
    folder = tmp_path_factory.mktemp("prefix")
    with served(str(folder / "tables.db"), public_url=PUBLIC) as url:
        yield url


@pytest.mark.parametrize("proxy", ("cuts the path off", "leaves the path"))
def test_everything_is_found_whether_or_not_the_proxy_cuts_the_path_off(
    direct: str, proxy: str
) -> None:
    before = "" if proxy == "cuts the path off" else PREFIX
    with httpx.Client(base_url=direct) as http:
        page = http.get(f"{before}/t/ABCD2345")
        assert page.status_code == 200
        assert f'src="{PREFIX}/assets/' in page.text
        assert f'href="{PREFIX}/manifest.webmanifest"' in page.text
        assert 'src="/assets/' not in page.text
        script = page.text.split(f'src="{PREFIX}', 1)[1].split('"', 1)[0]
        for path in (script, "/manifest.webmanifest", "/worker.js", "/healthz", "/rules/", "/"):
            answer = http.get(before + path)
            assert answer.status_code == 200, path
            assert not answer.history
        assert http.get(f"{before}/api/catalogue").json()["public_url"] == PUBLIC
        assert http.get(f"{before}/api/nothing").status_code == 404
    if before:
        assert httpx.get(direct + PREFIX).status_code == 200
        assert httpx.get(direct + PREFIX + "more").status_code == 404


def test_the_cookie_is_for_the_path_alone(direct: str) -> None:
    given = httpx.post(f"{direct}/api/guest", json={"name": "Ada"}).headers["set-cookie"]
    # Browsers take a cookie with `__Host-` only for the whole host.
    assert given.startswith("__Secure-misterx_")
    assert f"Path={PREFIX}/;" in given
    assert "Secure" in given


def test_programs_are_told_where_the_interface_is(direct: str) -> None:
    assert httpx.get(f"{direct}/openapi.json").json()["servers"] == [{"url": PUBLIC}]


def test_the_origin_of_a_page_has_no_path(direct: str) -> None:
    for origin, status in (("https://example.org", 200), (PUBLIC, 403), ("https://x.org", 403)):
        headers = {"Host": "example.org", "Origin": origin}
        answer = httpx.post(f"{direct}/api/guest", json={"name": "Ada"}, headers=headers)
        assert answer.status_code == status, origin


def test_the_addresses_that_are_printed_have_the_path() -> None:
    said = welcome(Settings(database="unused", public_url=PUBLIC), 8642)
    assert f"  {PUBLIC}/\n" in said
    assert f"  http://127.0.0.1:8642{PREFIX}/\n" in said


@awaited
async def test_a_game_is_played_through_a_proxy_that_cuts_the_path_off(tmp_path: Path) -> None:
    with stripping("/misterx") as proxy:
        public = f"http://127.0.0.1:{proxy.port}/misterx"
        with served(str(tmp_path / "tables.db"), public_url=public) as url:
            proxy.server_port = int(url.rpartition(":")[2])
            async with Evening(public) as evening:
                ada = Guest(public, "Ada", headers={"Origin": f"http://127.0.0.1:{proxy.port}"})
                async with ada:
                    seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
                    table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
                    seat = await evening.watch(ada, table, "X")
                    assert await seat.play(Random(1), most=1) == 1
                    assert proxy.outside == []
