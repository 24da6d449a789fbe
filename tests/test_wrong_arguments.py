"""Wrong values in the Python API: each is refused with what was wrong, and nothing changes."""

import pickle
from collections.abc import Callable
from math import inf, nan
from random import Random
from typing import Any, cast

import pytest

import misterx
from misterx import api
from misterx.arena import Match, play_game
from misterx.bots import Limit, ask, find_player, player_names
from misterx.bots.assessing import assess
from misterx.bots.limited import LimitedPlayer
from misterx.chase import HunterMove, Piece, XMove, load_edition, parse_move, rules_from_json
from misterx.chase.rules import Chase
from misterx.core import (
    SPECTATOR,
    AnyRules,
    BadSetup,
    Code,
    Game,
    IllegalMove,
    Malformed,
    Reason,
    Record,
    Refused,
    Seat,
    Setup,
    Viewpoint,
    edition_names,
    game_of,
    rules_for,
)

ANYTHING = cast(Any, None)
"""What a program hands in by mistake has any type."""
STARTS = {"X": 26, "D1": 13, "D2": 29, "D3": 94}
BOTH = pytest.mark.parametrize("edition", ("classic-2000", "cards-2017"))


def game_of_edition(edition: str) -> Game:
    return misterx.new_game(edition, 4, seed=1)


def refused(do: Callable[..., object], *args: object, **named: object) -> Refused:
    with pytest.raises(Refused) as no:
        do(*args, **named)
    return no.value


# --- viewpoints, seats, moves --------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("who", ("hunter", "x", "X ", "P6", "", None, 3, ["hunters"]))
def test_a_viewpoint_that_does_not_exist_is_refused(edition: str, who: str) -> None:
    game = game_of_edition(edition)
    for do in (lambda: game.rules.observe(game.state, Viewpoint(who)), lambda: game.view(who)):
        no = refused(do)
        assert isinstance(no, Malformed)
        assert str(no).startswith("no viewpoint ")
        assert "there are: " + ", ".join(game.rules.viewpoints(game.state)) in str(no)


@BOTH
@pytest.mark.parametrize("seat", ("D1", "H9", "P9", "hunters", 1, None))
def test_a_seat_that_does_not_exist_has_no_viewpoint_and_no_side(edition: str, seat: str) -> None:
    game = game_of_edition(edition)
    assert "no seat " in str(refused(lambda: game.rules.viewpoint(Seat(seat))))
    assert "there are: " in str(refused(lambda: game.rules.side(game.state, Seat(seat))))


@pytest.mark.parametrize(
    ("edition", "text", "fixed"),
    (("classic-2000", "X:T15", {"starts": STARTS}), ("cards-2017", "P1:buy", {})),
)
def test_the_text_of_a_move_is_not_a_move(edition: str, text: str, fixed: object) -> None:
    game = misterx.new_game(edition, 4, seed=1, **cast("dict[str, Any]", fixed))
    before = game.state
    with pytest.raises(IllegalMove, match=f"play rules.parse\\('{text}'\\)") as no:
        game.rules.apply(before, text)
    assert no.value.refusal.code is Code.MALFORMED
    for move in (None, 5, game.state, object()):
        assert "is not a move of the " in str(refused(game.rules.apply, before, move))
        found = game.rules.check(before, None, move)
        assert found is not None
        assert found.code is Code.MALFORMED
    assert game.state is before


def test_moves_of_the_other_game_are_refused() -> None:
    chase, cards = game_of_edition("classic-2000"), game_of_edition("cards-2017")
    for game, other in ((chase, cards), (cards, chase)):
        move = other.rules.legal_moves(other.state)[0]
        assert "is not a move of" in str(refused(game.rules.apply, game.state, move))


def test_mister_x_moves_by_one_leg_or_by_two() -> None:
    game = misterx.new_game("classic-2000", 4, starts=STARTS)
    leg = cast(XMove, parse_move("X:T15")).legs
    for legs in ((), leg * 3):
        no = refused(game.rules.apply, game.state, XMove(legs))
        assert f"one or two legs, not {len(legs)}" in str(no)
    assert refused(
        lambda: game.rules.apply(game.state, HunterMove(Piece("D9"), None, 3))
    ).refusal.code


@BOTH
@pytest.mark.parametrize("text", (None, 46, b"X:T46", ["X:T46"]))
def test_a_move_is_read_from_text(edition: str, text: str) -> None:
    game = game_of_edition(edition)
    assert "the text of a move is wanted, not " in str(refused(lambda: game.rules.parse(text)))
    assert "a move is a text, not " in str(refused(lambda: game.play(text)))


