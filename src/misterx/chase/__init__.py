"""The board game, the law: editions, state, moves and notation, rules, observation, belief."""

from misterx.chase.catalogue import (
    definition,
    edition_names,
    load_edition,
    register_edition,
    rules_for,
    rules_from_json,
)
from misterx.chase.edition import Edition
from misterx.chase.moves import HunterMove, Move, Piece, Place, Reveal, Take, XMove, parse_move
from misterx.chase.observation import Observation
from misterx.chase.rules import Chase
from misterx.chase.tickets import Ticket, Tickets

__all__ = [
    "Chase",
    "Edition",
    "HunterMove",
    "Move",
    "Observation",
    "Piece",
    "Place",
    "Reveal",
    "Take",
    "Ticket",
    "Tickets",
    "XMove",
    "definition",
    "edition_names",
    "load_edition",
    "parse_move",
    "register_edition",
    "rules_for",
    "rules_from_json",
]
