"""Series kept in a file, so that one which was killed goes on where it stopped.

First comes what is played, then one result a line, written as soon as its game is over. The game of
a line that was torn by a kill is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from misterx.arena.journal import Journal, SaveError, journal, line_of
from misterx.arena.match import Result
from misterx.arena.programs import Fault
from misterx.arena.series import Series
from misterx.chase import Chase
from misterx.chase.edition import Order
from misterx.core import Reason
from misterx.core.fields import Fields, read_json

__all__ = ["saved"]

_KIND: Final = "misterx arena 2"
_REASONS: Final = {str(reason): reason for reason in (*Reason, *Fault)}
_MOST: Final = 10**9


@contextmanager
def saved(
    path: Path, all_series: Sequence[Series], games: int
) -> Iterator[Callable[[Series, Result], None]]:
    """Give the series what the file has of their first games, and something to keep more with.

    Raises `SaveError`: for a file of other series, one that is none, one that another process
    writes, and one that cannot be written.
    """
    with journal(path) as file:
        _load(path, file, all_series, games)
        index = {id(series): number for number, series in enumerate(all_series)}

        def keep(series: Series, result: Result) -> None:
            file.write(_result_to_json(index[id(series)], result))

        yield keep


def _load(path: Path, file: Journal, all_series: Sequence[Series], games: int) -> None:
    header = _header(all_series)
    if not file.lines:
        # New, or killed before its first line was whole.
        if not line_of(header).startswith(file.torn):
            raise SaveError(f"{path} is no file of the arena: choose another name")
        file.write(header)
        return
    first, *lines = file.lines
    _check_header(path, first, header)
    for number, line in enumerate(lines, 2):
        try:
            at, result = _result_from_json(line, len(all_series))
        except ValueError as error:
            raise SaveError(
                f"{path}, line {number}, is no result: {error}; "
                "take the line out, and its game is played again, or give another file"
            ) from error
        if result.number < games:
            all_series[at].results[result.number] = result


def _header(all_series: Sequence[Series]) -> dict[str, object]:
    """What is played: all that another command would have to share."""
    first = all_series[0].match
    rules = first.rules
    # Files from before a player chose the order have games of another kind in these editions.
    in_free_order = isinstance(rules, Chase) and rules.data.order is Order.FREE
    return {
        "kind": _KIND,
        "edition": first.edition,
        "rules": first.own_rules,
        "players": first.players,
        "options": list(first.options),
        "seed": first.seed,
        "limit": str(first.limit),
        "series": [[m.role, m.one, m.others] for m in (series.match for series in all_series)],
        **({"order": "chosen by the player"} if in_free_order else {}),
    }


def _check_header(path: Path, line: bytes, ours: dict[str, object]) -> None:
    try:
        theirs = Fields(read_json(line), "the header").data
    except (ValueError, RecursionError):
        theirs = {}
    if theirs.get("kind") != _KIND:
        raise SaveError(f"{path} is no file of the arena: choose another name")
    for key, value in ours.items():
        if theirs.get(key) != value:
            raise SaveError(
                f"{path} holds another series: its {key} is {_shown(theirs.get(key))}, "
                f"not {_shown(value)}; give the same flags again, or another file"
            )


def _shown(value: object) -> str:
    """A value of a header as people read it."""
    if isinstance(value, list):
        return "; ".join(" ".join(i) if isinstance(i, list) else str(i) for i in value) or "none"
    return "none" if value is None else str(value)


def _result_to_json(at: int, result: Result) -> dict[str, object]:
    line: dict[str, object] = {
        "series": at,
        "number": result.number,
        "won": result.won,
        "winner": result.winner,
        "reason": str(result.reason),
        "moves": result.moves,
    }
    return {**line, "fault": result.fault} if result.fault else line


def _result_from_json(line: bytes, series: int) -> tuple[int, Result]:
    """The series of a result, and the result; raises `ValueError`."""
    try:
        given = read_json(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON") from error
    fields = Fields(given, "the line")
    result = Result(
        number=fields.integer("number", 0, _MOST),
        won=fields.boolean("won"),
        winner=fields.text("winner"),
        reason=_REASONS[fields.text("reason", _REASONS)],
        moves=fields.integer("moves", 0, _MOST),
        fault=fields.text("fault") if fields.has("fault") else "",
    )
    return fields.integer("series", 0, series - 1), result
