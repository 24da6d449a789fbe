"""Two card games that differ only in what somebody must not know look the same to him.

From a random game a twin is made for a seat or a spectator: every ticket that he has not seen may
be another one, and where he cannot know it another player holds the Mister X card. Both are played
side by side, and at every step every answer that he can get must be the same, byte for byte.
"""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from misterx.cards import X_CARD, Cards, State
from misterx.cards.deck import card_text
from misterx.cards.moves import Action, Lay, Taken
from misterx.core import Event, Game, Outcome, Seat, Viewpoint
from tests.series.cards_tables import CARD_TABLES, CardTable, at_every_card_table
from tests.series.cards_twins import Twin, twin
from tests.series.tables import finished

SHORT = 5
LONG = 100
ATTEMPTS = 30
"""Moves that are tried at every step."""


def twins(table: CardTable, seed: int, moments: int) -> Iterator[tuple[Viewpoint, Twin]]:
    """For every viewpoint some moments of a game, each with a twin.

    Moments at which he may be in doubt who is Mister X; of some games, and where there is no such
    moment, the end.
    """
    game, rng = finished(table, seed), Random(seed)
    length = len(game.state.history)
    for who in game.rules.viewpoints(game.state):
        states = [(moment, game.state_at(1 + moment)) for moment in range(1, length)]
        doubtful = [moment for moment, state in states if state.x != who and not state.x_known]
        sample = rng.sample(doubtful, min(moments, len(doubtful)))
        for moment in {*sample, length} if seed % 5 == 0 or not sample else sample:
            yield who, twin(game, who, moment, rng)


# --- every answer -------------------------------------------------------------------------


def same_to(who: Viewpoint, one: Game, other: Game, rng: Random) -> None:
    """Compare every answer for a viewpoint at every step of two games."""
    assert len(one.line) == len(other.line)
    for entry in range(len(one.line) + 1):
        a, b = one.state_at(entry), other.state_at(entry)
        rules = one.rules
        assert isinstance(rules, Cards)
        attempts = attempts_of_the_curious(a, b, rng)
        assert answers(rules, a, who, attempts) == answers(rules, b, who, attempts)
        if entry:
            before = (one.state_at(entry - 1), other.state_at(entry - 1))
            assert rules.taught_nothing(before[0], a) == rules.taught_nothing(before[1], b)
            told = [heard(game.line[entry - 1].events, who) for game in (one, other)]
            assert told[0] == told[1]
    assert one.can_undo == other.can_undo


def answers(rules: Cards, state: State, who: Viewpoint, attempts: list[str]) -> list[object]:
    """What the rules answer to somebody: his view, who is on, his moves, and every no."""
    legal = map(rules.text, rules.legal_moves(state)) if Seat(who) in rules.to_act(state) else ()
    return [
        json.dumps(rules.view(rules.observe(state, who))),
        rules.to_act(state),
        rules.section(state),
        said(rules.outcome(state)),
        [text for text in legal if text.startswith(f"{who}:")],
        [rules.check(state, Seat(who), rules.parse(attempt)) for attempt in attempts],
    ]


def said(outcome: Outcome | None) -> str | None:
    return json.dumps([outcome.winner, outcome.reason, outcome.at]) if outcome else None


def heard(events: tuple[Event, ...], who: Viewpoint) -> str:
    """What a viewpoint is told of a step."""
    return json.dumps([[event.kind, event.data] for event in events if who in event.audience])


def attempts_of_the_curious(one: State, other: State, rng: Random) -> list[str]:
    """What somebody might try in order to find out: above all with cards that are not the same."""
    attempts: list[str] = []
    for seat in one.seats:
        held = {*one.hand(seat), *other.hand(seat)}
        different = sorted({*one.hand(seat)} ^ {*other.hand(seat)})
        for card in (*rng.sample(sorted(held), min(2, len(held))), *different[:2], X_CARD):
            text = card_text(card)
            attempts += [f"{seat}:{text}>{pile}" for pile in ("L", "M", "R", "new")]
            attempts += [f"{seat}:drop {text}", f"{seat}:lay {text}", text]
        attempts += [f"{seat}:{action}" for action in Action]
        attempts += [f"{seat}:?{named}" for named in one.seats]
    return rng.sample(attempts, ATTEMPTS)


# --- the series ---------------------------------------------------------------------------


def compare(table: CardTable, seeds: range, moments: int) -> Counter[str]:
    """Compare twins of many games; how many there were of which kind, by viewpoint too."""
    met: Counter[str] = Counter()
    for seed in seeds:
        for who, pair in twins(table, seed, moments):
            same_to(who, pair.one, pair.other, Random(seed))
            met["pairs"] += 1
            met["other cards"] += pair.has_other_cards
            met["another holder"] += pair.has_another_holder
            met[f"another holder, {who}"] += pair.has_another_holder
            met["after a hide-out"] += pair.has_another_holder and pair.is_after_a_hideout
            met["other card laid"] += laid(pair.one) != laid(pair.other)
    return met


def laid(game: Game) -> list[object]:
    """Whatever was put into hide-outs and taken from them."""
    return [move for move in game.state.history if isinstance(move, Lay | Taken)]


def check_worth(table: CardTable, met: Counter[str]) -> None:
    """Twins that do not differ would prove nothing."""
    assert met["other cards"] >= 0.9 * met["pairs"]
    assert met["another holder"] >= 0.25 * met["pairs"]
    for who in (*(f"P{n + 1}" for n in range(table.players)), "spectator"):
        assert met[f"another holder, {who}"]


@at_every_card_table
def test_nobody_can_tell_twin_games_apart(table: CardTable) -> None:
    check_worth(table, compare(table, range(SHORT), moments=1))


@pytest.mark.soak
@at_every_card_table
def test_nobody_can_tell_many_twin_games_apart(table: CardTable) -> None:
    met = compare(table, range(LONG), moments=6)
    check_worth(table, met)
    assert met["after a hide-out"] >= 10
    assert met["other card laid"] >= 10


def test_twins_differ_after_a_hideout_too() -> None:
    """The Mister X card may lie elsewhere from a hide-out on."""
    met = compare(CARD_TABLES[0], range(2, 3), moments=3)
    assert met["after a hide-out"]
    assert met["other card laid"]
