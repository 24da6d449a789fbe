"""How a board's map is drawn: in one view box the lines, the stations, and the land around.

The map is data, so that every client draws the same one. A board needs none of its own: what
``geometry.json`` leaves out comes from the base of a variant, or is drawn plainly, a straight
line for each connection.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from misterx.board.model import Board, Connection, Station, Transport

Box = tuple[float, float, float, float]
"""Left, top, width and height."""

_PIECE = re.compile(r"([MLC])([^MLC]+)")


@dataclass(frozen=True, slots=True)
class StationMarker:
    """A station on the map."""

    n: Station
    x: float
    y: float
    transports: tuple[Transport, ...]

    def to_json(self) -> dict[str, object]:
        """The marker as plain data."""
        return {"n": self.n, "x": self.x, "y": self.y, "transports": [*map(str, self.transports)]}


@dataclass(frozen=True, slots=True)
class Line:
    """A connection on the map: an SVG path from `a` to `b`, and its length."""

    a: Station
    b: Station
    transport: Transport
    d: str
    len: float

    @property
    def connection(self) -> Connection:
        """The connection that the line shows."""
        return Connection(self.a, self.b, self.transport)

    def renumbered(self, numbers: Mapping[Station, Station]) -> "Line":
        """The same line under new station numbers, turned round where their order changes."""
        a, b = numbers.get(self.a, self.a), numbers.get(self.b, self.b)
        if a < b:
            return Line(a, b, self.transport, self.d, self.len)
        return Line(b, a, self.transport, _turned(self.d), self.len)

    def to_json(self) -> dict[str, object]:
        """The line as plain data."""
        return {
            "a": self.a,
            "b": self.b,
            "transport": str(self.transport),
            "d": self.d,
            "len": self.len,
        }


@dataclass(frozen=True, slots=True)
class Park:
    """A park's outline."""

    name: str
    d: str

    def to_json(self) -> dict[str, object]:
        """The park as plain data."""
        return {"name": self.name, "d": self.d}


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the map, broken into lines around x and y."""

    text: str
    lines: tuple[str, ...]
    x: float
    y: float
    kind: str
    """What it names: landmark, park, rail, river or water."""
    size: float
    angle: float | None = None
    """Degrees clockwise, None when it stands upright."""

    def to_json(self) -> dict[str, object]:
        """The label as plain data."""
        turned: dict[str, object] = {} if self.angle is None else {"angle": self.angle}
        return {
            "text": self.text,
            "lines": list(self.lines),
            "x": self.x,
            "y": self.y,
            **turned,
            "kind": self.kind,
            "size": self.size,
        }


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board's map; coordinates are those of the view box, outlines are SVG paths."""

    view_box: Box
    bleed: float
    """How far the land goes on beyond the view box."""
    station_radius: float
    widths: Mapping[Transport, float]
    """The width of each transport's lines."""
    gap: float
    """The room between two lines side by side."""
    stations: tuple[StationMarker, ...]
    lines: tuple[Line, ...]
    """One for each connection, in the board's order."""
    river: tuple[str, ...]
    lakes: tuple[str, ...]
    parks: tuple[Park, ...]
    blocks: tuple[str, ...]
    """City blocks, one path for each of the shades."""
    labels: tuple[Label, ...]

    def to_json(self) -> dict[str, object]:
        """The map as plain data for a client, under the keys of ``geometry.json``."""
        return {
            "viewBox": " ".join(f"{edge:g}" for edge in self.view_box),
            "bleed": self.bleed,
            "stationRadius": self.station_radius,
            "widths": {str(transport): width for transport, width in self.widths.items()},
            "gap": self.gap,
            "stations": [marker.to_json() for marker in self.stations],
            "lines": [line.to_json() for line in self.lines],
            "river": list(self.river),
            "lakes": list(self.lakes),
            "parks": [park.to_json() for park in self.parks],
            "blocks": list(self.blocks),
            "labels": [label.to_json() for label in self.labels],
        }


BLANK = Geometry(
    view_box=(0, 0, 2400, 1800),
    bleed=200,
    station_radius=18,
    widths=MappingProxyType(
        {
            Transport.TAXI: 4.8,
            Transport.BUS: 5.4,
            Transport.UNDERGROUND: 7.4,
            Transport.FERRY: 4.2,
        }
    ),
    gap=3.6,
    stations=(),
    lines=(),
    river=(),
    lakes=(),
    parks=(),
    blocks=(),
    labels=(),
)
"""The map on which a board without one is drawn."""


def _turned(d: str) -> str:
    """The same path from its end to its start."""
    runs = [(letter, numbers.split()) for letter, numbers in _PIECE.findall(d)]
    points = [[*zip(run[::2], run[1::2], strict=True)] for _, run in runs]
    path = f"M{' '.join(points[-1][-1])}"
    for i in range(len(runs) - 1, 0, -1):
        back = [*reversed(points[i][:-1]), points[i - 1][-1]]
        path += runs[i][0] + " ".join(" ".join(point) for point in back)
    return path


def markers(board: Board, box: Box) -> tuple[StationMarker, ...]:
    """The board's stations, placed in the view box."""
    left, top, width, height = box
    return tuple(
        StationMarker(
            station,
            round(left + x * width, 1),
            round(top + y * height, 1),
            board.transports_at(station),
        )
        for station, (x, y) in sorted(board.positions.items())
    )


def straight_line(board: Board, connection: Connection, on: Geometry) -> Line:
    """The connection drawn straight, beside those of other transports between the same stations."""
    left, top, width, height = on.view_box
    (ax, ay), (bx, by) = (
        (left + x * width, top + y * height)
        for x, y in (board.positions[connection.a], board.positions[connection.b])
    )
    length = math.hypot(bx - ax, by - ay)
    beside = board.transports_between(connection.a, connection.b)
    # Centred on the straight way; stations in one and the same place have no direction.
    shift = (beside.index(connection.transport) - (len(beside) - 1) / 2) / (length or 1)
    shift *= on.gap + max(on.widths[transport] for transport in beside)
    dx, dy = (by - ay) * -shift, (bx - ax) * shift
    d = f"M{ax + dx:.1f} {ay + dy:.1f}L{bx + dx:.1f} {by + dy:.1f}"
    return Line(*connection, d, round(length, 1))
