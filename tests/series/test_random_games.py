"""Random chases of every edition and number of players keep every invariant at every step."""

from random import Random

import pytest

from misterx.core import Reason
from tests.series.invariants import check_moment
from tests.series.replays import check_chance, check_replay
from tests.series.tables import Table, at_every_table, finished, random_game

SHORT = 5
LONG = 200
BATCH = 25


def play_series(table: Table, seeds: range) -> None:
    """Play games by these seeds and check everything at every step of each."""
    for seed in seeds:
        tries = Random(seed)
        game = None
        for game in random_game(table, seed):
            check_moment(game, tries)
        assert game is not None
        check_chance(game)
        check_replay(game)


@at_every_table
def test_random_games_keep_the_rules(table: Table) -> None:
    play_series(table, range(SHORT))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(LONG // BATCH))
@at_every_table
def test_many_random_games_keep_the_rules(table: Table, batch: int) -> None:
    first = SHORT + batch * BATCH
    play_series(table, range(first, first + BATCH))


def test_the_series_meets_every_ending() -> None:
    """A series in which an ending never comes up would prove nothing about it."""
    met = {
        outcome.reason
        for seed in range(9)
        for table in (Table("modern-2013", 4), Table("modern-2013", 6))
        if (outcome := finished(table, seed).outcome)
    }
    assert met == {Reason.CAUGHT, Reason.TRAPPED, Reason.SURVIVED, Reason.NO_MOVES}
