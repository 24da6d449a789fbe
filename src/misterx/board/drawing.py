"""Maps from folders: ``geometry.json`` laid over the base's map, or over a blank one."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from misterx.board.geometry import (
    BLANK,
    Box,
    Geometry,
    Label,
    Line,
    Park,
    markers,
    straight_line,
)
from misterx.board.manifest import read_manifest, read_text
from misterx.board.model import Board, BoardError, Connection, Transport

GEOMETRY = "geometry.json"

_KEYS = (
    *("viewBox", "bleed", "stationRadius", "widths", "gap"),
    *("lines", "river", "lakes", "parks", "blocks", "labels"),
)
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_POINT = f"{_NUMBER} {_NUMBER}"
_BOX = re.compile(f"{_POINT} {_POINT}")
# Paths end up in web pages: nothing but the letters and numbers of a path may pass.
_LINE = re.compile(f"M{_POINT}(?:L{_POINT}|C{_POINT} {_POINT} {_POINT})+")
_OUTLINE = re.compile("M[-0-9. MLCZmlcz]+")

T = TypeVar("T")


def draw(board: Board, find: Callable[[str], Geometry]) -> Geometry:
    """The board's map; `find` gives that of a variant's base.

    Raises:
        BoardError: when the ``geometry.json`` of the board's folder is wrong.
    """
    ground = BLANK
    drawn: dict[Connection, Line] = {}
    if board.source is not None:
        manifest = read_manifest(board.source)
        if manifest.base is not None:
            ground = find(manifest.base)
        drawn = {
            new.connection: new
            for line in ground.lines
            for new in [line.renumbered(manifest.renumber)]
        }
        known = frozenset(board.connections)
        file = board.source / GEOMETRY
        if file.exists():
            ground = _laid_over(ground, file)
            for line in ground.lines:
                new = line.renumbered(manifest.renumber)
                if new.connection not in known:
                    raise BoardError.at(
                        file, f"{new.connection} has a line but is not on the board; remove it"
                    )
                drawn[new.connection] = new
    return replace(
        ground,
        stations=markers(board, ground.view_box),
        lines=tuple(
            drawn.get(connection) or straight_line(board, connection, ground)
            for connection in board.connections
        ),
    )


def _laid_over(ground: Geometry, file: Path) -> Geometry:
    """The ground with what the file changes on it, and with the lines of the file alone."""
    try:
        data = json.loads(read_text(file))
    except json.JSONDecodeError as error:
        raise BoardError.at(file, f"no valid JSON: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError) as error:  # huge numbers and deep nesting
        raise BoardError.at(file, f"no valid JSON: {error}") from None
    whole = _Value(file, "the map", data)
    parts = whole.parts((), _KEYS)

    def given(key: str, read: Callable[[_Value], T], otherwise: T) -> T:
        return read(parts[key]) if key in parts else otherwise

    return Geometry(
        view_box=given("viewBox", _box, ground.view_box),
        bleed=given("bleed", _Value.number, ground.bleed),
        station_radius=given("stationRadius", _Value.number, ground.station_radius),
        widths=given("widths", _widths, ground.widths),
        gap=given("gap", _Value.number, ground.gap),
        stations=(),
        lines=given("lines", _each(_line), ()),
        river=given("river", _each(_outline), ground.river),
        lakes=given("lakes", _each(_outline), ground.lakes),
        parks=given("parks", _each(_park), ground.parks),
        blocks=given("blocks", _each(_outline), ground.blocks),
        labels=given("labels", _each(_label), ground.labels),
    )


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of the file and where it stands, as in ``lines[3].d``."""

    file: Path
    where: str
    value: object

    def error(self, wanted: str) -> BoardError:
        """An error saying what should stand here."""
        return BoardError.at(self.file, f"{self.where} must be {wanted}")

    def number(self) -> float:
        """The value as a number."""
        # Booleans are integers to Python, and JSON as Python reads it knows NaN and Infinity.
        value = self.value
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise self.error("a number")
        return value

    def text(self) -> str:
        """The value as a text."""
        if not isinstance(self.value, str):
            raise self.error("a text")
        return self.value

    def matching(self, pattern: re.Pattern[str], wanted: str) -> str:
        """The value as a text that fits the pattern from end to end."""
        if not pattern.fullmatch(self.text()):
            raise self.error(wanted)
        return self.text()

    def items(self) -> list["_Value"]:
        """The elements of the value, a list."""
        if not isinstance(self.value, list):
            raise self.error("a list")
        return [_Value(self.file, f"{self.where}[{i}]", item) for i, item in enumerate(self.value)]

    def parts(self, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, "_Value"]:
        """The parts of the value, an object with all required keys and no unknown ones."""
        if not isinstance(self.value, dict):
            raise self.error("an object")
        for key in required:
            if key not in self.value:
                raise self.error(f"an object with the key {key}")
        for key in self.value:
            if key not in required + optional:
                raise self.error(f"without {key!r}; the keys are {', '.join(required + optional)}")
        return {
            key: _Value(self.file, key if self.where == "the map" else f"{self.where}.{key}", part)
            for key, part in self.value.items()
        }


def _each(read: Callable[[_Value], T]) -> Callable[[_Value], tuple[T, ...]]:
    """A reader for a list, given one for its elements."""
    return lambda value: tuple(read(item) for item in value.items())


def _box(value: _Value) -> Box:
    text = value.matching(_BOX, 'a text like "0 0 2400 1800"')
    left, top, width, height = map(float, text.split())
    return left, top, width, height


def _widths(value: _Value) -> MappingProxyType[Transport, float]:
    parts = value.parts(tuple(map(str, Transport)), ())
    return MappingProxyType({transport: parts[transport].number() for transport in Transport})


def _outline(value: _Value) -> str:
    return value.matching(_OUTLINE, "an SVG path of M, L, C and Z")


def _line(value: _Value) -> Line:
    parts = value.parts(("a", "b", "transport", "d", "len"), ())
    a, b = parts["a"].number(), parts["b"].number()
    transport = parts["transport"].text()
    if transport not in [*Transport] or a >= b or a % 1 or b % 1:
        raise value.error("a connection: two stations, the lower one as a, and a transport")
    return Line(
        int(a),
        int(b),
        Transport(transport),
        parts["d"].matching(_LINE, 'an SVG path from a to b like "M1 2L3 4" or "M1 2C3 4 5 6 7 8"'),
        parts["len"].number(),
    )


def _park(value: _Value) -> Park:
    parts = value.parts(("name", "d"), ())
    return Park(parts["name"].text(), _outline(parts["d"]))


def _label(value: _Value) -> Label:
    parts = value.parts(("text", "lines", "x", "y", "kind", "size"), ("angle",))
    return Label(
        parts["text"].text(),
        _each(_Value.text)(parts["lines"]),
        parts["x"].number(),
        parts["y"].number(),
        parts["kind"].text(),
        parts["size"].number(),
        parts["angle"].number() if "angle" in parts else None,
    )
