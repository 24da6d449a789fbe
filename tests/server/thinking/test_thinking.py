"""Computer players in real processes: they answer, and whatever becomes of one, a move comes."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
import uvloop

from misterx import new_game
from misterx.board import catalogue as boards
from misterx.bots import Limit, find_player, longest_search, player_names
from misterx.chase import catalogue
from misterx.core import Game, game_of
from misterx.server.thinking import (
    Order,
    Payer,
    Priority,
    Question,
    Thinkers,
    ThinkingError,
    question,
)
from tests.server.thinking import players
from tests.server.thinking.players import SECRET, pids, preparing

Run: TypeAlias = Callable[[Coroutine[None, None, None]], None]
NO_HURRY = 30.0

every_loop = pytest.mark.parametrize("run", (asyncio.run, uvloop.run), ids=("asyncio", "uvloop"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "misterx")
    return caplog


@asynccontextmanager
async def thinkers(
    workers: int, prepare: Callable[[], None] | None = None, grace: float = NO_HURRY
) -> AsyncIterator[Thinkers]:
    them = Thinkers(workers, prepare, grace)
    await them.start()
    try:
        yield them
    finally:
        await them.close()


def asked(player: str, game: Game | None = None, seed: str | None = "1") -> Question:
    """A question for whoever is to act; in a chase that has just begun, if no other is given."""
    game = game or new_game("classic-2000", 4, seed=1)
    return question(game.rules, game.state, game.to_act[0], player, seed=seed)


async def until_asked(folder: Path, times: int = 1) -> int:
    """The process that was asked last, once so many questions have come."""
    while len(pids(folder)) < times:
        await asyncio.sleep(0.01)
    return pids(folder)[-1]


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def names_in(log: pytest.LogCaptureFixture) -> list[str]:
    """Whom the log tells of."""
    return [record.getMessage().split(" ")[0] for record in log.records]


UNTIMED = ("random", "greedy", "novice", "constable", "careful")
"""The players to whom time makes no difference."""
A_MOMENT = 0.05

# --- answers ------------------------------------------------------------------------------


@every_loop
def test_every_player_answers_as_it_would_here(run: Run) -> None:
    games = [new_game(name, players=5, seed=1) for name in ("modern-2013", "beginner")]
    games += [new_game("cards-2017", 4, seed=1), new_game("research-2011", 6, seed=1)]

    async def ask_all() -> None:
        async with thinkers(2) as them:
            for game in games:
                kind = game_of(game.rules)
                for name in player_names(kind):
                    about = asked(name, game)
                    there = await them.choose(about, A_MOMENT)
                    assert there in about.legal
                    if name in UNTIMED:
                        legal = [game.rules.parse(text) for text in about.legal]
                        player = find_player(name, kind)
                        here = player.choose(about.seen, legal, Random("1"), Limit(A_MOMENT))
                        assert there == game.rules.text(here)

    run(ask_all())


@every_loop
def test_an_even_answer_comes_when_its_time_is_over_however_quickly_it_was_found(run: Run) -> None:
    async def ask() -> None:
        clock = asyncio.get_running_loop().time
        async with thinkers(1) as them:
            begun = clock()
            assert await them.choose(asked("random"), 0.5, even=0.5)
            assert clock() - begun >= 0.5
            begun = clock()
            assert await them.choose(asked("random"), 0.1, even=0.6)
            assert clock() - begun >= 0.6, "it may be later than the time for thinking"

    run(ask())


def test_waiting_for_an_even_answer_takes_no_worker(folder: Path) -> None:
    """All are answered at the same time, although there is one worker."""

    async def ask() -> None:
        clock = asyncio.get_running_loop().time
        async with thinkers(1) as them:
            await them.choose(asked("random"), NO_HURRY)
            begun = clock()
            even = [them.choose(asked("random"), 1.0, even=NO_HURRY) for _ in range(20)]
            waiting = [asyncio.create_task(each) for each in even]
            await asyncio.sleep(0)
            assert await them.choose(asked("random"), 1.0)
            assert clock() - begun < NO_HURRY
            assert them.waiting(Priority.PLAY) == 0
            assert not any(task.done() for task in waiting)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(ask())


@every_loop
@pytest.mark.parametrize("player", ("quick", "slow", "failing"))
def test_how_soon_a_secret_answer_is_found_cannot_be_told_by_how_long_others_wait(
    run: Run, folder: Path, player: str
) -> None:
    """A worker is taken for seconds that are known before it is asked."""

    async def ask() -> None:
        clock = asyncio.get_running_loop().time
        async with thinkers(1, preparing(folder)) as them:
            await them.choose(asked("quick"), NO_HURRY)
            begun = clock()
            about = asked(player)
            secret = asyncio.create_task(them.choose(about, 1.0, even=1.0))
            await asyncio.sleep(0)
            assert them.busy == 1
            assert await them.choose(asked("quick"), 1.0)
            assert clock() - begun >= 0.9
            assert await secret in about.legal

    run(ask())


def test_a_player_that_never_takes_long_takes_a_worker_for_a_moment(folder: Path) -> None:
    """For how long depends on the player's name, and not on the position."""
    assert longest_search("novice", "chase") == longest_search("random", "chase") == 0.1

    async def ask() -> None:
        clock = asyncio.get_running_loop().time
        async with thinkers(1) as them:
            await them.choose(asked("random"), NO_HURRY)
            begun = clock()
            secret = asyncio.create_task(them.choose(asked("random"), 20, even=20))
            await asyncio.sleep(0)
            await them.choose(asked("random"), 20)
            assert 0.1 <= clock() - begun < 20 * 0.9
            secret.cancel()
            await asyncio.wait([secret])

    asyncio.run(ask())


