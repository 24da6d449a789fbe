"""The registry: editions by name, rules of one's own, and what it says to unknown names."""

import pytest

from misterx.chase import edition_names as editions_of_the_chase
from misterx.core import BadSetup, UnknownEdition, edition_names, rules_for
from misterx.core.registry import game_of, games
from tests.core.toy.rules import Toy


def test_every_edition_of_every_game_is_listed_and_found(toy: Toy) -> None:
    assert games() == ("chase", "cards", "toy")
    assert edition_names() == (*editions_of_the_chase(), "cards-2017", "sixes")
    for name in edition_names():
        rules = rules_for(name)
        assert rules.edition == name
        assert rules.own_rules is None
        assert game_of(rules) == {"sixes": "toy", "cards-2017": "cards"}.get(name, "chase")


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownEdition, match=r"no edition 'classic-1066'.*classic-1983, ") as no:
        rules_for("classic-1066")
    assert "beginner" in str(no.value)


def test_something_has_to_be_named() -> None:
    with pytest.raises(BadSetup, match="name an edition, or give rules of your own"):
        rules_for(None)


def test_an_unknown_name_is_said_first() -> None:
    with pytest.raises(UnknownEdition):
        rules_for("classic-1066", {"base": "classic-2000"})


def test_rules_of_ones_own_have_no_name_but_their_object(toy: Toy) -> None:
    given = {"base": "classic-2000", "black": 3}
    rules = rules_for(None, given)
    assert (rules.edition, rules.own_rules) == (None, given)
    assert rules_for(None, {"goal": 9}, "toy").own_rules == {"goal": 9}


def test_a_name_and_rules_are_one_too_many() -> None:
    with pytest.raises(BadSetup, match="not both"):
        rules_for("classic-2000", {"base": "classic-2000"})


def test_rules_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(BadSetup, match="no game 'chess'; there are: chase"):
        rules_for(None, {"base": "classic-2000"}, "chess")


def test_the_editions_of_one_game() -> None:
    assert edition_names("cards") == ("cards-2017",)
    assert edition_names("chase") + edition_names("cards") == edition_names()
