"""What a thinking process answers when it is asked for more than a move: always JSON.

A hint and the likelihoods come from the observation in the question alone, so they cannot depend on
what its seat may not know.
"""

from __future__ import annotations

import json
from random import Random
from typing import cast

from misterx.bots import AnyPlayer, Limit
from misterx.bots.analysis import USUAL_LIMIT, Analyst, Moment
from misterx.bots.judgement import Judge
from misterx.chase import Chase, Observation
from misterx.core import AnyRules
from misterx.server.question import Question

__all__ = ["consulted"]


def consulted(rules: AnyRules, player: AnyPlayer, asked: Question, seconds: float) -> str:
    """The answer to a question for something else than a move."""
    match asked.what:
        case "hint":
            return json.dumps(_hint(rules, cast(Judge, player), asked, seconds))
        case "where":
            where = cast(Analyst, player).where(cast(Observation, asked.seen))
            return json.dumps({str(station): round(part, 4) for station, part in where.items()})
        case _:
            from misterx.bots.assessing import assess  # noqa: PLC0415 - the kernels, where needed

            assessed = assess(
                cast(Chase, rules), cast(Moment, asked.seen), USUAL_LIMIT, asked.seed or ""
            )
            return json.dumps(assessed.to_json())


def _hint(rules: AnyRules, judge: Judge, asked: Question, seconds: float) -> dict[str, object]:
    """The best move of a seat, and why."""
    legal = [rules.parse(text) for text in asked.legal]
    thought = judge.judge(asked.seen, legal, Random(asked.seed), Limit(seconds))
    return {"move": rules.text(thought.best.move), "why": thought.why.to_json()}
