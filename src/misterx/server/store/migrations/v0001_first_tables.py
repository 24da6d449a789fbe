"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="tables_pkey"),
    )
    timed = sa.text("due_ms IS NOT NULL")
    op.create_index("tables_due", "tables", ["due_ms"], sqlite_where=timed, postgresql_where=timed)
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("request", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="entries_pkey"),
        sa.UniqueConstraint("author", "table_id", "request", name="entries_author_key"),
        _of_a_table("entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "members",
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guest_id", "table_id", name="members_pkey"),
        _of_a_table("members"),
        sqlite_with_rowid=False,
    )
    op.create_index("members_table", "members", ["table_id"])
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guests_pkey"),
        sa.UniqueConstraint("token_hash", name="guests_token_hash_key"),
    )
    op.create_table(
        "links",
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("giver", sa.Text, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="links_pkey"),
        _of_a_table("links"),
    )
    op.create_index("links_table", "links", ["table_id"])
    op.create_table(
        "claims",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="claims_pkey"),
        _of_a_table("claims"),
    )
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("beat_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="alive_pkey"),
        sa.CheckConstraint("id = 1", name="alive_one_row_check"),
    )
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("from_ms", name="outages_pkey"),
    )


def _of_a_table(name: str) -> sa.ForeignKeyConstraint:
    """What belongs to a table goes with it."""
    return sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=f"{name}_table_id_fkey", ondelete="CASCADE"
    )
