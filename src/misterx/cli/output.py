"""The console that the subcommands print on, and the tables that several of them print."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

__all__ = [
    "LABEL_WIDTH",
    "Column",
    "columns_table",
    "columns_width",
    "console_for",
    "fitting",
    "page_table",
]

LABEL_WIDTH = 21
"""Columns for what a property is called."""
_GAP = 2
_EDGES = 2


class Column(NamedTuple):
    """A column of a table that may be too wide for the screen."""

    heading: str
    cells: Sequence[str]
    rank: int = 0
    """The highest is left out first, 0 never."""
    right: bool = False
    wraps: bool = False
    """Between words; else it is shown in one line or not at all."""
    style: str = ""

    @property
    def least(self) -> int:
        """So wide it has to be at least."""
        texts = (self.heading, *self.cells)
        parts = [part for text in texts for part in (text.split() if self.wraps else [text])]
        return max(map(cell_len, parts), default=0)


def columns_width(columns: Sequence[Column]) -> int:
    """How wide these columns are at least, side by side."""
    return sum(column.least for column in columns) + _GAP * (len(columns) - 1) + _EDGES


def fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The columns that fit side by side: of what is too much, the highest rank goes first."""
    shown = list(columns)
    while columns_width(shown) > width and (highest := max(column.rank for column in shown)):
        shown = [column for column in shown if column.rank < highest]
    return shown


def columns_table(columns: Sequence[Column], *, has_line: bool = True) -> Table:
    """A table of these columns, with a line below the headings or without."""
    table = Table(
        box=box.SIMPLE_HEAD if has_line else None,
        pad_edge=False,
        padding=(0, _GAP - 1 if has_line else _GAP, 0, 0),
        header_style="bold" if has_line else "dim",
    )
    for column in columns:
        table.add_column(
            column.heading,
            justify="right" if column.right else "left",
            style=column.style,
            no_wrap=not column.wraps,
            min_width=column.least,
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*row)
    return table


def console_for(stream: TextIO | None = None) -> Console:
    """A console that prints texts as they are: what a user typed is never taken for markup."""
    return Console(
        file=sys.stdout if stream is None else stream, markup=False, emoji=False, highlight=False
    )


def page_table(title: str | None, *, show_header: bool = True) -> Table:
    """A table as wide as the page."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        expand=True,
        show_header=show_header,
    )
