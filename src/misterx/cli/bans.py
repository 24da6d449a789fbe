"""`misterx bans`: addresses that no server of a database answers."""

from __future__ import annotations

import ipaddress
import json
from argparse import Namespace
from dataclasses import asdict
from typing import Final

from misterx.cli.complaints import Complaint
from misterx.cli.durations import duration_ms, now_ms, time_text
from misterx.cli.output import Column, columns_table, console_for
from misterx.cli.serving import beside_servers, complaints, settings_of
from misterx.server.bans import Network, contains_loopback, read_network
from misterx.server.settings import Settings
from misterx.server.store.base import Ban, Store

__all__ = ["main"]

_MOST_REASON: Final = 200


def main(args: Namespace) -> int:
    """Do one of the actions and say what was done."""
    with complaints():
        settings = settings_of(args)
        match args.action:
            case "list":
                _list(settings, as_json=args.json)
            case "add":
                _add(settings, args)
            case _:
                _remove(settings, _network(args.network))
    return 0


def _list(settings: Settings, *, as_json: bool) -> None:
    async def read(store: Store) -> list[Ban]:
        return list(await store.bans(now_ms()))

    bans = beside_servers(settings, read)
    if as_json:
        print(json.dumps([asdict(ban) for ban in bans], indent=1))
    elif not bans:
        print("no address is banned")
    else:
        columns = (
            Column("network", [ban.network for ban in bans]),
            Column("since", [time_text(ban.created_ms) for ban in bans]),
            Column("until", [time_text(ban.until_ms) for ban in bans]),
            Column("reason", [ban.reason or "-" for ban in bans], wraps=True),
        )
        console_for().print(columns_table(columns))


def _add(settings: Settings, args: Namespace) -> None:
    network = _network(args.network)
    if not args.yes:
        _look_before(network, settings)
    reason = args.reason or ""
    if len(reason) > _MOST_REASON or not reason.isprintable():
        raise Complaint(f"--reason must be one line of at most {_MOST_REASON} letters")
    now = now_ms()
    until = None if args.for_ is None else now + duration_ms(args.for_)
    ban = Ban(str(network), reason, now, until)
    beside_servers(settings, lambda store: store.add_ban(ban))
    ends = "until it is removed" if until is None else f"until {time_text(until)}"
    print(f"banned: {network}, {ends}; servers that run refuse it within seconds")


def _look_before(network: Network, settings: Settings) -> None:
    """Refuse what would most likely be a mistake."""
    if contains_loopback(network):
        raise Complaint(
            f"{network} contains this computer itself (loopback)",
            "add --yes if that is meant; /healthz, /readyz and /metrics are answered anyway",
        )
    for proxy in map(ipaddress.ip_network, settings.trusted_proxies):
        if proxy.version == network.version and proxy.overlaps(network):
            raise Complaint(
                f"{network} contains the trusted proxy {proxy}",
                "add --yes if that is meant: requests that come from the proxy itself are refused",
            )


def _remove(settings: Settings, network: Network) -> None:
    if not beside_servers(settings, lambda store: store.drop_ban(str(network))):
        raise Complaint(f"{network} is not banned", "`misterx bans list` lists what is", code=1)
    print(f"no longer banned: {network}")


def _network(text: str) -> Network:
    try:
        return read_network(text)
    except ValueError as error:
        raise Complaint(str(error)) from None
