"""What a person can type when it is their turn, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from misterx.cli.play.saving import free_name, path_typed
from misterx.cli.play.seats import PERSON
from misterx.cli.play.table import AnyTurn, Command, Then, Unclear
from misterx.core import Refused, Seat

if TYPE_CHECKING:
    from misterx.cli.play.session import Session

__all__ = ["obey", "play"]


def obey(session: Session, turn: AnyTurn, line: str) -> Then:
    """Do what a line says: a command, else a move. A bad one is answered and changes nothing."""
    word, _, rest = line.partition(" ")
    command = {**_COMMANDS, **session.table.commands}.get(word.lower())
    if command is not None:
        return command(session, turn, rest.strip())
    if not line:
        session.terminal.say("Type a number of the list, a move, or `help`.")
        return Then.ASK_AGAIN
    try:
        move = session.table.meant(turn, line)
    except Unclear as unclear:
        session.terminal.say(str(unclear), "red")
        return Then.ASK_AGAIN
    return play(session, turn, move)


def play(session: Session, turn: AnyTurn, move: str) -> Then:
    """Play a move for whoever of the people on turn it is for."""
    try:
        session.play(move, session.owner(turn, move))
    except Refused as no:
        session.refuse(no)
        return Then.ASK_AGAIN
    return Then.GO_ON


def _help(session: Session, _turn: AnyTurn, _rest: str) -> Then:
    session.terminal.say(session.table.help)
    return Then.ASK_AGAIN


def _moves(session: Session, turn: AnyTurn, rest: str) -> Then:
    groups = {choice.group for choice in turn.choices}
    group = rest.upper()
    if group and group not in groups:
        session.terminal.say(f"{group} has no move now.", "red")
    else:
        width = session.terminal.width
        session.terminal.show(*session.table.moves(turn, group or None, width))
    return Then.ASK_AGAIN


def _table(session: Session, turn: AnyTurn, _rest: str) -> Then:
    session.show_turn(turn)
    return Then.ASK_AGAIN


def _next(session: Session, turn: AnyTurn, _rest: str) -> Then:
    if session.pass_on(turn):
        return Then.GO_ON
    session.terminal.say("There is nobody else to ask: this is yours to decide.", "red")
    return Then.ASK_AGAIN


def _undo(session: Session, turn: AnyTurn, _rest: str) -> Then:
    if why_not := _why_no_undo(session, turn):
        session.terminal.say(why_not, "red")
        return Then.ASK_AGAIN
    session.terminal.say(f"{session.take_back()} is taken back.")
    return Then.GO_ON


def _why_no_undo(session: Session, turn: AnyTurn) -> str | None:
    """Why the last move stands; None if it may be taken back."""
    if never := session.table.never_undone(turn):
        return never
    own = [session.eyes(s) == turn.eyes and session.seats[s] == PERSON for s in session.made]
    if not any(own):
        return "There is nothing to take back yet."
    if not own[-1]:
        return "Your last move stands: somebody else has moved since."
    if not session.game.can_undo:
        return (
            "That move stands: it told you something about Mister X, and that cannot be forgotten."
        )
    return None


def _save(session: Session, _turn: AnyTurn, rest: str) -> Then:
    try:
        path = path_typed(rest) if rest else session.path or free_name()
        is_there = path.is_file()
    except OSError as error:
        session.cannot_save(rest, error)
        return Then.ASK_AGAIN
    question = f"There is a file {path} already. Overwrite it?"
    if path == session.path or not is_there or session.terminal.confirm(question):
        session.save(path)
    return Then.ASK_AGAIN


def _resign(session: Session, turn: AnyTurn, _rest: str) -> Then:
    if not session.terminal.confirm("Give up the game?"):
        return Then.ASK_AGAIN
    game, rules = session.game, session.game.rules
    own = rules.side(game.state, Seat(turn.persons[0]))
    game.concede(next(side for side in rules.winners if side != own))
    return Then.GO_ON


def _quit(session: Session, _turn: AnyTurn, _rest: str) -> Then:
    wanted = not session.is_saved and session.terminal.confirm("Save the game first?", usual=True)
    if wanted and not session.save(session.path or free_name()):
        return Then.ASK_AGAIN
    return Then.LEAVE


_COMMANDS: Mapping[str, Command] = {
    "help": _help,
    "?": _help,
    "moves": _moves,
    "table": _table,
    "next": _next,
    "undo": _undo,
    "save": _save,
    "resign": _resign,
    "quit": _quit,
    "exit": _quit,
}
