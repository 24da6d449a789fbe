"""An evening at a table over real sockets, and everything that everybody was told in its course.

One thing happens at a time: after each, the evening waits until all sockets have been told. So with
a fixed world the same evening gives the same bytes, and two evenings that differ only in something
hidden can be compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, AnyStr, Self

from misterx.core import Game, Record
from tests.server.client import Guest, Refused, Seat
from tests.server.secrecy.fixed_world import FixedWorld

__all__ = ["SPECTATOR", "Evening", "Told", "Witness", "different", "openings"]

SPECTATOR = "spectator"
_UNLIKE = frozenset(("date", "set-cookie"))
"""Headers that are no answer to a question."""


class Witness(Guest):
    """A guest who also keeps status and headers of every answer."""

    async def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        answer = await self.http.request(method, path, json=body)
        headers = [(key, value) for key, value in answer.headers.items() if key not in _UNLIKE]
        self.heard.append(f"{answer.status_code} {headers}\n".encode() + answer.content)
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text


@dataclass
class Told:
    """All that somebody was told in an evening, byte by byte."""

    live: list[str]
    """What came over his socket before the game was over."""
    http: list[bytes]
    """What HTTP answered while the game was played."""
    at_the_end: list[str] = field(default_factory=list)
    """What came over his socket then."""

    @property
    def kinds(self) -> set[str]:
        """The types of messages that came."""
        return {text.partition('"type":"')[2].partition('"')[0] for text in self.live}


def openings(game: Game) -> int:
    """How many entries chance makes before anybody acts."""
    return next(n for n, entry in enumerate(game.line) if not entry.by_chance)


class Evening:
    """One game at one table of one server."""

    def __init__(self, url: str, world: FixedWorld, game: Game) -> None:
        self.url = url
        self.world = world
        self.game = game
        """How the game will go; only the actor of a move looks at it."""
        self.guests: dict[str, Witness] = {}
        self.seats: dict[str, Seat] = {}
        self.table = ""
        self._next = openings(game)
        self._requests = 0
        self._are_spectators_late = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    # --- before and after ------------------------------------------------------------------

    async def begin(self, **plan: object) -> None:
        """Everybody sits down, and the cards are those of the game."""
        self._are_spectators_late = "spectator_delay" in plan
        head = self.game.header
        dealt = tuple(entry.text for entry in self.game.line[: openings(self.game)])
        record = Record(head, dealt, None).to_text()
        host = await self._guest("host")
        self.table = await host.open_table(
            str(head.edition),
            head.players,
            options=dict(head.options),
            record=record,
            spectators=True,
            **plan,
        )
        for seat in self.game.seats:
            guest = await self._guest(seat)
            await guest.post(f"/api/tables/{self.table}/join", {"seat": seat})
        # A spectator needs no name, and so has no cookie.
        self.guests[SPECTATOR] = Witness(self.url, SPECTATOR)
        for who in (*self.game.seats, SPECTATOR):
            await self.come(who)
        self.world.wait(11)
        before = self.highest
        started = await host.post(f"/api/tables/{self.table}/start")
        assert "table" in started, started
        await self.settle(before + 1)

    async def _guest(self, who: str) -> Witness:
        guest = Witness(self.url, f"Guest {who}")
        await guest.post("/api/guest", {"name": guest.name})
        self.guests[who] = guest
        return guest

    async def close(self) -> None:
        for seat in self.seats.values():
            await seat.close()
        for guest in self.guests.values():
            await guest.http.aclose()

    def told(self) -> dict[str, Told]:
        """What everybody was told."""
        return {who: self._told(who) for who in self.seats}

    def _told(self, who: str) -> Told:
        raw = self.seats[who].raw
        end = next((n for n, text in enumerate(raw) if '"phase":"over"' in text), len(raw))
        return Told(raw[:end], list(self.guests[who].heard), raw[end:])

    # --- coming, going, waiting ------------------------------------------------------------

    async def come(self, who: str, since: int | None = None) -> None:
        """Open a socket for somebody, or open his anew."""
        seat = self.seats.get(who)
        if seat is None:
            chair = None if who == SPECTATOR else who
            seat = self.seats[who] = Seat(self.guests[who], self.table, chair)
        await seat.connect(since)
        await self.settle(self.highest)

    async def go(self, who: str) -> None:
        await self.seats[who].close()
        await self.settle(self.highest)

    @property
    def highest(self) -> int:
        """The last entry that anybody has been told."""
        return max((seat.at for seat in self.seats.values()), default=0)

    async def settle(self, at: int) -> None:
        """Wait until everybody who is here has been told up to an entry, and who is here."""
        here = {who: seat for who, seat in self.seats.items() if seat.is_connected}
        chairs, lookers = sorted(set(here) - {SPECTATOR}), int(SPECTATOR in here)

        def is_settled(seat: Seat) -> bool:
            present = seat.presence.get("here"), seat.presence.get("spectators")
            is_late = seat.seat is None and self._are_spectators_late
            return (is_late or seat.at >= at) and present == (chairs, lookers)

        for who, seat in here.items():
            try:
                await seat.until(partial(is_settled, seat))
            except TimeoutError:
                raise AssertionError(
                    f"{who} was not told of entry {at} and {chairs}: {seat.at}, {seat.presence}"
                ) from None

    # --- doing -----------------------------------------------------------------------------

    async def do(self, who: str, **message: object) -> str:
        """Make a request for a seat; "done", or the code of the refusal."""
        self._requests += 1
        self.world.wait(7)
        try:
            at = await self.seats[who].ask(id=f"request-{self._requests:06}", **message)
        except Refused as no:
            return no.code
        await self.settle(at)
        return "done"

    async def play(self, entry: int) -> None:
        """Make the game's next move."""
        before = self.game.state_at(entry)
        line, rules = self.game.line, self.game.rules
        text = line[entry].text
        move = rules.parse(text)
        who = next(s for s in rules.to_act(before) if rules.check(before, s, move) is None)
        if entry + 1 < len(line) and line[entry + 1].by_chance:
            so_far = Game(rules, before, self.game.header, None)
            self.world.let_fall(so_far, text, line[entry + 1].text)
        done = await self.do(who, do="move", move=text, at=self.seats[who].at)
        assert done == "done", f"{who} may not play {text}: {done}"

    async def play_some(self, most: int) -> bool:
        """Make so many moves of the game, as far as there are any; False: the game is over."""
        line, made = self.game.line, 0
        while self._next < len(line) and made < most:
            if not line[self._next].by_chance:
                await self.play(self._next)
                made += 1
            self._next += 1
        return not self.seats[next(iter(self.seats))].is_over

    async def send(self, who: str, text: str) -> None:
        """Send something that is refused without an id, and wait for it."""
        seat = self.seats[who]
        before = len(seat.raw)
        await seat.send_text(text)
        await seat.until(lambda: any('"refused"' in said for said in seat.raw[before:]))

    async def ask_over_http(self, who: str) -> None:
        """Everything that somebody can ask over HTTP while the game is played."""
        guest, table = self.guests[who], f"/api/tables/{self.table}"
        await guest.get(table)
        await guest.get("/api/tables")
        await guest.get("/api/guest")
        own = "" if who == SPECTATOR else f"?seat={who}"
        for what in ("record", "where"):
            await guest.get(f"{table}/{what}{own}")
            await guest.get(f"{table}/{what}")
        await guest.post(f"{table}/analysis")
        for other in self.game.seats:
            if other != who:
                await guest.get(f"{table}/record?seat={other}")
                await guest.get(f"{table}/where?seat={other}")
                await guest.post(f"{table}/seats/{other}/link")
                await guest.post(f"{table}/seats/{other}/hint")
        await guest.post(f"{table}/start")
        await guest.post(f"{table}/join", {"seat": "X"})
        await guest.post(f"{table}/rematch")

    async def come_back(self, who: str, *, missed: int | None) -> None:
        """Go and come back: having seen all but so many entries, or anew (None)."""
        await self.go(who)
        self.world.wait(3)
        if missed is None:
            seat = self.seats[who]
            seat.at = 0
            await self.come(who)
        else:
            seat = self.seats[who]
            since = max(1, seat.at - missed)
            seat.at = since
            await self.come(who, since)


def different(one: Sequence[AnyStr], other: Sequence[AnyStr]) -> str | None:
    """Where two lists of messages part, for people."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            around = slice(max(0, at - 80), at + 80)
            return f"message {n}, from letter {at}:\n{a[around]!r}\n{b[around]!r}"
    return None if len(one) == len(other) else f"{len(one)} messages and {len(other)}"
