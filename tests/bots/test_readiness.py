"""Readiness: who searches is compiled for before the first move, and nobody else."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from misterx.bots import readiness


@pytest.mark.parametrize(
    ("loaded", "filled", "expected"),
    (
        pytest.param(True, False, ["all"], id="compiled"),
        pytest.param(True, True, ["what players call"], id="read, where they are compiled"),
        pytest.param(False, False, [], id="left alone, where nobody searches"),
    ),
)
def test_kernels_are_ready_once_somebody_has_loaded_them(
    monkeypatch: pytest.MonkeyPatch, *, loaded: bool, filled: bool, expected: list[str]
) -> None:
    warmed: list[str] = []

    def warm(*, all_entries: bool) -> None:
        warmed.append("all" if all_entries else "what players call")

    monkeypatch.setattr("misterx.kernels.warming.warm", warm)
    monkeypatch.setattr(readiness, "is_filled", lambda: filled)
    monkeypatch.delitem(sys.modules, "misterx.kernels.contests")
    if loaded:
        monkeypatch.setitem(
            sys.modules, "misterx.kernels.contests", ModuleType("misterx.kernels.contests")
        )
    readiness._warm.cache_clear()
    readiness.make_ready()
    readiness.make_ready()
    readiness._warm.cache_clear()
    assert warmed == expected
