"""`misterx replay`: a saved game, round by round, or any position of it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import NamedTuple

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from misterx.chase import HunterMove, Observation, Place, Reveal, Take, XMove, parse_move
from misterx.cli.complaints import Complaint
from misterx.cli.output import console_for
from misterx.cli.sources import BOARD_HINT, open_record
from misterx.cli.tables import log_table, pieces_table, x_lines
from misterx.cli.words import counted, ending, listed, winner
from misterx.core import Game, Record, RecordError, Viewpoint

__all__ = ["main"]

_EVERYTHING = "X"
"""He knows everything, so a record is shown through his eyes unless somebody asks for others."""


def main(args: Namespace) -> int:
    """Show a record; a damaged one is answered with the place and the reason, and exit code 1."""
    if args.eyes and args.entry is None:
        raise Complaint("--as goes with --entry N, the position after so many entries")
    try:
        record = open_record(args.file)
        game = Game.from_record(record)
    except RecordError as error:
        hint = BOARD_HINT if "no board" in str(error) else None
        raise Complaint(f"{args.file}: {error}", hint, code=1) from error
    if args.json:
        print(json.dumps(record.to_json(), indent=1))
        return 0
    console = console_for()
    parts = (
        _game(record, game, console)
        if args.entry is None
        else _position(record, game, console, args.entry, args.eyes or _EVERYTHING)
    )
    for part in parts:
        console.print(part)
    return 0


# --- the whole game -----------------------------------------------------------------------


class _Round(NamedTuple):
    """What happened in a round: each piece's move, and whatever else was decided."""

    number: int
    moves: dict[str, str]
    notes: list[str]


def _game(record: Record, game: Game, console: Console) -> Iterator[RenderableType]:
    seen: Observation = game.observe(_EVERYTHING)
    yield Text(headline(record), style="bold")
    yield _starts(seen)
    yield _rounds_table(game, seen)
    yield Text("* the detectives saw him there · – did not move\n", style="dim")
    yield log_table(seen, console.width, is_x=True)
    yield Text()
    if game.outcome is None:
        yield Text(f"The game goes on: round {seen.round}, {listed(game.to_act)} to move.")
    else:
        yield Text(f"{ending(game.outcome)} {winner(game.outcome)}", style="bold")


def headline(record: Record) -> str:
    """Which game a record holds, in a line."""
    head = record.header
    options = [name.replace("_", " ") for name, on in head.options.items() if on]
    parts = [head.edition or "rules of one's own", counted(head.players, "player"), *options]
    return ", ".join(parts)


def _starts(seen: Observation) -> Text:
    places = [
        f"{piece} at {'–' if at is None else at}"
        for piece, at in zip(seen.cast.pieces, seen.starts, strict=True)
    ]
    x = "–" if seen.start_x is None else seen.start_x
    return Text(f"Start: Mister X at {x}, {', '.join(places)}")


def _rounds_table(game: Game, seen: Observation) -> Table:
    rounds = list(_rounds(game))
    has_notes = any(row.notes for row in rounds)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("round", justify="right")
    for piece in ("X", *seen.cast.pieces):
        table.add_column("Mister X" if piece == "X" else piece, no_wrap=True)
    if has_notes:
        table.add_column("besides")
    for row in rounds:
        cells = [row.moves.get(piece, "–") for piece in ("X", *seen.cast.pieces)]
        notes = ["; ".join(row.notes)] if has_notes else []
        table.add_row(str(row.number), *cells, *notes)
    return table


def _rounds(game: Game) -> Iterator[_Round]:
    """The rounds of a game, from the moves of its line."""
    rules = game.rules
    current: _Round | None = None
    for number, turnout in enumerate(game.line):
        before: Observation = rules.observe(game.state_at(number), Viewpoint(_EVERYTHING))
        after: Observation = rules.observe(turnout.state, Viewpoint(_EVERYTHING))
        move = parse_move(turnout.text)
        if isinstance(move, Place):
            continue
        if current is None or current.number != before.round:
            if current is not None:
                yield current
            current = _Round(before.round, {}, [])
        match move:
            case XMove():
                windows = after.log[len(before.log) :]
                current.moves["X"] = "+".join(
                    f"{leg}{'*' if window.seen else ''}"
                    for leg, window in zip(move.legs, windows, strict=True)
                )
            case HunterMove():
                current.moves[move.piece] = f"{move.ticket or ''}{move.to}"
            case Reveal():
                if move.show:
                    current.moves["X"] += "*"
                    current.notes.append("he shows himself")
            case Take():
                current.notes.append(f"takes {move.ticket} from {move.piece}")
    if current is not None:
        yield current


# --- one position -------------------------------------------------------------------------


def _position(
    record: Record, game: Game, console: Console, entry: int, eyes: str
) -> Iterator[RenderableType]:
    last = len(game.line)
    if not 0 <= entry <= last:
        raise Complaint(f"--entry {entry}: this game has the entries 0 to {last}")
    seen: Observation = game.rules.observe(game.state_at(entry), Viewpoint(eyes))
    is_x = eyes == _EVERYTHING
    made = f", after {game.line[entry - 1].text}" if entry and is_x else ""
    yield Text(f"{headline(record)}: entry {entry} of {last}{made}", style="bold")
    yield Text(f"Round {seen.round}, {listed(seen.to_move)} to move")
    yield pieces_table(seen)
    if is_x and seen.x is not None:
        yield Text(f"Mister X is at {seen.x}.")
    yield from x_lines(seen)
    if seen.possible:
        yield Text(f"He can be at {', '.join(map(str, seen.possible))}.")
    yield Text()
    yield log_table(seen, console.width, is_x=is_x)
