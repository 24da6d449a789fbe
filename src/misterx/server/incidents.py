"""Count what clients do wrong, and log it in sums: never a line for each attempt."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from misterx.server.logs import get_log
from misterx.server.metrics import Counter

__all__ = ["Incidents"]

_log = get_log("connections")

_SECONDS: Final = 10.0
"""Seconds from one line about a reason to the next."""
_MOST_ADDRESSES: Final = 1_000
"""So many different addresses are told apart in one sum."""
_SHOWN: Final = 10


@dataclass
class _Sum:
    """What has happened since the last line."""

    connections: int = 0
    addresses: set[str] = field(default_factory=set)

    def add(self, address: str) -> None:
        self.connections += 1
        if len(self.addresses) < _MOST_ADDRESSES:
            self.addresses.add(address)


class Incidents:
    """Closed connections by reason: a metric, and log lines with sums.

    The first connection that is closed for a reason is logged at once. Those of the next ten
    seconds are summed up in one line, and so on until there are none for ten seconds.
    """

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._sums: dict[str, _Sum] = {}

    def count(self, reason: str, address: str) -> None:
        """Count a connection.

        Args:
            reason: why it was closed; one of a few constants of the program.
            address: where it came from; logged at level `debug` only.
        """
        self._counter.add(of=reason)
        found = self._sums.get(reason)
        if found is not None:
            found.add(address)
            return
        self._sums[reason] = _Sum()
        first = _Sum()
        first.add(address)
        _tell(reason, first, 0)
        asyncio.get_running_loop().call_later(_SECONDS, self._sum_up, reason)

    def _sum_up(self, reason: str) -> None:
        found = self._sums.pop(reason)
        if found.connections == 0:
            return
        _tell(reason, found, _SECONDS)
        self._sums[reason] = _Sum()
        asyncio.get_running_loop().call_later(_SECONDS, self._sum_up, reason)


def _tell(reason: str, found: _Sum, seconds: float) -> None:
    _log.warning(
        "connections_closed",
        reason=reason,
        connections=found.connections,
        addresses=len(found.addresses),
        seconds=seconds,
    )
    for address in sorted(found.addresses)[:_SHOWN]:
        _log.debug("connections_closed_from", reason=reason, address=address)
