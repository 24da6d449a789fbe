"""What is thought of a move that was made: a search before it, and where need be more after it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, Final, cast

import numpy as np

from misterx.board import Station
from misterx.bots.analysis import ANALYST, Analyst, Assessed, Better, Moment
from misterx.bots.champion import CHAMPION
from misterx.bots.judgement import Judgement, Rated
from misterx.bots.limit import MOST_ITERATIONS, Limit, check_limit
from misterx.bots.reasons import why_rather
from misterx.bots.registry import find_player
from misterx.bots.searching import MOST_NODES
from misterx.chase import Chase, HunterMove, Move, Observation, Place
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import Malformed, Seat
from misterx.core.fields import show_type
from misterx.kernels.chance import seeded
from misterx.kernels.manners import Manner
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import pursuit_on
from misterx.kernels.tables import STATIONS, make_tables
from misterx.kernels.trees import NODE, grow

__all__ = ["assess"]

_MARGIN: Final = 0.05
"""So much better in chances to win a move must be before it is called better."""
_LOOKED_INTO: Final = 0.005
"""The share of a search that says something of a move."""
_X: Final = Seat("X")
_TRIES: Final = 50
"""Places of his that are looked at before a move is taken for one that surely ends the game."""
_PACE: Final = 50_000
"""Iterations for a second, where the limit is one of time."""


@cache
def _analyst() -> Analyst:
    return cast(Analyst, find_player(ANALYST, "chase"))


def assess(rules: Chase, moment: Moment, limit: Limit, seed: str = "") -> Assessed:
    """Judge one move of a game; the same seed and a limit of iterations give the same answer."""
    check_limit(limit)
    if not isinstance(seed, str):
        raise Malformed(f"the seed must be a text, not {show_type(seed)}")
    rng = Random(f"{seed}/{moment.number}")
    legal = [rules.parse(text) for text in moment.legal]
    made = rules.parse(moment.move)
    where = _analyst().where(moment.open)

    def found(before: float | None, after: float | None, better: Better | None = None) -> Assessed:
        return Assessed(
            number=moment.number,
            round=moment.round,
            by=moment.by,
            move=moment.move,
            before=before,
            after=after,
            better=better,
            where=where,
        )

    if isinstance(made, Place):
        return found(None, None)
    thought = _analyst().judge(moment.seen, legal, rng, limit)
    best, is_x = thought.best, moment.seen.who == VIEW_X
    loss = 0.0
    if best.move != made and len(legal) > 1:
        if isinstance(made, HunterMove):
            loss = _loss_of_hunters(rules, moment.seen, thought, made, limit, rng)
        else:
            loss = _loss_of_x(rules, moment.seen, (best.move, made), limit, rng)
    before = _value(best) if is_x else 1 - _value(best)
    after = max(0.0, before - loss) if is_x else min(1.0, before + loss)
    if loss < _MARGIN:
        return found(before, after)
    why = why_rather(moment.seen, best.move, made, where)
    return found(before, after, Better(rules.text(best.move), before, why))


def _loss_of_hunters(
    rules: Chase,
    seen: Observation,
    thought: Judgement[Move],
    made: HunterMove,
    limit: Limit,
    rng: Random,
) -> float:
    """How much less the hunters' move promises than the best one.

    The worse a move, the fewer tries their search spends on it, and each of them lets hunters who
    could do better blunder now and then. So nothing is held against a move before both were made
    and looked at again.
    """
    rated = next((one for one in thought.moves if one.move == made), None)
    if rated is not None and rated.share >= _LOOKED_INTO:
        loss = max(0.0, _value(thought.best) - _value(rated))
        if loss < _MARGIN:
            return loss
    best = cast(HunterMove, thought.best.move)
    half = _half(limit)
    with_best, with_made = (
        _escape_after(rules, seen, thought.where, one, half, rng) for one in (best, made)
    )
    return max(0.0, with_made - with_best)


def _escape_after(
    rules: Chase,
    seen: Observation,
    where: Mapping[Station, float],
    move: HunterMove,
    limit: Limit,
    rng: Random,
) -> float:
    """Mister X's chance once a hunter has moved, as the hunters see it now."""
    tried: set[Station] = set()
    found: dict[Station, Any] = {}
    for _ in range(_TRIES):
        state = rules.sample(seen, rng)
        x = cast(Station, rules.observe(state, VIEW_X).x)
        tried.add(x)
        after = rules.apply(state, move).state
        if (outcome := rules.outcome(after)) is None:
            found[x] = after
            if rules.observe(after, VIEW_HUNTERS).x is None:
                break  # where he is makes no difference to what they see next
        elif outcome.winner == "x":
            return 1 - where.get(move.to, 0.0)
    else:
        # They see him in his turn: it goes by how likely each station was before.
        part = Limit(iterations=max(1, (limit.iterations or _PACE) // max(1, len(found))))
        all_told = sum(where[station] for station in tried)
        return sum(
            where[x] / all_told * _chance_of_escape(rules, after, part, rng)
            for x, after in found.items()
        )
    is_free = sum(where[station] for station in rules.observe(after, VIEW_HUNTERS).possible)
    return is_free * _chance_of_escape(rules, after, limit, rng)


def _chance_of_escape(rules: Chase, after: Any, limit: Limit, rng: Random) -> float:  # noqa: ANN401 - the game's own
    """Mister X's chance in a position, as the hunters see it."""
    seen = rules.observe(after, VIEW_HUNTERS)
    if _X not in rules.to_act(after):
        thought = _analyst().judge(seen, rules.legal_moves(after), rng, limit)
        return 1 - _value(thought.best)
    score = 1 - _score_in(seen, CHAMPION.hunters, 0, limit, rng)
    return 1 - CHAMPION.hunters_scale.chance(score, seen)


def _loss_of_x(
    rules: Chase, seen: Observation, moves: tuple[Move, Move], limit: Limit, rng: Random
) -> float:
    """The same for Mister X, who knows where he is: both moves are made and looked at alike.

    His search gives most moves up after a few tries, which is too few for a verdict.
    """
    state, half = rules.sample(seen, rng), _half(limit)
    best, made = (_chance_after(rules, state, move, half, rng) for move in moves)
    return max(0.0, best - made)


def _chance_after(rules: Chase, state: Any, move: Move, limit: Limit, rng: Random) -> float:  # noqa: ANN401 - the game's own
    """Mister X's chance once he has made a move, as he sees it."""
    after = rules.apply(state, move).state
    if (outcome := rules.outcome(after)) is not None:
        return float(outcome.winner == "x")
    next_seen = rules.observe(after, VIEW_X)
    score = _score_in(next_seen, CHAMPION.x, -1, limit, rng)
    return CHAMPION.x_scale.chance(score, next_seen)


def _score_in(seen: Observation, manner: Manner, searcher: int, limit: Limit, rng: Random) -> float:
    """The part that he wins of all lines from a position, whoever is to move and who searches."""
    iterations = limit.iterations or _PACE
    t, tree = make_tables(seen.cast), np.empty(min(iterations + 2, MOST_NODES), NODE)
    how, luck = manner.record(iterations, searcher), seeded(rng.getrandbits(63))
    weights = np.zeros(STATIONS, np.float64)
    if searcher >= 0:
        where = _analyst().where(seen)
        weights[list(where)] = list(where.values())
    grow(t, pack(seen), weights, how, pursuit_on(t), tree, np.zeros(1, np.int64), luck)
    return float(tree[0]["score"]) / int(tree[0]["visits"])


def _value(rated: Rated[Move]) -> float:
    assert rated.value is not None, "who searches has one for every move"
    return rated.value


def _half(limit: Limit) -> Limit:
    """For each of two searches that follow a first one."""
    most = limit.iterations or (_PACE if limit.seconds is None else MOST_ITERATIONS)
    if limit.seconds is not None:
        most = min(most, round(_PACE * limit.seconds))
    return Limit(iterations=max(1, most // 2))
