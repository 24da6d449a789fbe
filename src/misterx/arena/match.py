"""One match: who plays whom in which role; and one game of it, which its number decides wholly."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from misterx.arena.contestants import check_contestant, contestant
from misterx.arena.programs import Fault, ProgramFailed
from misterx.arena.tables import sitting
from misterx.bots import NO_LIMIT, Limit
from misterx.bots.hands import next_hand
from misterx.bots.limit import check_limit
from misterx.core import AnyRules, Malformed, Reason, Setup, game_of, rules_for
from misterx.core.fields import is_integer, show_type

__all__ = ["ROLES", "Match", "Result", "play_game"]

ROLES: Final = ("x", "detective")


@dataclass(frozen=True, slots=True)
class Match:
    """One kind of player in a role, against another kind in all other seats.

    In the card game the one has a single seat, and `role` is what it is dealt; in the chase the one
    has that side. Games of the same number and seed have the same deal, whoever plays. Who plays is
    written as in `contestants`; the limit is for those who have none of their own.
    """

    edition: str
    players: int
    one: str
    others: str
    role: str
    seed: str = "0"
    limit: Limit = NO_LIMIT
    own_rules: str | None = None
    """An edition of one's own as JSON; `edition` is then just what it is called."""
    options: tuple[str, ...] = ()
    """The rules besides that were agreed on, such as `voluntary_reveal`."""

    def __post_init__(self) -> None:
        """Refuse a seed, limit or number of players of another type; raises `Malformed`."""
        if not isinstance(self.seed, str):
            raise Malformed(f"the seed of a match must be a text, not {show_type(self.seed)}")
        check_limit(self.limit)
        if not is_integer(self.players):
            raise Malformed(f"players must be a whole number, not {show_type(self.players)}")

    @property
    def rules(self) -> AnyRules:
        """The rules that it is played by; raises `Refused`."""
        if self.own_rules is None:
            return rules_for(self.edition)
        return rules_for(None, json.loads(self.own_rules))

    @property
    def setup(self) -> Setup:
        """What is agreed before a game."""
        return Setup(self.players, dict.fromkeys(self.options, True))

    @property
    def mirrored(self) -> Match | None:
        """The match whose games are the same ones, seen by the other side; None: there is none."""
        if not sitting(game_of(self.rules)).is_side_against_side:
            return None
        role = ROLES[1 - ROLES.index(self.role)]
        return replace(self, one=self.others, others=self.one, role=role)

    def check(self) -> None:
        """Nothing if it can be played; raises `Refused` or `ValueError` with what is wrong."""
        rules = self.rules
        if self.role not in ROLES:
            raise ValueError(f"no role {self.role!r}; there are: {', '.join(ROLES)}")
        if self.players not in rules.players:
            numbers = ", ".join(map(str, rules.players))
            raise ValueError(f"{self.edition} is not played by {self.players}, but by {numbers}")
        for text in (self.one, self.others):
            check_contestant(text, game_of(rules), rules.edition)
        rules.new_game(self.setup)


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a match ended."""

    number: int
    won: bool
    """The one compared was on the winning side at the end."""
    winner: str
    reason: Reason | Fault
    moves: int
    fault: str = ""
    """What a program did wrong, and so lost the game; who it was, `won` tells."""

    @property
    def mirrored(self) -> Result:
        """The same for the match that is the mirror of its own."""
        return replace(self, won=not self.won)


def play_game(match: Match, number: int) -> Result:
    """The game of this number, played to its end, or until a program loses it by a fault."""
    if not isinstance(match, Match):
        raise Malformed(f"a game is played of a Match, not of {show_type(match)}")
    if not is_integer(number) or number < 0:
        raise Malformed(f"games are numbered from 0, not by {show_type(number)}")
    rules = match.rules
    game_name = game_of(rules)
    seed, as_x, table = f"{match.seed}/{number}", match.role == ROLES[0], sitting(game_name)
    dice = Random(f"{seed}/dice")
    game = table.deal(rules, match.setup, number, as_x=as_x, rng=dice)
    ones = table.compared(game, number, as_x=as_x)
    one, others = (contestant(who, game_name, match.limit) for who in (match.one, match.others))
    own = {seat: Random(f"{seed}/{seat}") for seat in game.seats}
    is_one = {seat: seat in ones for seat in game.seats}
    try:
        while actors := game.to_act:
            hand = next_hand(rules, actors, is_one, dice.choice)
            seat = hand[0]
            try:
                move = (one if is_one[seat] else others).move(game, hand, own[seat])
            except ProgramFailed as failed:
                side = rules.side(game.state, next(iter(ones)))
                won = seat not in ones
                winner = next(name for name in rules.winners if (name == side) == won)
                return Result(number, won, winner, failed.fault, len(game.line), str(failed))
            game.play(move)
    finally:
        one.leave()
        others.leave()
    outcome = game.outcome
    assert outcome is not None
    won = all(rules.side(game.state, seat) == outcome.winner for seat in ones)
    return Result(number, won, outcome.winner, outcome.reason, len(game.line))