def test_a_question_that_becomes_urgent_leaves_its_place_for_a_better_one(folder: Path) -> None:
    done: list[str] = []

    async def wait(them: Thinkers, name: str, order: Order) -> None:
        await them.choose(asked("quick"), NO_HURRY, order)
        done.append(name)

    async def ask() -> None:
        one, two = Payer("192.0.2.1", "one"), Payer("192.0.2.2", "two")
        orders = {name: Order(Priority.UNWATCHED, one) for name in ("first", "second", "third")}
        async with thinkers(1, preparing(folder)) as them:
            await them.choose(asked("quick"), NO_HURRY)
            tasks = [asyncio.create_task(wait(them, *each)) for each in orders.items()]
            await asyncio.sleep(0)
            them.change(orders["third"], Priority.PLAY, two)
            assert them.waiting(Priority.UNWATCHED) == 1
            assert them.waiting(Priority.PLAY) == 1
            await asyncio.gather(*tasks)

    asyncio.run(ask())
    assert done == ["first", "third", "second"]


def test_one_of_two_workers_is_left_to_those_who_wait_for_a_move(folder: Path) -> None:
    async def ask() -> None:
        async with thinkers(2, preparing(folder)) as them:
            analyses = [
                asyncio.create_task(
                    them.choose(asked("hanging"), NO_HURRY, Order(Priority.ANALYSIS))
                )
                for _ in range(6)
            ]
            await until_asked(folder)
            assert await them.choose(asked("quick"), NO_HURRY)
            assert them.busy == 1
            assert them.waiting(Priority.ANALYSIS) == 5
            for task in analyses:
                task.cancel()
            await asyncio.gather(*analyses, return_exceptions=True)

    asyncio.run(ask())


def test_the_more_is_asked_the_shorter_is_thought(folder: Path) -> None:
    """A hundred questions, each of which would take all of its second."""

    async def ask() -> None:
        async with thinkers(2, preparing(folder)) as them:
            async with asyncio.timeout(NO_HURRY):
                await asyncio.gather(
                    *(them.choose(asked("slow"), 1.0, even=1.0) for _ in range(100))
                )

    asyncio.run(ask())
    assert len(pids(folder)) == 100


def test_another_address_is_served_before_the_second_question_of_a_busy_one(folder: Path) -> None:
    done: list[str] = []

    async def wait(them: Thinkers, name: str) -> None:
        await them.choose(asked("slow"), 0.1, Order(Priority.PLAY, Payer(name, name)))
        done.append(name)

    async def ask() -> None:
        async with thinkers(1, preparing(folder)) as them:
            await them.choose(asked("quick"), NO_HURRY)
            many = [asyncio.create_task(wait(them, "many")) for _ in range(20)]
            await until_asked(folder, 3)
            await wait(them, "one")
            await asyncio.gather(*many)

    asyncio.run(ask())
    assert done.index("one") < 10


def test_without_a_seed_the_dice_fall_anyhow() -> None:
    async def ask_often() -> set[str]:
        async with thinkers(1) as them:
            return {await them.choose(asked("random", seed=None), NO_HURRY) for _ in range(60)}

    assert len(asyncio.run(ask_often())) > 1


def test_editions_and_boards_of_ones_own_are_known_in_the_processes() -> None:
    players.know_own_edition()
    try:
        named = asked("constable", new_game(players.OWN_EDITION, 4, seed=1))
        given = {"base": players.OWN_EDITION, "black": 9}
        own = asked("constable", new_game(None, 4, seed=1, rules=given))
        assert own.edition is None
        assert own.own_rules == given

        async def ask_both() -> None:
            async with thinkers(1, players.know_own_edition) as them:
                for about in (named, own):
                    assert await them.choose(about, NO_HURRY) in about.legal

        asyncio.run(ask_both())
    finally:
        catalogue._added.clear()
        boards._registered.clear()


