"""Who waits for something that is free: whoever is in a hurry comes first."""

from __future__ import annotations

import asyncio

import pytest

from misterx.server.idle import Idle
from tests.server.evenings import awaited


@awaited
async def test_what_is_free_is_had_at_once() -> None:
    idle = Idle[str]()
    idle.put("a")
    idle.put("b")
    assert [await idle.get(urgent=False), await idle.get(urgent=True)] == ["a", "b"]


@awaited
async def test_who_is_in_a_hurry_comes_first_and_each_kind_in_its_order() -> None:
    idle = Idle[int]()
    served: list[str] = []

    async def wait(name: str, *, urgent: bool) -> None:
        await idle.get(urgent=urgent)
        served.append(name)

    names = ("idle 1", "idle 2", "hurry 1", "hurry 2")
    tasks = [asyncio.create_task(wait(name, urgent="hurry" in name)) for name in names]
    await asyncio.sleep(0)
    for number in range(4):
        idle.put(number)
    await asyncio.gather(*tasks)
    assert served == ["hurry 1", "hurry 2", "idle 1", "idle 2"]


@pytest.mark.parametrize("late", (False, True))
@awaited
async def test_what_somebody_gets_who_has_gone_is_the_next_ones(late: bool) -> None:
    idle = Idle[str]()
    gone = asyncio.create_task(idle.get(urgent=True))
    await asyncio.sleep(0)
    if late:
        idle.put("it")
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    if not late:
        idle.put("it")
    assert await idle.get(urgent=False) == "it"
