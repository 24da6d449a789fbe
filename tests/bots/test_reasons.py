"""Why a move was made: whatever is said is so, in every edition, for every level that says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

import misterx
from misterx.board import Station, Transport
from misterx.bots import LEVELS, Limit, find_player
from misterx.bots.judgement import Judge
from misterx.bots.player import own_moves
from misterx.bots.reasons import WORDS, Why, why, why_rather
from misterx.chase import (
    Chase,
    HunterMove,
    Move,
    Observation,
    Piece,
    Place,
    Reveal,
    Take,
    Ticket,
    Tickets,
    XMove,
    edition_names,
    rules_for,
)
from misterx.core import Game, Seat

BRIEF = Limit(iterations=60)
NEVER = 99
"""Moves to where no ticket leads."""
LAND = frozenset({Transport.TAXI, Transport.BUS, Transport.UNDERGROUND})


class Board:
    """The moves between stations over land, counted from one to the next and no other way."""

    def __init__(self, name: str, by: frozenset[Transport] = LAND) -> None:
        edition = rules_for(name).data
        self.next: dict[Station, set[Station]] = {at: set() for at in edition.board.stations}
        for way in edition.board.connections:
            if way.transport in by & edition.transports:
                self.next[way.a].add(way.b)
                self.next[way.b].add(way.a)
        self._from: dict[Station, dict[Station, int]] = {}

    def apart(self, a: Station, b: Station) -> int:
        if a not in self._from:
            found, edge, moves = {a: 0}, {a}, 0
            while edge:
                moves += 1
                edge = {to for at in edge for to in self.next[at]} - found.keys()
                found |= dict.fromkeys(edge, moves)
            self._from[a] = found
        return self._from[a].get(b, NEVER)


board_of = cache(Board)


def board_for(seen: Observation, piece: Piece, paid: HunterMove | None = None) -> Board:
    """The moves that a hunter's tickets allow, once somebody has paid for his move."""
    name, cast_ = seen.cast.edition.name or "", seen.cast
    if piece not in cast_.purse_of:
        return board_of(name)
    purse = seen.purses[cast_.purse_of[piece]]
    held = {one: purse.of(one) for one in Ticket if one.transport in LAND}
    if paid and paid.ticket and cast_.purse_of.get(paid.piece) == cast_.purse_of[piece]:
        held[paid.ticket] -= 1
    kinds = (one.transport for one, count in held.items() if count and one.transport)
    return board_of(name, frozenset(kinds))


def nearest(
    seen: Observation, station: Station, pieces: Sequence[Piece], paid: HunterMove | None = None
) -> int:
    """How many moves the nearest of these hunters is away."""
    places = {piece: seen.hunters[seen.cast.index[piece]] for piece in pieces}
    return min(
        (
            board_for(seen, piece, paid).apart(at, station)
            for piece, at in places.items()
            if at is not None
        ),
        default=NEVER,
    )


def is_so(seen: Observation, move: Move, said: Why, where: Mapping[Station, float]) -> bool:
    """Whether a sentence is true, worked out again from the rules of the game."""
    land, n, places = board_of(seen.cast.edition.name or ""), said.numbers, list(where)
    match move:
        case HunterMove(piece, _, to):
            unpaid, board = board_for(seen, piece), board_for(seen, piece, move)
            before = seen.hunters[seen.cast.index[piece]]
            rest = [other for other in seen.cast.pieces if other != piece]
            others = {seen.hunters[seen.cast.index[other]] for other in rest}
            near = sum(board.apart(to, at) == 1 for at in places)
            fewest = {at: nearest(seen, at, rest, move) for at in places}
            checks: dict[str, Any] = {
                "catch": lambda: len(places) > 1 and round(100 * where.get(to, 0)) == n["percent"],
                "certain": lambda: places == [to],
                "next": lambda: len(places) == 1 and near == 1,
                "surround": lambda: (near, len(places)) == (n["count"], n["of"]) and near > 1,
                "nearer": lambda: (
                    sum(part * board.apart(to, at) for at, part in where.items())
                    < sum(part * unpaid.apart(cast(int, before), at) for at, part in where.items())
                ),
                "nearest": lambda: (
                    n["of"] == len(places)
                    and n["count"] == sum(board.apart(to, at) < fewest[at] for at in places) > 0
                ),
                "cover": lambda: (
                    (onward := {to for at in places for to in land.next[at]} - others)
                    and (len(onward & board.next[to]), len(onward)) == (n["count"], n["of"])
                ),
                "ways": lambda: n["count"] == len(board.next[to]),
            }
            return n["station"] == to and bool(checks[said.code]())
        case Place():
            ways = board_for(seen, move.piece).next[move.to]
            return said.code == "ways" and n["count"] == len(ways)
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
            return _is_so_of_x(seen, land, legs, said)


