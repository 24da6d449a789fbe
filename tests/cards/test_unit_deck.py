"""The deck: its data file, and every kind of bad one."""

from collections import Counter
from pathlib import Path

import pytest

import misterx.cards
from misterx.cards import X_CARD, Deck, default_deck, read_deck
from misterx.cards.deck import card_text, tickets_for
from misterx.core import BadSetup
from tests.cards.table import COLOURS, DECK

NAMES = {"T": "taxi", "B": "bus", "U": "underground", "K": "black"}
OWN = Path(misterx.cards.__file__).with_name("tickets.csv")
ROWS = OWN.read_text(encoding="utf-8").splitlines()


def write(path: Path, rows: list[str]) -> Path:
    file = path / "mine.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def test_the_projects_own_file_lists_the_tickets_in_order() -> None:
    assert ROWS[0] == "number,colour"
    assert [row.partition(",")[0] for row in ROWS[1:]] == [str(n) for n in range(1, 91)]
    assert read_deck(OWN) == read_deck(str(OWN)) == default_deck()
    assert default_deck() is default_deck()


def test_a_deck_of_ones_own_is_read_in_any_order(tmp_path: Path) -> None:
    rows = [f"{NAMES[colour]},{n}" for n, colour in enumerate(COLOURS, 1)]
    assert read_deck(write(tmp_path, ["colour,number", *reversed(rows)])) == DECK


@pytest.mark.parametrize(
    ("line", "row", "why"),
    (
        (0, "no,colour", "mine.csv, line 2: '' is no new number from 1 to 90"),
        (0, "number,color", "mine.csv, line 2: the colour is one of taxi, bus"),
        (1, "91,black", "mine.csv, line 2: '91' is no new number"),
        (1, "0,black", "'0' is no new number"),
        (1, "-1,black", "'-1' is no new number"),
        (1, "01,black", "'01' is no new number"),
        (1, "²,black", "'²' is no new number"),
        (1, "one,black", "'one' is no new number"),
        (1, ",black", "'' is no new number"),
        (3, "2,bus", "line 4: '2' is no new number"),
        (1, "1,gold", "mine.csv, line 2: the colour is one of taxi, bus, underground, black"),
        (1, "1,", "line 2: the colour is one of"),
        (1, "1", "line 2: the colour is one of"),
        (1, "1,taxi", "the colours of the tickets must be 90 letters: 22 T, 22 B, 21 U, 25 K"),
        (90, "", "the colours of the tickets must be 90 letters"),
    ),
)
def test_a_bad_file_is_refused_with_the_place(
    tmp_path: Path, line: int, row: str, why: str
) -> None:
    rows = [*ROWS[:line], row, *ROWS[line + 1 :]]
    with pytest.raises(BadSetup, match=why):
        read_deck(write(tmp_path, rows))


@pytest.mark.parametrize("content", (b"", b"number,colour\n", b"number,colour\n1,black\n"))
def test_a_file_with_too_few_tickets_is_refused(tmp_path: Path, content: bytes) -> None:
    (file := tmp_path / "few.csv").write_bytes(content)
    with pytest.raises(BadSetup, match="must be 90 letters"):
        read_deck(file)


@pytest.mark.parametrize("content", (b"\xff\xfe\x00", b'number,colour\n"1,' + b"x" * 140_000))
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    (file := tmp_path / "odd.csv").write_bytes(content)
    with pytest.raises(BadSetup, match=r"odd.csv cannot be read as a table"):
        read_deck(file)


@pytest.mark.parametrize(
    "colours", ("", "TBUK", COLOURS[1:], COLOURS + "T", COLOURS.lower(), "X" + COLOURS[1:])
)
def test_other_counts_are_no_deck(colours: str) -> None:
    with pytest.raises(BadSetup, match="the colours of the tickets must be 90 letters"):
        Deck(colours)


def test_a_deck_tells_colours() -> None:
    assert Counter(map(DECK.colour, range(1, 91))) == {"T": 22, "B": 22, "U": 21, "K": 25}
    assert DECK.is_black(4)
    assert not DECK.is_black(5)
    assert not DECK.is_black(X_CARD)


def test_decks_with_the_same_colours_are_equal() -> None:
    assert Deck(COLOURS) == DECK != default_deck()
    assert hash(Deck(COLOURS)) == hash(DECK)


def test_tickets_of_a_game_ascend() -> None:
    for players in (3, 4, 5):
        assert list(tickets_for(players)) == sorted(tickets_for(players))
    assert card_text(X_CARD) == "X"
