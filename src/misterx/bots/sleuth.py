"""The card player that tries moves out: it deals the hidden cards anew as they may lie, and looks.

Each round of thinking deals one world that fits the observation and plays every move that is still
in the running in it, through the law itself: to the end of the turn and a few turns on, everybody
playing carefully. What comes out is judged by `outlook`. Moves that fall clearly behind drop out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from misterx.bots.card_reasons import why
from misterx.bots.careful import CarefulPlayer, Table
from misterx.bots.judgement import Judgement, Rated
from misterx.bots.limit import NO_LIMIT, Limit, check_limit
from misterx.bots.outlook import outlook
from misterx.bots.suspecting import suspicion
from misterx.cards import X_CARD, Move, Observation
from misterx.cards.moves import Drawn
from misterx.core import CHANCE, SPECTATOR, AnyRules, Seat, rules_for

__all__ = ["SleuthPlayer"]

_USUAL = Limit(seconds=0.1)
"""What it takes where nobody says anything."""
_CANDIDATES = 6
"""Moves that are tried out: those that the careful player likes best."""
_AHEAD = 1
"""Turns of others that are played out after the own one."""
_PRIOR = 4
"""The worlds that the careful player's mark counts for: with few tried it outweighs luck."""
_LEAST = 6
"""Worlds after which a move may drop out."""
_CLEARLY = 6.0
"""The square of the standard errors by which a move must be behind to drop out."""
_RULES: Final[AnyRules] = rules_for("cards-2017")
_CAREFUL = CarefulPlayer()


World: TypeAlias = object
"""A state of the game as it may be. Only the law looks into it."""


