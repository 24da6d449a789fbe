"""Between the law's moves and the kernels' numbers."""

import pytest

from misterx.chase import rules_for
from misterx.chase.moves import Move
from misterx.core import Setup
from misterx.kernels.packing import move_from, move_to
from tests.series.tables import Table, at_every_table, random_game


@at_every_table
def test_every_move_has_a_number_of_its_own(table: Table) -> None:
    moves: set[Move] = set()
    cast = table.rules.cast(table.setup())
    for game in random_game(table, seed=2):
        if game.state.to_place is None:
            moves |= set(table.rules.legal_moves(game.state))
    numbers = {move_to(cast, move) for move in moves}
    assert len(numbers) == len(moves)
    assert {move_from(cast, number) for number in numbers} == moves


def test_a_deal_is_none_of_the_kernels_moves() -> None:
    rules = rules_for("classic-2000")
    state = rules.new_game(Setup(4))
    (deal, *_) = rules.legal_moves(state)
    with pytest.raises(ValueError, match="the kernels know no move"):
        move_to(state.cast, deal)
