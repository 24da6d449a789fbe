"""Why a move was made: whatever is said is so, in every edition, for every level that says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

import misterx
from misterx.board import Station, Transport
from misterx.bots import LEVELS, Limit, find_player
from misterx.bots.judgement import Judge
from misterx.bots.player import moves_of
from misterx.bots.reasons import WORDS, Why, why
from misterx.chase import (
    Chase,
    HunterMove,
    Move,
    Observation,
    Place,
    Reveal,
    Take,
    Ticket,
    XMove,
    edition_names,
    rules_for,
)
from misterx.core import Game, Seat

BRIEF = Limit(iterations=60)
LAND = frozenset({Transport.TAXI, Transport.BUS, Transport.UNDERGROUND})


class Board:
    """The moves between stations over land, counted from one to the next and no other way."""

    def __init__(self, name: str) -> None:
        self.next: dict[Station, set[Station]] = {}
        edition = rules_for(name).data
        for way in edition.board.connections:
            if way.transport in LAND & edition.transports:
                self.next.setdefault(way.a, set()).add(way.b)
                self.next.setdefault(way.b, set()).add(way.a)
        self._from: dict[Station, dict[Station, int]] = {}

    def apart(self, a: Station, b: Station) -> int:
        if a not in self._from:
            found, edge, moves = {a: 0}, {a}, 0
            while edge:
                moves += 1
                edge = {to for at in edge for to in self.next.get(at, ())} - found.keys()
                found |= dict.fromkeys(edge, moves)
            self._from[a] = found
        return self._from[a].get(b, 1_000)

    def nearest(self, station: Station, hunters: list[Station]) -> int:
        return min(self.apart(station, at) for at in hunters)


board_of = cache(Board)


def is_so(seen: Observation, move: Move, said: Why, where: Mapping[Station, float]) -> bool:
    """Whether a sentence is true, worked out again from the rules of the game."""
    board, n, places = board_of(seen.cast.edition.name or ""), said.numbers, list(where)
    hunters = [at for at in seen.hunters if at is not None]
    match move:
        case HunterMove(piece, _, to):
            before = seen.hunters[seen.cast.index[piece]]
            others = [at for at in hunters if at != before]
            near = sum(board.apart(to, at) == 1 for at in places)
            fewest = {at: board.nearest(at, others) if others else 1_000 for at in places}
            checks: dict[str, Any] = {
                "catch": lambda: len(places) > 1 and round(100 * where[to]) == n["percent"],
                "certain": lambda: places == [to],
                "next": lambda: len(places) == 1 and near == 1,
                "surround": lambda: (near, len(places)) == (n["count"], n["of"]) and near > 1,
                "nearer": lambda: (
                    sum(part * board.apart(to, at) for at, part in where.items())
                    < sum(part * board.apart(cast(int, before), at) for at, part in where.items())
                ),
                "nearest": lambda: (
                    n["of"] == len(places)
                    and n["count"] == sum(board.apart(to, at) < fewest[at] for at in places) > 0
                ),
                "cover": lambda: (
                    (onward := {to for at in places for to in board.next[at]} - set(others))
                    and (len(onward & board.next[to]), len(onward)) == (n["count"], n["of"])
                ),
                "ways": lambda: n["count"] == len(board.next[to]),
            }
            return n["station"] == to and bool(checks[said.code]())
        case Place():
            return said.code == "ways" and n["count"] == len(board.next[move.to])
        case Reveal(show):
            known = len(seen.possible) == 1
            return (
                said.code
                == {
                    (True, True): "show",
                    (True, False): "show_costs",
                    (False, True): "wait",
                    (False, False): "stay_hidden",
                }[show, known]
            )
        case Take(piece, ticket):
            purse = seen.purses[seen.cast.purse_of[piece]]
            held = {one: purse.of(one) for one in Ticket if one.transport in LAND}
            fewest_held = min(count for count in held.values() if count)
            if said.code == "take":
                return held[ticket] == fewest_held
            return held[ticket] > fewest_held and n["count"] == held[ticket] - 1
        case XMove(legs):
            return _is_so_of_x(seen, board, legs, said, hunters)


def _is_so_of_x(
    seen: Observation, board: Board, legs: tuple[Any, ...], said: Why, hunters: list[Station]
) -> bool:
    to, n = legs[-1].to, said.numbers
    far = board.nearest(to, hunters)
    if said.code in ("far", "escape", "double"):
        if said.code == "escape":
            others = board.next[cast(int, seen.x)] - {to}
            assert 2 * sum(board.nearest(at, hunters) <= 1 for at in others) > len(others)
        return (
            (n["station"], n["count"]) == (to, far)
            and far > 1
            and (len(legs) == 2) == (said.code == "double")
        )
    if said.code == "next_to":
        return n["station"] == to and far == 1
    if said.code in ("hide", "black"):
        # Taken from the law: what the hunters can know once he has moved.
        assert (said.code == "black") == (legs[0].ticket is Ticket.BLACK)
        rules = rules_for(seen.cast.edition.name or "")
        after = rules.apply(rules.sample(seen, Random(1)), XMove(legs)).state
        return len(legs) == 1 and n["count"] == after.beliefs[-1].bit_count() > 1
    return False


def said_in(game: Game, level: str, rng: Random) -> list[str]:
    """Play a game; the codes of all that was said, each of them checked."""
    rules, player, codes = cast(Chase, game.rules), find_player(level, "chase"), []
    while game.to_act:
        seat = Seat(game.to_act[0])
        seen, legal = rules.observe(game.state, rules.viewpoint(seat)), moves_of(game, seat)
        thought = cast(Judge, player).judge(seen, legal, rng, BRIEF)
        move = thought.best.move
        assert is_so(seen, move, thought.why, thought.where), (seen.round, move, thought.why)
        assert str(thought.why).endswith(".")
        codes.append(thought.why.code)
        game.play(rules.text(move), str(seat))
    return codes


@pytest.mark.parametrize("edition", edition_names())
def test_what_a_level_says_is_so(edition: str) -> None:
    rules = rules_for(edition)
    for at, level in enumerate(LEVELS):
        players = rules.players[at % len(rules.players)]
        game = misterx.new_game(edition, players, seed=f"{edition}/{level}")
        assert said_in(game, level, Random(1))


def test_what_is_said_of_showing_himself_is_so() -> None:
    found: Counter[str] = Counter()
    for seed, level in enumerate(("constable", "sergeant", "inspector", "inspector")):
        options = {"voluntary_reveal": True}
        game = misterx.new_game("classic-1983", 4, seed=seed, options=options)
        found.update(said_in(game, level, Random(seed)))
    assert {"show_costs", "stay_hidden", "take", "take_leaves"} <= set(found)


def test_any_move_has_a_reason_that_is_so() -> None:
    """Also those that no player would make."""
    found: set[str] = set()
    for seed in range(12):
        game, rng = misterx.new_game("modern-2013", 3 + seed % 4, seed=seed), Random(seed)
        rules = cast(Chase, game.rules)
        while game.to_act:
            seat = Seat(game.to_act[0])
            seen, legal = rules.observe(game.state, rules.viewpoint(seat)), moves_of(game, seat)
            where = {station: 1 / len(seen.possible) for station in seen.possible}
            for move in islice(rng.sample(list(legal), len(legal)), 6):
                said = why(seen, move, where)
                assert is_so(seen, move, said, where), (seed, seen.round, move, said)
                found.add(said.code)
            game.play(rules.text(rng.choice(list(legal))), str(seat))
    told = {"show", "show_costs", "stay_hidden", "wait", "take", "take_leaves"}
    assert found == {code for code in WORDS if not code.startswith("card_")} - told
