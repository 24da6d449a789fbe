"""The metrics of a real server: documented, bounded, and counted where they belong."""

from __future__ import annotations

import asyncio
import os
import platform
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from misterx import __version__
from misterx.server import process_metrics
from tests.server.client import Guest
from tests.server.evenings import Evening, awaited
from tests.server.serving import served

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
ONLY_LINUX = {"process_resident_memory_bytes", "process_open_fds"}
"""Metrics that are left out where the system does not tell them."""


def documented() -> set[str]:
    """The metrics that the page for hosts lists."""
    row = re.compile(r"^\| `((?:misterx|process)_[a-z_]+)(?:\{[a-z_,]+\})?` \|", re.MULTILINE)
    return set(row.findall(PAGE.read_text(encoding="utf-8")))


def parsed(text: str) -> dict[str, float]:
    """Each line of the metrics, by its name with labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(number) for name, _, number in lines}


async def metrics_when(guest: Guest, is_so: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    """The metrics, asked for until something is so."""
    async with asyncio.timeout(90):
        while not is_so(found := parsed((await guest.http.get("/metrics")).text)):
            await asyncio.sleep(0.02)
    return found


@awaited
async def test_the_page_for_hosts_lists_every_metric(url: str) -> None:
    async with Guest(url) as guest:
        text = (await guest.http.get("/metrics")).text
    found = set(re.findall(r"^# TYPE ([a-z_]+) ", text, re.MULTILINE))
    missing = found - documented()
    assert not missing, f"docs/server.md has no row for {sorted(missing)}"
    gone = documented() - found - ONLY_LINUX
    assert not gone, f"docs/server.md lists what no server gives: {sorted(gone)}"


@awaited
async def test_requests_are_counted_by_route_and_never_by_path(url: str) -> None:
    async with Evening(url) as evening:
        ada = await evening.guest()
        before = parsed((await ada.http.get("/metrics")).text)
        for path in ("/api/tables/ABCDEFGH", "/api/tables/HGFEDCBA", "/t/SECRET22"):
            await ada.http.get(path)
        for path in ("/wp-login.php", "/api/private", "/assets/nothing.js"):
            await ada.http.get(path)
        await ada.http.request("BREW", "/api/guest")
        text = (await ada.http.get("/metrics")).text
    found = parsed(text)

    def counted(route: str, method: str, status: str) -> float:
        labels = f'{{route="{route}",method="{method}",status="{status}"}}'
        name = f"misterx_http_requests_total{labels}"
        return found.get(name, 0) - before.get(name, 0)

    assert counted("/api/tables/{table}", "GET", "4xx") == 2
    assert counted("/t/{table}", "GET", "2xx") + counted("/t/{table}", "GET", "4xx") == 1
    assert counted("none", "GET", "4xx") == 2
    assert counted("/assets/{name}", "GET", "4xx") == 1
    assert found['misterx_http_seconds_count{route="/api/tables/{table}"}'] >= 2
    for secret in ("ABCDEFGH", "SECRET22", "wp-login", "BREW", "nothing.js"):
        assert secret not in text


@awaited
async def test_requests_that_the_guard_refuses_are_counted(url: str) -> None:
    async with Guest(url) as guest:
        answer = await guest.http.get("/api/guest", headers={"Host": "evil.example"})
        assert answer.status_code == 403
        found = parsed((await guest.http.get("/metrics")).text)
    labels = '{route="none",method="GET",status="4xx"}'
    assert found[f"misterx_http_requests_total{labels}"] >= 1


@pytest.mark.parametrize("kind", ("sqlite", "postgresql"))
def test_waits_for_the_database_are_measured(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    database = (
        request.getfixturevalue("postgres").new_database()
        if kind == "postgresql"
        else f"sqlite:///{tmp_path / 'tables.db'}"
    )

    @awaited
    async def play(url: str) -> None:
        async with Evening(url) as evening:
            ada, ben = await evening.guests("Ada", "Ben")
            at = await evening.table({"X": ada, "H1": ben})
            await at["X"].move(at["X"].moves[0])
            found = parsed((await ada.http.get("/metrics")).text)
        labels = (
            f'{{version="{__version__}",python="{platform.python_version()}",database="{kind}"}}'
        )
        assert found[f"misterx_build_info{labels}"] == 1
        saved = sum(n for name, n in found.items() if name.startswith("misterx_entries_total"))
        assert saved >= 2
        assert found["misterx_database_queue_seconds_count"] >= saved
        assert found["misterx_database_transaction_seconds_count"] >= 1
        assert found["misterx_database_connection_seconds_count"] >= 1
        assert "misterx_database_queue" in found
        assert found["misterx_watched_tables"] == 1

    with served(database) as url:
        play(url)


@awaited
async def test_the_lag_of_the_loop_and_the_process_are_measured(url: str) -> None:
    async with Guest(url) as guest:
        found = await metrics_when(guest, lambda told: told["misterx_loop_lag_seconds_count"] >= 2)
        assert found["process_cpu_seconds_total"] > 0
        assert found["process_start_time_seconds"] > 1_700_000_000
        if platform.system() == "Linux":
            assert found["process_resident_memory_bytes"] > 10_000_000
            assert 0 < found["process_open_fds"] <= found["process_max_fds"]


def test_open_files_are_not_counted_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as with thousands of connections, where the system does not know how many there are."""
    looks: list[Path] = []
    folder = SimpleNamespace(stat=lambda: SimpleNamespace(st_size=0))

    def listdir(path: Path) -> list[str]:
        looks.append(path)
        return ["0"] * 7

    monkeypatch.setattr(os, "listdir", listdir)
    open_files = process_metrics._OpenFiles(cast(Path, folder))
    assert [open_files(), open_files()] == [7, 7]
    assert len(looks) == 1
    folder.stat = lambda: SimpleNamespace(st_size=9)
    assert open_files() == 9
    assert len(looks) == 1
