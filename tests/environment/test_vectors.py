"""What agents are shown as numbers: what it says, and that it tells no secret."""

from copy import copy
from random import Random

import numpy as np

from misterx import environment
from misterx.cards.state import Phase
from misterx.core import Game, Viewpoint
from misterx.environment import Environment
from tests.environment.playing import at_table, random_game, say
from tests.series.tables import AnyTable, at_every_table_of_all_games

STARTS = {"X": 26, "D1": 13, "D2": 29, "D3": 94}


def part(env: Environment, agent: str, name: str) -> list[float]:
    numbers: list[float] = env.observe(agent)["observation"][env.parts[name]].tolist()
    return numbers


def marked(env: Environment, agent: str, name: str) -> list[int]:
    """The places of a part that hold a one, counted from 1."""
    return [place + 1 for place, number in enumerate(part(env, agent, name)) if number == 1]


@at_every_table_of_all_games
def test_who_cannot_tell_two_worlds_apart_is_shown_the_same(table: AnyTable) -> None:
    env, rng = at_table(table), Random(3)
    for _ in random_game(env, 3):
        game, rules = env.game, env.game.rules
        for agent in env.possible_agents:
            world = rules.sample(rules.observe(game.state, Viewpoint(agent)), rng)
            again = in_world(env, Game(rules, world, game.header, None)).observe(agent)
            shown = env.observe(agent)
            assert all(shown[key].tobytes() == again[key].tobytes() for key in shown)


def in_world(env: Environment, world: Game) -> Environment:
    """An environment in which the same was said in another game."""
    other = copy(env)
    other._game = world
    while True:  # the dice say who is on where several may be
        other._go_on()
        if other.agent_selection == env.agent_selection:
            break
    other._said = env._said
    return other


def test_half_a_move_is_told_to_nobody() -> None:
    env = environment.env("modern-2013", 4)
    env.reset(seed=1)
    before = {agent: env.observe(agent)["observation"].tobytes() for agent in env.agents}
    say(env, next(word for word in env.words if "+" in word and _may(env, word)))
    after = {agent: env.observe(agent)["observation"].tobytes() for agent in env.agents}
    assert before["hunters"] == after["hunters"]
    assert before["X"] != after["X"]
    assert not env.observe("hunters")["action_mask"].any()


def _may(env: Environment, word: str) -> bool:
    return bool(env.observe("X")["action_mask"][env.words.index(word)])


def test_parts_stand_one_behind_the_other() -> None:
    for env in (environment.env("modern-2013", 2), environment.env("cards-2017", 3)):
        env.reset(seed=1)
        ends = [0, *(part.stop for part in env.parts.values())]
        assert [part.start for part in env.parts.values()] == ends[:-1]
        assert env.observe(env.agents[0])["observation"].shape == (ends[-1],)


@at_every_table_of_all_games
def test_every_number_has_its_place(table: AnyTable) -> None:
    env = at_table(table)
    assert list(env.places) == list(env.parts)
    for name, part in env.parts.items():
        assert len(env.places[name]) == part.stop - part.start


def test_places_are_what_is_printed() -> None:
    board = environment.env("classic-2000", 4, starts=STARTS)
    board.reset()
    say(board, "T15")
    for part, thing in (("x", 15), ("log_stations", (1, 15)), ("log_tickets", (1, "T"))):
        assert part_of(board, "X", part, thing) == 1
    assert board.places["purses"] == (10, 8, 4) * 3
    cards = environment.env("cards-2017", 4)
    cards.reset(seed=1)
    for card in cards.game.observe("P1").hand:
        assert part_of(cards, "P1", "hand", card) == 1
    assert part_of(cards, "P1", "phase", "play") == 1


def part_of(env: Environment, agent: str, name: str, thing: object) -> float:
    return part(env, agent, name)[env.places[name].index(thing)]


def test_parts_of_the_board_game() -> None:
    env = environment.env("classic-2000", 4, starts=STARTS)
    env.reset()
    assert (marked(env, "X", "x"), marked(env, "hunters", "x")) == ([26], [])
    assert (marked(env, "X", "who"), marked(env, "hunters", "who")) == ([1], [2])
    assert marked(env, "hunters", "D3") == [94]
    say(env, "T15", "T4")
    assert marked(env, "hunters", "possible") == list(env.game.observe("hunters").possible)
    assert (marked(env, "X", "log_tickets"), marked(env, "hunters", "log_tickets")) == ([1], [1])
    assert (marked(env, "X", "log_stations"), marked(env, "hunters", "log_stations")) == ([15], [])
    assert np.allclose(part(env, "X", "purses")[:4], [0.9, 1, 1, 1])
    assert np.allclose(part(env, "X", "round"), 1 / 22)
    assert marked(env, "X", "to_move") == [3, 4]
    assert not {"supply", "x_tickets", "pending"} & set(env.parts)


def test_parts_of_the_card_game() -> None:
    env = environment.env("cards-2017", 3)
    env.reset(seed=1)
    tickets = [n for n in range(1, 91) if n % 10 not in (9, 0)]
    for agent in env.agents:
        hand = [[*tickets, 91][place - 1] for place in marked(env, agent, "hand")]
        assert tuple(hand) == env.game.observe(agent).hand
        assert marked(env, agent, "phase") == [1]
    assert marked(env, "P1", "seat") == marked(env, "P2", "to_move")


def test_every_phase_of_the_card_game_has_a_place() -> None:
    phases = [phase for phase in Phase if phase not in (Phase.DEAL, Phase.OVER)]
    env = environment.env("cards-2017", 3)
    assert env.parts["phase"].stop - env.parts["phase"].start == len(phases)
