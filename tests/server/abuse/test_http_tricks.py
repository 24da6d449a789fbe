"""Odd requests: strange paths, methods, headers and bodies. None is a fault of the server's."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.server.abuse.product import Product, product
from tests.server.client import Guest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    folder = tmp_path_factory.mktemp("tricks")
    with product(folder, requests_per_second=0, tables_per_hour=0) as running:
        yield running
        running.nothing_failed()


def kept(server: Product) -> list[Any]:
    """Everything in the database, but for when a guest was last seen."""
    with sqlite3.connect(server.database) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        found: list[Any] = []
        for (name,) in sorted(tables):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            chosen = ", ".join(f'"{c}"' for c in columns if c not in {"seen_ms", "beat_ms"})
            found += sorted(map(repr, database.execute(f"SELECT {chosen} FROM {name}")))
        return found


def test_no_get_changes_anything(server: Product) -> None:
    """Nor does a HEAD or an OPTIONS, nor a GET that says it is something else."""

    async def look() -> None:
        async with Guest(server.url, "Ada") as ada:
            table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
            link = (await ada.post(f"/api/tables/{table}/seats/X/link"))["token"]
            paths = list((await ada.get("/openapi.json"))["paths"])
            assert len(paths) > 8
            before = kept(server)
            assert any("modern-2013" in row for row in before)
            for path in (*paths, "/", "/readyz", "/metrics"):
                address = path.replace("{table}", table).replace("{seat}", "X")
                for query in ("", f"?token={link}&_method=DELETE&name=Eve&who=open"):
                    for method in ("GET", "HEAD", "OPTIONS"):
                        override = {"X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "POST"}
                        body = json.dumps({"token": link, "name": "Eve", "who": "open"})
                        answer = await ada.http.request(
                            method, address + query, headers=override, content=body
                        )
                        assert answer.status_code < 500
            assert kept(server) == before
            await ada.post("/api/link", {"token": link})
            assert kept(server) != before

    asyncio.run(look())


PATHS = (
    *("//", "/..", "/../..", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fpyproject.toml", "/%00"),
    *("/style.css/../../app.py", "/style.css%00.html", "/index.html", "/pages", "/.git/config"),
    *("/api", "/api/", "//api//tables", "/API/tables", "/api/tables/", "/api/tables/%ff%fe"),
    *("/api/tables/%2e%2e", "/api/tables/abcd2345", "/api/tables/ABCD2345%0a", "/api/tables/0000"),
    *("/api/tables/ABCD2345/record?seat=%00", "/api/tables/ABCD2345/record?seat[]=X"),
    *("/api/tables/ABCD2345/seats/X", "/api/tables/ABCD2345/seats/../start", "/api/live"),
    *("/api/live/ABCD2345", "/api/live/%00", "/api/live/" + "A" * 4_000),
    *("/docs", "/redoc", "/static", "/openapi.json/", "/metrics/..", "/" + "a" * 5_000),
    *("/?" + "a=b&" * 1_000, "/api/tables/" + "A" * 4_000),
)


@pytest.mark.parametrize("method", ("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"))
def test_strange_paths_lead_nowhere(server: Product, method: str) -> None:
    with httpx.Client(base_url=server.url, timeout=90) as http:
        for path in PATHS:
            answer = raw(server, f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            status = int(answer.split()[1])
            assert status in {200, 307, 400, 401, 403, 404, 405, 422}, (method, path, answer)
            assert b"[project]" not in answer
            assert b"root:" not in answer
            if status == 200:
                assert method == "GET"
                assert answer.partition(b"\r\n\r\n")[2].startswith((b"<!doctype", b"# HELP", b"{"))
        assert http.get("/readyz").status_code == 200


def raw(server: Product, head: str, body: bytes = b"") -> bytes:
    """The answer to a request that no library would send; nothing if the line was cut."""
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        answer = b""
        with suppress(ConnectionError):
            line.sendall(head.encode("latin-1") + b"Connection: close\r\n\r\n" + body)
            while more := line.recv(65_536):
                answer += more
    return answer


STRANGE_HEADS = (
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n",
    "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1e9\r\n",
    f"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {'9' * 100}\r\n",
    "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n",
    "POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n",
    "GET / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nbad header\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X: y\r\n" * 200_000,
    "GET /" + "a" * 100_000 + " HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n",
    "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n",
    "\x00\x01\x02\r\n",
    "PRI * HTTP/2.0\r\n",
)


@pytest.mark.parametrize("head", STRANGE_HEADS, ids=lambda head: head[:40])
def test_strange_heads_are_refused(server: Product, head: str) -> None:
    answer = raw(server, head)
    assert re.match(rb"HTTP/1.1 4\d\d ", answer) or answer == b""


BODIES: tuple[bytes, ...] = (
    *(b"", b"\x00", b"\xff\xfe", b"null", b"[]", b"{}", b"{", b'"', b"NaN", b"9" * 10_000),
    *(b"[" * 15_000, b'{"name":' * 1_900, b'{"name": "a", "name": '),
    b'{"name":"\\ud800"}',
    b'{"\\ud800":"a"}',
    b'{"name":NaN}',
    b'{"name":' + b"9" * 5_000 + b"}",
    b'{"name":"a","x":1}',
    b"name=Ada",
    b'{"edition":"\\ud800","players":2}',
    b'{"edition":"modern-2013","players":1e400}',
    b'{"edition":"modern-2013","players":2,"options":{"\\ud800":true}}',
    b'{"edition":"modern-2013","players":2,"seats":{"\\ud800":{"who":"me"}}}',
    b'{"edition":"modern-2013","players":2,"clock":{"kind":"move","seconds":1e300}}',
    b'{"token":"' + b"x" * 101 + b'"}',
    b'{"who":"me"}',
)
TYPES = ("application/json", "application/x-www-form-urlencoded", "")


def test_strange_bodies_are_refused(server: Product) -> None:
    async def send() -> None:
        async with Guest(server.url, "Ada") as ada:
            table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
            before = kept(server)
            paths = (
                ("POST", "/api/guest"),
                ("POST", "/api/tables"),
                ("POST", "/api/link"),
                ("POST", f"/api/tables/{table}/join"),
                ("PUT", f"/api/tables/{table}/seats/H1"),
            )
            for body in BODIES:
                for kind in TYPES:
                    for method, path in paths:
                        if path.endswith("/join") and body == b"{}":
                            continue  # nothing is strange about that
                        answer = await ada.http.request(
                            method, path, content=body, headers={"content-type": kind}
                        )
                        assert answer.status_code in {400, 422}, (
                            path,
                            body[:50],
                            kind,
                            answer.text,
                        )
                        assert set(answer.json()) == {"code", "message"}
                        assert len(answer.text) < 1_000
            assert kept(server) == before

    asyncio.run(send())
