"""Whose share of the workers a computer player uses, and how much one address may ask for."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from misterx.core import Seat
from misterx.server.advisers import Advice, TooManyQuestions
from misterx.server.question import Question, asked, moves_of
from misterx.server.room import Room
from misterx.server.store.base import Guest
from misterx.server.table import seating
from misterx.server.thinking import Order, Payer, Priority, Thinkers
from misterx.server.watching import Watcher
from tests.chase.positions import begin
from tests.server.evenings import awaited
from tests.server.houses import QuickThinkers, guest, house_at, room_with, until

X, H1 = Seat("X"), Seat("H1")
HERE, THERE = "192.0.2.1", "192.0.2.2"


def watch(
    room: Room, who: Guest | None, seat: Seat | None, address: str, told: list[Any] | None = None
) -> Watcher:
    def send(text: bytes) -> None:
        if told is not None:
            told.append(json.loads(text))

    watcher = Watcher(who.id if who else None, seat, send, address)
    room.watchers.add(watcher, None)
    return watcher


class HeldThinkers(QuickThinkers):
    """Computer players that wait until they are let go, and take the time that the test says."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__()
        self.may_go.clear()
        self.seconds = seconds
        self.changed: list[tuple[Priority, Payer]] = []

    def answer_seconds(self, order: Order, seconds: float) -> float:
        return self.seconds or seconds

    def change(self, order: Order, priority: Priority, payer: Payer) -> None:
        super().change(order, priority, payer)
        self.changed.append((priority, payer))


# --- moves ----------------------------------------------------------------------------------


@awaited
async def test_a_table_that_nobody_watches_comes_last_and_its_host_pays(tmp_path: Path) -> None:
    thinkers = HeldThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        await room_with(house, ada, {"X": None, "H1": ada})
        await until(lambda: bool(thinkers.orders))
        order = thinkers.orders[0]
        assert order.priority is Priority.UNWATCHED
        assert order.payer == Payer(f"guest {ada.id}", ada.id)


@awaited
async def test_a_question_becomes_urgent_when_somebody_comes_to_watch(tmp_path: Path) -> None:
    thinkers = HeldThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": None, "H1": ada})
        await until(lambda: bool(thinkers.orders))
        watch(room, ada, H1, HERE)
        assert thinkers.changed == [(Priority.PLAY, Payer(HERE, ada.id))]
        watch(room, None, None, THERE)
        assert len(thinkers.changed) == 1, "once is enough"


@awaited
async def test_moves_of_a_table_take_longer_on_a_full_machine_whatever_is_thought(
    tmp_path: Path,
) -> None:
    thinkers = HeldThinkers(2.5)
    async with house_at(tmp_path, thinkers=thinkers, bot_seconds=1) as house:
        ada = await guest(house, "Ada")
        unwatched = await room_with(house, ada, {"X": None, "H1": ada})
        await until(lambda: thinkers.even == [1.0])
        watch(unwatched, ada, H1, HERE)
        watched = await room_with(house, ada, {"X": None, "H1": ada}, start=False)
        watch(watched, ada, H1, HERE)
        await watched.submit(ada.id, None, lambda table: seating.start(table, ada.id, Random(1)))
        await until(lambda: thinkers.even == [1.0, 2.5])


@awaited
async def test_players_who_watch_pay_in_turn_and_spectators_do_not(tmp_path: Path) -> None:
    thinkers = HeldThinkers()
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada, ben = await guest(house, "Ada"), await guest(house, "Ben")
        seats = {"X": ada, "H1": ben, "H2": None}
        room = await room_with(house, ada, seats, spectators=True, start=False)
        watch(room, None, None, "192.0.2.9")
        assert room._payer() == Payer("192.0.2.9", "")
        watch(room, ada, X, HERE)
        watch(room, ben, H1, THERE)
        watch(room, ben, H1, THERE)
        turns = set()
        for turn in range(4):
            object.__setattr__(room.table, "turn", turn)
            turns.add((turn % 2, room._payer()))
        assert turns == {(0, Payer(HERE, ada.id)), (1, Payer(THERE, ben.id))}


