"""The TypeScript module for clients: it says what the models say, and a compiler accepts it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from pydantic import BaseModel

from misterx.core import Code
from misterx.server import api, bodies, guard, typescript, views, wire
from misterx.server.table import plan
from misterx.server.table.refusals import TableCode

ROOT = Path(__file__).parents[2]
TEXT = typescript.module()
SAMPLE = Path(__file__).with_name("wire_sample.ts")
INTERFACES = {
    name: dict(re.findall(r"^  (\w+\??): (.*);$", fields, re.MULTILINE))
    for name, fields in re.findall(r"(?sm)^export interface (\w+) \{\n(.*?)^\}", TEXT)
}
MADE_FROM = (BaseModel, views.Closed, plan.Plan)
"""What other models are made from stands in none of their names."""
MODELS = tuple(
    thing
    for module in (wire, bodies, views)
    for name, thing in vars(module).items()
    if isinstance(thing, type) and issubclass(thing, BaseModel)
    if not name.startswith("_") and thing not in MADE_FROM
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_is_there_with_every_field(model: type[BaseModel]) -> None:
    fields = [
        name if field.is_required() else f"{name}?" for name, field in model.model_fields.items()
    ]
    assert list(INTERFACES[model.__name__]) == fields


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_says_what_it_is_for(model: type[BaseModel]) -> None:
    assert model.__doc__ is not None
    first, *_ = model.__doc__.splitlines()
    assert f"/** {first} */\nexport interface {model.__name__} {{" in TEXT


def test_fields_have_their_types() -> None:
    assert INTERFACES["Watch"] == {
        "do": '"watch"',
        "id?": "string | null",
        "wire": "number",
        "table": "string",
        "seat?": "string | null",
        "since?": "number | null",
    }
    assert INTERFACES["Ask"]["what"] == '"undo" | "pause" | "resign"'
    assert INTERFACES["Look"]["piece"] == "string | null"
    assert INTERFACES["NewTable"]["seats?"] == "Record<string, SeatPlan>"
    assert INTERFACES["GameShown"]["view"] == "ChaseView | CardsView"
    assert INTERFACES["CardsView"]["hands"] == 'Record<string, number | (number | "X")[]>'
    assert INTERFACES["Problem"]["code"] == "RefusalCode"
    assert "  kind: string;\n  [more: string]: unknown;\n" in TEXT


def test_what_a_client_may_leave_out_the_server_sends_whole() -> None:
    assert INTERFACES["NewTable"]["clock?"] == "ClockPlan"
    assert INTERFACES["TableShown"]["clock"] == "Required<ClockPlan>"


def test_comments_of_fields_are_kept() -> None:
    assert "  /** The last entry that the mover has seen. */\n  at: number;" in TEXT


@pytest.mark.parametrize(
    ("name", "messages", "key"),
    (("ClientMessage", wire.ClientMessage, "do"), ("ServerMessage", wire.ServerMessage, "type")),
)
def test_messages_are_told_apart_by_one_field(name: str, messages: object, key: str) -> None:
    models = get_args(messages)
    members = "".join(f"\n  | {model.__name__}" for model in models)
    assert f"export type {name} ={members};" in TEXT
    said = [INTERFACES[model.__name__][key] for model in models]
    assert all(re.fullmatch(r'"\w+"', word) for word in said)
    assert len(set(said)) == len(models)


def test_every_code_is_listed_once() -> None:
    (codes,) = re.findall(r"REFUSAL_CODES = \[(.*?)\] as const", TEXT, re.DOTALL)
    listed = re.findall(r'"(\w+)"', codes)
    assert listed == [*Code, *TableCode]
    assert len(set(listed)) == len(listed)
    of_guard = {no.code for no in vars(guard).values() if isinstance(no, guard._Refusal)}
    too_fast = guard._too_fast(1, "too many requests")
    assert too_fast is not None
    assert of_guard
    assert {*of_guard, too_fast.code} <= set(listed)


def test_the_version_is_there() -> None:
    assert f"export const WIRE = {wire.WIRE};" in TEXT


def test_every_request_over_http_is_there() -> None:
    asked = {f"{method} {route.path}" for route in api.ROUTES for method in route.methods or ()}
    assert set(re.findall(r'^  "(\w+ /[^"]*)": \{$', TEXT, re.MULTILINE)) == asked
    assert '  "POST /api/tables": {\n    body: NewTable;\n    answer: TableInfo;\n  };' in TEXT
    assert '  "DELETE /api/guest": {\n    body: undefined;\n    answer: undefined;\n  };' in TEXT
    assert (
        '  "GET /api/boards/{board}": {\n    body: undefined;\n    answer: unknown;\n  };' in TEXT
    )
    record = '"GET /api/tables/{table}/record": {\n    query: { seat?: string | null };\n'
    assert f"  {record}    body: undefined;\n    answer: unknown;\n  }};" in TEXT, "text or JSON"


def test_a_type_without_a_word_for_it_is_an_error() -> None:
    class Strange(BaseModel):
        when: complex

    with pytest.raises(TypeError, match="no TypeScript for <class 'complex'>"):
        typescript._Writer(()).interface(Strange)


def test_other_types_and_long_comments() -> None:
    class Odd(BaseModel):
        """One line.

        And */ another.
        """

        pair: tuple[int, Literal[True]]
        anything: Any

    assert typescript._Writer(()).interface(Odd) == (
        "/**\n * One line.\n *\n * And * / another.\n */\n"
        "export interface Odd {\n  pair: [number, true];\n  anything: unknown;\n}"
    )


def test_as_a_program_it_prints_the_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "misterx.server.typescript"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == TEXT


def test_a_compiler_accepts_it_with_a_client_that_uses_it(tmp_path: Path) -> None:
    found = shutil.which("tsc") or shutil.which("tsc", path=str(ROOT / "web/node_modules/.bin"))
    if found is None:
        pytest.skip("no TypeScript compiler here")
    (tmp_path / "wire.ts").write_text(TEXT, encoding="utf-8")
    shutil.copy(SAMPLE, tmp_path)
    done = subprocess.run(
        [
            found,
            *("--strict", "--noEmit", "--noUnusedLocals", "--noUncheckedIndexedAccess"),
            *("--exactOptionalPropertyTypes", "--target", "es2022"),
            *("--module", "node16", SAMPLE.name),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
