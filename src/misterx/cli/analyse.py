"""`misterx analyse`: a finished game move by move, with the better moves that there were."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from importlib import import_module
from typing import cast

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from misterx.arena import ProcessLost
from misterx.arena.crew import shared_out
from misterx.bots import Limit
from misterx.bots.analysis import (
    ANALYST,
    USUAL_LIMIT,
    Assessed,
    Moment,
    NotForAnalysis,
    moments,
)
from misterx.bots.readiness import make_ready
from misterx.chase import Chase
from misterx.cli.complaints import Complaint
from misterx.cli.output import Column, columns_table, console_for, fitting
from misterx.cli.pictures import drawing, picture_file
from misterx.cli.replay import title
from misterx.cli.sources import BOARD_HINT, open_record
from misterx.cli.words import counted, ending, winner
from misterx.core import Game, Record, RecordError
from misterx.kernels.cache import is_filled

__all__ = ["main"]


def main(args: Namespace) -> int:
    """Analyse a record; a damaged one is answered with the place and the reason, and exit 1."""
    picture = picture_file(args.picture)
    limit = _limit(args.limit)
    workers = _workers(args.workers)
    try:
        record = open_record(args.file)
        game = Game.from_record(record)
    except RecordError as error:
        hint = BOARD_HINT if "no board" in str(error) else None
        raise Complaint(f"{args.file}: {error}", hint, code=1) from error
    try:
        asked = moments(game)
    except NotForAnalysis as no:
        raise Complaint(str(no)) from no
    try:
        assessed = _assess_all(cast(Chase, game.rules), asked, limit, args.seed, workers)
    except ProcessLost as lost:
        raise Complaint(str(lost), code=1) from lost
    if picture is not None:
        from misterx.cli.analysis_picture import draw  # noqa: PLC0415 - it loads matplotlib

        with drawing(picture):
            draw(title(record), assessed, picture)
    if args.json:
        print(json.dumps(_to_json(record, limit, args.seed, assessed), indent=1))
    else:
        _print(record, game, limit, assessed)
    return 0


# --- what is asked for --------------------------------------------------------------------


def _limit(text: str | None) -> Limit:
    try:
        return USUAL_LIMIT if text is None else Limit.from_text(text)
    except ValueError as error:
        raise Complaint(str(error)) from error


def _workers(number: int | None) -> int:
    if number is not None and number < 1:
        raise Complaint(f"--workers {number} makes no sense: give 1 or more")
    return number or os.cpu_count() or 1


# --- thinking -----------------------------------------------------------------------------


def _assess_all(
    rules: Chase, asked: Sequence[Moment], limit: Limit, seed: str, workers: int
) -> list[Assessed]:
    """Every move judged, in processes that end at once where nobody waits any more."""
    if not is_filled():
        _prepare()  # here first, so that not all of them compile the same
    found: dict[int, Assessed] = {}
    judge = partial(_judge, rules, limit, seed)
    tasks = ((moment,) for moment in asked)
    with (
        _progress(len(asked)) as bar,
        closing(shared_out(judge, tasks, workers, _prepare)) as answers,
    ):
        for (moment,), assessed in answers:
            found[moment.number] = assessed
            bar()
    return [found[moment.number] for moment in asked]


def _prepare() -> None:
    import_module("misterx.bots.assessing")  # it loads the kernels
    make_ready()


def _judge(rules: Chase, limit: Limit, seed: str, moment: Moment) -> Assessed:
    from misterx.bots.assessing import assess  # noqa: PLC0415 - it loads the kernels

    return assess(rules, moment, limit, seed)


@contextmanager
def _progress(total: int) -> Iterator[_Told]:
    """Something to call after each move: a bar on a terminal, else a line at each quarter."""
    console = console_for(sys.stderr)
    if not console.is_terminal:
        yield _Told(total)
        return
    columns = (TextColumn("moves"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Told(total, bar)


class _Told:
    """How far the thinking has come."""

    def __init__(self, total: int, bar: Progress | None = None) -> None:
        self._total = total
        self._done = 0
        self._bar = bar
        self._task = None if bar is None else bar.add_task("moves", total=total)

    def __call__(self) -> None:
        """One more move is judged."""
        self._done += 1
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)
        elif 4 * self._done // self._total > 4 * (self._done - 1) // self._total:
            told = f"misterx: {self._done} of {counted(self._total, 'move')}"
            print(told, file=sys.stderr, flush=True)


# --- what came out ------------------------------------------------------------------------


def _to_json(
    record: Record, limit: Limit, seed: str, assessed: Sequence[Assessed]
) -> dict[str, object]:
    head, result = record.header, record.result
    return {
        "edition": head.edition,
        "players": head.players,
        "options": dict(head.options),
        "player": ANALYST,
        "limit": str(limit),
        "seed": seed,
        "outcome": result and [result.winner, str(result.reason)],
        "moves": [
            _with_words(one.to_json(), str(one.better.why) if one.better else None)
            for one in assessed
        ],
    }


def _with_words(move: dict[str, object], words: str | None) -> dict[str, object]:
    """The reason also as an English sentence."""
    better = move["better"]
    return {**move, "better": {**better, "says": words}} if isinstance(better, dict) else move


def _print(record: Record, game: Game, limit: Limit, assessed: Sequence[Assessed]) -> None:
    console = console_for()
    console.print(Text(title(record), style="bold"))
    console.print(f"Judged by {ANALYST}, {limit} a move, from what each side knew.")
    columns = (
        Column("round", [str(one.round) for one in assessed], right=True),
        Column("move", [one.move for one in assessed]),
        Column("before", [_percent(one.before) for one in assessed], right=True),
        Column("after", [_percent(one.after) for one in assessed], right=True),
        Column("stations", [str(len(one.where)) for one in assessed], 1, right=True),
        Column("likeliest", [_likeliest(one) for one in assessed], 2, right=True),
        # Sentences below the table tell the better moves too, so they are missed least.
        Column("better", [one.better.move if one.better else "" for one in assessed], 3),
    )
    shown = fitting(columns, console.width)
    console.print(columns_table(shown))
    console.print("before, after: Mister X's chance to win, with the best move and the one made.")
    if "stations" in (column.heading for column in shown):
        console.print(
            "stations: where he could be, as the detectives could know it before the move."
        )
    for one in assessed:
        if one.better is not None:
            console.print(
                f"Round {one.round}, {one.by}: {one.better.move} instead of {one.move}. "
                f"{one.better.why}"
            )
    if game.outcome is not None:
        console.print(Text(f"{ending(game.outcome)} {winner(game.outcome)}", style="bold"))


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _likeliest(one: Assessed) -> str:
    """The station where the hunters should have looked first."""
    if not one.where:
        return "–"
    part, station = max((part, -station) for station, part in one.where.items())
    return f"{-station}: {100 * part:.0f} %"
