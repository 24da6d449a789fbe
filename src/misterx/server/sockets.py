"""A live connection: a socket of one table, which watches and speaks for one seat at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from pydantic_core import to_json

from misterx.core import Code, Seat
from misterx.server import wire
from misterx.server.admission import Step
from misterx.server.client_address import client_address
from misterx.server.complaints import complaint
from misterx.server.entry import TableId
from misterx.server.house import DamagedTable, House
from misterx.server.limits import Bucket
from misterx.server.room import Room, Saved
from misterx.server.store.base import Guest, StoreError
from misterx.server.table import deciding, seating
from misterx.server.table.deciding import Decision
from misterx.server.table.refusals import No, TableCode
from misterx.server.table.showing import Shown
from misterx.server.table.state import Table
from misterx.server.watching import Watcher, may_not_watch

__all__ = ["Connection"]

_MOST_WAITING = 256
"""Messages that wait for a slow reader; with one more he is closed, and resumes when he can."""
_MOST_UNSENT = 2_000_000
"""The same in bytes: one message, however long, is always taken."""
_MOST_TOO_FAST = 1_000
"""Messages that come too fast before the connection is closed."""
_FORGIVEN = 10
"""So many of them are forgotten for each that does not."""
_GOODBYE_SECONDS = 2.0
"""How long somebody who is closed may take to read why."""
_SLOW = 1013
_CUT_OFF: Shown = {
    "type": "bye",
    "code": TableCode.TOO_FAST,
    "message": "far too many messages; the connection is cut off",
}


class Connection:
    """One socket of one guest at one table."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        table: TableId | None,
        token: str | None,
        bucket: Bucket,
        place: Callable[[Step], AbstractAsyncContextManager[None]],
    ) -> None:
        """Make a connection.

        Args:
            socket: what it talks over; it has been accepted.
            house: where the tables are.
            table: the table in the address; None: an address of old pages, which are told so.
            token: whose it is.
            bucket: how many messages it may send.
            place: a place among those who are served, see `Admission`.
        """
        self._socket = socket
        self._house = house
        self._table = table
        self._token = token
        self._guest: Guest | None = None
        self._bucket = bucket
        self._place = place
        self._out: asyncio.Queue[bytes | int] = asyncio.Queue(_MOST_WAITING)
        self._unsent = 0
        """Bytes in it."""
        self._room: Room | None = None
        self._watcher: Watcher | None = None
        self._listening: asyncio.Timeout | None = None
        """While the next message is waited for."""
        self._is_hung_up = False

    async def run(self) -> None:
        """Talk until one of the two has gone."""
        writing = asyncio.create_task(self._write())
        try:
            self._house.orders.connected(self)
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self._house.orders.disconnected(self)
            self._unwatch()
            if self._is_hung_up:
                await asyncio.wait((writing,), timeout=_GOODBYE_SECONDS)
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing

    @property
    def address(self) -> str:
        """Where it comes from, as the guard has it."""
        return self._socket.client.host if self._socket.client else "?"

    def tell(self, message: bytes) -> None:
        """Send a message."""
        self._send(message)

    def send_away(self, why: No) -> None:
        """Say why, and cut the connection off."""
        if not self._is_hung_up:
            self._hang_up(to_json({"type": "bye", "code": why.code, "message": why.message}))

    # --- out -------------------------------------------------------------------------------

    def _send(self, message: bytes) -> None:
        """Have a message sent; a reader too slow for that is closed."""
        if self._is_hung_up:
            return
        if self._out.full() or self._unsent > _MOST_UNSENT:
            self._hang_up(_SLOW)
            return
        self._unsent += len(message)
        self._out.put_nowait(message)

    def _say(self, message: Shown) -> None:
        self._send(to_json(message))

    def _hang_up(self, last: bytes | int) -> None:
        """Say a last word instead of whatever waits to be sent, and hear nothing more.

        With a code the connection is closed as it should be, for which the other end is listened
        to for a while. With a message it is cut off after it.
        """
        self._is_hung_up = True
        self._unwatch()
        while not self._out.empty():
            self._out.get_nowait()
        self._unsent = 0
        self._out.put_nowait(last)
        if self._listening is not None:  # else a request is in hand, and is finished first
            self._listening.reschedule(asyncio.get_running_loop().time())

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self._out.get()
                if isinstance(message, int):
                    await self._socket.close(message)
                    return
                await self._socket.send_text(message.decode())
                self._unsent = max(0, self._unsent - len(message))
                if self._is_hung_up and self._out.empty():
                    return

    # --- in --------------------------------------------------------------------------------

    async def _read(self) -> None:
        too_fast = 0
        while not self._is_hung_up:
            try:
                text = await self._receive()
            except TimeoutError:
                return
            if self._bucket.take() > 0:
                too_fast += 1
                if too_fast > _MOST_TOO_FAST:
                    self._hang_up(to_json(_CUT_OFF))
                    return
                self._refuse(None, No(TableCode.TOO_FAST, "too many messages; wait a moment"))
                await asyncio.sleep(0)  # the refusals go out before more messages come in
                continue
            too_fast = max(0, too_fast - _FORGIVEN)
            await self._hear(text)

    async def _receive(self) -> str | bytes:
        """The next message; `TimeoutError`: nobody waits for it any more."""
        try:
            async with asyncio.timeout(None) as self._listening:
                message = await self._socket.receive()
        finally:
            self._listening = None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text

    async def _hear(self, text: str | bytes) -> None:
        """Do what a message says, and answer it."""
        try:
            message = wire.read_message(text)
        except ValidationError as error:
            self._refuse(
                None,
                No(Code.MALFORMED, complaint(error.errors(include_input=False, include_url=False))),
            )
            return
        try:
            await self._do(message)
        except DamagedTable as damage:
            self._refuse(getattr(message, "id", None), damage.no)
        except StoreError:
            request = getattr(message, "id", None)
            self._refuse(
                request,
                No(TableCode.STORAGE, "the database does not answer; try again in a moment"),
            )

    async def _do(self, message: wire.ClientMessage) -> None:
        match message:
            case wire.Watch():
                await self._watch(message)
            case wire.Unwatch():
                self._unwatch()
            case wire.Ping():
                self._say({"type": "pong", "now": self._house.world.now_ms(), **self._clocked()})
            case wire.Look():
                self._look(message)
            case _:
                await self._request(message)

    def _clocked(self) -> Shown:
        """The last entry that was told here, and how long ago it was; none while nobody watches."""
        if self._room is None or self._watcher is None:
            return {}
        watchers, eye = self._room.watchers, self._watcher.eye
        seen = watchers.visible(eye)
        return {"at": seen.at, "elapsed": watchers.elapsed(seen, eye)}

    # --- watching --------------------------------------------------------------------------

    async def _watch(self, message: wire.Watch) -> None:
        if message.wire != wire.WIRE or self._table is None:
            self._refuse(
                message.id,
                No(TableCode.OLD_CLIENT, "this page is not of this server; please reload it"),
            )
            return
        if message.table != self._table:
            self._refuse(
                message.id,
                No(
                    TableCode.OTHER_TABLE,
                    f"this connection is of another table than {message.table}; "
                    f"connect to /api/live/{message.table}",
                ),
            )
            return
        self._unwatch()
        async with self._place(Step.WATCH):
            await self._show(message)

    async def _show(self, message: wire.Watch) -> None:
        """Begin to watch a seat, or say why not."""
        self._guest = await self._house.guests.find(self._token)
        guest = self._guest.id if self._guest else None
        seat = None if message.seat is None else Seat(message.seat)
        room = await self._house.room(message.table)
        if room is not None and (
            may_not_watch(room.table, guest, seat) or room.table.at < (message.since or 0)
        ):
            # Perhaps another process has done what this one has not heard of yet.
            await room.catch_up()
            if room.is_closed:  # it was forgotten meanwhile
                room = await self._house.room(message.table)
        no = (
            No(
                TableCode.UNKNOWN_TABLE,
                f"there is no table {message.table}; look at the code again",
            )
            if room is None
            else may_not_watch(room.table, guest, seat)
        )
        if room is None or no is not None:
            assert no is not None
            self._refuse(message.id, no)
            return
        self._room = room
        self._watcher = Watcher(guest, seat, self._send, client_address(self._socket))
        room.watchers.add(self._watcher, message.since)

    def _unwatch(self) -> None:
        if self._room is not None and self._watcher is not None:
            self._room.watchers.remove(self._watcher)
        self._room = self._watcher = None

    def _look(self, message: wire.Look) -> None:
        if self._room is not None and self._watcher is not None and self._watcher.eye is not None:
            self._room.looked(self._watcher.eye, message.piece, self._watcher)

    # --- requests --------------------------------------------------------------------------

    async def _request(self, message: wire.Move | wire.TableRequest) -> None:
        """A request for the seat that this socket watches."""
        room, watcher, guest = self._room, self._watcher, self._guest
        if room is None or watcher is None or watcher.eye is None or guest is None:
            self._refuse(message.id, No(TableCode.NOT_WATCHING, "watch a seat of yours first"))
            return
        seat = watcher.eye
        answer: Saved | No | None
        if isinstance(message, wire.Move):
            answer = await room.move(guest.id, message.id, seat, message.move, message.at)
        elif no := self._house.budget.take(watcher.address, guest.id, _size(message)):
            answer = no
        else:

            def decide(table: Table) -> Decision | None:
                no = deciding.has_seat(table, guest.id, seat)
                return no or _decision(table, room, guest.id, seat, message)

            answer = await room.submit(guest.id, message.id, decide)
        if not isinstance(answer, No):
            at = room.table.at if answer is None else answer.at  # None: it was so already
            self._say({"type": "done", "id": message.id, "at": at})
            return
        self._refuse(message.id, answer)
        if answer.code is TableCode.STALE and self._watcher is watcher and not room.is_closed:
            room.watchers.show_again(watcher)

    def _refuse(self, request: str | None, no: No) -> None:
        self._say({"type": "refused", "id": request, "code": no.code, "message": no.message})


