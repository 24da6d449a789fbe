"""Records of games by registered rules: each carries the rules and the board that it needs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import misterx
from misterx.board import Board, Connection, Transport, board_to_json, catalogue, register_board
from misterx.chase import Chase, Edition, load_edition, register_edition, rules_from_json
from misterx.chase import catalogue as editions
from misterx.core import BadSetup, Game, Record, RecordError, Refused, Setup, rules_for
from misterx.core.registry import Definition, definition_of, rules_defined

TOWN = Board(
    "ring-town",
    tuple(range(1, 13)),
    tuple(sorted(Connection.between(n, n % 12 + 1, Transport.TAXI) for n in range(1, 13))),
    {n: (n / 13, 0.5) for n in range(1, 13)},
)
RULES: dict[str, object] = {
    "base": "classic-2000",
    "board": "ring-town",
    "transports": ["taxi"],
    "start_cards": list(range(1, 13)),
    "rounds": 4,
}


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The board ring-town and two editions on it, registered while a test runs."""
    monkeypatch.setattr(catalogue, "_registered", {})
    monkeypatch.setattr(editions, "_added", {})
    register_board(TOWN)
    register_edition("ring-2026", RULES)
    register_edition("short-2026", {"base": "ring-2026", "rounds": 3})
    yield
    editions._rules.cache_clear()
    editions._own.cache_clear()


def forget() -> None:
    """Be a process that has registered nothing."""
    catalogue._registered.clear()
    editions._added.clear()
    editions._rules.cache_clear()
    editions._own.cache_clear()


def played(edition: str | None, rules: Any = None) -> Game:  # noqa: ANN401 - JSON
    game = misterx.new_game(edition, 4, rules=rules, seed=3)
    dice = Random(1)
    while game.outcome is None:
        game.play(dice.choice(game.legal))
    return game


def edition_of(game: Game) -> Edition:
    assert isinstance(game.rules, Chase)
    return game.rules.data


def texts(record: Record) -> tuple[str, str]:
    return record.to_text(), json.dumps(record.to_json())


@pytest.mark.parametrize(
    ("edition", "rules"),
    (
        ("ring-2026", None),
        ("short-2026", None),
        (None, RULES),
        (None, {"base": "short-2026", "black": 1}),
    ),
)
def test_a_record_replays_where_nothing_is_registered(edition: str | None, rules: Any) -> None:  # noqa: ANN401 - JSON
    game = played(edition, rules)
    rounds, outcome = edition_of(game).rounds, game.outcome
    saved = texts(game.record())
    forget()
    for text in saved:
        again = misterx.Game.from_record(Record.read(text))
        assert again.outcome == outcome
        assert edition_of(again).rounds == rounds
        assert edition_of(again).board == TOWN
        assert texts(again.record()) == saved, "it is saved as it was read"
        assert again.view("X")["edition"] is None
        forget()


def test_another_process_replays_the_file(tmp_path: Path) -> None:
    for name in ("game.txt", "game.json"):
        game = played("short-2026")
        misterx.save_game(game, tmp_path / name)
        program = (
            "import misterx, sys; game = misterx.load_game(sys.argv[1]); "
            "print(game.outcome.winner, game.outcome.reason, len(game.line))"
        )
        answer = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / name)],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        assert game.outcome is not None
        told = f"{game.outcome.winner} {game.outcome.reason} {len(game.line)}"
        assert answer.stdout.split() == told.split()


def test_where_the_same_edition_is_registered_it_keeps_its_name() -> None:
    game = played("short-2026")
    again = Game.from_record(Record.read(game.record().to_text()))
    assert again.rules is rules_for("short-2026")
    assert again.view("X")["edition"] == "short-2026"
    assert again.state == game.state


def test_where_the_name_means_other_rules_the_records_own_count() -> None:
    text = played("short-2026").record().to_text()
    del editions._added["short-2026"]
    editions._rules.cache_clear()
    register_edition("short-2026", {"base": "ring-2026", "rounds": 4})
    again = Game.from_record(Record.read(text))
    assert (again.rules.edition, edition_of(again).rounds) == (None, 3)
    assert again.header.edition == "short-2026"


def test_a_position_goes_with_the_rules_that_its_record_carries() -> None:
    position = misterx.new_game("short-2026", 4, seed=3).rules.position(
        misterx.new_game("short-2026", 4, seed=3).state
    )
    game = Game.from_position(rules_for("short-2026"), position)
    text = game.record().to_text()
    other = text.replace('"edition": "short-2026"', '"edition": "ring-2026"')
    forget()
    assert Game.from_record(Record.read(text)).legal == game.legal
    with pytest.raises(RecordError, match="'edition' of the position names others"):
        Game.from_record(Record.read(other))


def test_records_of_printed_editions_and_of_rules_on_them_are_as_before() -> None:
    for edition, rules in (
        ("modern-2013", None),
        ("cards-2017", None),
        (None, {"base": "classic-2000", "black": 3}),
    ):
        game = misterx.new_game(edition, 4, rules=rules, seed=1)
        head = game.record().header
        assert (head.edition, head.own_rules, head.board) == (edition, rules, None)
        assert "board_data" not in game.record().to_json()
        assert "board data" not in game.record().to_text()


