"""Over real sockets: moves, resends, gaps, refusals, undo, pause, resigning, stand-ins."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from misterx.server.wire import WIRE
from tests.server.client import Guest, Seat, request_id
from tests.server.evenings import Evening, MovableWorld, awaited, code_of, told, until_at
from tests.server.serving import served


async def four(evening: Evening, **plan: Any) -> dict[str, Seat]:  # noqa: ANN401 - whatever a plan takes
    """Four people at a table in free order, the hunters to act."""
    guests = await evening.guests("Ada", "Ben", "Cem", "Dan")
    at = await evening.table(dict(zip(("X", "H1", "H2", "H3"), guests, strict=True)), **plan)
    await at["X"].move(at["X"].moves[0])
    await everybody_has_seen(at)
    return at


async def everybody_has_seen(at: dict[str, Seat]) -> None:
    """Wait until all have been told the latest entry."""
    latest = max(seat.at for seat in at.values())
    for seat in at.values():
        await until_at(seat, latest)


def own(seat: Seat) -> str:
    """A move of a seat's own detective, which nobody else can make."""
    return next(move for move in seat.moves if move.startswith("D"))


# --- moves ---------------------------------------------------------------------------------


@awaited
async def test_a_move_is_told_to_everybody_by_what_each_may_know(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        own_view, theirs = (at[seat].game for seat in ("X", "H1"))
        assert own_view is not None
        assert theirs is not None
        assert own_view["view"]["x"] is not None
        assert theirs["view"]["x"] is None
        assert {seat.at for seat in at.values()} == {at["X"].at}


@awaited
async def test_the_metrics_count_moves_and_how_long_they_took_to_save(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'tables.db'}") as url:
        async with Evening(url) as evening:
            at = await four(evening)
            answer = await at["X"].guest.http.get("/metrics")
    lines = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if line[0] != "#")
    assert lines['misterx_entries_total{kind="move"}'] == "1"
    assert int(lines["misterx_saving_seconds_count"]) >= 1
    assert lines["misterx_rooms"] == "1"


@awaited
async def test_two_hunters_who_move_different_pieces_at_the_same_moment_both_succeed(
    url: str,
) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        seen = at["H1"].at
        moves = {seat: own(at[seat]) for seat in ("H1", "H2", "H3")}
        numbers = await asyncio.gather(
            *(at[seat].move(text, at=seen) for seat, text in moves.items())
        )
        assert sorted(numbers) == [seen + 1, seen + 2, seen + 3]


