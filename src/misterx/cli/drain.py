"""`misterx drain`: let games end before servers are stopped."""

from __future__ import annotations

import asyncio
import secrets
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from misterx.cli.complaints import Complaint
from misterx.cli.durations import duration_ms, now_ms, time_text
from misterx.cli.serving import beside_servers, complaints, settings_of
from misterx.server.operator_orders import DRAIN, DRAIN_REPORT
from misterx.server.store.base import Operation, Store

__all__ = ["main"]

_USUAL: Final = "12h"
_LOOK_SECONDS: Final = 0.5
_SETTLE_SECONDS: Final = 4.0
"""Every server has reported after this time, so that one of several does not speak for all."""
_SILENCE_SECONDS: Final = 8.0
"""A server reports within this time, if one runs."""


def main(args: Namespace) -> int:
    """Begin or end a drain; 0 when no people play, 1 when they still did at the end of the time."""
    with complaints():
        settings = settings_of(args)
        if args.end:
            if args.for_ is not None or args.no_wait:
                raise Complaint("--end goes without --for and --no-wait")
            ended = beside_servers(settings, _end)
            print("games may begin again" if ended else "nothing was draining")
            return 0
        until = now_ms() + duration_ms(args.for_ or _USUAL)
        drain = Operation(secrets.token_hex(8), DRAIN, {}, now_ms(), until)
        beside_servers(settings, lambda store: _begin(store, drain))
        print(f"no games begin until {time_text(until)}, or `misterx drain --end`", flush=True)
        if args.no_wait:
            return 0
        return beside_servers(settings, lambda store: _wait(store, drain))


async def _end(store: Store) -> bool:
    """End every drain."""
    drains = [each for each in await store.operations(now_ms()) if each.kind == DRAIN]
    for drain in drains:
        await store.drop_operation(drain.id)
    return bool(drains)


async def _begin(store: Store, drain: Operation) -> None:
    await _end(store)
    await store.add_operation(drain)


async def _wait(store: Store, drain: Operation) -> int:
    """Wait until nobody plays at any server, and say how many games go on."""
    loop = asyncio.get_running_loop()
    begun, told = loop.time(), None
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        operations = await store.operations(now_ms())
        games = _games(operations, drain)
        if now_ms() >= drain.until_ms:
            print(f"the time is over; {games or 0} games go on")
            return 0 if not games else 1
        if all(each.id != drain.id for each in operations):
            print("the drain was ended")
            return 1
        if games is None:
            if loop.time() - begun < _SILENCE_SECONDS:
                continue
            if told is None:
                await store.drop_operation(drain.id)
            print("no server runs with this database: nothing to wait for")
            return 0
        if games == 0 and loop.time() - begun >= _SETTLE_SECONDS:
            print("nobody plays: servers can be stopped now")
            return 0
        if games not in {0, told}:
            print(f"{games} {'game goes' if games == 1 else 'games go'} on", flush=True)
            told = games


def _games(operations: Sequence[Operation], drain: Operation) -> int | None:
    """Add up what the servers report; None: no server has."""
    reports = [
        int(str(each.arguments["games"]))
        for each in operations
        if each.kind == DRAIN_REPORT and each.arguments["drain"] == drain.id
    ]
    return sum(reports) if reports else None
