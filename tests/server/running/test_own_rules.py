"""Editions and boards from the operator's folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from misterx.board import catalogue as boards
from misterx.chase import catalogue as editions
from misterx.core import rules_for
from misterx.server import own_rules
from misterx.server.own_rules import load_own_rules
from misterx.server.problems import Problem


@pytest.fixture(autouse=True)
def forget_what_was_registered() -> Iterator[None]:
    yield
    editions._added.clear()
    editions._rules.cache_clear()
    boards._registered.clear()
    boards.load_geometry.cache_clear()
    own_rules._loaded.clear()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine"


def write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def write_board(folder: Path, name: str) -> None:
    write(folder, "board.toml", f'name = "{name}"\n')
    write(
        folder,
        "stations.csv",
        "station,x,y,transports\n1,0.1,0.1,taxi\n2,0.5,0.5,taxi\n3,0.9,0.9,taxi\n",
    )
    write(folder, "connections.csv", "a,b,transport\n1,2,taxi\n2,3,taxi\n")


def test_editions_are_known_by_their_files_names_and_may_build_on_each_other(mine: Path) -> None:
    write(mine, "a-longer.toml", 'base = "z-short"\nrounds = 12\n')
    write(mine, "z-short.toml", 'base = "classic-2000"\nrounds = 5\n')
    write(mine, "notes.txt", "no edition")
    assert load_own_rules(mine, None).editions == ("a-longer", "z-short")
    assert rules_for("z-short").edition == "z-short"
    assert editions.load_edition("a-longer").rounds == 12
    assert load_own_rules(mine, None).editions == ("a-longer", "z-short"), "again is harmless"


def test_boards_come_before_the_editions_on_them(mine: Path, tmp_path: Path) -> None:
    write_board(mine / "village", "village")
    write(mine / "a-variant", "board.toml", 'name = "a-variant"\nbase = "village"\n')
    (mine / "notes").mkdir()
    write(
        tmp_path / "editions",
        "tiny.toml",
        'base = "classic-2000"\nboard = "village"\ntransports = ["taxi"]\n'
        "start_cards = [1, 2, 3]\ntable = { 3 = [2, 2, 0] }\n",
    )
    found = load_own_rules(tmp_path / "editions", mine)
    assert found == (("tiny",), ("village", "a-variant"))
    assert editions.load_edition("tiny").board.name == "village"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    (
        ("odd.toml", "rounds = ", "odd.toml is no TOML file"),
        ("odd.toml", 'base = "classic-2000"\nroundz = 5', "the edition in .*odd.toml: .*roundz"),
        ("odd.toml", 'base = "odd"', "the edition in .*odd.toml"),
        (
            "classic-2000.toml",
            'base = "classic-1983"',
            "there is an edition 'classic-2000' already",
        ),
    ),
)
def test_a_mistake_in_an_edition_is_named(mine: Path, name: str, text: str, message: str) -> None:
    write(mine, name, text)
    with pytest.raises(Problem, match=message):
        load_own_rules(mine, None)


def test_a_mistake_in_a_board_is_named(mine: Path) -> None:
    write(mine / "half", "board.toml", 'name = "half"\n')
    with pytest.raises(Problem, match=r"the board in .*half: .*stations\.csv"):
        load_own_rules(None, mine)


def test_a_folder_that_is_gone_is_named(mine: Path) -> None:
    with pytest.raises(Problem, match=r"cannot read the folder .*gone"):
        load_own_rules(mine / "gone", None)
    with pytest.raises(Problem, match=r"cannot read the folder .*gone"):
        load_own_rules(None, mine / "gone")


def test_no_folders_no_rules() -> None:
    assert load_own_rules(None, None) == ((), ())
