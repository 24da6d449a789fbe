"""What must hold for a board: for every one its network, for some the facts they declare.

A fact is a claim in the ``[facts]`` table of ``board.toml``. Each is computed anew from the
finished board and compared, so a slip in one of a thousand numbers does not go unnoticed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from misterx.board.model import Board, Connection, Transport

_Point = tuple[float, float]


def network_problem(board: Board) -> str | None:
    """Which stations cannot be reached from the first one, None when the board is one network."""
    near = board.distances().from_(board.stations[0])
    lost = [str(station) for station in board.stations if station not in near]
    if not lost:
        return None
    few = ", ".join(lost[:5]) + (", ..." if len(lost) > 5 else "")
    return f"no way leads from station {board.stations[0]} to {few}; connect or remove them"


def _side(a: _Point, b: _Point, p: _Point) -> float:
    """Positive on one side of the line through a and b, negative on the other, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def straight_crossing(board: Board, transport: Transport) -> tuple[Connection, Connection] | None:
    """Two connections that meet away from a common station when drawn straight, None if none do."""
    boxes = []
    for connection in board.connections:
        if connection.transport is transport:
            a, b = board.positions[connection.a], board.positions[connection.b]
            left, right = sorted((a[0], b[0]))
            top, bottom = sorted((a[1], b[1]))
            boxes.append((left, right, top, bottom, connection, a, b))
    boxes.sort()
    for i, (_, right, top, bottom, one, a, b) in enumerate(boxes):
        for left, _, other_top, other_bottom, other, c, d in boxes[i + 1 :]:
            if left > right:
                break  # sorted by their left edge: all further ones begin to the right of this one
            if other_top > bottom or other_bottom < top or {one.a, one.b} & {other.a, other.b}:
                continue
            if _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0:
                return one, other
    return None


class _Finding(NamedTuple):
    """What a fact really is, and what shows it."""

    value: int | bool | None
    because: str


def _fewest_taxi_connections(board: Board) -> _Finding:
    fewest, station = min((len(board.neighbours(s, Transport.TAXI)), s) for s in board.stations)
    return _Finding(fewest, f"station {station} has {fewest}")


def _networks_connected(board: Board) -> _Finding:
    for transport in Transport:
        stops = [s for s in board.stations if board.neighbours(s, transport)]
        ways = board.distances([transport])
        for stop in stops:
            if ways.between(stops[0], stop) is None:
                return _Finding(False, f"no {transport} leads from {stops[0]} to {stop}")
    return _Finding(True, "each transport's stops can all be reached from each other")


def _underground_stations_have_bus(board: Board) -> _Finding:
    for station in board.stations:
        at = board.transports_at(station)
        if Transport.UNDERGROUND in at and Transport.BUS not in at:
            return _Finding(False, f"station {station} has no bus")
    return _Finding(True, "each underground station has one")


def _straight_taxi_lines_cross(board: Board) -> _Finding:
    if found := straight_crossing(board, Transport.TAXI):
        return _Finding(True, f"{found[0]} and {found[1]} do")
    return _Finding(False, "none do")


def _longest_way_by_taxi(board: Board) -> _Finding:
    longest = board.distances([Transport.TAXI]).longest()
    return _Finding(longest, "there is no way" if longest is None else f"it is {longest}")


def _longest_way(board: Board) -> _Finding:
    longest = board.distances().longest()
    return _Finding(longest, f"it is {longest}")


FACTS: Mapping[str, tuple[type[int], Callable[[Board], _Finding]]] = {
    "fewest_taxi_connections": (int, _fewest_taxi_connections),
    "networks_connected": (bool, _networks_connected),
    "underground_stations_have_bus": (bool, _underground_stations_have_bus),
    "straight_taxi_lines_cross": (bool, _straight_taxi_lines_cross),
    "longest_way_by_taxi": (int, _longest_way_by_taxi),
    "longest_way": (int, _longest_way),
}
"""The facts that are one number, or one yes or no: the kind, and how to find out."""


def connections_by_transport(board: Board) -> dict[Transport, int]:
    """The number of connections of each transport."""
    kinds = [connection.transport for connection in board.connections]
    return {transport: kinds.count(transport) for transport in Transport}


def stops_by_transport(board: Board) -> dict[Transport, int]:
    """The number of stations at which each transport stops."""
    return {
        transport: sum(bool(board.neighbours(s, transport)) for s in board.stations)
        for transport in Transport
    }


@dataclass(frozen=True, slots=True)
class Facts:
    """What a ``[facts]`` table claims; a claim that is not made is not checked."""

    connections: Mapping[Transport, int]
    stops: Mapping[Transport, int]
    values: Mapping[str, int]
    """By a key of `FACTS`."""
    present: tuple[Connection, ...]
    absent: tuple[Connection, ...]


def _said(value: int | None) -> str:
    """The value as it is written in board.toml."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def wrong_claims(board: Board, facts: Facts) -> Iterator[tuple[str, str]]:
    """The claims that do not hold, each as the words to look for and what is wrong."""
    for transport, claimed in facts.connections.items():
        if (count := connections_by_transport(board)[transport]) != claimed:
            yield "connections", f"{claimed} {transport} connections claimed, but there are {count}"
    for transport, claimed in facts.stops.items():
        if (count := stops_by_transport(board)[transport]) != claimed:
            yield "stops", f"{claimed} {transport} stops claimed, but there are {count}"
    for key, claimed in facts.values.items():
        finding = FACTS[key][1](board)
        if finding.value != claimed:
            yield key, f"{key} = {_said(claimed)} claimed, but {finding.because}"
    there = frozenset(board.connections)
    for connection in facts.present:
        if connection not in there:
            yield f'"{connection}"', f"{connection} must be on the board, but is not"
    for connection in facts.absent:
        if connection in there:
            yield f'"{connection}"', f"{connection} must not be on the board, but is"
