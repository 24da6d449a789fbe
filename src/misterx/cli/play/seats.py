"""Who sits where: people and computer players, by flag, by question, and in a saved game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

from misterx.bots import Limit, player_names
from misterx.cli.complaints import Complaint
from misterx.core import Header

__all__ = ["PERSON", "X", "occupants", "seat_flags", "seats_in", "tags"]

PERSON = "person"
X = "X"
"""Mister X's seat, where he has one that everybody knows; all the others hunt."""
_TAG = "seat "


def occupants(game: str) -> tuple[str, ...]:
    """Everybody who can sit down at a game: a person, or a computer player of it."""
    return (PERSON, *player_names(game))


def seat_flags(game: str, seats: Sequence[str], args: Namespace) -> dict[str, str]:
    """Who sits where by the command line; the narrower flag wins."""
    chosen: dict[str, str] = {}
    if X not in seats and (args.x or args.hunters):
        raise Complaint(
            "who is Mister X is dealt in this game: --x and --hunters do not go with it",
            f"name seats: --seat {seats[0]}={PERSON}, and --others for the rest",
        )
    if args.others is not None:
        chosen = dict.fromkeys(seats, args.others)
    if args.x is not None:
        chosen[X] = args.x
    if args.hunters is not None:
        chosen |= dict.fromkeys((seat for seat in seats if seat != X), args.hunters)
    for flag in args.seat or ():
        seat, equals, who = flag.partition("=")
        if not equals:
            raise Complaint(
                f"--seat {flag!r} is no seat and player", f"write it like {seats[-1]}={PERSON}"
            )
        if seat.upper() not in seats:
            raise Complaint(f"there is no seat {seat!r} in this game", f"it has {', '.join(seats)}")
        chosen[seat.upper()] = who
    for seat, who in chosen.items():
        _check(game, seat, who)
    return chosen


def seats_in(header: Header, seats: Sequence[str]) -> dict[str, str]:
    """Who sits where by a saved game's header, as far as it says."""
    found = {seat: header.tags[_TAG + seat] for seat in seats if _TAG + seat in header.tags}
    for seat, who in found.items():
        _check(header.game, seat, who)
    return found


def tags(seats: Mapping[str, str]) -> dict[str, str]:
    """The header lines that keep who sits where."""
    return {_TAG + seat: who for seat, who in seats.items()}


def _check(game: str, seat: str, who: str) -> None:
    offers = occupants(game)
    name, limited, limit = who.partition("@")
    if name not in offers or (limited and name == PERSON):
        raise Complaint(
            f"nobody called {who!r} can play seat {seat}", f"there are: {', '.join(offers)}"
        )
    try:
        if limited:
            Limit.from_text(limit)
    except ValueError as error:
        raise Complaint(f"{who!r}: {error}") from error