class SleuthPlayer:
    """Plays the card game, either role, by trying out. An iteration is one move tried once.

    `usual` is what it takes where nobody says anything; it makes no more than `most` tries.
    """

    def __init__(
        self, name: str = "sleuth", usual: Limit = _USUAL, most: int | None = None
    ) -> None:
        self.name = name
        self._usual = usual
        self._most = most

    def choose(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Move:
        """The legal move that did best in the worlds dealt; time runs from the call."""
        check_limit(limit)
        return legal[0] if len(legal) == 1 else self._tried(seen, legal, rng, limit).best()

    def judge(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Judgement[Move]:
        """The moves that were tried, how they did on average, and why the best one is made."""
        check_limit(limit)
        if len(legal) == 1:
            rated: tuple[Rated[Move], ...] = (Rated(legal[0], None, 1.0),)
        else:
            rated = self._tried(seen, legal, rng, limit).rated()
        return Judgement(rated, {}, why(seen, rated[0].move))

    def _tried(self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit) -> _Race:
        """The race between the moves, as far as the limit lets it go."""
        start = time.perf_counter()
        limit = (self._usual if limit == NO_LIMIT else limit).at_most(self._most)
        race = _Race(seen, legal)
        end = None if limit.seconds is None else start + limit.seconds
        left = limit.iterations
        while len(race.running) > 1:
            world = _deal(seen, race.odds, rng)
            luck = rng.getrandbits(32)  # the same for every move, so that none has better dice
            for runner in list(race.running):
                if left == 0 or (end is not None and time.perf_counter() >= end):
                    return race
                runner.results.append(_try_out(world, runner.move, race.me, Random(luck)))
                if left is not None:
                    left -= 1
            race.drop_out()
        return race


class _Runner:
    """A move in the running and how it did so far."""

    def __init__(self, move: Move, prior: float) -> None:
        self.move = move
        self.prior = prior
        self.results: list[float] = []

    def score(self, worlds: int) -> float:
        """How it did in the first so many; the fewer, the more counts what a careful player thinks.

        Only scores over as many worlds can be compared.
        """
        return (_PRIOR * self.prior + sum(self.results[:worlds])) / (_PRIOR + worlds)

    def mean(self) -> float:
        """The chance to win after it, in the worlds in which it was tried."""
        return min(1.0, max(0.0, sum(self.results) / len(self.results)))


class _Race:
    """The moves worth trying, those that the careful player likes best first."""

    def __init__(self, seen: Observation, legal: Sequence[Move]) -> None:
        self.me = Seat(seen.who)
        self.odds = suspicion(seen)
        marks = Table(seen).marks(legal)
        ranked = sorted(zip(marks, legal, strict=True), key=lambda pair: -pair[0])
        best = ranked[0][0]
        self.running = [
            _Runner(move, max(-0.5, mark - best)) for mark, move in ranked[:_CANDIDATES]
        ]
        self._all = self.running

    def drop_out(self) -> None:
        """Let go of every move that the leader beats by more than chance explains."""
        if len(self.running[0].results) < _LEAST:
            return
        leader = self._leader()
        self.running = [
            runner for runner in self.running if runner is leader or not _behind(runner, leader)
        ]

    def _leader(self) -> _Runner:
        worlds = min(len(runner.results) for runner in self.running)
        return max(self.running, key=lambda runner: runner.score(worlds))

    def best(self) -> Move:
        """The move that is ahead now."""
        return self._leader().move

    def rated(self) -> tuple[Rated[Move], ...]:
        """That one first, then the others that were tried: those that stayed longest first."""
        leader, tries = self._leader(), sum(len(runner.results) for runner in self._all)
        others = (one for one in self._all if one is not leader and one.results)
        ranked = (leader, *sorted(others, key=lambda one: (-len(one.results), -one.mean())))
        if not leader.results:  # the time was over before it began
            return (Rated(leader.move, None, 1.0),)
        return tuple(Rated(one.move, one.mean(), len(one.results) / tries) for one in ranked)


def _behind(runner: _Runner, leader: _Runner) -> bool:
    """True if chance hardly explains how far behind it is, world by world."""
    gaps = [a - b for a, b in zip(leader.results, runner.results, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > 0 and mean * mean > _CLEARLY * spread / len(gaps)


def _deal(seen: Observation, odds: dict[Seat, float], rng: Random) -> World:
    """A world that fits the observation, with Mister X where he is likely."""
    most = max(odds.values())
    while True:
        world = _RULES.sample(seen, rng)
        if rng.random() * most <= odds[_holder(world)]:
            return world


def _holder(state: World) -> Seat:
    return Seat(str(_RULES.position(state)["x"]))


def _try_out(world: World, move: Move, me: Seat, rng: Random) -> float:
    """The chance of this seat to win after a move in a world."""
    state, sure, won = _RULES.apply(world, move).state, 1.0, 0.0
    section, turns = _RULES.section(world), _AHEAD
    while actors := _RULES.to_act(state):
        if actors == (CHANCE,):
            # The chance that he is found is counted, not rolled for: that is less noise.
            found, fallen = _draw(state, rng)
            won += sure * found * (_holder(state) != me)
            sure *= 1 - found
            if fallen is None:
                return won
            state = _RULES.apply(state, fallen).state
            continue
        if (now := _RULES.section(state)) != section:
            section, turns = now, turns - 1
            if turns < 0:
                break
        seat = actors[0] if len(actors) == 1 else rng.choice(actors)
        seen = _RULES.observe(state, _RULES.viewpoint(seat))
        legal = _RULES.legal_moves(state)
        if len(actors) > 1:
            legal = [move for move in legal if _RULES.check(state, seat, move) is None]
        state = _RULES.apply(state, _CAREFUL.choose(seen, legal, rng)).state
    x = _holder(state)
    chance = outlook(_RULES.observe(state, SPECTATOR), x)
    return won + sure * (chance if x == me else 1 - chance)


def _draw(state: World, rng: Random) -> tuple[float, Move | None]:
    """The chance that Mister X is found now, and what falls if he is not; None: he is, surely."""
    seen = _RULES.observe(state, SPECTATOR)
    if seen.drawing is None or seen.drawing != _holder(state):
        return 0.0, _RULES.draw(state, rng)
    found = min(1.0, seen.owed / seen.sizes[seen.seats.index(seen.drawing)])
    if found == 1:
        return found, None
    while True:
        fallen = _RULES.draw(state, rng)
        if isinstance(fallen, Drawn) and X_CARD not in fallen.cards:
            return found, fallen
