"""Counting sequences of moves, and the rule for chance, in a game that can be reckoned by hand."""

from typing import Any

import pytest

from misterx import new_game
from misterx.core import AnyRules
from misterx.core.perft import divide, perft
from tests.core.toy.rules import Points, Toy


def plain_count(rules: AnyRules, state: Any, depth: int) -> int:  # noqa: ANN401 - any game's state
    """The same count, one sequence after the other."""
    if depth == 0:
        return 1
    return sum(
        plain_count(rules, rules.apply(state, move).state, depth - 1)
        for move in rules.legal_moves(state)
    )


def test_no_moves_make_one_sequence(toy: Toy) -> None:
    assert perft(toy, Points(0, 0), 0) == 1
    assert perft(toy, Points(6, 0), 0) == 1


def test_a_move_that_sets_off_chance_counts_only_as_the_last_one(toy: Toy) -> None:
    # Three first moves; behind the roll nothing is counted, behind each of the others three.
    assert [perft(toy, Points(0, 0), depth) for depth in (1, 2, 3)] == [3, 6, 12]
    assert divide(toy, Points(0, 0), 1) == {"1": 1, "2": 1, "roll": 1}
    assert divide(toy, Points(0, 0), 2) == {"1": 3, "2": 3, "roll": 0}


def test_a_game_that_ends_sooner_counts_nothing(toy: Toy) -> None:
    assert perft(toy, Points(5, 0), 1) == 3
    assert perft(toy, Points(5, 0), 2) == 0
    assert divide(toy, Points(4, 0), 2) == {"1": 3, "2": 0, "roll": 0}
    assert perft(toy, Points(6, 0), 1) == 0


def test_divide_splits_the_whole_count_by_the_first_move() -> None:
    game = new_game("beginner", 4)
    parts = divide(game.rules, game.state, 4)
    assert list(parts) == list(game.legal)
    assert sum(parts.values()) == perft(game.rules, game.state, 4)
    assert perft(game.rules, game.state, 4) == plain_count(game.rules, game.state, 4)


def test_impossible_depths_are_turned_down(toy: Toy) -> None:
    with pytest.raises(ValueError, match="-1 moves"):
        perft(toy, Points(0, 0), -1)
    with pytest.raises(ValueError, match="no first move"):
        divide(toy, Points(0, 0), 0)
