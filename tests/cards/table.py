"""Tables put up by hand, and short ways to ask what a game says about them.

The tickets here have colours that can be told from the number: 1, 5, 9 … are taxi, 2, 6, 10 … bus,
3, 7, 11 … underground, 4, 8, 12 … black; 87, 89 and 90 are black too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest

from misterx import Game, Refused, new_game
from misterx.cards import Deck, Move, State, rules_for
from misterx.cards.deck import tickets_for
from misterx.cards.moves import Act, Action, Play, Renew
from misterx.core import CHANCE, Setup

EDITION = "cards-2017"
RULES = rules_for(EDITION)
TABLES = (3, 4, 5)
COLOURS = "TBUK" * 21 + "TBKKKK"
DECK = Deck(COLOURS)
PILES = (21, 42, 63)
"""What lies on the piles where a test does not say: lower tickets fit `new`, then L, M and R."""
RESERVE = (72, 76, 84, 87, 88)

Card: TypeAlias = int | str
"""A ticket's number, or X."""

every_table = pytest.mark.parametrize("players", TABLES)
"""The test runs for three, four and five players."""


def put_up(  # a table has many sides, and each has a name
    players: int = 3,
    *,
    hands: Mapping[str, Sequence[Card]],
    piles: Sequence[int] = PILES,
    top: Sequence[int] = (),
    draw: Sequence[int] | None = None,
    reserve: Sequence[int] = RESERVE,
    **changes: object,
) -> Game:
    """A table where P1 is on turn and has drawn.

    Seats that are not named hold two tickets that nobody needs, the last one the Mister X card too
    if no other does. The draw pile begins with `top`, or is just `draw`, and then all tickets that
    lie nowhere else are in the discard.
    """
    position = described(
        players, hands=hands, piles=piles, top=top, draw=draw, reserve=reserve, **changes
    )
    return Game.from_position(RULES, position, Random(1))


def described(
    players: int = 3,
    *,
    hands: Mapping[str, Sequence[Card]],
    piles: Sequence[int] = PILES,
    top: Sequence[int] = (),
    draw: Sequence[int] | None = None,
    reserve: Sequence[int] = RESERVE,
    **changes: Any,  # noqa: ANN401 - whatever a position can hold
) -> dict[str, Any]:
    """The position that `put_up` puts up."""
    laid: Mapping[str, Card] = changes.get("laid", {})
    named = {card for hand in hands.values() for card in hand} | set(laid.values())
    used = {*named, *piles, *top, *(draw or ()), *reserve}
    free = [card for card in tickets_for(players) if card not in used]
    table: dict[str, list[Card]] = {}
    for seat in (f"P{n + 1}" for n in range(players)):
        table[seat] = sorted(hands[seat], key=_by_number) if seat in hands else _two(free)
    if "X" not in named:
        table[[seat for seat in table if seat not in hands][-1]].append("X")
    return {
        "edition": EDITION,
        "players": players,
        "colours": COLOURS,
        "turn": 1,
        "seat": "P1",
        "phase": "play",
        "hands": table,
        "draw": [*top, *free] if draw is None else list(draw),
        "reserve": list(reserve),
        "piles": dict(zip("LMR", piles, strict=True)),
        "discard": [] if draw is None else free,
        "magnifiers": 1,
        "carry": 0,
        "out": [],
        "played": None,
        "owed": 0,
        "laid": {},
        "x_known": False,
        "interrogation": None,
        "outcome": None,
        **changes,
    }


def _two(free: list[int]) -> list[Card]:
    return [free.pop(0), free.pop(0)]


def _by_number(card: Card) -> int:
    return 99 if isinstance(card, str) else card


def deal(players: int, *, first: str | None = None, x_at: int = 0) -> Game:
    """A new game from a deck in ascending order, the black reserve left out, X where it is said."""
    deck: list[Card] = [card for card in tickets_for(players) if card not in RESERVE]
    deck.insert(x_at, "X")
    return new_game(EDITION, players, colours=COLOURS, deck=deck, first=first)


# --- asking -------------------------------------------------------------------------------


def where(game: Game) -> dict[str, Any]:
    """Everything about the game as it stands, hidden things included."""
    position: dict[str, Any] = game.rules.position(game.state)
    return position


def seen(game: Game, who: str) -> dict[str, Any]:
    """What a viewpoint sees."""
    return game.view(who)


def hand(game: Game, seat: str) -> list[Card]:
    """The cards of a seat."""
    cards: list[Card] = where(game)["hands"][seat]
    return cards


def result(game: Game) -> tuple[str, str] | None:
    """Who has won and why; None while the game goes on."""
    return (game.outcome.winner, str(game.outcome.reason)) if game.outcome else None


def turn(game: Game) -> tuple[str, str]:
    """Whose turn it is, and what is asked for."""
    position = where(game)
    return position["seat"], position["phase"]


# --- playing ------------------------------------------------------------------------------


def play(game: Game, *moves: str) -> Game:
    """The same game after these moves; what chance brings may stand behind one: `P1:?P2 = 7`."""
    for text in moves:
        move, _, chance = text.partition(" = ")
        game.play(move, chance=chance or None)
    return game


def refused(game: Game, move: str, seat: str | None = None) -> str:
    """The code with which a move is refused; the game is as it was, and does not offer it."""
    before = where(game)
    with pytest.raises(Refused) as no:
        game.play(move, seat)
    assert where(game) == before
    assert seat is not None or move not in game.legal
    return str(no.value.refusal.code)


def seeded_states(players: int, seed: int) -> Iterator[State]:
    """Every state of a random game in which somebody is to move, and the last one."""
    rng = Random(f"{players} {seed}")
    state = RULES.new_game(Setup(players))
    while RULES.outcome(state) is None:
        if RULES.to_act(state) == (CHANCE,):
            move = RULES.draw(state, rng)
        else:
            yield state
            move = rng.choice(_liked(state, RULES.legal_moves(state)))
        state = RULES.apply(state, move).state
    yield state


def _liked(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Mister X likes his own actions, most of all to hide, and nobody likes new piles.

    So games are long, and it is hard to know who he is.
    """
    own = [m for m in moves if isinstance(m, Act) and m.action in (Action.HIDEOUT, Action.TRAIL)]
    black = [m for m in moves if isinstance(m, Play) and _is_black_of_x(state, m)]
    hiding = [m for m in black if m.pile == "R"]
    return own or hiding or black or [m for m in moves if not isinstance(m, Renew)] or moves


def _is_black_of_x(state: State, move: Play) -> bool:
    return move.seat == state.x and state.deck.is_black(move.card)
