"""What is said of a game by a computer player who does not play it, as bodies over HTTP."""

from __future__ import annotations

from pydantic import Field

from misterx.server.views import Closed

__all__ = ["AnalysedMove", "Analysis", "AnalysisWish", "BetterMove", "Hint", "Reason", "Where"]


class Reason(Closed):
    """Why a move is good: which sentence, and the numbers in it."""

    code: str
    numbers: dict[str, int]


class Hint(Closed):
    """The move that the computer would make for a seat."""

    at: int
    """The entry after which it was asked for."""
    move: str
    why: Reason


class Where(Closed):
    """How likely Mister X is at each station, as everybody at the table can know it."""

    at: int
    where: dict[str, float]


class BetterMove(Closed):
    """A move that would have been better."""

    move: str
    value: float
    """Mister X's chance after it."""
    why: Reason


class AnalysedMove(Closed):
    """A move and what is thought of it, from what its side knew; chances are Mister X's."""

    number: int
    """Among all moves, from 1: the step of the replay to which it led."""
    round: int
    by: str
    move: str
    before: float | None
    """With the best move; null where start stations were chosen."""
    after: float | None
    """With the move that was made."""
    better: BetterMove | None
    where: dict[str, float]
    """Before the move, as the hunters could know it."""


class Analysis(Closed):
    """The analysis of a finished game, as far as it has come."""

    total: int
    """How many moves there are; the analysis is whole when so many are judged."""
    moves: list[AnalysedMove]
    """Those from the one that was asked for."""


class AnalysisWish(Closed):
    """A record that is to be analysed; `since`: so many moves are known already."""

    record: str
    since: int = Field(default=0, ge=0, le=10_000)