@every_loop
def test_many_questions_at_once_get_each_its_own_answer(run: Run, folder: Path) -> None:
    about = asked("quick", new_game("modern-2013", 4, seed=3))
    questions = [replace(about, legal=(f"X:T{number}",)) for number in range(1, 200)]

    async def ask_all() -> None:
        async with thinkers(2, preparing(folder)) as them:
            answers = await asyncio.gather(*(them.choose(each, NO_HURRY) for each in questions))
            assert answers == [each.legal[0] for each in questions]

    run(ask_all())
    assert len(pids(folder)) == len(questions)
    assert len(set(pids(folder))) == 2


def test_what_a_player_does_to_its_process_is_not_heard(folder: Path) -> None:
    about = asked("talking")

    async def ask() -> None:
        async with thinkers(1, preparing(folder)) as them:
            for _ in range(3):
                assert await them.choose(about, NO_HURRY) == about.legal[-1]

    asyncio.run(ask())


# --- failures -----------------------------------------------------------------------------


@every_loop
def test_a_process_killed_while_thinking_is_replaced_and_asked_again(
    run: Run, folder: Path, logged: pytest.LogCaptureFixture
) -> None:
    about, neighbour = asked("killed"), asked("slow")

    async def kill_one() -> None:
        async with thinkers(2, preparing(folder)) as them:
            choosing = asyncio.create_task(them.choose(about, NO_HURRY))
            victim = await until_asked(folder)
            beside = asyncio.create_task(them.choose(neighbour, 1.0))
            other = await until_asked(folder, 2)
            os.kill(victim, signal.SIGKILL)
            assert await choosing == about.legal[-1]
            assert await beside == neighbour.legal[0]
            assert pids(folder).count(other) in (1, 2)
            assert pids(folder).count(victim) == 1
            assert len(pids(folder)) == 3
            assert is_gone(victim)

    run(kill_one())
    assert names_in(logged) == ["killed"]


def test_an_idle_process_loads_what_searching_players_need(folder: Path) -> None:
    async def wait() -> None:
        async with thinkers(1, preparing(folder)) as them:
            about = asked("waiting")
            while await them.choose(about, A_MOMENT) != about.legal[-1]:
                await asyncio.sleep(3)
        assert len(set(pids(folder))) == 1

    asyncio.run(wait())


def test_a_process_killed_while_idle_is_replaced_unnoticed(
    folder: Path, logged: pytest.LogCaptureFixture
) -> None:
    about = asked("quick")

    async def kill_it() -> None:
        async with thinkers(1, preparing(folder)) as them:
            await them.choose(about, NO_HURRY)
            os.kill(pids(folder)[0], signal.SIGKILL)
            while not is_gone(pids(folder)[0]):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert await them.choose(about, NO_HURRY) == about.legal[0]

    asyncio.run(kill_it())
    assert not logged.records


def test_a_process_without_memory_is_replaced(folder: Path) -> None:
    about = asked("out-of-memory")

    async def ask() -> None:
        async with thinkers(1, preparing(folder)) as them:
            assert await them.choose(about, NO_HURRY) == about.legal[-1]

    asyncio.run(ask())
    assert len(set(pids(folder))) == 2


@pytest.mark.parametrize(
    ("player", "processes"), (("dying", 3), ("failing", 1), ("illegal", 1)), ids=str
)
def test_after_three_failures_another_player_stands_in(
    player: str, processes: int, folder: Path, logged: pytest.LogCaptureFixture
) -> None:
    about = asked(player)

    async def ask() -> None:
        async with thinkers(1, preparing(folder)) as them:
            assert await them.choose(about, NO_HURRY) in about.legal

    asyncio.run(ask())
    assert len(pids(folder)) == 3
    assert len(set(pids(folder))) == processes, "one that only failed is kept"
    assert names_in(logged) == [player] * 3 + ["random"]
    assert f"random stands in for {player}" in logged.text
    assert SECRET not in logged.text
    assert not [move for move in about.legal if move in logged.text]
    assert "T999" not in logged.text


def test_what_is_no_question_is_a_failure_like_others() -> None:
    about = replace(asked("random"), legal=("no move",))

    async def ask() -> None:
        async with thinkers(1) as them:
            with pytest.raises(ThinkingError, match="no computer player could choose a move"):
                await them.choose(about, NO_HURRY)
            assert await them.choose(asked("random"), NO_HURRY) in asked("random").legal

    asyncio.run(ask())


def test_a_player_that_hangs_is_killed(folder: Path, logged: pytest.LogCaptureFixture) -> None:
    about = asked("hanging")

    async def ask() -> None:
        async with thinkers(1, preparing(folder), grace=0.3) as them:
            assert await them.choose(about, 0.1) in about.legal

    asyncio.run(ask())
    assert len(set(pids(folder))) == 3
    assert all(map(is_gone, pids(folder)))
    assert "no answer in 0.4 s" in logged.text