def _away(table: Table, room: Room) -> frozenset[Seat]:
    """The seats whose players have been absent for long enough to be replaced."""
    return frozenset(seat for seat in table.seats if room.watchers.is_away(seat))


def _size(message: wire.TableRequest) -> int:
    """About how many bytes an entry of this request takes."""
    return len(message.model_dump_json().encode())


def _decision(
    table: Table, room: Room, guest: str, seat: Seat, message: wire.TableRequest
) -> Decision | None:
    """What becomes of a request."""
    match message:
        case wire.Chat():
            return deciding.chat(table, seat, message.text, team=message.team)
        case wire.NoteMessage():
            return deciding.note(table, seat, message.about, message.text, team=message.team)
        case wire.MarkMessage():
            return deciding.mark(table, seat, message.stations, message.sign, team=message.team)
        case wire.Ask():
            return deciding.ask(table, guest, seat, message.what)
        case wire.Answer():
            return deciding.answer(table, guest, seat, yes=message.yes, away=_away(table, room))
        case wire.Resume():
            return deciding.resume(table, seat)
        case wire.Call():
            return deciding.call(table, seat)
        case wire.Hand():
            other = Seat(message.seat)
            away = _away(table, room)
            return seating.hand_over(table, guest, seat, other, message.player, away)
        case wire.TakeBack():
            return seating.take_back(table, guest, seat)
