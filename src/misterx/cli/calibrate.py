"""`misterx calibrate`: the published players against each other, beside what was published."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

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
from misterx.cli.output import Column, columns_table, console_for, fitting
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
    console = console_for()
    console.print("research-2011: the hunters' share of wins")
    console.print(columns_table(fitting(_shares(cells, played), console.width)))
    if effects := _effects(cells):
        console.print("\nWhat a change does, in points, over the same deals")
        console.print(columns_table(fitting(_changes(effects, played), console.width)))


def _shares(cells: Sequence[Cell], played: Sequence[Played]) -> list[Column]:
    """The cells; a narrow screen shows their names without their players."""
    enters = ", may enter a hunter's station"
    counts = [sum(game.cell == cell.name for game in played) for cell in cells]
    here = [_points(share(played, cell)) for cell in cells]
    return [
        Column("cell", [cell.name for cell in cells]),
        Column("hunters", [cell.hunters.words for cell in cells], 2, wraps=True),
        Column(
            "Mister X",
            [cell.x.words + (enters if cell.x_may_enter else "") for cell in cells],
            2,
            wraps=True,
        ),
        Column("games", list(map(str, counts)), 1, right=True),
        Column("published", [f"{cell.published:.1f} %" for cell in cells], right=True),
        Column("here", [estimate for estimate, _ in here], right=True),
        Column("95 %", [bounds for _, bounds in here], right=True),
    ]


def _changes(effects: Sequence[Effect], played: Sequence[Played]) -> list[Column]:
    """The effects; a narrow screen shows between which cells, not in words."""
    here = [_points(effect(played, of), signed=True) for of in effects]
    return [
        Column("change", [of.words for of in effects], 1, wraps=True),
        Column("cells", [f"{of.cell} less {of.than}" for of in effects], right=True),
        Column("published", [f"{of.published:+.1f}" for of in effects], right=True),
        Column("here", [estimate for estimate, _ in here], right=True),
        Column("95 %", [bounds for _, bounds in here], 2, right=True),
    ]


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
