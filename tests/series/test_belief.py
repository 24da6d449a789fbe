"""The possible stations of every view are those that a hunter with a pencil would find."""

import pytest

from tests.series.oracle import deduce
from tests.series.tables import Table, View, at_every_table, random_game


def compare(table: Table, seeds: range) -> None:
    """Reckon the possible stations anew at every step of these games, and compare."""
    edition = table.rules.data
    for seed in seeds:
        widest = 0
        for game in random_game(table, seed):
            view: View = game.view("hunters")
            assert set(view["possible"]) == deduce(view, edition), view["history"]
            widest = max(widest, len(view["possible"]))
        assert widest > 1, "he was never hidden: this game shows nothing"


@pytest.mark.clause("D7")
@at_every_table
def test_possible_stations_are_exact(table: Table) -> None:
    compare(table, range(3))


@pytest.mark.soak
@at_every_table
def test_possible_stations_are_exact_in_many_games(table: Table) -> None:
    compare(table, range(3, 40))
