"""What computer players think of other people's games: hints, likelihoods, analyses.

A hint is for the seat that asks and made from what that seat sees. Likelihoods are made from what
everybody sees. An analysis tells everything, so it is for games that are over.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Query

from misterx.bots.analysis import ANALYST, NotForAnalysis
from misterx.chase import Chase
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core import Code, Game, Seat
from misterx.server import wire
from misterx.server.advice import Analysis, AnalysisWish, Hint, Where
from misterx.server.advisers import TooManyQuestions
from misterx.server.analysing import Busy
from misterx.server.house import House
from misterx.server.http import (
    REFUSALS,
    AGuest,
    AnAddress,
    ARoom,
    InHouse,
    MaybeGuest,
    Refusal,
    over_for,
    refusals_told,
)
from misterx.server.json_route import JsonRoute
from misterx.server.question import asked, moves_of, question
from misterx.server.replaying import game_in
from misterx.server.table.deciding import may_play
from misterx.server.table.refusals import No, TableCode
from misterx.server.table.state import Phase, Table
from misterx.server.thinking import Payer, ThinkingError
from misterx.server.watching import may_not_watch

__all__ = ["router"]

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=JsonRoute)

_Since = Annotated[int, Query(ge=0, le=10_000)]


# --- while a game is played ----------------------------------------------------------------


@router.post("/tables/{table}/seats/{seat}/hint")
async def give_hint(
    house: InHouse,
    room: ARoom,
    guest: AGuest,
    address: AnAddress,
    seat: Annotated[wire.SeatName, Path()],
) -> Hint:
    """The move that the computer would make for one's own seat; told to nobody else."""
    table, asking = room.table, Seat(seat)
    if no := _no_hint(table, guest.id, asking):
        raise Refusal(no)
    moves = moves_of(table.rules, table.state, asking)
    wish = replace(question(table.rules, table.state, asking, ANALYST, moves), what="hint")
    thought = cast(
        dict[str, Any], await _thought(house.advice.hint(Payer(address, guest.id), wish))
    )
    if thought["move"] not in moves:
        raise Refusal(No(TableCode.SERVER_ERROR, "the computer has no hint; try again"))
    return Hint.model_validate({"at": table.at, **thought})


@router.get("/tables/{table}/where")
async def read_where(
    house: InHouse,
    room: ARoom,
    guest: MaybeGuest,
    address: AnAddress,
    seat: wire.SeatName | None = None,
) -> Where:
    """How likely Mister X is where, as the detectives can know it, if the table works it out."""
    eye = None if seat is None else Seat(seat)
    if no := may_not_watch(room.table, guest.id if guest else None, eye):
        raise Refusal(no)
    table = room.visible(eye)
    if table.phase is not Phase.PLAYING:
        raise Refusal(No(TableCode.NOT_STARTED, "the game is not being played"))
    if not isinstance(table.rules, Chase) or not table.plan.deduction:
        raise Refusal(No(TableCode.NO_HINTS, "this table does not work out where he can be"))
    rules = table.rules
    wish = asked(rules, ANALYST, rules.observe(table.state, VIEW_HUNTERS), "where")
    payer = Payer(address, guest.id if guest else "")
    where = await _thought(house.advice.where(payer, (table.id, table.turn), wish))
    return Where.model_validate({"at": table.at, "where": where})


def _no_hint(table: Table, guest: str, seat: Seat) -> No | None:
    if seat not in table.seats:
        return No(TableCode.NO_SEAT, f"there is no seat {seat} at this table")
    if no := may_play(table, guest, seat):
        return no
    if not table.has_hints:
        return No(TableCode.NO_HINTS, "this table is played without hints")
    if table.phase is not Phase.PLAYING:
        return No(TableCode.NOT_STARTED, "the game is not being played")
    if table.is_paused:
        return No(TableCode.PAUSED, "the game is paused; somebody has to resume it first")
    if seat not in table.to_act:
        return No(Code.NOT_YOUR_TURN, "a hint is for whoever is to move")
    return None


async def _thought(answer: Coroutine[Any, Any, object]) -> object:
    try:
        return await answer
    except TooManyQuestions as no:
        raise Refusal(No(TableCode.TOO_FAST, str(no))) from no
    except ThinkingError as error:
        raise Refusal(
            No(TableCode.SERVER_ERROR, "the computer has no answer; try again")
        ) from error


# --- when it is over -----------------------------------------------------------------------


@router.post("/tables/{table}/analysis")
async def analyse_table(
    house: InHouse, room: ARoom, guest: MaybeGuest, address: AnAddress, since: _Since = 0
) -> Analysis:
    """The analysis of a finished game, as far as it has come; asked for again, it goes on."""
    table = over_for(room, guest)
    return await _analysed(house, address, ("table", table.id), table.game, since)


@router.post("/analysis")
async def analyse_record(house: InHouse, address: AnAddress, body: AnalysisWish) -> Analysis:
    """The same for the finished game of a record, which is sent along each time."""
    key = sha256(body.record.encode()).digest()
    return await _analysed(
        house, address, ("record", key), lambda: game_in(body.record), body.since
    )


async def _analysed(
    house: House, address: str, key: tuple[str, object], game: Callable[[], Game], since: int
) -> Analysis:
    try:
        with refusals_told():
            found = await house.analyses.ask(key, game, address)
    except NotForAnalysis as no:
        raise Refusal(No(TableCode.NO_ANALYSIS, str(no))) from no
    except Busy as no:
        raise Refusal(No(TableCode.TOO_FAST, str(no))) from no
    return Analysis.model_validate({"total": found.total, "moves": found.moves[since:]})
