"""TCP connections: how many there may be, and how long a request may take to arrive.

uvicorn answers HTTP; `LimitedHttp` is its protocol with limits of its own. They apply as soon as a
connection is accepted, before a byte is parsed, and before the guard sees a request:

- connections of one address, and connections in total, below the number of files that may be open;
- new connections of one address;
- seconds until the headers of a request are complete;
- seconds without progress while a client does not read what it asked for;
- requests that are not HTTP, per address.

What is closed is counted by reason, and logged in sums.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, ClassVar, Final, NamedTuple, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr

from misterx.server.incidents import Incidents
from misterx.server.limits import Buckets, Clock, Headcount, Rate, address_key
from misterx.server.metrics import Registry
from misterx.server.settings import Settings

__all__ = [
    "CLIENT_FAULTS",
    "Connections",
    "LimitedHttp",
    "Unread",
    "limited_http",
    "raise_file_limit",
]

CLIENT_FAULTS: Final = logging.getLogger("uvicorn.error.connections")
"""uvicorn's log of a connection. It warns of each mistake of a client, which is counted here
instead; only errors, which are the server's own, are logged."""
CLIENT_FAULTS.setLevel(logging.ERROR)

_HEADER_SECONDS: Final = 10.0
_UNREAD_SECONDS: Final = 30.0
_BURST_SECONDS: Final = 5
_NEW_FOR_REQUEST: Final = 2
"""New connections for each request that is allowed. Who goes beyond it is not even told so: an
answer costs far more than closing a connection."""
_FEWEST_AT_ONCE: Final = 20.0
_OTHER_FILES: Final = 128
"""Files that are left for the database, the workers and the client's pages."""