# --- states and observations ---------------------------------------------------------------


def on_a_state(rules: AnyRules) -> dict[str, Callable[[Any], object]]:
    """Everything that rules do with a state."""
    seat = rules.seats(rules.new_game(Setup(4)))[0]
    functions: dict[str, Callable[[Any], object]] = {
        "seats": rules.seats,
        "side": lambda state: rules.side(state, seat),
        "viewpoints": rules.viewpoints,
        "to_act": rules.to_act,
        "legal_moves": rules.legal_moves,
        "chance_outcomes": rules.chance_outcomes,
        "draw": lambda state: rules.draw(state, Random(1)),
        "check": lambda state: rules.check(state, None, rules.parse(TEXTS[game_of(rules)])),
        "apply": lambda state: rules.apply(state, rules.parse(TEXTS[game_of(rules)])),
        "outcome": rules.outcome,
        "concede": lambda state: rules.concede(state, rules.winners[0], Reason.RESIGNED),
        "observe": lambda state: rules.observe(state, SPECTATOR),
        "section": rules.section,
        "position": rules.position,
    }
    if isinstance(rules, Chase):
        functions |= {
            "silence": rules.silence,
            "taught_nothing": lambda state: rules.taught_nothing(state, state),
            "threats": rules.threats,
        }
    return functions


TEXTS = {"chase": "X:T46", "cards": "P1:buy"}
STRANGE: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "a number": lambda: 3,
    "a text": lambda: "X:T46",
    "a game": lambda: game_of_edition("classic-2000"),
    "a view": lambda: game_of_edition("classic-2000").view("X"),
    "an observation": lambda: game_of_edition("classic-2000").observe("X"),
}


@pytest.mark.parametrize("strange", STRANGE)
@BOTH
def test_only_states_are_states(edition: str, strange: str) -> None:
    value = STRANGE[strange]()
    for name, use in on_a_state(rules_for(edition)).items():
        no = refused(use, value)
        assert isinstance(no, Malformed), name
        assert "comes from `new_game` or `apply` of its rules; this is " in str(no), name
        assert "T46" in str(no) or not isinstance(value, str)


def test_a_state_of_another_game_is_refused_and_not_shown() -> None:
    cards, chase = game_of_edition("cards-2017"), game_of_edition("classic-2000")
    for rules, state in ((chase.rules, cards.state), (cards.rules, chase.state)):
        for use in on_a_state(rules).values():
            no = refused(use, state)
            assert str(no).endswith(f"an object of the type {type(state).__module__}.State")


def test_a_state_of_another_edition_or_board_is_refused() -> None:
    modern, classic = rules_for("modern-2013"), rules_for("classic-2000")
    ours = rules_from_json({"base": "modern-2013", "board": "london-1983"})
    state = modern.new_game(Setup(4))
    theirs = "this state is of modern-2013 on the board london, these are the rules of "
    mine = {"classic-2000 on the board london": classic}
    mine["rules of your own on the board london-1983"] = ours
    for name, rules in mine.items():
        for use in on_a_state(rules).values():
            assert str(refused(use, state)).startswith(f"{theirs}{name}: ask the rules ")
    seen = modern.observe(state, SPECTATOR)
    assert "this observation is of modern-2013" in str(refused(lambda: classic.view(seen)))
    assert "this observation is of" in str(refused(lambda: classic.sample(seen, Random(1))))


def test_a_copy_of_an_edition_is_the_same_edition() -> None:
    game = pickle.loads(pickle.dumps(misterx.new_game("modern-2013", 4, seed=1)))
    while game.outcome is None:
        game.play(game.legal[0])
    assert game.view("spectator")["outcome"]
    twin = Chase(load_edition("modern-2013"))
    assert twin.legal_moves(rules_for("modern-2013").new_game(Setup(4)))


@BOTH
def test_only_observations_are_observations(edition: str) -> None:
    game = game_of_edition(edition)
    for value in (game.state, game.view(str(game.rules.viewpoint(game.seats[0]))), None):
        for use in (game.rules.view, lambda seen: game.rules.sample(seen, Random(1))):
            no = refused(use, value)
            assert "comes from `observe` of its rules; this is " in str(no)


