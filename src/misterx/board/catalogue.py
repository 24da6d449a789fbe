"""The boards that are known by name: the built-in ones, and those registered besides."""

from functools import cache
from pathlib import Path

from misterx.board.checks import network_problem
from misterx.board.drawing import draw
from misterx.board.geometry import Geometry
from misterx.board.model import Board, BoardError
from misterx.board.reading import read_folder

_DATA = Path(__file__).with_name("data")
_registered: dict[str, Board] = {}


@cache
def _built_in_names() -> tuple[str, ...]:
    """Each folder with a ``board.toml`` among the package's data is a board of that name."""
    return tuple(sorted(file.parent.name for file in _DATA.glob("*/board.toml")))


@cache
def _built_in(name: str) -> Board:
    return read_folder(_DATA / name, load_board)


def is_built_in(name: str) -> bool:
    """Whether every process knows a board of that name, without anybody registering it."""
    return name in _built_in_names()


def board_names() -> tuple[str, ...]:
    """The names `load_board` knows: the built-in boards, then the registered ones."""
    return _built_in_names() + tuple(_registered)


def load_board(name: str) -> Board:
    """The board of that name, read and checked at the first call and the same one ever after.

    Raises:
        BoardError: when no board has that name.
    """
    if name in _registered:
        return _registered[name]
    if name in _built_in_names():
        return _built_in(name)
    raise BoardError(f"there is no board {name!r}; the boards are {', '.join(board_names())}")


def read_board(folder: str | Path) -> Board:
    """The board described by the files in a folder, after all checks, its map included.

    Raises:
        BoardError: with file and line, when anything about it is wrong.
    """
    board = read_folder(Path(folder), load_board)
    draw(board, load_geometry)
    return board


def register_board(board: Board) -> None:
    """Makes a board known to `load_board`; doing it again with the same board is harmless.

    Raises:
        BoardError: when another board has the name, or the board is not one network.
    """
    if problem := network_problem(board):
        raise BoardError(f"board {board.name}: {problem}")
    if board.name in board_names() and load_board(board.name) != board:
        raise BoardError(f"there is another board {board.name!r} already; rename the new one")
    if board.name not in board_names():
        _registered[board.name] = board


@cache
def load_geometry(name: str) -> Geometry:
    """The map of the board of that name, drawn at the first call and the same one ever after.

    Raises:
        BoardError: when no board has that name, or its map is wrong.
    """
    return draw(load_board(name), load_geometry)
