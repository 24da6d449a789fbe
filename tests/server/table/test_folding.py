"""A log is all there is: read again it gives the same table, and every eye sees the same.

People ask for anything at any time, of every edition with every number of players; whatever is
shown has the form that the wire promises.
"""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from misterx.server.table.showing import frame, snapshot
from misterx.server.table.state import Phase
from misterx.server.wire import ServerMessage
from tests.series.tables import ALL_TABLES, AnyTable, Table
from tests.server.table.requests import RandomTable

_WIRE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
_MOST_STEPS = 250
_AFTER_THE_END = 12
_PLENTIFUL = {"move", "chat", "note", "mark"}
"""Entries of which not every one is looked at."""


def holds_for(table: AnyTable, seed: int, every: int) -> set[str]:
    """Play a table by the dice, and check it after every so many entries; the kinds written."""
    options = table.options if isinstance(table, Table) else {}
    at_play = RandomTable(table.edition, table.players, seed, options=options)
    desk = at_play.desk
    ended = 0
    for _ in range(_MOST_STEPS):
        ended += at_play.step() and desk.table.phase is Phase.OVER
        if ended > _AFTER_THE_END:
            break
    again = desk.reread_all()
    assert again[-1] == desk.table
    for at in range(1, len(desk.log)):
        entry = desk.log[at]
        if at % every == 0 or entry.kind not in _PLENTIFUL:
            for eye in desk.eyes:
                shown = to_json(frame(desk.tables[at - 1], entry, desk.tables[at], eye))
                assert shown == to_json(frame(again[at - 1], entry, again[at], eye))
                _WIRE.validate_json(shown, strict=True)
    for eye in desk.eyes:
        shown = to_json(snapshot(desk.table, eye) | {"elapsed": 0})
        assert shown == to_json(snapshot(again[-1], eye) | {"elapsed": 0})
        _WIRE.validate_json(shown, strict=True)
        assert from_json(shown)["at"] == len(desk.log)
    if desk.table.phase is Phase.OVER:
        assert desk.table.record().result == desk.table.outcome
    return at_play.done


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_log_read_again_is_the_same_table_and_all_that_is_shown_has_its_form(
    table: AnyTable,
) -> None:
    holds_for(table, seed=table.players, every=3)


@pytest.mark.soak
@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_log_read_again_is_the_same_table_over_many_games(table: AnyTable) -> None:
    for seed in range(30):
        holds_for(table, seed, every=2)


def test_the_random_requests_write_every_kind_of_entry() -> None:
    tables = [table for table in ALL_TABLES if table.edition in {"modern-2013", "cards-2017"}]
    done = {kind for n in range(24) for kind in holds_for(tables[n % len(tables)], 100 + n, 1000)}
    assert done == {
        *("seat", "start", "move", "ask", "answer", "undo_to", "pause", "resign", "flag"),
        *("chat", "note", "mark", "call", "rematch"),
    }
