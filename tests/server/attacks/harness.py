"""A server with its default limits, and measurements of what others notice of an attack.

    with default_server(folder) as server, measured(server):
        ...  # attack server.url from the address ATTACKER, in bounded loops

An attack has two forms. The short one is part of `make test` and asserts mechanisms only: closed,
refused, counted, bounded, and the bystander was served. The long one is marked `soak` and passes
`bars=BARS`: how long a bystander may wait, and how much memory may stay.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
import pytest

from tests.server.abuse.product import ATTACKER, Product, an_attacker, live
from tests.server.abuse.product import product as default_server

__all__ = [
    "ATTACKER",
    "BARS",
    "Bars",
    "Measurements",
    "Product",
    "an_attacker",
    "default_server",
    "live",
    "measured",
    "metric",
    "metric_of",
    "raw_line",
]

_ROOT = Path(__file__).parents[3]
_PATIENCE = 90.0


class Bars(NamedTuple):
    """What a server must hold in the long form of an attack."""

    healthz: float = 0.2
    """Seconds until `/healthz` answers, at most."""
    move: float = 0.5
    """Seconds until another guest's move is confirmed, at most."""
    memory: float = 1.2
    """Memory afterwards, at most so many times as much as before."""


BARS = Bars()


@dataclass
class Measurements:
    """What the bystander measured, in seconds, and the server's memory in bytes."""

    healthz: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    memory_before: int = 0
    memory_at_the_end: int = 0
    """When the attack ended."""
    memory_after: int = 0
    """When it had had time to come back."""

    def __str__(self) -> str:
        def told(seconds: list[float]) -> str:
            found = [f"{each * 1000:.0f}" for each in (median(seconds), max(seconds))]
            return f"{found[0]} ms, at most {found[1]} ms ({len(seconds)} times)"

        memory = (self.memory_before, self.memory_at_the_end, self.memory_after)
        before, end, after = (f"{each / 1e6:.0f}" for each in memory)
        return (
            f"/healthz {told(self.healthz)}; move {told(self.moves)}; "
            f"memory {before} MB, {end} MB at the end, {after} MB afterwards"
        )


@contextmanager
def measured(server: Product, bars: Bars | None = None) -> Iterator[Measurements]:
    """Measure what a bystander notices of what happens inside.

    Args:
        server: the server that is attacked.
        bars: what it must hold; None asserts only that the bystander was served all the time.
    """
    found = Measurements()
    bystander = subprocess.Popen(
        [sys.executable, "-m", "tests.server.attacks.bystander", server.url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=_ROOT,
    )
    try:
        assert bystander.stdout is not None
        assert bystander.stdout.readline() == "ready\n"
        found.memory_before = server.memory
        yield found
        found.memory_at_the_end = server.memory
        out, _ = bystander.communicate(timeout=_PATIENCE)
        assert bystander.returncode == 0, "the bystander was not served"
        measurements = json.loads(out)
        found.healthz, found.moves = measurements["healthz"], measurements["moves"]
    finally:
        bystander.kill()
        bystander.wait()
    found.memory_after = _settled(server, found.memory_before * (bars or BARS).memory)
    if bars is not None:
        assert max(found.healthz) <= bars.healthz, str(found)
        assert max(found.moves) <= bars.move, str(found)
        assert found.memory_after <= found.memory_before * bars.memory, str(found)


def _settled(server: Product, most: float, seconds: float = 20) -> int:
    """The memory of a server when it is down to so much, or after a while."""
    deadline = time.monotonic() + seconds
    while server.memory > most and time.monotonic() < deadline:
        time.sleep(0.5)
    return server.memory


def metric(server: Product, name: str) -> float:
    """The sum over all labels of a metric of the server; 0 if it is not there yet."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return sum(
        float(line.rpartition(" ")[2])
        for line in lines
        if line.startswith((f"{name} ", f"{name}{{"))
    )


def metric_of(server: Product, series: str) -> float:
    """One series of a metric, with its labels; 0 if it is not there yet."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{series} "))


def raw_line(server: Product, seconds: float = 90) -> socket.socket:
    """A TCP connection from the attacker's address that sends what it likes."""
    _, _, port = server.url.rpartition(":")
    try:
        return socket.create_connection(
            ("127.0.0.1", int(port)), timeout=seconds, source_address=(ATTACKER, 0)
        )
    except OSError as error:
        if sys.platform != "linux":
            pytest.skip(f"this machine has no address {ATTACKER}: {error}")
        raise
