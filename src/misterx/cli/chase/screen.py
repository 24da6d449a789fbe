"""What a person sees when it is their turn. Pure: from an observation to tables and lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from misterx.board import Station, Transport
from misterx.chase import Observation, Piece
from misterx.chase.observation import Entry
from misterx.chase.state import X_TURN
from misterx.cli.chase.tables import log_table, pieces_table, x_lines
from misterx.cli.play.ending import last_words
from misterx.cli.play.seats import PERSON
from misterx.cli.words import counted
from misterx.core import Game

__all__ = ["HELP", "end_screen", "lines_from", "turn_screen", "where_line"]


def turn_screen(
    seen: Observation,
    seats: Mapping[str, str],
    persons: Sequence[str],
    width: int,
    *,
    show_where: bool,
) -> Iterator[RenderableType]:
    """The table for the people on turn: pieces, Mister X, his travel log."""
    is_x = seen.who == "X"
    yield Rule(_title(seen, persons), style="dim", align="left")
    yield pieces_table(seen, width, _players(seen, seats))
    if is_x and seen.x is not None:
        yield Text(f"You are Mister X, at {seen.x}.", style="bold")
    yield from x_lines(seen)
    if seen.possible:
        yield where_line(seen, is_open=show_where)
    yield Text()
    yield log_table(seen, width, is_x=is_x)
    yield Text()


def _title(seen: Observation, persons: Sequence[str]) -> str:
    rounds = f"Round {seen.round} of {_last_round(seen)}"
    if seen.who == "X":
        return f"{rounds} · Mister X to move"
    if None in seen.hunters:
        return f"Before the game · {persons[0]} chooses where to start"
    if seen.cast.in_fixed_order:
        return f"{rounds} · the detectives: {seen.to_move[0]} to move, played by {persons[0]}"
    return f"{rounds} · the detectives to move, in any order"


def _last_round(seen: Observation) -> int:
    """The round that ends the game at the latest: each after this one fills a window."""
    edition = seen.cast.edition
    left = edition.log - len(seen.log) - (seen.turn is X_TURN)
    return min(edition.rounds, seen.round + left)


def _players(seen: Observation, seats: Mapping[str, str]) -> Mapping[Piece, str] | None:
    """Who moves each piece, where that is a question."""
    cast = seen.cast
    if len({seats[seat] for seat in cast.hunter_seats}) == 1 and not cast.in_fixed_order:
        return None
    players = {seats[seat] for seat in cast.hunter_seats}
    shared = "any person" if PERSON in players else "any of them"
    return {
        piece: f"{owners[0]}, {seats[owners[0]]}" if len(owners) == 1 else shared
        for piece, owners in cast.seats_of.items()
    }


def where_line(seen: Observation, *, is_open: bool) -> Text:
    """Where he can be, as everybody can work it out; the stations only where that is wished."""
    possible = seen.possible
    number = counted(len(possible), "station")
    whose = "By what the detectives know, you" if seen.who == "X" else "He"
    if not is_open:
        return Text(f"{whose} can be at {number} (`where` lists them).")
    return Text(f"{whose} can be at {number}: {', '.join(map(str, possible))}")


def lines_from(seen: Observation, station: Station) -> Table:
    """The lines that leave a station, and who stands at their other ends."""
    edition = seen.cast.edition
    there = {at: piece for piece, at in zip(seen.cast.pieces, seen.hunters, strict=True)}
    table = Table(title=f"From {station}", title_justify="left", box=None, show_header=False)
    for transport in Transport:
        stops = edition.board.neighbours(station, transport)
        if stops and transport in edition.transports:
            names = (f"{stop} ({there[stop]})" if stop in there else str(stop) for stop in stops)
            table.add_row(transport, ", ".join(names))
    return table


def end_screen(game: Game, width: int) -> Iterator[RenderableType]:
    """How the game ended, and the whole travel log."""
    seen: Observation = game.observe("X")
    yield from last_words(game)
    yield Text()
    yield log_table(seen, width, is_x=True)
    yield Text(_path(seen.start_x, seen.log))


def _path(start: Station | None, log: Sequence[Entry]) -> str:
    stations = [start, *(entry.station for entry in log)]
    return "His way: " + " – ".join("?" if at is None else str(at) for at in stations)


HELP = """\
A number plays that move of the list. Or write the move:
  T46          by taxi to 46; B bus, U underground, K on a black ticket
  D2:U89       the same with the piece before it, where several could move
  B1:92        bobbies need no ticket; nor does anybody in the beginners' game
  T46+K58      Mister X's double move; `double` lists them, in two steps
Or type one of these:
  moves [D1]   the list of moves again, of one piece
  table        the whole table again
  from 46      the lines that leave a station
  log          the travel log
  where        list the stations where Mister X can be, or stop listing them
  undo         take the last move back, if it told the detectives nothing
  save [FILE]  save the game; the file holds everything, Mister X's station too
  resign       give up
  quit         stop playing\
"""
