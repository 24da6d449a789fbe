"""How many hunters can get to a station in one move."""

from misterx.chase import Chase, HunterMove, rules_for
from misterx.chase.state import State
from misterx.chase.tickets import BUS, UNDERGROUND
from misterx.core import Setup
from misterx.core.rules import CHANCE


def laid(edition: str, players: int) -> tuple[Chase, State]:
    rules = rules_for(edition)
    state = rules.new_game(Setup(players))
    while rules.to_act(state) == (CHANCE,):
        state = rules.apply(state, rules.chance_outcomes(state)[0][0]).state
    return rules, state


def reach(rules: Chase, state: State, piece: str) -> set[int]:
    """Where a piece can go by its own moves, when it is the hunters' turn."""
    moves = [move for move in rules.legal_moves(state) if isinstance(move, HunterMove)]
    return {move.to for move in moves if move.piece == piece}


def test_at_his_turn_they_are_the_stations_that_the_hunters_go_to_next() -> None:
    rules, state = laid("modern-2013", 4)
    after = rules.apply(state, rules.legal_moves(state)[0]).state
    threats = rules.threats(state)
    for piece, at in zip(after.cast.pieces, after.hunters, strict=True):
        for station in reach(rules, after, piece):
            assert threats[station] >= 1
        assert at is not None
    assert sum(threats.values()) >= sum(
        len(reach(rules, after, piece)) for piece in after.cast.pieces
    )


def test_a_hunter_without_the_ticket_threatens_nobody_there() -> None:
    rules, state = laid("classic-1983", 4)
    poor = state._replace(purses=tuple(purse._replace(taxi=0) for purse in state.purses))
    network = state.cast.network
    for station in rules.threats(poor):
        assert any(
            at is not None
            and (network.joins(at, station, BUS) or network.joins(at, station, UNDERGROUND))
            for at in poor.hunters
        )
    assert len(rules.threats(poor)) < len(rules.threats(state))


def test_hunters_who_stand_nowhere_yet_threaten_nobody() -> None:
    rules = rules_for("beginner")
    assert rules.threats(rules.new_game(Setup(5))) == {}


def test_others_in_the_way_do_not_count() -> None:
    rules, state = laid("modern-2013", 4)
    state = state._replace(hunters=(26, 15, *state.hunters[2:]))
    assert rules.threats(state)[15] >= 1, "26 and 15 are neighbours"
