"""Observations of the card game in another process."""

import copy
import pickle

import pytest

from tests.cards.table import RULES
from tests.series.cards_tables import CARD_TABLES, CardTable
from tests.series.tables import finished

MOST_BYTES = 5_000


@pytest.mark.parametrize("table", CARD_TABLES, ids=str)
def test_an_observation_is_pickled_small_and_whole(table: CardTable) -> None:
    game = finished(table, seed=1)
    for entry in range(0, len(game.line) + 1, 7):
        state = game.state_at(entry)
        for who in RULES.viewpoints(state):
            seen = RULES.observe(state, who)
            pickled = pickle.dumps(seen)
            assert len(pickled) < MOST_BYTES
            assert pickle.loads(pickled) == seen == copy.deepcopy(seen)
