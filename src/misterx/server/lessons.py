"""Lessons over HTTP. Nothing is kept: a pupil brings his moves along."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path

from misterx.core import Refused
from misterx.server import bodies
from misterx.server.http import REFUSALS, Refusal
from misterx.server.json_route import JsonRoute
from misterx.server.table.refusals import No, TableCode, of_law
from misterx.server.teaching import lesson_names, load_lesson, teach

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=JsonRoute)


@router.get("/lessons")
async def list_lessons() -> bodies.Lessons:
    """The lessons that there are."""
    return bodies.Lessons(lessons=list(lesson_names()))


@router.post("/lessons/{lesson}")
async def go_on_with_lesson(
    lesson: Annotated[str, Path(max_length=40)], body: bodies.LessonMoves
) -> bodies.Lesson:
    """What a lesson has to say after a pupil's moves, and which moves will do next."""
    if lesson not in lesson_names():
        known = ", ".join(lesson_names())
        raise Refusal(No(TableCode.UNKNOWN_LESSON, f"no such lesson; there are: {known}"))
    wanted = load_lesson(lesson)
    try:
        taught = await asyncio.to_thread(teach, wanted, body.moves)
    except Refused as no:
        raise Refusal(of_law(no)) from no
    return bodies.Lesson.model_validate(
        {
            "name": wanted.name,
            "game": taught.game,
            "edition": wanted.edition,
            "players": wanted.players,
            "seats": taught.seats,
            "seat": wanted.seat,
            "steps": len(wanted.steps),
            "number": taught.number,
            "told": [asdict(told) for told in taught.told],
            "moves": taught.moves,
        }
    )
