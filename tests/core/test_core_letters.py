"""Text with a lone surrogate, which UTF-8 cannot hold, is refused wherever text is read."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import misterx
from misterx.arena.programs import Program, ProgramFailed
from misterx.cli import main
from misterx.cli.lines import parse_line
from misterx.core import Game, Header, Record, RecordError, Refused, Setup, rules_for
from misterx.core.fields import read_json, unencodable

HALF = "\ud800"
"""Half of a character: JSON can write it, and nothing can store or print it."""


FIXED: dict[str, Any] = {HALF: 3}


def a_record(edition: str = "modern-2013") -> Record:
    rules = rules_for(edition)
    game = Game.new(rules, Setup(rules.players[0], {}, {}), Random(1))
    for _ in range(6):
        game.play(game.legal[0])
    record = game.record()
    return Record(
        Header(**{**_values(record.header), "tags": {"who": "Ada"}}), record.entries, record.result
    )


def _values(header: Header) -> dict[str, Any]:
    return {name: getattr(header, name) for name in Header.__slots__}


def broken(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    """The value with a broken text in the place of each part, and as each key."""
    yield HALF
    if isinstance(value, dict):
        for key in value:
            yield {**value, f"{key}{HALF}": value[key]}
            for part in broken(value[key]):
                yield {**value, key: part}
    elif isinstance(value, list):
        for number, item in enumerate(value):
            for part in broken(item):
                yield [*value[:number], part, *value[number + 1 :]]


@pytest.mark.parametrize("edition", ("modern-2013", "cards-2017"))
def test_no_record_holds_a_lone_surrogate(edition: str) -> None:
    data = a_record(edition).to_json()
    given = copy.deepcopy(data)
    number = 0
    for each in broken(data):
        number += 1
        for read in (Record.from_json, lambda data: Record.read(json.dumps(data))):
            with pytest.raises(RecordError) as no:
                read(each)
            str(no.value).encode()
    assert number > 20
    assert data == given


def test_nor_does_the_text_of_a_record() -> None:
    lines = a_record().to_text().splitlines(keepends=True)
    refused = 0
    for number, line in enumerate(lines):
        for changed in (HALF + line, line[:-1] + HALF + line[-1:]):
            text = "".join([*lines[:number], changed, *lines[number + 1 :]])
            if line.startswith("#") and changed.startswith("#"):
                assert Record.from_text(text) == a_record()  # a comment is not kept
                continue
            with pytest.raises(RecordError) as no:
                Record.from_text(text)
            str(no.value).encode()
            refused += 1
    assert refused > 10


@pytest.mark.parametrize(
    "ask",
    (
        lambda: misterx.new_game(HALF),
        lambda: misterx.new_game("modern-2013", options={HALF: True}),
        lambda: misterx.new_game("modern-2013", 4, starts={HALF: 3}),
        lambda: misterx.new_game("modern-2013", 4, **FIXED),
        lambda: misterx.new_game(rules={"base": HALF}),
        lambda: misterx.new_game(rules={"base": "modern-2013", HALF: 1}),
        lambda: misterx.new_game(rules={"base": "modern-2013", "board": HALF}),
        lambda: misterx.new_game("modern-2013", seed=1).play(HALF),
        lambda: misterx.new_game("modern-2013", seed=1).play("X:T" + HALF),
        lambda: misterx.new_game("cards-2017", seed=1).play(HALF),
        lambda: Game.from_position(rules_for("modern-2013"), {HALF: 1}),
        lambda: Record(a_record().header, (HALF,), None),
        lambda: parse_line(json.dumps({"do": [{HALF: 1}]})),
        lambda: parse_line(b'{"do": "\\ud800"}'),
        lambda: parse_line(b'{"do": "\xed\xa0\x80"}'),
    ),
)
def test_what_a_program_asks_for_is_refused_in_words_that_can_be_printed(
    ask: Callable[[], object],
) -> None:
    with pytest.raises(Refused) as no:
        ask()
    str(no.value).encode()


def test_json_with_a_lone_surrogate_is_not_read() -> None:
    for text in (r'"\ud800"', r'{"\udc00": 1}', r'[["\udc00\ud800"]]'):
        with pytest.raises(ValueError, match="lone surrogate"):
            read_json(text)
    assert read_json(r'"\ud83d\ude00"') == "😀"
    assert unencodable({"a": ["b", 1, None, ("😀",)]}) is None


def test_another_program_that_says_one_has_answered_nonsense() -> None:
    program = Program(
        r"""sh -c 'read line; echo "{\"ok\": true, \"name\": \"\\ud800\", \"plays\": []}"'"""
    )
    try:
        with pytest.raises(ProgramFailed) as no:
            program.hello()
        str(no.value).encode()
    finally:
        program.end()


@pytest.mark.parametrize("command", ("replay", "analyse", "audit"))
@pytest.mark.parametrize("form", ("text", "json"))
def test_the_command_line_refuses_files_with_one(
    command: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    data = {**a_record().to_json(), "options": {HALF: True}}
    if form == "json":
        file.write_text(json.dumps(data), "utf-8")
    else:
        text = a_record().to_text()
        file.write_text(text.replace("\n\n", '\noptions: {"\\ud800": true}\n\n', 1), "utf-8")
    assert main([command, str(file)]) == 1
    assert "lone surrogate" in capsys.readouterr().err
