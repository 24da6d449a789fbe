"""Tables of a game as somebody sees it: pieces, tickets, travel log. Nothing here prints."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group
from rich.table import Table
from rich.text import Text

from misterx.chase import Edition, Observation, Piece, Tickets
from misterx.chase.edition import Purse, XTickets
from misterx.chase.observation import Entry
from misterx.cli.chase.words import kinds
from misterx.cli.output import Column, columns_table, fitting
from misterx.cli.words import counted, listed

__all__ = ["last_seen", "log_table", "pieces_table", "x_lines"]

_CELL = 6
"""Columns that a window of the travel log takes up: `U128*` and a blank."""
_MOST_IN_A_ROW = 14


def pieces_table(
    seen: Observation, width: int, players: Mapping[Piece, str] | None = None
) -> Table:
    """Every piece with its station and tickets, and what it still has to do this round.

    `players` names who moves each piece; without it, and on a narrow screen, that column is left
    out.
    """
    cast = seen.cast
    pieces = cast.pieces
    columns = [Column("piece", [*map(str, pieces)], style="bold")]
    if players is not None:
        columns.append(Column("played by", [players[piece] for piece in pieces], 1))
    stations = ["–" if at is None else str(at) for at in seen.hunters]
    columns.append(Column("station", stations, right=True, style="bold"))
    if cast.purse is Purse.OWN:
        for kind, name in enumerate(Tickets._fields):
            counts = [
                str(seen.purses[cast.purse_of[piece]][kind]) if piece in cast.purse_of else "·"
                for piece in pieces
            ]
            columns.append(Column(name, counts, right=True))
    # The list of moves tells who is to move, too.
    columns.append(Column("this round", [_duty(seen, piece) for piece in pieces], 2))
    return columns_table(fitting(columns, width), has_line=False)


def _duty(seen: Observation, piece: Piece) -> str:
    if piece in seen.to_move:
        return "to move"
    return "moved" if piece in seen.moved else ""


def x_lines(seen: Observation) -> list[Text]:
    """What everybody knows of Mister X: where he was seen, and what he has left."""
    cast = seen.cast
    lines = [_line("Mister X", last_seen(seen))]
    cards = [
        counted(seen.black, "black ticket"),
        counted(seen.double, "double move"),
    ]
    if seen.x_hand is not None:
        cards.insert(0, kinds(seen.x_hand))
    elif cast.edition.x_tickets is XTickets.UNLIMITED:
        cards.append("other tickets without end")
    lines.append(_line("He has", listed(cards)))
    if seen.supply is not None:
        lines.append(_line("Supply", kinds(seen.supply)))
    if cast.purse is Purse.POOLED:
        lines.append(_line("Detectives", f"{kinds(seen.purses[0])}, in one purse"))
    return lines


def _line(label: str, text: str) -> Text:
    return Text.assemble((f"{label:<11}", "bold"), text)


def last_seen(seen: Observation) -> str:
    """Where the hunters last saw him, and how many of his moves ago."""
    for ago, entry in enumerate(reversed(seen.log)):
        if entry.seen and entry.station is not None:
            where = f"at {entry.station}"
            move = len(seen.log) - ago
            if not ago:
                return f"is {where}, seen after his move {move}"
            return f"was last seen {where}, after his move {move}: {counted(ago, 'move')} ago"
    moves = counted(len(seen.log), "move")
    if seen.cast.edition.start_is_public:
        started = f"started at {seen.start_x}"
        return f"{started}, {moves} ago" if seen.log else started
    return f"has not been seen yet, in {moves}" if seen.log else "has not moved yet"


def log_table(seen: Observation, width: int, *, is_x: bool) -> Group:
    """The travel log, windows to come included; `is_x`: he sees where he was.

    Marked are the moves after which he is seen, or for beginners those that hide him.
    """
    edition = seen.cast.edition
    fitting = max(1, min(width // _CELL, _MOST_IN_A_ROW))
    rows = -(-edition.log // fitting)
    columns = -(-edition.log // rows)
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False)
    for _ in range(columns):
        table.add_column(width=_CELL - 1, no_wrap=True)
    for first in range(0, edition.log, columns):
        numbers = range(first, min(first + columns, edition.log))
        table.add_row(*(_heading(edition, number + 1) for number in numbers))
        table.add_row(*(_window(seen.log, number, is_x=is_x) for number in numbers))
    return Group(
        Text("Travel log", style="bold"), table, Text(_caption(edition, is_x=is_x), style="dim")
    )


def _heading(edition: Edition, number: int) -> Text:
    marked = number in edition.windows
    return Text(f"[{number}]" if marked else str(number), style="yellow" if marked else "dim")


def _window(log: tuple[Entry, ...], number: int, *, is_x: bool) -> Text:
    if number >= len(log):
        return Text(".", style="dim")
    entry = log[number]
    known = "*" if is_x and entry.seen else ""
    where = "?" if entry.station is None else f"{entry.station}{known}"
    return Text(f"{entry.ticket or ''}{where}", style="bold" if entry.seen else "")


def _caption(edition: Edition, *, is_x: bool) -> str:
    parts = []
    if edition.windows:
        parts.append(
            "[ ] seen after this move" if edition.hides_by_default else "[ ] a move unseen"
        )
    if is_x:
        parts.append("* they saw it")
    if edition.x_needs_tickets:
        parts.append("T taxi, B bus, U underground, K black")
    else:
        parts.append("K on the black ticket")
    return " · ".join(parts)
