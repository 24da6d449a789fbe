"""The command run inside the test, with what it read and wrote."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from misterx.board import catalogue
from misterx.cli import main
from tests.cli.running import Run, Runner


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run `misterx` with these words and this input; a new game is the same each time."""

    def runner(*words: str, typed: str = "") -> Run:
        if words[:1] == ("play",) and not {"--seed", "--load", "--help"} & set(words):
            words += ("--seed", "tea")
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(words))
        said = capsys.readouterr()
        return Run(code, said.out, said.err)

    return runner


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with a board: two rows of stations, taxis along and across."""
    folder = tmp_path / "town"
    folder.mkdir()
    (folder / "board.toml").write_text('name = "town"\n', encoding="utf-8")
    rows = [f"{n},{(n + 1) // 2 / 10},{0.2 if n % 2 else 0.8},taxi" for n in range(1, 13)]
    (folder / "stations.csv").write_text(
        "\n".join(["station,x,y,transports", *rows, ""]), encoding="utf-8"
    )
    lines = [f"{n},{n + 2},taxi" for n in range(1, 11)] + [f"{n},{n + 1},taxi" for n in (1, 5, 11)]
    (folder / "connections.csv").write_text(
        "\n".join(["a,b,transport", *lines, ""]), encoding="utf-8"
    )
    return folder


@pytest.fixture
def town_rules(town: Path) -> Path:
    """An edition of one's own on that board, which stands beside it."""
    file = town.parent / "small.toml"
    file.write_text(
        'base = "classic-2000"\nboard = "town"\ntable = { 3 = [2, 2, 0] }\n'
        'start_cards = [1, 2, 6, 11, 12]\ntransports = ["taxi"]\n',
        encoding="utf-8",
    )
    return file


@pytest.fixture(autouse=True)
def forget_registered_boards() -> Iterator[None]:
    """What one test registers is unknown to the next."""
    yield
    catalogue._registered.clear()
    catalogue.load_geometry.cache_clear()
