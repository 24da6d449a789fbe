"""The one place where the game talks to a person: lines in, tables out."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from misterx.cli.output import console_for
from misterx.cli.words import number_in

__all__ = ["EndOfInput", "Terminal"]

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""To the top, wipe the screen, wipe what was scrolled away."""
_BLANK_LINES = 100
"""What stands in for it where the terminal cannot be wiped."""


class EndOfInput(Exception):
    """Nobody will type anything any more."""


class Terminal:
    """A person at a screen.

    Lines are read as they come, without a history of earlier ones: with one, whoever presses the
    up arrow would read Mister X's moves.
    """

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._console = console_for(stdout)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self._console.width

    def show(self, *parts: RenderableType) -> None:
        """Print these, each from a new line on."""
        for part in parts:
            self._console.print(part)

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence."""
        self._console.print(Text(text, style=style))

    def ask(self, prompt: str) -> str:
        """What the person answers, without blanks around it; raises `EndOfInput`."""
        self._console.print(Text(prompt, style="bold"), end=" ")
        self._stdout.flush()
        line = self._stdin.readline()
        if not line or not self._stdin.isatty():
            self._console.print()  # nobody has pressed Enter on this screen
        if not line:
            raise EndOfInput
        return line.strip()

    def forget_typed(self) -> None:
        """Drop what was typed ahead: nobody answers a question before having seen it."""
        if self._stdin.isatty():
            with contextlib.suppress(ImportError):  # a system without it keeps what was typed
                import termios  # noqa: PLC0415 - not every system has it

                termios.tcflush(self._stdin, termios.TCIFLUSH)

    def confirm(self, question: str, *, usual: bool = False) -> bool:
        """True for yes; Enter, or anything unclear, is the usual answer."""
        answer = self.ask(f"{question} [{'Y/n' if usual else 'y/N'}]").lower()
        return answer in ("y", "yes") if not usual else answer not in ("n", "no")

    def choose(self, question: str, offers: Mapping[str, str], usual: str) -> str:
        """One of the offers, by its number or name; Enter takes the usual one."""
        names = list(offers)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for number, (name, about) in enumerate(offers.items(), 1):
            table.add_row(f"{number})", name, about)
        self.show(Text(f"\n{question}", style="bold"), table)
        while True:
            found = _offered(self.ask(f"Number or name [{usual}]:"), names, usual)
            if found is not None:
                return found
            self.say(f"That is none of them: type 1 to {len(names)}, or just Enter for {usual}.")

    def clear(self) -> None:
        """Leave nothing on the screen, nor above it."""
        if self._stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            self._stdout.write(_CLEAR)
        else:
            self._stdout.write("\n" * _BLANK_LINES)
        self._stdout.flush()


def _offered(answer: str, names: Sequence[str], usual: str) -> str | None:
    if not answer:
        return usual
    number = number_in(answer)
    if number is not None and 1 <= number <= len(names):
        return names[number - 1]
    return next((name for name in names if name.lower() == answer.lower()), None)
