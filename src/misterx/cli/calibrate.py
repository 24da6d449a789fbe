"""`misterx calibrate`: the published players against each other, beside what was published."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from misterx.arena import Interval, SaveError
from misterx.arena.calibration import (
    CELLS,
    EFFECTS,
    Cell,
    Effect,
    Played,
    calibrate,
    cell_of,
    effect,
    missing,
    read,
    share,
)
from misterx.cli.complaints import Complaint
from misterx.cli.output import console_for
from misterx.cli.progress import counting

__all__ = ["main"]


def main(args: Namespace) -> int:
    """Play what is missing and print both tables; 130 if Ctrl-C stopped it."""
    for flag, number in (("--games", args.games), ("--workers", args.workers)):
        if number is not None and number < 1:
            raise Complaint(f"{flag} {number} makes no sense: give 1 or more")
    try:
        cells = [cell_of(name) for name in args.cells] or list(CELLS)
        file = Path(args.save)
        total = len(missing(cells, args.games, file))
    except ValueError as error:
        raise Complaint(str(error)) from error
    games = calibrate(cells, args.games, file, args.workers or os.cpu_count() or 1)
    stopped = False
    try:
        with counting(0, total) as tell:
            for game in games:
                tell(game.cell)
    except SaveError as error:
        raise Complaint(str(error)) from error
    except KeyboardInterrupt:
        stopped = True
    played = read(file)
    if args.json:
        print(json.dumps(_to_json(cells, played), indent=1))
    else:
        _print(cells, played)
    if stopped:
        goes_on = f"the same command goes on with the games in {file}"
        print(f"misterx: stopped; {goes_on}", file=sys.stderr)
        return 130
    return 0


def _effects(cells: Sequence[Cell]) -> list[Effect]:
    names = {cell.name for cell in cells}
    return [of for of in EFFECTS if {of.cell, of.than} <= names]


def _print(cells: Sequence[Cell], played: Sequence[Played]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("cell", "hunters", "Mister X"):
        table.add_column(heading)
    for heading in ("games", "published", "here", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for cell in cells:
        count = sum(game.cell == cell.name for game in played)
        here = _points(share(played, cell))
        x = cell.x.words + (", may enter a hunter's station" if cell.x_may_enter else "")
        row = (cell.name, cell.hunters.words, x, str(count), f"{cell.published:.1f} %", *here)
        table.add_row(*row)
    console = console_for()
    console.print("research-2011: the hunters' share of wins")
    console.print(table)
    changes = Table(box=None, pad_edge=False)
    changes.add_column("change")
    for heading in ("cells", "published", "here", "95 %"):
        changes.add_column(heading, justify="right", no_wrap=True)
    for of in _effects(cells):
        here = _points(effect(played, of), signed=True)
        changes.add_row(of.words, f"{of.cell} less {of.than}", f"{of.published:+.1f}", *here)
    if changes.row_count:
        console.print("\nWhat a change does, in points, over the same deals")
        console.print(changes)


def _points(found: Interval | None, *, signed: bool = False) -> tuple[str, str]:
    if found is None:
        return "", ""
    estimate, low, high = (100 * part for part in found)
    if signed:
        return f"{estimate:+.1f}", f"{low:+.1f} to {high:+.1f}"
    return f"{estimate:.1f} %", f"{low:.1f}–{high:.1f}"


def _to_json(cells: Sequence[Cell], played: Sequence[Played]) -> dict[str, object]:
    return {
        "cells": [
            {
                "cell": cell.name,
                "hunters": cell.hunters.words,
                "x": cell.x.words,
                "x_may_enter": cell.x_may_enter,
                "games": sum(game.cell == cell.name for game in played),
                "published": round(cell.published / 100, 4),
                "share": _bounds(share(played, cell)),
            }
            for cell in cells
        ],
        "effects": [
            {
                **of._asdict(),
                "published": round(of.published / 100, 4),
                "here": _bounds(effect(played, of)),
            }
            for of in _effects(cells)
        ],
    }


def _bounds(found: Interval | None) -> dict[str, float] | None:
    return found and {name: round(value, 4) for name, value in found._asdict().items()}
