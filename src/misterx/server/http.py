"""All that is not live: guests, the lobby, lists, links, records. No GET changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic_core import to_json

from misterx.board import BoardError, load_geometry
from misterx.core import RecordError, Refused, Seat
from misterx.server import bodies, rule_bodies, wire
from misterx.server.catalogue import catalogue
from misterx.server.client_address import client_address
from misterx.server.exports import export
from misterx.server.house import House
from misterx.server.json_route import JsonRoute
from misterx.server.listing import listed
from misterx.server.payload import Payload
from misterx.server.room import Room
from misterx.server.settings import Settings
from misterx.server.store.base import Guest, Link
from misterx.server.table import seating
from misterx.server.table.deciding import Decision
from misterx.server.table.plan import Plan
from misterx.server.table.refusals import No, TableCode, of_law
from misterx.server.table.showing import table_shown
from misterx.server.table.state import Phase, Place, Table, Who
from misterx.server.watching import may_not_watch

__all__ = [
    "REFUSALS",
    "AGuest",
    "ARoom",
    "AnAddress",
    "InHouse",
    "MaybeGuest",
    "Refusal",
    "over_for",
    "refusals_told",
    "router",
]

T = TypeVar("T")

_STATUS = {
    TableCode.NO_GUEST: 401,
    TableCode.NOT_SEATED: 403,
    TableCode.NOT_HOST: 403,
    TableCode.NO_SPECTATORS: 403,
    TableCode.UNKNOWN_TABLE: 404,
    TableCode.UNKNOWN_BOARD: 404,
    TableCode.UNKNOWN_LESSON: 404,
    TableCode.NO_SEAT: 404,
    TableCode.BAD_LINK: 404,
    TableCode.TOO_BIG: 413,
    TableCode.BAD_RECORD: 422,
    TableCode.TOO_FAST: 429,
    TableCode.STOPPING: 503,
    TableCode.STORAGE: 503,
    TableCode.DRAINING: 503,
}
_CONFLICT = 409
_BAD_SETUP = 422

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": bodies.Problem, "description": why}
    for status, why in (
        (401, "Nobody is known by this cookie; POST /api/guest first."),
        (403, "Not this guest's to do, from a foreign page, or by a strange host name."),
        (404, "There is no such table, seat or link."),
        (408, "The request took too long to arrive."),
        (409, "The table is not in a state for this."),
        (413, "The request is too big."),
        (422, "The request is not as it should be."),
        (429, "Too many requests."),
        (500, "The table is damaged, or something went wrong in the server."),
        (503, "The server is stopping or draining, or its database does not answer."),
    )
}
"""What any of these requests may be answered with instead."""

router = APIRouter(prefix="/api", responses=REFUSALS, route_class=JsonRoute)


class Refusal(Exception):
    """A request that is turned down."""

    def __init__(self, no: No) -> None:
        super().__init__(no.message)
        self.no = no

    @property
    def status(self) -> int:
        """The HTTP status that says it."""
        if isinstance(self.no.code, TableCode):
            return _STATUS.get(self.no.code, _CONFLICT)
        return _BAD_SETUP


def _accepted(answer: T | No) -> T:
    """What was answered; raises `Refusal`."""
    if isinstance(answer, No):
        raise Refusal(answer)
    return answer


# --- who asks, and about which table -------------------------------------------------------


async def _house(request: Request) -> House:
    """The house; `async` keeps FastAPI from asking for it in a thread."""
    house: House = request.app.state.house
    return house


async def _address(request: Request) -> str:
    return client_address(request)


async def _maybe_guest(house: Annotated[House, Depends(_house)], request: Request) -> Guest | None:
    token = await house.cookie.token(request.cookies, house.guests)
    return await house.guests.find(token)


async def _guest(guest: Annotated[Guest | None, Depends(_maybe_guest)]) -> Guest:
    if guest is None:
        raise Refusal(No(TableCode.NO_GUEST, "tell your name first: POST /api/guest"))
    return guest


async def _room(
    house: Annotated[House, Depends(_house)], table: Annotated[wire.TableAddress, Path()]
) -> Room:
    room = await house.room(table)
    if room is None:
        raise Refusal(
            No(TableCode.UNKNOWN_TABLE, f"there is no table {table}; look at the code again")
        )
    return room


async def _within_budget(
    request: Request,
    house: Annotated[House, Depends(_house)],
    guest: Annotated[Guest | None, Depends(_maybe_guest)],
) -> None:
    """Refuse what would store more than a guest or an address may."""
    size = len(await request.body())
    if no := house.budget.take(client_address(request), guest.id if guest else None, size):
        raise Refusal(no)


_STORES = [Depends(_within_budget)]
"""For requests that store something."""

InHouse = Annotated[House, Depends(_house)]
AnAddress = Annotated[str, Depends(_address)]
AGuest = Annotated[Guest, Depends(_guest)]
MaybeGuest = Annotated[Guest | None, Depends(_maybe_guest)]
ARoom = Annotated[Room, Depends(_room)]
ASeat = Annotated[wire.SeatName, Path()]


def over_for(room: Room, guest: Guest | None) -> Table:
    """The table, if a guest may know that its game is over: then nothing is secret any more."""
    table = room.visible(_own_eye(room, guest))
    if table.phase is not Phase.OVER:
        raise Refusal(No(TableCode.NOT_OVER, "the game is not over; look back when it is"))
    return table


def _own_eye(room: Room, guest: Guest | None) -> Seat | None:
    """The first seat that a guest has, or None: he looks on."""
    mine = () if guest is None else room.table.seats_of(guest.id)
    return mine[0] if mine else None


@contextmanager
def refusals_told() -> Iterator[None]:
    """Whatever the law refuses inside is a request that is turned down."""
    try:
        yield
    except RecordError as no:
        raise Refusal(No(TableCode.BAD_RECORD, str(no), no.line, no.entry)) from no
    except Refused as no:
        raise Refusal(of_law(no)) from no


# --- what there is -------------------------------------------------------------------------


@router.get("/catalogue")
async def read_catalogue(request: Request) -> rule_bodies.Catalogue:
    """Games, editions, options, seats and computer players; and where others find the server."""
    settings: Settings = request.app.state.settings
    return catalogue(settings.public_url or None, request.app.state.network_url)


@router.get("/boards/{board}", responses={200: {"content": {"application/json": {}}}})
async def read_board(board: Annotated[str, Path(max_length=100)], request: Request) -> Response:
    """The map of a board, to draw it: stations, lines, river, parks and names."""
    try:
        drawn = _drawn(board)
    except BoardError as no:
        raise Refusal(No(TableCode.UNKNOWN_BOARD, str(no))) from no
    return drawn.answer(request)


@lru_cache(maxsize=16)
def _drawn(board: str) -> Payload:
    """A board's map as it is sent; raises `BoardError`, which is not kept."""
    return Payload(to_json(load_geometry(board).to_json()), "application/json")


