"""`misterx replay`: a saved game from beginning to end, or any position of it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from misterx.cli.complaints import Complaint
from misterx.cli.games import chronicle_of
from misterx.cli.output import console_for
from misterx.cli.sources import BOARD_HINT, open_record
from misterx.cli.words import ending, headline, listed, winner
from misterx.core import Game, Record, RecordError

__all__ = ["main", "title"]


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
    if game.outcome is None and not args.reveal and args.eyes is None:
        raise Complaint(
            "this game is not over: it would show what is hidden",
            "--reveal shows it all the same; --entry N --as WHO shows what they may see",
        )
    if args.json:
        print(json.dumps(record.to_json(), indent=1))
        return 0
    console = console_for()
    parts = (
        _game(record, game, console.width)
        if args.entry is None
        else _position(record, game, args, console.width)
    )
    for part in parts:
        console.print(part)
    return 0


def title(record: Record) -> str:
    """Which game a record holds, in a line."""
    head = record.header
    return headline(head.edition or "rules of one's own", head.players, head.options)


def _game(record: Record, game: Game, width: int) -> Iterator[RenderableType]:
    yield Text(title(record), style="bold")
    yield from chronicle_of(record.header.game).story(game, width)
    yield Text()
    if game.outcome is None:
        section = game.rules.section(game.state)
        yield Text(f"The game goes on: {section}, {listed(game.to_act)} to move.")
    else:
        yield Text(f"{ending(game.outcome)} {winner(game.outcome)}", style="bold")


def _position(record: Record, game: Game, args: Namespace, width: int) -> Iterator[RenderableType]:
    entry, last = args.entry, len(game.line)
    if not 0 <= entry <= last:
        raise Complaint(f"--entry {entry}: this game has the entries 0 to {last}")
    if args.eyes is not None:
        game.observe(args.eyes)  # refuses eyes that nobody has
    # The last move is told to those who know everything: others may not have seen all of it.
    made = f", after {game.line[entry - 1].text}" if entry and args.eyes is None else ""
    yield Text(f"{title(record)}: entry {entry} of {last}{made}", style="bold")
    yield from chronicle_of(record.header.game).position(game, entry, args.eyes, width)
