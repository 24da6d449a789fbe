"""Ladders and deals: points that can be worked out by hand, and intervals that hold the truth."""

from __future__ import annotations

from math import inf, log10
from random import Random

import pytest

from misterx.arena import (
    Match,
    Result,
    Series,
    both_roles,
    deal_scores,
    elo,
    ladder_matches,
    standings,
    wilson,
)
from misterx.arena.statistics import scored
from misterx.core import Reason

TERMS = Match("modern-2013", 4, "", "", "x", seed="tea")


def result(number: int, *, won: bool) -> Result:
    return Result(number, won, "x" if won else "hunters", Reason.CAUGHT, 9)


def series(one: str, others: str, won: str, role: str = "x") -> Series:
    """A series that was won and lost as the letters tell: 1 a win, 0 a loss, - not played."""
    results = {n: result(n, won=letter == "1") for n, letter in enumerate(won) if letter != "-"}
    return Series(Match("modern-2013", 4, one, others, role), results)


def test_everybody_meets_everybody_in_both_roles() -> None:
    matches = ladder_matches(TERMS, ["a", "b", "c", "a"])
    pairings = [(match.one, match.others) for match in matches]
    assert sorted(pairings) == [(x, d) for x in "abc" for d in "abc" if x != d]
    assert {match.role for match in matches} == {"x"}


def test_two_players_have_the_points_that_their_share_says() -> None:
    # With the game that is counted besides, a has won 15.5 of 21 games in each role.
    won = "1" * 15 + "0" * 5
    lost = "0" * 15 + "1" * 5
    first, second = standings([series("a", "b", won), series("b", "a", lost)])
    assert (first.player, second.player) == ("a", "b")
    gap = 400 * log10(15.5 / 5.5)
    assert first.both.estimate - second.both.estimate == pytest.approx(gap, abs=0.5)
    assert first.both.estimate == pytest.approx(-second.both.estimate)
    assert first.both.low < first.both.estimate < first.both.high
    assert (first.games, first.wins, second.wins) == (40, 30, 10)
    # Nobody can tell two players' roles apart, so each gets half of it.
    for part in (first.as_x, first.as_detectives):
        assert part.estimate == pytest.approx(first.both.estimate, abs=0.5)


def test_a_role_that_is_easier_gives_nobody_points() -> None:
    won = "1" * 18 + "0" * 2
    places = standings([series("a", "b", won), series("b", "a", won)])
    assert [place.both.estimate for place in places] == pytest.approx([0, 0], abs=0.01)


def test_the_roles_are_told_apart() -> None:
    """Two are alike but for one role, and the third does not matter."""
    even, strong, weak = "10" * 20, "1" * 36 + "0" * 4, "0" * 36 + "1" * 4
    places = {
        place.player: place
        for place in standings(
            [
                series("a", "b", strong),
                series("a", "c", strong),
                series("b", "a", even),
                series("b", "c", even),
                series("c", "a", even),
                series("c", "b", weak),
            ]
        )
    }
    assert places["a"].as_x.estimate > 100
    assert places["a"].as_detectives.estimate < places["b"].as_detectives.estimate
    assert sum(place.as_x.estimate for place in places.values()) == pytest.approx(0)


def test_who_has_won_everything_still_has_a_number() -> None:
    first, _ = standings([series("a", "b", "1" * 50), series("b", "a", "0" * 50)])
    assert 300 < first.both.estimate < 1000


def test_the_intervals_hold_the_truth_in_about_95_of_100_ladders() -> None:
    rng, strength, inside = Random(5), {"a": 100.0, "b": 0.0, "c": -100.0}, 0
    for _ in range(20):
        played = []
        for match in ladder_matches(TERMS, list(strength)):
            gap = strength[match.one] - strength[match.others]
            chance = 1 / (1 + 10 ** (-gap / 400))
            won = "".join("1" if rng.random() < chance else "0" for _ in range(60))
            played.append(series(match.one, match.others, won))
        for place in standings(played):
            inside += place.both.low <= strength[place.player] <= place.both.high
    assert inside >= 50  # of 60


def test_a_ladder_without_a_deal_that_all_have_played() -> None:
    with pytest.raises(ValueError, match="no deal has been played by everybody yet"):
        standings([series("a", "b", "1-"), series("b", "a", "-1")])


# --- deals --------------------------------------------------------------------------------


def test_the_deals_of_one_player_are_scored_over_its_roles() -> None:
    roles = [series("a", "b", "1101-1"), series("a", "b", "100111", "detective")]
    assert deal_scores(roles) == [1.0, 0.5, 0.0, 1.0]  # the fifth is not over, so the sixth waits
    assert both_roles(roles).estimate == 0.625


def test_two_players_are_scored_against_each_other() -> None:
    assert deal_scores([series("a", "c", "110"), series("b", "c", "011")]) == [1.0, 0.5, 0.0]


def test_three_players_have_no_score() -> None:
    with pytest.raises(ValueError, match="one player is scored, or two"):
        deal_scores([series(name, "d", "1") for name in "abc"])


def test_deals_that_spread_as_single_games_do_have_their_interval() -> None:
    scores = [float(n < 80) for n in range(100)]
    assert scored(scores, 100) == pytest.approx(wilson(80, 100), abs=0.002)


def test_deals_all_alike_have_wilsons_interval() -> None:
    assert scored([1.0] * 10, 20) == wilson(20, 20)
    with pytest.raises(ValueError, match="no deals make no score"):
        scored([], 0)


def test_a_share_of_nothing_or_everything_is_infinitely_many_points() -> None:
    assert elo(wilson(5, 5)).estimate == float("inf")
    assert elo(wilson(0, 5)).estimate == float("-inf")
    assert elo(wilson(5, 10)).estimate == 0


def test_who_has_won_every_game_has_no_upper_bound() -> None:
    first, second = standings([series("a", "b", "1" * 20), series("b", "a", "0" * 20)])
    assert (first.player, first.both.high, second.both.low) == ("a", inf, -inf)
    assert -inf < second.both.high < 0 < first.both.low < first.both.estimate
    # Of whom one role was won only, the other one's bounds are known.
    first, second = standings([series("a", "b", "1" * 20), series("b", "a", "10" * 10)])
    assert (first.as_x.high, second.as_detectives.low) == (inf, -inf)
    assert first.as_detectives.high < inf
    assert first.both.low < first.both.estimate < first.both.high < inf


def test_a_single_deal_leaves_doubt() -> None:
    first, _ = standings([series("a", "b", "1"), series("b", "a", "1")])
    assert first.both.low < first.both.estimate < first.both.high
