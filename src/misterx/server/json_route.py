"""How requests with a JSON body are read, the same for every route."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json

__all__ = ["JsonRoute"]


class _JsonRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401 - JSON
        """Return the value of the body; raises `ValueError`.

        Python's own parser takes lone surrogates, which are not characters and cannot be stored or
        sent, and numbers that JSON does not have.
        """
        return from_json(await self.body(), allow_inf_nan=False)


class JsonRoute(APIRoute):
    """A route whose JSON body holds only what JSON and UTF-8 allow."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, with stricter requests."""
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(_JsonRequest(request.scope, request.receive))

        return handle_strictly
