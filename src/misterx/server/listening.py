"""Where a server listens, and how people are told: the socket, the addresses, the browser."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping
from typing import Final

from misterx.server.hosts import is_loopback
from misterx.server.problems import Problem
from misterx.server.settings import Settings

__all__ = [
    "addresses",
    "can_open_browser",
    "listen",
    "network_url",
    "open_browser",
    "shared",
    "welcome",
]

_BACKLOG: Final = 4096
"""Connections that may wait to be accepted; the system may allow fewer."""
_ACCEPTED_AT_ONCE: Final = 8
"""Connections accepted in a turn of the event loop: uvloop takes one a turn of each listener."""
_UNREAD_MS: Final = 30_000
"""How long data may wait for a reader who takes none before the connection is given up."""
_UNREAD_BYTES: Final = 256 * 1024
"""How much may wait in the system; by itself it would grow to megabytes for each slow reader."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises `Problem` that says why not."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise Problem(f"there is no host {host!r:.80}", "see --host") from None
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have the port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            both = ipaddress.ip_address(address[0]).is_unspecified  # `::` is for IPv4 too
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not both))
        # What follows the accepted connections inherit.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)
        made.bind(address)
        made.listen(_BACKLOG)
    except OSError as error:
        made.close()
        raise _not_bound(host, port, error) from error
    made.setblocking(False)
    return made


def shared(listener: socket.socket) -> list[socket.socket]:
    """Return a listener several times, so that each turn of the event loop accepts as many.

    When thousands come at once, others, such as those who ask for the health, wait behind all that
    were not accepted yet.
    """
    return [listener, *(listener.dup() for _ in range(_ACCEPTED_AT_ONCE - 1))]


def _not_bound(host: str, port: int, error: OSError) -> Problem:
    match error.errno:
        case errno.EADDRINUSE:
            return Problem(
                f"port {port} of {host} is in use by another program",
                f"choose another with --port {port + 1}, or any that is free with --port 0",
            )
        case errno.EACCES:
            return Problem(f"port {port} is not open to you", "take one from 1024 on: --port 8642")
        case errno.EADDRNOTAVAIL:
            return Problem(f"{host} is no address of this computer", "see --host")
        case _:
            return Problem(f"cannot listen on {host}, port {port}: {error.strerror or error}")


# --- what people are told -----------------------------------------------------------------


def addresses(settings: Settings, port: int) -> list[str]:
    """The addresses by which the server is reached, the best to share first."""
    found = [settings.public_url] if settings.public_url else []
    host = settings.host
    if _is_unspecified(host):
        found += [_url(each, port) + settings.prefix for each in _own_addresses()]
        host = "127.0.0.1"
    found.append(_url(host, port) + settings.prefix)
    return list(dict.fromkeys(found))


def network_url(settings: Settings) -> str | None:
    """The address by which other computers of the network reach the server, if they can."""
    if is_loopback(settings.host):
        return None
    if not _is_unspecified(settings.host):
        return _url(settings.host, settings.port)
    return next((_url(each, settings.port) for each in _own_addresses()), None)


def welcome(settings: Settings, port: int) -> str:
    """What is printed once the server answers."""
    urls = addresses(settings, port)
    if is_loopback(settings.host):
        reach = (
            "Only this computer can reach it; `--host 0.0.0.0` opens it to your network: "
            'after `make play`, `make play ARGS="--host 0.0.0.0"`.'
        )
        if settings.public_url:
            reach = "This computer alone can reach it directly, a proxy for others."
    else:
        reach = "EVERYBODY ON YOUR NETWORK CAN REACH IT; `--host 127.0.0.1` keeps it to yourself."
    return "\n".join(
        ("Mister X is being hunted at", *(f"  {url}/" for url in urls), reach, "Ctrl-C stops it.")
    )


def _is_unspecified(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_addresses() -> Iterator[str]:
    """The addresses of this computer in its networks, as far as they can be told."""
    with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only chooses the way, and with it the address.
        probe.connect(("192.0.2.1", 9))
        yield probe.getsockname()[0]
    with contextlib.suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not is_loopback(str(found[4][0])):
                yield str(found[4][0])


def can_open_browser(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether there is a screen on which a browser could appear."""
    if platform in {"win32", "cygwin"}:
        return True
    if platform == "darwin":
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> threading.Thread:
    """Open the browser if there is a screen; never waits and never fails.

    The thread that is at it can be waited for; the process may end without.
    """
    opening = threading.Thread(target=_open, args=(url,), daemon=True)
    opening.start()
    return opening


def _open(url: str) -> None:
    if can_open_browser(os.environ):
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(url)
