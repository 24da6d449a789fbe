"""The deck: ninety numbered tickets in four colours (C1).

Which number has which colour is printed on the cards and stands in no rule book (G1). Here it is
data: `tickets.csv` spreads the colours evenly, and any other list with the same counts will do.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from misterx.core.errors import BadSetup

__all__ = [
    "BLACK",
    "BONUS",
    "TICKETS",
    "X_CARD",
    "Card",
    "Deck",
    "card_text",
    "card_to_json",
    "default_deck",
]

Card: TypeAlias = int
"""A ticket by its number, or the Mister X card."""

TICKETS: Final = 90
X_CARD: Final[Card] = TICKETS + 1
"""The Mister X card: above all numbers, so that a sorted hand ends with it."""

BLACK: Final = "K"
BONUS: Final = "TBU"
"""The colours that bring a bonus on the left, the middle and the right pile."""

_COUNTS: Final = {"T": 22, "B": 22, "U": 21, BLACK: 25}
_NUMBERS: Final = frozenset(map(str, range(1, TICKETS + 1)))
_LETTERS: Final = {"taxi": "T", "bus": "B", "underground": "U", "black": BLACK}


@dataclass(frozen=True, slots=True)
class Deck:
    """The colour of every ticket, checked: 22 taxi, 22 bus, 21 underground, 25 black."""

    colours: str
    """A letter for each ticket, ticket 1 first."""

    def __post_init__(self) -> None:
        """Refuse other counts, and letters that mean no colour."""
        if Counter(self.colours) != _COUNTS:
            counts = ", ".join(f"{count} {letter}" for letter, count in _COUNTS.items())
            raise BadSetup(f"the colours of the tickets must be {TICKETS} letters: {counts}")

    def colour(self, ticket: Card) -> str:
        """The letter of a ticket's colour: T, B, U or K."""
        return self.colours[ticket - 1]

    def is_black(self, ticket: Card) -> bool:
        """True for a black ticket, false for the Mister X card."""
        return ticket != X_CARD and self.colour(ticket) == BLACK


@cache
def tickets_for(players: int) -> tuple[Card, ...]:
    """The tickets of a game (C2): with 3 players none that ends in 9 or 0, with 4 none in 0.

    >>> len(tickets_for(3)), len(tickets_for(4)), len(tickets_for(5))
    (72, 81, 90)
    """
    removed = {3: (9, 0), 4: (0,)}.get(players, ())
    return tuple(n for n in range(1, TICKETS + 1) if n % 10 not in removed)


def read_deck(path: str | Path) -> Deck:
    """The deck in a CSV file with the columns `number` and `colour`; raises `BadSetup`."""
    name = Path(path).name
    with Path(path).open(encoding="utf-8", newline="") as file:
        try:
            return Deck(_colours(csv.DictReader(file), name))
        except (UnicodeDecodeError, csv.Error) as error:
            raise BadSetup(f"{name} cannot be read as a table: {error}") from error


@cache
def default_deck() -> Deck:
    """The project's own colours."""
    return read_deck(Path(__file__).with_name("tickets.csv"))


def card_text(card: Card) -> str:
    """A card in the notation: its number, or X.

    >>> card_text(7), card_text(X_CARD)
    ('7', 'X')
    """
    return "X" if card == X_CARD else str(card)


def card_to_json(card: Card) -> int | str:
    """A card in JSON: its number, or X.

    >>> card_to_json(7), card_to_json(X_CARD)
    (7, 'X')
    """
    return "X" if card == X_CARD else card


def _colours(rows: Iterable[dict[str, str]], name: str) -> str:
    letters: dict[int, str] = {}
    for line, row in enumerate(rows, 2):
        number, colour = row.get("number") or "", row.get("colour")
        if number not in _NUMBERS or int(number) in letters:
            raise BadSetup(f"{name}, line {line}: {number!r} is no new number from 1 to {TICKETS}")
        if colour not in _LETTERS:
            raise BadSetup(f"{name}, line {line}: the colour is one of {', '.join(_LETTERS)}")
        letters[int(number)] = _LETTERS[colour]
    return "".join(letters[number] for number in sorted(letters))
