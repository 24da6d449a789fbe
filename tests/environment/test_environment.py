"""The games as PettingZoo environments: words, rewards, seeds, refusals."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from math import inf, nan
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import misterx
from misterx import environment
from misterx.core import BadSetup, IllegalMove, Malformed, Seat, UnknownEdition
from misterx.environment import Environment
from tests.environment.playing import at_table, has_said, may_say, random_game, say, sayable
from tests.series.tables import AnyTable, at_every_table_of_all_games

TABLES = [("modern-2013", 2), ("classic-1983", 6), ("beginner", 4), ("cards-2017", 3)]
STARTS = {"X": 26, "D1": 13, "D2": 29, "D3": 94}
at_some_tables = pytest.mark.parametrize(("edition", "players"), TABLES)


# PettingZoo only knows its own environments whose observations hold a mask, and would have agents
# called player_0.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning")
# It hands `reset` an option that no game has.
@pytest.mark.filterwarnings("ignore:reset:UserWarning")
@at_some_tables
def test_pettingzoo_finds_nothing_wrong(edition: str, players: int) -> None:
    api_test(environment.env(edition, players))
    seed_test(lambda: environment.env(edition, players))


@at_every_table_of_all_games
def test_words_spell_the_legal_moves_and_no_others(table: AnyTable) -> None:
    env = at_table(table)
    entries = 0
    for agent in random_game(env, 1):
        assert env.observation_space(agent).contains(env.observe(agent))
        if entries != len(env.game.line):  # a move is over, so all that are legal can be said
            entries = len(env.game.line)
            legal = [m for m in env.game.legal if agent[0] != "P" or m.startswith(agent)]
            assert sorted(sayable(env)) == legal
    assert env.game.outcome is not None


@at_every_table_of_all_games
def test_the_winning_side_gets_one_and_the_other_loses_one(table: AnyTable) -> None:
    env = at_table(table)
    for _ in random_game(env, 2):
        assert not any(env.rewards.values())
    game = env.game
    assert game.outcome is not None
    for seat in game.seats:
        won = game.rules.side(game.state, seat) == game.outcome.winner
        assert env.rewards[game.rules.viewpoint(seat)] == (1 if won else -1)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for agent in env.agent_iter():
        shown, _, over, _, info = env.last()
        assert env.observation_space(agent).contains(shown)
        assert shown is not None
        assert (over, info, shown["action_mask"].any()) == (True, {}, False)
        env.step(None)
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(0)


def test_agents_are_those_with_eyes_of_their_own() -> None:
    env = environment.env()
    assert isinstance(env, AECEnv)
    assert env.possible_agents == ["X", "hunters"]
    assert "B1:" not in env.words  # the most that play modern-2013 have no bobbies
    assert environment.env("cards-2017").possible_agents == ["P1", "P2", "P3", "P4", "P5"]


def test_a_double_move_is_said_in_two_words() -> None:
    env = environment.env("classic-2000", 4, starts=STARTS)
    env.reset()
    assert {"T15", "T15+"} <= set(may_say(env))
    say(env, "T15+")
    assert (env.agent_selection, has_said(env, "X")) == ("X", ["T15+"])
    assert has_said(env, "hunters") == []
    assert {"T14", "K26"} <= set(may_say(env))
    say(env, "T14")
    assert env.game.line[-1].text == "X:T15+T14"
    assert env.agent_selection == "hunters"


def test_a_piece_is_named_only_where_that_is_a_choice() -> None:
    fixed = environment.env("classic-2000", 4, starts=STARTS)
    fixed.reset()
    say(fixed, "T15")
    assert has_said(fixed, "hunters") == ["D1:"]
    say(fixed, "T4")
    assert has_said(fixed, "hunters") == ["D2:"]
    free = environment.env("modern-2013", 4)
    free.reset(seed=1)
    say(free, may_say(free)[-1])
    assert may_say(free) == ["D1:", "D2:", "D3:", "B1:"]


def test_every_word_means_one_thing() -> None:
    words = environment.env("modern-2013", 2).words
    assert len(set(words)) == len(words)
    assert {"B1:", "B1", "B1+", "92"} <= set(words)  # a bobby, a bus, and a bobby's ride


def test_start_stations_are_chosen_in_words() -> None:
    env = environment.env("beginner", 4)
    env.reset()
    assert (env.agent_selection, has_said(env, "hunters")) == ("hunters", ["D1:"])
    assert may_say(env) == ["@41", "@46", "@124"]
    say(env, "@41", "@46", "@124")  # the last one is asked too
    assert env.agent_selection == "X"


def test_on_a_false_trail_the_dice_say_who_moves() -> None:
    env = environment.env("cards-2017", 4)
    chosen = set()
    for seed in range(60):
        for agent in random_game(env, seed):
            able = env.game.to_act
            if len(able) > 1:
                chosen.add(able.index(Seat(agent)))
                own = [move for move in env.game.legal if move.startswith(f"{agent}:")]
                assert sorted(sayable(env)) == own
    assert len(chosen) > 1


def test_the_same_seed_makes_the_same_game() -> None:
    def played(seed: int) -> str:
        env = environment.env("cards-2017", 4)
        for _ in random_game(env, seed):
            pass
        return env.game.record().to_text()

    assert played(3) == played(3) != played(4)
    env = environment.env("classic-2000", 4)
    env.reset(seed=7)
    for seed in (7, "tea", {"a": [1, None]}):
        env.reset(seed=cast(int, seed))
        assert env.game.state == misterx.new_game("classic-2000", 4, seed=seed).state


@pytest.mark.parametrize("seed", (nan, inf, -inf, object(), b"tea"))
def test_a_strange_seed_is_refused_and_the_game_goes_on(seed: Any) -> None:  # noqa: ANN401 - any wrong value
    env = environment.env("classic-2000", 4)
    env.reset(seed=7)
    before = env.game
    with pytest.raises(BadSetup, match="a seed is a text, a number or other JSON, not"):
        env.reset(seed=seed)
    assert env.game is before
    env.reset()
    twin = environment.env("classic-2000", 4)
    twin.reset(seed=7)
    twin.reset()
    assert env.game.state == twin.game.state, "the dice are those of the last good seed"


@pytest.mark.parametrize("edition", ("classic-2000", "cards-2017"))
def test_before_a_reset_an_environment_says_what_to_do(edition: str) -> None:
    env = environment.env(edition, 4)
    agent = env.possible_agents[0]
    asked: tuple[Callable[[], object], ...] = (
        env.last,
        env.render,
        lambda: env.step(0),
        lambda: env.observe(agent),
        lambda: env.agents,
        lambda: env.num_agents,
        lambda: env.agent_selection,
        lambda: env.rewards,
        lambda: env.terminations,
        lambda: env.truncations,
        lambda: env.infos,
        lambda: env.game,
        lambda: list(env.agent_iter()),
    )
    env.render_mode = "ansi"
    for ask in (*asked, copy(env).last, pickle.loads(pickle.dumps(env)).last):
        with pytest.raises(environment.NotReset, match=r"there is no game yet: call reset\(\)"):
            ask()
    assert not hasattr(env, "agents")
    with pytest.raises(AttributeError, match="'Environment' object has no attribute 'agent'"):
        env.agent  # noqa: B018 - asking is the point
    env.reset(seed=1)
    assert env.last()[0] is not None


def test_after_the_end_an_environment_says_what_to_do() -> None:
    env = environment.env("cards-2017", 3)
    for _ in random_game(env, 1):
        pass
    while env.agents:
        env.step(None)
    with pytest.raises(IllegalMove, match=r"the game is over: call reset\(\)"):
        env.last()


@pytest.mark.parametrize("agent", ("hunter", "spectator", "P9", None, 1))
def test_an_agent_that_does_not_exist_is_refused(agent: str) -> None:
    for edition in ("classic-2000", "cards-2017"):
        env = environment.env(edition, 4)
        env.reset(seed=1)
        for ask in (env.observe, env.action_space, env.observation_space):
            with pytest.raises(Malformed, match=r"no agent .*; there are: "):
                ask(agent)


def test_the_options_of_a_reset_settle_one_game() -> None:
    env = environment.env("classic-2000", 4, starts={"D1": 13})
    env.reset(seed=1, options={"starts": STARTS})
    assert env.game.view("X")["x"] == 26
    with pytest.raises(BadSetup, match="X cannot start on 1, only on"):
        env.reset(options={"starts": {"X": 1}})
    assert env.game.view("X")["x"] == 26
    env.reset(seed=1)
    assert env.game.state == misterx.new_game("classic-2000", 4, seed=1, starts={"D1": 13}).state
    for options in ("starts", 5, [1], {1: 2}):
        with pytest.raises(BadSetup, match="'options' of a reset must"):
            env.reset(options=cast(Any, options))


def test_an_option_that_the_game_does_not_have_is_not_ignored_silently() -> None:
    env = environment.env("cards-2017", 4)
    with pytest.warns(UserWarning, match="knows colours, deck, reserve, first, not 'start', which"):
        env.reset(seed=1, options={"start": 3})
    assert env.game.state == misterx.new_game("cards-2017", 4, seed=1).state


def test_after_a_seed_the_same_games_follow() -> None:
    def starts() -> list[object]:
        env = environment.env("classic-2000", 4)
        games = []
        for seed in (7, None, None):
            env.reset(seed=seed)
            games.append(env.game.state)
        return games

    assert starts() == starts()
    assert len(set(map(str, starts()))) == 3


def test_without_a_seed_nobody_can_tell_what_comes() -> None:
    env = environment.env("modern-2013", 6)
    states = set()
    for _ in range(4):
        env.reset()
        states.add(str(env.game.state))
    assert len(states) > 1


@at_some_tables
@pytest.mark.parametrize("copied", (copy, deepcopy, lambda env: pickle.loads(pickle.dumps(env))))
def test_a_copy_goes_its_own_way_from_where_it_was_made(
    edition: str, players: int, copied: Callable[[Environment], Environment]
) -> None:
    env = environment.env(edition, players)
    for number, _ in enumerate(random_game(env, 5)):
        if number == 9:
            break
    before = env.game.record().to_text()
    twins = copied(env), copied(env)
    for twin in twins:
        words = Random(1)
        while not any(twin.terminations.values()):
            say(twin, words.choice(may_say(twin)))
    assert twins[0].game.record().to_text() == twins[1].game.record().to_text() != before
    assert env.game.record().to_text() == before


def test_numbers_of_other_libraries_are_numbers() -> None:
    env = environment.env("classic-2000", cast(int, np.int64(4)), starts=STARTS)
    env.reset()
    for number in (np.int64(env.words.index("T15")), np.array(env.words.index("T4"))):
        env.step(cast(int, number))
    assert [entry.text for entry in env.game.line][-2:] == ["X:T15", "D1:T4"]


def test_a_word_that_may_not_be_said_changes_nothing() -> None:
    env = environment.env("classic-2000", 4, starts=STARTS)
    with pytest.raises(IllegalMove, match=r"no game yet: call reset\(\)"):
        env.step(0)
    env.reset()
    before = env.observe("X")
    with pytest.raises(IllegalMove, match="'T46' cannot be said now; X may say: K15"):
        say(env, "T46")
    wrong: tuple[Any, ...] = (-1, len(env.words), None, "T15")
    for action in wrong:
        with pytest.raises(IllegalMove, match="is no word; X may say: "):
            env.step(action)
    assert all(np.array_equal(before[key], env.observe("X")[key]) for key in before)
    assert env.agent_selection == "X"


def test_an_edition_of_ones_own() -> None:
    env = environment.env(rules={"base": "classic-2000", "black": 0, "double": 0, "rounds": 2})
    for agent in random_game(env, 1):
        assert env.observation_space(agent).contains(env.observe(agent))
    assert not [word for word in env.words if word[0] == "K" or "+" in word]


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(UnknownEdition):
        environment.env("chess")
    with pytest.raises(BadSetup, match="not both"):
        environment.env("beginner", rules={"base": "beginner"})
    with pytest.raises(BadSetup, match="9 players"):
        environment.env("beginner", 9)
    with pytest.raises(BadSetup, match="no render mode 'human'"):
        environment.env(render_mode="human")


def test_spectators_are_shown_what_they_may_see() -> None:
    env = environment.env("classic-2000", 4, starts=STARTS, render_mode="ansi")
    env.reset()
    say(env, "T15")
    assert env.render() == "classic-2000, round 1\nX:T?"
    say(env, "T4")
    assert env.render() == "classic-2000, round 1\nX:T? D1:T4"
    for _ in random_game(env, 1):
        pass
    assert (env.render() or "").splitlines()[-1].partition(" won: ")[0] in ("x", "hunters")
    assert environment.env().render() is None
    env.close()


def test_the_package_does_without_pettingzoo_until_an_environment_is_wanted() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import misterx; misterx.new_game('beginner', 4)\n"
        "try: import misterx.environment\n"
        "except ImportError as error: print(error)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "pip install pettingzoo" in answer.stdout
