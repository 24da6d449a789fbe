"""Where a database is, as somebody writes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from misterx.server.store.base import StoreError

__all__ = ["Address", "PostgresAddress", "SqliteAddress", "read_address"]

_HINT = "write a file's path, sqlite:///path/to/file.db or postgresql://user@host/database"


@dataclass(frozen=True, slots=True)
class SqliteAddress:
    """A file."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """A database of a PostgreSQL server. Printed without the password."""

    dsn: str = field(repr=False)
    shown: str

    def __str__(self) -> str:
        return self.shown


Address: TypeAlias = SqliteAddress | PostgresAddress


def read_address(text: str) -> Address:
    """The database that a text names.

    Args:
        text: A path, `sqlite:///path` (absolute: `sqlite:////path`), or an address that begins
            with `postgresql://`.

    Raises:
        StoreError: If it names none; the message says what to write, and quotes no password.

    >>> str(read_address("postgresql://anna:secret@db.example/games"))
    'postgresql://anna@db.example/games'
    """
    scheme, separator, rest = text.partition("://")
    if not separator:
        return _sqlite(text)
    kind = scheme.lower().partition("+")[0]
    if kind == "sqlite":
        path, question, _ = rest.partition("?")
        if question or not path.startswith("/"):
            raise StoreError(f"the address of a SQLite file is sqlite:///path, no more: {_HINT}")
        return _sqlite(unquote(path[1:]))
    if kind in {"postgres", "postgresql"}:
        return _postgres(f"postgresql://{rest}")
    raise StoreError(f"no database of the kind {kind!r} is known: {_HINT}")


def _sqlite(path: str) -> SqliteAddress:
    if not path or path == ":memory:" or "\0" in path:
        raise StoreError(f"games are kept in a file, and none is named: {_HINT}")
    try:
        return SqliteAddress(Path(path).expanduser())
    except RuntimeError as error:  # nobody has a home of that name
        raise StoreError(f"{path}: {error}") from error


def _postgres(dsn: str) -> PostgresAddress:
    try:
        parts = urlsplit(dsn)
        port = parts.port
    except ValueError:
        raise _unreadable() from None
    if "@" in parts.path + parts.fragment:  # what stands before it is half a password
        raise _unreadable()
    user = f"{unquote(parts.username)}@" if parts.username else ""
    place = (parts.hostname or "") + (f":{port}" if port else "")
    return PostgresAddress(dsn, f"postgresql://{user}{place}{parts.path}")


def _unreadable() -> StoreError:
    return StoreError(
        f"the address of the PostgreSQL database cannot be read: {_HINT}; special characters of a "
        "password are written as %40 and the like"
    )
