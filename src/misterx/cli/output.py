"""The console that the subcommands print on, and the tables that several of them print."""

from __future__ import annotations

import sys
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table

__all__ = ["LABEL_WIDTH", "console_for", "page_table"]

LABEL_WIDTH = 21
"""Columns for what a property is called."""


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
