"""A small board in files, for the tests to spoil."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from misterx.board import catalogue

BOARD = 'name = "town"\n'
STATIONS = """\
station,x,y,transports
1,0.1,0.1,taxi|bus
2,0.9,0.1,taxi
3,0.9,0.9,taxi|bus
4,0.1,0.9,taxi
"""
CONNECTIONS = """\
a,b,transport
1,2,taxi
2,3,taxi
4,3,taxi
1,4,taxi
1,3,bus
"""


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with a correct board: a square of taxis, a bus across."""
    folder = tmp_path / "town"
    folder.mkdir()
    (folder / "board.toml").write_text(BOARD, encoding="utf-8")
    (folder / "stations.csv").write_text(STATIONS, encoding="utf-8")
    (folder / "connections.csv").write_text(CONNECTIONS, encoding="utf-8")
    return folder


@pytest.fixture
def suburb(tmp_path: Path) -> Path:
    """A folder with a correct variant of the London board."""
    folder = tmp_path / "suburb"
    folder.mkdir()
    (folder / "board.toml").write_text('name = "suburb"\nbase = "london"\n', encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def forget_registered_boards() -> Iterator[None]:
    """What one test registers is unknown to the next."""
    yield
    catalogue._registered.clear()
    catalogue.load_geometry.cache_clear()
