"""The application: every way into the server, and the house behind it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from misterx.core import Code
from misterx.server.admission import Step
from misterx.server.api import ROUTERS
from misterx.server.browser import add_client
from misterx.server.client_address import client_address
from misterx.server.complaints import complaint
from misterx.server.guard import Guard
from misterx.server.hosts import may_see_metrics
from misterx.server.house import DamagedTable, House
from misterx.server.http import Refusal
from misterx.server.http_metrics import HttpMetrics
from misterx.server.limits import Bucket, Rate
from misterx.server.listening import network_url
from misterx.server.logs import get_log
from misterx.server.metrics import CONTENT_TYPE, Registry
from misterx.server.own_rules import load_own_rules
from misterx.server.prefix import WithoutPrefix
from misterx.server.process_metrics import LoopLag, add_process_metrics
from misterx.server.settings import Settings
from misterx.server.sockets import Connection
from misterx.server.store.base import DatabaseGone, Store, StoreError
from misterx.server.table.refusals import TableCode
from misterx.server.thinking import Thinkers
from misterx.server.world import World

__all__ = ["create_app"]

_log = get_log("app")

_BURST = 5
"""How many seconds' worth of messages may come at once."""


_LEAST_FREE = 16 * 1024 * 1024
"""Bytes on the disk of the database, below which it counts as full."""


def create_app(settings: Settings, store: Store, world: World | None = None) -> FastAPI:
    """The application that serves the tables of a database."""
    world = world or World()
    metrics = Registry()
    add_process_metrics(metrics, "postgresql" if store.is_shared else "sqlite")
    store.measure(metrics)
    thinkers = Thinkers(
        settings.bot_workers,
        partial(load_own_rules, settings.editions, settings.boards),
        metrics=metrics,
    )
    house = House(settings, store, world, thinkers, metrics)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        lag = asyncio.create_task(LoopLag(metrics).run())
        try:
            yield
        finally:
            lag.cancel()
            await house.close()

    app = FastAPI(
        title="misterx",
        version=version("misterx"),
        summary="Tables for the hunt for Mister X: guests, lobby, links and records.",
        docs_url=None,  # it would load scripts from elsewhere; /openapi.json says it all
        redoc_url=None,
        lifespan=lifespan,
        servers=[{"url": settings.public_url}] if settings.public_url else None,
        redirect_slashes=False,
    )
    app.state.house = house
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.network_url = network_url(settings)
    # Routes are tried in this order, and live connections come by the thousand after a restart.
    rate = Rate(settings.messages_per_second, settings.messages_per_second * _BURST)

    @app.websocket("/api/live/{table}")
    @app.websocket("/api/live")  # of pages from before: they are told that they are old
    async def live(socket: WebSocket, table: str | None = None) -> None:
        place = partial(
            house.admission.place,
            address=client_address(socket),
            to_move=socket.query_params.get("to_move") == "1",
        )
        async with place(Step.CONNECT):
            token = await house.cookie.token(socket.cookies, house.guests)
            await socket.accept()
        bucket = Bucket(rate, time.monotonic)
        await Connection(socket, house, table, token, bucket, place).run()

    for router in ROUTERS:
        app.include_router(router)
    _add_probes(app, settings, metrics)
    _add_complaints(app)
    add_client(app, prefix=settings.prefix)
    app.add_middleware(Guard, settings=settings, bans=house.orders.bans, registry=metrics)
    app.add_middleware(HttpMetrics, registry=metrics)  # around the guard: it counts refusals too
    app.add_middleware(WithoutPrefix, prefix=settings.prefix)
    return app


def _add_probes(app: FastAPI, settings: Settings, metrics: Registry) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def is_alive() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def is_ready(request: Request) -> PlainTextResponse:
        house: House = request.app.state.house
        if house.is_stopping:
            return PlainTextResponse("stopping\n", 503)
        try:
            await house.store.check()
        except DatabaseGone:
            return PlainTextResponse("the database was moved or replaced\n", 503)
        except StoreError:
            return PlainTextResponse("the database does not answer\n", 503)
        free = house.store.free_bytes()
        if house.store.is_full or (free is not None and free < _LEAST_FREE):
            return PlainTextResponse("the disk of the database is full\n", 503)
        if house.orders.is_draining:
            return PlainTextResponse("draining\n", 503)
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def read_metrics(request: Request) -> Response:
        if not may_see_metrics(settings, request.scope):
            return _problem(404, Code.NOT_ALLOWED, "there is nothing here")
        return PlainTextResponse(metrics.text(), media_type=CONTENT_TYPE)


def _add_complaints(app: FastAPI) -> None:
    """Every refusal is JSON with a code and a sentence, and repeats nothing of the request."""

    @app.exception_handler(Refusal)
    async def refused(_request: Request, refusal: Refusal) -> JSONResponse:
        no = refusal.no
        place = {"line": no.line, "entry": no.entry}
        told = {name: number for name, number in place.items() if number is not None}
        return JSONResponse({"code": no.code, "message": no.message, **told}, refusal.status)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: RequestValidationError) -> JSONResponse:
        return _problem(422, Code.MALFORMED, complaint(error.errors()))

    @app.exception_handler(HTTPException)
    async def no_such_thing(_request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 400:  # a body that cannot even be decoded
            return _problem(422, Code.MALFORMED, "the body is not valid JSON in UTF-8")
        answer = _problem(error.status_code, Code.NOT_ALLOWED, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(DamagedTable)
    async def damaged(_request: Request, damage: DamagedTable) -> JSONResponse:
        return _problem(500, TableCode.DAMAGED, damage.no.message)

    @app.exception_handler(StoreError)
    async def storage(_request: Request, error: StoreError) -> JSONResponse:
        _log.error("storage", problem=str(error))
        return _problem(503, TableCode.STORAGE, "the database does not answer; try again")


def _problem(status: int, code: Code | TableCode, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)
