"""Editions by name: the printed ones and those somebody adds."""

from collections.abc import Iterator

import pytest

from misterx import edition_names, new_game
from misterx.chase import catalogue
from misterx.chase.catalogue import load_edition, register_edition, rules_for
from misterx.core import BadSetup, UnknownEdition

PRINTED = (
    "classic-1983",
    "classic-2000",
    "modern-2013",
    "modern-24",
    "beginner",
    "research-2011",
)


@pytest.fixture(autouse=True)
def forget_added_editions() -> Iterator[None]:
    """What one test adds is unknown to the next."""
    yield
    catalogue._added.clear()


def test_all_printed_editions_load() -> None:
    assert catalogue.edition_names() == PRINTED
    assert [load_edition(name).name for name in PRINTED] == list(PRINTED)
    assert all(load_edition(name).own_rules is None for name in PRINTED)
    assert rules_for("modern-24") is rules_for("modern-24")


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownEdition, match=r"no edition 'night'.*beginner"):
        load_edition("night")


def test_an_added_edition_is_played_by_its_name_and_built_upon() -> None:
    register_edition("unit-night", {"base": "classic-2000", "rounds": 3})
    assert "unit-night" in edition_names()
    game = new_game("unit-night", 4, seed=1)
    assert game.rules.edition == "unit-night"
    assert game.rules.own_rules is None
    register_edition("unit-late-night", {"base": "unit-night", "black": 9})
    assert load_edition("unit-late-night").rounds == 3
    assert load_edition("unit-late-night").black == 9


@pytest.mark.parametrize("name", ("beginner", "unit-day"))
def test_a_name_is_given_once(name: str) -> None:
    register_edition("unit-day", {"base": "classic-2000"})
    with pytest.raises(BadSetup, match=f"there is an edition '{name}' already"):
        register_edition(name, {"base": "classic-1983"})


def test_a_bad_edition_is_not_added() -> None:
    with pytest.raises(BadSetup, match="edition unit-bad has an unknown key"):
        register_edition("unit-bad", {"base": "classic-2000", "helicopters": 1})
    with pytest.raises(UnknownEdition, match="edition unit-self: no edition 'unit-self'"):
        register_edition("unit-self", {"base": "unit-self"})
    assert catalogue.edition_names() == PRINTED
