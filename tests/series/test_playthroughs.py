"""Every table's golden playthrough says what the law answers today."""

from itertools import zip_longest

import pytest

from tests.series.cards_tables import CardTable, at_every_card_table
from tests.series.playthrough import FOLDER, path, written
from tests.series.tables import ALL_TABLES, AnyTable, at_every_table_of_all_games

SHOWN = 8
MOST_BYTES = 60_000
MOST_BYTES_IN_ALL = 1_200_000


def difference(kept: str, now: str) -> str:
    """The first lines that differ, for whoever has to decide which is right."""
    pairs = zip_longest(kept.splitlines(), now.splitlines())
    lines = [
        f"line {number}\n  kept: {old}\n  now:  {new}"
        for number, (old, new) in enumerate(pairs, 1)
        if old != new
    ]
    return "\n".join(lines[:SHOWN])


@at_every_table_of_all_games
def test_the_law_answers_as_in_the_golden_playthrough(table: AnyTable) -> None:
    file = path(table)
    if not file.exists():
        pytest.fail(f"{file.name} is missing: `make golden` writes it")
    kept, now = file.read_text(encoding="utf-8"), written(table)
    if kept != now:
        pytest.fail(
            f"{file.name} says otherwise. If the change is meant, `make golden` writes the file "
            f"anew; read the difference before you keep it.\n{difference(kept, now)}"
        )


def test_every_golden_file_belongs_to_a_table() -> None:
    strays = set(FOLDER.iterdir()) - {path(table) for table in ALL_TABLES}
    assert not strays, "no table has these files: `make golden` removes them"


def test_golden_files_can_be_read_by_people() -> None:
    sizes = [file.stat().st_size for file in FOLDER.glob("*.txt")]
    assert max(sizes) < MOST_BYTES
    assert sum(sizes) < MOST_BYTES_IN_ALL


@at_every_card_table
def test_a_card_game_shows_whatever_can_happen(table: CardTable) -> None:
    """Each of Mister X's actions, searches, interrogations, him found and the card moved on."""
    text = path(table).read_text(encoding="utf-8")
    moves = [line for line in text.splitlines() if line.startswith("== ")]
    for move in (":trail", ":equip", ":hideout", ":lay X", ">new", ">L", ">M", ">R", ":drop "):
        assert any(move in line for line in moves), move
    for sign in ('"found":true', 'found {"of"', ": took {"):
        assert sign in text, sign


def test_a_difference_names_its_lines() -> None:
    assert difference("same\nold\n", "same\nnew\nmore\n") == (
        "line 2\n  kept: old\n  now:  new\nline 3\n  kept: None\n  now:  more"
    )
