"""Boards: stations, connections, distances, and the map they are drawn on.

>>> from misterx.board import Transport, load_board
>>> load_board("london").neighbours(74, Transport.BUS)
(58, 94)
"""

from misterx.board.catalogue import (
    board_names,
    is_built_in,
    load_board,
    load_geometry,
    read_board,
    register_board,
)
from misterx.board.distances import Distances
from misterx.board.geometry import Geometry, Label, Line, Park, StationMarker
from misterx.board.model import (
    HIGHEST_STATION,
    Board,
    BoardError,
    Connection,
    Station,
    Transport,
)
from misterx.board.portable import board_from_json, board_to_json

__all__ = [
    "HIGHEST_STATION",
    "Board",
    "BoardError",
    "Connection",
    "Distances",
    "Geometry",
    "Label",
    "Line",
    "Park",
    "Station",
    "StationMarker",
    "Transport",
    "board_from_json",
    "board_names",
    "board_to_json",
    "is_built_in",
    "load_board",
    "load_geometry",
    "read_board",
    "register_board",
]
