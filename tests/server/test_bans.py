"""Bans at servers that run: requests are refused, live connections closed, on both engines."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from misterx.server.store import open_store
from misterx.server.store.base import Ban
from tests.server.client import Guest
from tests.server.evenings import awaited
from tests.server.serving import served

BANNED = "203.0.113.9"
FORWARDED = {"X-Forwarded-For": BANNED}
PROXY: dict[str, Any] = {"trusted_proxies": ("127.0.0.1",)}


async def ban(database: str, network: str, until_ms: int | None = None) -> None:
    """Do what `misterx bans add` does."""
    store = open_store(database)
    await store.open(migrate=False)
    try:
        await store.add_ban(Ban(network, "a secret reason", 0, until_ms))
    finally:
        await store.close()


async def lift(database: str, network: str) -> None:
    """Do what `misterx bans remove` does."""
    store = open_store(database)
    await store.open(migrate=False)
    try:
        assert await store.drop_ban(network)
    finally:
        await store.close()


async def until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(90):
        while not await is_so():
            await asyncio.sleep(0.02)


def from_banned(url: str) -> httpx.AsyncClient:
    """A client whose requests a trusted proxy has forwarded from the banned address."""
    return httpx.AsyncClient(base_url=url, headers=FORWARDED, verify=False)


def test_a_ban_holds_at_a_server_that_runs_until_it_is_lifted(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        async with from_banned(url) as http, Guest(url) as other:

            async def is_refused() -> bool:
                return (await http.get("/api/guest")).status_code == 403

            assert not await is_refused()
            await ban(database_url, f"{BANNED}/32")
            await until(is_refused)
            for method, path in (("GET", "/"), ("POST", "/api/guest"), ("GET", "/nothing")):
                answer = await http.request(method, path)
                assert answer.status_code == 403
                assert answer.json()["code"] == "banned"
                assert "secret reason" not in answer.text
            for path in ("/healthz", "/readyz"):
                assert (await http.get(path)).status_code == 200
            assert (await other.http.get("/metrics")).status_code == 200
            assert await other.get("/api/guest") is not None
            await lift(database_url, f"{BANNED}/32")
            await until(lambda: _not(is_refused()))

    with served(database_url, **PROXY) as url:
        run(url)


async def _not(asked: Any) -> bool:  # noqa: ANN401 - something to wait for
    return not await asked


def test_live_connections_of_a_banned_network_are_closed(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        async with Guest(url) as ada:
            table = await ada.open_table("modern-2013", 2)
            seat = await ada.watch(table, None)
            live = f"{url.replace('http', 'ws', 1)}/api/live/{table}"
            async with connect(live, additional_headers=FORWARDED, origin=None) as socket:
                ping = {"do": "ping"}
                await socket.send(json.dumps(ping))
                assert json.loads(await socket.recv())["type"] == "pong"
                await ban(database_url, "203.0.113.0/24")
                async with asyncio.timeout(90):
                    told = [json.loads(text) async for text in _to_the_end(socket)]
            assert [(message["type"], message["code"]) for message in told] == [("bye", "banned")]
            assert "secret" not in str(told)
            with pytest.raises(InvalidStatus) as refused:
                await connect(live, additional_headers=FORWARDED, origin=None)
            assert refused.value.response.status_code == 403
            assert b'"banned"' in (refused.value.response.body or b"")
            await seat.send({"do": "ping"})
            await seat.until(lambda: '"pong"' in seat.raw[-1])

    with served(database_url, **PROXY) as url:
        run(url)


async def _to_the_end(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    """Everything that is told until the connection is cut off."""
    with suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


def test_a_ban_that_ends_by_itself_and_one_from_before_the_start(database_url: str) -> None:
    @awaited
    async def before(_url: str) -> None:
        await ban(database_url, f"{BANNED}/32", time.time_ns() // 1_000_000 + 1_500)

    @awaited
    async def after(url: str) -> None:
        async with from_banned(url) as http:
            await until(lambda: _is_fine(http))

    with served(database_url, **PROXY) as url:
        before(url)
    with served(database_url, **PROXY) as url:
        after(url)


async def _is_fine(http: httpx.AsyncClient) -> bool:
    return (await http.get("/api/guest")).status_code == 200


def test_every_process_of_a_database_refuses(
    request: pytest.FixtureRequest,
) -> None:
    database: str = request.getfixturevalue("postgres").new_database()

    @awaited
    async def run(urls: list[str]) -> None:
        await ban(database, f"{BANNED}/32")
        for url in urls:
            async with from_banned(url) as http:
                await until(lambda http=http: _not(_is_fine(http)))  # type: ignore[misc]

    with ExitStack() as stack:
        run([stack.enter_context(served(database, **PROXY)) for _ in range(2)])


def test_an_address_that_no_trusted_proxy_forwards_is_not_believed(database_url: str) -> None:
    @awaited
    async def run(url: str) -> None:
        await ban(database_url, f"{BANNED}/32")
        await ban(database_url, "127.0.0.2/32")
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2", verify=False)
        async with (
            from_banned(url) as pretends,
            httpx.AsyncClient(base_url=url, transport=transport) as direct,
        ):
            await until(lambda: _not(_is_fine(direct)))
            assert await _is_fine(pretends)

    with served(database_url) as url:
        run(url)
