"""What a player is, and how one is asked for a move without ever holding a game's state."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from misterx.bots.limit import NO_LIMIT, Limit
from misterx.core import AnyRules, Game, Seat

__all__ = ["AnyPlayer", "Player", "ask", "own_moves"]

O_contra = TypeVar("O_contra", contravariant=True)
M = TypeVar("M")


class Player(Protocol[O_contra, M]):
    """A computer player of some game: `O_contra` is what it sees, `M` a move.

    A player is pure: the same observation, moves and dice give the same choice, unless its limit
    is one of time. An observation has perfect recall, so a player needs no memory.
    """

    @property
    def name(self) -> str:
        """The name it is found by."""

    def choose(self, seen: O_contra, legal: Sequence[M], rng: Random, limit: Limit) -> M:
        """One of the legal moves, of which there is at least one."""


AnyPlayer: TypeAlias = Player[Any, Any]
"""A player of some game: whoever holds it passes observations and moves through."""


def ask(player: AnyPlayer, game: Game, seat: str, rng: Random, limit: Limit = NO_LIMIT) -> str:
    """The move, in the notation, that the player makes for a seat which is to act.

    The player gets what the seat may see and the moves it may make, nothing else.
    """
    rules, who = game.rules, Seat(seat)
    legal = own_moves(rules, game.state, who)
    if not legal:
        raise ValueError(f"seat {seat} has no move now")
    seen = rules.observe(game.state, rules.viewpoint(who))
    return rules.text(player.choose(seen, legal, rng, limit))


def own_moves(rules: AnyRules, state: object, seat: Seat) -> Sequence[Any]:
    """The moves that a seat may make now."""
    moves = rules.legal_moves(state)
    # Where nobody else is to act all of them are his, and asking for each takes milliseconds.
    if rules.to_act(state) == (seat,):
        return moves
    return [move for move in moves if rules.check(state, seat, move) is None]
