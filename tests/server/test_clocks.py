"""Over real sockets: clocks that the server owns, and that nobody can argue with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.server.client import Seat
from tests.server.evenings import Evening, MovableWorld, code_of
from tests.server.serving import served


def with_clock(
    tmp_path: Path, evening_with: Callable[[Evening, MovableWorld], Coroutine[Any, Any, None]]
) -> None:
    """An evening at a server whose clock can be moved on."""
    world = MovableWorld()

    async def evening_at(url: str) -> None:
        async with Evening(url) as evening:
            await evening_with(evening, world)

    with served(f"sqlite:///{tmp_path / 'tables.db'}", world) as url:
        asyncio.run(evening_at(url))


async def two(evening: Evening, **plan: Any) -> tuple[Seat, Seat]:  # noqa: ANN401 - whatever a plan takes
    ada, ben = await evening.guests("Ada", "Ben")
    at = await evening.table({"X": ada, "H1": ben}, **plan)
    return at["X"], at["H1"]


def test_a_move_takes_its_time_from_a_bank(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        x, hunter = await two(evening, clock={"kind": "bank", "seconds": 600})
        assert x.clock == {"left": {"X": 600_000, "hunters": 600_000}, "running": ["X"]} | {
            "choice": None
        }
        world.let_pass(100)
        await x.move(x.moves[0])
        await hunter.until(lambda: bool(hunter.moves))
        assert hunter.clock is not None
        assert 499_000 < hunter.clock["left"]["X"] <= 500_000
        assert hunter.clock["left"]["hunters"] == 600_000
        assert hunter.clock["running"] == ["hunters"]

    with_clock(tmp_path, evening_with)


def test_when_the_time_for_a_move_is_over_a_computer_player_makes_it(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        x, hunter = await two(evening, clock={"kind": "move", "seconds": 600})
        world.let_pass(600)
        await hunter.ask(do="chat", text="too late")  # whatever happens next, the clock is seen
        await hunter.until(lambda: bool(hunter.moves))
        kinds = [frame["kind"] for frame in hunter.frames[-3:]]
        assert kinds == ["chat", "flag", "move"]
        assert x.shown["seats"][0]["player"] is None, "the next move is his own"

    with_clock(tmp_path, evening_with)


def test_a_bank_that_is_used_up_loses_if_the_table_wants_it_so(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        x, hunter = await two(evening, clock={"kind": "bank", "seconds": 600, "on_time": "lose"})
        await x.move(x.moves[0])
        world.let_pass(601)
        await x.ask(do="chat", text="well?")
        await hunter.until(lambda: hunter.is_over)
        assert hunter.game is not None
        assert hunter.game["view"]["outcome"] == ["x", "time"]
        record = await x.guest.get(f"/api/tables/{x.table}/record?seat=X")
        assert record.rstrip().endswith("result: x time")

    with_clock(tmp_path, evening_with)


def test_a_bank_that_is_used_up_is_a_computer_players_for_good(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        x, hunter = await two(evening, clock={"kind": "bank", "seconds": 600})
        world.let_pass(601)
        await hunter.ask(do="chat", text="well?")
        await hunter.until(lambda: bool(hunter.moves))
        assert await code_of(x.ask(do="take_back")) == "seat_taken"
        assert await code_of(x.move("X:T1")) == "seat_taken"
        assert x.shown["seats"][0]["until"] == "end"

    with_clock(tmp_path, evening_with)


def test_in_a_pause_no_time_goes_by(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        x, hunter = await two(evening, clock={"kind": "bank", "seconds": 600, "on_time": "lose"})
        await x.ask(do="ask", what="pause")
        await hunter.ask(do="answer", yes=True)
        world.let_pass(100_000)
        await hunter.ask(do="resume")
        assert hunter.clock is not None
        assert hunter.clock["left"]["X"] > 590_000
        await x.until(lambda: not x.shown["paused"])
        await x.move(x.moves[0])

    with_clock(tmp_path, evening_with)


def test_a_clock_rings_by_itself(tmp_path: Path) -> None:
    """Nobody says or does anything; five seconds are the least that a clock can have."""

    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        _x, hunter = await two(evening, clock={"kind": "move", "seconds": 5})
        await hunter.until(lambda: bool(hunter.moves))
        assert "flag" in [frame["kind"] for frame in hunter.frames]
        assert hunter.frames[-1]["ms"] - hunter.frames[0]["ms"] >= 5_000

    with_clock(tmp_path, evening_with)


def test_an_open_choice_stays_hidden(tmp_path: Path) -> None:
    async def evening_with(evening: Evening, world: MovableWorld) -> None:
        ada, ben = await evening.guests("Ada", "Ben")
        at = await evening.table(
            {"X": ada, "H1": ben, "H2": ben},
            edition="classic-1983",
            options={"voluntary_reveal": True},
            clock={"kind": "bank", "seconds": 3600, "on_time": "lose"},
        )
        x, hunter = at["X"], at["H1"]
        await x.move(x.moves[0])
        assert set(x.moves) == {"X:show", "X:hide"}
        assert x.clock is not None
        assert x.clock["choice"] == 20_000
        world.let_pass(20)
        await hunter.ask(do="chat", text="well?")
        await hunter.until(lambda: bool(hunter.moves))
        assert hunter.game is not None
        assert hunter.game["view"]["history"][-1] == "X:hide"

    with_clock(tmp_path, evening_with)
