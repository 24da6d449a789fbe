"""`misterx arena`: players against each other, over many games, with intervals."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from misterx.arena import ROLES, Interval, Match, Result, Series, play_series
from misterx.bots import NO_LIMIT, Limit
from misterx.cli.complaints import Complaint
from misterx.cli.output import console_for
from misterx.core import game_of, rules_for

__all__ = ["main"]

_EVERY = 5.0
"""Seconds between two lines of progress where there is no terminal."""
_CARDS = "cards"


def main(args: Namespace) -> int:
    """Play the series and print their table; 130 if Ctrl-C stopped it, with what there is."""
    if args.games < 1:
        raise Complaint(f"--games {args.games} makes no sense: give 1 or more")
    if args.workers is not None and args.workers < 1:
        raise Complaint(f"--workers {args.workers} makes no sense: give 1 or more")
    matches = _matches(args)
    all_series = [Series(match) for match in matches]
    workers = args.workers or os.cpu_count() or 1
    stopped = False
    try:
        with _progress(len(matches) * args.games) as played:
            play_series(all_series, args.games, workers, played)
    except KeyboardInterrupt:
        stopped = True
    if args.json:
        print(json.dumps(_to_json(all_series), indent=1))
    else:
        _print(all_series)
    if stopped:
        print("misterx: stopped; the table holds the games that were over", file=sys.stderr)
    return 130 if stopped else 0


# --- what is played -----------------------------------------------------------------------


def _matches(args: Namespace) -> list[Match]:
    """The matches that the flags ask for: every role, and every player to be compared."""
    rules = rules_for(args.game)
    players = rules.players[0] if args.players is None else args.players
    try:
        limit = NO_LIMIT if args.limit is None else Limit.from_text(args.limit)
        matches = [
            Match(args.game, players, one, others, role, args.seed, limit)
            for role, ones, others in _cells(args, game_of(rules))
            for one in ones
        ]
        for match in matches:
            match.check()
    except ValueError as error:
        raise Complaint(str(error)) from error
    return matches


def _cells(args: Namespace, game: str) -> Iterator[tuple[str, list[str], str]]:
    """Roles, who is compared in them, and against whom."""
    if args.x is not None or args.hunters is not None:
        if game == _CARDS:
            raise Complaint("in the card game nobody has a side: say --one and --others")
        if args.x is None or args.hunters is None or args.one or args.others or args.role:
            raise Complaint("--x and --hunters go together, and with no other players")
        yield ROLES[0], args.x.split(","), args.hunters
        return
    if args.one is None or args.others is None:
        sides = "" if game == _CARDS else ", or --x and --hunters"
        raise Complaint(f"who plays whom? say --one and --others{sides}")
    for role in [args.role] if args.role else ROLES:
        yield role, args.one.split(","), args.others


# --- progress -----------------------------------------------------------------------------


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Result], None]]:
    """Something to call after each game: a bar on a terminal, else a line now and then."""
    console = console_for(sys.stderr)
    if not console.is_terminal:
        yield _Lines(total).played
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda _: bar.advance(task)


class _Lines:
    """Progress where nothing can be drawn over."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.told = time.monotonic()

    def played(self, _: Result) -> None:
        """Count a game, and tell if it is time."""
        self.done += 1
        if time.monotonic() - self.told >= _EVERY:
            self.told = time.monotonic()
            print(f"misterx: {self.done} of {self.total} games", file=sys.stderr, flush=True)


# --- what came out ------------------------------------------------------------------------


def _print(all_series: Sequence[Series]) -> None:
    console = console_for()
    first = all_series[0].match
    limit = "" if first.limit == NO_LIMIT else f", {first.limit} a move"
    console.print(f"{first.edition}, {first.players} players, seed {first.seed}{limit}")
    table = Table(box=None, pad_edge=False)
    for heading in ("role", "player", "against"):
        table.add_column(heading, no_wrap=True)
    for heading in ("games", "wins", "share", "95 %", "ahead by"):
        table.add_column(heading, justify="right", no_wrap=True)
    for series, rival in _with_rivals(all_series):
        if series.games:
            table.add_row(*_row(series, rival))
    console.print(table)


def _with_rivals(all_series: Sequence[Series]) -> Iterator[tuple[Series, Series | None]]:
    """Each series with the next one on the same deals, which it is compared with."""
    for at, series in enumerate(all_series):
        following = all_series[at + 1] if at + 1 < len(all_series) else None
        same = following is not None and following.match.role == series.match.role
        yield series, following if same else None


def _row(series: Series, rival: Series | None) -> list[str]:
    match, share = series.match, series.share
    ahead = "" if rival is None or rival.games < 2 else _signed(series.ahead_of(rival))
    return [
        match.role,
        match.one,
        match.others,
        str(series.games),
        str(series.wins),
        f"{share.estimate * 100:.1f} %",
        f"{share.low * 100:.1f}–{share.high * 100:.1f}",
        ahead,
    ]


def _signed(gap: Interval) -> str:
    """A difference in points with its interval.

    >>> _signed(Interval(0.1, 0.05, 0.15))
    '+10.0 ± 5.0'
    """
    return f"{gap.estimate * 100:+.1f} ± {(gap.high - gap.low) * 50:.1f}"


def _to_json(all_series: Sequence[Series]) -> list[dict[str, object]]:
    return [
        {
            "edition": series.match.edition,
            "players": series.match.players,
            "seed": series.match.seed,
            "limit": None if series.match.limit == NO_LIMIT else str(series.match.limit),
            "role": series.match.role,
            "one": series.match.one,
            "others": series.match.others,
            "games": series.games,
            "wins": series.wins,
            "share": _bounds(series.share) if series.games else None,
            "ahead": _bounds(series.ahead_of(rival)) if rival and rival.games > 1 else None,
            "endings": {str(reason): count for reason, count in series.reasons.items()},
        }
        for series, rival in _with_rivals(all_series)
    ]


def _bounds(interval: Interval) -> dict[str, float]:
    return {name: round(value, 4) for name, value in interval._asdict().items()}
