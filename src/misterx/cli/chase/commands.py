"""What only the board game lets a person type: the map, the travel log, double moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from misterx.chase import Move, Observation
from misterx.cli.chase.choices import choices_table, meant, second_halves
from misterx.cli.chase.screen import lines_from
from misterx.cli.chase.tables import log_table
from misterx.cli.play.commands import play
from misterx.cli.play.seats import X
from misterx.cli.play.table import Then, Turn, Unclear
from misterx.cli.words import number_in

if TYPE_CHECKING:
    from misterx.cli.play.session import Session

__all__ = ["ask_double", "show_lines", "show_log"]

ChaseTurn: TypeAlias = Turn[Observation, Move]


def show_lines(session: Session, turn: ChaseTurn, rest: str) -> Then:
    """The lines that leave a station."""
    board = turn.seen.cast.edition.board
    station = number_in(rest)
    if station is not None and station in board:
        session.terminal.show(lines_from(turn.seen, station))
    else:
        first, last = board.stations[0], board.stations[-1]
        session.terminal.say(f"Name a station, {first} to {last}: from {first}", "red")
    return Then.ASK_AGAIN


def show_log(session: Session, turn: ChaseTurn, _rest: str) -> Then:
    """The travel log."""
    session.terminal.show(log_table(turn.seen, session.terminal.width, is_x=turn.eyes == X))
    return Then.ASK_AGAIN


def ask_double(session: Session, turn: ChaseTurn, _rest: str) -> Then:
    """A double move in two steps: Enter instead of a half gives it up."""
    first = _half(session, turn, "First half", None)
    if first is None:
        return Then.ASK_AGAIN
    second = _half(session, turn, f"Second half, after {first}", first)
    if second is None:
        return Then.ASK_AGAIN
    return play(session, turn, f"{first}+{second.removeprefix('X:')}")


def _half(session: Session, turn: ChaseTurn, title: str, first: str | None) -> str | None:
    choices = second_halves(turn.moves, first)
    if not choices:
        session.terminal.say("There is no double move now.", "red")
        return None
    here = None if first is None else int(first.lstrip("X:TBUK"))
    session.terminal.show(choices_table(choices, turn.seen, session.terminal.width, x=here))
    while line := session.terminal.ask(f"{title} (Enter: no double move):"):
        texts = [choice.text for choice in choices]
        try:
            half = meant(line, texts, choices)
        except Unclear as unclear:
            session.terminal.say(str(unclear), "red")
            continue
        if half in texts:
            return half
        session.terminal.say(f"{half} is not in this list.", "red")
    return None
