"""Observations in another process: small, equal, and with the edition that is known there."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from misterx.board import Board, load_board, register_board
from misterx.board import catalogue as boards
from misterx.chase import Chase, Edition, Observation, catalogue
from misterx.chase.catalogue import load_edition, register_edition, rules_for, rules_from_json
from misterx.core import Game, Setup, Viewpoint
from tests.series.tables import Table, at_every_table, finished

MOST_BYTES = 5_000
"""Of an observation, however late in the game."""
VIEWPOINTS = tuple(map(Viewpoint, ("X", "hunters", "spectator")))
NIGHT: dict[str, Any] = {"base": "classic-2000", "rounds": 3, "log": 4, "windows": [3]}


@pytest.fixture(autouse=True)
def forget_what_was_added() -> Iterator[None]:
    """What one test adds is unknown to the next."""
    yield
    catalogue._added.clear()
    boards._registered.clear()


def seen_at_the_end(rules: Chase, players: int = 4) -> list[Observation]:
    """What each viewpoint sees after the last move but one of a random game."""
    game, rng = Game.new(rules, Setup(players), Random(1)), Random(1)
    while game.outcome is None:
        game.play(rng.choice(game.legal))
    return [rules.observe(game.state_at(len(game.line) - 1), who) for who in VIEWPOINTS]


def check(seen: Observation, rules: Chase, most_bytes: int = MOST_BYTES) -> None:
    """A copy is equal, small, and shares what never changes."""
    pickled = pickle.dumps(seen)
    assert len(pickled) < most_bytes
    again, twin = pickle.loads(pickled), pickle.loads(pickled)
    assert again == seen == copy.deepcopy(seen)
    assert rules.view(again) == rules.view(seen)
    assert again.cast.edition is rules.data
    assert again.cast.network is seen.cast.network
    assert again.cast is twin.cast


@at_every_table
def test_an_observation_is_pickled_by_the_name_of_its_edition(table: Table) -> None:
    game = finished(table, seed=1)
    for entry in range(0, len(game.line) + 1, 7):
        for who in VIEWPOINTS:
            check(table.rules.observe(game.state_at(entry), who), table.rules)


def test_an_added_edition_is_pickled_by_its_name() -> None:
    register_edition("pickle-night", NIGHT)
    for seen in seen_at_the_end(rules_for("pickle-night")):
        check(seen, rules_for("pickle-night"))


def test_rules_of_ones_own_are_pickled_as_they_were_given() -> None:
    rules = rules_from_json(NIGHT)
    for seen in seen_at_the_end(rules):
        check(seen, rules)
        assert pickle.loads(pickle.dumps(seen)).cast.edition.own_rules == NIGHT


def test_equal_rules_of_ones_own_are_the_same() -> None:
    assert rules_from_json(NIGHT) is rules_from_json({**NIGHT})
    assert rules_from_json(NIGHT) is not rules_from_json({**NIGHT, "rounds": 2})


def test_rules_of_ones_own_may_be_any_mapping() -> None:
    given = MappingProxyType({**NIGHT, "windows": (3,)})
    assert rules_from_json(given) is rules_from_json(NIGHT)


def test_a_board_of_ones_own_is_pickled_beside_it() -> None:
    london = load_board("london")
    town = Board("pickle-town", london.stations, london.connections, london.positions)
    register_board(town)
    rules = rules_from_json({**NIGHT, "board": "pickle-town"})
    for seen in seen_at_the_end(rules):
        check(seen, rules, MOST_BYTES + len(pickle.dumps(town)))
        assert pickle.loads(pickle.dumps(seen)).cast.edition.board is load_board("pickle-town")


def test_a_process_that_lacks_the_board_learns_it() -> None:
    london = load_board("london")
    register_board(Board("pickle-hill", london.stations, london.connections, london.positions))
    rules = rules_from_json({**NIGHT, "board": "pickle-hill"})
    seen = seen_at_the_end(rules)[0]
    pickled = pickle.dumps(seen)
    boards._registered.clear()
    catalogue._own.cache_clear()
    catalogue._cast_by_rules.cache_clear()
    assert rules.view(pickle.loads(pickled)) == rules.view(seen)
    assert load_board("pickle-hill") == seen.cast.edition.board


@pytest.mark.parametrize(
    "edition",
    (
        replace(load_edition("classic-2000"), rounds=3),
        replace(load_edition("classic-2000"), name="nobody-knows-it"),
        replace(load_edition("classic-2000"), name=None),
        replace(rules_from_json(NIGHT).data, rounds=2),
    ),
    ids=("a known name", "an unknown name", "no name", "rules of one's own"),
)
def test_an_edition_that_was_changed_by_hand_is_pickled_by_value(edition: Edition) -> None:
    rules = Chase(edition)
    for seen in seen_at_the_end(rules):
        again = pickle.loads(pickle.dumps(seen))
        assert again.cast.edition.rounds == edition.rounds
        assert rules.view(again) == rules.view(seen)


def test_another_process_finds_the_edition_and_reads_the_same(tmp_path: Path) -> None:
    rules = rules_for("modern-2013")
    seen = seen_at_the_end(rules)
    file = tmp_path / "seen"
    file.write_bytes(pickle.dumps(seen))
    program = (
        "import json, pathlib, pickle, sys\n"
        "seen = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "from misterx.chase import rules_for\n"
        "rules = rules_for('modern-2013')\n"
        "assert all(each.cast.edition is rules.data for each in seen)\n"
        "print([rules.view(each) for each in seen])\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, file], check=True, capture_output=True, text=True
    )
    assert told.stdout.strip() == str([rules.view(each) for each in seen])


def test_a_process_that_lacks_the_edition_says_so() -> None:
    register_edition("pickle-day", NIGHT)
    pickled = pickle.dumps(seen_at_the_end(rules_for("pickle-day"))[0])
    catalogue._added.clear()
    catalogue._cast_by_name.cache_clear()
    with pytest.raises(ValueError, match="no edition 'pickle-day'; there are"):
        pickle.loads(pickled)


def test_an_observation_of_old_rules_is_pickled_with_their_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Newer(Chase):
        __module__ = Chase.__module__
        version = 2

    monkeypatch.setattr(catalogue, "_VERSIONS", {1: Chase, 2: Newer})
    for old in (rules_for("classic-2000", 1), rules_from_json(NIGHT, 1)):
        for seen in seen_at_the_end(old):
            check(seen, old)
    for new in (rules_for("classic-2000"), rules_from_json(NIGHT)):
        assert new.version == 2
        for seen in seen_at_the_end(new):
            check(seen, new)
