"""Secrets of guests, and what the host has switched off: where they must never turn up."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from misterx.server.wire import WIRE
from tests.series.cards_tables import CARD_TABLES
from tests.series.tables import TABLES, AnyTable, finished
from tests.server.client import Guest, Refused, Seat
from tests.server.secrecy.comparing import captured_logs
from tests.server.secrecy.evening import SPECTATOR, Evening
from tests.server.secrecy.fixed_world import FixedWorld
from tests.server.serving import served

TABLE = next(table for table in TABLES if str(table) == "modern-2013-4")


@dataclass
class Server:
    """A server in a fixed world, with its database and its log."""

    url: str
    world: FixedWorld
    file: Path
    log: io.StringIO

    def evening(self, name: str, table: AnyTable = TABLE) -> Evening:
        self.world.begin(name)
        return Evening(self.url, self.world, finished(table, 2))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file, world = tmp_path_factory.mktemp("secrets") / "misterx.db", FixedWorld()
    with captured_logs() as log, served(str(file), world) as url:
        yield Server(url, world, file, log)


def kept(file: Path) -> bytes:
    """Every byte of a database on disk, its journals too."""
    return b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*"))


def test_tokens_stand_nowhere_but_in_the_cookie_and_the_link(server: Server) -> None:
    told = asyncio.run(_use_tokens(server.url, server.world))
    assert len(server.world.tokens) >= 7
    on_disk = kept(server.file)
    for token in server.world.tokens:
        assert token.encode() not in on_disk
        assert token not in server.log.getvalue()
        for answer in told:
            assert token.encode() not in answer
    # Nothing stands there but hashes; of a link that was used up, not even that.
    hashes = [hashlib.sha256(token.encode()).digest() in on_disk for token in server.world.tokens]
    assert sum(hashes) >= 6


async def _use_tokens(url: str, world: FixedWorld) -> list[bytes]:
    """Use cookies and links in right and wrong ways; everything that was answered."""
    world.begin("tokens")
    told: list[bytes] = []
    async with (
        Evening(url, world, finished(TABLE, 1)) as evening,
        Guest(url, "Second device") as other,
    ):
        await evening.begin()
        for who in evening.seats:
            await evening.ask_over_http(who)
        h1 = evening.guests["H1"]
        link = await h1.post(f"/api/tables/{evening.table}/seats/H1/link")
        assert link["token"].encode() in h1.heard.pop()
        await other.post("/api/link", {"token": link["token"]})
        for body in ({"token": link["token"]}, {"token": h1.cookie.partition("=")[2]}, {"a": "b"}):
            with pytest.raises(Refused):
                await other.post("/api/link", body)
        for token in tuple(world.tokens):
            for path in (f"/api/tables/{token}", f"/{token}", f"/api/tables?{token}={token}"):
                answer = await evening.guests["H2"].http.get(path, headers={"X-Token": token})
                told.append(answer.content + str(answer.headers).encode())
            watch = {"do": "watch", "wire": WIRE, "table": evening.table, "seat": token}
            await evening.send("H2", json.dumps({**watch, token: token}))
        told += other.heard
    for guest in evening.guests.values():
        told += guest.heard
    for seat in evening.seats.values():
        told += [text.encode() for text in seat.raw]
    return told


def test_the_cookie_is_for_the_server_alone(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/guest", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "domain" not in cookie
    assert server.world.tokens[-1].encode() not in answer.content


def test_nobody_is_told_another_guests_id(server: Server) -> None:
    """Names are shown, identities are not."""

    async def spend() -> None:
        ids: dict[str, str] = {}
        async with server.evening("ids") as evening:
            await evening.begin()
            await evening.play_some(20)
            for who in evening.seats:
                await evening.ask_over_http(who)
                await evening.come_back(who, missed=None)
            for who, guest in evening.guests.items():
                if who != SPECTATOR:
                    ids[who] = str((await guest.get("/api/guest"))["id"])
        for who, guest in evening.guests.items():
            live = evening.seats[who].raw if who in evening.seats else []
            said = [*guest.heard, *(text.encode() for text in live)]
            for other, number in ids.items():
                heard = any(number.encode() in text for text in said)
                assert heard == (who == other), f"{who} was told who {other} is"
        assert not any(number in server.log.getvalue() for number in ids.values())

    asyncio.run(spend())


# --- what the host has switched off ------------------------------------------------------------


@pytest.mark.parametrize("deduction", (True, False))
@pytest.mark.parametrize("table", (TABLE, CARD_TABLES[1]), ids=str)
def test_without_deduction_nobody_is_told_what_can_be_worked_out(
    server: Server, table: AnyTable, deduction: bool
) -> None:
    async def spend() -> None:
        async with server.evening(f"deduction {table} {deduction}", table) as evening:
            await evening.begin(deduction=deduction)
            turn = 0
            while await evening.play_some(3):
                turn += 1
                if turn % 3 == 1:
                    for who in evening.seats:
                        await evening.ask_over_http(who)
                        await evening.come_back(who, missed=turn % 2 or None)
        for who, told in evening.told().items():
            assert told.at_the_end, "the game was not played to its end"
            views = [
                text
                for text in (*told.live, *(body.decode() for body in told.http))
                if '"view"' in text
            ]
            assert views
            for text in views:
                assert ('"possible"' in text or '"suspects"' in text) == deduction, who

    asyncio.run(spend())


def test_spectators_are_told_late_if_the_host_wants_it(server: Server) -> None:
    async def spend() -> None:
        async with server.evening("late") as evening:
            await evening.begin(spectator_delay=2)
            server.world.wait(2_000)
            spectator, guest = evening.seats[SPECTATOR], evening.guests[SPECTATOR]
            begun = evening.seats["X"].at
            await spectator.until(lambda: spectator.at == begun)
            before = await guest.get(f"/api/tables/{evening.table}/record")
            assert before["at"] == begun
            server.world.stands_still = True
            await evening.play_some(4)
            assert evening.seats["X"].at == begun + 4
            await evening.come_back(SPECTATOR, missed=None)
            assert spectator.at == begun
            assert await guest.get(f"/api/tables/{evening.table}/record") == before
            server.world.stands_still = False
            server.world.wait(3_000)
            await spectator.until(lambda: spectator.at == begun + 4)
            hunter = evening.seats["H1"]
            assert spectator.game is not None
            assert hunter.game is not None
            assert spectator.game["view"] == hunter.game["view"]

    asyncio.run(spend())


def test_a_table_without_spectators_shows_its_game_to_nobody_else(server: Server) -> None:
    async def spend() -> None:
        async with Guest(server.url, "Ada") as ada, Guest(server.url, "Bob") as bob:
            seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
            table = await ada.open_table("modern-2013", 2, seats=seats)
            early = await bob.watch(table, None)
            await ada.post(f"/api/tables/{table}/start")
            await early.until(lambda: bool(early.byes))
            assert early.byes[0]["code"] == "no_spectators"
            for seat in ("", "?seat=X", "?seat=H1"):
                with pytest.raises(Refused) as no:
                    await bob.get(f"/api/tables/{table}/record{seat}")
                assert no.value.status == 403
            told = len(early.raw)
            x = await ada.watch(table, "X")
            await x.until(lambda: bool(x.moves))
            await x.move(x.moves[0])
            await early.send({"do": "ping"})
            await early.until(lambda: '"pong"' in early.raw[-1])
            assert len(early.raw) == told + 1
            assert early.game is None
            await x.close()
            await early.close()

    asyncio.run(spend())


def test_a_seat_that_moved_is_told_to_its_new_device_only(server: Server) -> None:
    async def spend() -> None:
        async with server.evening("moved") as evening, Guest(server.url, "Second") as other:
            await evening.begin()
            x = evening.seats["X"]
            path = f"/api/tables/{evening.table}/seats/X/link"
            link = await evening.guests["X"].post(path)
            taken = await other.post("/api/link", {"token": link["token"]})
            assert taken == {"table": evening.table, "seat": "X"}
            await x.until(lambda: bool(x.byes))
            assert x.byes[0]["code"] == "not_seated"
            told = len(x.raw)
            # What the other device missed it may know, though the seat was not its own then.
            moved = Seat(other, evening.table, "X")
            moved.at = 1
            await moved.connect(since=1)
            await moved.until(lambda: moved.at == evening.seats["H1"].at)
            move = moved.moves[0]
            await moved.move(move)
            with pytest.raises(Refused) as no:
                await x.move(move)
            assert no.value.code in {"not_seated", "not_watching"}
            assert len(x.raw) == told + 1
            await moved.close()

    asyncio.run(spend())
