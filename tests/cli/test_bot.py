"""`misterx bot`: our players behind the protocol, for every game, by the view alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.bots import LEVELS, Limit, find_player
from misterx.cli.bot import Bot
from misterx.core import Seat, edition_names
from tests.cli.running import in_a_process
from tests.series.tables import ALL_TABLES, AnyTable, at_every_table_of_all_games, random_game


def asked(game: Game, seat: str, **changes: object) -> dict[str, Any]:
    """The request that a seat which is to move makes of a bot."""
    rules, state = game.rules, game.state
    legal = [
        rules.text(move)
        for move in rules.legal_moves(state)
        if rules.check(state, Seat(seat), move) is None
    ]
    who = rules.viewpoint(Seat(seat))
    limit = {"iterations": 2, "seed": 7}
    request = {"do": "choose", "as": who, "view": game.view(who), "legal": legal, "limit": limit}
    return request | changes


def answer(bot: Bot, request: object) -> dict[str, Any]:
    given = bot.answer(json.dumps(request))
    assert given is not None
    return given


@at_every_table_of_all_games
def test_it_moves_in_every_edition_as_the_player_itself_does(table: AnyTable) -> None:
    name = "sleuth" if table.rules.edition == "cards-2017" else "pimbot"
    bot, player = Bot(name), find_player(name)
    limit = Limit(iterations=2)
    for number, game in enumerate(random_game(table, 5)):
        if number % 10 == 0 and game.to_act:
            request = asked(game, game.to_act[0])
            given = answer(bot, request)
            legal = [game.rules.parse(text) for text in request["legal"]]
            seen = game.observe(request["as"])
            move = player.choose(seen, legal, Random("7"), limit)
            assert (given["ok"], given["move"]) == (True, game.rules.text(move))


def test_it_says_who_it_is_and_what_it_plays() -> None:
    assert answer(Bot("random"), {"do": "hello"}) == {
        "ok": True,
        "name": "random",
        "plays": list(edition_names()),
    }
    assert answer(Bot("sleuth@50ms"), {"do": "hello"})["plays"] == ["cards-2017"]


@pytest.mark.parametrize("name", ("pimbot", "pimbot@60it", "champion"))
def test_who_searches_says_how_it_stands_and_why(name: str) -> None:
    game = game_in_the_middle()
    request = asked(game, game.to_act[0], limit={"iterations": 60, "seed": 1})
    given = answer(Bot(name), request)
    assert given["move"] in request["legal"]
    assert 0 <= given["value"] <= 1
    assert given["why"].endswith(".")
    alone = answer(Bot(name), request | {"legal": [given["move"]]})
    assert alone == {"ok": True, "move": given["move"]}


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_says_why_in_the_card_game_too(name: str) -> None:
    game = new_game("cards-2017", 4, seed=3)
    given = answer(Bot(name), asked(game, game.to_act[0], limit={"iterations": 20, "seed": 1}))
    assert given["why"].endswith(".")
    assert ("value" in given) == (name in ("inspector", "champion")), "who tries nothing has none"


def game_in_the_middle(at: int = 30) -> Game:
    for number, game in enumerate(random_game(ALL_TABLES[0], 1)):
        if number == at:
            return game
    raise AssertionError("that game is too short")


@pytest.mark.parametrize(
    ("changes", "code", "complaint"),
    (
        ({"do": "think"}, "malformed", "'do' of the request must be one of hello, choose, bye"),
        ({"view": 3}, "malformed", "must be an object"),
        ({"view": {"edition": "poker"}}, "unknown_edition", "no edition 'poker'"),
        ({"view": {}}, "bad_setup", "names no 'edition'"),
        ({"as": "P9"}, "malformed", "no viewpoint 'P9'"),
        ({"as": "spectator"}, "bad_setup", "fit"),
        ({"legal": []}, "malformed", "'legal' holds no move"),
        ({"legal": "all"}, "malformed", "must be a list"),
        ({"legal": ["X:T999"]}, "not_allowed", "'X:T999' of 'legal' is no legal move"),
        ({"legal": [None]}, "not_allowed", "None of 'legal' is no legal move"),
        ({"limit": {"ms": 0}}, "malformed", "'ms' of the limit must be above 0, at most 86400000"),
        ({"limit": {"ms": 500_000_000}}, "malformed", "at most 86400000, not 500000000"),
        (
            {"limit": {"ms": "long"}},
            "malformed",
            "'ms' of the limit must be above 0, at most 86400000",
        ),
        ({"limit": {"iterations": 0}}, "malformed", "a whole number from 1"),
        ({"limit": {"hours": 1}}, "malformed", "unknown key 'hours'"),
    ),
)
def test_a_bad_request_is_refused_and_changes_nothing(
    changes: dict[str, object], code: str, complaint: str
) -> None:
    game, bot = game_in_the_middle(), Bot("greedy")
    request = asked(game, game.to_act[0])
    good = answer(bot, request)
    refused = answer(bot, request | changes)
    assert (refused["ok"], refused["code"]) == (False, code), refused
    assert complaint in refused["error"]
    assert answer(bot, request) == good


@pytest.mark.parametrize("line", ("", "what?", "[]", "{}", "[" * 5000, '{"do": ["hello"]}'))
def test_what_is_no_request_is_refused(line: str) -> None:
    given = Bot("random").answer(line)
    assert given is not None
    assert given["code"] == "malformed"


def test_a_view_with_anything_else_in_it_is_refused_or_played() -> None:
    """Whatever stands in a view, there is an answer."""
    rng, bot = Random(3), Bot("greedy")
    game = game_in_the_middle()
    junk: list[object] = [None, -1, 0, 10**30, "", "X", [], {}, [None], {"D1": 1}, True, 1.5]
    for _ in range(300):
        request = json.loads(json.dumps(asked(game, game.to_act[0])))
        at: Any = request["view"]
        while isinstance(at, dict | list) and at:
            key = rng.choice(list(at) if isinstance(at, dict) else list(range(len(at))))
            if not isinstance(at[key], dict | list) or not at[key] or rng.random() < 0.5:
                at[key] = rng.choice(junk)
                break
            at = at[key]
        assert isinstance(answer(bot, request)["ok"], bool)


def test_who_is_not_to_move_is_told_so() -> None:
    game = game_in_the_middle()
    assert game.to_act == ("X",)
    request = asked(game, "X")
    refused = answer(Bot("greedy"), request | {"as": "hunters", "view": game.view("hunters")})
    assert (refused["code"], refused["error"]) == (
        "not_allowed",
        "hunters is not to move in this view",
    )


def test_a_player_of_the_other_game_is_no_help() -> None:
    game = game_in_the_middle()
    refused = answer(Bot("careful"), asked(game, game.to_act[0]))
    assert (refused["code"], refused["error"]) == ("bad_setup", "careful does not play this game")


def test_time_and_dice_may_be_left_out() -> None:
    game = game_in_the_middle()
    request = asked(game, game.to_act[0], limit={"ms": 20})
    assert answer(Bot("random"), request)["move"] in request["legal"]
    del request["limit"]
    assert answer(Bot("random"), request)["move"] in request["legal"]


def test_a_player_that_fails_is_told_of_and_the_protocol_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("one over nothing")

    game, bot = game_in_the_middle(), Bot("random")
    request = asked(game, game.to_act[0])
    with monkeypatch.context() as patched:
        patched.setattr("misterx.bots.anyhow.RandomPlayer.choose", fail)
        refused = answer(bot, request)
    assert refused["error"] == "random found no move: ZeroDivisionError"
    assert "one over nothing" in capsys.readouterr().err
    assert answer(bot, request)["ok"]


def test_as_a_program_it_answers_line_by_line_until_bye() -> None:
    typed = '{"do":"hello"}\n\n{"do":"oh"}\n{"do":"bye"}\n{"do":"hello"}\n'
    run = in_a_process("bot", "greedy", typed=typed)
    assert (run.code, run.err) == (0, "")
    first, second = map(json.loads, run.out.splitlines())
    assert (first["name"], second["code"]) == ("greedy", "malformed")
    assert in_a_process("bot", "greedy", typed='{"do":"hello"}\n').code == 0


@pytest.mark.parametrize(
    ("name", "complaint"),
    (("deep", "no player 'deep'; there are: random"), ("greedy@soon", "'soon' is no limit")),
)
def test_a_name_that_no_player_has(name: str, complaint: str) -> None:
    run = in_a_process("bot", name)
    assert (run.code, run.out) == (2, "")
    assert complaint in run.err
