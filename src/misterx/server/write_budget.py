"""How many bytes guests and addresses may have stored: talk, notes, marks, names, new tables.

Moves of a game need no budget: a game ends.
"""

from __future__ import annotations

import time
from math import ceil
from typing import Final

from misterx.server.entry import GuestId
from misterx.server.limits import Buckets, Clock, Rate
from misterx.server.settings import Settings
from misterx.server.table.refusals import No, TableCode

__all__ = ["WriteBudget"]

_AT_ONCE: Final = 512
"""Seconds' worth of bytes that may be stored at once."""
_GUEST_PART: Final = 0.5
"""The part of an address's budget that one guest may use."""
_ROW_BYTES: Final = 200
"""What an entry takes besides what was written."""


class WriteBudget:
    """The bytes that each guest and each address may still have stored."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        rate = settings.stored_bytes_per_second
        self._addresses = Buckets(Rate(rate, rate * _AT_ONCE), clock)
        part = rate * _GUEST_PART
        self._guests = Buckets(Rate(part, part * _AT_ONCE), clock)

    def take(self, address: str, guest: GuestId | None, size: int) -> No | None:
        """Take what a request of so many bytes may store; the refusal says when to try again."""
        tokens = size + _ROW_BYTES
        wait = 0.0 if guest is None else self._guests.take(guest, tokens)
        if wait <= 0:
            wait = self._addresses.take(address, tokens)
        if wait <= 0:
            return None
        return No(
            TableCode.TOO_FAST,
            f"you have written very much; moves are taken, anything else again in {ceil(wait)} s",
        )
