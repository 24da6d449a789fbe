"""A lone surrogate is not a character: no request and no message that has one is taken."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from pydantic import BaseModel

from misterx.server import wire
from misterx.server.api import ROUTES
from misterx.server.json_route import JsonRoute
from tests.server.client import Guest, request_id
from tests.server.secrecy.comparing import captured_logs
from tests.server.serving import served

HALF = "\ud800"
RAW = b"\xed\xa0\x80"
"""The same as the bytes that UTF-8 would have for it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server, none of whose errors is logged, and its database."""
    file = tmp_path_factory.mktemp("letters") / "misterx.db"
    with captured_logs() as log:
        with served(str(file)) as url:
            yield url, file
        assert '"error"' not in log.getvalue(), log.getvalue()


def bodies(model: type[BaseModel]) -> Iterator[bytes]:
    """Bodies with a lone surrogate in the place of each field, inside it, and as its name."""
    for name in ("", *model.model_fields):
        for value in (HALF, [HALF], {"edition": HALF}, {HALF: "me"}, {"X": {"who": HALF}}):
            yield json.dumps({name: value}).encode()
            yield json.dumps({name: value}, ensure_ascii=False).encode("utf-8", "surrogatepass")
            yield json.dumps({name: value}).encode("utf-16")
        yield json.dumps({name + HALF: 1}).encode()


def body_model(route: JsonRoute) -> type[BaseModel]:
    assert route.body_field is not None
    model = route.body_field.field_info.annotation
    assert isinstance(model, type)
    assert issubclass(model, BaseModel)
    return model


def test_every_route_reads_json_strictly() -> None:
    assert all(isinstance(route, JsonRoute) for route in ROUTES)
    assert len([route for route in ROUTES if route.body_field]) >= 8


def test_no_body_with_one_is_taken(server: tuple[str, Path]) -> None:
    url, _ = server

    async def send() -> None:
        async with Guest(url, "Ada") as ada:
            seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
            table = await ada.open_table("modern-2013", 2, seats=seats)
            for route in ROUTES:
                if route.body_field is None:
                    continue
                assert isinstance(route, JsonRoute)
                path = route.path.format(**{**_parameters(route.path), "table": table})
                method = next(iter(route.methods or ()))
                for body in bodies(body_model(route)):
                    answer = await ada.http.request(
                        method, path, content=body, headers={"content-type": "application/json"}
                    )
                    assert answer.status_code == 422, (method, path, body, answer.text)
                    assert answer.json()["code"] == "malformed"

    asyncio.run(send())


def _parameters(path: str) -> dict[str, str]:
    known = {"seat": "X", "board": "london", "lesson": "x", "edition": "modern-2013"}
    return {name: known.get(name, "x") for name in _names(path)}


def _names(path: str) -> Sequence[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def test_no_path_and_no_parameter_with_one_is_a_fault_of_the_server(
    server: tuple[str, Path],
) -> None:
    url, _ = server
    with httpx.Client(base_url=url) as http:
        http.post("/api/guest", json={"name": "Ada"})
        for route in ROUTES:
            for name in _names(route.path) or [""]:
                values = {**_parameters(route.path), "table": "ABCD2345", name: "%ED%A0%80"}
                values.pop("", None)
                path = f"{route.path.format(**values)}?seat=%ED%A0%80&%ED%A0%80=1&seats=%FF"
                for method in (route.methods or set()) - {"DELETE"}:
                    answer = http.request(method, path, headers={b"cookie": b"a=" + RAW})
                    assert answer.status_code < 500, (method, path, answer.text)
                    assert answer.status_code != 200 or answer.content


def test_a_posted_record_with_one_is_refused_and_not_stored(server: tuple[str, Path]) -> None:
    url, file = server
    record = "misterx record 1\ngame: chase\nedition: modern-2013\nrules version: 1\nplayers: 2\n"
    records = (
        f"{record}who: {HALF}\n\nresult: none\n",
        f"{record}\n{HALF}\nresult: none\n",
        record + 'options: {"\\ud800": true}\n\nresult: none\n',
        json.dumps({"misterx": 1, "moves": [HALF]}),
    )
    with httpx.Client(base_url=url) as http:
        http.post("/api/guest", json={"name": "Ada"})
        with closing(sqlite3.connect(file)) as database:
            before = database.execute("SELECT count(*) FROM tables").fetchone()
            for text in records:
                plan = {"edition": "modern-2013", "players": 2, "record": text}
                for path, body in (
                    ("/api/tables", plan),
                    ("/api/replay", {"record": text}),
                    ("/api/analysis", {"record": text}),
                ):
                    answer = http.post(
                        path,
                        content=json.dumps(body),
                        headers={"content-type": "application/json"},
                    )
                    assert answer.status_code == 422, (path, answer.text)
            assert database.execute("SELECT count(*) FROM tables").fetchone() == before


def messages() -> Iterator[dict[str, Any]]:
    """Each message with a lone surrogate in the place of each field, and as a field's name."""
    sound = {"do": "ping", "id": request_id(), "table": "ABCD2345", "wire": 1, "at": 1}
    for model in get_args(wire.ClientMessage):
        (do,) = get_args(model.model_fields["do"].annotation)
        whole = {name: sound.get(name, "X") for name in model.model_fields} | {"do": do}
        for name in model.model_fields:
            for value in (HALF, [HALF], {"a": HALF}):
                yield {**whole, name: value}
        yield {**whole, HALF: 1}


def test_no_message_with_one_is_taken(server: tuple[str, Path]) -> None:
    url, _ = server

    async def send() -> None:
        async with Guest(url, "Ada") as ada:
            seats = {"X": {"who": "me"}, "H1": {"who": "device"}}
            table = await ada.open_table("modern-2013", 2, seats=seats, start=True)
            x = await ada.watch(table, "X")
            await x.until(lambda: x.at > 0)
            at, sent = x.at, 0
            for message in messages():
                await x.send(message)
                sent += 1
            await x.send({"do": "ping"})
            await x.until(lambda: any('"pong"' in text for text in x.raw))
            refused = [json.loads(text) for text in x.raw if '"refused"' in text]
            assert len(refused) == sent
            assert {each["code"] for each in refused} == {"malformed"}
            assert sent > 60
            assert x.at == at
            await x.close()

    asyncio.run(send())
