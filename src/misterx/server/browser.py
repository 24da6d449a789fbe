"""The client for the browser: its one page and its files, as the build of the package left them.

All files are known when the server starts, so no path of a request ever reaches the disk.
"""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable

from fastapi import FastAPI, Path, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from misterx.server.payload import Payload

__all__ = ["add_client"]

_PAGES = (
    "/",
    "/t/{table}",
    "/learn",
    "/learn/{lesson}",
    "/settings",
    "/statistics",
    "/about",
    "/rules",
    "/rules/{edition}",
    "/tips",
    "/signs",
    "/replay",
    "/replay/{table}",
    "/companion",
    "/companion/{role}",
)
"""Every address that the client has a page for; it is the same file, and the client looks."""
_BESIDE = ("manifest.webmanifest", "worker.js")
"""Files beside the page whose names stay the same: what makes it an app."""
_FOR_PROGRAMS = ("/api/", "/assets/")
"""What lies below these is no page, whether there is such a thing or not."""
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_ALREADY_SMALL = frozenset({".png", ".woff2"})
_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
"""A file of this name never changes: the name holds a hash of what is in it."""
_ASK_AGAIN = {"cache-control": "no-cache"}

_NOT_BUILT = """\
The server runs, but its page has not been built.

`make play` in the source tree builds it, and so does installing the package (`pip install .`); both
use Node 20.19 or newer, or fetch it. Programs can play here without it.
"""


def add_client(app: FastAPI, folder: Traversable | None = None, prefix: str = "") -> None:
    """Serve the client of the package, or of a folder; say so where it has not been built.

    Args:
        app: What serves it.
        folder: Where it was built; by default that of the package.
        prefix: What stands before every path of the site; the page asks for its files there.
    """
    folder = folder or resources.files("misterx.server") / "client"
    page = _read_page(folder / "index.html", prefix)
    assets = _read_all(folder / "assets")
    for name in _BESIDE:
        _add_file(app, f"/{name}", _read(folder / name))

    async def show_page(request: Request) -> Response:
        if page is None:
            return PlainTextResponse(_NOT_BUILT, 404)
        return page.answer(request, _ASK_AGAIN)

    no_such_thing = app.router.default

    async def show_missing(scope: Scope, receive: Receive, send: Send) -> None:
        """Where nothing is, the client says so, in the reader's language."""
        is_reader = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        if page is None or not is_reader or f"{scope['path']}/".startswith(_FOR_PROGRAMS):
            await no_such_thing(scope, receive, send)
            return
        answer = page.answer(Request(scope), _ASK_AGAIN)
        answer.status_code = 404
        await answer(scope, receive, send)

    app.router.default = show_missing
    # A redirection to the address without a slash would not know what a proxy has cut off.
    for path in (*_PAGES, *(f"{path}/" for path in _PAGES if path != "/")):
        app.add_api_route(path, show_page, methods=["GET", "HEAD"], include_in_schema=False)

    @app.api_route("/assets/{name}", methods=["GET", "HEAD"], include_in_schema=False)
    async def show_asset(request: Request, name: str = Path(max_length=200)) -> Response:
        found = assets.get(name)
        if found is None:
            return PlainTextResponse("there is no such file\n", 404)
        return found.answer(request, _FOR_EVER)


def _add_file(app: FastAPI, path: str, file: Payload | None) -> None:
    async def show_file(request: Request) -> Response:
        if file is None:
            return PlainTextResponse("there is no such file\n", 404)
        return file.answer(request, _ASK_AGAIN)

    app.add_api_route(path, show_file, methods=["GET", "HEAD"], include_in_schema=False)


def _read_page(path: Traversable, prefix: str) -> Payload | None:
    """The page, whose files are below the prefix; none if it is not there."""
    if not path.is_file():
        return None
    text = re.sub(rb'((?:href|src)=")(?=/)', rb"\1" + prefix.encode(), path.read_bytes())
    return Payload(text, _TYPES[".html"])


def _read(path: Traversable) -> Payload | None:
    """A file of the client; none if it is not there, or not of a kind that is served."""
    suffix = "." + path.name.rpartition(".")[2]
    if suffix not in _TYPES or not path.is_file():
        return None
    return Payload(path.read_bytes(), _TYPES[suffix], suffix in _ALREADY_SMALL)


def _read_all(folder: Traversable) -> dict[str, Payload]:
    if not folder.is_dir():
        return {}
    found = {path.name: _read(path) for path in folder.iterdir()}
    return {name: file for name, file in found.items() if file is not None}
