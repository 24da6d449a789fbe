"""Databases for tests of the server: each test gets empty ones of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import PostgresServer, postgres_server
from tests.server.serving import served


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server, shared with all test processes: not to be stopped."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that the tests of one module share."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('house') / 'tables.db'}") as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database; the test runs once with each engine."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()
