"""How a match sits down at a game: who gets which seat, and which deal.

In the card game one seat is compared with the rest; the deal decides its role, so cards are dealt
until it has the one that is asked for. In the chase one side is compared with the other.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from misterx.core import AnyRules, Game, Seat, Setup

__all__ = ["Sitting", "sitting"]


class Sitting(Protocol):
    """A game's way to be played as a match."""

    is_side_against_side: bool
    """Whether the others are all of the other side, and so have won what the one has lost."""

    def deal(self, rules: AnyRules, setup: Setup, number: int, *, as_x: bool, rng: Random) -> Game:
        """The game of this number in which the one compared is Mister X, or is not."""

    def compared(self, game: Game, number: int, *, as_x: bool) -> frozenset[Seat]:
        """The seats of the one compared."""


class _CardTable:
    """One seat against the others; the seat goes round with the number of the game."""

    is_side_against_side = False

    def deal(self, rules: AnyRules, setup: Setup, number: int, *, as_x: bool, rng: Random) -> Game:
        """Cards dealt until the seat has, or has not, the Mister X card."""
        while True:
            game = Game.new(rules, setup, rng)
            (seat,) = self.compared(game, number, as_x=as_x)
            if _is_x(game, seat) == as_x:
                return game

    def compared(self, game: Game, number: int, *, as_x: bool) -> frozenset[Seat]:  # noqa: ARG002 - protocol
        """The seat whose turn it is to be compared."""
        return frozenset({game.seats[number % len(game.seats)]})


class _Board:
    """Mister X against the hunters."""

    is_side_against_side = True

    def deal(self, rules: AnyRules, setup: Setup, number: int, *, as_x: bool, rng: Random) -> Game:  # noqa: ARG002 - protocol
        """A new game: the seats have their roles from the start."""
        return Game.new(rules, setup, rng)

    def compared(self, game: Game, number: int, *, as_x: bool) -> frozenset[Seat]:  # noqa: ARG002 - protocol
        """Mister X, or all the hunters."""
        return frozenset(seat for seat in game.seats if _is_x(game, seat) == as_x)


_SITTINGS: dict[str, Sitting] = {"chase": _Board(), "cards": _CardTable()}


def sitting(game: str) -> Sitting:
    """The way that a game is played as a match."""
    return _SITTINGS[game]


def _is_x(game: Game, seat: Seat) -> bool:
    x, _ = game.rules.winners
    return game.rules.side(game.state, seat) == x
