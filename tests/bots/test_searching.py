"""Players that search: what they find, how long they take, and what they say of it."""

from __future__ import annotations

import re
import time
from random import Random

import pytest

import misterx
from misterx.bots import NO_LIMIT, Limit, ask
from misterx.bots.judgement import Judgement
from misterx.bots.published import PUBLISHED, PublishedPlayer, published
from misterx.bots.reasons import WORDS, Why
from misterx.bots.searching import Sides
from misterx.chase import Move
from misterx.core import Game, Seat
from tests.bots.test_thumb import put_up, seen_at

PIMBOT = PublishedPlayer("pimbot", PUBLISHED["pimbot"], Limit(iterations=10_000))
SHORT = Limit(iterations=400)


def judged(game: Game, seat: str, limit: Limit = SHORT, seed: int = 1) -> Judgement[Move]:
    rules, state = game.rules, game.state
    seen = rules.observe(state, rules.viewpoint(Seat(seat)))
    legal = [move for move in rules.legal_moves(state) if not rules.check(state, Seat(seat), move)]
    return PIMBOT.judge(seen, legal, Random(seed), limit)


def hunt(edition: str = "classic-2000", players: int = 4, **hunters: int) -> Game:
    """Mister X was just seen at 46."""
    log = seen_at(46)
    return put_up(edition, players, turn="hunters", x=46, log=log, hunters=hunters)


# --- what they find -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ("greedy", "basic-mcts", "greedy-mcts", "pimbot"))
def test_a_hunter_enters_the_station_where_he_must_be(name: str) -> None:
    game = hunt(D1=45, D2=100, D3=150)
    assert ask(published(name), game, "H1", Random(1), SHORT) == "D1:T46"


def test_in_free_order_the_hunter_who_can_catch_him_moves() -> None:
    game = hunt("modern-2013", 4, D1=100, D2=150, D3=180, B1=45)
    assert ask(PIMBOT, game, "H2", Random(1), SHORT) == "B1:46"


def test_mister_x_does_not_walk_into_a_trap() -> None:
    game = put_up("classic-2000", 4, x=194, hunters={"D1": 192, "D2": 193, "D3": 195})
    for seed in range(5):
        assert ask(PIMBOT, game, "X", Random(seed), SHORT) == "X:K157"


def test_the_best_move_comes_first_and_the_shares_add_up() -> None:
    found = judged(hunt(D1=45, D2=100, D3=150), "H1")
    assert str(found.best.move) == "D1:T46"
    assert found.best.value == 1.0
    shares = [rated.share for rated in found.moves]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1.0)
    assert all(0 <= (rated.value or 0) <= 1 for rated in found.moves)


def test_where_he_may_be_adds_up_to_one_over_what_is_possible() -> None:
    game = misterx.new_game("modern-2013", 4, seed=1)
    game.play(next(move for move in game.legal if "+" not in move))
    where = judged(game, "H1").where
    assert tuple(where) == game.observe("hunters").possible
    assert sum(where.values()) == pytest.approx(1.0)
    assert max(where.values()) > min(where.values()), "some are likelier than others"


def test_the_same_dice_give_the_same_choice() -> None:
    game = misterx.new_game("research-2011", 6, seed=4)
    once, again = (judged(game, "X", seed=3) for _ in range(2))
    assert once == again


def test_beginners_start_stations_are_chosen_without_a_search() -> None:
    game = misterx.new_game("beginner", 4, seed=1)
    found = judged(game, "H1")
    assert found.why.code == "ways"
    assert re.fullmatch(r"D1@[0-9]+", str(found.best.move))
    assert sum(found.where.values()) == pytest.approx(1.0)


# --- how long they take -------------------------------------------------------------------


def test_a_time_ends_the_search_and_iterations_do() -> None:
    game = misterx.new_game("research-2011", 6, seed=4)
    judged(game, "X")  # whatever there is to load is loaded
    start = time.perf_counter()
    judged(game, "X", Limit(seconds=0.2))
    assert time.perf_counter() - start >= 0.19
    one = judged(game, "X", Limit(iterations=1))
    assert [rated.share for rated in one.moves] == [1.0]


def test_however_short_the_time_there_is_a_move() -> None:
    game = misterx.new_game("research-2011", 6, seed=4)
    assert ask(PIMBOT, game, "X", Random(1), Limit(seconds=1e-9)) in game.legal


def test_a_player_looks_at_no_more_lines_than_it_can_whatever_its_time() -> None:
    slow = PublishedPlayer("slow", Sides(*PUBLISHED["pimbot"][:2], 300, 420), Limit(seconds=60))
    for who, iterations in (("X", 300), ("hunters", 420)):
        game = misterx.new_game("research-2011", 6, seed=4)
        if who != "X":
            game.play(game.legal[0])
        seen, legal = game.observe(who), game.rules.legal_moves(game.state)
        found = slow.judge(seen, legal, Random(1), NO_LIMIT)
        assert sum(round(rated.share * iterations) for rated in found.moves) == iterations


# --- what they say ------------------------------------------------------------------------


def reason(game: Game, seat: str) -> Why:
    return judged(game, seat).why


def test_a_hunter_says_why() -> None:
    assert str(reason(hunt(D1=45, D2=100, D3=150), "H1")) == "Mister X is at 46."
    near = reason(hunt(D1=32, D2=100, D3=150), "H1")
    assert near.code in {"next", "nearer"}
    game = misterx.new_game("modern-2013", 4, seed=1)
    game.play(next(move for move in game.legal if "+" not in move))
    assert reason(game, "H1").code in {"catch", "surround", "nearer", "cover"}


def test_mister_x_says_why() -> None:
    trapped = put_up("classic-2000", 4, x=194, hunters={"D1": 192, "D2": 193, "D3": 195})
    assert reason(trapped, "X").code == "black"
    cornered = put_up("classic-2000", 4, x=2, hunters={"D1": 34, "D2": 33, "D3": 199})
    assert reason(cornered, "X").code in {"double", "far", "hide"}


def test_every_reason_can_be_said() -> None:
    numbers = {"station": 46, "percent": 40, "count": 3, "of": 7}
    for code in WORDS:
        sentence = str(Why(code, numbers))
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_a_move_that_may_not_be_made_is_not_made() -> None:
    game = hunt(D1=45, D2=100, D3=150)
    legal = [move for move in game.rules.legal_moves(game.state) if str(move) != "D1:T46"]
    for some in (legal, legal[:1], legal[-2:]):
        found = PIMBOT.judge(game.observe("hunters"), some, Random(1), SHORT)
        assert found.best.move in some
