"""Lines of JSON from another program: what is wrong with one is said in plain words."""

from __future__ import annotations

import pytest

from misterx.cli.lines import MOST_NESTED, parse_line
from misterx.core.errors import Malformed


@pytest.mark.parametrize(
    ("line", "problem"),
    (
        (b"hello", "not a line of JSON: Expecting value"),
        (b'{"do": "\xff"}', "not a line of JSON: its letters are not in UTF-8"),
        ('{"do": "hello"}'.encode("utf-16"), "not a line of JSON: its letters are not in UTF-8"),
        (b'{"do": NaN}', "NaN is no number of JSON's"),
        (b"[" * 10_000, f"nested more than {MOST_NESTED} deep"),
        (b"[" * 100 + b"]" * 100, f"nested more than {MOST_NESTED} deep"),
    ),
    ids=range(6),
)
def test_what_is_wrong_with_a_line_is_said(line: bytes, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_line(line)
    assert problem in refused.value.refusal.message


def test_a_line_is_read_as_bytes_and_as_text() -> None:
    assert parse_line(b'{"a": [1, 2.5]}') == parse_line('{"a": [1, 2.5]}') == {"a": [1, 2.5]}


def test_a_mark_that_editors_put_in_front_is_no_part_of_a_line() -> None:
    assert parse_line(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
