"""Two games that differ only in what the hunters must not know look the same to them.

From a random game a twin is made: another way of Mister X that fits everything the hunters have
seen so far. Both are played from the start side by side, and at every step every answer that a
hunter or spectator can get must be the same, byte for byte.
"""

import json
from collections.abc import Iterator
from random import Random

import pytest

from misterx.chase import Chase
from misterx.chase.state import State
from misterx.core import CHANCE, Code, Event, Game, Malformed, Record, Refusal, Seat, Viewpoint
from tests.series.tables import Table, at_every_table, finished

ONLOOKERS = (Viewpoint("hunters"), Viewpoint("spectator"))
SECRET = "X@"
"""How the entry begins that draws Mister X's start card."""


def twins(table: Table, seed: int, pairs: int) -> Iterator[tuple[Game, Game]]:
    """Games cut off at a moment when Mister X could be elsewhere, each with its twin."""
    game, rng = finished(table, seed), Random(seed)
    rules = table.rules
    moments = [
        entry
        for entry in range(len(game.line))
        if len(rules.observe(game.state_at(entry), ONLOOKERS[0]).possible) > 1
    ]
    for entry in {moments[-1], *rng.sample(moments, min(pairs - 1, len(moments)))}:
        truth = game.state_at(entry)
        for _ in range(20):
            other = rules.sample(rules.observe(truth, ONLOOKERS[0]), rng)
            if other.x != truth.x:
                yield _cut(game, truth, entry), _cut(game, other, entry)
                break
        else:
            raise AssertionError("no other way was found for Mister X")


def _cut(game: Game, state: State, entries: int) -> Game:
    """The game up to a moment with Mister X's moves as that state has them, played anew."""
    history = iter(str(played.move) for played in state.history)
    moves = []
    for turnout in game.line[:entries]:
        if turnout.by_chance:
            drawn = f"{SECRET}{state.start_x}"
            moves.append(drawn if turnout.text.startswith(SECRET) else turnout.text)
        else:
            moves.append(next(history))
    return Game.from_record(Record(game.header, tuple(moves), None))


def heard(events: tuple[Event, ...], who: Viewpoint) -> str:
    """What a viewpoint is told of a step."""
    return json.dumps([[event.kind, event.data] for event in events if who in event.audience])


def refusals(rules: Chase, state: State, attempts: list[str], seat: Seat) -> list[Refusal | None]:
    return [rules.check(state, seat, rules.parse(attempt)) for attempt in attempts]


def attempts_of_a_hunter(one: State, other: State, rules: Chase, rng: Random) -> list[str]:
    """What a curious hunter might try: everything around the two stations of Mister X.

    Every piece on every ticket to both of them, and elsewhere; moves and decisions of Mister X.
    """
    near = {station for station in (one.x, other.x) if station is not None}
    stations = sorted({*near, rng.choice(rules.data.board.stations)})
    pieces = [*one.cast.pieces, "D5", "B1"]
    attempts = [
        f"{piece}:{ticket}{to}" for piece in pieces for ticket in ("", *"TBU") for to in stations
    ]
    for ticket in ("", *"TBUK"):
        attempts += [f"X:{ticket}{to}" for to in stations]
        attempts += [f"X:{ticket}{to}+K{rng.choice(stations)}" for to in stations]
    attempts += ["X:show", "X:hide", "X:take D1=T", "X:take D2=U", "X:take D5=B"]
    return attempts + [f"{piece}@{to}" for piece in ("X", "D1", "B1") for to in stations]


def same_to_hunters(one: Game, other: Game, rng: Random) -> None:
    """Compare every answer at every step of two games."""
    rules = one.rules
    assert isinstance(rules, Chase)
    assert len(one.line) == len(other.line)
    for entry in range(len(one.line) + 1):
        a, b = one.state_at(entry), other.state_at(entry)
        for who in ONLOOKERS:
            views = [json.dumps(rules.view(rules.observe(state, who))) for state in (a, b)]
            assert views[0] == views[1]
            if entry:
                told = [heard(game.line[entry - 1].events, who) for game in (one, other)]
                assert told[0] == told[1]
        assert rules.to_act(a) == rules.to_act(b)
        assert rules.section(a) == rules.section(b)
        assert rules.outcome(a) is rules.outcome(b) is None
        if "X" not in rules.to_act(a) and CHANCE not in rules.to_act(a):
            assert rules.legal_moves(a) == rules.legal_moves(b)
        if entry:
            before = (one.state_at(entry - 1), other.state_at(entry - 1))
            assert rules.taught_nothing(before[0], a) == rules.taught_nothing(before[1], b)
        seat, attempts = rng.choice(a.cast.hunter_seats), attempts_of_a_hunter(a, b, rules, rng)
        assert refusals(rules, a, attempts, seat) == refusals(rules, b, attempts, seat)
    assert one.can_undo == other.can_undo


def compare_twins(table: Table, seeds: range, pairs: int) -> None:
    for seed in seeds:
        for one, other in twins(table, seed, pairs):
            assert one.state.x != other.state.x
            same_to_hunters(one, other, Random(seed))


@at_every_table
def test_hunters_cannot_tell_twin_games_apart(table: Table) -> None:
    compare_twins(table, range(2), pairs=1)


@pytest.mark.soak
@at_every_table
def test_hunters_cannot_tell_many_twin_games_apart(table: Table) -> None:
    compare_twins(table, range(2, 32), pairs=4)


@at_every_table
def test_spectators_see_what_the_hunters_see(table: Table) -> None:
    game = finished(table, seed=1)
    for entry in range(len(game.line) + 1):
        state = game.state_at(entry)
        views = [json.dumps(game.rules.view(game.rules.observe(state, who))) for who in ONLOOKERS]
        assert views[0] == views[1]


@pytest.mark.parametrize(
    "text", ("", "X", "X:?", "X:T?", "X:T046", "X:T46 ", "D1:K46", "X:take D1=K", "D1@", "H1:T46")
)
def test_a_text_that_is_no_move_is_refused_alike_in_every_state(text: str) -> None:
    """Such a text is turned down before any state is looked at."""
    with pytest.raises(Malformed) as refused:
        Table("modern-2013", 4).rules.parse(text)
    assert refused.value.refusal.code is Code.MALFORMED
