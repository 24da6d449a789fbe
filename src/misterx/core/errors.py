"""Every way in which the rules say no, and why.

::

    Refused (ValueError)          a request or a move that is turned down; nothing has changed
    ├── Malformed                 the text or data does not have the form it should have
    ├── UnknownEdition            no edition of that name
    ├── BadSetup                  a game or position that cannot be put up like this
    ├── RecordError               a record that is damaged or impossible, and at which entry
    └── IllegalMove               a move that the rules do not allow now

Each carries a `Refusal`: a code that programs and translations go by, and a sentence for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

__all__ = [
    "BadSetup",
    "Code",
    "IllegalMove",
    "Malformed",
    "RecordError",
    "Refusal",
    "Refused",
    "UnknownEdition",
]


class Code(StrEnum):
    """What was wrong, shared by the command line, the wire and the client's translations."""

    MALFORMED = "malformed"
    UNKNOWN_EDITION = "unknown_edition"
    BAD_SETUP = "bad_setup"
    GAME_OVER = "game_over"
    NOT_ALLOWED = "not_allowed"
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_MOVED = "already_moved"
    NO_DOUBLE = "no_double"
    LOG_FULL = "log_full"
    NO_CONNECTION = "no_connection"
    NO_TICKET = "no_ticket"
    OCCUPIED = "occupied"
    NOT_IN_HAND = "not_in_hand"
    DOES_NOT_FIT = "does_not_fit"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A code for programs and a sentence for people."""

    code: Code
    message: str


class Refused(ValueError):
    """A request that was turned down; whatever it was meant to change is as before."""

    default: ClassVar[Code] = Code.BAD_SETUP

    def __init__(self, message: str, code: Code | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(code or self.default, message)


class Malformed(Refused):
    """Text or data that does not have the form it should have."""

    default = Code.MALFORMED


class UnknownEdition(Refused):
    """A name that no edition has."""

    default = Code.UNKNOWN_EDITION


class BadSetup(Refused):
    """A game or position that cannot be put up like this."""

    default = Code.BAD_SETUP


class IllegalMove(Refused):
    """A move that the rules do not allow now."""

    default = Code.NOT_ALLOWED


class RecordError(Refused):
    """A damaged or impossible record: where it went wrong, and why.

    `entry` counts the moves of the record from 1, chance included; None: the header or result.
    `line` counts the lines of its text from 1; None where the record was not read from text.
    """

    default = Code.BAD_SETUP

    def __init__(
        self,
        reason: str,
        *,
        entry: int | None = None,
        line: int | None = None,
        code: Code | None = None,
    ) -> None:
        place = ", ".join(
            f"{name} {number}"
            for name, number in (("entry", entry), ("line", line))
            if number is not None
        )
        super().__init__(f"{place}: {reason}" if place else reason, code)
        self.reason = reason
        self.entry = entry
        self.line = line