def test_processes_that_cannot_be_prepared_are_told_of(logged: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with thinkers(2, players.fail_to_prepare) as them:
            with pytest.raises(ThinkingError):
                await them.choose(asked("random"), NO_HURRY)

    asyncio.run(ask())
    assert "ValueError in players.py" in logged.text
    assert SECRET not in logged.text


def test_processes_that_cannot_be_started_are_told_of(
    logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def ask() -> None:
        async with thinkers(1) as them:
            with pytest.raises(ThinkingError):
                await them.choose(asked("random"), NO_HURRY)

    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    asyncio.run(ask())
    assert "no process could be started" in logged.text


def test_a_program_that_is_no_worker_is_told_of(
    logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        async with thinkers(1) as them:
            with pytest.raises(ThinkingError):
                await them.choose(asked("random"), NO_HURRY)

    monkeypatch.setattr(sys, "executable", "/bin/false")
    asyncio.run(ask())
    assert "a process died as it was started" in logged.text


# --- stopping -----------------------------------------------------------------------------


@every_loop
def test_nobody_waits_any_more_after_a_cancel(run: Run, folder: Path) -> None:
    about = asked("quick")

    async def cancel() -> None:
        async with thinkers(1, preparing(folder)) as them:
            hanging = asyncio.create_task(them.choose(asked("hanging"), NO_HURRY))
            waiting = asyncio.create_task(them.choose(about, NO_HURRY))
            pid = await until_asked(folder)
            for task in (waiting, hanging):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert await them.choose(about, NO_HURRY) == about.legal[0]
            assert is_gone(pid)

    run(cancel())
    assert len(pids(folder)) == 2, "the one that was cancelled while it waited was not asked"


def test_a_cancel_while_the_process_is_started_leaves_it_be(folder: Path) -> None:
    about = asked("quick")

    async def cancel() -> None:
        async with thinkers(1, preparing(folder)) as them:
            early = asyncio.create_task(them.choose(about, NO_HURRY))
            await asyncio.sleep(0)
            early.cancel()
            with pytest.raises(asyncio.CancelledError):
                await early
            assert await them.choose(about, NO_HURRY) == about.legal[0]

    asyncio.run(cancel())


@every_loop
def test_closing_ends_open_questions_and_all_processes(
    run: Run, folder: Path, logged: pytest.LogCaptureFixture
) -> None:
    async def close() -> None:
        async with thinkers(2, preparing(folder)) as them:
            tasks = [
                asyncio.create_task(them.choose(asked(player), NO_HURRY))
                for player in ("hanging", "hanging", "quick", "quick")
            ]
            await until_asked(folder, 2)
            began = time.monotonic()
            await them.close()
            assert time.monotonic() - began < 2
            for answer in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(answer, ThinkingError)
            assert all(map(is_gone, pids(folder)))

    run(close())
    assert len(pids(folder)) == 2
    assert not logged.records


@every_loop
def test_closing_while_processes_are_started(run: Run, logged: pytest.LogCaptureFixture) -> None:
    async def close() -> None:
        for moment in (None, 0, 0.01, 0.1):
            async with thinkers(2) as them:
                waiting = asyncio.create_task(them.choose(asked("random"), NO_HURRY))
                if moment is not None:
                    await asyncio.sleep(moment)
                await them.close()
                with pytest.raises(ThinkingError):
                    await waiting

    run(close())
    assert not logged.records


def test_nothing_is_answered_before_the_start_and_after_the_end() -> None:
    async def ask() -> None:
        them = Thinkers(1)
        with pytest.raises(ThinkingError, match="not been started"):
            await them.choose(asked("random"), NO_HURRY)
        await them.start()
        await them.close()
        with pytest.raises(ThinkingError, match="or were stopped"):
            await them.choose(asked("random"), NO_HURRY)
        unstarted = Thinkers(1)
        await unstarted.close()

    asyncio.run(ask())


PARENT = """
import asyncio, sys
from pathlib import Path
from tests.server.thinking.test_thinking import asked, preparing
from misterx.server.thinking import Thinkers

async def main():
    them = Thinkers(3, preparing(Path(sys.argv[1])))
    await them.start()
    await asyncio.gather(*(them.choose(asked("slow"), 0.3) for _ in range(3)))
    await asyncio.gather(*(them.choose(asked("hanging"), 60) for _ in range(2)))

asyncio.run(main())
"""


def test_no_process_outlives_a_parent_that_was_killed(folder: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, folder],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with parent:
        asyncio.run(until_asked(folder, 5))
        assert len(set(pids(folder))) == 3, "two that think, one that is idle"
        assert not any(map(is_gone, pids(folder)))
        parent.kill()
        # Its standard error is theirs too: it ends when the last of them does.
        _, said = parent.communicate(timeout=90)
    assert not said.strip()
