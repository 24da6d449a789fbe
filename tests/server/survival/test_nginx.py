"""The documented proxy: nginx in front of two server processes on PostgreSQL."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.client import Guest, Seat
from tests.server.postgres import PostgresServer
from tests.server.serving import ServerProcess, free_port

PAGE = Path(__file__).parents[3] / "docs" / "server.md"
DEBIANS = Path("/usr/sbin/nginx")
"""Where a user's path does not lead."""


def documented() -> str:
    """The configuration of the page."""
    (block,) = re.findall(r"```text\n(map .*?)```", PAGE.read_text(), re.DOTALL)
    return str(block)


def test_the_documented_proxy_keeps_a_table_on_one_process() -> None:
    (pattern,) = re.findall(r"~(/api\S+)\s+\$id;", documented())
    table = re.compile(pattern.replace("(?<", "(?P<"))
    for before in ("", "/misterx"):
        for path in ("live/ABCD2345", "tables/ABCD2345", "tables/ABCD2345/seats/X/link"):
            found = table.search(f"{before}/api/{path}")
            assert found is not None
            assert found["id"] == "ABCD2345"
        for path in ("/", "/api/tables", "/api/guest", "/t/ABCD2345", "/assets/live-Ab12.js"):
            assert table.search(before + path) is None


def test_the_documented_proxy_takes_no_process_for_dead() -> None:
    block = documented()
    assert len(re.findall(r"server 127\.0\.0\.1:\d+ max_fails=0;", block)) == 2
    assert "hash $misterx_table consistent;" in block
    assert "proxy_next_upstream error timeout;" in block
    assert block.count("{") == block.count("}")


# --- for real --------------------------------------------------------------------------------


@contextmanager
def nginx(folder: Path, port: int, servers: list[ServerProcess]) -> Iterator[None]:
    """The documented configuration, with other ports and without TLS."""
    program = shutil.which("nginx") or (str(DEBIANS) if DEBIANS.exists() else None)
    if program is None:
        pytest.skip("nginx is not installed")
    block = documented().replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    for known, server in zip(("8642", "8643"), servers, strict=True):
        block = block.replace(f"127.0.0.1:{known} ", f"127.0.0.1:{server.port} ")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}{block}}}\n"
    )
    process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def watchers(server: ServerProcess) -> int:
    """How many live connections watch a table at a process."""
    (count,) = re.findall(
        r"^misterx_watchers (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE
    )
    return int(count)


@pytest.mark.soak
def test_two_processes_behind_nginx_are_started_again(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    database, port = postgres.new_database(), free_port()
    public = f"http://127.0.0.1:{port}"
    servers = [ServerProcess(database) for _ in range(2)]
    with nginx(tmp_path, port, servers):
        try:
            for server in servers:
                _start(server, public)
            asyncio.run(_play_through(public, servers))
        finally:
            for server in servers:
                server.__exit__()


def _start(server: ServerProcess, public: str) -> None:
    server.start(MISTERX_PUBLIC_URL=public, MISTERX_TRUSTED_PROXIES="127.0.0.1")


async def _play_through(public: str, servers: list[ServerProcess]) -> None:
    async with Guest(public, "Ada") as ada, Guest(public, "Ben") as ben:
        tables = []
        for _ in range(8):
            table = await ada.open_table("modern-2013", 2, seats={"X": {"who": "me"}})
            await ben.post(f"/api/tables/{table}/join", {})
            await ada.post(f"/api/tables/{table}/start")
            tables.append([await ada.watch(table, "X"), await ben.watch(table, "H1")])
        counts = [watchers(server) for server in servers]
        assert sum(counts) == 2 * len(tables)
        assert all(count % 2 == 0 for count in counts), "the two of a table are at one process"
        for pair in tables:
            assert await pair[0].play(Random(1), most=1) == 1

        stopping = [asyncio.to_thread(server.stop) for server in servers]
        answers: list[tuple[float, int]] = []
        probing = asyncio.create_task(_ask(public, answers))
        await asyncio.gather(*stopping)
        ready = [time.perf_counter()]
        for server in servers:
            await asyncio.to_thread(_start, server, public)
            ready.append(time.perf_counter())
        while time.perf_counter() < ready[-1] + 3:
            await asyncio.sleep(0.05)
        probing.cancel()
        with suppress(asyncio.CancelledError):
            await probing
        bad = [when for when, status in answers if status == 502]
        assert bad, "both were stopped"
        late = max(bad) - ready[1]
        assert late < 0.5, f"502 until {late:.2f} s after the first process was ready again"

        for pair in tables:
            for seat in pair:
                await _resume(seat)
            mover = next(seat for seat in pair if seat.moves)
            assert await mover.play(Random(2), most=1) == 1


async def _ask(public: str, answers: list[tuple[float, int]]) -> None:
    """Ask again and again, and note what was answered when."""
    async with httpx.AsyncClient(base_url=public, timeout=90) as http:
        while True:
            status = (await http.get("/healthz")).status_code
            answers.append((time.perf_counter(), status))
            await asyncio.sleep(0.02)


async def _resume(seat: Seat) -> None:
    """Come back, as a browser does: again and again."""
    async with asyncio.timeout(90):
        while True:
            try:
                await seat.resume()
            except (InvalidStatus, OSError):
                await asyncio.sleep(0.1)
            else:
                return
