"""Environments at every table, and agents that say any word they may."""

from collections.abc import Iterator
from copy import copy
from random import Random

import numpy as np

from misterx import environment
from misterx.environment import Environment
from tests.series.tables import AnyTable, Table


def at_table(table: AnyTable) -> Environment:
    options = table.options if isinstance(table, Table) else {}
    return environment.env(table.edition, table.players, options=options)


def may_say(env: Environment) -> list[str]:
    """The words that the selected agent's mask allows."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return [env.words[number] for number in np.flatnonzero(mask)]


def has_said(env: Environment, agent: str) -> list[str]:
    """The words of a move not whole yet, as the agent is shown them; openings come first."""
    said = env.parts.get("said", slice(0, 0))
    return [env.words[n] for n in np.flatnonzero(env.observe(agent)["observation"][said])]


def say(env: Environment, *words: str) -> None:
    for word in words:
        env.step(env.words.index(word))


def random_game(env: Environment, seed: int) -> Iterator[str]:
    """The agent selected before each word of a random game; then the game is over."""
    rng = Random(seed)
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        yield env.agent_selection
        say(env, rng.choice(may_say(env)))


def sayable(env: Environment) -> list[str]:
    """Every move that the selected agent can spell from here, in the notation."""
    agent = env.agent_selection
    said, spelled = has_said(env, agent), []
    for word in may_say(env):
        if said or word[-1] not in ":+":
            spelled.append([*said, word])
            continue
        ahead = copy(env)
        say(ahead, word)
        spelled += [[word, last] for last in may_say(ahead)]
    return [_notation(agent, words) for words in spelled]


def _notation(agent: str, words: list[str]) -> str:
    text = "".join(words)
    return text.replace(":@", "@") if agent == "hunters" else f"{agent}:{text}"
