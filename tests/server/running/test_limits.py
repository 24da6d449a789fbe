"""Rates: buckets, many of them in bounded memory, and head counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misterx.server.limits import Bucket, Buckets, Headcount, Rate, address_key


class Watch:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    watch = Watch()
    bucket = Bucket(Rate(2, 3), watch)
    assert [bucket.take() for _ in range(3)] == [0, 0, 0]
    assert bucket.take() == 0.5
    watch.now += 0.25
    assert bucket.take() == 0.25
    watch.now += 0.25
    assert bucket.take() == 0
    assert bucket.take() > 0
    watch.now += 1000
    assert [bucket.take() > 0 for _ in range(4)] == [False, False, False, True]


def test_no_rate_is_no_limit() -> None:
    watch = Watch()
    bucket, buckets = Bucket(Rate(0, 0), watch), Buckets(Rate(0, 0), watch)
    assert {bucket.take() for _ in range(1000)} | {buckets.take("a") for _ in range(1000)} == {0.0}
    assert len(buckets) == 0


@given(st.lists(st.floats(0, 5), max_size=60))
def test_never_more_than_burst_and_rate_allow(steps: list[float]) -> None:
    watch = Watch()
    bucket, taken = Bucket(Rate(2, 4), watch), 0
    for step in steps:
        watch.now += step
        taken += bucket.take() == 0
        assert taken <= 4 + 2 * (watch.now - 100) + 1e-6


def test_addresses_do_not_take_from_each_other() -> None:
    buckets = Buckets(Rate(1, 1), Watch())
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0


def test_whoever_was_quiet_longest_is_forgotten_once_his_bucket_is_full() -> None:
    watch = Watch()
    buckets = Buckets(Rate(1, 2), watch, room=2)
    for address in ("a", "b", "a"):
        assert buckets.take(address) == 0
    watch.now += 1.5  # b is full again, a is not
    assert buckets.take("c") == 0
    assert len(buckets) == 2
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0, "a was not forgotten"


def test_a_crowd_cannot_make_anybody_be_forgotten() -> None:
    watch = Watch()
    buckets = Buckets(Rate(1, 2), watch, room=10)
    for n in range(10):
        buckets.take(str(n))
        assert buckets.take(str(n)) == 0
    let_through = sum(buckets.take(f"stranger {n}") == 0 for n in range(1000))
    assert let_through == 2, "newcomers share one bucket"
    assert len(buckets) == 10
    assert all(buckets.take(str(n)) > 0 for n in range(10)), "those before are still counted"


def test_heads_are_counted_and_let_go() -> None:
    heads = Headcount(2)
    assert [heads.enter("a"), heads.enter("a"), heads.enter("a"), heads.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    assert heads.total() == 3
    heads.leave("a")
    assert heads.enter("a")
    for address in "aab":
        heads.leave(address)
    assert heads.total() == 0
    assert all(Headcount(0).enter("a") for _ in range(100))


@pytest.mark.parametrize(
    ("host", "key"),
    (
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
        ("x" * 1000, "x" * 64),
    ),
)
def test_what_counts_as_one_address(host: str, key: str) -> None:
    assert address_key(host) == key
