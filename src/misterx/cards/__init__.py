"""The card game, the law: the deck, state, moves and notation, rules, observation, suspicion."""

from misterx.cards.catalogue import definition, edition_names, rules_for, rules_from_json
from misterx.cards.deck import X_CARD, Deck, default_deck, read_deck
from misterx.cards.moves import Move, parse_move
from misterx.cards.observation import Observation
from misterx.cards.rules import Cards
from misterx.cards.state import State

__all__ = [
    "X_CARD",
    "Cards",
    "Deck",
    "Move",
    "Observation",
    "State",
    "default_deck",
    "definition",
    "edition_names",
    "parse_move",
    "read_deck",
    "rules_for",
    "rules_from_json",
]
