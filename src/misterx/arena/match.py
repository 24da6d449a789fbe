"""One match: who plays whom in which role; and one game of it, which its number decides wholly."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from misterx.arena.tables import sitting
from misterx.bots import NO_LIMIT, Limit, ask, find_player
from misterx.core import Reason, game_of, rules_for

__all__ = ["ROLES", "Match", "Result", "play_game"]

ROLES: Final = ("x", "detective")


@dataclass(frozen=True, slots=True)
class Match:
    """One kind of player in a role, against another kind in all other seats.

    In the card game the one has a single seat, and `role` is what it is dealt; in the chase the one
    has that side. Games of the same number and seed have the same deal, whoever plays.
    """

    edition: str
    players: int
    one: str
    others: str
    role: str
    seed: str = "0"
    limit: Limit = NO_LIMIT

    def check(self) -> None:
        """Nothing if it can be played; raises `Refused` or `ValueError` with what is wrong."""
        rules = rules_for(self.edition)
        for name in (self.one, self.others):
            find_player(name, game_of(rules))
        if self.role not in ROLES:
            raise ValueError(f"no role {self.role!r}; there are: {', '.join(ROLES)}")
        if self.players not in rules.players:
            numbers = ", ".join(map(str, rules.players))
            raise ValueError(f"{self.edition} is not played by {self.players}, but by {numbers}")


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a match ended."""

    number: int
    won: bool
    """The one compared was on the winning side at the end."""
    winner: str
    reason: Reason
    moves: int


def play_game(match: Match, number: int) -> Result:
    """The game of this number, played to its end."""
    rules = rules_for(match.edition)
    game_name = game_of(rules)
    seed, as_x, table = f"{match.seed}/{number}", match.role == ROLES[0], sitting(game_name)
    dice = Random(f"{seed}/dice")
    game = table.deal(rules, match.players, number, as_x=as_x, rng=dice)
    ones = table.compared(game, number, as_x=as_x)
    one, others = find_player(match.one, game_name), find_player(match.others, game_name)
    own = {seat: Random(f"{seed}/{seat}") for seat in game.seats}
    while actors := game.to_act:
        # Where several may move first, as on a false trail, no player decides who does.
        seat = actors[0] if len(actors) == 1 else dice.choice(actors)
        player = one if seat in ones else others
        game.play(ask(player, game, seat, own[seat], match.limit), seat)
    outcome = game.outcome
    assert outcome is not None
    won = all(rules.side(game.state, seat) == outcome.winner for seat in ones)
    return Result(number, won, outcome.winner, outcome.reason, len(game.line))