@awaited
async def test_people_are_told_how_long_computer_players_take_while_it_is_longer(
    tmp_path: Path,
) -> None:
    thinkers = HeldThinkers(2.5)
    async with house_at(tmp_path, thinkers=thinkers) as house:
        ada = await guest(house, "Ada")
        room = await room_with(house, ada, {"X": None, "H1": ada}, start=False)
        early: list[Any] = []
        watch(room, ada, H1, HERE, early)
        assert not said_of_time(early)
        await room.submit(ada.id, None, lambda table: seating.start(table, ada.id, Random(1)))
        await until(lambda: bool(said_of_time(early)))
        late: list[Any] = []
        watch(room, ada, H1, HERE, late)
        assert said_of_time(early) == said_of_time(late) == [2.5]
        thinkers.seconds = None
        thinkers.may_go.set()
        await until(lambda: X not in room.table.to_act)
        seat = room.table.to_act[0]
        assert seat == H1
        for _ in range(10):  # he moves all pieces of his
            if H1 not in room.table.to_act:
                break
            text = moves_of(room.table.rules, room.table.state, H1)[0]
            await room.move(ada.id, None, H1, text, room.table.at)
        await until(lambda: len(said_of_time(late)) > 1)
        assert said_of_time(early) == said_of_time(late) == [2.5, None]


def said_of_time(told: list[Any]) -> list[float | None]:
    return [each["seconds"] for each in told if each["type"] == "computer_players"]


# --- hints and likelihoods ------------------------------------------------------------------


class SilentThinkers(Thinkers):
    """Nobody ever answers."""

    def __init__(self) -> None:
        super().__init__(0)
        self.orders: list[Order] = []

    async def consult(
        self, question: Question, seconds: float, order: Order | None = None
    ) -> object:
        assert order is not None
        self.orders.append(order)
        return await asyncio.Event().wait()


def a_question() -> Question:
    game = begin("modern-2013", 4)
    return asked(game.rules, "champion", None, "hint")


@awaited
async def test_a_guest_waits_for_one_hint_at_a_time() -> None:
    thinkers = SilentThinkers()
    advice = Advice(thinkers, 1.0)
    first = asyncio.create_task(advice.hint(Payer(HERE, "ada"), a_question()))
    await until(lambda: len(thinkers.orders) == 1)
    with pytest.raises(TooManyQuestions, match=r"you wait for a hint already.* again in 1 s"):
        await advice.hint(Payer(HERE, "ada"), a_question())
    second = asyncio.create_task(advice.hint(Payer(HERE, "ben"), a_question()))
    await until(lambda: len(thinkers.orders) == 2)
    assert [order.priority for order in thinkers.orders] == [Priority.ADVICE] * 2
    for task in (first, second):
        task.cancel()
    await asyncio.wait([first, second])
    again = asyncio.create_task(advice.hint(Payer(HERE, "ada"), a_question()))
    await until(lambda: len(thinkers.orders) == 3)
    again.cancel()
    await asyncio.wait([again])


@awaited
async def test_an_address_waits_for_some_answers_at_a_time_and_others_for_theirs() -> None:
    thinkers = SilentThinkers()
    advice = Advice(thinkers, 1.0)
    tasks = [
        asyncio.create_task(advice.where(Payer(HERE, ""), number, a_question()))
        for number in range(10)
    ]
    tasks += [
        asyncio.create_task(advice.hint(Payer(HERE, f"guest {number}"), a_question()))
        for number in range(6)
    ]
    await until(lambda: len(thinkers.orders) == 16)
    with pytest.raises(TooManyQuestions, match=r"your address waits for many.* again in 1 s"):
        await advice.where(Payer(HERE, ""), "another", a_question())
    with pytest.raises(TooManyQuestions):
        await advice.hint(Payer(HERE, "another"), a_question())
    same = asyncio.create_task(advice.where(Payer(HERE, ""), 1, a_question()))
    other = asyncio.create_task(advice.hint(Payer(THERE, "another"), a_question()))
    await until(lambda: len(thinkers.orders) == 17)
    assert not same.done(), "what is asked already is waited for by as many as like"
    for task in (*tasks, same, other, *advice._where.values()):
        task.cancel()
    await asyncio.wait([*tasks, same, other])
