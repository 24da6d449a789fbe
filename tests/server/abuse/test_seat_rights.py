"""Whose request it is: other people's seats, forged cookies, foreign pages, strange hosts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from misterx.server.wire import WIRE
from tests.server.client import Guest, Refused, request_id
from tests.server.serving import served


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(str(tmp_path_factory.mktemp("rights") / "misterx.db")) as url:
        yield url


async def a_game(ada: Guest, bob: Guest, **plan: object) -> str:
    """A table at which Ada is Mister X and Bob hunts."""
    table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}}, **plan)
    await bob.post(f"/api/tables/{table}/join", {"seat": "H1"})
    await ada.post(f"/api/tables/{table}/start")
    return table


async def code_of(refused: Any) -> tuple[int, str]:  # noqa: ANN401 - any request
    with pytest.raises(Refused) as no:
        await refused
    return no.value.status, no.value.code


def test_nobody_acts_for_a_seat_that_is_not_his(url: str) -> None:
    async def play() -> None:
        async with Guest(url, "Ada") as ada, Guest(url, "Bob") as bob, Guest(url, "Eve") as eve:
            table = await a_game(ada, bob, spectators=True)
            x, h1 = await ada.watch(table, "X"), await bob.watch(table, "H1")
            await x.until(lambda: bool(x.moves))
            await h1.until(lambda: h1.game is not None)
            before = x.at
            # Mister X's move out of the hunter's mouth, in his turn and out of it.
            assert (await code_of(h1.move(x.moves[0])))[1] == "not_your_turn"
            for seat in ("X", "H1", "H2", "Z99"):
                await refused_to_watch(eve, table, seat)
            await refused_to_watch(bob, table, "X")
            onlooker = await eve.watch(table, None)
            for wish in WISHES:
                assert (await code_of(onlooker.ask(**wish)))[1] == "not_watching"
            at = f"/api/tables/{table}"
            assert await code_of(eve.get(f"{at}/record?seat=X")) == (403, "not_seated")
            assert await code_of(bob.get(f"{at}/record?seat=X")) == (403, "not_seated")
            assert await code_of(bob.post(f"{at}/seats/X/link")) == (403, "not_seated")
            assert await code_of(eve.post(f"{at}/seats/X/link")) == (403, "not_seated")
            assert await code_of(bob.post(f"{at}/seats/X/leave")) == (403, "not_seated")
            assert await code_of(bob.post(f"{at}/start")) == (403, "not_host")
            assert await code_of(eve.post(f"{at}/rematch")) == (403, "not_seated")
            device = {"who": "device"}
            assert await code_of(bob.ask("PUT", f"{at}/seats/X", device)) == (403, "not_host")
            assert (await code_of(h1.ask(do="hand", seat="X")))[1] in {"not_seated", "seat_taken"}
            assert (await code_of(h1.ask(do="take_back")))[1] == "seat_taken"
            assert (await code_of(x.ask(do="hand", seat="H2")))[1] == "no_seat"
            assert x.at == h1.at == before, "something was done all the same"
            await x.move(x.moves[0])
            for watching in (x, h1, onlooker):
                await watching.close()

    asyncio.run(play())


WISHES: tuple[dict[str, object], ...] = (
    {"do": "move", "move": "X:T46", "at": 4},
    {"do": "chat", "text": "hello"},
    {"do": "note", "about": "46", "text": "hello"},
    {"do": "mark", "stations": [46], "sign": "maybe"},
    {"do": "ask", "what": "resign"},
    {"do": "answer", "yes": True},
    {"do": "resume"},
    {"do": "call"},
    {"do": "hand", "seat": "X"},
    {"do": "take_back"},
)


async def refused_to_watch(guest: Guest, table: str, seat: str) -> None:
    async with connect(
        guest.url.replace("http", "ws") + f"/api/live/{table}",
        additional_headers={"Cookie": guest.cookie},
    ) as socket:
        watch = {"do": "watch", "wire": WIRE, "table": table, "seat": seat}
        move = {"do": "move", "id": request_id(), "move": "X:T46", "at": 4}
        for message, code in ((watch, "not_seated"), (move, "not_watching")):
            await socket.send(json.dumps(message))
            told = json.loads(await socket.recv())
            assert (told["type"], told["code"]) == ("refused", code)


def test_a_forged_cookie_is_nobodys(url: str) -> None:
    async def forge() -> None:
        async with Guest(url, "Ada") as ada, Guest(url, "Bob") as bob:
            table = await a_game(ada, bob)
            name, _, token = ada.cookie.partition("=")
            forged = (
                *("", "x", token[:-1], token + "x", token.swapcase(), ada.id, "null", "../../x"),
                *("a" * 4000, f"{token};{token}", f'"{token}', "%00", "\u00fc"),
            )
            for value in forged:
                # Of two, the first counts, which is her own here.
                fine = value == f"{token};{token}"
                async with httpx.AsyncClient(base_url=url) as http:
                    header = [(b"cookie", f"{name}={value}".encode("latin-1"))]
                    who = await http.get("/api/guest", headers=header)
                    assert who.status_code == 200, value
                    assert who.json() == ({"id": ada.id, "name": ada.name} if fine else None), value
                    start = await http.post(f"/api/tables/{table}/start", headers=header)
                    assert start.status_code == (409 if fine else 401), value
                    record = await http.get(f"/api/tables/{table}/record?seat=X", headers=header)
                    assert record.status_code == (200 if fine else 403), value

    asyncio.run(forge())


FOREIGN = (
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://127.0.0.1.evil.example"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_foreign_page_can_change_nothing(url: str, headers: dict[str, str]) -> None:
    """Its requests bring the guest's cookie along, and are turned down all the same."""

    async def visit() -> None:
        async with Guest(url, "Ada") as ada:
            table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
            before = (await ada.get("/api/tables"))["tables"]
            requests = (
                ("POST", "/api/guest", {"name": "Eve"}),
                ("DELETE", "/api/guest", None),
                ("POST", "/api/tables", {"edition": "modern-2013", "players": 2}),
                ("POST", f"/api/tables/{table}/start", None),
                ("PUT", f"/api/tables/{table}/seats/H1", {"who": "bot"}),
                ("POST", f"/api/tables/{table}/seats/X/link", None),
            )
            for method, path, body in requests:
                answer = await ada.http.request(method, path, json=body, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
            assert (await ada.get("/api/tables"))["tables"] == before
            assert (await ada.get("/api/guest"))["name"] == "Ada"
            origin = headers.get("Origin")
            with pytest.raises(InvalidStatus) as no:
                await connect(
                    url.replace("http", "ws") + f"/api/live/{table}",
                    additional_headers={"Cookie": ada.cookie, **headers},
                )
            assert no.value.response.status_code == 403, origin

    asyncio.run(visit())


@pytest.mark.parametrize("host", ("evil.example", "", "127.0.0.1.evil.example", "\u00e4", "a b"))
def test_a_strange_host_is_not_ours(url: str, host: str) -> None:
    """A page whose name is made to lead here reads nothing, not even what a GET would tell."""
    answer = httpx.get(f"{url}/api/catalogue", headers=[(b"host", host.encode("latin-1"))])
    assert answer.status_code in {400, 403}
    if answer.status_code == 403:
        assert answer.json()["code"] == "bad_host"


def test_a_page_of_ones_own_may_do_everything(url: str) -> None:
    async def visit() -> None:
        async with Guest(url, "Ada", headers={"Origin": url}) as ada:
            table = await ada.open_table("modern-2013", 2)
            socket = await connect(
                url.replace("http", "ws") + f"/api/live/{table}",
                additional_headers={"Cookie": ada.cookie},
                origin=url,  # type: ignore[arg-type] # a text like any other
            )
            await socket.send('{"do":"ping"}')
            assert '"pong"' in str(await socket.recv())
            await socket.close()

    asyncio.run(visit())
