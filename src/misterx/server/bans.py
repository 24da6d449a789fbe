"""Networks of addresses whose requests are refused."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final, TypeAlias

__all__ = ["Bans", "Network", "contains_loopback", "read_network"]

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")
"""IPv4 addresses as IPv6 writes them."""
_LOOPBACK: Final = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))


def read_network(text: str) -> Network:
    """Return the network that a text names: an address, or a network such as `192.0.2.0/24`.

    Raises:
        ValueError: What is wrong with the text, and what to write instead.

    >>> str(read_network("192.0.2.7")), str(read_network("::ffff:192.0.2.0/120"))
    ('192.0.2.7/32', '192.0.2.0/24')
    """
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise ValueError(
            f"{text!r:.80} is not a network: write an address or a network, such as 192.0.2.7, "
            "192.0.2.0/24 or 2001:db8::/32"
        ) from None
    address = text.partition("/")[0]
    if ipaddress.ip_address(address) != network.network_address:
        raise ValueError(
            f"{text!r:.80} is an address inside of a network: write {network} for the network, or "
            f"{address} for the address"
        )
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        first = network.network_address.ipv4_mapped
        assert first is not None
        return ipaddress.ip_network((first, network.prefixlen - _MAPPED.prefixlen))
    return network


def contains_loopback(network: Network) -> bool:
    """Whether addresses of the computer itself are in a network."""
    return any(network.version == own.version and network.overlaps(own) for own in _LOOPBACK)


class Bans:
    """The networks that are banned now; a lookup takes as long as there are lengths of prefixes."""

    def __init__(self) -> None:
        self._networks: frozenset[str] = frozenset()
        self._known: dict[tuple[int, int], set[int]] = {}
        """By version and length of the prefix: the first addresses, without the bits after it."""

    def replace(self, networks: Iterable[str]) -> bool:
        """Ban these networks and no others; True if that is a change."""
        new = frozenset(networks)
        if new == self._networks:
            return False
        self._networks = new
        self._known = {}
        for network in map(read_network, new):
            spare = network.max_prefixlen - network.prefixlen
            first = int(network.network_address) >> spare
            self._known.setdefault((network.version, spare), set()).add(first)
        return True

    def cover(self, host: str) -> bool:
        """Whether an address is banned; what is not an address never is."""
        if not self._known:
            return False
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        version, number = address.version, int(address)
        return any(
            number >> spare in firsts
            for (of, spare), firsts in self._known.items()
            if of == version
        )
