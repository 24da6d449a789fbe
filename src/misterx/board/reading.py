"""Boards from folders: the tables of a whole board, or the changes that make a variant."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from misterx.board.checks import network_problem, wrong_claims
from misterx.board.manifest import NUMBER, Manifest, read_manifest, read_text
from misterx.board.model import (
    HIGHEST_STATION,
    Board,
    BoardError,
    Connection,
    Station,
    Transport,
)

STATIONS = "stations.csv"
CONNECTIONS = "connections.csv"
_STATION_COLUMNS = ["station", "x", "y", "transports"]
_CONNECTION_COLUMNS = ["a", "b", "transport"]


class _StationRow(NamedTuple):
    """A row of ``stations.csv`` and where it stands."""

    position: tuple[float, float]
    transports: frozenset[Transport]
    line: int


def read_folder(folder: Path, find: Callable[[str], Board]) -> Board:
    """The board described by a folder, after all checks; `find` gives the base of a variant.

    Raises:
        BoardError: with file and line, when anything about it is wrong.
    """
    manifest = read_manifest(folder)
    if manifest.base is None:
        board = _whole(folder, manifest.name)
        changed = folder / CONNECTIONS
    else:
        board = _variant(folder, manifest, manifest.base, find)
        changed = folder / "board.toml"
    if problem := network_problem(board):
        raise BoardError.at(changed, problem)
    for words, what in wrong_claims(board, manifest.facts):
        raise manifest.error(f"{what}; correct the board or the claim", words)
    return board


def _whole(folder: Path, name: str) -> Board:
    """The board of a folder with tables of its own."""
    stations = _read_stations(folder / STATIONS)
    connections = _read_connections(folder / CONNECTIONS, stations)
    board = Board(
        name,
        tuple(sorted(stations)),
        tuple(sorted(connections)),
        {station: row.position for station, row in stations.items()},
        folder,
    )
    for station, row in stations.items():
        if row.transports != (actual := frozenset(board.transports_at(station))):
            raise BoardError.at(
                folder / STATIONS,
                f"station {station} is said to have {_listed(row.transports)}, but its "
                f"connections are {_listed(actual)}; correct the one or the other",
                row.line,
            )
    return board


def _listed(transports: frozenset[Transport]) -> str:
    """The transports as a cell of ``stations.csv``, in their own order."""
    return "|".join(t for t in Transport if t in transports) or "nothing"


def _rows(file: Path, columns: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header with their line numbers; empty lines are passed over."""
    reader = csv.reader(read_text(file).splitlines())
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        raise BoardError.at(file, f"no valid CSV: {error}", reader.line_num) from None
    _, header = rows[0] if rows else (1, [])
    if header != columns:
        raise BoardError.at(
            file, f"the header is {','.join(header)!r}; it must be {','.join(columns)!r}", 1
        )
    for line, cells in rows[1:]:
        if cells and len(cells) != len(columns):
            raise BoardError.at(
                file,
                f"{len(cells)} cells instead of {len(columns)}; give {', '.join(columns)}",
                line,
            )
        if cells:
            yield line, cells


def _station(cell: str, file: Path, line: int) -> Station:
    """The station number in a cell."""
    if not (NUMBER.fullmatch(cell) and 1 <= int(cell) <= HIGHEST_STATION):
        raise BoardError.at(
            file,
            f"{cell[:40]!r} is no station number; write a whole number 1..{HIGHEST_STATION}",
            line,
        )
    return int(cell)


def _transport(cell: str, file: Path, line: int) -> Transport:
    """The transport in a cell."""
    try:
        return Transport(cell)
    except ValueError:
        raise BoardError.at(
            file, f"unknown transport {cell!r}; write one of {', '.join(Transport)}", line
        ) from None


def _part(cell: str, file: Path, line: int) -> float:
    """The coordinate in a cell."""
    try:
        value = float(cell)
    except ValueError:
        value = -1.0
    # Written so that "nan", which compares with nothing, is refused as well.
    if not 0 <= value <= 1:
        raise BoardError.at(
            file, f"position {cell!r} is outside the board; write a number 0..1", line
        )
    return value


def _read_stations(file: Path) -> dict[Station, _StationRow]:
    """The rows of ``stations.csv`` by station."""
    stations: dict[Station, _StationRow] = {}
    for line, (number, x, y, transports) in _rows(file, _STATION_COLUMNS):
        station = _station(number, file, line)
        if station in stations:
            raise BoardError.at(
                file,
                f"station {station} stands in line {stations[station].line} already; "
                "keep one of them",
                line,
            )
        stations[station] = _StationRow(
            (_part(x, file, line), _part(y, file, line)),
            frozenset(_transport(cell, file, line) for cell in transports.split("|") if cell),
            line,
        )
    if not stations:
        raise BoardError.at(file, "there are no stations; add a row for each", 1)
    return stations


def _read_connections(file: Path, stations: dict[Station, _StationRow]) -> dict[Connection, int]:
    """The connections of ``connections.csv`` with their lines."""
    connections: dict[Connection, int] = {}
    for line, (a, b, cell) in _rows(file, _CONNECTION_COLUMNS):
        ends = _station(a, file, line), _station(b, file, line)
        connection = Connection.between(*ends, _transport(cell, file, line))
        for end in ends:
            if end not in stations:
                raise BoardError.at(
                    file,
                    f"{connection} ends at {end}, which is not in {STATIONS}; "
                    "correct the number or add the station",
                    line,
                )
        if connection.a == connection.b:
            raise BoardError.at(
                file, f"{connection} leads back to its start; name two stations", line
            )
        if connection in connections:
            raise BoardError.at(
                file,
                f"{connection} stands in line {connections[connection]} already; keep one of them",
                line,
            )
        connections[connection] = line
    return connections


def _variant(
    folder: Path, manifest: Manifest, base_name: str, find: Callable[[str], Board]
) -> Board:
    """The base with the manifest's changes."""
    for table in (STATIONS, CONNECTIONS):
        if (folder / table).exists():
            raise manifest.error(
                f"a board with a base takes over the base's {table}; remove that file, or the base",
                "base",
            )
    try:
        base = find(base_name)
    except BoardError as error:
        raise manifest.error(f"the base cannot be loaded: {error}", "base") from error
    connections = set(base.connections)
    for connection in manifest.remove:
        if connection not in connections:
            raise manifest.error(
                f"{connection} cannot be removed: {base.name} lacks it", f'"{connection}"'
            )
        connections.remove(connection)
    for connection in manifest.add:
        if connection in connections or not {connection.a, connection.b} <= {*base.stations}:
            raise manifest.error(
                f"{connection} cannot be added: {base.name} has it already, or lacks a station",
                f'"{connection}"',
            )
        connections.add(connection)
    for old in manifest.renumber:
        if old not in base:
            raise manifest.error(f"{old} cannot be renumbered: {base.name} lacks it", str(old))
    new = {station: manifest.renumber.get(station, station) for station in base.stations}
    if len(set(new.values())) < len(new):
        raise manifest.error("renumber gives two stations the same number", "renumber")
    return Board(
        manifest.name,
        tuple(sorted(new.values())),
        tuple(sorted(Connection.between(new[a], new[b], t) for a, b, t in connections)),
        {new[station]: position for station, position in base.positions.items()},
        folder,
    )
