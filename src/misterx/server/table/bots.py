"""When a computer player moves, and which moves are its to make.

Among hunters who move in any order the people come first, unless one of them calls the computer
players. A piece that a person could move as well, such as a bobby, is the person's.
"""

from __future__ import annotations

from dataclasses import dataclass

from misterx.chase import Chase
from misterx.chase.viewpoints import VIEW_HUNTERS
from misterx.core import Seat
from misterx.server.question import Question, moves_of, question
from misterx.server.table.state import Phase, Table

__all__ = ["Turn", "turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat whose computer player is to move, and the moves it may make."""

    seat: Seat
    player: str
    moves: tuple[str, ...]

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
    rules, state = table.rules, table.state
    to_act = table.to_act
    for seat in to_act:
        player = table.seats[seat].player
        if player is None:
            continue
        who = rules.viewpoint(seat)
        people = [
            other
            for other in to_act
            if rules.viewpoint(other) == who and table.seats[other].is_played_by_person
        ]
        if people and table.called != who:
            continue
        if to_act == (seat,):  # all moves are his, and asking for each takes milliseconds
            return Turn(seat, player, moves_of(rules, state, seat))
        moves = tuple(
            rules.text(move)
            for move in rules.legal_moves(state)
            if rules.check(state, seat, move) is None
            and not any(rules.check(state, other, move) is None for other in people)
        )
        if moves:
            return Turn(seat, player, moves)
    return None
