"""What is thought of a move that was made: a search before it, and where need be one after it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final, cast

import numpy as np

from misterx.bots.analysis import ANALYST, Analyst, Assessed, Better, Moment
from misterx.bots.champion import CHAMPION
from misterx.bots.judgement import Judgement
from misterx.bots.limit import Limit
from misterx.bots.registry import find_player
from misterx.chase import Chase, Observation, Place
from misterx.chase.viewpoints import VIEW_X
from misterx.kernels.chance import seeded
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import pursuit_on
from misterx.kernels.tables import STATIONS, make_tables
from misterx.kernels.trees import NODE, grow

__all__ = ["assess"]

_MARGIN: Final = 0.05
"""So much better in chances to win a move must be before it is called better."""
_LOOKED_INTO: Final = 0.005
"""The share of a search that says something of a move."""
_PACE: Final = 50_000
"""Iterations for a second, where the limit is one of time."""


@cache
def _analyst() -> Analyst:
    return cast(Analyst, find_player(ANALYST, "chase"))


def assess(rules: Chase, moment: Moment, limit: Limit, seed: str = "") -> Assessed:
    """Judge one move of a game; the same seed and a limit of iterations give the same answer."""
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
        if is_x:
            loss = _loss_of_x(rules, moment.seen, (best.move, made), limit, rng)
        else:
            loss = _loss_of_hunters(thought, made)
    before = best.value if is_x else 1 - best.value
    after = max(0.0, before - loss) if is_x else min(1.0, before + loss)
    if loss < _MARGIN:
        return found(before, after)
    return found(before, after, Better(rules.text(best.move), before, thought.why))


def _loss_of_hunters(thought: Judgement[Any], made: object) -> float:
    """How much worse their search thinks of the move; 0 where it has hardly looked into it."""
    rated = next((one for one in thought.moves if one.move == made), None)
    if rated is None or rated.share < _LOOKED_INTO:
        return 0.0
    return max(0.0, thought.best.value - rated.value)


def _loss_of_x(
    rules: Chase, seen: Observation, moves: tuple[Any, Any], limit: Limit, rng: Random
) -> float:
    """The same for Mister X, who knows where he is: both moves are made and looked at alike.

    His search gives most moves up after a few tries, which is too few for a verdict.
    """
    state = rules.sample(seen, rng)
    iterations = max(1, (limit.at_pace(_PACE).iterations or _PACE) // 2)
    best, made = (_chance_after(rules, state, move, iterations, rng) for move in moves)
    return max(0.0, best - made)


def _chance_after(rules: Chase, state: Any, move: Any, iterations: int, rng: Random) -> float:  # noqa: ANN401 - the game's own
    """Mister X's chance once he has made a move, as he sees it."""
    after = rules.apply(state, move).state
    if (outcome := rules.outcome(after)) is not None:
        return float(outcome.winner == "x")
    seen = rules.observe(after, VIEW_X)
    t, tree = make_tables(seen.cast), np.empty(iterations + 2, NODE)
    how, luck = CHAMPION.x.record(iterations), seeded(rng.getrandbits(63))
    never, nowhere = np.zeros(1, np.int64), np.zeros(STATIONS, np.float64)
    grow(t, pack(seen), nowhere, how, pursuit_on(t), tree, never, luck)
    return float(tree[0]["score"]) / int(tree[0]["visits"])