@BOTH
def test_dice_are_dice(edition: str) -> None:
    rules: AnyRules = rules_for(edition)
    state = rules.new_game(Setup(4))
    seen = rules.observe(game_of_edition(edition).state, SPECTATOR)
    for rng in (7, None, "seed"):
        assert "dice must be a random.Random" in str(refused(rules.draw, state, rng))
        assert "dice must be a random.Random" in str(refused(rules.sample, seen, rng))
    for rng in (7, "seed"):
        no = refused(Game.new, rules, Setup(4), rng)
        assert str(no).startswith("dice must be a random.Random(seed), not ")
    state = game_of_edition(edition).state
    assert "chance does not act now" in str(refused(lambda: rules.draw(state, Random(1))))


@BOTH
def test_a_setup_is_a_setup(edition: str) -> None:
    for setup in (4, None, {"players": 4}):
        no = refused(rules_for(edition).new_game, setup)
        assert "a game is set up by Setup(players=...), not " in str(no)


@BOTH
def test_a_game_is_conceded_once_to_a_side_for_a_reason(edition: str) -> None:
    game = game_of_edition(edition)
    rules, state = game.rules, game.state
    for winner, reason in (("hunter", Reason.TIME), ("x", "resigned"), (None, Reason.TIME)):
        no = refused(rules.concede, state, winner, reason)
        assert "a game is conceded to x or hunters for a Reason, not to " in str(no)
    with pytest.raises(Malformed, match=r"a reason is Reason.RESIGNED or another"):
        game.concede("x", cast(Any, "resigned"))
    over = rules.concede(state, "x", Reason.TIME)
    with pytest.raises(IllegalMove, match="the game is over"):
        rules.concede(over, "hunters", Reason.TIME)


# --- a game --------------------------------------------------------------------------------


@BOTH
def test_in_a_new_game_there_is_no_move_to_take_back(edition: str) -> None:
    with pytest.raises(IllegalMove, match="nobody has moved yet: there is no move to take back"):
        game_of_edition(edition).undo()


def test_in_a_game_that_is_over_no_move_is_taken_back() -> None:
    game = game_of_edition("classic-2000")
    game.play(game.legal[0])
    game.concede("x")
    with pytest.raises(IllegalMove, match="the game is over: no move can be taken back"):
        game.undo()


def test_entries_are_counted_by_whole_numbers() -> None:
    game = game_of_edition("classic-2000")
    for entry in ("1", 1.5, None, True):
        no = refused(game.state_at, entry)
        assert str(no) == f"a number of entries is a whole number, not {entry!r}"


def test_what_falls_is_said_by_a_text() -> None:
    game = misterx.new_game("cards-2017", 3, seed=1)
    before = game.line
    for chance in (5, ["12"]):
        assert isinstance(refused(game.play, game.legal[0], chance=chance), Refused)
    assert game.line == before


@pytest.mark.parametrize("tags", ("name", [1], {1: "one"}, {"one": 1}))
def test_tags_are_texts(tags: Any) -> None:  # noqa: ANN401 - any wrong value
    assert "'tags'" in str(refused(lambda: game_of_edition("classic-2000").record(tags)))


@pytest.mark.parametrize("text", (None, 5, b"misterx record 1", ["misterx record 1"]))
def test_a_record_is_read_from_text(text: Any) -> None:  # noqa: ANN401 - any wrong value
    for read in (Record.read, Record.from_text):
        assert "must be a text, not " in str(refused(read, text))
    assert "must be an object" in str(refused(lambda: Record.from_json(text)))
    no = refused(lambda: Game.from_record(text))
    assert "a game is read from a Record, not " in str(no)


def test_games_are_saved_and_nothing_else(tmp_path: Any) -> None:  # noqa: ANN401 - pytest's
    record = game_of_edition("classic-2000").record()
    for what in (record, "classic-2000", None):
        no = refused(api.save_game, what, tmp_path / "game.txt")
        assert str(no).startswith("a Game is saved, not ")
    assert not list(tmp_path.iterdir())


def test_names_of_games_and_editions_are_checked() -> None:
    assert "there is no game 'chess'; there are: " in str(refused(lambda: edition_names("chess")))
    for strange in (5, ["classic-2000"], {"a": 1}):
        assert isinstance(refused(rules_for, strange), Refused)
        assert isinstance(refused(edition_names, strange), Refused)
    assert "is not rules of a game" in str(refused(lambda: game_of(cast(Any, "chase"))))
    for version in ("1", 1.0, True, [1]):
        no = refused(rules_for, "classic-2000", version=version)
        assert f"no version {version!r} of the rules" in str(no)


