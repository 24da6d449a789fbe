"""Counting move sequences: the contract between independent engines of the same rules."""

from __future__ import annotations

from typing import Any

from misterx.core.registry import AnyRules
from misterx.core.rules import CHANCE

__all__ = ["divide", "perft"]


def perft(rules: AnyRules, state: Any, depth: int) -> int:
    """How many sequences of exactly that many moves there are.

    A game that ends sooner counts nothing. A move that sets off chance ends its sequence.
    """
    if depth < 0:
        raise ValueError(f"no sequence has {depth} moves")
    if depth == 0:
        return 1
    moves = rules.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(_below(rules, state, move, depth) for move in moves)


def divide(rules: AnyRules, state: Any, depth: int) -> dict[str, int]:
    """The same count, split up by the first move; for finding where two engines differ."""
    if depth < 1:
        raise ValueError(f"a sequence of {depth} moves has no first move to divide by")
    return {
        rules.text(move): _below(rules, state, move, depth) for move in rules.legal_moves(state)
    }


def _below(rules: AnyRules, state: Any, move: Any, depth: int) -> int:
    if depth == 1:
        return 1
    after = rules.apply(state, move).state
    return 0 if rules.to_act(after) == (CHANCE,) else perft(rules, after, depth - 1)
