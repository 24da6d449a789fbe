"""Why a card was played: every sentence is so, whoever moves, held against the law itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

import misterx
from misterx.bots import Limit, find_player, player_names
from misterx.bots.card_reasons import CARD_WORDS, why
from misterx.bots.player import own_moves
from misterx.bots.suspecting import suspicion
from misterx.cards import X_CARD, Move, Observation, State
from misterx.cards.deck import tickets_for
from misterx.cards.moves import Act, Action, Drawn, Name, Play, Renew, Taken
from misterx.cards.refusals import fitting_pile
from misterx.cards.state import Phase
from misterx.cards.suspicion import suspects
from misterx.cards.turns import nameable
from misterx.core import CHANCE, SPECTATOR, Reason, Seat
from tests.cards.table import RULES, TABLES, put_up, seeded_states

QUICK = Limit(iterations=12)


class Case:
    """A move that somebody may make, and what the law says of it."""

    def __init__(self, state: State, seat: Seat, move: Move) -> None:
        self.state, self.seat, self.move = state, seat, move
        self.seen: Observation = RULES.observe(state, RULES.viewpoint(seat))
        self.told = why(self.seen, move)
        self.n = self.told.numbers

    @property
    def is_x(self) -> bool:
        return self.state.x == self.seat

    @property
    def named(self) -> Seat:
        assert isinstance(self.move, Name)
        return self.move.other

    def after(self, action: Action | None = None) -> State:
        """The state after the move; after a black ticket, after an action too."""
        state = RULES.apply(self.state, self.move).state
        if state.phase is Phase.ACTION and not isinstance(self.move, Act):
            general = next(a for a in Action if a.pile == state.played.pile)  # type: ignore[union-attr]  # a ticket was played
            state = RULES.apply(state, Act(self.seat, action or general)).state
        return state

    def turn_over(self, action: Action | None = None) -> State:
        """The state when the turn is over, whatever everybody does in it."""
        state, rng = self.after(action), Random(1)
        while RULES.outcome(state) is None and state.turn == self.state.turn:
            by_chance = RULES.to_act(state) == (CHANCE,)
            moves = RULES.legal_moves(state)
            state = RULES.apply(state, RULES.draw(state, rng) if by_chance else rng.choice(moves))[
                0
            ]
        return state

    def x_wins(self, action: Action | None = None) -> bool:
        outcome = RULES.outcome(self.turn_over(action))
        return outcome is not None and outcome.winner == "x"

    def left(self, action: Action | None = None) -> int:
        """How many are left to draw when the turn is over; the next one has drawn already."""
        return len(self.turn_over(action).draw) + 1

    def hidden(self) -> list[int]:
        """The tickets that lie nowhere in sight of the seat."""
        hands = (
            hand
            for s, hand in zip(self.state.seats, self.state.hands, strict=True)
            if s != self.seat
        )
        return [c for c in (*self.state.draw, *self.state.reserve, *sum(hands, ())) if c != X_CARD]

    def fitting(self, state: State, pile: str) -> list[int]:
        tickets = tickets_for(len(state.seats))
        return [
            card
            for card in tickets
            if card not in state.piles and fitting_pile(state.piles, card) == pile
        ]

    def world_of(self, x: Seat) -> State:
        """A world in which somebody is Mister X."""
        rng = Random(2)
        while (world := RULES.sample(self.seen, rng)).x != x:
            pass
        return world

    def finds(self, other: Seat) -> float:
        """The chance that a search of somebody finds him, by the law and whom one suspects."""
        chance = suspicion(self.seen).get(other, 0.0)
        if not chance:
            return 0.0
        state = RULES.apply(
            Case(self.world_of(other), self.seat, self.move).searching(), Name(self.seat, other)
        )[0]
        odds = RULES.chance_outcomes(state)
        return chance * float(sum(p for m, p in odds if isinstance(m, Drawn) and X_CARD in m.cards))

    def searching(self) -> State:
        return self.state if isinstance(self.move, Name) else self.after()

    def best_find(self) -> float:
        if isinstance(self.move, Name):
            return self.finds(self.named)
        return max(self.finds(other) for other in nameable(self.state))

    def is_percent(self, chance: float) -> bool:
        return 0 < chance < 1 and self.n["percent"] == min(99, max(1, round(100 * chance)))

    def asked(self, world: State | None = None) -> State:
        """The state after the question to Mister X."""
        state = Case(world or self.state, self.seat, self.move).searching()
        assert state.x is not None
        return RULES.apply(state, Name(self.seat, state.x)).state


def exposes(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason is Reason.EXPOSED


def is_clear(case: Case) -> bool:
    named = not isinstance(case.move, Name) or case.named == case.state.x
    return not case.is_x and suspects(case.seen) == (case.state.x,) and named


def spares(case: Case, colour: str, *, is_x: bool) -> bool:
    return case.state.deck.colour(case.move.card) == colour and case.is_x is is_x  # type: ignore[union-attr]  # it has one


def tickets(state: State, case: Case) -> tuple[int, ...]:
    return state.tickets(case.seat)


HOLDS: dict[str, Callable[[Case], bool]] = {
    "card_last_turn": lambda c: c.turn_over().outcome is not None,
    "card_buy_last": lambda c: c.x_wins(Action.BUY),
    "card_buy_drain": lambda c: c.is_x and c.left(Action.BUY) == c.n["count"],
    "card_renew_last": lambda c: c.x_wins(),
    "card_renew_drain": lambda c: c.is_x and c.left() == c.n["count"],
    "card_equip_last": lambda c: c.x_wins(Action.EQUIP),
    "card_equip_drain": lambda c: c.left(Action.EQUIP) == c.n["count"],
    "card_draws": lambda c: (
        c.n == {"count": c.n["of"] - c.left(), "of": len(c.state.draw)}
        and len(tickets(c.after(), c))
        == len(tickets(c.state, c)) + c.n["count"] - isinstance(c.move, Play)
    ),
    "card_right_stays": lambda c: (
        c.after().piles[2] == c.n["card"]
        and c.n["of"] == len(c.hidden())
        and c.n["count"] == sum(card > c.n["card"] for card in c.hidden()) > 0
    ),
    "card_narrow_right": lambda c: (
        c.fitting(c.after(), "R") == [t for t in tickets_for(len(c.state.seats)) if t > c.n["card"]]
        and 0 < len(c.fitting(c.after(), "R")) < len(c.fitting(c.state, "R"))
    ),
    "card_close_right": lambda c: not c.fitting(c.after(), "R"),
    "card_narrow_middle": lambda c: (
        len(c.fitting(c.after(), "M")) < len(c.fitting(c.state, "M"))
        and c.n == {"low": c.after().piles[1], "high": c.after().piles[2]}
        and bool(c.fitting(c.after(), "M"))
    ),
    "card_close_middle": lambda c: not c.fitting(c.after(), "M"),
    "card_renew_room": lambda c: (
        c.n["of"] == len(c.hidden())
        and c.n["count"] == sum(card > c.state.piles[2] for card in c.hidden())
        and 4 * c.n["count"] < c.n["of"]
    ),
    "card_renew": lambda c: (
        isinstance(c.move, Renew)
        and fitting_pile(c.state.piles, c.n["card"]) == "new"
        and not set(c.after().piles) & set(c.state.piles)
    ),
    "card_sure": lambda c: not c.is_x and c.best_find() == 1,
    "card_search": lambda c: not c.is_x and c.is_percent(c.best_find()),
    "card_takes": lambda c: (
        len(c.state.hand(c.named)) == c.n["of"]
        and len(c.turn_over().hand(c.named))
        in (c.n["of"] - c.n["count"], c.n["of"] - c.n["count"] + 1)
    ),
    "card_smallest": lambda c: all(
        len(c.state.hand(c.named)) <= len(c.state.hand(other)) for other in nameable(c.state)
    ),
    "card_costs": lambda c: c.is_x and c.after().phase is Phase.SEARCH and c.after().owed == 1,
    "card_lapses": lambda c: not nameable(c.state) and c.after().turn > c.state.turn,
    "card_magnifier": lambda c: c.turn_over().magnifiers == c.n["count"],
    "card_question": lambda c: c.after().phase is Phase.INTERROGATE,
    "card_expose": lambda c: is_clear(c) and exposes(c.asked()),
    "card_expose_chance": lambda c: (
        c.is_percent(suspicion(c.seen)[c.named]) and exposes(c.asked(c.world_of(c.named)))
    ),
    "card_pressure": lambda c: is_clear(c) and (c.asked().phase, c.asked().owed) == (Phase.GIVE, 3),
    "card_ask": lambda c: (
        c.is_percent(suspicion(c.seen)[c.named]) and not exposes(c.asked(c.world_of(c.named)))
    ),
    "card_hand": lambda c: len(c.state.hand(c.named)) == c.n["count"],
    "card_waste": lambda c: (
        c.is_x and c.turn_over().magnifiers == c.state.magnifiers + c.state.carry - 3
        if isinstance(c.move, Name)
        else c.is_x and c.turn_over().magnifiers <= 1
    ),
    "card_cleared": lambda c: c.named not in suspects(RULES.observe(c.state, SPECTATOR)),
    "card_known": lambda c: c.state.x_known,
    "card_trail_wins": lambda c: (
        (end := c.turn_over(Action.TRAIL).outcome) is not None and end.reason is Reason.NO_TICKETS
    ),
    "card_trail": lambda c: (
        c.after().owed == c.n["count"]
        and sum(map(len, c.state.hands)) - sum(map(len, c.turn_over().hands))
        in (c.n["count"], c.n["count"] - 1)
    ),
    "card_hideout": lambda c: not c.turn_over(Action.HIDEOUT).x_known,
    "card_secret": lambda c: not c.state.x_known and not c.turn_over().x_known,
    "card_lay_x": lambda c: c.is_x and c.n["count"] == len(taken(c).cards),
    "card_keep_x": lambda c: c.is_x and c.turn_over().x == c.seat and not c.turn_over().x_known,
    "card_out": lambda c: c.seat in c.after().out and not c.is_x,
    "card_only": lambda c: len(tickets(c.state, c)) == 1,
    "card_spare_taxi": lambda c: spares(c, "T", is_x=False),
    "card_spare_bus": lambda c: spares(c, "B", is_x=True),
    "card_spare_underground": lambda c: spares(c, "U", is_x=True),
    "card_lowest": lambda c: c.move.card == min(tickets(c.state, c)),  # type: ignore[union-attr]  # it has one
    "card_left": lambda c: (
        len(set(tickets(c.state, c)) & set(tickets(c.after(), c))) == c.n["count"]
    ),
}
"""What makes a sentence true, reckoned in the whole state and by the law."""


def taken(case: Case) -> Taken:
    """Who takes what at the end of a hide-out."""
    state = case.turn_over()
    return next(move for move in reversed(state.history) if isinstance(move, Taken))


def cases(state: State) -> Iterator[Case]:
    """Every move that anybody may make now."""
    for seat in RULES.to_act(state):
        moves = (move for move in RULES.legal_moves(state) if not RULES.check(state, seat, move))
        yield from (Case(state, seat, move) for move in moves)


def holds(case: Case) -> str:
    """The code of what is told, which is so, and which has a whole sentence."""
    code = case.told.code
    assert HOLDS[code](case), f"{case.move}: {case.told}"
    assert str(case.told).endswith(".")
    assert "{" not in str(case.told)
    return code


# --- the sentences --------------------------------------------------------------------------

Table: TypeAlias = tuple[dict[str, Any], tuple[str, ...], str, str]
RARE: tuple[Table, ...] = (
    # Who holds what, what is played, the next move, and what is said of it.
    ({"hands": {"P1": (24, 31, "X")}}, (), "P1:24>L", "card_trail_wins"),
    ({"hands": {"P1": (24, 31, "X")}}, ("P1:24>L",), "P1:trail", "card_trail_wins"),
    (
        {"hands": {"P1": (68, 31, "X"), "P2": (), "P3": ()}, "x_known": True},
        ("P1:68>R",),
        "P1:search",
        "card_lapses",
    ),
    (
        {"hands": {"P1": (65, 1), "P2": ("X",)}, "x_known": True},
        (),
        "P1:65>R",
        "card_sure",
    ),
    (
        {"hands": {"P1": (45, 1), "P2": ("X", 2)}, "x_known": True, "magnifiers": 2},
        (),
        "P1:45>M",
        "card_expose",
    ),
    (
        {"hands": {"P1": (45, 1), "P2": (2, 5), "P3": (6, "X")}, "magnifiers": 2},
        ("P1:45>M",),
        "P1:?P2",
        "card_expose_chance",
    ),
    ({"hands": {"P1": (44, "X")}, "draw": (31, 33)}, (), "P1:44>M", "card_equip_last"),
    (
        {"hands": {"P1": (68, 1, "X"), "P2": (2,), "P3": (6, 11)}},
        ("P1:68>R", "P1:hideout", "P1:lay X"),
        "P2:lay 2",
        "card_only",
    ),
    (
        {"hands": {"P1": (68, 31, "X")}, "x_known": True},
        ("P1:68>R",),
        "P1:search",
        "card_costs",
    ),
)


@pytest.mark.parametrize(("table", "before", "move", "code"), RARE)
def test_what_is_said_where_it_seldom_comes_to_that(
    table: dict[str, Any], before: tuple[str, ...], move: str, code: str
) -> None:
    game = put_up(3, **table)
    for text in before:
        game.play(text)
    assert move in game.legal
    case = next(one for one in cases(game.state) if str(one.move) == move)
    assert holds(case) == code


def test_every_sentence_is_so_and_every_one_is_said() -> None:
    """In games in which Mister X shows himself often, of every move that somebody could make."""
    said = {code for *_, code in RARE}
    for players in TABLES:
        for seed in range(4):
            for state in seeded_states(players, seed):
                said |= {holds(case) for case in cases(state)}
    assert said == set(CARD_WORDS) == set(HOLDS)


@pytest.mark.parametrize("players", TABLES)
@pytest.mark.parametrize("name", player_names("cards")[1:])
def test_every_player_says_why_it_makes_the_move_that_it_chooses(name: str, players: int) -> None:
    player, rng = find_player(name, "cards"), Random(players)
    game = misterx.new_game("cards-2017", players, seed=players)
    while game.to_act:
        seat = Seat(game.to_act[-1])
        seen, legal = game.observe(seat), own_moves(game.rules, game.state, seat)
        dice = rng.getrandbits(32)
        thought = player.judge(seen, legal, Random(dice), QUICK)  # type: ignore[attr-defined]  # all but the random player have it
        assert thought.best.move == player.choose(seen, legal, Random(dice), QUICK)
        assert thought.where == {}
        assert all(one.value is None or 0 <= one.value <= 1 for one in thought.moves)
        assert sum(one.share for one in thought.moves) == pytest.approx(1)
        case = Case(game.state, seat, thought.best.move)
        assert thought.why == case.told
        holds(case)
        game.play(str(thought.best.move), seat)


def test_who_tries_moves_out_says_how_they_did() -> None:
    game = put_up(4, hands={"P1": (22, 45, 65, 1), "P2": ("X",)}, x_known=True)
    seen, legal = game.observe("P1"), own_moves(game.rules, game.state, Seat("P1"))
    sleuth = find_player("sleuth", "cards")
    thought = sleuth.judge(seen, legal, Random(1), Limit(iterations=60))  # type: ignore[attr-defined]  # it has one
    assert len(thought.moves) == len(legal)
    assert thought.best.value == 1
    assert min(one.value for one in thought.moves) < 1
    hasty = sleuth.judge(seen, legal, Random(1), Limit(seconds=1e-9))  # type: ignore[attr-defined]  # it has one
    assert [(one.value, one.share) for one in hasty.moves] == [(None, 1.0)]


def test_a_reason_is_the_same_whoever_mister_x_is() -> None:
    """It comes from what the seat sees, so worlds that look alike give the same."""
    game = misterx.new_game("cards-2017", 4, seed="twins")
    (seat,) = map(Seat, game.to_act)
    seen = game.observe(seat)
    worlds = [RULES.sample(seen, Random(n)) for n in range(12)]
    assert len({world.x for world in worlds}) > 1
    for move in own_moves(game.rules, game.state, seat):
        assert len({str(Case(world, seat, move).told) for world in worlds}) == 1


def test_a_move_of_chance_has_no_reason() -> None:
    game = put_up(3, hands={"P1": (65, 1)})
    with pytest.raises(ValueError, match="no player's move"):
        why(game.observe("P1"), Drawn((1,)))
