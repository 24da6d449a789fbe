"""The name of the database, orders of an operator, and banned networks."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add three tables, and give the database its name."""
    identity = op.create_table(
        "identity",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="identity_pkey"),
        sa.CheckConstraint("id = 1", name="one_row"),
    )
    op.bulk_insert(identity, [{"id": 1, "name": secrets.token_hex(8)}])
    op.create_table(
        "operations",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="operations_pkey"),
    )
    op.create_table(
        "bans",
        sa.Column("network", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("network", name="bans_pkey"),
    )
