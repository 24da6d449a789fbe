"""Why a move was made, in one sentence: a code with its numbers, which clients put into words."""

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
    "spread": "{station} covers ways that the other detectives do not.",
    "start": "{station} has many ways to follow Mister X.",
    "escape": "{station} is {count} moves from the nearest detective; most other ways end next to "
    "one.",
    "far": "{station} is {count} moves from the nearest detective.",
    "hide": "After it Mister X can be at {count} stations.",
    "black": "The black ticket leaves {count} stations where Mister X can be.",
    "double": "The double move gets away from the detectives.",
    "show": "Everybody knows where Mister X is anyway, and it costs the detectives tickets.",
    "stay_hidden": "Nobody knows where Mister X is, and it should stay so.",
    "take": "It is the ticket that this detective has fewest of.",
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
            return Why("show" if show else "stay_hidden")
        case Take():
            return Why("take")
        case Place():
            return Why("start", {"station": move.to})


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
    return Why("spread", at)


def _flee(seen: Observation, move: XMove) -> Why:
    if len(move.legs) == 2:
        return Why("double")
    ways, (leg,) = _ways(seen), move.legs
    far = _nearest(seen, ways, leg.to)
    at = {"station": leg.to, "count": far}
    edition = seen.cast.edition
    is_seen = edition.is_seen_at(len(seen.log) + 1, on_black=leg.ticket is Ticket.BLACK)
    taken = bit_set(at for at in seen.hunters if at is not None)
    open_to_him = seen.cast.network.spread(seen.beliefs[-1], leg.ticket) & ~taken
    count = 1 if is_seen else open_to_him.bit_count()
    if leg.ticket is Ticket.BLACK and not is_seen:
        return Why("black", {"count": count})
    assert seen.x is not None
    others = [to for to, stops in ways.from_(seen.x).items() if stops == 1 and to != leg.to]
    if far > 1 and 2 * sum(_nearest(seen, ways, to) <= 1 for to in others) > len(others):
        return Why("escape", at)
    if is_seen or far > 3:
        return Why("far", at)
    return Why("hide", {"count": count})


def _ways(seen: Observation) -> Distances:
    return seen.cast.edition.board.distances(seen.cast.edition.transports & _LAND)


def _nearest(seen: Observation, ways: Distances, station: Station) -> int:
    return min((_stops(ways, station, at) for at in seen.hunters if at is not None), default=_FAR)


def _mean(ways: Distances, station: Station, where: Mapping[Station, float]) -> float:
    return sum(part * _stops(ways, station, at) for at, part in where.items())


def _stops(ways: Distances, a: Station, b: Station) -> int:
    found = ways.between(a, b)
    return _FAR if found is None else found
