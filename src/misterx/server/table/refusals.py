"""Every way in which a table says no to what the law would not mind, or never hears of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from misterx.core import Code, Refused

__all__ = ["No", "TableCode", "of_law"]


class TableCode(StrEnum):
    """What was wrong; the law's `Code` stands beside these, and no word means two things."""

    STALE = "stale"
    UNKNOWN_TABLE = "unknown_table"
    OTHER_TABLE = "other_table"
    UNKNOWN_BOARD = "unknown_board"
    UNKNOWN_LESSON = "unknown_lesson"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    NOT_WATCHING = "not_watching"
    NO_SPECTATORS = "no_spectators"
    SEAT_TAKEN = "seat_taken"
    NO_SEAT = "no_seat"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NOT_OVER = "not_over"
    BAD_RECORD = "bad_record"
    SEATS_OPEN = "seats_open"
    NO_HINTS = "no_hints"
    NO_ANALYSIS = "no_analysis"
    PAUSED = "paused"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_ASKED = "nothing_asked"
    ALREADY_ASKED = "already_asked"
    NO_TEAM = "no_team"
    TOO_MANY = "too_many"
    TOO_FAST = "too_fast"
    TOO_BIG = "too_big"
    STOPPING = "stopping"
    STORAGE = "storage"
    DAMAGED = "damaged"
    OLD_CLIENT = "old_client"
    NO_GUEST = "no_guest"
    BAD_LINK = "bad_link"
    BAD_HOST = "bad_host"
    BAD_ORIGIN = "bad_origin"
    BANNED = "banned"
    CLOSED = "closed"
    DRAINING = "draining"
    TOO_SLOW = "too_slow"
    SERVER_ERROR = "server_error"


@dataclass(frozen=True, slots=True)
class No:
    """A request that is turned down: a code for programs, a sentence for people."""

    code: TableCode | Code
    message: str
    line: int | None = None
    """The line of a record that is at fault."""
    entry: int | None = None
    """The entry of a record that is at fault, counted from 1; JSON has no lines."""


def of_law(refused: Refused) -> No:
    """The law's refusal."""
    return No(refused.refusal.code, refused.refusal.message)
