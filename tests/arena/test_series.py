"""Series: all games of all matches, counted right, whatever the processes and whatever happens."""

from __future__ import annotations

import pytest

from misterx.arena import Match, Result, Series, play_game, play_series
from misterx.core import Reason


def pair(role: str = "detective") -> list[Series]:
    return [
        Series(Match("cards-2017", 4, one, "random", role, seed="series"))
        for one in ("careful", "random")
    ]


def test_every_number_is_played_once_and_counted() -> None:
    told: list[tuple[Series, Result]] = []
    careful, random = all_series = pair()
    play_series(all_series, 10, played=lambda series, result: told.append((series, result)))
    assert len(told) == 20
    assert all(series.results[result.number] is result for series, result in told)
    for series in all_series:
        expected = [play_game(series.match, number) for number in range(10)]
        assert [series.results[number] for number in range(10)] == expected
        assert series.games == 10
        assert series.wins == sum(result.won for result in expected)
        assert sum(series.reasons.values()) == 10
    gap = careful.ahead_of(random)
    assert gap.estimate == pytest.approx((careful.wins - random.wins) / 10)


def test_two_processes_find_what_one_finds() -> None:
    alone, together = pair(), pair()
    play_series(alone, 6)
    play_series(together, 6, workers=2)
    assert [series.results for series in alone] == [series.results for series in together]


@pytest.mark.parametrize("workers", (1, 2))
def test_what_stops_a_series_leaves_what_was_played(workers: int) -> None:
    all_series, count = pair(), 0

    def stop(_series: Series, _result: Result) -> None:
        nonlocal count
        count += 1
        if count == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_series(all_series, 1000, workers, stop)
    assert sum(series.games for series in all_series) == 5


@pytest.mark.parametrize("workers", (1, 2))
def test_an_error_in_a_player_is_raised(workers: int) -> None:
    broken = Series(Match("cards-2017", 4, "greedy", "random", "x"))
    with pytest.raises(ValueError, match="greedy does not play 'cards'"):
        play_series([broken], 3, workers)


def result(number: int, *, won: bool) -> Result:
    return Result(number, won, "x", Reason.DECK_EMPTY if won else Reason.FOUND, 9)


def test_only_deals_that_both_have_played_are_compared() -> None:
    ours, theirs = pair()
    ours.results = {n: result(n, won=n < 3) for n in range(4)}
    theirs.results = {n: result(n, won=False) for n in (0, 3)}
    assert ours.ahead_of(theirs).estimate == 0.5
    assert (ours.wins, ours.share.estimate) == (3, 0.75)
    assert ours.reasons == {Reason.DECK_EMPTY: 3, Reason.FOUND: 1}


def test_games_that_a_series_has_are_not_played_again() -> None:
    (series, _), told = pair(), []
    series.results = {number: result(number, won=True) for number in (0, 2)}
    play_series([series], 4, played=lambda _, result: told.append(result.number))
    assert told == [1, 3]
    assert series.results[2] == result(2, won=True)


@pytest.mark.parametrize("workers", (1, 2))
def test_a_series_ends_once_it_is_enough(workers: int) -> None:
    series, _ = pair()
    play_series([series], 1000, workers, is_enough=lambda: series.games == 3)
    assert series.games == 3
