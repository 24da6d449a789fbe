"""Rows that are handed to a statement as one JSON text.

So the statement is the same for any number of rows: it is compiled and prepared once, and has one
parameter instead of thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    FromClause,
    Text,
    bindparam,
    cast,
    column,
    func,
    literal_column,
    select,
    true,
)

__all__ = ["given_rows"]


def given_rows(dialect: str, columns: Sequence[Column[Any]]) -> FromClause:
    """The rows in the parameter `rows`, as a table."""
    text = bindparam("rows", type_=Text)
    if dialect == "postgresql":
        return (
            func.json_to_recordset(cast(text, JSON))
            .table_valued(*(column(each.name, each.type) for each in columns), name="given")
            .render_derived(with_types=True)
        )
    each = func.json_each(text).table_valued("value", name="item")
    return (
        select(
            *(
                func.json_extract(
                    each.c.value, literal_column(f"'$.{one.name}'"), type_=one.type
                ).label(one.name)
                for one in columns
            )
        )
        .where(true())  # or SQLite takes the ON of ON CONFLICT for that of a join
        .subquery("given")
    )
