"""Boards as plain data: a record carries one to a process that does not have its files."""

from __future__ import annotations

from collections.abc import Mapping

from misterx.board.checks import network_problem
from misterx.board.manifest import CONNECTION, NUMBER
from misterx.board.model import HIGHEST_STATION, Board, BoardError, Connection, Transport

__all__ = ["board_from_json", "board_to_json"]

_KEYS = ("name", "stations", "connections")
_MOST_NAME = 200
_MOST_CONNECTIONS = 20_000


def board_to_json(board: Board) -> dict[str, object]:
    """Return a board as JSON: its name, where its stations lie, its connections.

    How its map is drawn is left out. Drawn from this, its connections are straight.
    """
    return {
        "name": board.name,
        "stations": {str(station): list(board.positions[station]) for station in board.stations},
        "connections": [str(connection) for connection in board.connections],
    }


def board_from_json(data: object) -> Board:
    """Return the board that JSON describes, after all checks.

    Raises:
        BoardError: Anything about it is wrong.
    """
    if not isinstance(data, Mapping) or set(data) != set(_KEYS):
        raise BoardError(f"a board is an object with the fields {', '.join(_KEYS)}")
    name, stations, connections = (data[key] for key in _KEYS)
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= _MOST_NAME:
        raise BoardError(f"a board's name must be a text of 1 to {_MOST_NAME} printable characters")
    if not isinstance(stations, Mapping) or len(stations) > HIGHEST_STATION:
        raise BoardError(
            f"board {name}: 'stations' must be an object of at most {HIGHEST_STATION} stations"
        )
    if not isinstance(connections, list | tuple) or len(connections) > _MOST_CONNECTIONS:
        raise BoardError(f"board {name}: 'connections' must be a list like [\"taxi 1-2\"]")
    positions = {_station(key, name): _position(key, stations[key], name) for key in stations}
    joined = tuple(_connection(each, name) for each in connections)
    board = Board(name, tuple(sorted(positions)), tuple(sorted(joined)), positions)
    if problem := network_problem(board):
        raise BoardError(f"board {name}: {problem}")
    return board


def _station(key: object, board: str) -> int:
    if not isinstance(key, str) or not NUMBER.fullmatch(key):
        raise BoardError(f"board {board}: {str(key)[:20]!r} is not a station number")
    return int(key)


def _position(key: object, found: object, board: str) -> tuple[float, float]:
    match found:
        case [int() | float() as x, int() | float() as y] if bool not in (type(x), type(y)):
            return x, y
        case _:
            raise BoardError(f"board {board}: the position of station {key} must be [x, y]")


def _connection(found: object, board: str) -> Connection:
    words = CONNECTION.fullmatch(found) if isinstance(found, str) else None
    if words is None or words[1] not in list(Transport):
        raise BoardError(f"board {board}: {str(found)[:20]!r} is not a connection like 'taxi 1-2'")
    return Connection.between(int(words[2]), int(words[3]), Transport(words[1]))
