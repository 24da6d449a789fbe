"""Addresses of databases, as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from misterx.server.store.address import PostgresAddress, SqliteAddress, read_address
from misterx.server.store.base import StoreError


@pytest.mark.parametrize(
    ("text", "path"),
    (
        ("tables.db", Path("tables.db")),
        ("/var/lib/x.db", Path("/var/lib/x.db")),
        ("~/x.db", Path.home() / "x.db"),
        ("sqlite:///tables.db", Path("tables.db")),
        ("sqlite:////var/lib/my%20tables.db", Path("/var/lib/my tables.db")),
        ("SQLite+aiosqlite:////x.db", Path("/x.db")),
        ("C:\\games\\x.db", Path("C:\\games\\x.db")),
    ),
)
def test_files(text: str, path: Path) -> None:
    assert read_address(text) == SqliteAddress(path)
    assert str(read_address(text)) == str(path)


@pytest.mark.parametrize(
    ("text", "shown"),
    (
        ("postgresql://db.example/games", "postgresql://db.example/games"),
        ("postgres://anna:se%40cret@db:5433/g", "postgresql://anna@db:5433/g"),
        ("postgresql+asyncpg://anna:secret@db/g?password=secret", "postgresql://anna@db/g"),
        ("postgresql:///games?host=/run/sock", "postgresql:///games"),
    ),
)
def test_postgresql_is_shown_without_its_password(text: str, shown: str) -> None:
    address = read_address(text)
    assert isinstance(address, PostgresAddress)
    assert str(address) == shown
    assert "secret" not in repr(address)
    assert address.dsn == f"postgresql://{text.partition('://')[2]}"


@pytest.mark.parametrize(
    "text",
    (
        *("", ":memory:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite://x.db"),
        *("sqlite:///x.db?mode=ro", "mysql://anna:secret@db/g", "postgresql://a:sec@re:t@db:x/g"),
        *("postgresql://a:12/sec@db/g", "postgresql://a:12#sec@db/g", "postgresql://a:sec/1@db/g"),
        *("a\0b", "~no-such-user-here/x.db"),
    ),
)
def test_what_is_no_address_gets_a_hint_and_no_password(text: str) -> None:
    with pytest.raises(StoreError) as caught:
        read_address(text)
    assert "sec" not in str(caught.value)
    assert "write a file's path" in str(caught.value) or "home" in str(caught.value)
