"""What a computer player is asked: an observation and the moves of its seat, never a state.

Besides the move that it makes it can be asked what it thinks: for hints, for how likely Mister X is
where, and for the analysis of a game that is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from misterx.bots import own_moves
from misterx.core import AnyRules, JsonObject, Seat, game_of

__all__ = ["Question", "asked", "moves_of", "question"]

What: TypeAlias = Literal["move", "hint", "where", "assess"]


@dataclass(frozen=True, slots=True)
class Question:
    """Which move? All that it takes to answer, for a process that holds no game."""

    game: str
    edition: str | None
    own_rules: JsonObject | None
    version: int
    """Of the rules."""
    player: str
    seen: object
    """The observation of the seat's viewpoint."""
    legal: tuple[str, ...]
    """The moves to choose from, in the notation."""
    seed: str | None = None
    """Where the player's dice begin; None: anywhere."""
    what: What = "move"
    """What is asked for; all but a move is answered as JSON. To `assess`, `seen` is a moment."""


def question(
    rules: AnyRules,
    state: object,
    seat: Seat,
    player: str,
    legal: Iterable[str] | None = None,
    seed: str | None = None,
) -> Question:
    """The question for a seat that is to act; raises `ValueError` if there is nothing to choose.

    `legal` lists the moves to choose from where they are not all that the seat may make.
    """
    moves = moves_of(rules, state, seat) if legal is None else tuple(legal)
    if not moves:
        raise ValueError(f"seat {seat} has no move now")
    seen = rules.observe(state, rules.viewpoint(seat))
    return replace(asked(rules, player, seen, "move"), legal=moves, seed=seed)


def asked(rules: AnyRules, player: str, seen: object, what: What) -> Question:
    """The question about something that was seen, with no moves to choose from."""
    return Question(
        game=game_of(rules),
        edition=rules.edition,
        own_rules=rules.own_rules,
        version=rules.version,
        player=player,
        seen=seen,
        legal=(),
        what=what,
    )


def moves_of(rules: AnyRules, state: object, seat: Seat) -> tuple[str, ...]:
    """The moves that a seat may make, in the notation, sorted."""
    return tuple(map(rules.text, own_moves(rules, state, seat)))
