"""The tables of the database, the same for SQLite and PostgreSQL.

A change here needs a new file in `migrations/`, and `HEAD` is its name; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "HEAD",
    "alive",
    "bans",
    "claims",
    "entries",
    "guests",
    "identity",
    "links",
    "members",
    "metadata",
    "operations",
    "outages",
    "tables",
    "version",
]

HEAD: Final = "0002"
"""The last migration; known here so that Alembic need not be loaded to see that all is well."""

metadata: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

_TABLE_ID: Final = "tables.id"

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger),
)
Index(
    "tables_due",
    tables.c.due_ms,
    sqlite_where=tables.c.due_ms.is_not(None),
    postgresql_where=tables.c.due_ms.is_not(None),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey(_TABLE_ID, ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("request", Text),
    Column("body", Text, nullable=False),
    Column("after", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    # The author first: a guest's entries are found by it when he wants to be forgotten.
    UniqueConstraint("author", "table_id", "request"),
    # A table's entries stand side by side, and no second tree is written for the key.
    sqlite_with_rowid=False,
)

members: Final = Table(
    "members",
    metadata,
    # No key into `guests`: a seat whose guest is being forgotten must not refuse an entry.
    Column("guest_id", Text, nullable=False),
    Column("table_id", Text, ForeignKey(_TABLE_ID, ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("guest_id", "table_id"),
    sqlite_with_rowid=False,
)
Index("members_table", members.c.table_id)

guests: Final = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
)

links: Final = Table(
    "links",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("table_id", Text, ForeignKey(_TABLE_ID, ondelete="CASCADE"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("giver", Text, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
Index("links_table", links.c.table_id)

claims: Final = Table(
    "claims",
    metadata,
    Column("table_id", Text, ForeignKey(_TABLE_ID, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)

alive: Final = Table(
    "alive",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beat_ms", BigInteger, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

outages: Final = Table(
    "outages",
    metadata,
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("to_ms", BigInteger, nullable=False),
)

identity: Final = Table(
    "identity",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)
"""One row: a random name of the database, the same for every process that serves it."""

operations: Final = Table(
    "operations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)
"""Orders of an operator, which every server process reads; the arguments are JSON."""

bans: Final = Table(
    "bans",
    metadata,
    Column("network", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
)
"""Networks of addresses that no server process answers; without `until_ms` for good."""

version: Final = Table("alembic_version", MetaData(), Column("version_num", Text, nullable=False))
"""Alembic's own table: the migration that the database is at."""
