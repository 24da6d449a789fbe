"""Over real sockets: opening, joining, leaving, starting, lists, other devices, rematches."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from misterx.core import edition_names
from misterx.server.wire import WIRE
from tests.server.client import Guest, Seat
from tests.server.evenings import Evening, MovableWorld, awaited, code_of, told, until_at
from tests.server.serving import served


def seats_of(info: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {seat["seat"]: (seat["who"], seat["name"]) for seat in info["table"]["seats"]}


# --- guests --------------------------------------------------------------------------------


@awaited
async def test_a_guest_has_a_name_and_can_change_it(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest("Ada")
        assert await ada.get("/api/guest") == {"id": ada.id, "name": "Ada"}
        assert await ada.post("/api/guest", {"name": "Countess"}) == {
            "id": ada.id,
            "name": "Countess",
        }
        assert (await ada.get("/api/guest"))["name"] == "Countess"


@awaited
async def test_without_a_name_one_can_look_but_not_sit(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        table = await ada.open_table("modern-2013", 4)
        stranger = Guest(url)
        assert (await stranger.get(f"/api/tables/{table}"))["mine"] == []
        assert await stranger.get("/api/guest") is None
        for asked in (
            stranger.get("/api/tables"),
            stranger.post(f"/api/tables/{table}/join", {}),
            stranger.post("/api/tables", {"edition": "modern-2013", "players": 4}),
        ):
            assert await code_of(asked) == "no_guest"
        await stranger.http.aclose()


@awaited
async def test_a_guest_who_leaves_for_good_is_forgotten_and_the_game_stays(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        table = await ada.open_table(
            "modern-2013", 4, seats={"X": {"who": "device", "name": "Zoe"}, "H1": {"who": "me"}}
        )
        await ben.post(f"/api/tables/{table}/join", {"seat": "H2"})
        await ada.ask("DELETE", "/api/guest")
        assert await ada.get("/api/guest") is None
        assert await code_of(ada.get("/api/tables")) == "no_guest"
        seen = await ben.get(f"/api/tables/{table}")
        assert seats_of(seen)["H2"] == ("person", "Ben")
        assert "Zoe" not in str(seen)
        assert "Ada" not in str(seen)
        assert len((await ben.get("/api/tables"))["tables"]) == 1


@awaited
async def test_a_guest_who_is_forgotten_has_no_seat_at_a_socket_that_is_still_open(
    url: str,
) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        x, hunter = at["X"], at["H1"]
        await ada.ask("DELETE", "/api/guest")
        for seat in (x, hunter):
            await seat.until(lambda seat=seat: bool(seat.byes))  # type: ignore[misc] # of this loop
            assert seat.byes[0]["code"] == "stale"
        # The old room is closed: it says no to whatever comes, and shows nothing of itself.
        snapshots = len(told(hunter, "snapshot"))
        assert await code_of(hunter.ask(do="chat", text="hm?")) == "stale"
        await hunter.send({"do": "ping"})
        await hunter.until(lambda: bool(told(hunter, "pong")))
        assert len(told(hunter, "snapshot")) == snapshots
        watch = {"do": "watch", "wire": WIRE, "table": x.table}
        await x.send({**watch, "seat": "X"})
        assert await code_of(x.answer(None)) == "not_seated"
        await hunter.send({**watch, "seat": "H1"})
        await hunter.until(lambda: len(told(hunter, "snapshot")) == snapshots + 1)
        await hunter.ask(do="chat", text="here again")


# --- what there is -------------------------------------------------------------------------


@awaited
async def test_the_catalogue_lists_every_game_edition_seat_and_computer_player(url: str) -> None:
    async with Evening(url) as evening:
        catalogue = await (await evening.guest()).get("/api/catalogue")
        editions = {e["name"]: e for game in catalogue["games"] for e in game["editions"]}
        assert tuple(editions) == edition_names()
        assert editions["modern-2013"]["seats"]["3"] == ["X", "H1", "H2"]
        assert editions["classic-1983"]["options"] == {"voluntary_reveal": False}
        assert {game["name"]: game["bots"][-1] for game in catalogue["games"]} == {
            "chase": "champion",
            "cards": "champion",
        }


# --- opening, joining, leaving -------------------------------------------------------------


@awaited
async def test_a_table_is_joined_by_its_code(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        table = await ada.open_table("modern-2013", 4, seats={"X": {"who": "me"}})
        assert len(table) == 8
        first = await ben.post(f"/api/tables/{table}/join", {})
        assert first["mine"] == ["H1"]
        assert not first["is_host"]
        again = await ben.post(f"/api/tables/{table}/join", {})
        assert again["mine"] == ["H1"], "who comes by the link once more keeps his seat"
        certain = await ben.post(f"/api/tables/{table}/join", {"seat": "H3", "name": "Benjamin"})
        assert certain["mine"] == ["H1", "H3"]
        assert seats_of(certain) == {
            "X": ("person", "Ada"),
            "H1": ("person", "Ben"),
            "H2": ("open", None),
            "H3": ("person", "Benjamin"),
        }
        assert await code_of(ben.post(f"/api/tables/{table}/join", {"seat": "X"})) == "seat_taken"
        assert await code_of(ben.post(f"/api/tables/{table}/join", {"seat": "P1"})) == "no_seat"
        assert await code_of(ben.post("/api/tables/ABCD2345/join", {})) == "unknown_table"
        left = await ben.post(f"/api/tables/{table}/seats/H1/leave")
        assert seats_of(left)["H1"] == ("open", None)
        assert await code_of(ben.post(f"/api/tables/{table}/seats/X/leave")) == "not_seated"


@awaited
async def test_everybody_in_the_lobby_sees_who_comes_and_goes(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, eve = await evening.guests("Ada", "Ben", "Eve")
        table = await ada.open_table("modern-2013", 4, seats={"X": {"who": "me"}})
        host = await evening.watch(ada, table, "X")
        onlooker = await evening.watch(eve, table, None)
        await ben.post(f"/api/tables/{table}/join", {})
        for seat in (host, onlooker):
            await until_at(seat, 2)
            assert seat.shown["seats"][1]["name"] == "Ben"
        await host.ask(do="chat", text="welcome")
        await onlooker.until(lambda: onlooker.chat == ["welcome"])


@awaited
async def test_two_who_want_the_last_seat_do_not_both_get_it(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, cem = await evening.guests("Ada", "Ben", "Cem")
        bots = {seat: {"who": "bot"} for seat in ("X", "H1", "H2")}
        for _ in range(5):
            table = await ada.open_table("modern-2013", 4, seats=bots)
            answers = await asyncio.gather(
                *(guest.post(f"/api/tables/{table}/join", {}) for guest in (ben, cem)),
                return_exceptions=True,
            )
            assert sorted(isinstance(answer, dict) for answer in answers) == [False, True]


@awaited
async def test_the_host_fills_seats_and_starts(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        table = await ada.open_table("modern-2013", 4, seats={"X": {"who": "me"}})
        await ben.post(f"/api/tables/{table}/join", {"seat": "H1"})
        to = f"/api/tables/{table}"
        assert await code_of(ben.ask("PUT", f"{to}/seats/H2", {"who": "bot"})) == "not_host"
        assert await code_of(ben.post(f"{to}/start")) == "not_host"
        assert await code_of(ada.post(f"{to}/start")) == "seats_open"
        await ada.ask("PUT", f"{to}/seats/H2", {"who": "bot", "player": "random"})
        set_by_host = await ada.ask("PUT", f"{to}/seats/H3", {"who": "device", "name": "Zoe"})
        assert set_by_host["mine"] == ["X", "H3"]
        sleuth = {"who": "bot", "player": "sleuth"}
        assert await code_of(ada.ask("PUT", f"{to}/seats/H2", sleuth)) == "no_seat"
        started = await ada.post(f"{to}/start")
        assert started["table"]["phase"] == "playing"
        assert await code_of(ada.post(f"{to}/start")) == "already_started"
        assert await code_of(ben.post(f"{to}/seats/H1/leave")) == "already_started"


@awaited
async def test_one_whom_the_host_puts_off_his_seat_is_told_so(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        table = await ada.open_table("modern-2013", 4)
        await ben.post(f"/api/tables/{table}/join", {"seat": "H1"})
        seat = await evening.watch(ben, table, "H1")
        await ada.ask("PUT", f"/api/tables/{table}/seats/H1", {"who": "bot"})
        await seat.until(lambda: bool(seat.byes))
        assert seat.byes[0]["code"] == "not_seated"
        assert await code_of(seat.ask(do="chat", text="hey")) == "not_seated"


@awaited
async def test_a_table_without_open_seats_can_start_at_once(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        bots = {seat: {"who": "bot", "player": "random"} for seat in ("P1", "P2", "P3")}
        plan = {"edition": "cards-2017", "players": 3, "start": True}
        info = await ada.post("/api/tables", {**plan, "seats": {**bots, "P2": {"who": "me"}}})
        assert info["table"]["phase"] == "playing"
        assert await code_of(ada.post("/api/tables", plan)) == "seats_open"
        assert len((await ada.get("/api/tables"))["tables"]) == 1, "no table was left behind"


@awaited
async def test_drawn_roles_are_told_to_everybody_at_the_start(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        drawn = set()
        for _ in range(40):
            table = await ada.open_table(
                "modern-2013", 2, roles="drawn", seats={"X": {"who": "me"}}
            )
            await ben.post(f"/api/tables/{table}/join", {})
            started = await ada.post(f"/api/tables/{table}/start")
            (seat,) = started["mine"]
            (other,) = (await ben.get(f"/api/tables/{table}"))["mine"]
            assert {seat, other} == {"X", "H1"}
            drawn.add(seat)
            if len(drawn) == 2:
                return
        raise AssertionError("nobody ever changed seats")


@awaited
async def test_one_who_draws_another_seat_is_sent_to_it(url: str) -> None:
    """The socket that watched the old seat is closed to it: that seat is somebody else's now."""
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        for _ in range(40):
            table = await ada.open_table(
                "modern-2013", 2, roles="drawn", seats={"X": {"who": "me"}}
            )
            await ben.post(f"/api/tables/{table}/join", {})
            before = await evening.watch(ada, table, "X")
            (seat,) = (await ada.post(f"/api/tables/{table}/start"))["mine"]
            if seat == "H1":
                await _sent_away(before)
                assert before.game is None, "it has seen nothing of Mister X's game"
                return
        raise AssertionError("nobody ever changed seats")