def test_a_tag_called_board_stays_a_tag() -> None:
    game = misterx.new_game("classic-2000", 4, seed=1)
    record = game.record({"board": "the one with the coffee stain"})
    assert Record.read(record.to_text()).header.tags == record.header.tags


def test_an_edition_is_kept_as_it_was_registered() -> None:
    given = {"base": "classic-2000", "black": 3, "windows": [1, 2]}
    register_edition("mine", given)
    given["black"] = 4
    assert load_edition("mine").black == 3
    assert definition_of(rules_for("mine")).rules == {**given, "black": 3}


@pytest.mark.parametrize("name", ("", " mine", "mine\nplayers: 9", "\x07", "m" * 101, None, 5))
def test_an_edition_has_a_name_that_a_record_can_hold(name: Any) -> None:  # noqa: ANN401 - any wrong value
    with pytest.raises(BadSetup, match="the name of an edition must be 1 to 100 printable"):
        register_edition(name, {"base": "classic-2000"})


def damaged(**changes: object) -> dict[str, object]:
    return {**board_to_json(TOWN), **changes}


@pytest.mark.parametrize(
    ("board", "why"),
    (
        ([], "must be an object"),
        ({}, "a board is an object with the fields name, stations, connections"),
        (damaged(source="/etc"), "a board is an object with the fields"),
        (damaged(name=5), "a board's name must be a text"),
        (damaged(name=""), "a board's name must be a text"),
        (damaged(name="n" * 201), "a board's name must be a text"),
        (damaged(name="a\nb"), "a board's name must be a text"),
        (damaged(stations=[]), "'stations' must be an object of at most 255"),
        (damaged(stations={str(n): [0, 0] for n in range(256)}), "of at most 255"),
        (damaged(stations={"one": [0, 0]}), "'one' is not a station number"),
        (damaged(stations={"1": [0]}), r"the position of station 1 must be \[x, y\]"),
        (damaged(stations={"1": ["0", 0]}), "the position of station 1 must be"),
        (damaged(stations={"1": [True, 0]}), "the position of station 1 must be"),
        (damaged(stations={"1": [10**400, 0]}), "positions must be 0..1"),
        (damaged(stations={"0": [0, 0]}), "stations must be 1..255"),
        (damaged(connections="taxi 1-2"), "'connections' must be a list"),
        (damaged(connections=["taxi 1-2"] * 20_001), "'connections' must be a list"),
        (damaged(connections=["tram 1-2"]), "'tram 1-2' is not a connection like 'taxi 1-2'"),
        (damaged(connections=[["taxi", 1, 2]]), "is not a connection like"),
        (damaged(connections=["taxi 1-99"]), "ends at 99"),
        (damaged(connections=["taxi 1-2"]), "board ring-town"),
        (damaged(name="london"), "are played on the board 'ring-town', not on 'london'"),
    ),
)
def test_a_damaged_board_is_refused_and_not_registered(board: Any, why: str) -> None:  # noqa: ANN401 - JSON
    data = played("ring-2026").record().to_json()
    forget()
    with pytest.raises(RecordError, match=why):
        Game.from_record(Record.from_json({**data, "board_data": board}))
    assert not catalogue._registered


def test_a_board_is_registered_with_rules_that_are_right_only() -> None:
    data = played("ring-2026").record().to_json()
    forget()
    for changes, why in (
        ({"rules": {**RULES, "rounds": 99}}, "'rounds' of rules must be"),
        ({"rules": {"base": "short-2026"}}, "no edition 'short-2026' to build on"),
        ({"rules": None}, "a board comes with the rules that are played on it"),
        ({"edition": "modern-2013"}, "'modern-2013' is a printed edition"),
        ({"game": "cards"}, "the card game takes no rules of one's own"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules_version": 99}, "no version 99 of the rules"),
    ):
        with pytest.raises(Refused, match=why):
            Game.from_record(Record.from_json({**data, **changes}))
        assert not catalogue._registered


def test_another_board_of_that_name_is_not_replaced() -> None:
    text = played("ring-2026").record().to_text()
    forget()
    other = Board(TOWN.name, TOWN.stations, TOWN.connections, dict.fromkeys(TOWN.stations, (0, 0)))
    register_board(other)
    with pytest.raises(RecordError, match="there is another board 'ring-town' already"):
        Game.from_record(Record.read(text))
    assert catalogue._registered == {TOWN.name: other}


def test_the_card_game_needs_no_definition() -> None:
    assert definition_of(rules_for("cards-2017")) == Definition()
    assert rules_defined("cards-2017", Definition(), "cards") is rules_for("cards-2017")


def test_rules_made_by_hand_are_not_known_by_their_name() -> None:
    rules = rules_from_json(RULES)
    assert definition_of(rules) == Definition(RULES, board_to_json(TOWN))
    assert rules.new_game(Setup(4))
