"""Who sits where: people and computer players, by flag, by question, and in a saved game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from misterx.bots import player_names
from misterx.cli.complaints import Complaint
from misterx.core import Header

__all__ = ["PERSON", "X", "occupants", "seat_flags", "seats_in", "tags", "usual"]

PERSON = "person"
X = "X"
"""Mister X's seat; all the others hunt."""
_TAG = "seat "


def occupants() -> tuple[str, ...]:
    """Everybody who can sit down: a person, or a computer player."""
    return (PERSON, *player_names())


def usual(seat: str) -> str:
    """Who sits there if nobody says anything: people hunt, the best simple computer flees."""
    return player_names()[-1] if seat == X else PERSON


def seat_flags(
    seats: Sequence[str], x: str | None, hunters: str | None, single: Iterable[str]
) -> dict[str, str]:
    """Who sits where by the command line; the narrower flag wins."""
    chosen: dict[str, str] = {}
    if x is not None:
        chosen[X] = x
    if hunters is not None:
        chosen |= dict.fromkeys((seat for seat in seats if seat != X), hunters)
    for flag in single:
        seat, equals, who = flag.partition("=")
        if not equals:
            raise Complaint(f"--seat {flag!r} is no seat and player", "write it like H1=person")
        if seat.upper() not in seats:
            raise Complaint(f"there is no seat {seat!r} in this game", f"it has {', '.join(seats)}")
        chosen[seat.upper()] = who
    for seat, who in chosen.items():
        _check(seat, who)
    return chosen


def seats_in(header: Header, seats: Sequence[str]) -> dict[str, str]:
    """Who sits where by a saved game's header, as far as it says."""
    found = {seat: header.tags[_TAG + seat] for seat in seats if _TAG + seat in header.tags}
    for seat, who in found.items():
        _check(seat, who)
    return found


def tags(seats: Mapping[str, str]) -> dict[str, str]:
    """The header lines that keep who sits where."""
    return {_TAG + seat: who for seat, who in seats.items()}


def _check(seat: str, who: str) -> None:
    if who not in occupants():
        raise Complaint(
            f"nobody called {who!r} can play seat {seat}", f"there are: {', '.join(occupants())}"
        )
