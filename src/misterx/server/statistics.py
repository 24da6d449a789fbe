"""What somebody's finished games come to, for himself alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias

from fastapi import APIRouter

from misterx.chase.state import X_SEAT
from misterx.core import Seat
from misterx.server import bodies
from misterx.server.entry import GuestId
from misterx.server.http import REFUSALS, AGuest, InHouse
from misterx.server.json_route import JsonRoute
from misterx.server.store.base import TableLine
from misterx.server.table.folding import seats_after
from misterx.server.table.state import Who

__all__ = ["router", "statistics"]

_MOST_COUNTED: Final = 1000
"""Tables that are looked through, the latest."""
_MOST_LISTED: Final = 10
_MOST_ESCAPES: Final = 3
_ROLES: Final[tuple[Literal["x", "hunters", "player"], ...]] = ("x", "hunters", "player")

Role: TypeAlias = Literal["x", "hunters", "both", "player"]

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=JsonRoute)


@router.get("/statistics")
async def read_statistics(house: InHouse, guest: AGuest) -> bodies.Statistics:
    """One's own finished games, counted, as long as the server has them."""
    return statistics(await house.store.tables_of(guest.id, _MOST_COUNTED), guest.id)


def statistics(lines: Sequence[TableLine], guest: GuestId) -> bodies.Statistics:
    """What the finished games among a guest's tables come to; the latest first."""
    games: list[bodies.FinishedGame] = []
    for line in lines:
        with suppress(Exception):  # it is damaged, which whoever opens it is told
            if (game := _finished(line, guest)) is not None:
                games.append(game)
    sided = [game for game in games if game.won is not None]
    played = Counter((game.edition, game.role) for game in games)
    won = Counter((game.edition, game.role) for game in sided if game.won)
    escapes = [game for game in sided if game.role == "x"]
    return bodies.Statistics(
        games=len(games),
        both=sum(game.role == "both" for game in games),
        catches=sum(game.role == "hunters" and game.reason == "caught" for game in sided),
        against_people=_score([game for game in sided if game.against_people]),
        against_bots=_score([game for game in sided if not game.against_people]),
        tallies=[
            bodies.Tally(
                edition=edition,
                role=role,
                played=played[edition, role],
                won=None if role == "player" else won[edition, role],
            )
            for edition in dict.fromkeys(game.edition for game in games)
            for role in _ROLES
            if played[edition, role]
        ],
        escapes=sorted(escapes, key=lambda game: -game.rounds)[:_MOST_ESCAPES],
        last=games[:_MOST_LISTED],
    )


def _score(games: Sequence[bodies.FinishedGame]) -> bodies.Score:
    return bodies.Score(played=len(games), won=sum(bool(game.won) for game in games))


def _finished(line: TableLine, guest: GuestId) -> bodies.FinishedGame | None:
    """A table as a game that the guest has played to its end; None: it is none."""
    opening: Any = line.seating[0].body
    after: Any = line.last.after
    seats = seats_after(line.seating)
    mine = [seat for seat, place in seats.items() if place.guest == guest]
    # A game that began with a record was played by others, or is a study.
    if "rounds" not in after or not mine or opening["plan"].get("record") is not None:
        return None
    winner, reason = after["outcome"]
    game = opening["game"]
    role = _role(game, mine)
    others = [seat for seat, it in seats.items() if it.who is Who.PERSON and it.guest != guest]
    return bodies.FinishedGame(
        table=line.table,
        game=game,
        edition=opening["plan"]["edition"],
        role=role,
        won=winner == role if role in {"x", "hunters"} else None,
        reason=reason,
        rounds=after["rounds"],
        against_people=any(role == "player" or _role(game, [seat]) != role for seat in others),
        changed_ms=line.last.ms,
    )


def _role(game: str, seats: Sequence[Seat]) -> Role:
    """Which side seats are on; who was Mister X at cards only the game itself knows."""
    if game != "chase":
        return "player"
    if X_SEAT not in seats:
        return "hunters"
    return "x" if len(seats) == 1 else "both"
