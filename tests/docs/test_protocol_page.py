"""The page about the protocols tells everything that goes over the wire."""

import re
from pathlib import Path
from typing import get_args

import pytest

from misterx.core import Code
from misterx.server import api, wire
from misterx.server.table.refusals import TableCode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
REQUESTS = [f"{method} {route.path}" for route in api.ROUTES for method in route.methods or ()]


def rows(heading: str) -> dict[str, str]:
    """The table under a heading: what stands in the first column, and the rest of each row."""
    _, _, section = PAGE.partition(f"\n### {heading}\n")
    section, _, _ = section.partition("\n#")
    return dict(re.findall(r"^\| `(\w+)` \|(.*)$", section, re.MULTILINE))


def test_every_message_of_a_client_is_told_with_its_fields() -> None:
    said = rows("What a client says")
    fields = {
        get_args(model.model_fields["do"].annotation)[0]: set(model.model_fields) - {"do"}
        for model in get_args(wire.ClientMessage)
    }
    told = {word: set(re.findall(r"`(\w+)`", row.split(" | ")[0])) for word, row in said.items()}
    assert told == fields


def test_every_message_of_the_server_is_told() -> None:
    types = [
        get_args(model.model_fields["type"].annotation)[0] for model in get_args(wire.ServerMessage)
    ]
    assert list(rows("What the server says")) == types


@pytest.mark.parametrize("code", (*Code, *TableCode))
def test_every_code_is_told_once(code: str) -> None:
    in_tables = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    assert sum(f"`{code}`" in cell for cell in in_tables) == 1


@pytest.mark.parametrize("request_", REQUESTS)
def test_every_request_over_http_is_told(request_: str) -> None:
    assert f"\n| `{request_}` |" in PAGE


def test_the_version_in_the_examples_is_the_present_one() -> None:
    assert set(re.findall(r'"wire":(\d+)', PAGE)) == {str(wire.WIRE)}