async def _sent_away(seat: Seat) -> None:
    await seat.until(lambda: bool(seat.byes))


# --- a list of my games --------------------------------------------------------------------


@awaited
async def test_my_tables_are_listed_with_whose_turn_it_is(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        assert await ben.get("/api/tables") == {"tables": []}
        lobby = await ada.open_table("cards-2017", 3, seats={"P1": {"who": "me"}}, title="Tuesday")
        at = await evening.table({"X": ada, "H1": ben})
        mine = (await ada.get("/api/tables"))["tables"]
        assert [(line["id"], line["phase"]) for line in mine] == [
            (at["X"].table, "playing"),
            (lobby, "lobby"),
        ]
        (theirs,) = (await ben.get("/api/tables"))["tables"]
        assert mine[0]["my_turn"]
        assert not theirs["my_turn"]
        assert theirs["to_act"] == ["X"]
        assert theirs["mine"] == ["H1"]
        assert theirs["names"] == ["Ada", "Ben"]
        await at["X"].move(at["X"].moves[0])
        (theirs,) = (await ben.get("/api/tables"))["tables"]
        assert theirs["my_turn"]
        assert (theirs["edition"], theirs["players"]) == ("modern-2013", 2)
        assert theirs["created_ms"] <= theirs["changed_ms"]
        assert [(line["game"], line["title"]) for line in mine] == [
            ("chase", None),
            ("cards", "Tuesday"),
        ]
        assert theirs["outcome"] is None
        await at["X"].ask(do="ask", what="resign")
        (theirs,) = (await ben.get("/api/tables"))["tables"]
        assert (theirs["phase"], theirs["outcome"]) == ("over", ["hunters", "resigned"])


@awaited
async def test_a_turn_that_a_computer_player_makes_for_me_is_not_my_turn(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        await at["H1"].ask(do="hand", seat="H1")
        (mine,) = (await ada.get("/api/tables"))["tables"]
        assert mine["my_turn"]
        await at["X"].ask(do="ask", what="pause")  # there is nobody else whom it concerns
        await at["X"].ask(do="hand", seat="X")
        (mine,) = (await ada.get("/api/tables"))["tables"]
        assert mine["to_act"] == ["X"]
        assert not mine["my_turn"]


# --- another device ------------------------------------------------------------------------


@awaited
async def test_a_one_time_link_moves_a_seat_to_another_device(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, phone = await evening.guests("Ada", "Ben", "Phone")
        at = await evening.table({"X": ada, "H1": ben})
        old, table = at["X"], at["X"].table
        assert await code_of(ben.post(f"/api/tables/{table}/seats/X/link")) == "not_seated"
        link = await ada.post(f"/api/tables/{table}/seats/X/link")
        assert await phone.post("/api/link", {"token": link["token"]}) == {
            "table": table,
            "seat": "X",
        }
        await old.until(lambda: bool(old.byes))
        assert old.byes[0]["code"] == "not_seated"
        assert await code_of(old.move("X:T1")) == "not_seated"
        assert await code_of(ada.watch(table, "X")) == "not_seated"
        moved = await evening.watch(phone, table, "X")
        await moved.until(lambda: bool(moved.moves))
        await moved.move(moved.moves[0])
        assert moved.shown["seats"][0]["name"] == "Ada"
        for guest in (ada, ben):
            again = guest.post("/api/link", {"token": link["token"]})
            assert await code_of(again) == "bad_link"
        assert await code_of(phone.post("/api/link", {"token": "made-up-token"})) == "bad_link"


def test_a_link_works_for_a_quarter_of_an_hour(tmp_path: Path) -> None:
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada, phone = await evening.guests("Ada", "Phone")
            table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
            early, late = [await ada.post(f"/api/tables/{table}/seats/X/link") for _ in range(2)]
            world.let_pass(14 * 60)
            await phone.post("/api/link", {"token": early["token"]})
            world.let_pass(2 * 60)
            assert await code_of(ada.post("/api/link", {"token": late["token"]})) == "bad_link"

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


# --- rematch -------------------------------------------------------------------------------


@awaited
async def test_a_rematch_brings_everybody_to_the_same_table_one_seat_further(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben, eve = await evening.guests("Ada", "Ben", "Eve")
        at = await evening.table({"X": ada, "H1": ben})
        to = f"/api/tables/{at['X'].table}/rematch"
        assert await code_of(ada.post(to)) == "already_started"
        await at["X"].ask(do="ask", what="resign")
        assert await code_of(eve.post(to)) == "not_seated"
        first, second = await asyncio.gather(ada.post(to), ben.post(to))
        assert first == second == await ben.post(to)
        assert await code_of(eve.post(to)) == "not_seated"
        info = await ben.get(f"/api/tables/{first['table']}")
        assert info["mine"] == ["X"]
        assert info["table"]["phase"] == "lobby"
        assert (await ada.get(f"/api/tables/{first['table']}"))["mine"] == ["H1"]
        await at["H1"].until(lambda: at["H1"].shown["rematch"] == first["table"])
        await ada.post(f"/api/tables/{first['table']}/start")


@awaited
async def test_a_rematch_may_keep_everybody_where_he_is(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        await at["X"].ask(do="ask", what="resign")
        to = f"/api/tables/{at['X'].table}/rematch"
        assert await code_of(ada.post(f"{to}?seats=any")) == "malformed"
        first = await ada.post(f"{to}?seats=same")
        assert await ben.post(to) == first, "whoever is first decides"
        assert (await ben.get(f"/api/tables/{first['table']}"))["mine"] == ["H1"]


@awaited
async def test_wrong_versions_and_places_are_refused_over_the_socket(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        seat = at["X"]
        assert await code_of(ada.watch("ABCD2345", "X")) == "unknown_table"
        for asked, code in (
            ({"wire": 999, "table": seat.table, "seat": "X"}, "old_client"),
            ({"wire": WIRE, "table": "ABCD2345", "seat": "X"}, "other_table"),
            ({"wire": WIRE, "table": seat.table, "seat": "H1"}, "not_seated"),
            ({"wire": WIRE, "table": seat.table, "seat": "P1"}, "not_seated"),
            ({"wire": WIRE, "table": seat.table}, "no_spectators"),
            ({"wire": WIRE, "table": seat.table, "seat": "x"}, "malformed"),
        ):
            await seat.send({"do": "watch", **asked})
            assert await code_of(seat.answer(None)) == code
        named = {"do": "watch", "id": "request1", "wire": WIRE, "table": seat.table, "seat": "H1"}
        await seat.send(named)
        assert await code_of(seat.answer("request1")) == "not_seated"
        assert await code_of(seat.move("X:T1")) == "not_watching"
        await seat.send({"do": "ping"})
        await seat.until(lambda: bool(told(seat, "pong")))


@awaited
async def test_a_connection_watches_the_table_in_its_address(url: str) -> None:
    """So that a proxy that looks at the address sends all of a table to one process."""
    async with Evening(url) as evening:
        ada = await evening.guest()
        mine = {"X": {"who": "me"}}
        here, there = [await ada.open_table("modern-2013", 2, seats=mine) for _ in range(2)]
        seat = await evening.watch(ada, here, "X")
        await seat.send({"do": "watch", "wire": WIRE, "table": there, "seat": "X"})
        assert await code_of(seat.answer(None)) == "other_table"
        await seat.ask(do="chat", text="still here")


@awaited
async def test_a_page_that_connects_as_before_is_told_that_it_is_old(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
        cookie = {"Cookie": ada.cookie}
        line = url.replace("http", "ws") + "/api/live"
        async with connect(line, additional_headers=cookie) as socket:
            for version in (1, WIRE):
                asked = {"do": "watch", "id": "request1", "wire": version, "table": table}
                await socket.send(json.dumps(asked))
                said = json.loads(await socket.recv())
                assert (said["type"], said["id"]) == ("refused", "request1")
                assert said["code"] == "old_client"


@pytest.mark.parametrize("text", ("[]", "{}", "rubbish", '{"do":"fly"}', '{"do":"move"}', '"move"'))
@awaited
async def test_what_is_no_message_is_refused_and_the_line_stays(url: str, text: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
        seat = await evening.watch(ada, table, "X")
        await seat.send_text(text)
        assert await code_of(seat.answer(None)) == "malformed"
        await seat.ask(do="chat", text="still here")


def test_dice_of_the_world_decide_who_draws_what(tmp_path: Path) -> None:
    """Two servers with the same world open the same game."""

    async def start_at(url: str) -> list[str]:
        async with Evening(url) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            at = await evening.table({"X": ada, "H1": ben}, record=None)
            return list(at["X"].game["view"]["starts"].values()) if at["X"].game else []

    starts = []
    for name in ("one", "two"):
        world = MovableWorld()
        world.dice = Random(7)
        with served(f"sqlite:///{tmp_path / name}.db", world) as url:
            starts.append(asyncio.run(start_at(url)))
    assert starts[0] == starts[1]
    assert starts[0]
