"""An analysis: from what each side knew, the same again, and better moves that are legal."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import cast

import pytest

import misterx
from misterx.bots import Limit, ask, find_player
from misterx.bots.analysis import Assessed, Moment, NotForAnalysis, moments
from misterx.bots.assessing import _escape_after, _half, assess
from misterx.bots.limit import MOST_ITERATIONS
from misterx.chase import Chase, HunterMove
from misterx.core import Game, Seat
from tests.bots.test_thumb import put_up

FEW = Limit(iterations=300)


def played(edition: str, players: int, seed: int = 3, **options: bool) -> Game:
    """A game between players who look one move ahead."""
    game = misterx.new_game(edition, players, seed=seed, options=options)
    player, rng = find_player("constable", "chase"), Random(seed)
    while game.to_act:
        seat = game.to_act[0]
        game.play(ask(player, game, seat, rng), seat)
    return game


def assessed(game: Game, some: list[Moment]) -> list[Assessed]:
    return [assess(cast(Chase, game.rules), moment, FEW) for moment in some]


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of the modern edition."""
    return played("modern-2013", 4)


def test_every_move_is_asked_about(game: Game) -> None:
    asked = moments(game)
    assert [one.move for one in asked] == [one.text for one in game.line if not one.by_chance]
    assert [one.number for one in asked] == list(range(1, len(asked) + 1))
    assert all(one.move in one.legal for one in asked)
    assert {one.by for one in asked} == {"X", "D1", "D2", "D3", "B1"}


def test_hunters_are_asked_from_what_they_saw(game: Game) -> None:
    for one in moments(game):
        assert one.open.who == "hunters"
        assert one.open.x is None or one.open.log[-1].seen
        assert one.seen.who == ("X" if one.by == "X" else "hunters")


def test_what_was_found_holds_together(game: Game) -> None:
    asked = list(moments(game))[::4]
    for moment, one in zip(asked, assessed(game, asked), strict=True):
        assert one.before is not None
        assert one.after is not None
        assert 0 <= one.before <= 1
        assert 0 <= one.after <= 1
        # A move can only be worse than the best one, for its own side.
        assert (one.after <= one.before) if one.by == "X" else (one.after >= one.before)
        assert sum(one.where.values()) == pytest.approx(1)
        assert set(one.where) == set(moment.open.possible)
        if one.better is not None:
            assert one.better.move in moment.legal
            assert one.better.move != one.move
            assert abs(one.before - one.after) >= 0.05
            assert str(one.better.why)


def test_the_same_seed_gives_the_same_answer(game: Game) -> None:
    asked = list(moments(game))[:6]
    assert assessed(game, asked) == assessed(game, asked)


def test_a_hunters_move_is_judged_without_knowing_where_he_is() -> None:
    """Twins: two games that the hunters cannot tell apart get the same verdict."""
    game = misterx.new_game("modern-2013", 3, seed="twins")
    rules, rng = cast(Chase, game.rules), Random(4)
    game.play(ask(find_player("constable", "chase"), game, "X", rng), "X")
    seen = rules.observe(game.state, rules.viewpoint(Seat("H1")))
    twins = [rules.sample(seen, Random(seed)) for seed in range(6)]
    assert len({rules.observe(twin, rules.viewpoint(Seat("X"))).x for twin in twins}) > 1
    legal = tuple(
        rules.text(move) for move in rules.legal_moves(game.state) if rules.text(move)[:2] == "D1"
    )
    verdicts = {
        str(assess(rules, Moment(2, 1, "D1", legal[0], view, view, legal), FEW).to_json())
        for view in (rules.observe(twin, rules.viewpoint(Seat("H1"))) for twin in twins)
    }
    assert len(verdicts) == 1


def test_a_blunder_is_found() -> None:
    """Mister X, as good as home, walks to where a hunter stands beside, though all know of him."""
    game = played("modern-2013", 6, seed=14)
    rules = cast(Chase, game.rules)
    for moment in moments(game):
        if moment.by != "X" or moment.round < 15:
            continue
        near = rules.threats(rules.sample(moment.seen, Random(1)))
        worst = [one for one in moment.legal if "+" not in one and int(one[3:]) in near]
        fine = [one for one in moment.legal if "+" not in one and int(one[3:]) not in near]
        if not worst or len(fine) < 2:
            continue
        open_worst = [one for one in worst if one.startswith("X:T")]
        if not open_worst or len(moment.open.possible) > 1:
            continue
        found = assess(rules, replace(moment, move=open_worst[0]), Limit(iterations=2_000))
        assert found.before is not None
        assert found.after is not None
        assert found.before - found.after > 0.5
        assert found.better is not None
        assert found.better.move in fine
        return
    pytest.fail("the game has no such moment: choose another seed")


