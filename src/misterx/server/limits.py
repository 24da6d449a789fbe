"""How often somebody may do something: buckets of tokens that fill again with time.

The clock is handed in, so that a test decides what time it is. Addresses are forgotten only where
that gives nobody a full bucket who had emptied his.
"""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Bucket", "Buckets", "Clock", "Headcount", "Rate", "address_key"]

Clock: TypeAlias = Callable[[], float]
"""Seconds that only ever grow, such as `time.monotonic`."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second on average, and so many at once; 0 a second: any number."""

    per_second: float
    burst: float

    @property
    def is_open(self) -> bool:
        """Whether there is no limit."""
        return self.per_second <= 0


class Bucket:
    """One bucket: full at the start."""

    __slots__ = ("_at", "_clock", "_level", "_rate")

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.burst
        self._at = clock()

    def take(self, tokens: float = 1) -> float:
        """Take tokens: 0 if there were so many, else the seconds until there are."""
        if self._rate.is_open:
            return 0.0
        now = self._clock()
        self._level = self._filled(now)
        self._at = now
        if self._level >= tokens:
            self._level -= tokens
            return 0.0
        return (tokens - self._level) / self._rate.per_second

    def is_empty(self) -> bool:
        """Return whether there is no token to take."""
        return not self._rate.is_open and self._filled(self._clock()) < 1

    def is_full(self) -> bool:
        """Whether it could be thrown away and made anew without a difference."""
        return self._filled(self._clock()) >= self._rate.burst

    def _filled(self, now: float) -> float:
        gained = max(0.0, now - self._at) * self._rate.per_second
        return min(self._rate.burst, self._level + gained)


class Buckets:
    """A bucket for each of many addresses, in bounded memory.

    When there is no room, the address that was quiet longest is forgotten if its bucket is full
    again. If it is not, more addresses than that are busy at once: whoever comes new then shares
    one bucket with all other newcomers, so that nobody can make others be forgotten.
    """

    def __init__(self, rate: Rate, clock: Clock, room: int = 20_000) -> None:
        self._rate = rate
        self._clock = clock
        self._room = room
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._newcomers = Bucket(rate, clock)

    def __len__(self) -> int:
        return len(self._of)

    def take(self, key: str, tokens: float = 1) -> float:
        """Take tokens of an address: 0 if there were so many, else the seconds until there are."""
        if self._rate.is_open:
            return 0.0
        return self._bucket(key).take(tokens)

    def is_empty(self, key: str) -> bool:
        """Return whether this address has used up its tokens."""
        return key in self._of and self._of[key].is_empty()

    def _bucket(self, key: str) -> Bucket:
        found = self._of.get(key)
        if found is not None:
            self._of.move_to_end(key)
            return found
        if len(self._of) >= self._room:
            quietest = next(iter(self._of))
            if not self._of[quietest].is_full():
                return self._newcomers
            del self._of[quietest]
        self._of[key] = made = Bucket(self._rate, self._clock)
        return made


class Headcount:
    """How many of something each address has open at a time; at most 0: any number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, key: str) -> bool:
        """Count one more; False, and nothing counted, if that would be too many."""
        if self.is_full(key):
            return False
        self._open[key] += 1
        return True

    def is_full(self, key: str) -> bool:
        """Return whether one more would be too many."""
        return 0 < self._most <= self._open[key]

    def leave(self, key: str) -> None:
        """Count one less."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    def total(self) -> int:
        """All that are open."""
        return self._open.total()


def address_key(host: str) -> str:
    """What counts as one address: of IPv6 the network of 64 bits, which is one household.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7"), address_key("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