@router.get("/notice")
async def read_notice(house: InHouse) -> wire.Notice:
    """What the operator tells everybody now; live connections are told of changes."""
    return wire.Notice.model_validate(house.orders.notice())


# --- guests --------------------------------------------------------------------------------


@router.get("/guest")
async def read_guest(
    house: InHouse, guest: MaybeGuest, request: Request, response: Response
) -> bodies.GuestInfo | None:
    """Who the cookie belongs to; null: nobody yet, or nobody any more."""
    if guest is None:
        return None
    token = await house.cookie.token(request.cookies, house.guests)
    house.cookie.renew(request.cookies, token, response)
    return bodies.GuestInfo(id=guest.id, name=guest.name)


@router.post("/guest", dependencies=_STORES)
async def be_guest(
    house: InHouse, known: MaybeGuest, body: bodies.GuestName, response: Response
) -> bodies.GuestInfo:
    """Give a name: a new guest gets a cookie, one who has it is renamed."""
    if known is not None:
        guest = await house.guests.rename(known, body.name)
        return bodies.GuestInfo(id=guest.id, name=guest.name)
    guest, token = await house.guests.welcome(body.name)
    house.cookie.give(token, response)
    return bodies.GuestInfo(id=guest.id, name=guest.name)


@router.delete("/guest", status_code=204)
async def forget_guest(house: InHouse, guest: AGuest, response: Response) -> None:
    """Delete what is known of the guest: name, identity, talk and notes. The moves stay."""
    await house.forget(guest)
    house.cookie.take(response)


# --- tables --------------------------------------------------------------------------------


@router.get("/tables")
async def my_tables(house: InHouse, guest: AGuest) -> bodies.MyTables:
    """One's tables, the latest first, with whose turn it is."""
    lines = await house.tables_of(guest.id)
    return bodies.MyTables(tables=listed(lines, guest.id, house.world.now_ms()))


@router.post("/tables", status_code=201, dependencies=_STORES)
async def open_table(house: InHouse, guest: AGuest, body: bodies.NewTable) -> bodies.TableInfo:
    """Open a table, and start it at once if that is wanted."""
    plan = Plan.model_validate(body.model_dump(exclude={"start"}))
    room = _accepted(await house.open_table(plan, guest, start=body.start))
    if body.start:
        await _submit(room, guest, lambda table: seating.start(table, guest.id, house.world.dice))
    return _info(room, guest)