def _is_so_of_x(seen: Observation, land: Board, legs: tuple[Any, ...], said: Why) -> bool:
    to, n, hunters = legs[-1].to, said.numbers, seen.cast.pieces
    far = nearest(seen, to, hunters)
    if said.code in ("far", "escape", "double"):
        if said.code == "escape":
            others = land.next[cast(int, seen.x)] - {to}
            if 2 * sum(nearest(seen, at, hunters) <= 1 for at in others) <= len(others):
                return False
        return (
            (n["station"], n["count"]) == (to, far)
            and far > 1
            and (len(legs) == 2) == (said.code == "double")
        )
    if said.code == "safe":
        return n["station"] == to and far == NEVER
    if said.code == "next_to":
        return n["station"] == to and far == 1
    if said.code in ("hide", "black"):
        is_black = len(legs) == 1 and legs[0].ticket is Ticket.BLACK
        return n["count"] == open_after(seen, XMove(legs)) > 1 and (said.code == "hide" or is_black)
    return False


def open_after(seen: Observation, move: XMove) -> int:
    """At how many stations he can be once he has moved; taken from the law."""
    rules = rules_for(seen.cast.edition.name or "")
    state = rules.apply(rules.sample(seen, Random(1)), move).state
    return int(state.beliefs[-1].bit_count())


def said_in(game: Game, level: str, rng: Random) -> list[str]:
    """Play a game; the codes of all that was said, each of them checked."""
    rules, player, codes = cast(Chase, game.rules), find_player(level, "chase"), []
    while game.to_act:
        seat = Seat(game.to_act[0])
        seen, legal = (
            rules.observe(game.state, rules.viewpoint(seat)),
            own_moves(game.rules, game.state, seat),
        )
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


def in_random_games() -> Iterator[tuple[Observation, list[Move], Mapping[Station, float]]]:
    """What is seen, the moves in any order, and where he is, in games that nobody plans."""
    for seed in range(12):
        game, rng = misterx.new_game("modern-2013", 3 + seed % 4, seed=seed), Random(seed)
        rules = cast(Chase, game.rules)
        while game.to_act:
            seat = Seat(game.to_act[0])
            seen, legal = (
                rules.observe(game.state, rules.viewpoint(seat)),
                own_moves(game.rules, game.state, seat),
            )
            where = {station: 1 / len(seen.possible) for station in seen.possible}
            yield seen, rng.sample(list(legal), len(legal)), where
            game.play(rules.text(rng.choice(list(legal))), str(seat))


def test_any_move_has_a_reason_that_is_so() -> None:
    """Also those that no player would make."""
    found: set[str] = set()
    for seen, moves, where in in_random_games():
        for move in moves[:6]:
            said = why(seen, move, where)
            assert is_so(seen, move, said, where), (seen.round, move, said)
            found.add(said.code)
    told = {"show", "show_costs", "stay_hidden", "wait", "take", "take_leaves", "ahead"}
    assert found == {code for code in WORDS if not code.startswith("card_")} - told


def test_a_detective_without_tickets_is_near_to_nothing() -> None:
    """He spends his last taxi: what is one taxi away from there he cannot reach."""
    game = misterx.new_game("research-2011", 6, seed=3)
    seen = game.observe("hunters")
    piece, at = seen.cast.pieces[0], cast(Station, seen.hunters[0])
    land = board_of("research-2011", frozenset({Transport.TAXI}))
    to = min(land.next[at])
    where = {min(land.next[to] - {at}): 1.0}
    move = HunterMove(piece, Ticket.TAXI, to)
    assert why(seen, move, where).code == "next"
    purses = (Tickets(1, 0, 0), *seen.purses[1:])
    assert why(replace(seen, purses=purses), move, where).code == "ways"


def speaks_for_one(
    seen: Observation, better: Move, made: Move, said: Why, where: Mapping[Station, float]
) -> bool:
    """Whether what is said of a move holds less, or not at all, for the other."""
    if isinstance(better, XMove) and isinstance(made, XMove):
        if said.code in ("hide", "black"):
            return open_after(seen, better) > open_after(seen, made)
        hunters = seen.cast.pieces
        far, as_far = (nearest(seen, one.legs[-1].to, hunters) for one in (better, made))
        return far > as_far
    assert isinstance(better, HunterMove)
    assert isinstance(made, HunterMove)
    if said.code in ("catch", "certain"):
        return where.get(better.to, 0) > where.get(made.to, 0)
    if said.code in ("next", "surround"):
        near, as_near = (
            sum(board_for(seen, one.piece, one).apart(one.to, at) == 1 for at in where)
            for one in (better, made)
        )
        return near > as_near
    return not is_so(seen, made, Why(said.code, {**said.numbers, "station": made.to}), where)


def test_what_speaks_for_a_better_move_does_not_speak_for_the_other() -> None:
    found: set[str] = set()
    for seen, moves, where in in_random_games():
        for better, made in pairwise(moves[:8]):
            said = why_rather(seen, better, made, where)
            found.add(said.code)
            if said.code != "ahead":
                assert is_so(seen, better, said, where), (seen.round, better, said)
                assert speaks_for_one(seen, better, made, said, where), (better, made, said)
    assert found >= {"ahead", "nearer", "surround", "catch", "hide", "far", "double", "black"}
    assert not found & {"ways", "next_to"}
