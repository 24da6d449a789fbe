"""A finished chase move by move: what is asked of each, and what was found.

Each move is judged from what its side knew when it was made: the hunters' from their observation,
Mister X's from his own. Where he can be is always told as the hunters could know it. A moment can
be judged by itself, in any order, in any process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from misterx.board import Station
from misterx.bots.judgement import Judge
from misterx.bots.limit import Limit
from misterx.bots.reasons import Why
from misterx.chase import Chase, HunterMove, Observation, Place
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X
from misterx.core import Game

__all__ = [
    "ANALYST",
    "USUAL_LIMIT",
    "Analyst",
    "Assessed",
    "Better",
    "Moment",
    "NotForAnalysis",
    "moments",
]

ANALYST: Final = "champion"
"""The player that judges."""
USUAL_LIMIT: Final = Limit(iterations=10_000)
"""For each move; counted in iterations, so that an analysis is the same on any machine."""
_X: Final = "X"


class Analyst(Judge, Protocol):
    """A player that judges positions and knows how likely Mister X is where."""

    def where(self, seen: Observation) -> Mapping[Station, float]:
        """How likely Mister X is at each station where he can be, in the eyes of the hunters."""


class NotForAnalysis(Exception):
    """A game that cannot be analysed. The message says why."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that was made, and what its side knew before it."""

    number: int
    """Among all moves but those of chance, from 1."""
    round: int
    by: str
    """The piece."""
    move: str
    seen: Observation
    """By the side that moved."""
    open: Observation
    """By the hunters."""
    legal: tuple[str, ...]
    """The moves that this piece could have made."""


@dataclass(frozen=True, slots=True)
class Better:
    """A move that would have been better, how Mister X would have stood after it, and why."""

    move: str
    value: float
    why: Why


@dataclass(frozen=True, slots=True)
class Assessed:
    """A move and what is thought of it. Values are Mister X's chances to win, from 0 to 1.

    They are what the side that moved could think of them: `before` with its best move, `after` with
    the one it made. None: a start station was chosen, which is not judged.
    """

    number: int
    round: int
    by: str
    move: str
    before: float | None
    after: float | None
    better: Better | None
    where: Mapping[Station, float]
    """Before the move: where Mister X could be, and how likely; the hunters could know it."""

    def to_json(self) -> dict[str, object]:
        """The same as JSON."""
        better = self.better
        return {
            "number": self.number,
            "round": self.round,
            "by": self.by,
            "move": self.move,
            "before": _rounded(self.before),
            "after": _rounded(self.after),
            "better": better
            and {
                "move": better.move,
                "value": _rounded(better.value),
                "why": better.why.to_json(),
            },
            "where": {str(station): round(part, 4) for station, part in self.where.items()},
        }


def moments(game: Game) -> Sequence[Moment]:
    """What there is to judge of a game; raises `NotForAnalysis`."""
    if not isinstance(game.rules, Chase):
        raise NotForAnalysis("only the board game can be analysed, not the card game")
    if game.outcome is None:
        raise NotForAnalysis("this game is not over: an analysis would show what is hidden")
    found: list[Moment] = []
    state = game.state_at(0)
    for entry in game.line:
        if not entry.by_chance:
            found.append(_moment(game.rules, state, entry.text, len(found) + 1))
        state = entry.state
    return found


def _moment(rules: Chase, state: Any, text: str, number: int) -> Moment:  # noqa: ANN401 - the game's own
    move = rules.parse(text)
    who = VIEW_HUNTERS if isinstance(move, HunterMove | Place) else VIEW_X
    piece = move.piece if isinstance(move, HunterMove | Place) else _X
    legal = rules.legal_moves(state)
    if isinstance(move, HunterMove):
        legal = [one for one in legal if isinstance(one, HunterMove) and one.piece == piece]
    open_view = rules.observe(state, VIEW_HUNTERS)
    return Moment(
        number=number,
        round=open_view.round,
        by=piece,
        move=text,
        seen=rules.observe(state, VIEW_X) if who == VIEW_X else open_view,
        open=open_view,
        legal=tuple(map(rules.text, legal)),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
