"""Refusals: each class has its code, and a record's error says the place."""

import pytest

from misterx.core import (
    BadSetup,
    Code,
    IllegalMove,
    Malformed,
    RecordError,
    Refused,
    UnknownEdition,
)

CODES_OF_MOVES = (
    "malformed",
    "game_over",
    "not_allowed",
    "not_your_turn",
    "already_moved",
    "no_double",
    "log_full",
    "no_connection",
    "no_ticket",
    "occupied",
    "not_in_hand",
    "does_not_fit",
)


def test_the_codes_are_those_that_programs_know() -> None:
    assert {*CODES_OF_MOVES, "unknown_edition", "bad_setup"} == set(Code)


@pytest.mark.parametrize(
    ("error", "code"),
    (
        (Refused, Code.BAD_SETUP),
        (Malformed, Code.MALFORMED),
        (UnknownEdition, Code.UNKNOWN_EDITION),
        (BadSetup, Code.BAD_SETUP),
        (IllegalMove, Code.NOT_ALLOWED),
        (RecordError, Code.BAD_SETUP),
    ),
)
def test_every_refusal_is_a_value_error_with_its_own_code(error: type[Refused], code: Code) -> None:
    refused = error("so it is")
    assert isinstance(refused, ValueError)
    assert refused.refusal.code is code
    assert str(refused) == refused.refusal.message == "so it is"


def test_a_refusal_takes_a_closer_code() -> None:
    assert IllegalMove("full", Code.LOG_FULL).refusal.code is Code.LOG_FULL
    assert RecordError("who?", code=Code.UNKNOWN_EDITION).refusal.code is Code.UNKNOWN_EDITION


@pytest.mark.parametrize(
    ("entry", "line", "message"),
    (
        (None, None, "no"),
        (3, None, "entry 3: no"),
        (None, 9, "line 9: no"),
        (3, 9, "entry 3, line 9: no"),
    ),
)
def test_a_record_error_says_where(entry: int | None, line: int | None, message: str) -> None:
    error = RecordError("no", entry=entry, line=line)
    assert (str(error), error.reason) == (message, "no")
    assert (error.entry, error.line) == (entry, line)
