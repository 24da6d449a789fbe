"""Looking back, on and up: replays, games at real tables, rules. Nothing here changes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from misterx.core import Game, Setup
from misterx.server import bodies, rule_bodies
from misterx.server.companion import CannotBe, Followed, follow_game
from misterx.server.http import REFUSALS, ARoom, MaybeGuest, Refusal, over_for, refusals_told
from misterx.server.json_route import JsonRoute
from misterx.server.payload import Payload
from misterx.server.replaying import TRUTH, game_in, replay
from misterx.server.rulebook import rule_book
from misterx.server.table.refusals import of_law

__all__ = ["router"]

T = TypeVar("T")

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=JsonRoute)


@router.get("/rules")
async def read_rules() -> rule_bodies.RuleBook:
    """The rules of every edition, as far as they are numbers and policies."""
    return rule_book()


@router.get("/tables/{table}/replay", response_model=bodies.Replay)
async def replay_table(
    room: ARoom,
    guest: MaybeGuest,
    request: Request,
    eyes: Annotated[str, Query(max_length=20)] = TRUTH,
) -> Response:
    """A finished game, step by step, for whoever has its address."""
    return await _replayed(request, over_for(room, guest).game, eyes)


@router.post("/replay", response_model=bodies.Replay)
async def replay_record(body: bodies.ReplayWish, request: Request) -> Response:
    """The game of a record, step by step; nothing of it is kept."""
    return await _replayed(request, lambda: game_in(body.record), body.eyes)


@router.post("/companion")
async def follow_along(body: bodies.CompanionGame) -> bodies.CompanionShown:
    """Where Mister X can be in a game at a real table, and what may come next; nothing is kept."""
    setup = Setup(body.players, dict(body.options))

    def follow() -> Followed:
        try:
            return follow_game(body.edition, setup, body.entries, body.role, body.begun)
        except CannotBe as no:
            raise Refusal(replace(of_law(no), entry=no.number)) from no

    followed = await _worked_out(follow)
    return bodies.CompanionShown.model_validate(asdict(followed))


async def _replayed(request: Request, game: Callable[[], Game], eyes: str) -> Response:
    told = await _worked_out(lambda: Payload(to_json(replay(game(), eyes)), "application/json"))
    return told.answer(request)


async def _worked_out(work: Callable[[], T]) -> T:
    """What comes of some work, which may take a while and must hold up nobody."""
    with refusals_told():
        return await asyncio.to_thread(work)
