"""Whatever the OpenAPI document allows, and what it does not, is answered as the document says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode, checks
from schemathesis.core.result import Ok

from tests.server.serving import served

FEW, MANY = 25, 200
TOO_BIG = 413
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,  # the last: see TOO_BIG
]


@dataclass
class Served:
    """A server with tables in every state, and a guest who plays at them."""

    url: str
    session: requests.Session
    tables: list[str]

    def fresh_session(self) -> requests.Session:
        session = requests.Session()
        session.post(f"{self.url}/api/guest", json={"name": "Ada"}).raise_for_status()
        return session


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(str(tmp_path_factory.mktemp("openapi") / "misterx.db")) as url:
        running = Served(url, requests.Session(), [])
        running.session = running.fresh_session()
        mine = {"X": {"who": "me"}, "H1": {"who": "device"}}
        plans: tuple[dict[str, Any], ...] = (
            {"edition": "modern-2013", "players": 2},
            {"edition": "modern-2013", "players": 2, "seats": mine},
            {"edition": "modern-2013", "players": 2, "seats": mine, "start": True},
            {"edition": "cards-2017", "players": 3, "seats": {"P1": {"who": "me"}}},
        )
        for plan in plans:
            told = running.session.post(f"{url}/api/tables", json=plan)
            told.raise_for_status()
            running.tables.append(told.json()["table"]["id"])
        yield running
        running.session.close()


def exercise(server: Served, examples: int) -> Counter[str]:
    """Call every operation with data that fit and that do not; what was answered how often."""
    answered: Counter[str] = Counter()
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        for mode in GenerationMode:
            _exercise(server, operation, mode, examples, answered)
    return answered


def _exercise(
    server: Served,
    operation: Any,  # noqa: ANN401 - schemathesis's own
    mode: GenerationMode,
    examples: int,
    answered: Counter[str],
) -> None:
    """Call one operation with generated data, mostly about tables and seats that there are."""
    deletes = operation.method.upper() == "DELETE"

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), seed=st.integers(0, 2**32))
    def call(case: Case[Any], seed: int) -> None:
        dice = Random(seed)
        if mode is GenerationMode.POSITIVE and dice.random() < 0.8:
            _make_sensible(case, server, dice)
        session = server.fresh_session() if deletes else server.session
        with requests.Session() if dice.random() < 0.1 else nullcontext(session) as used:
            response = case.call(session=used, base_url=server.url)
        answered[str(response.status_code)] += 1
        # A body that is too big is turned down before anybody looks what is wrong with it.
        used_checks = CHECKS[:-1] if response.status_code == TOO_BIG else CHECKS
        case.validate_response(response, checks=used_checks)

    with suppress(Unsatisfiable):  # nothing can be wrong about a request without data
        call()


def _make_sensible(case: Case[Any], server: Served, dice: Random) -> None:
    """Ask about what there is: tables, seats and editions that no generator would guess."""
    there = {"table": dice.choice(server.tables), "seat": dice.choice(("X", "H1", "P1"))}
    for name in case.path_parameters.keys() & there.keys():
        case.path_parameters[name] = there[name]
    if isinstance(case.body, dict) and "edition" in case.body:
        known: dict[str, Any] = {"edition": "modern-2013", "players": 2, "options": {}, "seats": {}}
        case.body = {**case.body, **known, "record": None}


def test_every_answer_is_one_that_the_document_tells_of(server: Served) -> None:
    answered = exercise(server, FEW)
    assert {"200", "201", "401", "404", "409", "422"} <= set(answered), answered


@pytest.mark.soak
@pytest.mark.timeout(1_200)
def test_so_are_thousands(server: Served) -> None:
    exercise(server, MANY)
