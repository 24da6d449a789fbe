"""A game followed by what is said aloud gives the same possible stations as the game itself."""

import pytest

from misterx.chase.tracking import begin, follow, said
from misterx.chase.viewpoints import VIEW_HUNTERS
from tests.series.tables import Table, at_every_table, finished


def follow_games(table: Table, seeds: range) -> None:
    """Follow these games to their ends, comparing at every step."""
    rules = table.rules
    for seed in seeds:
        game = finished(table, seed)
        states = [game.state_at(number) for number in range(len(game.line) + 1)]
        moves = [entry for entry in game.line if not entry.by_chance]
        first = len(game.line) - len(moves)
        starts = dict(zip(states[first].cast.pieces, states[first].hunters, strict=True))
        known = {piece: at for piece, at in starts.items() if at is not None}
        followed = begin(rules, table.setup(known))
        for before, entry in zip(states[first:], moves, strict=False):
            assert followed.beliefs == before.beliefs, (seed, entry.text)
            followed = follow(rules, followed, said(rules, before, rules.parse(entry.text)))
            if entry.state.outcome is None:
                assert rules.view(rules.observe(followed, VIEW_HUNTERS)) == rules.view(
                    rules.observe(entry.state, VIEW_HUNTERS)
                )


@pytest.mark.clause("D7")
@at_every_table
def test_what_is_said_aloud_is_enough_to_know_where_he_can_be(table: Table) -> None:
    follow_games(table, range(2))


@pytest.mark.clause("N2")
def test_what_opens_of_a_double_move_is_said_too() -> None:
    """In these games he is hidden in the first half of one, by a black ticket and by the log."""
    for seed in (10, 34):
        follow_games(Table("beginner", 5), range(seed, seed + 1))


@pytest.mark.soak
@at_every_table
def test_what_is_said_aloud_is_enough_in_many_games(table: Table) -> None:
    follow_games(table, range(2, 40))
