"""Beside a real table: a game that is played there, followed here move by move.

A detective's phone hears what is said aloud; Mister X's knows his moves too. Nothing is kept: the
one who asks brings everything along each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from misterx.chase import Chase
from misterx.chase.state import State
from misterx.chase.tracking import begin, follow, sayable
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import BadSetup, IllegalMove, Refused, Setup, rules_for

__all__ = ["Followed", "follow_game"]


@dataclass(frozen=True, slots=True)
class Followed:
    """How a game stands for the one who follows it, and what may come next."""

    view: dict[str, object]
    next: list[str]


def follow_game(
    edition: str,
    setup: tuple[int, Mapping[str, bool], Mapping[str, int]],
    entries: Sequence[str],
    role: Literal["x", "hunters"],
) -> Followed:
    """A game after its entries; raises `Refused`, with the number of the entry that cannot be.

    `setup` is the number of players, the options, and where the pieces start.
    """
    rules = rules_for(edition)
    if not isinstance(rules, Chase):
        raise BadSetup("only the board game can be followed")
    players, options, starts = setup
    state = begin(rules, Setup(players, dict(options), {"starts": dict(starts)}))
    for number, entry in enumerate(entries, 1):
        try:
            state = _after(rules, state, entry, role)
        except Refused as no:
            raise IllegalMove(f"entry {number}: {no}", no.refusal.code) from no
    if role == "x":
        return Followed(
            rules.view(rules.observe(state, VIEW_X)), list(map(str, rules.legal_moves(state)))
        )
    return Followed(rules.view(rules.observe(state, VIEW_HUNTERS)), sayable(rules, state))


def _after(rules: Chase, state: State, entry: str, role: Literal["x", "hunters"]) -> State:
    if role == "hunters":
        return follow(rules, state, entry)
    return rules.apply(state, rules.parse(entry)).state
