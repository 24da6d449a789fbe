"""The cookie by which a guest is known again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

from starlette.responses import Response

from misterx.server.guests import Guests
from misterx.server.settings import Settings

__all__ = ["GuestCookie"]

_SECONDS: Final = 365 * 24 * 3600
_OLD_NAMES: Final = re.compile(r"__Host-misterx|misterx_[0-9]{1,5}")
"""Names of versions before, which went by the address of the server: its port, mostly."""
_MOST_TOKENS: Final = 4
"""So many cookies of a request are looked up at most."""


class _Attributes(TypedDict):
    httponly: bool
    samesite: Literal["lax"]
    secure: bool
    path: str


class GuestCookie:
    """The name of the cookie, and how it is read and written.

    The name comes from the database: the same in every process that serves it, another one for
    another server on the same host, as cookies know no port.
    """

    def __init__(self, settings: Settings, identity: str) -> None:
        kind = ""
        if settings.is_https:  # browsers take `__Host-` only for a whole host
            kind = "__Secure-" if settings.prefix else "__Host-"
        self.name = f"{kind}misterx_{identity}"
        self._attributes: _Attributes = {
            "httponly": True,
            "samesite": "lax",
            "secure": settings.is_https,
            "path": settings.prefix + "/",
        }

    async def token(self, cookies: Mapping[str, str], guests: Guests) -> str | None:
        """Return the token of a request, if it has one; one of several that belongs to a guest."""
        tokens = [cookies[name] for name in (self.name, *_old_names(cookies)) if name in cookies]
        for token in tokens[:_MOST_TOKENS] if len(tokens) > 1 else ():
            if await guests.find(token) is not None:
                return token
        return tokens[0] if tokens else None

    def renew(self, cookies: Mapping[str, str], token: str | None, response: Response) -> None:
        """Give a guest who came with a cookie of an old name one of the new name."""
        if token is None or cookies.get(self.name) == token:
            return
        self.give(token, response)
        for name in _old_names(cookies):
            if cookies[name] == token:
                response.delete_cookie(name, **self._attributes)

    def give(self, token: str, response: Response) -> None:
        """Give a guest the cookie."""
        response.set_cookie(self.name, token, max_age=_SECONDS, **self._attributes)

    def take(self, response: Response) -> None:
        """Take the cookie from a guest."""
        response.delete_cookie(self.name, **self._attributes)


def _old_names(cookies: Mapping[str, str]) -> list[str]:
    return [name for name in cookies if _OLD_NAMES.fullmatch(name)]
