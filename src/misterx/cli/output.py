"""The console that the subcommands print on: plain where colours or boxes cannot be shown."""

from __future__ import annotations

import sys
from typing import TextIO

from rich.console import Console

__all__ = ["console_for"]


def console_for(stream: TextIO | None = None) -> Console:
    """A console that prints texts as they are: what a user typed is never taken for markup."""
    return Console(
        file=sys.stdout if stream is None else stream, markup=False, emoji=False, highlight=False
    )