class Connections:
    """Count the open connections of a server, and decide which are accepted.

    Args:
        settings: limits and trusted proxies.
        registry: where connections are counted.
        clock: seconds for the rates.
        most: connections in total; by default as many as the system lets this process open, minus
            some for other files.
    """

    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        clock: Clock = time.monotonic,
        most: int | None = None,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self._most = most if most is not None else _most_connections(raise_file_limit())
        self._proxies = tuple(ip_network(each) for each in settings.trusted_proxies)
        self._open: dict[asyncio.Transport, _Peer] = {}
        self._of = Headcount(settings.connections_per_address)
        self._waiting: OrderedDict[asyncio.Transport, None] = OrderedDict()
        """Connections on which no request has arrived yet, the oldest first."""
        rate = settings.requests_per_second
        self._invalid = Buckets(Rate(rate, max(1.0, rate * _BURST_SECONDS)), clock)
        rate *= _NEW_FOR_REQUEST
        self._new = Buckets(Rate(rate, max(_FEWEST_AT_ONCE, rate * _BURST_SECONDS)), clock)
        self._incidents = Incidents(
            registry.counter(
                "misterx_closed_connections_total", "Connections closed by a limit.", "reason"
            )
        )
        registry.gauge("misterx_connections", "Open TCP connections.", self._open.__len__)

    @property
    def open(self) -> int:
        """How many connections are open."""
        return len(self._open)

    def enter(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False if it must be closed."""
        remote = get_remote_addr(transport)
        host = remote[0] if remote else "?"
        peer = _Peer(address_key(host), self._is_proxy(host))
        if not self._is_admitted(peer):
            return False
        if not peer.is_proxy:
            self._of.enter(peer.address)
        self._open[transport] = peer
        self._waiting[transport] = None
        return True

    def _is_admitted(self, peer: _Peer) -> bool:
        reason = None
        if not peer.is_proxy and self._invalid.is_empty(peer.address):
            reason = "after_invalid_requests"
        elif not peer.is_proxy and self._new.take(peer.address) > 0:
            reason = "too_fast"
        elif not peer.is_proxy and self._of.is_full(peer.address):
            reason = "too_many_of_address"
        elif len(self._open) >= self._most and not self._make_room():
            reason = "too_many"
        if reason is not None:
            self._incidents.count(reason, peer.address)
        return reason is None

    def _make_room(self) -> bool:
        """Close the connection that has waited longest for its first request."""
        if not self._waiting:
            return False
        transport, _ = self._waiting.popitem(last=False)
        self.count("too_many", transport)
        transport.abort()
        self.leave(transport)
        return True

    def asked(self, transport: asyncio.Transport) -> None:
        """Note that a connection has brought a request."""
        self._waiting.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        self._waiting.pop(transport, None)
        peer = self._open.pop(transport, None)
        if peer is not None and not peer.is_proxy:
            self._of.leave(peer.address)

    def count(self, reason: str, transport: asyncio.Transport, address: str = "") -> None:
        """Count a connection that is closed, of this address or of where it comes from."""
        peer = self._open.get(transport)
        self._incidents.count(reason, address or (peer.address if peer else "?"))

    def invalid_request(self, transport: asyncio.Transport) -> bool:
        """Count a request that is not HTTP; False if its address had too many to be answered."""
        self.count("invalid_request", transport)
        peer = self._open.get(transport)
        return peer is None or peer.is_proxy or self._invalid.take(peer.address) <= 0

    def _is_proxy(self, host: str) -> bool:
        if not self._proxies:
            return False
        try:
            address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(_is_within(address, network) for network in self._proxies)


class _Peer(NamedTuple):
    address: str
    is_proxy: bool


def _is_within(address: IPv4Address | IPv6Address, network: IPv4Network | IPv6Network) -> bool:
    return address.version == network.version and address in network


# --- open files ---------------------------------------------------------------------------


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; return how many."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 - not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # macOS calls its hard limit infinite, and refuses that
            return sys.maxsize if soft == resource.RLIM_INFINITY else soft
    return sys.maxsize if hard == resource.RLIM_INFINITY else hard


def _most_connections(files: int) -> int:
    return max(files - _OTHER_FILES, files // 2)


# --- HTTP ---------------------------------------------------------------------------------


class Unread:
    """Close a connection whose client reads nothing for a while although something waits.

    Args:
        transport: the connection.
        close: called when the time is over.
    """

    def __init__(self, transport: asyncio.WriteTransport, close: Callable[[], None]) -> None:
        self._transport = transport
        self._close = close
        self._waiting = 0
        """Bytes that waited when somebody looked last."""
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin to wait: more is written than the client has read."""
        self.end()
        self._waiting = self._transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(_UNREAD_SECONDS, self._look)

    def end(self) -> None:
        """Stop waiting: the client has read, or has gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        if self._transport.get_write_buffer_size() < self._waiting:
            self.begin()
        else:
            self._close()


class LimitedHttp(H11Protocol):
    """uvicorn's HTTP connection, with the limits of `Connections`."""

    limits: ClassVar[Connections]

    _header_timer: asyncio.TimerHandle | None = None
    _unread: Unread | None = None
    """None: the connection was not accepted."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - whatever uvicorn's takes
        self._arguments = arguments

    def connection_made(  # type: ignore[override] # as uvicorn's own
        self, transport: asyncio.Transport
    ) -> None:
        """Accept a connection, or close it at once, before there is a parser for it."""
        if not self.limits.enter(transport):
            transport.abort()
            return
        super().__init__(**self._arguments)
        self.logger = CLIENT_FAULTS
        self._unread = Unread(transport, self._close_unread)
        super().connection_made(transport)
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._unread is None:
            return
        self._unread.end()
        self._stop_waiting()
        self.limits.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has come, and see whether the headers of a request are complete."""
        before = self.cycle
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE or self.cycle is not before:
            self.limits.asked(self.transport)
            self._stop_waiting()
        if self.conn.their_state is h11.IDLE and self._header_timer is None:
            self._wait_for_headers()

    def _wait_for_headers(self) -> None:
        self._header_timer = self.loop.call_later(_HEADER_SECONDS, self._close_slow)

    def _stop_waiting(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _close_slow(self) -> None:
        self._header_timer = None
        if not self.transport.is_closing():
            self.limits.count("slow_headers", self.transport)
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over."""
        self.limits.asked(self.transport)
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, if it can still be answered, and end the request before it."""
        is_answered = self.limits.invalid_request(self.transport)
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if is_answered and self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        elif is_answered:
            self.transport.close()
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        if self._unread is not None:
            self._unread.begin()

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.end()

    def _close_unread(self) -> None:
        self.limits.count("unread", self.transport)
        self.transport.abort()


def limited_http(connections: Connections) -> type[LimitedHttp]:
    """Return the protocol class of a server with these connections."""

    class Http(LimitedHttp):
        limits = connections

    return Http
