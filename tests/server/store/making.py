"""Entries and open stores for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from misterx.server.entry import Body, Entry
from misterx.server.store import open_store
from misterx.server.store.base import Appended, Guest, Store

NOW = 1_700_000_000_000
"""Some day in November 2023."""


def entry(
    seq: int,
    request: str | None = None,
    author: str = "anna",
    *,
    ms: int = NOW,
    kind: str = "move",
    body: Body | None = None,
) -> Entry:
    return Entry(seq, ms, 1500, kind, author, request, body or {"to": seq}, {"phase": "playing"})


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = open_store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def new_table(store: Store, table: str, *members: str, ms: int = NOW) -> None:
    first = entry(1, author="host", ms=ms, kind="open")
    assert await store.create_table(table, first, members) is Appended.DONE


async def numbers(store: Store, table: str) -> list[int]:
    return [each.seq for each in await store.entries(table)]


async def guest_by_token(store: Store, token_hash: bytes) -> Guest | None:
    return (await store.guests_by_token([token_hash])).get(token_hash)
