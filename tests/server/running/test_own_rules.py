"""Editions and boards from the operator's folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from misterx.board import catalogue as boards
from misterx.chase import catalogue as editions
from misterx.core import BadSetup, Game, Setup, rules_for
from misterx.server import own_rules
from misterx.server.entry import GuestId
from misterx.server.own_rules import load_own_rules
from misterx.server.problems import Problem
from misterx.server.replaying import game_in
from misterx.server.table.deciding import Decision, Draft
from misterx.server.table.plan import Plan, beginning
from misterx.server.table.refusals import No
from misterx.server.table.seating import open_table


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


def village_game(tmp_path: Path, rounds: int = 5) -> Game:
    """A game of the operator's edition on the operator's board."""
    (tmp_path / "boards").mkdir(exist_ok=True)
    write_board(tmp_path / "boards" / "village", "village")
    write(
        tmp_path / "editions",
        "tiny.toml",
        f'base = "classic-2000"\nboard = "village"\ntransports = ["taxi"]\nrounds = {rounds}\n'
        "start_cards = [1, 2, 3]\ntable = { 3 = [2, 2, 0] }\n",
    )
    load_own_rules(tmp_path / "editions", tmp_path / "boards")
    return Game.new(rules_for("tiny"), Setup(3), Random(1))


def forget() -> None:
    """Be a server whose operator has set up nothing."""
    editions._added.clear()
    editions._rules.cache_clear()
    editions._own.cache_clear()
    boards._registered.clear()
    own_rules._loaded.clear()


def opened(text: str, edition: str) -> Decision:
    plan = Plan(edition=edition, players=3, record=text)
    return open_table(plan, GuestId("guest"), "Ada")


def test_a_record_of_the_operators_edition_is_welcome_where_it_is_the_same(tmp_path: Path) -> None:
    text = village_game(tmp_path).record().to_text()
    assert "rules: {" in text
    assert "board data: {" in text
    assert game_in(text).rules is rules_for("tiny")
    assert isinstance(opened(text, "tiny"), Draft)
    table = beginning(Plan(edition="tiny", players=3))
    assert Game.from_record(table.record()).rules is table.rules


def test_a_record_brings_no_rules_and_no_board_to_a_server(tmp_path: Path) -> None:
    text = village_game(tmp_path).record().to_text()
    nameless = text.replace("edition: tiny\n", "")
    moved = text.replace('"1": [0.1, 0.1]', '"1": [0.2, 0.1]')
    assert text not in (nameless, moved)
    here = {"nameless": nameless, "another board of that name": moved}
    forget()
    village_game(tmp_path, rounds=6)
    for what, sent in {**here, "other rules of that name": text}.items():
        _refused(sent, "tiny", what)
    forget()
    for sent in (text, nameless, text.replace("edition: tiny", "edition: modern-2013")):
        _refused(sent, "modern-2013", "nothing is known here")
    assert not boards._registered
    assert not editions._added


def _refused(text: str, edition: str, what: str) -> None:
    with pytest.raises(BadSetup, match="the record brings rules or a board of its own"):
        game_in(text)
    answer = opened(text, edition)
    assert isinstance(answer, No), what
    assert "the editions and boards of its operator" in answer.message, what


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
