"""How far a series is, and what has come out so far: a bar on a terminal, else a line at times."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from misterx.arena import Result, Series
from misterx.cli.output import console_for

__all__ = ["counting", "progress", "running_result"]

EVERY = 5.0
"""Seconds between two lines of progress where there is no terminal."""


@contextmanager
def counting(begun: int, total: int) -> Iterator[Callable[[str], None]]:
    """Something to call after each game, with a few words; `begun` of all were played before."""
    console = console_for(sys.stderr)
    if not console.is_terminal:
        yield _Lines(begun, total).played
        return
    columns = (
        TextColumn("games"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=total, completed=begun, words="")
        yield lambda words: bar.update(task, advance=1, words=words)


@contextmanager
def progress(begun: int, total: int) -> Iterator[Callable[[Series, Result], None]]:
    """The same for the arena, which tells what each series has come to."""
    with counting(begun, total) as played:
        yield lambda series, _: played(running_result(series))


def running_result(series: Series) -> str:
    """What a series has come to so far, in a few words.

    >>> from misterx.arena import Match
    >>> running_result(Series(Match("cards-2017", 4, "careful", "random", "x")))
    'x careful'
    """
    match = series.match
    who = f"{match.role} {match.one}"
    if not series.games:
        return who
    share = series.share
    bounds = f"{share.low * 100:.1f}–{share.high * 100:.1f}"
    return f"{who} {share.estimate * 100:.1f} % ({bounds})"


class _Lines:
    """Progress where nothing can be drawn over."""

    def __init__(self, begun: int, total: int) -> None:
        self.done = begun
        self.total = total
        self.told = time.monotonic()

    def played(self, words: str) -> None:
        """Count a game, and tell if it is time."""
        self.done += 1
        if time.monotonic() - self.told >= EVERY:
            self.told = time.monotonic()
            line = f"misterx: {self.done} of {self.total} games; {words}"
            print(line, file=sys.stderr, flush=True)
