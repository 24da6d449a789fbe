"""Everything that a server takes from outside: the time, fresh names, and dice.

Tests hand in their own world, and then the same requests give the same bytes.
"""

from __future__ import annotations

import secrets
import time
from random import Random, SystemRandom

from misterx.core import Seat
from misterx.server.entry import GuestId, TableId

__all__ = ["World"]

_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for each other."""
_CODE_LENGTH = 8
_STANDSTILL_MS = 10_000
"""A process that does nothing for so long was stopped, or its computer slept."""


class World:
    """The operating system's clock and randomness."""

    dice: Random = SystemRandom()
    """What cards and roles are drawn with."""
    _alive_ms = 0
    _looked_ms: int | None = None
    """What the monotonic clock said last."""

    def now_ms(self) -> int:
        """The time of day, in milliseconds since 1970. It can be set, forward and back."""
        return time.time_ns() // 1_000_000

    def alive_ms(self) -> int:
        """How long this process has run. To be asked every few seconds.

        By the monotonic clock, which nobody can set. On Linux and macOS it stands still while the
        computer sleeps. Elsewhere, and while the process is stopped, it goes on: such a time is
        known by its length, and left out.
        """
        now = time.monotonic_ns() // 1_000_000
        passed = 0 if self._looked_ms is None else now - self._looked_ms
        self._looked_ms = now
        if passed < _STANDSTILL_MS:
            self._alive_ms += passed
        return self._alive_ms

    def token(self) -> str:
        """A secret that nobody guesses."""
        return secrets.token_urlsafe(32)

    def guest_id(self) -> GuestId:
        """A new name for a guest, no secret."""
        return secrets.token_hex(8)

    def table_id(self) -> TableId:
        """A new address for a table, short enough to be typed."""
        return "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))

    def bot_seed(self, turn: int, seat: Seat) -> str | None:  # noqa: ARG002 - for worlds of tests
        """The seed of a computer player's dice for one move; None: nobody can know it."""
        return None
