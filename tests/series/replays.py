"""A game's record gives the same game again, and its chance was chance: of every game alike."""

import json
from typing import Any

from misterx.core import CHANCE, Game, Record

UNLISTED = "deal "
"""How the entry of a shuffled deck begins: it has too many outcomes to list."""


def check_chance(game: Game) -> None:
    """Whatever fell was one of the things that could fall, and their odds add up to one."""
    rules = game.rules
    for entry, turnout in enumerate(game.line):
        before = game.state_at(entry)
        draws = rules.chance_outcomes(before)
        assert turnout.by_chance == (rules.to_act(before) == (CHANCE,))
        assert bool(draws) == (turnout.by_chance and not turnout.text.startswith(UNLISTED))
        if draws:
            texts = [rules.text(move) for move, _ in draws]
            assert turnout.text in texts
            assert sorted(texts) == [rules.text(move) for move in rules.legal_moves(before)]
            assert sum(odds for _, odds in draws) == 1


def check_replay(game: Game) -> None:
    """The record, as text and as JSON, gives the same states and the same record again."""
    record = game.record()
    as_text, as_json = record.to_text(), json.dumps(record.to_json())
    read = Record.from_text(as_text)
    assert read == Record.from_json(json.loads(as_json)) == record
    again = Game.from_record(read)
    assert every_position(again) == every_position(game)
    assert again.outcome == game.outcome
    assert again.record().to_text() == as_text
    assert json.dumps(again.record().to_json()) == as_json


def every_position(game: Game) -> list[dict[str, object]]:
    return [game.rules.position(game.state_at(entry)) for entry in range(len(game.line) + 1)]


def every_step(game: Game) -> list[Any]:
    """The states that a replay shows: before every move, and the last; chance belongs to a move."""
    moves = [number for number, entry in enumerate(game.line) if not entry.by_chance]
    return [game.state_at(number) for number in moves] + [game.state]
