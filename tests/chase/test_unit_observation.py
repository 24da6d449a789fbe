"""What each viewpoint sees, as data; and full states drawn from what it has seen."""

from random import Random
from typing import Any

import pytest

from misterx import Game, new_game
from misterx.chase import Observation
from misterx.chase.network import stations_of
from misterx.chase.state import State
from misterx.core import SPECTATOR, Setup, Viewpoint
from tests.chase.positions import answer, begin, play, put_up, seen, there_and_back, where
from tests.series.tables import TABLES, Table, at_every_table, random_game

POSITION_KEYS = (
    "edition",
    "rules",
    "players",
    "options",
    "round",
    "turn",
    "x",
    "hunters",
    "tickets",
    "pool",
    "mister_x",
    "supply",
    "log",
    "moved",
    "to_move",
    "pending",
    "start_x",
    "possible",
    "outcome",
)
EYES = (Viewpoint("X"), Viewpoint("hunters"), SPECTATOR)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_view_is_a_position_with_starts_and_history(table: Table) -> None:
    game = table.new_game(1)
    assert tuple(where(game)) == POSITION_KEYS
    for who in EYES:
        assert tuple(seen(game, who)) == (*POSITION_KEYS, "starts", "history")
    assert list(where(game)["mister_x"]) == ["taxi", "bus", "underground", "black", "double"]


