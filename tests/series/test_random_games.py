"""Random games of every edition and number of players keep every invariant at every step."""

import json
from random import Random

import pytest

from misterx.core import CHANCE, Game, Reason, Record
from tests.series.invariants import check_moment
from tests.series.tables import Table, at_every_table, finished, random_game

SHORT = 5
LONG = 200
BATCH = 25


def play_series(table: Table, seeds: range) -> None:
    """Play games by these seeds and check everything at every step of each."""
    for seed in seeds:
        tries = Random(seed)
        game = None
        for game in random_game(table, seed):
            check_moment(game, tries)
        assert game is not None
        check_dealing(game)
        check_replay(game)


def check_dealing(game: Game) -> None:
    """Each start card was one of those that chance could draw, all alike (S2)."""
    rules = game.rules
    for entry, turnout in enumerate(game.line):
        before = game.state_at(entry)
        draws = rules.chance_outcomes(before)
        assert turnout.by_chance == bool(draws) == (rules.to_act(before) == (CHANCE,))
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


@at_every_table
def test_random_games_keep_the_rules(table: Table) -> None:
    play_series(table, range(SHORT))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(LONG // BATCH))
@at_every_table
def test_many_random_games_keep_the_rules(table: Table, batch: int) -> None:
    first = SHORT + batch * BATCH
    play_series(table, range(first, first + BATCH))


def test_the_series_meets_every_ending() -> None:
    """A series in which an ending never comes up would prove nothing about it."""
    met = {
        outcome.reason
        for seed in range(9)
        for table in (Table("modern-2013", 4), Table("modern-2013", 6))
        if (outcome := finished(table, seed).outcome)
    }
    assert met == {reason for reason in Reason if not reason.is_of_the_table}
