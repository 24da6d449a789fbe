"""The five levels of the card game: what a player does not yet think of makes him weaker."""

from __future__ import annotations

from typing import Final

from misterx.bots.careful import CarefulPlayer
from misterx.bots.limit import Limit
from misterx.bots.marks import DETECTIVE, MISTER_X, Marks
from misterx.bots.player import AnyPlayer
from misterx.bots.sleuth import SleuthPlayer

__all__ = ["card_level"]

_USUAL: Final = Limit(seconds=1.0)
_TRIES = {"inspector": 60, "champion": None}
"""How many times a move is tried out at most."""


def _short_sighted(marks: Marks) -> Marks:
    """Does not look at what the piles leave to the next one, nor at how soon it all ends."""
    return marks._replace(open_search=0.0, open_question=0.0, haste=0.0)


def _childlike(marks: Marks) -> Marks:
    """Takes what there is to take, whatever ticket it costs, and shows who he is without need."""
    return _short_sighted(marks)._replace(
        black=0.0,
        taxi=0.0,
        bus=0.0,
        underground=0.0,
        high=0.0,
        drain=0.0,
        card=0.02,
        magnifier=0.1,
        secret=0.0,
    )


def card_level(name: str) -> AnyPlayer:
    """The player of the card game at a level."""
    if name in _TRIES:
        return SleuthPlayer(name, _USUAL, _TRIES[name])
    if name == "sergeant":
        return CarefulPlayer(name)
    weaker = _childlike if name == "novice" else _short_sighted
    return CarefulPlayer(name, weaker(DETECTIVE), weaker(MISTER_X))
