"""Moves as a person picks them: a numbered list, and what a typed line means. Nothing here prints.

A number means the list. Anything else is a move in the notation, whole (`D1:T46`) or without the
piece where only one can be meant (`T46`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from misterx.board import Station
from misterx.chase import HunterMove, Move, Observation, Place, Reveal, Take, Ticket, XMove
from misterx.cli.chase.words import TICKET_NAMES
from misterx.cli.play.table import Choice, Unclear, by_key
from misterx.cli.words import listed

__all__ = ["choices_table", "list_choices", "meant", "second_halves"]

_MOST_IN_A_ROW = 6
_GAP = 2
_ORDER: dict[Ticket | None, int] = {None: 0, **{ticket: at for at, ticket in enumerate(Ticket, 1)}}
_PIECE = re.compile(r"(X|[DB]\d)\s*[:\s]\s*(.+)", re.IGNORECASE)
_SHOW = re.compile(r"(?:X:)?(SHOW|HIDE)", re.IGNORECASE)
_TAKE = re.compile(r"(?:X:)?\s*TAKE\s+(D\d)\s*=\s*([TBU])", re.IGNORECASE)


def list_choices(moves: Iterable[Move]) -> list[Choice]:
    """The moves as a numbered list, without double moves, by piece, ticket and station."""
    single = [move for move in moves if not (isinstance(move, XMove) and len(move.legs) > 1)]
    ordered = sorted(single, key=_sort_key)
    return [Choice(str(number), str(move), *_words(move)) for number, move in enumerate(ordered, 1)]


def second_halves(moves: Iterable[Move], first: str | None = None) -> list[Choice]:
    """The first halves that a double move can begin with, or what can follow one of them."""
    doubles = [m for m in moves if isinstance(m, XMove) and len(m.legs) == 2]
    if first is None:
        return list_choices({XMove(move.legs[:1]) for move in doubles})
    return list_choices(
        XMove(move.legs[1:]) for move in doubles if str(XMove(move.legs[:1])) == first
    )


def choices_table(
    choices: Sequence[Choice],
    seen: Observation,
    width: int,
    piece: str | None = None,
    x: Station | None = None,
) -> Table:
    """The list by piece and transport; with a piece only its lines, under the same numbers.

    As many moves stand in a row as the screen is wide.

    `x` is where Mister X would be by then, in the middle of a double move.
    """
    at: dict[str, int | None] = {"X": x or seen.x}
    at.update(zip(seen.cast.pieces, seen.hunters, strict=True))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, _GAP, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_column(no_wrap=True)
    shown = [choice for choice in choices if piece is None or choice.group == piece]
    headings = {
        group: group if at[group] is None else f"{group} at {at[group]}"
        for group in dict.fromkeys(choice.group for choice in shown)
    }
    in_a_row = _in_a_row(shown, headings.values(), width)
    last = ""
    for group, kind in dict.fromkeys((choice.group, choice.kind) for choice in shown):
        same = [c for c in shown if (c.group, c.kind) == (group, kind)]
        items = Text(no_wrap=True)
        for place, choice in enumerate(same):
            if place:
                items.append(" " * _GAP if place % in_a_row else "\n")
            items.append(f"{choice.key:>2}) ", style="dim")
            items.append(f"{choice.label:<3}")
        table.add_row(headings[group] if group != last else "", kind, items)
        last = group
    return table


def _in_a_row(choices: Sequence[Choice], headings: Iterable[str], width: int) -> int:
    """How many moves fit beside the piece and the transport."""
    kinds = (len(choice.kind) for choice in choices)
    beside = max(map(len, headings), default=0) + max(kinds, default=0) + 2 * _GAP
    lengths = (len(f"{choice.key:>2}) {choice.label:<3}") for choice in choices)
    one = max(lengths, default=0) + _GAP
    return max(1, min((width - beside + _GAP) // one, _MOST_IN_A_ROW))


def meant(line: str, legal: Sequence[str], choices: Sequence[Choice]) -> str:
    """The move, in the notation, that a typed line means; raises `Unclear`.

    A whole move is passed on as it is, legal or not: the rules know best what is wrong with it.
    """
    if line.isdecimal():
        return _by_number(line, choices)
    if "@" in line:
        return line.upper().replace(" ", "")
    if found := _SHOW.fullmatch(line):
        return f"X:{found[1].lower()}"
    if found := _TAKE.fullmatch(line):
        return f"X:take {found[1].upper()}={found[2].upper()}"
    if found := _PIECE.fullmatch(line):
        return f"{found[1].upper()}:{found[2].upper().replace(' ', '')}"
    return _by_short_form(line.upper().replace(" ", ""), legal)


def _by_number(line: str, choices: Sequence[Choice]) -> str:
    found = by_key(line, choices)
    if found is None:
        raise Unclear(
            f"The list goes from 1 to {len(choices)}. To name a station, write the whole move: "
            f"{choices[0].text}"
        )
    return found


def _by_short_form(short: str, legal: Sequence[str]) -> str:
    """The one legal move that ends like this after its piece."""
    fitting = [text for text in legal if re.split("[:@=]", text)[-1] == short]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Unclear(f"{short} can be {listed(fitting, 'or')}: write the whole move.")
    pieces = {re.split("[:@]", text)[0] for text in legal}
    if len(pieces) == 1 and re.fullmatch(r"[TBUK]?\d+(\+[TBUK]?\d+)?", short):
        return f"{pieces.pop()}:{short}"
    if re.fullmatch(r"[TBUK]?\d+", short):
        raise Unclear(f"Nobody can play {short} now: write the piece too, like {legal[0]}.")
    raise Unclear(f"{short!r} is no move and no command: `help` lists what you can type.")


def _sort_key(move: Move) -> tuple[bool, str, int, int]:
    """Detectives before bobbies, as the table has them; then by ticket and station."""
    match move:
        case XMove():
            leg = move.legs[-1]
            return False, "X", _ORDER[leg.ticket], leg.to
        case HunterMove():
            return move.piece.startswith("B"), move.piece, _ORDER[move.ticket], move.to
        case Place():
            return False, move.piece, 0, move.to
        case Take():
            return False, move.piece, _ORDER[move.ticket], 0
        case Reveal():
            return False, "X", 0, int(move.show)


def _words(move: Move) -> tuple[str, str, str]:
    """Group, kind and label of a move in the list."""
    match move:
        case XMove():
            leg = move.legs[-1]
            return "X", _kind(leg.ticket), str(leg.to)
        case HunterMove():
            return move.piece, _kind(move.ticket), str(move.to)
        case Place():
            return move.piece, "start at", str(move.to)
        case Take():
            return move.piece, "take one ticket", TICKET_NAMES[move.ticket]
        case Reveal():
            return "X", "", "show yourself" if move.show else "stay hidden"


def _kind(ticket: Ticket | None) -> str:
    return TICKET_NAMES[ticket] if ticket else "go to"