def in_the_last_round(move: str, moved: int, **hunters: int) -> Assessed:
    """A move of the last round, after so many detectives; all know that Mister X is at 30."""
    windows = [
        {"ticket": "T", "station": 17 if at % 2 else 30, "seen": at in (3, 8, 13, 18, 24)}
        for at in range(1, 25)
    ]
    game = put_up(
        "research-2011",
        6,
        round=24,
        turn="hunters",
        x=30,
        hunters={"D1": 47, "D2": 91, "D3": 131, "D4": 46, "D5": 17} | hunters,
        log=windows,
        moved=[f"D{number}" for number in range(1, moved + 1)],
    )
    rules = cast(Chase, game.rules)
    seen = rules.observe(game.state, rules.viewpoint(Seat("H1")))
    legal = tuple(map(rules.text, rules.legal_moves(game.state)))
    moment = Moment(1, 24, move[:2], move, seen, seen, legal)
    return assess(rules, moment, Limit(iterations=10_000))


def test_the_worst_move_of_a_detective_is_found() -> None:
    """A search gives such a move up after a few tries, so it is looked at again."""
    found = in_the_last_round("D5:T29", 4)
    assert (found.before, found.after) == (0, 1)
    assert found.better is not None
    assert (found.better.move, found.better.why.code) == ("D5:T30", "certain")
    best = in_the_last_round("D5:T30", 4)
    assert (best.before, best.after, best.better) == (0, 0, None)


def test_values_are_chances_to_win_whoever_catches_him() -> None:
    """Two can catch him, and the first leaves it to the second: that costs the detectives nothing.

    Their searches count a catch by another for less.
    """
    found = in_the_last_round("D4:B29", 3, D4=42)
    assert (found.before, found.after, found.better) == (0, 0, None)
    waiting = in_the_last_round("D1:T34", 0, D4=42)
    assert waiting.before is not None
    assert waiting.before < 0.1


def test_where_he_is_opened_next_all_his_stations_count() -> None:
    """In the beginners' game all see him in his turn: no verdict hangs on where he is drawn."""
    games = [played("beginner", 5, seed) for seed in range(6)]
    rules = cast(Chase, games[0].rules)
    last = [
        one
        for game in games
        for one, then in pairwise(moments(game))
        if one.by != "X" and then.by == "X" and len(one.seen.possible) > 1
    ]
    assert last
    for one in last:
        made = cast(HunterMove, rules.parse(one.move))
        even = dict.fromkeys(one.seen.possible, 1 / len(one.seen.possible))
        found = [
            _escape_after(rules, one.seen, even, made, Limit(iterations=4_000), Random(seed))
            for seed in range(4)
        ]
        assert max(found) - min(found) < 0.1


def test_a_day_for_a_move_is_no_more_than_can_be_counted() -> None:
    assert _half(Limit(seconds=86_400)) == Limit(iterations=MOST_ITERATIONS // 2)
    assert _half(Limit(seconds=2)) == Limit(iterations=50_000)
    assert _half(Limit(seconds=2, iterations=10)) == Limit(iterations=5)


def test_start_stations_that_are_chosen_are_not_judged() -> None:
    game = played("beginner", 4)
    first = moments(game)[0]
    (found,) = assessed(game, [first])
    assert "@" in found.move
    assert (found.before, found.after, found.better) == (None, None, None)
    assert found.to_json()["before"] is None


def test_showing_oneself_is_judged_too() -> None:
    game = played("classic-1983", 3, voluntary_reveal=True)
    asked = [one for one in moments(game) if one.move in ("X:show", "X:hide")][:2]
    assert asked
    for one in assessed(game, asked):
        assert one.by == "X"
        assert one.before is not None


def test_card_games_and_open_games_are_refused() -> None:
    with pytest.raises(NotForAnalysis, match="card game"):
        moments(misterx.new_game("cards-2017", 4, seed="tea"))
    with pytest.raises(NotForAnalysis, match="not over"):
        moments(misterx.new_game("modern-2013", 4, seed="tea"))
