"""Everything that can be asked over HTTP."""

from __future__ import annotations

from typing import Final

from fastapi.routing import APIRoute

from misterx.server import advising, http, lessons, statistics, studying

__all__ = ["ROUTERS", "ROUTES"]

ROUTERS: Final = (http.router, studying.router, advising.router, lessons.router, statistics.router)

ROUTES: Final = tuple(
    route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)
)
"""Each request, with its bodies."""
