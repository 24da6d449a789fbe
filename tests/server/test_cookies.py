"""The guests' cookie: one name for all processes of a database, and names of versions before."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.server.client import Guest
from tests.server.evenings import awaited
from tests.server.postgres import PostgresServer
from tests.server.serving import ServerProcess, served


async def known(url: str, cookies: dict[str, str]) -> tuple[str | None, httpx.Response]:
    """Who a server takes somebody with these cookies for, and its answer."""
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    async with httpx.AsyncClient(base_url=url, headers={"Cookie": header}) as http:
        answer = await http.get("/api/guest")
        assert answer.status_code == 200
        return (answer.json() or {}).get("id"), answer


@awaited
async def test_two_processes_of_one_database_know_each_others_guests(
    postgres: PostgresServer,
) -> None:
    database = postgres.new_database()
    with served(database) as one, served(database) as two:
        async with Guest(one, "Ada") as ada:
            table = await ada.open_table("modern-2013", 2)
            assert (await known(two, dict(ada.http.cookies)))[0] == ada.id
            there = Guest(two, "Ada")
            there.http.cookies = ada.http.cookies
            seat = await there.watch(table, None)
            await seat.until(lambda: seat.shown.get("id") == table)
            await seat.close()
            await there.http.aclose()


@awaited
async def test_servers_of_two_databases_do_not_overwrite_each_others_cookies(
    tmp_path: Path,
) -> None:
    with served(str(tmp_path / "a.db")) as one, served(str(tmp_path / "b.db")) as two:
        async with Guest(one) as ada, Guest(two) as bob:
            # A browser sends both to both, as cookies know no port.
            both = {**ada.http.cookies, **bob.http.cookies}
            assert len(both) == 2
            assert (await known(one, both))[0] == ada.id
            assert (await known(two, both))[0] == bob.id


@awaited
async def test_the_name_outlives_the_process_and_its_port(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = ServerProcess(database)
    with server:
        async with Guest(server.url) as ada:
            cookies = dict(ada.http.cookies)
        server.stop()
    with served(database) as url:
        assert (await known(url, cookies))[0] == ada.id


@pytest.mark.parametrize(
    ("name", "public_url"),
    (
        ("misterx_8642", ""),
        ("misterx_80", "http://games.example.org"),
        ("__Host-misterx", "https://games.example.org"),
    ),
)
@awaited
async def test_a_cookie_of_the_version_before_is_changed_for_one_of_today(
    tmp_path: Path, name: str, public_url: str
) -> None:
    with served(str(tmp_path / "tables.db"), public_url=public_url) as url:
        async with httpx.AsyncClient(base_url=url) as http:
            given = (await http.post("/api/guest", json={"name": "Ada"})).headers["set-cookie"]
        today, _, token = given.partition(";")[0].partition("=")
        who, answer = await known(url, {"misterx_1": "somebody elses", name: token})
        assert who is not None
        new, gone = answer.headers.get_list("set-cookie")
        assert new.startswith(f"{today}={token}; HttpOnly; Max-Age=31536000; Path=/")
        assert gone.startswith(f'{name}=""; expires=')
        assert ("Secure" in new) == ("Secure" in gone) == public_url.startswith("https")
        _, answer = await known(url, {today: token, name: token})
        assert "set-cookie" not in answer.headers


@awaited
async def test_cookies_that_nobody_has_are_looked_up_a_few_times_only(tmp_path: Path) -> None:
    with served(str(tmp_path / "tables.db")) as url:
        async with Guest(url) as ada:
            (token,) = dict(ada.http.cookies).values()
            many = {f"misterx_{port}": "x" for port in range(100)}
            assert (await known(url, many))[0] is None
            assert (await known(url, {**many, "misterx_999": token}))[0] is None
            assert (await known(url, {**many, **ada.http.cookies}))[0] == ada.id
