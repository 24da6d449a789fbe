"""The queue for workers: whoever has used least is served first, and everybody is served."""

from __future__ import annotations

from collections import Counter

import pytest

from misterx.server.fair_queue import FairQueue, Payer, Priority

PLAY, ADVICE, ANALYSIS, UNWATCHED = Priority


def payer(address: int, guest: int = 1) -> Payer:
    return Payer(f"192.0.2.{address}", f"guest {guest}")


def served(queue: FairQueue[str], times: int, seconds: float = 1.0) -> list[str]:
    """Serve so many, each for so long."""
    names = []
    for _ in range(times):
        entry = queue.take()
        assert entry is not None
        queue.charge(entry.priority, entry.payer, seconds)
        names.append(entry.item)
    return names


def test_one_guest_is_served_in_the_order_of_coming() -> None:
    queue = FairQueue[str]()
    for number in range(5):
        queue.put(str(number), PLAY, payer(1))
    assert served(queue, 5) == list("01234")
    assert queue.take() is None


def test_addresses_take_turns_however_much_each_asks() -> None:
    queue = FairQueue[str]()
    for _ in range(100):
        queue.put("many", PLAY, payer(1))
    assert served(queue, 10) == ["many"] * 10, "nobody else wants it"
    queue.put("one", PLAY, payer(2))
    assert "one" in served(queue, 2)
    for _ in range(20):
        queue.put("few", PLAY, payer(3))
    assert Counter(served(queue, 20)) == {"many": 10, "few": 10}


def test_seconds_count_not_questions() -> None:
    queue = FairQueue[str]()
    seconds = {"long": 0.0, "short": 0.0}
    for _ in range(300):
        queue.put("long", PLAY, payer(1))
        queue.put("short", PLAY, payer(2))
    for _ in range(200):
        entry = queue.take()
        assert entry is not None
        took = 0.3 if entry.item == "long" else 0.1
        queue.charge(PLAY, entry.payer, took)
        seconds[entry.item] += took
    assert seconds["long"] == pytest.approx(seconds["short"], abs=0.5)


def test_who_had_much_while_nobody_else_wanted_it_does_not_wait_for_long() -> None:
    queue = FairQueue[str]()
    queue.put("early", PLAY, payer(0))
    served(queue, 1, seconds=0.9)
    for number in range(1, 101):
        queue.put("late", PLAY, payer(number))
    for _ in range(200):
        entry = queue.take()
        assert entry is not None
        queue.charge(PLAY, entry.payer, 0.01)
        queue.put("late", PLAY, entry.payer)
    queue.put("early", PLAY, payer(0))
    for turn in range(10_000):
        entry = queue.take()
        assert entry is not None
        if entry.item == "early":
            assert turn <= 5 * 100
            return
        queue.charge(PLAY, entry.payer, 0.01)
        queue.put("late", PLAY, entry.payer)
    raise AssertionError("it was never served")


def test_what_was_charged_and_not_used_is_given_back() -> None:
    queue = FairQueue[str]()
    for _ in range(30):
        queue.put("a", PLAY, payer(1))
        queue.put("b", PLAY, payer(2))
    for _ in range(20):
        entry = queue.take()
        assert entry is not None
        queue.charge(PLAY, entry.payer, 1.0)
        queue.charge(PLAY, entry.payer, -0.9 if entry.item == "a" else 0.0)
    assert queue.length(PLAY) == 40
    assert Counter(served(queue, 10, seconds=0.0))["a"] > 0
    rest = [entry.item for entry in iter(queue.take, None)]
    assert Counter(rest)["a"] < Counter(rest)["b"], "who used less was served more"


def test_guests_of_one_address_take_turns() -> None:
    queue = FairQueue[str]()
    for _ in range(50):
        queue.put("many", PLAY, payer(1, guest=1))
    for _ in range(5):
        queue.put("few", PLAY, payer(1, guest=2))
    assert Counter(served(queue, 10)) == {"many": 5, "few": 5}


def test_a_household_shares_what_another_address_has_alone() -> None:
    queue = FairQueue[str]()
    for _ in range(50):
        queue.put("first", PLAY, payer(1, guest=1))
        queue.put("second", PLAY, payer(1, guest=2))
        queue.put("alone", PLAY, payer(2))
    assert Counter(served(queue, 40)) == {"first": 10, "second": 10, "alone": 20}


def test_idle_time_is_not_saved_up() -> None:
    queue = FairQueue[str]()
    queue.put("late", PLAY, payer(2))
    served(queue, 1)
    for _ in range(200):
        queue.put("busy", PLAY, payer(1))
    served(queue, 100)
    for _ in range(50):
        queue.put("late", PLAY, payer(2))
    assert 5 <= Counter(served(queue, 10))["late"] <= 6


@pytest.mark.parametrize("low", (ADVICE, ANALYSIS, UNWATCHED), ids=lambda each: each.name)
def test_what_is_more_urgent_comes_first_but_nothing_waits_for_ever(low: Priority) -> None:
    queue = FairQueue[str]()
    for _ in range(200):
        queue.put("play", PLAY, payer(1))
        queue.put("low", low, payer(2))
    names = served(queue, 200)
    assert names[0] == "play"
    assert 0 < Counter(names)["low"] <= 200 / 5


def test_each_class_gets_its_turn_while_all_are_full() -> None:
    queue = FairQueue[str]()
    for priority in Priority:
        for _ in range(200):
            queue.put(priority.name, priority, payer(priority))
    found = Counter(served(queue, 200))
    assert list(found) == ["PLAY", "ADVICE", "ANALYSIS", "UNWATCHED"]
    assert found["PLAY"] > found["ADVICE"] > found["ANALYSIS"] > found["UNWATCHED"] > 0


def test_classes_that_may_not_be_served_now_wait() -> None:
    queue = FairQueue[str]()
    queue.put("analysis", ANALYSIS, payer(1))
    assert queue.take((PLAY, ADVICE)) is None
    queue.put("play", PLAY, payer(1))
    assert [entry.item for entry in iter(lambda: queue.take((PLAY, ADVICE)), None)] == ["play"]
    assert queue.length(ANALYSIS) == 1


def test_who_has_gone_is_not_served() -> None:
    queue = FairQueue[str]()
    gone = queue.put("gone", PLAY, payer(1))
    queue.put("here", PLAY, payer(1))
    assert queue.remove(gone)
    assert not queue.remove(gone)
    assert served(queue, 1) == ["here"]
    assert queue.length(PLAY) == 0


def test_memory_is_bounded_however_many_addresses_there_have_been() -> None:
    queue = FairQueue[str]()
    for number in range(20_000):
        queue.put("x", PLAY, Payer(f"address {number}", "guest"))
        queue.put("x", PLAY, Payer("one address", f"guest {number}"))
        served(queue, 2)
    assert queue.remembered < 200