@awaited
async def test_two_who_move_the_same_bobby_do_not_both_succeed(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        seen = at["H1"].at
        bobby = next(move for move in at["H1"].moves if move.startswith("B"))
        answers = await asyncio.gather(
            *(at[seat].move(bobby, at=seen) for seat in ("H1", "H2")), return_exceptions=True
        )
        assert sorted(isinstance(answer, int) for answer in answers) == [False, True]


@awaited
async def test_a_move_on_an_old_position_is_stale_and_the_position_is_shown_again(
    url: str,
) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        x, hunter = at["X"], at["H1"]
        before = len(told(hunter, "snapshot"))
        assert await code_of(hunter.move(own(hunter), at=hunter.at - 1)) == "stale"
        await hunter.until(lambda: len(told(hunter, "snapshot")) == before + 1)
        assert told(hunter, "snapshot")[-1]["at"] == x.at
        await hunter.move(own(hunter))


@awaited
async def test_the_laws_refusals_go_to_the_one_who_asked(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        assert await code_of(at["X"].move("X:T1")) == "not_your_turn"
        assert await code_of(at["H1"].move("D1:T0")) in {"malformed", "no_connection"}
        assert await code_of(at["H1"].move("nonsense")) == "malformed"
        assert await code_of(at["H1"].move(own(at["H2"]))) == "not_your_turn"
        await at["H2"].ask(do="chat", text="hm")
        assert not told(at["H2"], "refused")


@awaited
async def test_the_same_request_sent_again_gets_the_same_answer_and_is_done_once(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        hunter, request = at["H1"], request_id()
        message = {"do": "move", "id": request, "move": own(hunter), "at": hunter.at}
        first = await hunter.ask(**message)
        assert await hunter.ask(**message) == first
        await hunter.resume()
        assert await hunter.ask(**message) == first
        assert hunter.at == first
        other = {"do": "chat", "id": request, "text": "same id, another guest"}
        assert await at["H2"].ask(**other) == first + 1


@awaited
async def test_a_refused_request_may_be_sent_again_and_then_succeed(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        hunter, request = at["H1"], request_id()
        message = {"do": "move", "id": request, "move": own(hunter)}
        assert await code_of(hunter.ask(**message, at=hunter.at - 1)) == "stale"
        assert await hunter.ask(**message, at=hunter.at) == hunter.at


@awaited
async def test_a_move_is_for_the_seat_that_the_socket_watches(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        at = await evening.table({"X": ada, "H1": ada})
        assert await code_of(at["H1"].move(at["X"].moves[0])) == "not_your_turn"
        await at["X"].send({"do": "unwatch"})
        assert await code_of(at["X"].move(at["X"].moves[0])) == "not_watching"
        before = len(at["X"].raw)
        await at["X"].send({"do": "watch", "wire": WIRE, "table": at["X"].table, "seat": "X"})
        await at["X"].until(lambda: len(at["X"].raw) > before + 1)
        await at["X"].move(at["X"].moves[0])


@awaited
async def test_who_watches_nothing_is_told_nothing(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        await at["H1"].send({"do": "unwatch"})
        await at["X"].until(lambda: at["X"].presence["here"] == ["X"])
        heard = len(at["H1"].raw)
        await at["X"].move(at["X"].moves[0])
        await at["H1"].send({"do": "ping"})
        await at["H1"].until(lambda: bool(told(at["H1"], "pong")))
        assert len(at["H1"].raw) == heard + 1


# --- gaps ----------------------------------------------------------------------------------


@awaited
async def test_after_a_gap_the_missing_frames_come_and_no_snapshot(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        away = at["H3"]
        await away.close()
        await at["H1"].move(own(at["H1"]))
        await at["H2"].ask(do="chat", text="quick", team=True)
        await at["H2"].move(own(at["H2"]))
        snapshots = len(told(away, "snapshot"))
        await away.resume()
        await until_at(away, at["H2"].at)
        assert len(told(away, "snapshot")) == snapshots
        assert [frame["kind"] for frame in away.frames[-3:]] == ["move", "chat", "move"]
        assert away.game is not None
        assert at["H1"].game is not None
        assert away.game["view"] == at["H1"].game["view"]


@awaited
async def test_after_a_long_gap_a_snapshot_comes(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        away = at["H3"]
        await away.close()
        for number in range(70):
            await at["H1"].ask(do="chat", text=str(number))
        snapshots = len(told(away, "snapshot"))
        await away.resume()
        await until_at(away, at["H1"].at)
        assert len(told(away, "snapshot")) == snapshots + 1
        assert away.chat[-1] == "69"


@awaited
async def test_who_claims_to_have_seen_the_future_gets_a_snapshot(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        guest, table = at["X"].guest, at["X"].table
        seat = await evening.watch(guest, table, "X", since=10_000)
        assert [message["at"] for message in told(seat, "snapshot")] == [at["X"].at]


# --- consent -------------------------------------------------------------------------------


async def consent(at: dict[str, Seat], *seats: str, yes: bool = True) -> None:
    """The others say yes, or no."""
    for seat in seats:
        await at[seat].ask(do="answer", yes=yes)


def quiet(seat: Seat) -> str:
    """A move that tells nothing about Mister X."""
    assert seat.game is not None
    possible = seat.game["view"]["possible"]
    return next(
        move
        for move in seat.moves
        if move.startswith("D") and int(move.rpartition(":")[2][1:]) not in possible
    )


@awaited
async def test_undo_by_consent(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        before = at["X"].game
        await at["H1"].move(quiet(at["H1"]))
        await at["H1"].ask(do="ask", what="undo")
        assert await code_of(at["X"].ask(do="ask", what="pause")) == "already_asked"
        await consent(at, "X", "H2", "H3")
        await everybody_has_seen(at)
        assert at["X"].game == before
        assert at["H1"].frames[-1]["kind"] == "undo_to"
        await at["H1"].move(own(at["H1"]))
        assert await code_of(at["X"].ask(do="ask", what="undo")) == "nothing_to_undo"


@awaited
async def test_undo_refused(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        await at["H1"].move(quiet(at["H1"]))
        await at["H1"].ask(do="ask", what="undo")
        await consent(at, "H2", yes=False)
        await everybody_has_seen(at)
        assert at["X"].shown["ask"] is None
        assert await code_of(at["X"].ask(do="answer", yes=True)) == "nothing_asked"


@awaited
async def test_a_pause_by_consent_holds_all_moves_until_somebody_resumes(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        await at["H2"].ask(do="ask", what="pause")
        await consent(at, "X", "H1", "H3")
        await everybody_has_seen(at)
        assert at["X"].shown["paused"]
        assert await code_of(at["H1"].move(own(at["H1"]))) == "paused"
        (line,) = (await at["X"].guest.get("/api/tables"))["tables"]
        assert line["paused"]
        await at["X"].ask(do="resume")
        await everybody_has_seen(at)
        await at["H1"].move(own(at["H1"]))
        assert await code_of(at["X"].ask(do="resume")) == "nothing_asked"


@awaited
async def test_hunters_resign_together(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        await at["H1"].ask(do="ask", what="resign")
        await consent(at, "H2", "H3")
        await everybody_has_seen(at)
        for seat in at.values():
            assert seat.is_over
            assert seat.game is not None
            assert seat.game["view"]["outcome"] == ["x", "resigned"]
            assert seat.game["view"]["x"] is not None, "all is open at the end"
        assert await code_of(at["H1"].move("D1:T1")) == "game_over"


# --- presence and stand-ins ----------------------------------------------------------------


@awaited
async def test_everybody_is_told_who_is_here(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        await at["X"].until(lambda: at["X"].presence["here"] == ["H1", "H2", "H3", "X"])
        await at["H2"].close()
        await at["X"].until(lambda: at["X"].presence["here"] == ["H1", "H3", "X"])
        await at["H2"].resume()
        await at["X"].until(lambda: at["X"].presence["here"] == ["H1", "H2", "H3", "X"])


@awaited
async def test_one_hands_his_seat_over_and_takes_it_back(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        x, hunter = at["X"], at["H1"]
        await x.ask(do="hand", seat="X", player="random")
        await hunter.until(lambda: bool(hunter.moves))
        assert hunter.shown["seats"][0]["player"] == "random"
        assert await code_of(hunter.ask(do="take_back")) == "seat_taken"
        assert await code_of(x.move("X:T1")) == "seat_taken"
        await x.ask(do="take_back")
        assert x.shown["seats"][0]["player"] is None
        assert not x.moves
        while not x.moves:
            await hunter.move(hunter.moves[0])
        await x.move(x.moves[0])


def test_the_seat_of_one_who_is_away_is_handed_to_a_computer_player(tmp_path: Path) -> None:
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada, ben, cem, eve = await evening.guests("Ada", "Ben", "Cem", "Eve")
            at = await evening.table({"H1": ada, "X": ben, "H2": cem}, spectators=True)
            x, host, hunter = at["X"], at["H1"], at["H2"]
            assert await code_of(host.ask(do="hand", seat="X")) == "seat_taken"
            await x.close()
            await host.until(lambda: host.presence["here"] == ["H1", "H2"])
            assert await code_of(host.ask(do="hand", seat="X")) == "seat_taken"
            world.let_pass(31)
            onlooker = await evening.watch(eve, x.table, None)
            assert await code_of(onlooker.ask(do="hand", seat="X")) == "not_watching"
            await hunter.ask(do="hand", seat="X")
            await host.until(lambda: host.shown["ask"] is not None)
            assert host.shown["ask"]["of"] == "X"
            await host.ask(do="hand", seat="X", player="random")
            await hunter.until(lambda: bool(hunter.moves))
            assert hunter.shown["seats"][0]["player"] == "champion"
            await x.resume()
            await x.ask(do="take_back")
            assert x.shown["seats"][0]["until"] is None
            assert await code_of(host.ask(do="hand", seat="X")) == "seat_taken"

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


def _is_asked(seat: Seat) -> bool:
    return bool(seat.shown["ask"])


@pytest.mark.parametrize(
    ("edition", "seats"),
    (
        ("modern-2013", ("X", "H1")),
        ("modern-2013", ("X", "H1", "H2")),
        ("cards-2017", ("P1", "P2", "P3")),
    ),
)
def test_a_table_goes_on_without_a_host_who_has_deleted_herself(
    tmp_path: Path, edition: str, seats: tuple[str, ...]
) -> None:
    world = MovableWorld()
    absent, asker, *rest = seats

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            ada, *others = await evening.guests(*("Ada", "Ben", "Cem")[: len(seats)])
            at = await evening.table(dict(zip(seats, (ada, *others), strict=True)), edition)
            table = at[absent].table
            await ada.ask("DELETE", "/api/guest")
            here = [
                await evening.watch(guest, table, seat)
                for seat, guest in zip((asker, *rest), others, strict=True)
            ]
            ben = here[0]
            assert await code_of(ben.ask(do="hand", seat=absent)) == "seat_taken"
            world.let_pass(31)
            await ben.ask(do="hand", seat=absent)
            for other in here[1:]:
                await other.until(partial(_is_asked, other))
                await other.ask(do="answer", yes=True)
            await ben.until(lambda: ben.shown["seats"][0]["player"] == "champion")
            if edition == "modern-2013":
                await ben.until(lambda: bool(ben.moves))
                await ben.move(ben.moves[0])

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


@awaited
async def test_computer_players_wait_for_people_unless_they_are_called(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        at = await evening.table(
            {"X": ada, "H1": None, "H2": ada, "H3": None, "H4": None}, edition="modern-24"
        )
        await at["X"].move(at["X"].moves[0])
        await at["H2"].until(lambda: bool(at["H2"].moves))
        await at["H2"].ask(do="call")
        await at["H2"].until(lambda: at["H2"].game is not None and _acting(at["H2"]) == ["H2"])
        await at["H2"].move(own(at["H2"]))
        await at["X"].until(lambda: bool(at["X"].moves))


def _acting(seat: Seat) -> list[str]:
    assert seat.game is not None
    return list(seat.game["to_act"])


@awaited
async def test_ones_own_side_is_told_which_piece_one_looks_at(url: str) -> None:
    async with Evening(url) as evening:
        at = await four(evening)
        await at["H1"].send({"do": "look", "piece": "B1"})
        await at["H2"].until(lambda: bool(told(at["H2"], "looking")))
        assert told(at["H2"], "looking") == [{"type": "looking", "seat": "H1", "piece": "B1"}]
        await at["H1"].ask(do="chat", text="after it")
        await everybody_has_seen(at)
        for seat in ("X", "H1"):
            assert told(at[seat], "looking") == []


@awaited
async def test_a_guest_may_play_on_several_sockets_at_once(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        second = await evening.watch(ada, at["X"].table, "X")
        await second.move(second.moves[0])
        await until_at(at["X"], second.at)
        assert at["X"].game == second.game
        await at["X"].close()
        await second.ask(do="chat", text="still here")
        assert second.presence["here"] == ["H1", "X"]


@awaited
async def test_anothers_seat_is_closed_to_a_guest(url: str) -> None:
    async with Evening(url) as evening:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table({"X": ada, "H1": ben})
        eve: Guest = await evening.guest("Eve")
        for guest, seat in ((ben, "X"), (eve, "X"), (eve, "H1")):
            assert await code_of(guest.watch(at["X"].table, seat)) == "not_seated"
