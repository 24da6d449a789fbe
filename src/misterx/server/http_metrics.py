"""Middleware that counts and times HTTP requests, by the route that answered."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from misterx.server.metrics import Registry

__all__ = ["HttpMetrics"]

_BOUNDS: Final = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE"))
_OTHER: Final = "other"
_NO_ROUTE: Final = "none"
"""Requests that were refused before a route was looked for, or have none."""
_MOST_ROUTES: Final = 100
_MOST_SERIES: Final = 400


class HttpMetrics:
    """ASGI middleware, to be put around everything else.

    The labels are bounded: the route as the program has it (`/api/tables/{table}`), never a path
    of a request; the method; the class of the status, or `none` if nothing was answered.
    """

    def __init__(self, app: ASGIApp, registry: Registry) -> None:
        self._app = app
        self._requests = registry.counter(
            "misterx_http_requests_total",
            "HTTP requests, by route, method and class of the status.",
            ("route", "method", "status"),
            _MOST_SERIES,
        )
        self._seconds = registry.histogram(
            "misterx_http_seconds",
            "From the headers of an HTTP request to the end of its answer, by route.",
            _BOUNDS,
            "route",
            _MOST_ROUTES,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and count it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = _NO_ROUTE

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = f"{message['status'] // 100}xx"
            await send(message)

        begun = perf_counter()
        try:
            await self._app(scope, receive, note)
        finally:
            route = getattr(scope.get("route"), "path", _NO_ROUTE)
            method = scope["method"] if scope["method"] in _METHODS else _OTHER
            self._requests.add(of=(route, method, status))
            self._seconds.observe(perf_counter() - begun, of=route)
