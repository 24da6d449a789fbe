"""Every registered game fits the protocol: the type checker proves the types, this the promises."""

from random import Random

import pytest

from misterx import cards
from misterx.chase import Move, Observation
from misterx.chase import rules_for as chase_rules_for
from misterx.chase.state import State
from misterx.core import (
    CHANCE,
    SPECTATOR,
    AnyRules,
    BadSetup,
    Event,
    Game,
    IllegalMove,
    Outcome,
    Reason,
    Rules,
    Setup,
    edition_names,
    rules_for,
)
from misterx.core.registry import GameModule, _module, games
from tests.core.toy import rules_for as toy_rules_for
from tests.core.toy.rules import Points


def test_the_games_fit_the_protocol() -> None:
    # These lines are for the type checker: it compares every name and signature.
    chase: Rules[State, Move, Observation] = chase_rules_for("classic-2000")
    toy: Rules[Points, str, Points] = toy_rules_for("sixes")
    card_game: Rules[cards.State, cards.Move, cards.Observation] = cards.rules_for("cards-2017")
    modules: tuple[GameModule, ...] = tuple(map(_module, games()))
    assert chase.version >= 1
    assert card_game.version >= 1
    assert toy.version == 3
    assert sum((module.edition_names() for module in modules), ()) == edition_names()


@pytest.mark.parametrize("edition", edition_names())
def test_an_edition_names_the_numbers_of_players_it_is_for(edition: str) -> None:
    rules: AnyRules = rules_for(edition)
    for players in range(12):
        if players in rules.players:
            assert len(rules.seats(rules.new_game(Setup(players)))) == players
        else:
            with pytest.raises(BadSetup):
                rules.new_game(Setup(players))


@pytest.mark.parametrize("edition", edition_names())
def test_a_game_keeps_the_promises_of_the_protocol(edition: str) -> None:
    rules: AnyRules = rules_for(edition)
    rng = Random(edition)
    state = rules.new_game(Setup(rules.players[0]))
    eyes = set(rules.viewpoints(state))
    assert rules.viewpoints(state)[-1] == SPECTATOR
    assert {rules.viewpoint(seat) for seat in rules.seats(state)} <= eyes
    move = None
    while rules.outcome(state) is None:
        actors = rules.to_act(state)
        moves = rules.legal_moves(state)
        texts = [rules.text(move) for move in moves]
        assert texts == sorted(set(texts))
        assert [rules.parse(text) for text in texts] == list(moves)
        odds = dict(rules.chance_outcomes(state))
        if actors == (CHANCE,):
            assert set(odds) == set(moves)
            assert sum(odds.values()) == (1 if odds else 0)
            move = rules.draw(state, rng)
            assert not odds or move in moves
        else:
            assert not odds
            assert set(actors) <= set(rules.seats(state))
            move = rng.choice(moves)
        assert rules.check(state, None, move) is None
        assert any(rules.check(state, actor, move) is None for actor in actors)
        step = rules.apply(state, move)
        assert step.state != state
        assert all(event.audience and event.audience <= eyes for event in step.events)
        state = step.state
    assert rules.to_act(state) == ()
    assert list(rules.legal_moves(state)) == []
    with pytest.raises(IllegalMove):
        rules.apply(state, move)


def test_an_event_without_an_audience_is_for_nobody() -> None:
    assert Event("moved", {"text": "X:T46"}).audience == frozenset()


def test_results_are_compared_without_the_place() -> None:
    assert Outcome("x", Reason.SURVIVED, {"round": 22}) == Outcome("x", Reason.SURVIVED)
    assert Outcome("x", Reason.SURVIVED) != Outcome("x", Reason.NO_MOVES)


def test_only_resignation_and_time_come_from_the_table() -> None:
    of_the_table = {reason for reason in Reason if reason.is_of_the_table}
    assert of_the_table == {Reason.RESIGNED, Reason.TIME}


def test_a_game_names_the_seats_and_the_eyes_they_see_with() -> None:
    game = Game.new(rules_for("modern-2013"), Setup(4), Random(1))
    assert game.seats == ("X", "H1", "H2", "H3")
    assert [game.rules.viewpoint(seat) for seat in game.seats] == ["X", *["hunters"] * 3]
