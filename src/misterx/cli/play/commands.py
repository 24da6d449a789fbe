"""What a person can type when it is their turn."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from misterx.cli.play.choices import Unclear, choices_table, meant, second_halves
from misterx.cli.play.saving import free_name
from misterx.cli.play.screen import HELP, lines_from, where_line
from misterx.cli.play.seats import PERSON, X
from misterx.cli.tables import log_table
from misterx.cli.words import number_in
from misterx.core import Refused

if TYPE_CHECKING:
    from misterx.cli.play.session import Session, Turn

__all__ = ["Then", "obey"]


class Then(Enum):
    """What follows a line that was typed."""

    ASK_AGAIN = auto()
    GO_ON = auto()
    LEAVE = auto()


def obey(session: Session, turn: Turn, line: str) -> Then:
    """Do what a line says: a command, else a move. A bad one is answered and changes nothing."""
    word, _, rest = line.partition(" ")
    command = _COMMANDS.get(word.lower())
    if command is not None:
        return command(session, turn, rest.strip())
    if not line:
        session.terminal.say("Type a number of the list, a move, or `help`.")
        return Then.ASK_AGAIN
    try:
        move = meant(line, turn.legal, turn.choices)
    except Unclear as unclear:
        session.terminal.say(str(unclear), "red")
        return Then.ASK_AGAIN
    return _play(session, turn, move)


def _play(session: Session, turn: Turn, move: str) -> Then:
    try:
        session.play(move, session.owner(turn, move))
    except Refused as no:
        session.refuse(no)
        return Then.ASK_AGAIN
    return Then.GO_ON


def _help(session: Session, _turn: Turn, _rest: str) -> Then:
    session.terminal.say(HELP)
    return Then.ASK_AGAIN


def _moves(session: Session, turn: Turn, rest: str) -> Then:
    pieces = {choice.group for choice in turn.choices}
    piece = rest.upper()
    if piece and piece not in pieces:
        session.terminal.say(f"{piece} has no move now.", "red")
    else:
        session.show_moves(turn, piece or None)
    return Then.ASK_AGAIN


def _table(session: Session, turn: Turn, _rest: str) -> Then:
    session.show_turn(turn)
    return Then.ASK_AGAIN


def _from(session: Session, turn: Turn, rest: str) -> Then:
    board = turn.seen.cast.edition.board
    station = number_in(rest)
    if station is not None and station in board:
        session.terminal.show(lines_from(turn.seen, station))
    else:
        first, last = board.stations[0], board.stations[-1]
        session.terminal.say(f"Name a station, {first} to {last}: from {first}", "red")
    return Then.ASK_AGAIN


def _log(session: Session, turn: Turn, _rest: str) -> Then:
    session.terminal.show(log_table(turn.seen, session.terminal.width, is_x=turn.side == X))
    return Then.ASK_AGAIN


def _where(session: Session, turn: Turn, _rest: str) -> Then:
    session.show_where = not session.show_where
    session.terminal.show(where_line(turn.seen, is_open=session.show_where))
    return Then.ASK_AGAIN


def _double(session: Session, turn: Turn, _rest: str) -> Then:
    """A double move in two steps: Enter instead of a half gives it up."""
    first = _half(session, turn, "First half", None)
    if first is None:
        return Then.ASK_AGAIN
    second = _half(session, turn, f"Second half, after {first}", first)
    if second is None:
        return Then.ASK_AGAIN
    return _play(session, turn, f"{first}+{second.removeprefix('X:')}")


def _half(session: Session, turn: Turn, title: str, first: str | None) -> str | None:
    choices = second_halves(turn.moves, first)
    if not choices:
        session.terminal.say("There is no double move now.", "red")
        return None
    here = None if first is None else int(first.lstrip("X:TBUK"))
    session.terminal.show(choices_table(choices, turn.seen, x=here))
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


def _undo(session: Session, turn: Turn, _rest: str) -> Then:
    if why_not := _why_no_undo(session, turn):
        session.terminal.say(why_not, "red")
        return Then.ASK_AGAIN
    session.terminal.say(f"{session.take_back()} is taken back.")
    return Then.GO_ON


def _why_no_undo(session: Session, turn: Turn) -> str | None:
    """Why the last move stands; None if it may be taken back."""
    if turn.side == X:
        return "Mister X takes nothing back: the ticket he lays is news to the detectives."
    own = [seat != X and session.seats[seat] == PERSON for seat in session.made]
    if not any(own):
        return "There is nothing to take back yet."
    if not own[-1]:
        return "Your last move stands: somebody else has moved since."
    if not session.game.can_undo:
        return (
            "That move stands: it told you something about where Mister X is, "
            "and that cannot be forgotten."
        )
    return None


def _save(session: Session, _turn: Turn, rest: str) -> Then:
    path = Path(rest).expanduser() if rest else session.path or free_name()
    question = f"There is a file {path} already. Overwrite it?"
    if path == session.path or not path.is_file() or session.terminal.confirm(question):
        session.save(path)
    return Then.ASK_AGAIN


def _resign(session: Session, turn: Turn, _rest: str) -> Then:
    if not session.terminal.confirm("Give up the game?"):
        return Then.ASK_AGAIN
    session.game.concede("hunters" if turn.side == X else "x")
    return Then.GO_ON


def _quit(session: Session, _turn: Turn, _rest: str) -> Then:
    wanted = not session.is_saved and session.terminal.confirm("Save the game first?", usual=True)
    if wanted and not session.save(session.path or free_name()):
        return Then.ASK_AGAIN
    return Then.LEAVE


_COMMANDS: dict[str, Callable[[Session, Turn, str], Then]] = {
    "help": _help,
    "?": _help,
    "moves": _moves,
    "table": _table,
    "from": _from,
    "map": _from,
    "neighbours": _from,
    "log": _log,
    "where": _where,
    "double": _double,
    "undo": _undo,
    "save": _save,
    "resign": _resign,
    "quit": _quit,
    "exit": _quit,
}
