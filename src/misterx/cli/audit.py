"""`misterx audit`: Mister X's travel log checked against the tickets, as the table does at the end.

The record is followed as far as the rules allow it. Every window of the log is then looked at on
its own: is there a line for that ticket, did he have one, was the station free?
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rich.table import Table
from rich.text import Text

from misterx.board import Station, Transport
from misterx.chase import Observation, Ticket, XMove, parse_move
from misterx.chase.state import Turn
from misterx.chase.tickets import ORDINARY
from misterx.cli.chase.words import TICKET_NAMES
from misterx.cli.complaints import Complaint
from misterx.cli.output import Column, columns_table, console_for, fitting
from misterx.cli.replay import title
from misterx.cli.sources import BOARD_HINT, open_record
from misterx.cli.words import listed
from misterx.core import Game, Record, RecordError, Refused, Viewpoint

__all__ = ["main"]

_GAME = "chase"
"""The one game with a travel log."""
_X = Viewpoint("X")
_LAND = frozenset(Transport) - {Transport.FERRY}


@dataclass(frozen=True, slots=True)
class _Window:
    """One window of the log, and what is wrong with it."""

    round: int | None
    start: Station | None
    to: Station
    ticket: Ticket | None
    lines: tuple[str, ...]
    in_the_way: str | None
    seen: bool | None
    wrong: str | None


@dataclass(frozen=True, slots=True)
class _Findings:
    windows: Sequence[_Window]
    trouble: str | None
    """What is wrong with the record that is no fault of the log's."""


def main(args: Namespace) -> int:
    """Print the windows of the log; exit code 0 when all are right, 1 when not."""
    try:
        record = open_record(args.file)
        if record.header.game != _GAME:
            raise Complaint(
                f"{args.file}: only the board game has a travel log, so there is none to check",
                "`misterx replay FILE` has checked every entry when it shows the game",
            )
        findings = _audit(record, reveal=args.reveal)
    except RecordError as error:
        hint = BOARD_HINT if "no board" in str(error) else None
        raise Complaint(f"{args.file}: {error}", hint, code=1) from error
    console = console_for()
    console.print(Text(f"{title(record)}: Mister X's travel log", style="bold"))
    console.print(_table(findings.windows, console.width))
    wrong = next((at for at, window in enumerate(findings.windows, 1) if window.wrong), None)
    if wrong is not None:
        reason = findings.windows[wrong - 1].wrong
        console.print(Text(f"The log is wrong at window {wrong}: {reason}.", style="bold red"))
        return 1
    if findings.trouble is not None:
        console.print(Text("The log is right as far as it can be followed.", style="bold"))
        console.print(Text(f"But the record is damaged: {findings.trouble}", style="bold red"))
        return 1
    console.print(Text("The log is right: every move fits its ticket.", style="bold green"))
    return 0


def _audit(record: Record, *, reveal: bool) -> _Findings:
    """What the record's log holds, up to the first entry that cannot be."""
    if record.result is None and not reveal:
        raise Complaint(
            "this game is not over: its travel log would show where Mister X is",
            "--reveal opens it all the same",
        )
    try:
        game = Game.from_record(record)
    except RecordError as error:
        return _audit_damaged(record, error)
    seen: list[Observation] = [
        game.rules.observe(game.state_at(entry), _X) for entry in range(len(game.line) + 1)
    ]
    return _Findings([*_windows(seen)], None)


def _audit_damaged(record: Record, error: RecordError) -> _Findings:
    """The findings of a record that the rules stopped at some entry, or at its result."""
    game = Game.begin(record)
    rules, state = game.rules, game.state
    texts = [text for entry in record.entries for text in entry.split(" = ")]
    seen: list[Observation] = [rules.observe(state, _X)]
    for text in texts:
        try:
            state = rules.apply(state, rules.parse(text)).state
        except Refused as no:
            windows = [*_windows(seen)]
            impossible = _impossible(seen[-1], text, no)
            return _Findings(windows + impossible, None if impossible else str(error))
        seen.append(rules.observe(state, _X))
    return _Findings([*_windows(seen)], str(error))


