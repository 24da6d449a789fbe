"""The client for the browser: its page and files, and what is said where it was not built."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from misterx.server.browser import add_client

PAGE = b'<!doctype html><script type="module" src="/assets/index-Ab12.js"></script>'
SCRIPT = b"console.log('a hat');" * 50


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as the build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "worker.js").write_bytes(SCRIPT)
    (tmp_path / "stamp.txt").write_text("of what it was built")
    (tmp_path / "assets" / "index-Ab12.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "hat.woff2").write_bytes(b"letters")
    (tmp_path / "assets" / "notes.txt").write_text("not for the browser")
    return tmp_path


def ask(folder: Path, path: str, method: str = "GET", encoding: str = "gzip") -> httpx.Response:
    app = FastAPI()
    add_client(app, folder)

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.request(method, path, headers={"accept-encoding": encoding})

    return asyncio.run(answer())


@pytest.mark.parametrize(
    "path",
    ("/", "/t/ZD86XYGJ", "/settings", "/about", "/rules", "/rules/beginner", "/tips", "/signs"),
)
def test_every_address_of_the_client_gets_its_page(built: Path, path: str) -> None:
    answer = ask(built, path)
    assert answer.status_code == 200
    assert answer.content == PAGE
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(built, path, "HEAD").status_code == 200


def test_files_are_kept_for_ever_and_sent_small(built: Path) -> None:
    small = ask(built, "/assets/index-Ab12.js")
    assert small.content == SCRIPT
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(SCRIPT) / 4
    assert small.headers["content-type"] == "text/javascript; charset=utf-8"
    assert small.headers["cache-control"] == "public, max-age=31536000, immutable"
    whole = ask(built, "/assets/index-Ab12.js", encoding="identity")
    assert "content-encoding" not in whole.headers
    assert whole.content == SCRIPT
    assert small.headers["vary"] == whole.headers["vary"] == "accept-encoding"


def test_what_makes_it_an_app_is_asked_for_again(built: Path) -> None:
    answer = ask(built, "/worker.js")
    assert (answer.status_code, answer.content) == (200, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(built, "/manifest.webmanifest").status_code == 404


def test_what_is_small_already_is_sent_as_it_is(built: Path) -> None:
    answer = ask(built, "/assets/hat.woff2")
    assert answer.content == b"letters"
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    (
        "/assets/notes.txt",
        "/assets/../index.html",
        "/assets/..%2fstamp.txt",
        "/assets/nothing.js",
        "/assets/",
        "/stamp.txt",
        "/nothing",
    ),
)
def test_nothing_else_is_served(built: Path, path: str) -> None:
    assert ask(built, path).status_code == 404


@pytest.mark.parametrize("path", ("/assets/nothing.js", "/assets/a/b", "/assets", "/api", "/api/x"))
def test_programs_get_no_page(built: Path, path: str) -> None:
    answer = ask(built, path)
    assert answer.status_code == 404
    assert PAGE not in answer.content


@pytest.mark.parametrize("path", ("/nothing", "/stamp.txt", "/t/ZD86XYGJ/more", "/apiary"))
def test_where_nothing_is_the_client_says_so(built: Path, path: str) -> None:
    answer = ask(built, path)
    assert (answer.status_code, answer.content) == (404, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert ask(built, path, "HEAD").status_code == 404
    assert PAGE not in ask(built, path, "POST").content


def test_a_client_that_was_not_built_says_what_to_do(tmp_path: Path) -> None:
    answer = ask(tmp_path, "/")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert "make play" in answer.text


def test_the_client_of_the_package_needs_nothing_from_elsewhere() -> None:
    """`make test` builds it before the tests run."""
    folder = Path(__file__).parents[2] / "src" / "misterx" / "server" / "client"
    assert (folder / "index.html").is_file(), "the client is not built: make client"
    page = (folder / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert any(link.endswith(".js") for link in links)
    for link in links:
        named = re.fullmatch(r"/assets/[\w.-]+-[\w-]{8}\.(js|css|svg|png)", link)
        assert named or link == "/manifest.webmanifest", link
        assert ask(folder, link).status_code == 200
    styles = [path.read_text(encoding="utf-8") for path in (folder / "assets").glob("*.css")]
    assert styles
    assert not any("data:" in style or "//" in style for style in styles)
