"""Random card games of every number of players keep every invariant at every step."""

from collections import Counter
from random import Random

import pytest

from misterx.core import Game, Reason
from tests.series.cards_invariants import check_moment, check_step
from tests.series.cards_tables import CARD_TABLES, OF_MISTER_X, CardTable, at_every_card_table
from tests.series.replays import check_chance, check_replay
from tests.series.tables import View, finished, random_game

SHORT = 10
LONG = 1_000
BATCH = 50
ENDINGS = {Reason.FOUND, Reason.EXPOSED, Reason.NO_TICKETS, Reason.DECK_EMPTY}


def play_series(table: CardTable, seeds: range) -> Counter[Reason]:
    """Play games by these seeds, check everything at every step; how often each ending came."""
    endings: Counter[Reason] = Counter()
    for seed in seeds:
        tries = Random(seed)
        before: View | None = None
        for game in random_game(table, seed):
            check_moment(game, tries)
            after: View = game.rules.position(game.state)
            if before is not None:
                check_step(before, after, last_move(game))
            before = after
            if (outcome := game.outcome) is not None:
                endings[outcome.reason] += 1
                check_chance(game)
                check_replay(game)
    assert endings.total() == len(seeds), "every game ends"
    return endings


def last_move(game: Game) -> str:
    """The last entry that a player made."""
    return next(turnout.text for turnout in reversed(game.line) if not turnout.by_chance)


@at_every_card_table
def test_random_games_keep_the_rules(table: CardTable) -> None:
    play_series(table, range(SHORT))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(LONG // BATCH))
@at_every_card_table
def test_many_random_games_keep_the_rules(table: CardTable, batch: int) -> None:
    play_series(table, range(batch * BATCH, (batch + 1) * BATCH))


@pytest.mark.soak
@at_every_card_table
def test_many_random_games_meet_every_ending(table: CardTable) -> None:
    """A series in which an ending never comes up would prove nothing about it."""
    endings = Counter(
        outcome.reason for seed in range(LONG) if (outcome := finished(table, seed).outcome)
    )
    assert set(endings) == ENDINGS
    assert min(endings.values()) >= 10


def test_the_series_meets_whatever_can_happen() -> None:
    """All four endings, all three actions of Mister X, a new holder, and players who are out."""
    games = [finished(table, seed) for table in CARD_TABLES for seed in range(SHORT)]
    endings = {outcome.reason for game in games if (outcome := game.outcome)}
    assert endings == ENDINGS
    moves = [turnout.text for game in games for turnout in game.line]
    for action in OF_MISTER_X:
        assert any(move.endswith(f":{action}") for move in moves), action
    assert any(move.endswith(":lay X") for move in moves)
    assert any(game.state.out for game in games)
    assert any(asked.found for game in games for asked in game.state.interrogations)
    assert any(len(holders(game)) > 1 for game in games)


def holders(game: Game) -> set[str]:
    """Everybody who held the Mister X card once the cards were dealt."""
    return {game.state_at(entry).x for entry in range(1, len(game.line) + 1)}