def _windows(seen: Sequence[Observation]) -> Iterator[_Window]:
    """The windows of a game that was played by the rules, looked at once more on their own."""
    last = seen[-1]
    here = last.start_x
    for entry in last.log[: len(seen[0].log)]:  # a position that was put up begins with a log
        assert entry.station is not None, "Mister X sees his own log"
        yield _window(last, None, here, entry.station, entry.ticket, seen=entry.seen)
        here = entry.station
    for before, after in pairwise(seen):
        for at in range(len(before.log), len(after.log)):
            entry = last.log[at]
            assert entry.station is not None, "Mister X sees his own log"
            yield _window(before, before.round, here, entry.station, entry.ticket, seen=entry.seen)
            here = entry.station


def _impossible(seen: Observation, text: str, no: Refused) -> list[_Window]:
    """The windows of a move of Mister X's that the rules refuse; none if it is another's."""
    try:
        move = parse_move(text)
    except Refused:
        return []
    if not isinstance(move, XMove) or seen.turn is not Turn.X:
        return []
    windows: list[_Window] = []
    here, left = seen.x, _tickets_left(seen)
    for leg in move.legs:
        window = _window(seen, seen.round, here, leg.to, leg.ticket, seen=None)
        if window.wrong is None and leg.ticket is not None:
            left[leg.ticket] = left.get(leg.ticket, len(move.legs)) - 1
            if left[leg.ticket] < 0:
                window = replace(window, wrong=f"no {TICKET_NAMES[leg.ticket]} ticket was left")
        windows.append(window)
        if window.wrong:
            return windows
        here = leg.to
    # Each half is possible, so it is the whole that is not: no card, or no room in the log.
    return [*windows[:-1], replace(windows[-1], wrong=str(no))]


def _tickets_left(seen: Observation) -> dict[Ticket, int]:
    """How many tickets of each kind he can lay, for the kinds that are counted."""
    counts = seen.x_hand or seen.supply
    ordinary = dict(zip(ORDINARY, counts, strict=True)) if counts is not None else {}
    return {**ordinary, Ticket.BLACK: seen.black}


def _window(
    before: Observation,
    number: int | None,
    here: Station | None,
    to: Station,
    ticket: Ticket | None,
    *,
    seen: bool | None,
) -> _Window:
    """A window, and whether the lines and the hunters' stations allow it."""
    lines = _lines(before, here, to, ticket)
    hunter = None
    if number is not None:
        pieces = zip(before.cast.pieces, before.hunters, strict=True)
        hunter = next((str(piece) for piece, at in pieces if at == to), None)
    wrong = None
    if here is not None and not lines:
        what = f"on a {TICKET_NAMES[ticket]} ticket " if ticket else ""
        wrong = f"no line leads {what}from {here} to {to}"
    elif hunter is not None:
        wrong = f"{hunter} stands on {to}"
    return _Window(number, here, to, ticket, lines, hunter, seen, wrong)


def _lines(
    before: Observation, here: Station | None, to: Station, ticket: Ticket | None
) -> tuple[str, ...]:
    """The transports between two stations that the ticket pays for."""
    edition = before.cast.edition
    if here is None or to not in edition.board:
        return ()
    return tuple(
        str(line)
        for line in edition.board.transports_between(here, to)
        if line in edition.transports
        and (ticket is Ticket.BLACK or (line == ticket.transport if ticket else line in _LAND))
    )


def _table(windows: Sequence[_Window], width: int) -> Table:
    """The windows; on a narrow screen without what the others or the last sentence tell too."""
    rounds = ["–" if window.round is None else str(window.round) for window in windows]
    starts = ["?" if window.start is None else str(window.start) for window in windows]
    tickets = [TICKET_NAMES[window.ticket] if window.ticket else "none" for window in windows]
    lines = [listed(window.lines, "or") if window.lines else "–" for window in windows]
    seen = [{True: "seen", False: "hidden", None: "–"}[window.seen] for window in windows]
    columns = (
        Column("window", [str(number) for number in range(1, len(windows) + 1)], right=True),
        Column("round", rounds, 2, right=True),
        Column("from", starts, 1, right=True),
        Column("to", [str(window.to) for window in windows], right=True),
        Column("ticket", tickets),
        Column("pays for", lines, 4, wraps=True),
        Column("hunter", [window.in_the_way or "–" for window in windows], 5),
        Column("seen", seen, 3),
        Column("verdict", ["wrong" if window.wrong else "right" for window in windows]),
    )
    return columns_table(fitting(columns, width))
