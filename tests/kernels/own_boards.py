"""Rules on boards that a test makes for itself."""

from collections.abc import Sequence

from misterx.board import Board, register_board
from misterx.chase import Chase, rules_from_json


def rules_on(board: Board, hunters_starts: Sequence[int], x_starts: Sequence[int]) -> Chase:
    """The rules of `modern-2013` on a board, which is made known."""
    register_board(board)
    return rules_from_json(
        {
            "base": "modern-2013",
            "board": board.name,
            "start_cards_hunters": list(hunters_starts),
            "start_cards_x": list(x_starts),
        }
    )
