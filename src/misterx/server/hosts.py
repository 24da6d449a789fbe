"""By which names a server may be reached, from which pages, and what is this computer's own."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from misterx.server.settings import Settings

__all__ = ["Hosts", "header", "host_of", "is_loopback", "may_see_metrics"]

_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}


class Hosts:
    """By which names the server may be reached, and from which origins.

    A page of another site whose name is made to lead here (DNS rebinding) comes with a name that is
    not on the list. It never comes with an address, so a server that is open to a network answers
    to every address.
    """

    def __init__(self, settings: Settings) -> None:
        self._names = {"localhost", "127.0.0.1", "::1", settings.host.lower()}
        self._names.update(settings.allowed_hosts)
        public = urlsplit(settings.public_url)
        self._public = f"{public.scheme}://{public.netloc}"
        self._public_host = public.hostname
        if self._public_host:
            self._names.add(self._public_host)
        self._any_address = not is_loopback(settings.host)

    def answers_to(self, host: str) -> bool:
        """Whether the server goes by this name."""
        name = _without_port(host)
        return name in self._names or (self._any_address and _is_address(name))

    def is_own_origin(self, scope: Scope, host: str) -> bool:
        """Whether a request comes from a page of this server, or from no page at all."""
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if not origins:
            return header(scope, b"sec-fetch-site") not in {"cross-site", "same-site"}
        origin: str = origins[0].decode("latin-1").lower()
        if len(origins) > 1:
            return False
        if self._public_host and _without_port(host) == self._public_host:
            return origin == self._public
        scheme, _, place = origin.partition("://")
        port = _DEFAULT_PORTS.get(scheme)
        return port is not None and place.removesuffix(port) == host.removesuffix(port)


def may_see_metrics(settings: Settings, scope: Scope) -> bool:
    """Whether a request gets `/metrics`; a proxy's requests are never this computer's own."""
    if settings.metrics == "local":
        forwarded = any(n in {b"x-forwarded-for", b"forwarded"} for n, _ in scope["headers"])
        client = scope.get("client")
        return client is not None and is_loopback(client[0]) and not forwarded
    return settings.metrics == "all"


def header(scope: Scope, name: bytes) -> str | None:
    """The first header of a name."""
    return next((v.decode("latin-1") for n, v in scope["headers"] if n == name), None)


def host_of(scope: Scope) -> str | None:
    """The Host header, of which there is exactly one."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return hosts[0].decode("latin-1").lower() if len(hosts) == 1 else None


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach an address."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
