"""Looking back, on and up: replays, games at real tables, rules. Nothing here changes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic_core import to_json

from misterx.core import Game, RecordError, Refused, Setup
from misterx.server import bodies
from misterx.server.companion import CannotBe, follow_game
from misterx.server.http import REFUSALS, ARoom, MaybeGuest, Refusal, over_for
from misterx.server.payload import Payload
from misterx.server.replaying import TRUTH, game_in, replay
from misterx.server.rulebook import rule_book
from misterx.server.table.refusals import No, TableCode, of_law

__all__ = ["router"]

T = TypeVar("T")

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/rules")
async def read_rules() -> bodies.RuleBook:
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
    table = over_for(room, guest)
    if table is None:
        raise Refusal(No(TableCode.NOT_OVER, "the game is not over; look back when it is"))
    return await _replayed(request, table.game, eyes)


@router.post("/replay", response_model=bodies.Replay)
async def replay_record(body: bodies.ReplayWish, request: Request) -> Response:
    """The game of a record, step by step; nothing of it is kept."""
    return await _replayed(request, lambda: game_in(body.record), body.eyes)


@router.post("/companion")
async def follow_along(body: bodies.CompanionGame) -> bodies.CompanionShown:
    """Where Mister X can be in a game at a real table, and what may come next; nothing is kept."""
    setup = Setup(body.players, dict(body.options))
    followed = await _worked_out(
        lambda: follow_game(body.edition, setup, body.entries, body.role, body.begun)
    )
    return bodies.CompanionShown.model_validate(asdict(followed))


async def _replayed(request: Request, game: Callable[[], Game], eyes: str) -> Response:
    told = await _worked_out(lambda: Payload(to_json(replay(game(), eyes)), "application/json"))
    return told.answer(request)


async def _worked_out(work: Callable[[], T]) -> T:
    """What comes of some work, which may take a while and must hold up nobody."""
    try:
        return await asyncio.to_thread(work)
    except RecordError as no:
        raise Refusal(No(TableCode.BAD_RECORD, str(no), no.line, no.entry)) from no
    except CannotBe as no:
        raise Refusal(replace(of_law(no), entry=no.number)) from no
    except Refused as no:
        raise Refusal(of_law(no)) from no
