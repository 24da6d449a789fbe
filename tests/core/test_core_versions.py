"""Versions of the rules: a game of old is played by its own, a new one by the newest."""

import pytest

from misterx.core import BadSetup, Game, Outcome, Reason, Record, RecordError, Setup, rules_for
from tests.core.toy.rules import OldToy, Toy

MOVES = ("2", "2", "2")
OLD = """\
misterx record 1
game: toy
edition: sixes
rules version: 2
players: 2

2
2
2
result: B survived
"""


def test_a_new_game_is_played_by_the_newest_rules(toy: Toy) -> None:
    game = Game.new(toy, Setup(2))
    for move in MOVES:
        game.play(move)
    assert game.record().header.rules_version == 3
    assert game.outcome == Outcome("A", Reason.SURVIVED)


def test_an_old_record_is_replayed_by_its_own_rules(toy: Toy) -> None:
    game = Game.from_record(Record.from_text(OLD))
    assert isinstance(game.rules, OldToy)
    assert game.outcome == Outcome("B", Reason.SURVIVED)
    assert Record.from_text(game.record().to_text()) == Record.from_text(OLD)


def test_the_same_moves_are_another_game_by_other_rules(toy: Toy) -> None:
    with pytest.raises(RecordError, match="'B survived', but by the rules it is 'A survived'"):
        Game.from_record(Record.from_text(OLD.replace("version: 2", "version: 3")))


def test_a_game_of_old_is_played_on_and_saved_by_its_own_rules(toy: Toy) -> None:
    begun = OLD.replace("2\n2\n2\nresult: B survived", "2\nresult: none")
    game = Game.from_record(Record.from_text(begun))
    game.play("2")
    game.play("2")
    assert game.record() == Record.from_text(OLD)


def test_rules_of_ones_own_have_versions_too(toy: Toy) -> None:
    old, new = rules_for(None, {"goal": 2}, "toy", version=2), rules_for(None, {"goal": 2}, "toy")
    assert (old.version, new.version) == (2, 3)
    game = Game.new(old, Setup(2))
    game.play("2")
    assert Game.from_record(game.record()).outcome == Outcome("B", Reason.SURVIVED)


@pytest.mark.parametrize(
    ("edition", "version", "there_are"),
    (("sixes", 1, "2, 3"), ("sixes", 4, "2, 3"), ("classic-2000", 2, "1"), ("cards-2017", 0, "1")),
)
def test_an_unknown_version_is_answered_with_those_there_are(
    toy: Toy, edition: str, version: int, there_are: str
) -> None:
    with pytest.raises(BadSetup, match=f"no version {version} of the rules.*: {there_are}$"):
        rules_for(edition, version=version)


@pytest.mark.parametrize("edition", ("sixes", "classic-2000", "cards-2017"))
def test_the_newest_rules_by_their_number_are_the_same(toy: Toy, edition: str) -> None:
    newest = rules_for(edition)
    assert rules_for(edition, version=newest.version).version == newest.version
