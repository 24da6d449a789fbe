"""Readiness: who searches is compiled for before the first move, and nobody else."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from misterx.bots import readiness


@pytest.mark.parametrize("loaded", (True, False))
def test_kernels_are_compiled_once_somebody_has_loaded_them(
    monkeypatch: pytest.MonkeyPatch, *, loaded: bool
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr("misterx.kernels.warming.warm", lambda: warmed.append("all"))
    monkeypatch.delitem(sys.modules, "misterx.kernels.contests")
    if loaded:
        monkeypatch.setitem(
            sys.modules, "misterx.kernels.contests", ModuleType("misterx.kernels.contests")
        )
    readiness._warm.cache_clear()
    readiness.make_ready()
    readiness.make_ready()
    readiness._warm.cache_clear()
    assert warmed == (["all"] if loaded else [])
