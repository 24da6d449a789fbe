"""Over real sockets: who may look on, what he sees, and when."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.client import Guest
from tests.server.evenings import Evening, MovableWorld, awaited, code_of, told
from tests.server.serving import served


@awaited
async def test_while_a_game_is_played_onlookers_need_the_hosts_leave(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, eve = await evening.guests("Ada", "Ben", "Eve")
        at = await evening.table({"X": ada, "H1": ben})
        table = at["X"].table
        assert await code_of(eve.watch(table, None)) == "no_spectators"
        assert await code_of(ada.watch(table, None)) == "no_spectators"
        assert await code_of(eve.get(f"/api/tables/{table}/record")) == "no_spectators"
        await at["X"].ask(do="ask", what="resign")
        assert await code_of(eve.watch(table, None)) == "no_spectators"


@awaited
async def test_who_looked_on_in_the_lobby_is_sent_away_at_the_start(url: str) -> None:
    async with Evening(url) as evening:
        ada, eve = await evening.guests("Ada", "Eve")
        seats = {"X": {"who": "me"}, "H1": {"who": "me"}}
        table = await ada.open_table("modern-2013", 2, seats=seats)
        onlooker = await evening.watch(eve, table, None)
        await ada.post(f"/api/tables/{table}/start")
        await onlooker.until(lambda: bool(onlooker.byes))
        assert onlooker.byes[0]["code"] == "no_spectators"
        assert onlooker.game is None


@awaited
async def test_an_onlooker_sees_what_lies_open_and_is_counted(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, eve = await evening.guests("Ada", "Ben", "Eve")
        at = await evening.table({"X": ada, "H1": ben}, spectators=True)
        onlooker = await evening.watch(eve, at["X"].table, None)
        assert onlooker.seat is None
        await at["X"].until(lambda: at["X"].presence["spectators"] == 1)
        await at["X"].move(at["X"].moves[0])
        await onlooker.until(lambda: onlooker.at == at["X"].at)
        await at["H1"].until(lambda: at["H1"].at == at["X"].at)
        assert onlooker.game is not None
        assert at["H1"].game is not None
        assert onlooker.game["view"] == at["H1"].game["view"]
        assert onlooker.game["moves"] is None
        await onlooker.close()
        await at["X"].until(lambda: at["X"].presence["spectators"] == 0)


@awaited
async def test_one_without_a_name_may_look_on_too(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        at = await evening.table({"X": ada, "H1": None}, spectators=True)
        stranger = Guest(url)
        onlooker = await evening.watch(stranger, at["X"].table, None)
        assert await code_of(onlooker.ask(do="chat", text="hello")) == "not_watching"
        assert await code_of(stranger.watch(at["X"].table, "X")) == "not_seated"
        await stranger.http.aclose()


def test_onlookers_may_be_shown_a_game_later(tmp_path: Path) -> None:
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada, eve = await evening.guests("Ada", "Eve")
            at = await evening.table(
                {"X": ada, "H1": ada}, spectators=True, spectator_delay=60, edition="modern-24"
            )
            x, table = at["X"], at["X"].table
            onlooker = await evening.watch(eve, table, None)
            assert onlooker.shown["phase"] == "lobby", "the start is less than a minute ago"
            before = await code_of(eve.get(f"/api/tables/{table}/record"))
            assert before == "not_started"
            assert (await eve.get(f"/api/tables/{table}"))["table"]["phase"] == "lobby"
            assert (await ada.get(f"/api/tables/{table}"))["table"]["phase"] == "playing"
            first = await x.move(x.moves[0])
            world.let_pass(61)
            await at["H1"].until(lambda: bool(at["H1"].moves))
            second = await at["H1"].move(at["H1"].moves[0])
            await onlooker.until(lambda: onlooker.at == first)
            assert (await eve.get(f"/api/tables/{table}/record"))["at"] == first
            late = await evening.watch(eve, table, None)
            assert [message["at"] for message in told(late, "snapshot")] == [first]
            assert second == first + 1
            await x.ask(do="ask", what="resign")
            await onlooker.until(lambda: onlooker.is_over)
            assert onlooker.at == x.at, "at the end all is told"

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


def test_who_sat_down_in_the_lobby_is_known_before_the_start_is(tmp_path: Path) -> None:
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            host, ben, cleo, eve = await evening.guests("Host", "Ben", "Cleo", "Eve")
            table = await host.open_table(
                "modern-2013", 3, spectators=True, spectator_delay=60, roles="drawn"
            )
            guests = {"X": ben, "H1": cleo, "H2": ben}
            for seat, guest in guests.items():
                await guest.post(f"/api/tables/{table}/join", {"seat": seat})
            joined = _names(await host.get(f"/api/tables/{table}"))
            assert joined == {"X": "Ben", "H1": "Cleo", "H2": "Ben"}
            onlooker = await evening.watch(eve, table, None)
            started = await host.post(f"/api/tables/{table}/start")
            for told in (started, await host.get(f"/api/tables/{table}")):
                assert (told["table"]["phase"], _names(told)) == ("lobby", joined), "as it was"
            assert (await ben.get(f"/api/tables/{table}"))["table"]["phase"] == "playing"
            late = await evening.watch(eve, table, None)
            assert (late.at, late.shown) == (onlooker.at, started["table"])
            seats = (await ben.get(f"/api/tables/{table}"))["mine"]
            await evening.watch(ben, table, seats[0])
            await late.until(lambda: late.presence["here"] == ["H2", "X"])  # where he sat
            world.let_pass(61)
            told = await host.get(f"/api/tables/{table}")
            assert told == {**await ben.get(f"/api/tables/{table}"), "mine": [], "is_host": True}

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


def test_the_list_of_games_tells_a_host_without_a_seat_no_more_than_his_table(
    tmp_path: Path,
) -> None:
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            host, ben, cleo = await evening.guests("Host", "Ben", "Cleo")
            plan = {"spectators": True, "spectator_delay": 60, "roles": "drawn"}
            # Several, so that no draw is likely to leave all names in their order.
            watched = [await host.open_table("modern-2013", 4, **plan) for _ in range(5)]
            names = ["Ben", "Cleo", "Ben", "Ben"]
            for table in watched:
                for seat, guest in zip(("X", "H1", "H2", "H3"), (ben, cleo, ben, ben), strict=True):
                    await guest.post(f"/api/tables/{table}/join", {"seat": seat})
            world.let_pass(10)
            own = await host.open_table("modern-2013", 2)
            before = (await host.get("/api/tables"))["tables"]
            for table in watched:
                await host.post(f"/api/tables/{table}/start")
            world.let_pass(10)
            assert (await host.get("/api/tables"))["tables"] == before
            assert [line["id"] for line in before] == [own, *reversed(watched)]
            assert all(line["names"] == names for line in before[1:])
            assert all(line["phase"] == "lobby" for line in before)
            world.let_pass(51)
            for line in (await host.get("/api/tables"))["tables"][:5]:
                told = (await host.get(f"/api/tables/{line['id']}"))["table"]
                assert line["phase"] == told["phase"] == "playing"
                assert line["names"] == [place["name"] for place in told["seats"]]

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


def _names(told: dict[str, Any]) -> dict[str, str | None]:
    return {place["seat"]: place["name"] for place in told["table"]["seats"]}


def test_what_was_held_back_comes_by_itself_when_its_time_has_come(tmp_path: Path) -> None:
    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada, eve = await evening.guests("Ada", "Eve")
            at = await evening.table({"X": ada, "H1": ada}, spectators=True, spectator_delay=1)
            onlooker = await evening.watch(eve, at["X"].table, None)
            number = await at["X"].move(at["X"].moves[0])
            assert onlooker.at < number
            await onlooker.until(lambda: onlooker.at == number)

    with served(f"sqlite:///{tmp_path / 'tables.db'}") as url:
        asyncio.run(evening_at(url))
