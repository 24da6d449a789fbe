"""The sleuth: it keeps its limit, the same dice give the same move, and it sees what wins."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import misterx
from misterx.bots import NO_LIMIT, Limit, ask, find_player, sleuth
from misterx.core import Game, Seat
from tests.cards.table import put_up

SLEUTH = find_player("sleuth")
QUICK = Limit(iterations=30)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that are tried out, in order."""
    tried: list[str] = []
    real = sleuth._try_out

    def counting(world: object, move: object, me: Seat, rng: Random) -> float:
        tried.append(str(move))
        return real(world, move, me, rng)  # type: ignore[arg-type] # it is a move, seen as a text

    monkeypatch.setattr(sleuth, "_try_out", counting)
    return tried


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever somebody looks."""
    ticks = count()
    monkeypatch.setattr("misterx.bots.sleuth.time.perf_counter", lambda: next(ticks) / 100)


def opening(seed: int = 5) -> Game:
    return misterx.new_game("cards-2017", 4, seed=seed)


@pytest.mark.parametrize("seed", range(4))
def test_with_a_limit_of_iterations_the_same_dice_give_the_same_move(seed: int) -> None:
    game = opening(seed)
    (seat,) = game.to_act
    moves = {ask(SLEUTH, game, seat, Random(7), QUICK) for _ in range(3)}
    assert len(moves) == 1


def test_it_tries_out_no_more_than_its_limit(tries: list[str]) -> None:
    game = opening()
    ask(SLEUTH, game, game.to_act[0], Random(1), Limit(iterations=11))
    assert len(tries) == 11


@pytest.mark.parametrize(("limit", "looks"), ((Limit(seconds=0.2), 20), (NO_LIMIT, 10)))
def test_it_stops_when_its_time_is_up(
    ticking: None, tries: list[str], limit: Limit, looks: int
) -> None:
    """It looks at the clock once before each try; without a limit it takes a tenth of a second."""
    game = opening()
    ask(SLEUTH, game, game.to_act[0], Random(1), limit)
    assert looks - 2 <= len(tries) <= looks


def test_whichever_side_of_a_limit_comes_first_ends_it(ticking: None, tries: list[str]) -> None:
    game = opening()
    ask(SLEUTH, game, game.to_act[0], Random(1), Limit(seconds=60, iterations=5))
    assert len(tries) == 5


def test_the_only_move_needs_no_thought(tries: list[str]) -> None:
    game = put_up(4, hands={"P1": (65,)})
    assert ask(SLEUTH, game, "P1", Random(1), QUICK) == "P1:65>R"
    assert tries == []


def test_without_time_for_a_single_try_it_plays_carefully(ticking: None, tries: list[str]) -> None:
    game = opening()
    (seat,) = game.to_act
    move = ask(SLEUTH, game, seat, Random(1), Limit(seconds=0.001))
    assert move == ask(find_player("careful"), game, seat, Random(1))
    assert tries == []


def test_it_searches_where_that_surely_wins() -> None:
    game = put_up(4, hands={"P1": (22, 45, 65, 1), "P2": ("X",)}, x_known=True)
    assert ask(SLEUTH, game, "P1", Random(1), QUICK) in ("P1:65>R", "P1:45>M")
    game.play("P1:65>R")
    assert ask(SLEUTH, game, "P1", Random(1), QUICK) == "P1:?P2"


def test_as_mister_x_it_empties_the_draw_pile() -> None:
    game = put_up(4, hands={"P1": (1, 45, 65, "X")}, draw=(31, 33, 34))
    assert ask(SLEUTH, game, "P1", Random(1), QUICK) == "P1:1>new"


def test_as_a_detective_it_does_not() -> None:
    game = put_up(4, hands={"P1": (1, 25, 45), "P2": ("X", 2, 5)}, draw=(31, 33, 34))
    assert ask(SLEUTH, game, "P1", Random(1), QUICK) != "P1:1>new"


@pytest.mark.parametrize(
    ("ticket", "hand", "chance"),
    (
        (65, (2, 5, 6, "X"), 1 / 4),
        (67, (2, 5, 6, "X"), 1 / 2),
        (65, (2, 5, 6), 0.0),
        (67, ("X",), 1.0),
    ),
)
def test_the_chance_of_a_search_is_counted_not_rolled(
    ticket: int, hand: tuple[int | str, ...], chance: float
) -> None:
    game = put_up(4, hands={"P1": (ticket, 1), "P2": hand})
    rules = game.rules
    state = rules.apply(game.state, rules.parse(f"P1:{ticket}>R")).state
    state = rules.apply(state, rules.parse("P1:?P2")).state
    found, fallen = sleuth._draw(state, Random(1))
    assert found == chance
    assert (fallen is None) == (chance == 1)
    assert fallen is None or "X" not in str(fallen)
