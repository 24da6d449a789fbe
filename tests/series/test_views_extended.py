"""What is kept from one view to the next changes no byte of any: random games, every viewpoint."""

from __future__ import annotations

from random import Random

import pytest
from pydantic_core import to_json

from misterx.chase import Chase, edition_names, rules_for
from misterx.chase.moves import XMove
from misterx.chase.state import Played, State
from misterx.chase.viewpoints import VIEW_X
from misterx.core import Seat, Setup, Viewpoint
from misterx.server.entry import Entry
from misterx.server.table import deciding, seating
from misterx.server.table.folding import fold, opened
from misterx.server.table.plan import Plan, SeatPlan
from misterx.server.table.showing import frame, game_shown, snapshot
from misterx.server.table.state import Phase, Table

_SEATS = ["X", *(f"H{n}" for n in range(1, 6))]
GAMES = 3
MOVES = 60


def _plain_text(played: Played, who: Viewpoint) -> str:
    """A move as a viewpoint saw it, letter by letter."""
    move = played.move
    if not isinstance(move, XMove):
        piece, to = getattr(move, "piece", None), getattr(move, "to", None)
        ticket = getattr(move, "ticket", None)
        text = str(move)
        assert text.startswith(("X:show", "X:hide", "X:take")) or text in {
            f"{piece}:{ticket or ''}{to}",
            f"{piece}@{to}",
        }
        return text
    shown = (who == VIEW_X,) * len(move.legs) if who == VIEW_X else played.seen
    return "X:" + "+".join(
        f"{leg.ticket or ''}{leg.to if is_seen else '?'}"
        for leg, is_seen in zip(move.legs, shown, strict=True)
    )


def _plain(state: State, who: Viewpoint) -> dict[str, object]:
    """The parts of a view that grow with the game, made of nothing but the state."""
    is_open = who == VIEW_X or state.outcome is not None
    belief = state.beliefs[-1]
    if state.outcome is not None and state.x is not None:
        belief = 1 << state.x
    return {
        "log": [
            {
                "ticket": None if window.ticket is None else window.ticket.value,
                "station": window.station if is_open or window.seen else None,
                "seen": window.seen,
            }
            for window in state.log
        ],
        "possible": [at for at in range(belief.bit_length()) if belief >> at & 1],
        "history": [_plain_text(played, who) for played in state.history],
    }


def _tables() -> list[tuple[str, int]]:
    return [(name, players) for name in edition_names() for players in rules_for(name).data.table]


@pytest.mark.parametrize(("edition", "players"), _tables())
def test_every_view_of_a_random_game_is_that_of_its_state_alone(edition: str, players: int) -> None:
    rules = rules_for(edition)
    for seed in range(GAMES):
        dice = Random(seed)
        options = {name: dice.random() < 0.5 for name in rules.options}
        state = rules.new_game(Setup(players, options))
        before: list[State] = []
        while state.outcome is None and len(before) < MOVES:
            before.append(state)
            state = rules.apply(state, dice.choice(rules.legal_moves(state))).state
            for who in rules.viewpoints(state):
                _compare(rules, state, who)
        for earlier in reversed(before):  # as after moves that are taken back
            for who in rules.viewpoints(earlier):
                _compare(rules, earlier, who)


def _compare(rules: Chase, state: State, who: Viewpoint) -> None:
    view = rules.view(rules.observe(state, who))
    plain = _plain(state, who)
    assert to_json({key: view[key] for key in plain}) == to_json(plain)


@pytest.mark.parametrize("edition", (*edition_names(), "cards-2017"))
def test_frames_are_the_same_when_the_log_is_read_again(edition: str) -> None:
    """Of every entry to every seat and a spectator, moves that were taken back among them."""
    dice = Random(edition)
    players = 4 if edition == "cards-2017" else min(rules_for(edition).data.table)
    names = [f"P{n}" for n in range(1, 5)] if edition == "cards-2017" else _SEATS[:players]
    seats = {name: SeatPlan(who="me") for name in names}
    plan = Plan(edition=edition, players=len(names), seats=seats, spectators=True)
    log: list[Entry] = []
    tables: list[Table] = []

    def write(decision: object) -> Table:
        assert isinstance(decision, deciding.Draft), decision
        seq = len(log) + 1
        entry = Entry(seq, 1_000 * seq, 1, decision.kind, "g", None, decision.body)
        table = fold(tables[-1], entry, decision.line) if tables else opened("T", entry)
        log.append(entry)
        tables.append(table)
        return table

    table = write(seating.open_table(plan, "g", "Ada"))
    table = write(seating.start(table, "g", dice))
    while table.phase is Phase.PLAYING and len(log) < MOVES:
        mine = [seat for seat in table.seats if deciding.can_undo(table, seat)]
        if mine and dice.random() < 0.2:
            table = write(deciding.ask(table, "g", mine[0], "undo"))
            continue
        seat = dice.choice(table.to_act)
        moves = game_shown(table, seat)["moves"]
        table = write(deciding.move(table, seat, dice.choice(moves), [], dice))
    assert edition == "cards-2017" or any(entry.kind == "undo_to" for entry in log)
    eyes = [*map(Seat, names), None]
    told = [
        to_json(frame(before, entry, now, eye))
        for before, entry, now in zip(tables, log[1:], tables[1:], strict=False)
        for eye in eyes
    ]
    again = opened("T", log[0])
    number = 0
    for entry in log[1:]:
        before, again = again, fold(again, entry)
        for eye in eyes:
            assert to_json(frame(before, entry, again, eye)) == told[number]
            number += 1
    for eye in eyes:
        assert to_json(snapshot(again, eye)) == to_json(snapshot(tables[-1], eye))


def test_what_was_shown_before_is_not_worked_out_again() -> None:
    rules = rules_for("modern-2013")
    dice = Random(1)
    state = rules.new_game(Setup(3))
    while not state.history or state.outcome is not None:
        state = rules.apply(state, dice.choice(rules.legal_moves(state))).state
    after = rules.apply(state, dice.choice(rules.legal_moves(state))).state
    for who in rules.viewpoints(state):
        seen, later = rules.observe(state, who), rules.observe(after, who)
        for old, new in (
            *zip(seen.history, later.history, strict=False),
            *zip(seen.log, later.log, strict=False),
        ):
            assert old is new