@router.get("/tables/{table}")
async def read_table(room: ARoom, guest: MaybeGuest) -> bodies.TableInfo:
    """What whoever has its address may know of a table, and one's own seats."""
    return _info(room, guest)


@router.post("/tables/{table}/join", dependencies=_STORES)
async def join(room: ARoom, guest: AGuest, body: bodies.SeatChoice) -> bodies.TableInfo:
    """Take an open seat; who has one already and names none keeps it."""
    name = body.name or guest.name
    seat = None if body.seat is None else Seat(body.seat)

    def decide(table: Table) -> Decision | None:
        if seat is None and table.seats_of(guest.id):
            return None
        return seating.sit(table, guest.id, name, seat)

    await _submit(room, guest, decide)
    return _info(room, guest)


@router.post("/tables/{table}/seats/{seat}/leave", dependencies=_STORES)
async def leave(room: ARoom, guest: AGuest, seat: ASeat) -> bodies.TableInfo:
    """Give a seat up before the game starts."""
    await _submit(room, guest, lambda table: seating.leave(table, guest.id, Seat(seat)))
    return _info(room, guest)


@router.put("/tables/{table}/seats/{seat}", dependencies=_STORES)
async def change_seat(
    room: ARoom, guest: AGuest, seat: ASeat, body: bodies.SeatChange
) -> bodies.TableInfo:
    """The host puts a computer player, himself or nobody on a seat before the game."""
    who = {"device": Who.PERSON, "open": Who.OPEN, "bot": Who.BOT}[body.who]
    place = Place(
        who,
        name=body.name if who is Who.PERSON else None,
        player=body.player if who is Who.BOT else None,
    )
    await _submit(
        room,
        guest,
        lambda table: seating.set_seat(table, guest.id, guest.name, Seat(seat), place),
    )
    return _info(room, guest)


@router.post("/tables/{table}/start", dependencies=_STORES)
async def start(house: InHouse, room: ARoom, guest: AGuest) -> bodies.TableInfo:
    """The host starts the game."""
    _accepted(await house.start(room, guest.id))
    return _info(room, guest)


@router.post("/tables/{table}/rematch", dependencies=_STORES)
async def rematch(
    house: InHouse, room: ARoom, guest: AGuest, seats: Literal["turned", "same"] = "turned"
) -> bodies.Rematch:
    """The table of the next game, everybody one seat further or, if the first so wishes, not."""
    answer = await house.rematch(room, guest.id, turned=seats == "turned")
    return bodies.Rematch(table=_accepted(answer).id)


@router.post("/tables/{table}/seats/{seat}/link", dependencies=_STORES)
async def make_link(house: InHouse, room: ARoom, guest: AGuest, seat: ASeat) -> bodies.LinkInfo:
    """A one-time link that moves one's seat to another device."""
    if no := may_not_watch(room.table, guest.id, Seat(seat)):
        raise Refusal(no)
    token, expires = await house.guests.make_link(Link(room.id, seat, guest.id))
    return bodies.LinkInfo(token=token, expires_ms=expires)


@router.post("/link", dependencies=_STORES)
async def use_link(house: InHouse, guest: AGuest, body: bodies.LinkToken) -> bodies.TakenSeat:
    """Use a one-time link up: its seat is this guest's now."""
    link = _accepted(await house.use_link(body.token, guest.id))
    return bodies.TakenSeat(table=link.table, seat=link.seat)


@router.get(
    "/tables/{table}/record",
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}},
)
async def read_record(
    room: ARoom, guest: MaybeGuest, seat: wire.SeatName | None = None
) -> Response:
    """The record of a finished game, for whoever has its address; else what the seat may know."""
    table = room.visible(_own_eye(room, guest))
    if table.phase is Phase.OVER:
        return PlainTextResponse(table.record().to_text())
    eye = None if seat is None else Seat(seat)
    if no := may_not_watch(room.table, guest.id if guest else None, eye):
        raise Refusal(no)
    exported = export(room.visible(eye), eye)
    if exported is None:
        raise Refusal(No(TableCode.NOT_STARTED, "the game has not started"))
    return JSONResponse(exported)


# --- what they have in common --------------------------------------------------------------


async def _submit(room: Room, guest: Guest, decide: Callable[[Table], Decision | None]) -> None:
    _accepted(await room.submit(guest.id, None, decide))


def _info(room: Room, guest: Guest | None) -> bodies.TableInfo:
    eye = _own_eye(room, guest)
    return bodies.TableInfo.model_validate(
        {
            "table": table_shown(room.visible(eye), eye),
            "mine": () if guest is None else room.table.seats_of(guest.id),
            "is_host": guest is not None and room.table.host == guest.id,
        }
    )
