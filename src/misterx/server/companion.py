"""Beside a real table: a game that is played there, followed here move by move.

A detective's phone hears what is said aloud; Mister X's knows his moves too. Nothing is kept: the
one who asks brings everything along each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from misterx.chase import Chase
from misterx.chase.state import State
from misterx.chase.tracking import begin, follow, sayable, second_halves, witnessed
from misterx.chase.viewpoints import VIEW_X
from misterx.core import BadSetup, IllegalMove, Refused, Setup, rules_for

__all__ = ["CannotBe", "Followed", "follow_game"]


class CannotBe(IllegalMove):
    """An entry that does not fit those before it."""

    def __init__(self, number: int, no: Refused) -> None:
        super().__init__(f"entry {number}: {no}", no.refusal.code)
        self.number = number
        """Which one, counted from 1."""


@dataclass(frozen=True, slots=True)
class Followed:
    """How a game stands for the one who follows it, and what may come next."""

    view: dict[str, object]
    open: dict[str, object]
    next: list[str]


def follow_game(
    edition: str,
    setup: Setup,
    entries: Sequence[str],
    role: Literal["x", "hunters"],
    begun: str | None = None,
) -> Followed:
    """A game after its entries; raises `CannotBe` for the first that cannot be.

    `begun`: the first half of a double move that is being said, as ``X:T?+``.
    """
    rules = rules_for(edition)
    if not isinstance(rules, Chase):
        raise BadSetup("only the board game can be followed")
    state = begin(rules, setup) if role == "hunters" else rules.new_game(setup)
    for number, entry in enumerate(entries, 1):
        try:
            state = _after(rules, state, entry, role)
        except Refused as no:
            raise CannotBe(number, no) from no
    known = rules.view(witnessed(state))
    if role == "x":
        own = rules.view(rules.observe(state, VIEW_X))
        return Followed(own, known, list(map(str, rules.legal_moves(state))))
    words = sayable(rules, state) if begun is None else second_halves(rules, state, begun)
    return Followed(known, known, words)


def _after(rules: Chase, state: State, entry: str, role: Literal["x", "hunters"]) -> State:
    if role == "hunters":
        return follow(rules, state, entry)
    return rules.apply(state, rules.parse(entry)).state
