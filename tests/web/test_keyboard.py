"""Whole games by keyboard alone, from the start page to the end: nothing is clicked or touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.browsing import END, Person
from tests.web.typing import Typist

People = Callable[..., Person]

X, HUNTERS = ".role.x", ".role:not(.x)"
EDITIONS, CARDS = "fieldset .cards [type=radio]", "[value=cards-2017]"


def test_a_hunt_as_mister_x_by_keyboard(people: People) -> None:
    """He moves twice and by black ticket, until he is caught or away."""
    ada = Typist(people())
    ada.comes()
    ada.takes_a_role(X)
    ada.plays(ada.moves_on_the_board, most=30)
    ada.ends()
    assert ada.tried == {"double", "black"}


def test_the_detectives_begin_by_keyboard(people: People) -> None:
    ada = Typist(people())
    ada.comes()
    ada.takes_a_role(HUNTERS)
    ada.plays(ada.moves_on_the_board, most=4)


@pytest.mark.soak
def test_a_hunt_as_the_detectives_by_keyboard(people: People) -> None:
    ada = Typist(people())
    ada.comes()
    ada.takes_a_role(HUNTERS)
    ada.plays(ada.moves_on_the_board, most=150)
    ada.ends()


@pytest.mark.soak
def test_a_game_of_cards_by_keyboard(people: People) -> None:
    ada = Typist(people())
    ada.comes()
    ada.opens((EDITIONS, CARDS))
    ada.plays(ada.decides_on_cards, most=200)
    ada.ends()
    assert ada.person.has(END)


def test_a_game_of_cards_begins_by_keyboard(people: People) -> None:
    ada = Typist(people())
    ada.comes()
    ada.opens((EDITIONS, CARDS))
    ada.plays(ada.decides_on_cards, most=2)
