"""A chase told afterwards: round by round, or any position of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from misterx.chase import HunterMove, Observation, Place, Reveal, Take, XMove, parse_move
from misterx.cli.chase.tables import log_table, pieces_table, x_lines
from misterx.cli.output import Column, columns_table, columns_width
from misterx.cli.words import listed
from misterx.core import Game, Viewpoint

__all__ = ["position", "story"]

_EVERYTHING = Viewpoint("X")
"""He knows everything, so a record is shown through his eyes unless somebody asks for others."""


class _Round(NamedTuple):
    """What happened in a round: each piece's move, and whatever else was decided."""

    number: int
    moves: dict[str, str]
    notes: list[str]


def story(game: Game, width: int) -> Iterator[RenderableType]:
    """The rounds, and the whole travel log."""
    seen: Observation = game.observe(_EVERYTHING)
    yield _starts(seen)
    for columns in _groups(_rounds_columns(game, seen), width):
        yield columns_table(columns)
    yield Text("* the detectives saw him there · – did not move\n", style="dim")
    yield log_table(seen, width, is_x=True)


def position(game: Game, entry: int, eyes: str | None, width: int) -> Iterator[RenderableType]:
    """Pieces, tickets and travel log after so many entries."""
    who = _EVERYTHING if eyes is None else Viewpoint(eyes)
    seen: Observation = game.rules.observe(game.state_at(entry), who)
    is_x = who == _EVERYTHING
    yield Text(f"Round {seen.round}, {listed(seen.to_move)} to move")
    yield pieces_table(seen, width)
    if is_x and seen.x is not None:
        yield Text(f"Mister X is at {seen.x}.")
    yield from x_lines(seen)
    if seen.possible:
        yield Text(f"He can be at {', '.join(map(str, seen.possible))}.")
    yield Text()
    yield log_table(seen, width, is_x=is_x)


def _starts(seen: Observation) -> Text:
    places = [
        f"{piece} at {'–' if at is None else at}"
        for piece, at in zip(seen.cast.pieces, seen.starts, strict=True)
    ]
    x = "–" if seen.start_x is None else seen.start_x
    return Text(f"Start: Mister X at {x}, {', '.join(places)}")


def _rounds_columns(game: Game, seen: Observation) -> list[Column]:
    """The rounds, each piece's moves, and what else was decided, if anything was."""
    rounds = list(_rounds(game))
    columns = [Column("round", [str(row.number) for row in rounds], right=True)]
    for piece in ("X", *seen.cast.pieces):
        moves = [row.moves.get(piece, "–") for row in rounds]
        columns.append(Column("Mister X" if piece == "X" else piece, moves))
    if any(row.notes for row in rounds):
        columns.append(Column("besides", ["; ".join(row.notes) for row in rounds], wraps=True))
    return columns


def _groups(columns: list[Column], width: int) -> Iterator[list[Column]]:
    """The columns in tables that fit one below the other, each with the rounds in front."""
    rounds, *others = columns
    group = [rounds]
    for column in others:
        if len(group) > 1 and columns_width([*group, column]) > width:
            yield group
            group = [rounds]
        group.append(column)
    yield group


def _rounds(game: Game) -> Iterator[_Round]:
    """The rounds of a game, from the moves of its line."""
    rules = game.rules
    current: _Round | None = None
    for number, entry in enumerate(game.line):
        before: Observation = rules.observe(game.state_at(number), _EVERYTHING)
        after: Observation = rules.observe(entry.state, _EVERYTHING)
        move = parse_move(entry.text)
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
                    current.moves["X"] = current.moves.get("X", "") + "*"
                    current.notes.append("he shows himself")
            case Take():
                current.notes.append(f"takes {move.ticket} from {move.piece}")
    if current is not None:
        yield current
