"""`misterx play`: the game in the terminal."""

from __future__ import annotations

import sys
from argparse import Namespace

from misterx.cli.complaints import Complaint
from misterx.cli.play.dialogue import plan_game
from misterx.cli.play.session import Session
from misterx.cli.play.terminal import EndOfInput, Terminal

__all__ = ["main"]

_INTERRUPTED = 130


def main(args: Namespace) -> int:
    """Set up a game and play it."""
    terminal = Terminal(sys.stdin, sys.stdout)
    try:
        plan = plan_game(args, terminal)
    except EndOfInput:
        terminal.say("There is no more input: no game today.")
        return 0
    session = Session(plan, terminal)
    try:
        session.run()
    except KeyboardInterrupt:
        session.wipe()
        lost = "" if session.is_saved else "; the game was not saved"
        terminal.say("")
        raise Complaint(f"stopped{lost}", code=_INTERRUPTED) from None
    return 0
