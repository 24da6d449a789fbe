"""Serving below a path of a host, as in `https://example.org/misterx/`."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["WithoutPrefix"]

_REQUESTS: Final = frozenset(("http", "websocket"))


class WithoutPrefix:
    """ASGI middleware that takes the prefix off a path, if the proxy has not done so already.

    Args:
        app: what knows paths without a prefix.
        prefix: as `/misterx`; empty: nothing is taken off.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        prefix = self._prefix
        if prefix and scope["type"] in _REQUESTS and f"{scope['path']}/".startswith(f"{prefix}/"):
            raw: bytes | None = scope.get("raw_path")
            scope = {**scope, "path": scope["path"].removeprefix(prefix) or "/"}
            if raw is not None:
                scope["raw_path"] = raw.removeprefix(prefix.encode()) or b"/"
        await self._app(scope, receive, send)
