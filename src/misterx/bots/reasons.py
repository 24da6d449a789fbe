"""Why a move was made, in one sentence: a code with its numbers, which clients put into words.

A sentence is said only where it is true, as whoever moves can see; the plainest ones always are.
Moves are counted over land, by whatever ticket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from misterx.board import Distances, Station, Transport
from misterx.chase import HunterMove, Move, Observation, Place, Reveal, Take, Ticket, XMove
from misterx.chase.network import bit_set

__all__ = ["WORDS", "Why", "why"]

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
}
"""Every code with its sentence in English; other languages are the client's."""

_LAND = frozenset(Transport) - {Transport.FERRY}
_FAR = 99
_WORTH_SAYING = 5
"""Per cent."""


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
    match move:
        case HunterMove(_, _, to):
            return _hunt(seen, move, to, where)
        case XMove():
            return _flee(seen, move)
        case Reveal(show):
            is_known = len(seen.possible) == 1
            if show:
                return Why("show" if is_known else "show_costs")
            return Why("wait" if is_known else "stay_hidden")
        case Take():
            return _take(seen, move)
        case Place():
            return _ways_on(_ways(seen), move.to)


def _hunt(seen: Observation, move: HunterMove, to: Station, where: Mapping[Station, float]) -> Why:
    at = {"station": to}
    percent = round(100 * where.get(to, 0.0))
    if percent >= _WORTH_SAYING:
        return Why("certain", at) if len(where) == 1 else Why("catch", {**at, "percent": percent})
    ways = _ways(seen)
    near = [station for station in where if _stops(ways, to, station) == 1]
    if near and len(where) == 1:
        return Why("next", at)
    if len(near) > 1 and 100 * sum(where[station] for station in near) >= _WORTH_SAYING:
        return Why("surround", {**at, "count": len(near), "of": len(where)})
    before = seen.hunters[seen.cast.index[move.piece]]
    assert before is not None
    if _mean(ways, to, where) < _mean(ways, before, where):
        return Why("nearer", at)
    others = [at for at in seen.hunters if at is not None and at != before]
    onward = {next_to for station in where for next_to in _neighbours(ways, station)}
    onward.difference_update(others)
    if covered := len(onward.intersection(_neighbours(ways, to))):
        return Why("cover", {**at, "count": covered, "of": len(onward)})
    ahead = sum(
        _stops(ways, to, station) < min((_stops(ways, at, station) for at in others), default=_FAR)
        for station in where
    )
    if ahead and len(where) > 1:
        return Why("nearest", {**at, "count": ahead, "of": len(where)})
    return _ways_on(ways, to)


def _flee(seen: Observation, move: XMove) -> Why:
    ways, leg = _ways(seen), move.legs[-1]
    far = _nearest(seen, ways, leg.to)
    if len(move.legs) == 2:
        return _how_far("double", ways, leg.to, far)
    at = {"station": leg.to, "count": far}
    edition = seen.cast.edition
    is_seen = edition.is_seen_at(len(seen.log) + 1, on_black=leg.ticket is Ticket.BLACK)
    taken = bit_set(at for at in seen.hunters if at is not None)
    open_to_him = seen.cast.network.spread(seen.beliefs[-1], leg.ticket) & ~taken
    count = 1 if is_seen else open_to_him.bit_count()
    if leg.ticket is Ticket.BLACK and count > 1:
        return Why("black", {"count": count})
    assert seen.x is not None
    others = [to for to, stops in ways.from_(seen.x).items() if stops == 1 and to != leg.to]
    if 1 < far < _FAR and 2 * sum(_nearest(seen, ways, to) <= 1 for to in others) > len(others):
        return Why("escape", at)
    if count == 1 or far > 3:
        return _how_far("far", ways, leg.to, far)
    return Why("hide", {"count": count})


def _how_far(code: str, ways: Distances, to: Station, far: int) -> Why:
    """By that code, how far the detectives are; another where they are next to him, or nowhere."""
    if far <= 1:
        return Why("next_to", {"station": to})
    return Why(code, {"station": to, "count": far}) if far < _FAR else _ways_on(ways, to)


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
    return seen.cast.edition.board.distances(seen.cast.edition.transports & _LAND)


def _nearest(seen: Observation, ways: Distances, station: Station) -> int:
    return min((_stops(ways, station, at) for at in seen.hunters if at is not None), default=_FAR)


def _mean(ways: Distances, station: Station, where: Mapping[Station, float]) -> float:
    return sum(part * _stops(ways, station, at) for at, part in where.items())


def _stops(ways: Distances, a: Station, b: Station) -> int:
    found = ways.between(a, b)
    return _FAR if found is None else found
