"""Why a move was made, in one sentence: a code with its numbers, which clients put into words.

A sentence is said only where it is true, as whoever moves can see; the plainest ones always are.
Moves are counted over land: a detective's by the kinds of tickets that he has, any others by all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from misterx.board import Distances, Station, Transport
from misterx.chase import (
    HunterMove,
    Move,
    Observation,
    Piece,
    Place,
    Reveal,
    Take,
    Ticket,
    Tickets,
    XMove,
)
from misterx.chase.network import bit_set
from misterx.chase.tickets import ORDINARY

__all__ = ["WORDS", "Why", "why", "why_rather"]

WORDS = {
    "catch": "Mister X can be at {station}: {percent} % likely.",
    "certain": "Mister X is at {station}.",
    "next": "{station} is one move from where Mister X is.",
    "surround": "From {station} it is one move to {count} of the {of} stations where Mister X can "
    "be.",
    "nearer": "{station} is nearer to where Mister X can be.",
    "nearest": "From {station} no other detective is as near to {count} of the {of} stations where "
    "Mister X can be.",
    "cover": "From {station} it is one move to {count} of the {of} stations next to where Mister X "
    "can be.",
    "ways": "Ways that lead on from {station}: {count}.",
    "escape": "{station} is {count} moves from the nearest detective; most other ways end next to "
    "one.",
    "far": "{station} is {count} moves from the nearest detective.",
    "safe": "No detective has the tickets to get to {station}.",
    "next_to": "{station} is next to a detective, but the other moves looked no better.",
    "hide": "After it Mister X can be at {count} stations.",
    "black": "The black ticket leaves {count} stations where Mister X can be.",
    "double": "The double move ends at {station}, {count} moves from the nearest detective.",
    "show": "Everybody knows where Mister X is anyway, and it costs the detectives tickets.",
    "show_costs": "It takes a ticket from every detective who has one.",
    "stay_hidden": "Nobody knows where Mister X is, and it should stay so.",
    "wait": "Everybody knows where Mister X is; he can still show himself after a later move.",
    "take": "It is the ticket that this detective has fewest of.",
    "take_leaves": "After it this detective has so many of them left: {count}.",
    "ahead": "It came out better in the moves that may follow.",
}
"""Every code with its sentence in English; other languages are the client's."""

_LAND = frozenset(Transport) - {Transport.FERRY}
_FAR = 99
_WORTH_SAYING = 5
"""Per cent."""
_NO_ADVANTAGE = frozenset({"ways", "next_to"})
"""What speaks for a move only where nothing else does."""
_SAME_AS = {
    "certain": "catch",
    "next": "surround",
    **dict.fromkeys(("escape", "double", "safe", "next_to"), "far"),
    "black": "hide",
}
"""Codes that tell the same thing as another one in other words."""
_AMOUNTS = {"certain": 100, "next": 1, "safe": _FAR, "next_to": 1}
"""What a sentence without a number amounts to."""


@dataclass(frozen=True, slots=True)
class Why:
    """A reason: a key of `WORDS`, and the numbers in its sentence."""

    code: str
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return WORDS[self.code].format(**self.numbers)

    def to_json(self) -> dict[str, object]:
        """The code and its numbers, for clients that have sentences of their own."""
        return {"code": self.code, "numbers": dict(self.numbers)}


def why(seen: Observation, move: Move, where: Mapping[Station, float]) -> Why:
    """What speaks for a move, as whoever saw this can tell; `where` is how likely he is where."""
    return next(_reasons(seen, move, where))


def why_rather(seen: Observation, move: Move, than: Move, where: Mapping[Station, float]) -> Why:
    """What speaks for a move and not as much for another one, which a search found worse."""
    as_much = dict(_fact(one) for one in _reasons(seen, than, where, least=0))
    for one in _reasons(seen, move, where):
        what, amount = _fact(one)
        if one.code not in _NO_ADVANTAGE and amount > as_much.get(what, -1):
            return one
    return Why("ahead")


def _fact(one: Why) -> tuple[str, int]:
    """What a reason is about, and how much of it there is."""
    amount = one.numbers.get("percent", one.numbers.get("count", _AMOUNTS.get(one.code, 0)))
    return _SAME_AS.get(one.code, one.code), amount


def _reasons(
    seen: Observation, move: Move, where: Mapping[Station, float], *, least: int = _WORTH_SAYING
) -> Iterator[Why]:
    """All that can be said for a move, what tells most first; there is always something.

    Chances of less than so many per cent are left out.
    """
    match move:
        case HunterMove():
            yield from _hunt(seen, move, where, least)
        case XMove():
            yield from _flee(seen, move)
        case Reveal(show):
            is_known = len(seen.possible) == 1
            if show:
                yield Why("show" if is_known else "show_costs")
            else:
                yield Why("wait" if is_known else "stay_hidden")
        case Take():
            yield _take(seen, move)
        case Place(piece, to):
            yield _ways_on(_ways_of(seen, piece), to)


