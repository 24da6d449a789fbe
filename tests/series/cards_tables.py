"""Every table of the card game, and ways of playing that bring about what seldom happens there."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import pytest

from misterx.cards import Cards, edition_names, rules_for
from misterx.cards.state import State
from misterx.core import Game, Setup

OF_MISTER_X = ("trail", "equip", "hideout")
"""The actions that only the holder of the Mister X card has."""


class CardTable(NamedTuple):
    """An edition of the card game and how many play it."""

    edition: str
    players: int

    def __str__(self) -> str:
        """The name of the table, as tests and files carry it."""
        return f"{self.edition}-{self.players}"

    @property
    def rules(self) -> Cards:
        return rules_for(self.edition)

    @property
    def styles(self) -> Sequence[Callable[[Game, Random], str]]:
        """The ways of playing that the seeds take in turn."""
        return STYLES

    def new_game(self, seed: int) -> Game:
        """A game whose cards the seed has dealt."""
        return Game.new(self.rules, Setup(self.players), Random(seed))


CARD_TABLES = tuple(
    CardTable(edition, players)
    for edition in edition_names()
    for players in rules_for(edition).players
)

at_every_card_table = pytest.mark.parametrize("table", CARD_TABLES, ids=str)


# --- styles -------------------------------------------------------------------------------


def anything(game: Game, rng: Random) -> str:
    """Any legal move."""
    return rng.choice(game.legal)


def searching(game: Game, rng: Random) -> str:
    """Everybody searches, and mostly the right one: Mister X is found."""
    state: State = game.state
    return _mostly(game, rng, lambda move: ">R" in move or move.endswith(f"?{state.x}"))


def asking(game: Game, rng: Random) -> str:
    """Everybody interrogates Mister X, who loses his tickets that way."""
    state: State = game.state
    return _mostly(game, rng, lambda move: ">M" in move or move.endswith(f"?{state.x}"))


def hiding(game: Game, rng: Random) -> str:
    """Mister X plays black tickets and takes his own actions, the others do anything."""
    state: State = game.state
    return _mostly(
        game,
        rng,
        lambda move: (
            move.endswith((*OF_MISTER_X, "lay X"))
            or (state.x == state.seat and is_black(state, move) and ">new" not in move)
        ),
    )


def starving(game: Game, rng: Random) -> str:
    """Nobody buys and Mister X lays false trails: the detectives' tickets run out."""
    state: State = game.state
    if state.x != state.seat:
        return _mostly(
            game, rng, lambda move: not move.endswith((">L", "buy", f"?{state.x}", ">new"))
        )
    return _mostly(
        game,
        rng,
        lambda move: move.endswith("trail") or (is_black(state, move) and ">L" in move),
    )


STYLES = (anything, searching, hiding, asking, starving)


def _mostly(game: Game, rng: Random, wanted: Callable[[str], bool]) -> str:
    """A move that is wanted, if there is one; now and then any."""
    moves = [move for move in game.legal if wanted(move)]
    return rng.choice(moves if moves and rng.random() < 0.9 else game.legal)


def is_black(state: State, move: str) -> bool:
    """True for the play of a black ticket."""
    card, played, _ = move.partition(":")[2].partition(">")
    return bool(played) and state.deck.is_black(int(card))
