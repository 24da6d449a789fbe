"""Intervals: checked against figures that can be looked up or worked out by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from misterx.arena import paired, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    (
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (200, 400, 0.4512, 0.5488),
        (1, 1, 0.2065, 1.0),
    ),
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    share = wilson(wins, games)
    assert share.estimate == wins / games
    assert share.low == pytest.approx(low, abs=1e-4)
    assert share.high == pytest.approx(high, abs=1e-4)


def test_more_games_narrow_the_interval() -> None:
    widths = [share.high - share.low for share in (wilson(n, 2 * n) for n in (5, 50, 500))]
    assert all(wider > narrower for wider, narrower in pairwise(widths))


@pytest.mark.parametrize(("wins", "games"), ((0, 0), (3, 2), (-1, 5)))
def test_shares_of_nothing_are_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="make no share"):
        wilson(wins, games)


def test_a_paired_difference() -> None:
    ours = [True, True, True, False]
    theirs = [True, False, False, False]
    gap = paired(ours, theirs)
    # Gaps 0, 1, 1, 0: mean 1/2, variance 1/3, standard error the root of 1/12.
    assert gap.estimate == 0.5
    assert gap.high == 1.0
    assert gap.low == pytest.approx(0.5 - 1.959964 * (1 / 12) ** 0.5)


def test_a_few_games_alike_are_no_certainty() -> None:
    few = paired([True, False, True], [True, False, True])
    assert few == pytest.approx((0.0, -wilson(0, 3).high, wilson(0, 3).high))
    many = paired([True] * 300, [False] * 300)
    assert (many.estimate, many.high) == (1.0, 1.0)
    assert 0.98 < many.low < 1


def test_one_game_is_no_comparison() -> None:
    with pytest.raises(ValueError, match="at least two games"):
        paired([True], [False])


def test_all_won_is_bounded_by_all_won_exactly() -> None:
    assert [wilson(n, n).high for n in range(1, 200)] == [1.0] * 199
    assert [wilson(0, n).low for n in range(1, 200)] == [0.0] * 199