def test_hunters_see_neither_station_nor_start() -> None:
    game = play(begin("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94}), "X:T27")
    mine, theirs = seen(game, "X"), seen(game, "hunters")
    assert (mine["x"], mine["start_x"]) == (27, 26)
    assert (theirs["x"], theirs["start_x"]) == (None, None)
    assert mine["log"] == [{"ticket": "T", "station": 27, "seen": False}]
    assert theirs["log"] == [{"ticket": "T", "station": None, "seen": False}]
    assert mine["starts"] == theirs["starts"] == {"D1": 13, "D2": 29, "D3": 94}
    assert (mine["history"], theirs["history"]) == (["X:T27"], ["X:T?"])
    hidden = {"x", "start_x", "log", "history"}
    assert all(mine[key] == theirs[key] for key in mine if key not in hidden)
    assert seen(game, "spectator") == theirs


def test_history_stays_as_it_was_seen_and_the_log_opens() -> None:
    # Window 3 is hidden in the beginners' game until his next turn begins.
    game = put_up("beginner", log=("74!", "58!"), hunters={"D1": 13, "D2": 29, "D3": 34})
    play(game, "X:74")
    assert seen(game)["history"] == ["X:?"]
    assert seen(game)["x"] is None
    assert seen(game)["log"][2] == {"ticket": None, "station": None, "seen": False}
    answer(game)
    assert seen(game)["history"][0] == "X:?"
    assert seen(game)["x"] == 74
    assert seen(game)["log"][2] == {"ticket": None, "station": 74, "seen": True}


def test_the_half_that_lands_on_a_window_is_shown() -> None:
    game = put_up("classic-2000", log=there_and_back(2, 74, 58), hunters={"D1": 13})
    play(game, "X:T58+K45")
    assert seen(game)["history"] == ["X:T58+K?"]
    assert seen(game, "X")["history"] == ["X:T58+K45"]
    assert [window["station"] for window in seen(game)["log"]] == [None, None, 58, None]
    assert seen(game)["x"] is None
    assert sorted(seen(game)["possible"]) == seen(game)["possible"]


def test_who_shows_himself_is_seen_until_he_moves_on() -> None:
    game = put_up("classic-1983", x=74, options={"voluntary_reveal": True})
    play(game, "X:T58")
    assert (seen(game)["pending"], seen(game)["to_move"]) == ("show", ["X"])
    play(game, "X:show", "X:take D1=T", "X:take D2=B", "X:take D3=U")
    assert (seen(game)["x"], seen(game)["possible"]) == (58, [58])
    assert seen(game)["history"][:2] == ["X:T?", "X:show"]
    assert seen(game)["log"] == [{"ticket": "T", "station": 58, "seen": True}]
    play(answer(game), "X:T59")
    assert seen(game)["x"] is None


def test_at_the_end_everything_is_open_and_stays_as_it_was() -> None:
    game = put_up("classic-2000", log=("T46", "T45"), turn="hunters", hunters={"D1": 46})
    play(game, "D1:T45")
    view = seen(game)
    assert view["outcome"] == ["hunters", "caught"]
    assert (view["x"], view["possible"], view["to_move"]) == (45, [45], [])
    assert view["log"] == [
        {"ticket": "T", "station": 46, "seen": False},
        {"ticket": "T", "station": 45, "seen": False},
    ]
    assert game.outcome is not None
    assert game.outcome.at == {"round": 1, "window": 2, "station": 45, "piece": "D1"}


def test_null_wherever_no_count_exists() -> None:
    uncounted = dict.fromkeys(("taxi", "bus", "underground"))
    classic = where(begin("classic-2000", 4))
    assert classic["mister_x"] == {**uncounted, "black": 3, "double": 2}
    assert (classic["supply"], classic["pool"]) == (None, None)
    research = where(begin("research-2011", 6))
    assert research["mister_x"]["taxi"] == 4
    assert research["supply"] is None
    modern = where(begin("modern-2013", 2))
    assert modern["mister_x"]["taxi"] is None
    assert modern["supply"] == {"taxi": 35, "bus": 29, "underground": 15}
    assert modern["tickets"] == {}
    assert modern["pool"] == {"taxi": 22, "bus": 16, "underground": 8}
    beginner = where(begin("beginner", 4))
    assert (beginner["tickets"], beginner["pool"], beginner["supply"]) == ({}, None, None)
    assert beginner["mister_x"] == {**uncounted, "black": 1, "double": 1}


def test_whose_turn_it_is_in_views() -> None:
    game = new_game("beginner", 4)
    assert where(game)["turn"] == "hunters"
    assert where(game)["to_move"] == ["D1", "D2", "D3"]
    assert where(game)["hunters"] == {"D1": None, "D2": None, "D3": None}
    play(game, "D1@41")
    assert where(game)["to_move"] == ["D2", "D3"]
    assert seen(game)["starts"] == {"D1": 41, "D2": None, "D3": None}
    assert seen(game)["history"] == ["D1@41"]
    assert (seen(game)["x"], seen(game)["possible"]) == (82, [82])
    play(game, "D2@46", "D3@124")
    assert where(game)["to_move"] == ["X"]


def test_blocked_hunters_are_still_to_move_in_free_order() -> None:
    game = put_up("modern-2013", x=1, turn="hunters", hunters={"D1": 74}, tickets={"D1": (0, 0, 0)})
    assert where(game)["to_move"] == ["D1", "D2", "D3", "B1"]
    assert not [move for move in game.legal if move.startswith("D1")]
    assert game.to_act == ("H1", "H2", "H3")  # H1 for the bobby


def test_after_a_position_is_put_up_history_begins_anew() -> None:
    game = put_up("classic-2000", log=("T58", "T74"), hunters={"D1": 13, "D2": 29, "D3": 34})
    assert seen(game)["history"] == []
    assert seen(game)["starts"] == {"D1": 13, "D2": 29, "D3": 34}
    assert where(game)["start_x"] is None
    play(game, "X:T58")
    assert seen(game)["history"] == ["X:T58"]  # the third window


# --- states drawn from what is seen -------------------------------------------------------


def check_samples(game: Game, rng: Random) -> None:
    rules: Any = game.rules
    for who in EYES:
        before: Observation = rules.observe(game.state, who)
        drawn: State = rules.sample(before, rng)
        assert rules.observe(drawn, who) == before
        assert legal_path(drawn)
        if who == "X":
            assert rules.position(drawn) == where(game)


def legal_path(state: State) -> bool:
    """True if the log can be walked from the start, and he is where it ends."""
    here = state.start_x
    for window in state.log:
        network = state.cast.network
        if here is not None and not network.joins(here, window.station, window.ticket):
            return False
        here = window.station
    return here == state.x


@at_every_table
def test_a_drawn_state_looks_the_same_to_who_drew_it(table: Table) -> None:
    rng = Random(str(table))
    for game in random_game(table, rng.randrange(3)):
        check_samples(game, rng)
        if game.outcome is None:
            drawn = game.rules.sample(game.observe("hunters"), rng)
            assert drawn.x in game.observe("hunters").possible
            assert game.rules.to_act(drawn) == game.to_act


def test_every_possible_station_is_drawn_some_time() -> None:
    game = begin("classic-2000", 6)
    observation = game.observe("hunters")
    rng = Random(1)
    drawn = {game.rules.sample(observation, rng).x for _ in range(400)}
    assert drawn == set(observation.possible)


@pytest.mark.parametrize("edition", ("classic-2000", "beginner", "modern-2013"))
@pytest.mark.parametrize("start_is_known", (True, False))
def test_states_are_drawn_for_a_position_put_up_too(edition: str, *, start_is_known: bool) -> None:
    letter = "" if edition == "beginner" else "T"
    start = 58 if start_is_known else None
    game = put_up(edition, log=(f"{letter}74", f"{letter}92"), hunters={"D1": 13}, start_x=start)
    rng = Random(1)
    check_samples(game, rng)
    play(game, f"X:{letter}93")
    check_samples(game, rng)
    play(answer(game), f"X:{letter}92+K74")
    check_samples(game, rng)
    while game.legal:
        game.play(rng.choice(game.legal))
        check_samples(game, rng)


def test_before_his_card_is_drawn_there_is_nothing_to_draw() -> None:
    rules: Any = new_game("classic-2000", 4).rules
    state = rules.new_game(Setup(4))
    for who in EYES:
        observation = rules.observe(state, who)
        assert observation.possible == ()
        assert rules.sample(observation, Random(1)) == state
        assert rules.observe(rules.sample(observation, Random(1)), who) == observation


def test_possible_holds_the_truth_and_is_the_same_to_all() -> None:
    game = begin("modern-2013", 5, seed=4)
    rng = Random(4)
    while game.legal:
        game.play(rng.choice(game.legal))
        stations = [game.observe(who).possible for who in EYES]
        assert stations[0] == stations[1] == stations[2]
        assert game.state.x in stations[0]
        if game.outcome is None:
            assert tuple(stations_of(game.state.beliefs[-1])) == stations[0]


def test_two_games_alike_are_seen_alike() -> None:
    one, other = (
        new_game("classic-2000", 4, starts={"X": 26, "D1": 13, "D2": 29, "D3": 94}) for _ in "12"
    )
    assert one.observe("hunters") == other.observe("hunters")
    assert hash(one.state.cast) == hash(other.state.cast)
    assert one.state.cast != new_game("classic-2000", 5, seed=1).state.cast
    assert one.state.cast != "D1, D2 and D3"
