"""The toy game, known to the registry while a test runs."""

import pytest

from misterx.core import registry
from tests.core.toy.rules import Toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The rules of the toy game, which the registry finds like any other."""
    monkeypatch.setitem(registry._MODULES, "toy", "tests.core.toy")
    rules = registry.rules_for("sixes")
    assert isinstance(rules, Toy)
    return rules
