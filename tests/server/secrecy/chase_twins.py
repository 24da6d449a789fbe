"""Whole chases that differ only in Mister X's hidden way between two sightings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from misterx.chase import Chase
from misterx.core import Game, Record
from tests.series.tables import Table, finished

__all__ = ["rejoining_twins"]

_MOST_SEEDS = 60
_MOST_STEPS = 20_000


def rejoining_twins(table: Table, first_seed: int = 0) -> tuple[Game, Game]:
    """A finished game and its twin: the same moves but for a hidden stretch of Mister X's way.

    In the stretch he uses the same tickets, and at its end he is where he was.
    """
    for seed in range(first_seed, first_seed + _MOST_SEEDS):
        game = finished(table, seed)
        for begin, end in _hidden_stretches(game):
            other = _other_way(game, begin, end)
            if other is not None:
                texts = [entry.text for entry in game.line]
                texts[begin:end] = other
                return game, Game.from_record(Record(game.header, tuple(texts), game.outcome))
    raise AssertionError(f"no twins at {table}")


def _hidden_stretches(game: Game) -> Iterator[tuple[int, int]]:
    """Between which entries Mister X is out of sight; the last is his move into sight."""
    sightings = [
        entry
        for entry, turnout in enumerate(game.line)
        if turnout.text.startswith("X:")
        and game.rules.view(game.rules.observe(turnout.state, _HUNTERS))["x"] is not None
        and game.rules.outcome(turnout.state) is None
    ]
    for seen, again in pairwise(sightings):
        yield seen + 1, again + 1


_HUNTERS: Any = "hunters"


def _sighted(game: Game, state: Any) -> list[int | None]:  # noqa: ANN401 - the game's own
    """Where the hunters have seen Mister X, also in the middle of a double move."""
    log: Any = game.rules.view(game.rules.observe(state, _HUNTERS))["log"]
    return [window["station"] for window in log if window["seen"]]


def _shape(move: str) -> str:
    """A move of Mister X without its stations."""
    return re.sub(r"\d+", "", move)


def _other_way(game: Game, begin: int, end: int) -> Sequence[str] | None:
    """The entries of a stretch with another way of Mister X, if there is one."""
    rules = game.rules
    assert isinstance(rules, Chase)
    ours = [entry.text for entry in game.line[begin:end]]
    known = _sighted(game, game.state_at(end))
    steps = 0

    def ways(state: Any, at: int) -> Iterator[list[str]]:  # noqa: ANN401 - the game's own
        nonlocal steps
        steps += 1
        if at == end:
            if state.x == game.state_at(end).x and _sighted(game, state) == known:
                yield []
            return
        wanted = game.line[at].text
        hidden = wanted.startswith("X:") and at < end - 1
        texts = map(rules.text, rules.legal_moves(state))
        same = (text for text in texts if _shape(text) == _shape(wanted)) if hidden else (wanted,)
        for text in same:
            move = rules.parse(text)
            if steps > _MOST_STEPS or rules.check(state, None, move) is not None:
                continue
            after = rules.apply(state, move).state
            if rules.outcome(after) is None:
                yield from ([text, *rest] for rest in ways(after, at + 1))

    return next((way for way in ways(game.state_at(begin), begin) if way != ours), None)
