"""Guests: a name, an identity in a cookie, one-time links that move a seat to another device."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import NamedTuple

from misterx.server.entry import GuestId, TableId
from misterx.server.lookups import Lookups
from misterx.server.store.base import Guest, Link, Store
from misterx.server.world import World

__all__ = ["Guests", "hashed"]

_LINK_MS = 15 * 60 * 1000
_DAY_MS = 24 * 3600 * 1000
_MOST_CACHED = 20_000
_TRUST_MS = 30_000
"""How long a guest is known without asking the database again."""


class _Known(NamedTuple):
    """A guest, and when the database was last asked about them."""

    guest: Guest
    asked_ms: int


class Guests:
    """Everybody who has ever given a name here, as far as the database remembers."""

    def __init__(self, store: Store, world: World) -> None:
        self._store = store
        self._world = world
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._by_token = Lookups(store.guests_by_token)

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token that is his alone."""
        guest = Guest(self._world.guest_id(), name, self._world.now_ms())
        token = self._world.token()
        await self._store.add_guest(guest, hashed(token))
        return guest, token

    async def find(self, token: str | None) -> Guest | None:
        """Whose token this is."""
        if not token:
            return None
        now, key = self._world.now_ms(), hashed(token)
        known = self._known.get(key)
        if known is not None and now - known.asked_ms < _TRUST_MS:
            return known.guest
        guest = await self._by_token.find(key)
        if guest is None:
            self._known.pop(key, None)
            return None
        if now - guest.seen_ms >= _DAY_MS:
            await self._store.seen_guest(guest.id, now)
        self._known[key] = _Known(guest, now)
        self._known.move_to_end(key)
        while len(self._known) > _MOST_CACHED:
            self._known.popitem(last=False)
        return guest

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Call a guest otherwise from now on."""
        await self._store.rename_guest(guest.id, name)
        self._forget(guest.id)
        return Guest(guest.id, name, guest.created_ms)

    async def delete(self, guest: Guest) -> list[TableId]:
        """Delete what is known of a guest; returns the tables that have changed by it."""
        touched = await self._store.forget_guest(guest.id)
        self._forget(guest.id)
        return list(touched or ())

    def _forget(self, guest: GuestId) -> None:
        for key in [key for key, known in self._known.items() if known.guest.id == guest]:
            del self._known[key]

    async def make_link(self, link: Link) -> tuple[str, int]:
        """A one-time link to a seat: its token, and when it expires."""
        token = self._world.token()
        expires = self._world.now_ms() + _LINK_MS
        await self._store.add_link(hashed(token), link, expires)
        return token, expires

    async def find_link(self, token: str) -> Link | None:
        """What a one-time link gives, if it was not used and is not too old."""
        return await self._store.find_link(hashed(token), self._world.now_ms())

    async def drop_link(self, token: str) -> None:
        """A one-time link was used."""
        await self._store.drop_link(hashed(token))


def hashed(token: str) -> bytes:
    """What the database keeps of a secret; a random one of 256 bits needs no salt."""
    return hashlib.sha256(token.encode()).digest()
