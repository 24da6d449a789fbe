"""When a computer player moves, and which moves are its to make.

Among hunters who move in any order the people come first, unless one of them calls the computer
players. A piece that a person could move as well, such as a bobby, is the person's. Seats of one
side with the same computer player are one hand, which chooses the seat that moves; between several
hands the lot decides, as in the arena (`misterx.bots.hands`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from misterx.bots import own_moves
from misterx.bots.hands import Hand, next_hand
from misterx.chase import Chase
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core import Seat
from misterx.server.question import Question, question
from misterx.server.table.state import Phase, Table

__all__ = ["Turn", "turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer player that is to move, and the moves it may make."""

    seat: Seat
    """The first of the seats that it may move for now."""
    player: str
    moves: tuple[str, ...]
    others: Hand = ()
    """The other seats that it may move for now."""

    def mover(self, table: Table, move: str) -> Seat:
        """Return the seat that makes this move."""
        rules, state, seats = table.rules, table.state, (self.seat, *self.others)
        parsed = rules.parse(move)
        allowed = (seat for seat in seats if rules.check(state, seat, parsed) is None)
        return next(allowed, self.seat)

    def question(self, table: Table, seed: str | None = None) -> Question:
        """What its computer player is asked: its observation and these moves, nothing else."""
        return question(table.rules, table.state, self.seat, self.player, self.moves, seed)

    def has_secrets(self, table: Table) -> bool:
        """Whether what it sees, or decides, may be hidden from others: so is the time it takes."""
        rules = table.rules
        return not (isinstance(rules, Chase) and rules.viewpoint(self.seat) == VIEW_HUNTERS)


def turn(table: Table) -> Turn | None:
    """The computer player to move now; None if people are waited for, or nobody is to act."""
    if table.phase is not Phase.PLAYING or table.is_paused:
        return None
    able = tuple(seat for seat in table.to_act if _may_think(table, seat))
    if not able:
        return None
    player_of = {seat: table.seats[seat].player for seat in able}
    lot = Random(f"{table.id}/{table.turn}")  # the same in every process
    seat, *others = next_hand(table.rules, able, player_of, lot.choice)
    player = player_of[seat]
    assert player is not None
    return Turn(seat, player, _moves(table, seat, *others), tuple(others))


def _may_think(table: Table, seat: Seat) -> bool:
    """Whether a computer player moves for a seat to act, and no person of its side comes first."""
    if table.seats[seat].player is None:
        return False
    if not _people(table, seat):
        return True
    return table.called == table.rules.viewpoint(seat) and bool(_moves(table, seat))


def _people(table: Table, seat: Seat) -> list[Seat]:
    """The seats to act that people play and that see what this one sees."""
    who = table.rules.viewpoint(seat)
    return [
        other
        for other in table.to_act
        if table.rules.viewpoint(other) == who and table.seats[other].is_played_by_person
    ]


def _moves(table: Table, *seats: Seat) -> tuple[str, ...]:
    """What computer players may do for these seats: all but what people to act could do, too."""
    rules, state, people = table.rules, table.state, _people(table, seats[0])
    return tuple(
        rules.text(move)
        for move in own_moves(rules, state, *seats)
        if not any(rules.check(state, other, move) is None for other in people)
    )
