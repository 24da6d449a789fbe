"""`misterx referee`: every request of the protocol, and what it answers to nonsense."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from misterx.chase import load_edition
from misterx.cli.referee import Referee
from misterx.core import edition_names, rules_for

STARTS = {"X": 45, "D1": 13, "D2": 26, "D3": 29, "B1": 34}
NEW = {"do": "new", "edition": "modern-2013", "players": 4, "starts": STARTS}
OWN = {"do": "new", "players": 4}
SMALL_BOX = {"taxi": 1, "bus": 1, "underground": 1}
RECORD_OF_GO = """misterx record 1
game: chase
edition: go
rules version: 1
players: 4

result: none
"""
Ask = Callable[..., Any]


@pytest.fixture
def referee() -> Referee:
    return Referee()


@pytest.fixture
def ask(referee: Referee) -> Ask:
    def ask(request: object = None, /, **fields: object) -> dict[str, Any]:
        return referee.answer(json.dumps(fields if request is None else request))

    return ask


@pytest.fixture
def game(ask: Ask) -> Ask:
    """The protocol with a game put up: Mister X on 45, the hunters on 13, 26, 29 and 34."""
    assert ask(NEW) == {"ok": True}
    return ask


def refused(answer: dict[str, object]) -> object:
    assert answer["ok"] is False
    assert isinstance(answer["error"], str)
    return answer["code"]


def test_new_takes_edition_players_and_seed_and_the_same_seed_gives_the_same_game(ask: Ask) -> None:
    for seed in (7, "tea", [1, {"a": None}], None):
        positions = []
        for _ in range(2):
            assert ask(do="new", edition="classic-2000", players=5, seed=seed) == {"ok": True}
            positions.append(ask(do="get")["position"])
        assert positions[0] == positions[1]


def test_new_without_a_seed_deals_anew_each_time(ask: Ask) -> None:
    deals = set()
    for _ in range(20):
        ask(do="new", edition="classic-2000", players=6)
        deals.add(json.dumps(ask(do="get")["position"]["hunters"]))
    assert len(deals) > 1


def test_new_fixes_some_or_all_starts(ask: Ask) -> None:
    ask(do="new", edition="modern-2013", players=4, starts={"X": 45, "D2": 26}, seed=1)
    position = ask(do="get")["position"]
    assert position["x"] == 45
    assert position["hunters"]["D2"] == 26
    assert None not in position["hunters"].values()


def test_a_piece_that_was_placed_is_not_asked_for_its_start(ask: Ask) -> None:
    ask(do="new", edition="beginner", players=4, starts={"D1": 46})
    assert ask(do="legal")["moves"] == ["D2@124", "D2@41"]


def test_new_takes_options_and_rules_of_ones_own(ask: Ask) -> None:
    own = {"base": "classic-1983", "black": 3, "options": {"voluntary_reveal": False}}
    options = {"voluntary_reveal": True}
    assert ask(do="new", rules=own, edition=None, players=4, options=options) == {"ok": True}
    position = ask(do="get")["position"]
    assert (position["edition"], position["rules"]) == (None, own)
    assert position["options"] == options
    assert position["mister_x"]["black"] == 3


def test_get_and_set_are_each_others_inverse(game: Ask) -> None:
    game(do="play", move="X:T46")
    position = game(do="get")["position"]
    fresh = Referee()
    assert fresh.answer(json.dumps({"do": "set", "position": position})) == {"ok": True}
    assert fresh.answer('{"do": "get"}')["position"] == position


def test_after_set_history_and_starts_begin_with_the_position_put_up(game: Ask) -> None:
    game(do="play", move="X:T46")
    game(do="play", move="D1:B14")
    game(do="set", position=game(do="get")["position"])
    view = game(do="view", **{"as": "X"})["view"]
    assert view["history"] == []
    assert view["starts"] == view["hunters"]


def test_legal_is_sorted_by_code_point_and_empty_at_the_end(game: Ask) -> None:
    moves = game(do="legal")["moves"]
    assert moves == sorted(moves)
    assert "X:T46" in moves
    position = game(do="get")["position"]
    caught = {"x": 13, "start_x": 13, "possible": [13], "outcome": ["hunters", "caught"]}
    end = {**position, **caught, "turn": "hunters", "moved": ["D1"]}
    assert game(do="set", position=end) == {"ok": True}
    assert game(do="legal") == {"ok": True, "moves": []}


def test_play_answers_ok_and_a_refusal_says_why(game: Ask) -> None:
    assert game(do="play", move="X:T46") == {"ok": True}
    answer = game(do="play", move="D1:U4")
    assert refused(answer) == "no_connection"
    assert "13" in answer["error"]


def test_play_checks_the_seat_when_it_is_named(game: Ask) -> None:
    assert refused(game(do="play", move="X:T46", **{"as": "H1"})) == "not_your_turn"
    assert game(do="play", move="X:T46", **{"as": "X"}) == {"ok": True}
    assert refused(game(do="play", move="D1:B14", **{"as": "H2"})) == "not_your_turn"
    assert game(do="play", move="B1:10", **{"as": "H3"}) == {"ok": True}
    assert refused(game(do="play", move="D1:B14", **{"as": "H9"})) == "malformed"


def test_play_names_whoever_passes(ask: Ask) -> None:
    ask(do="new", edition="classic-2000", players=4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94})
    ask(do="play", move="X:T15")
    position = ask(do="get")["position"]
    nothing = {"taxi": 0, "bus": 0, "underground": 0}
    position["tickets"]["D2"] = position["tickets"]["D3"] = nothing
    ask(do="set", position=position)
    assert ask(do="play", move="D1:T4") == {"ok": True, "passed": ["D2", "D3"]}


def test_chance_cannot_be_said_where_a_move_sets_off_none(game: Ask) -> None:
    assert refused(game(do="play", move="X:T46", chance=[12])) == "not_allowed"
    assert refused(game(do="play", move="X:T1", chance=[12])) == "no_connection"
    assert game(do="get")["position"]["log"] == []


def test_view_shows_each_viewpoint_what_it_may_see(game: Ask) -> None:
    game(do="play", move="X:T46")
    assert game(do="view", **{"as": "X"})["view"]["x"] == 46
    for who in ("hunters", "spectator"):
        view = game(do="view", **{"as": who})["view"]
        assert view["x"] is None
        assert view["log"] == [{"ticket": "T", "station": None, "seen": False}]
        assert view["history"] == ["X:T?"]
    assert refused(game(do="view", **{"as": "H1"})) == "malformed"


def test_possible_lists_the_stations_ascending(game: Ask) -> None:
    assert game(do="possible")["stations"] == list(load_edition("modern-2013").start_cards_x)


def test_outcome_tells_the_winner_the_reason_and_the_moment(game: Ask) -> None:
    assert game(do="outcome") == {"ok": True, "over": False}
    position = game(do="get")["position"]
    position |= {"x": 14, "start_x": 14, "possible": [14], "turn": "hunters"}
    game(do="set", position=position)
    game(do="play", move="D1:B14")
    assert game(do="outcome") == {
        "ok": True,
        "over": True,
        "winner": "hunters",
        "reason": "caught",
        "at": {"round": 1, "window": 0, "station": 14, "piece": "D1"},
    }


def test_perft_counts_sequences(game: Ask) -> None:
    legal = game(do="legal")["moves"]
    assert [game(do="perft", depth=d)["count"] for d in (0, 1)] == [1, len(legal)]
    total = 0
    position = game(do="get")["position"]
    for move in legal:
        game(do="set", position=position)
        game(do="play", move=move)
        total += len(game(do="legal")["moves"])
    game(do="set", position=position)
    assert game(do="perft", depth=2)["count"] == total


@pytest.mark.parametrize("depth", (-1, 17, 1.5, "3", True, None))
def test_a_bad_depth_is_malformed(game: Ask, depth: object) -> None:
    assert refused(game(do="perft", depth=depth)) == "malformed"


def test_record_and_load_are_each_others_inverse(game: Ask) -> None:
    game(do="play", move="X:T46")
    record = game(do="record")["record"]
    fresh = Referee()
    assert fresh.answer(json.dumps({"do": "load", "record": record})) == {"ok": True}
    assert fresh.answer('{"do": "get"}')["position"] == game(do="get")["position"]
    assert fresh.answer('{"do": "record"}')["record"] == record


@pytest.mark.parametrize(
    ("request_", "code"),
    (
        ({"do": "dance"}, "malformed"),
        ({"edition": "modern-2013"}, "malformed"),
        ({"do": 7}, "malformed"),
        ([], "malformed"),
        ({"do": "new", "edition": "modern-2013"}, "malformed"),
        ({"do": "new", "edition": "modern-2013", "players": "4"}, "malformed"),
        ({"do": "new", "edition": "modern-2013", "players": True}, "malformed"),
        ({"do": "new", "players": 4}, "malformed"),
        ({"do": "new", "edition": 5, "players": 4}, "malformed"),
        ({"do": "new", "rules": [], "players": 4}, "malformed"),
        ({"do": "new", "edition": "none", "players": 4, "options": 5}, "malformed"),
        ({"do": "new", "edition": "modern-2013", "players": 4, "starts": 5}, "malformed"),
        ({"do": "new", "edition": "none", "players": 99, "starts": 5}, "malformed"),
        ({"do": "new", "edition": "none", "rules": {}, "players": 4}, "unknown_edition"),
        (OWN | {"rules": {"base": "none", "blak": 2}}, "unknown_edition"),
        (OWN | {"rules": {"base": "classic-2000", "box": {"taxi": 4}}}, "bad_setup"),
        (OWN | {"rules": {"base": "classic-2000", "start_cards_x": "junk"}}, "bad_setup"),
        ({"do": "new", "edition": "modern-1900", "players": 4}, "unknown_edition"),
        ({"do": "new", "rules": {"base": "modern-1900"}, "players": 4}, "unknown_edition"),
        ({"do": "new", "edition": "modern-2013", "players": 7}, "bad_setup"),
        (OWN | {"edition": "beginner", "rules": {"base": "beginner"}}, "bad_setup"),
        (OWN | {"rules": {"base": "beginner", "blak": 2}}, "bad_setup"),
        (OWN | {"rules": {"base": "classic-2000", "detective_tickets": {"taxi": 9}}}, "bad_setup"),
        (OWN | {"rules": {"base": "modern-2013", "box": SMALL_BOX}}, "bad_setup"),
        (OWN | {"rules": {"base": "classic-2000", "visibility": "hidden_at"}}, "bad_setup"),
        (NEW | {"options": {"voluntary_reveal": True}}, "bad_setup"),
        (NEW | {"starts": {"X": 1}}, "bad_setup"),
        ({"do": "set"}, "malformed"),
        ({"do": "set", "position": 5}, "malformed"),
        ({"do": "set", "position": {}}, "bad_setup"),
        ({"do": "set", "position": {"edition": "modern-1900"}}, "unknown_edition"),
        ({"do": "load", "record": 5}, "malformed"),
        ({"do": "load", "record": "once upon a time"}, "bad_setup"),
        ({"do": "load", "record": RECORD_OF_GO}, "unknown_edition"),
        ({"do": "play"}, "malformed"),
        ({"do": "play", "move": 5}, "malformed"),
        ({"do": "play", "move": "X:T46", "as": 5}, "malformed"),
        ({"do": "view"}, "malformed"),
        ({"do": "view", "as": "god"}, "malformed"),
    ),
)
def test_a_request_that_makes_no_sense_is_refused_and_changes_nothing(
    game: Ask, request_: object, code: str
) -> None:
    before = game(do="record"), game(do="get")
    assert refused(game(request_)) == code
    assert (game(do="record"), game(do="get")) == before


@pytest.mark.parametrize(
    "request_",
    (
        NEW,
        {"do": "set", "position": {}},
        {"do": "get"},
        {"do": "legal"},
        {"do": "play", "move": "X:T46"},
        {"do": "view", "as": "X"},
        {"do": "possible"},
        {"do": "outcome"},
        {"do": "perft", "depth": 1},
        {"do": "record"},
        {"do": "load", "record": ""},
    ),
    ids=lambda request: request["do"],
)
def test_a_key_that_nobody_knows_is_refused_by_its_name(
    game: Ask, request_: dict[str, object]
) -> None:
    before = game(do="record"), game(do="get")
    answer = game(request_ | {"bogus": 1})
    assert refused(answer) == "malformed"
    assert "unknown key 'bogus'" in str(answer["error"])
    assert (game(do="record"), game(do="get")) == before


def test_what_settles_the_other_game_is_refused(ask: Ask) -> None:
    answer = ask(NEW | {"first": "P1"})
    assert refused(answer) == "malformed"
    assert answer["error"] == "'first' does not go with this game"
    assert ask(NEW | {"first": None, "options": None, "rules": None, "seed": None})["ok"] is True


@pytest.mark.parametrize(
    "line",
    (
        b"{",
        b"\xff\xfe",
        b"NaN",
        b'{"do":"get","depth":1e400}',
        b'{"do":"new","seed":NaN}',
        b"[" * 100_000,
        b"9" * 5000,
    ),
)
def test_a_line_that_is_no_json_is_malformed(referee: Referee, line: bytes) -> None:
    assert refused(referee.answer(line)) == "malformed"


@pytest.mark.parametrize("do", ("get", "legal", "possible", "outcome", "record"))
def test_before_there_is_a_game_only_new_set_and_load_are_answered(ask: Ask, do: str) -> None:
    assert refused(ask(do=do)) == "bad_setup"
    assert refused(ask(do="perft", depth=1)) == "bad_setup"
    assert refused(ask(do="play", move="X:T46")) == "bad_setup"
    assert refused(ask(do="view", **{"as": "X"})) == "bad_setup"


def test_the_command_answers_line_by_line_and_writes_nothing_else() -> None:
    requests = [NEW, {"do": "play", "move": "X:T46"}, {"do": "dance"}, {"do": "outcome"}]
    text = "\n\n".join(json.dumps(request) for request in requests) + "\n  \n"
    command = [sys.executable, "-m", "misterx", "referee"]
    done = subprocess.run(
        command, input=text.encode(), capture_output=True, check=True, timeout=150
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True, False, True]
    assert done.stderr == b""


def test_every_edition_plays_through_the_protocol(ask: Ask) -> None:
    for name in edition_names():
        for players in rules_for(name).players:
            assert ask(do="new", edition=name, players=players, seed=players) == {"ok": True}
            for step in range(400):
                if not (moves := ask(do="legal")["moves"]):
                    break
                assert ask(do="play", move=moves[step * 7 % len(moves)])["ok"]
            assert ask(do="outcome")["over"] is True


@pytest.mark.parametrize("depth", (60, 70, *range(900, 1010, 10)))
def test_nested_requests_are_answered(game: Ask, referee: Referee, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for line in (
        '{"do":"set","position":{"edition":"classic-2000","players":%s}}',
        '{"do":"new","edition":"classic-2000","players":4,"starts":{"X":%s}}',
        '{"do":"new","rules":{"base":"classic-2000","box":%s},"players":4}',
    ):
        assert refused(referee.answer(line % nested)) in ("malformed", "bad_setup")


def test_a_game_that_was_given_up_is_over_in_every_answer(game: Ask) -> None:
    game(do="play", move="X:T46")
    record = game(do="record")["record"].replace("result: none", "result: hunters resigned")
    assert game(do="load", record=record) == {"ok": True}
    assert game(do="outcome")["at"]["station"] == 46
    assert game(do="perft", depth=1)["count"] == 0
    assert game(do="possible")["stations"] == [46]
    position = game(do="get")["position"]
    assert (position["outcome"], position["to_move"]) == (["hunters", "resigned"], [])
    assert game(do="set", position=position) == {"ok": True}
    assert refused(game(do="play", move="D1:23")) == "malformed"
    assert refused(game(do="play", move="D1:T23")) == "game_over"
