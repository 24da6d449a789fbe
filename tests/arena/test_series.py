"""Series: all games of all matches, counted right, whatever the processes and whatever happens."""

from __future__ import annotations

import multiprocessing

import pytest

from misterx.arena import ROLES, Match, ProcessLost, Result, Series, play_game, play_series
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
    with pytest.raises(ValueError, match="greedy does not play this game"):
        play_series([broken], 3, workers)


def test_a_process_that_is_killed_is_missed_and_what_was_played_stays() -> None:
    all_series = pair()

    def kill(_series: Series, _result: Result) -> None:
        for process in multiprocessing.active_children():
            process.kill()

    with pytest.raises(ProcessLost, match="a process that played was killed"):
        play_series(all_series, 1000, 2, kill)
    assert sum(series.games for series in all_series) > 0


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


# --- the same games, seen by both sides -----------------------------------------------------


def mirrored_pair() -> tuple[list[Series], list[tuple[str, int]]]:
    """Two players in both roles against the second one: who was told of what."""
    told: list[tuple[str, int]] = []
    all_series = [
        Series(Match("modern-2013", 3, one, "random", role, seed="mirror"))
        for role in ("x", "detective")
        for one in ("constable", "random")
    ]
    play_series(
        all_series, 6, played=lambda series, result: told.append((name(series), result.number))
    )
    return all_series, told


def name(series: Series) -> str:
    return f"{series.match.one} as {series.match.role}"


def test_a_player_against_itself_is_played_once_and_counts_in_both_roles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[tuple[str, str]] = []

    def counted(match: Match, number: int) -> Result:
        played.append((match.one, match.role))
        return play_game(match, number)

    monkeypatch.setattr("misterx.arena.series.play_game", counted)
    all_series, told = mirrored_pair()
    assert sorted(set(played)) == [("constable", "detective"), ("constable", "x"), ("random", "x")]
    assert len(played) == 18
    assert len(told) == len(set(told)) == 24
    for series in all_series:
        expected = {number: play_game(series.match, number) for number in range(6)}
        assert series.results == expected, "as if it had been played"


@pytest.mark.parametrize(("kept", "lost"), ((1, 3), (3, 1)))
def test_the_result_of_a_game_that_a_file_lacks_follows_from_its_other_one(
    kept: int, lost: int
) -> None:
    whole, _ = mirrored_pair()
    again = [Series(series.match, dict(series.results)) for series in whole]
    del again[lost].results[2]
    told: list[tuple[Series, Result]] = []
    play_series(again, 6, played=lambda series, result: told.append((series, result)))
    assert told == [(again[lost], whole[lost].results[2])]
    assert again[kept].results == whole[kept].results


def test_in_the_card_game_both_roles_are_played() -> None:
    as_x, as_detective = (Match("cards-2017", 4, "random", "random", role) for role in ROLES)
    assert as_x.mirrored is as_detective.mirrored is None
