"""What a player is, and how one is asked for a move without ever holding a game's state."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from misterx.bots.limit import NO_LIMIT, Limit, check_limit
from misterx.core import AnyRules, Game, IllegalMove, Malformed, Seat
from misterx.core.fields import check_rng, show, show_type

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


def ask(
    player: AnyPlayer,
    game: Game,
    seat: str | Sequence[str],
    rng: Random,
    limit: Limit = NO_LIMIT,
) -> str:
    """The move, in the notation, that the player makes for a seat which is to act.

    The player gets what the seat may see and the moves it may make, nothing else. Several seats
    that see the same, such as all detectives (`game.to_act`), are asked together: then the player
    chooses which one of them moves.
    """
    if not isinstance(game, Game):
        raise Malformed(f"a player is asked about a Game, not {show_type(game)}")
    check_rng(rng)
    check_limit(limit)
    seats = tuple(map(Seat, (seat,) if isinstance(seat, str) else seat))
    for each in seats or ("",):
        if each not in game.seats:
            raise Malformed(f"no seat {show(each)}; there are: {', '.join(game.seats)}")
    rules = game.rules
    legal = own_moves(rules, game.state, *seats)
    if not legal:
        raise IllegalMove(f"seat {', '.join(seats)} has no move now")
    seen = rules.observe(game.state, rules.viewpoint(seats[0]))
    return rules.text(player.choose(seen, legal, rng, limit))


def own_moves(rules: AnyRules, state: object, *seats: Seat) -> Sequence[Any]:
    """The moves that these seats may make now."""
    moves = rules.legal_moves(state)
    # Where nobody else is to act all of them are theirs, and asking for each takes milliseconds.
    if set(rules.to_act(state)) <= set(seats):
        return moves
    return [move for move in moves if any(rules.check(state, seat, move) is None for seat in seats)]