# --- seeds ---------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("seed", (nan, inf, -inf, [nan], {"a": inf}, object(), b"tea"))
def test_a_seed_is_plain_data(edition: str, seed: object) -> None:
    with pytest.raises(BadSetup, match="a seed is a text, a number or other JSON, not"):
        misterx.new_game(edition, 4, seed=seed)


def test_a_seed_is_no_longer_than_python_writes_a_number() -> None:
    for seed in (10**5000, -(10**5000)):
        with pytest.raises(BadSetup, match="a seed is a text, a number or other JSON, not"):
            misterx.new_game("classic-2000", 4, seed=seed)


@pytest.mark.parametrize("seed", (None, 1, 0.5, nan, True, b"tea", ["tea"]))
def test_the_seed_of_a_match_is_a_text(seed: Any) -> None:  # noqa: ANN401 - any wrong value
    with pytest.raises(Malformed, match="the seed of a match must be a text, not "):
        Match("cards-2017", 4, one="careful", others="random", role="x", seed=seed)
    with pytest.raises(Malformed, match="the seed must be a text, not"):
        assess(cast(Chase, rules_for("classic-2000")), ANYTHING, Limit(iterations=1), seed)


def test_matches_and_the_numbers_of_their_games_are_checked() -> None:
    match = Match("cards-2017", 4, one="careful", others="random", role="x")
    for number in (-1, "0", 0.0, None, True):
        with pytest.raises(Malformed, match="games are numbered from 0, not by "):
            play_game(match, cast(Any, number))
    with pytest.raises(Malformed, match="a game is played of a Match, not of 'cards-2017'"):
        play_game(cast(Any, "cards-2017"), 0)
    with pytest.raises(Malformed, match="players must be a whole number, not '4'"):
        Match("cards-2017", cast(Any, "4"), one="careful", others="random", role="x")


# --- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", ("100ms", 1, 0.5, None, {"seconds": 1}))
def test_a_limit_is_a_limit(limit: Any) -> None:  # noqa: ANN401 - any wrong value
    wrong = pytest.raises(Malformed, match=r"a limit must be a Limit, not .*; make it by Limit")
    for edition in ("classic-2000", "cards-2017"):
        game = game_of_edition(edition)
        legal = game.rules.legal_moves(game.state)
        seat = game.to_act[0]
        seen = game.rules.observe(game.state, game.rules.viewpoint(seat))
        for name in player_names(game_of(game.rules)):
            player = find_player(name, game_of(game.rules))
            with wrong:
                ask(player, game, seat, Random(1), limit)
            with wrong:
                player.choose(seen, legal, Random(1), limit)
            with wrong:
                LimitedPlayer(player, limit)
    with wrong:
        Match("cards-2017", 4, one="careful", others="random", role="x", limit=limit)


def test_a_limit_holds_numbers() -> None:
    wrong: Any
    for wrong in ("1", True, [1]):
        with pytest.raises(Malformed, match="a limit's seconds must be a number, not"):
            Limit(seconds=wrong)
    for wrong in ("1", True, 1.5, nan):
        with pytest.raises(Malformed, match="a limit's iterations must be a whole number, not"):
            Limit(iterations=wrong)
    for seconds in (nan, inf, -inf, -1.0, 0.0):
        with pytest.raises(ValueError, match=r"a limit of .* s "):
            Limit(seconds=seconds)
    with pytest.raises(Malformed, match="the text of a limit, like 100ms, is wanted"):
        Limit.from_text(cast(Any, 0.1))


def test_players_are_asked_about_a_game_for_a_seat_of_it() -> None:
    game, player = game_of_edition("classic-2000"), find_player("random")
    for seat in ("D1", "hunters", (), ("X", "H9")):
        no = refused(ask, player, game, seat, Random(1))
        assert "; there are: X, H1, H2, H3" in str(no)
    assert "H1 has no move now" in str(refused(lambda: ask(player, game, "H1", Random(1))))
    assert "a player is asked about a Game, not " in str(
        refused(lambda: ask(player, cast(Any, game.state), "X", Random(1)))
    )
    assert "dice must be" in str(refused(lambda: ask(player, game, "X", cast(Any, 7))))
    assert "the name of a player is wanted" in str(refused(lambda: find_player(cast(Any, None))))
