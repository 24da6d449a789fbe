"""What a board is: stations, the connections between them, and where the stations lie.

Everything here is plain immutable data without files, so that rules and bots can use a board
without knowing where it came from. The one error of this package is

    ValueError
    └── BoardError    a board, or a file describing one, is wrong
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self, TypeAlias

from misterx.board.distances import Distances

Station: TypeAlias = int
"""A station's printed number."""

HIGHEST_STATION = 255
"""The highest station number: stations fit into a byte, so there are never more than 255."""


class BoardError(ValueError):
    """A board, or a file describing one, is wrong; the message says where and what to do."""

    @classmethod
    def at(cls, file: Path, what: str, line: int | None = None) -> Self:
        """The error with its place, ``file, line 3: what``, before what is wrong."""
        place = f"{file}" if line is None else f"{file}, line {line}"
        return cls(f"{place}: {what}")


class Transport(StrEnum):
    """A means of transport with a network of its own."""

    TAXI = "taxi"
    BUS = "bus"
    UNDERGROUND = "underground"
    FERRY = "ferry"


ALL_TRANSPORTS = frozenset(Transport)


class Connection(NamedTuple):
    """Two neighbouring stops, ``a < b``, of one transport; travelled both ways."""

    a: Station
    b: Station
    transport: Transport

    @classmethod
    def between(cls, a: Station, b: Station, transport: Transport) -> Self:
        """The connection of two stations given in either order."""
        return cls(min(a, b), max(a, b), transport)

    def __str__(self) -> str:
        """The short form, ``taxi 58-75``."""
        return f"{self.transport} {self.a}-{self.b}"


def _check_fields(board: "Board") -> None:
    """Refuses data that break what `Board` promises about its fields."""
    if not board.stations:
        raise BoardError(f"board {board.name}: there are no stations; give it at least one")
    if list(board.stations) != sorted(set(board.stations)):
        raise BoardError(f"board {board.name}: stations must ascend without repeats; sort them")
    if board.stations[0] < 1 or board.stations[-1] > HIGHEST_STATION:
        raise BoardError(
            f"board {board.name}: stations must be 1..{HIGHEST_STATION}; renumber the others"
        )
    if board.positions.keys() != set(board.stations):
        raise BoardError(f"board {board.name}: give each station, and no other, one position")
    if not all(0 <= part <= 1 for position in board.positions.values() for part in position):
        raise BoardError(f"board {board.name}: positions must be 0..1 of the board; scale them")
    if list(board.connections) != sorted(set(board.connections)):
        raise BoardError(f"board {board.name}: connections must ascend without repeats; sort them")
    for connection in board.connections:
        if connection.a >= connection.b:
            raise BoardError(
                f"board {board.name}: {connection} must name two stations, the lower one first"
            )
        for end in connection[:2]:
            if end not in board.positions:
                raise BoardError(
                    f"board {board.name}: {connection} ends at {end}, which is no station here; "
                    "add the station or drop the connection"
                )


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board: its stations, its connections, and where each station lies.

    Two boards are equal when their names and data are; the hash is that of the name, so that
    looking a board up in a cache costs nothing.

    Raises:
        BoardError: when the data contradict each other.
    """

    name: str
    stations: tuple[Station, ...]
    """The printed numbers, ascending."""
    connections: tuple[Connection, ...]
    """Ascending, each pair of stations once for each transport between them."""
    positions: Mapping[Station, tuple[float, float]]
    """x and y in 0..1 of the board's face, y down; the face is 4:3."""
    source: Path | None = None
    """The folder the board was read from, None for one made in memory."""
    _neighbours: Mapping[Transport, Mapping[Station, tuple[Station, ...]]] = field(
        init=False, repr=False
    )
    _distances: dict[frozenset[Transport], Distances] = field(
        init=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        """Checks the data and lists the neighbours, once for all later questions."""
        _check_fields(self)
        object.__setattr__(self, "positions", MappingProxyType(dict(self.positions)))
        reached: dict[Transport, dict[Station, list[Station]]] = {
            transport: {station: [] for station in self.stations} for transport in Transport
        }
        for a, b, transport in self.connections:
            reached[transport][a].append(b)
            reached[transport][b].append(a)
        neighbours = {
            transport: {station: tuple(sorted(stops)) for station, stops in network.items()}
            for transport, network in reached.items()
        }
        object.__setattr__(self, "_neighbours", neighbours)

    def __contains__(self, station: object) -> bool:
        """Whether the board has this station."""
        return station in self.positions

    def __eq__(self, other: object) -> bool:
        """Whether the other is a board of the same name and data, wherever it was read from."""
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return (self.name, self.connections, self.positions) == (
            other.name,
            other.connections,
            other.positions,
        )

    def __repr__(self) -> str:
        """Which board it is, and how large."""
        size = f"{len(self.stations)} stations, {len(self.connections)} connections"
        return f"<Board {self.name}: {size}>"

    def __hash__(self) -> int:
        """The name's hash."""
        return hash(self.name)

    def __reduce__(
        self,
    ) -> tuple[
        type["Board"],
        tuple[
            str,
            tuple[Station, ...],
            tuple[Connection, ...],
            dict[Station, tuple[float, float]],
            Path | None,
        ],
    ]:
        """The recipe for a copy: pickle knows no mapping proxies, and bots run in processes."""
        values = (self.name, self.stations, self.connections, dict(self.positions), self.source)
        return type(self), values

    def neighbours(self, station: Station, transport: Transport) -> tuple[Station, ...]:
        """The very next stops from a station by one transport, ascending.

        Raises:
            BoardError: when the board has no such station.
        """
        try:
            return self._neighbours[transport][station]
        except KeyError:
            raise self._no_such(station) from None

    def transports_at(self, station: Station) -> tuple[Transport, ...]:
        """The transports that stop at a station, in the order of `Transport`.

        Raises:
            BoardError: when the board has no such station.
        """
        return tuple(t for t in Transport if self.neighbours(station, t))

    def transports_between(self, a: Station, b: Station) -> tuple[Transport, ...]:
        """The transports that lead from one station to the other without a stop between.

        Raises:
            BoardError: when the board has no such station.
        """
        if b not in self:
            raise self._no_such(b)
        return tuple(t for t in Transport if b in self.neighbours(a, t))

    def distances(self, transports: Iterable[Transport] = ALL_TRANSPORTS) -> Distances:
        """How many moves apart all stations are by these transports; counted once, then kept."""
        chosen = frozenset(transports)
        if chosen not in self._distances:
            self._distances[chosen] = Distances(
                {
                    station: [stop for t in chosen for stop in self._neighbours[t][station]]
                    for station in self.stations
                },
                self._no_such,
            )
        return self._distances[chosen]

    def _no_such(self, station: Station) -> BoardError:
        return BoardError(
            f"board {self.name} has no station {station!r}; "
            f"it has {len(self.stations)} from {self.stations[0]} to {self.stations[-1]}"
        )