def _hunt(
    seen: Observation, move: HunterMove, where: Mapping[Station, float], least: int
) -> Iterator[Why]:
    to, at = move.to, {"station": move.to}
    percent = round(100 * where.get(to, 0.0))
    if percent >= least:
        is_certain = len(where) == 1 and to in where
        yield Why("certain", at) if is_certain else Why("catch", {**at, "percent": percent})
    ways = _ways_of(seen, move.piece, move)
    near = [station for station in where if _stops(ways, to, station) == 1]
    if near and len(where) == 1:
        yield Why("next", at)
    if len(near) > 1 and 100 * sum(where[station] for station in near) >= least:
        yield Why("surround", {**at, "count": len(near), "of": len(where)})
    before = seen.hunters[seen.cast.index[move.piece]]
    assert before is not None
    if _mean(ways, to, where) < _mean(_ways_of(seen, move.piece), before, where):
        yield Why("nearer", at)
    others = {
        piece: station
        for piece, station in zip(seen.cast.pieces, seen.hunters, strict=True)
        if station is not None and piece != move.piece
    }
    land = _ways(seen)
    onward = {next_to for station in where for next_to in _neighbours(land, station)}
    onward.difference_update(others.values())
    if covered := len(onward.intersection(_neighbours(ways, to))):
        yield Why("cover", {**at, "count": covered, "of": len(onward)})
    theirs = [(_ways_of(seen, piece, move), station) for piece, station in others.items()]
    ahead = sum(
        _stops(ways, to, station)
        < min((_stops(by, there, station) for by, there in theirs), default=_FAR)
        for station in where
    )
    if ahead and theirs and len(where) > 1:
        yield Why("nearest", {**at, "count": ahead, "of": len(where)})
    yield _ways_on(ways, to)


def _flee(seen: Observation, move: XMove) -> Iterator[Why]:
    leg = move.legs[-1]
    far = _nearest(seen, leg.to)
    count = _stations_after(seen, move)
    if len(move.legs) == 2:
        yield _how_far("double", leg.to, far)
        if count > 1:
            yield Why("hide", {"count": count})
        return
    at = {"station": leg.to, "count": far}
    if leg.ticket is Ticket.BLACK and count > 1:
        yield Why("black", {"count": count})
    assert seen.x is not None
    others = [to for to in _neighbours(_ways(seen), seen.x) if to != leg.to]
    if 1 < far < _FAR and 2 * sum(_nearest(seen, to) <= 1 for to in others) > len(others):
        yield Why("escape", at)
    how_far = _how_far("far", leg.to, far)
    if count == 1 or far > 3:
        yield how_far
    if count > 1:
        yield Why("hide", {"count": count})
    yield how_far


def _stations_after(seen: Observation, move: XMove) -> int:
    """At how many stations the hunters can then know him to be."""
    taken = bit_set(at for at in seen.hunters if at is not None)
    members = seen.beliefs[-1]
    for window, leg in enumerate(move.legs, len(seen.log) + 1):
        if seen.cast.edition.is_seen_at(window, on_black=leg.ticket is Ticket.BLACK):
            members = bit_set([leg.to])
        else:
            members = seen.cast.network.spread(members, leg.ticket) & ~taken
    return members.bit_count()


def _how_far(code: str, to: Station, far: int) -> Why:
    """By that code, how far the detectives are; another where they are next to him, or nowhere."""
    if far <= 1:
        return Why("next_to", {"station": to})
    return Why(code, {"station": to, "count": far}) if far < _FAR else Why("safe", {"station": to})


def _take(seen: Observation, move: Take) -> Why:
    purse = seen.purses[seen.cast.purse_of[move.piece]]
    has = purse.of(move.ticket)
    if all(has <= other for other in purse if other):
        return Why("take")
    return Why("take_leaves", {"count": has - 1})


def _ways_on(ways: Distances, station: Station) -> Why:
    return Why("ways", {"station": station, "count": len(_neighbours(ways, station))})


def _neighbours(ways: Distances, station: Station) -> list[Station]:
    return [to for to, stops in ways.from_(station).items() if stops == 1]


def _ways(seen: Observation) -> Distances:
    """Over land, by whatever ticket."""
    return seen.cast.edition.board.distances(seen.cast.edition.transports & _LAND)


def _ways_of(seen: Observation, piece: Piece, paid: HunterMove | None = None) -> Distances:
    """The same by the kinds of tickets that a hunter has, once somebody has paid for a move."""
    purse_of, edition = seen.cast.purse_of, seen.cast.edition
    if piece not in purse_of:
        return _ways(seen)
    purse = seen.purses[purse_of[piece]]
    if paid is not None and paid.ticket is not None and purse_of.get(paid.piece) == purse_of[piece]:
        purse = purse.plus(paid.ticket, -1)
    return edition.board.distances(edition.transports & _payable(purse))


def _payable(purse: Tickets) -> frozenset[Transport]:
    return frozenset(
        ticket.transport
        for ticket in ORDINARY
        if ticket.transport is not None and purse.of(ticket) > 0
    )


def _nearest(seen: Observation, station: Station) -> int:
    """How many moves the nearest hunter is away."""
    return min(
        (
            _stops(_ways_of(seen, piece), at, station)
            for piece, at in zip(seen.cast.pieces, seen.hunters, strict=True)
            if at is not None
        ),
        default=_FAR,
    )


def _mean(ways: Distances, station: Station, where: Mapping[Station, float]) -> float:
    return sum(part * _stops(ways, station, at) for at, part in where.items())


def _stops(ways: Distances, a: Station, b: Station) -> int:
    found = ways.between(a, b)
    return _FAR if found is None else found
