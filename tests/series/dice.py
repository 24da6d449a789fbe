"""Games by dice that are the same on every Python, for ever: playthroughs and perft files use them.

They do not depend on any random module: a small generator of its own picks starts, cards and moves.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from misterx.cards import Cards
from misterx.cards.deck import tickets_for
from misterx.cards.state import Phase, State
from misterx.core import CHANCE, Event, Game, Setup
from tests.series.cards_tables import OF_MISTER_X, CardTable, is_black
from tests.series.tables import AnyTable, Table

T = TypeVar("T")


class Dice:
    """A linear congruential generator."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def choose(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


def dice_of(name: str) -> Dice:
    """The dice that go with a name."""
    return Dice(int(fingerprint(name), 16))


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- setting up ---------------------------------------------------------------------------


def new_game(table: AnyTable, dice: Dice) -> Game:
    """A game of which the dice have settled all that is not a player's choice."""
    return _dealt(table, dice) if isinstance(table, CardTable) else _placed(table, dice)


def _placed(table: Table, dice: Dice) -> Game:
    """A chase whose start stations the dice have chosen; beginners choose for themselves."""
    rules = table.rules
    state = rules.new_game(table.setup())
    starts: dict[str, int] = {}
    while not state.cast.chooses_start and state.to_place is not None:
        move = dice.choose([rules.text(move) for move in rules.legal_moves(state)])
        piece, _, station = move.partition("@")
        starts[piece] = int(station)
        state = rules.apply(state, rules.parse(move)).state
    return Game.new(rules, table.setup(starts))


def _dealt(table: CardTable, dice: Dice) -> Game:
    """A card game with colours, deck, reserve and first player by the dice."""
    colours = "".join(dice.shuffled("T" * 22 + "B" * 22 + "U" * 21 + "K" * 25))
    tickets = dice.shuffled(tickets_for(table.players))
    reserve = [ticket for ticket in tickets if colours[ticket - 1] == "K"][:5]
    deck: list[int | str] = [ticket for ticket in tickets if ticket not in reserve]
    deck.insert(dice.below(10), "X")
    first = f"P{1 + dice.below(table.players)}"
    fixed = {"colours": colours, "deck": deck, "reserve": reserve, "first": first}
    return Game.new(table.rules, Setup(table.players, {}, fixed))


# --- playing ------------------------------------------------------------------------------


def choose(game: Game, dice: Dice) -> str:
    """A move by the dice, with a liking for what makes a game worth reading."""
    return _choose_in_cards(game, dice) if isinstance(game.rules, Cards) else _ride(game, dice)


def play(game: Game, move: str, dice: Dice) -> tuple[Event, ...]:
    """Play a move, and what falls after it by the dice; returns what happened."""
    rules = game.rules
    after = rules.apply(game.state, rules.parse(move)).state
    falls = rules.to_act(after) == (CHANCE,)
    chance = dice.choose([rules.text(fall) for fall in rules.legal_moves(after)]) if falls else None
    return game.play(move, chance=chance)


def _ride(game: Game, dice: Dice) -> str:
    """Mister X makes few double moves, or they would be gone at once."""
    moves = game.legal
    if dice.below(8):
        moves = tuple(move for move in moves if "+" not in move) or moves
    return dice.choose(moves)


def _choose_in_cards(game: Game, dice: Dice) -> str:
    """Mister X likes black tickets and his own actions; others ask him, but seldom search him.

    Else most games would be over before much has happened.
    """
    state: State = game.state
    asking, his = state.phase is Phase.INTERROGATE, state.x == state.seat
    wanted = [
        move
        for move in game.legal
        if move.endswith((*OF_MISTER_X, "lay X"))
        or ("?" in move and move.endswith(f"?{state.x}") == asking)
        or (his and is_black(state, move))
    ]
    return dice.choose(wanted if wanted and dice.below(4) else game.legal)
