"""A game that agents play word by word, in the form of PettingZoo's agent-environment cycle."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from misterx.chase import Chase
from misterx.core import (
    SPECTATOR,
    AnyRules,
    BadSetup,
    Code,
    Game,
    IllegalMove,
    JsonObject,
    Malformed,
    Setup,
)
from misterx.core.fields import Fields, is_integer, plain, show
from misterx.core.game import asked_for, dice
from misterx.environment.cards_form import cards_form
from misterx.environment.chase_form import chase_form
from misterx.environment.form import Form

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        "environments are made with PettingZoo, which is not installed: pip install pettingzoo"
    ) from error

__all__ = ["Environment", "NotReset", "env"]

_USUAL: Final = "modern-2013"
_NO_GAME: Final = "there is no game yet: call reset()"
_SHOWN: Final = 20
"""How many of the legal words a refusal lists."""

Shown: TypeAlias = dict[str, Any]
"""What an agent is shown, as arrays: `observation`, and in `action_mask` 1 for what it may say."""


def env(
    edition: str | None = None,
    players: int | None = None,
    *,
    options: JsonObject | None = None,
    rules: JsonObject | None = None,
    render_mode: str | None = None,
    **fixed: object,
) -> Environment:
    """An environment of an edition (`modern-2013` if none is named), or of `rules` of one's own.

    `players`: by how many it is played, the most if nothing is said. `fixed` is what is not left to
    chance, as in `misterx.new_game`: `starts`, or `deck`, `reserve`, `first` and `colours` in the
    card game. Raises `Refused`, which says what is wrong.
    """
    edition = _USUAL if edition is None and rules is None else edition
    return Environment(*asked_for(edition, players, rules, options, fixed), render_mode)


class NotReset(IllegalMove, AttributeError):
    """There is no game yet.

    It is an `AttributeError` as well, because `hasattr(env, "agents")` is then false, as it is for
    other environments of PettingZoo.
    """


_SINCE_RESET: Final = frozenset(
    {
        "agents",
        "agent_selection",
        "game",
        "num_agents",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
    }
)
"""What an environment has once it was reset."""


class Environment(AECEnv[str, Shown, Any]):
    """A table at which agents play one game after the other.

    Agents are those who see with eyes of their own: `X` and `hunters`, or the seats of the card
    game. A move is said in one or two of the `words`; an action is a word's number. Where several
    agents may move first, as on a false trail, the dice say who does.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's
        "name": "misterx_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: AnyRules, setup: Setup, render_mode: str | None = None) -> None:
        """Lay a table; raises `Refused` if it cannot be. `reset` begins a game."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadSetup(f"there is no render mode {render_mode!r}, only 'ansi' or None")
        self._rules, self._setup = rules, setup
        self.render_mode = render_mode
        seats = rules.seats(rules.new_game(setup))
        self._agent_of = {seat: str(rules.viewpoint(seat)) for seat in seats}
        self._form = self._laid_out()
        self.words: Final = (*self._form.openings, *self._form.endings)
        """Every word that moves are said in; an action is the number of one."""
        self.parts: Final[Mapping[str, slice]] = dict(self._form.slices)
        """Where each part of an observation stands in its vector."""
        self.places: Final[Mapping[str, tuple[object, ...]]] = dict(self._form.places)
        """What each number of a part stands for: a station, a card, a seat; the most of a count."""
        self._numbers = {word: number for number, word in enumerate(self.words)}
        self.possible_agents = list(dict.fromkeys(self._agent_of.values()))
        self.action_spaces = {
            agent: spaces.Discrete(len(self.words)) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._form.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.words),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._dice: Random | None = None
        self._game: Game | None = None
        self._moves: dict[tuple[str, ...], str] = {}
        """The moves that the selected agent may make, by their words."""
        self._said: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute
        """Say what to do where something is asked of a game that was not begun."""
        if name in _SINCE_RESET:
            raise NotReset(_NO_GAME)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The bounds of what an agent is shown."""
        self._check_agent(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the words, the same for all."""
        self._check_agent(agent)
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game that is played, for records and studies. It holds the truth: show it to none."""
        if self._game is None:
            raise NotReset(_NO_GAME)
        return self._game

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Begin a game. The same seed makes the same game, and the same games after it without one.

        The cards are those of `misterx.new_game` with this seed. Where there was none yet, nobody
        can tell what comes.

        Args:
            seed: A whole number, or whatever else `misterx.new_game` takes.
            options: What is not left to chance in this one game, by the names that `env` takes,
                such as `starts`. A name that the game does not have has no effect and gets a
                warning, because PettingZoo's own tests send one.

        Raises:
            BadSetup: The seed or the options are wrong; then the game before goes on.
        """
        setup = self._setup_with(options)
        rng = dice(seed) if seed is not None else self._dice or Random()
        self._game, self._dice = Game.new(self._rules, setup, rng), rng
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Let the selected agent say a word. With the last word of a move, the move is made.

        Raises `IllegalMove` for a word that may not be said now; then nothing has changed.
        """
        game = self.game
        if not self.agents:
            raise IllegalMove("the game is over: call reset()", Code.GAME_OVER)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._said += (self._word(action),)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if move := self._moves.get(self._said):
            game.play(move)
            self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Shown:
        """What an agent may know, as numbers from 0 to 1, and which words it may say now."""
        self._check_agent(agent)
        selected = bool(self.agents) and agent == self.agent_selection
        mask = np.zeros(len(self.words), np.int8)
        if selected:
            mask[[self._numbers[word] for word in self._choices()]] = 1
        said = self._said if selected else ()
        return {
            "observation": self._form.vector(self.game.observe(agent), said),
            "action_mask": mask,
        }

    def last(self, observe: bool = True) -> tuple[Shown | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, termination, truncation and info of the selected agent.

        Raises:
            IllegalMove: There is no game yet, or every agent has been told of its end.
        """
        if not self.agents:
            raise IllegalMove("the game is over: call reset()", Code.GAME_OVER)
        return super().last(observe)

    def render(self) -> str | None:
        """The game so far in a few lines, as spectators see it; None without a render mode."""
        if self.render_mode is None:
            return None
        rules, game = self._rules, self.game
        moves = rules.observe(game.state, SPECTATOR).history
        lines = [f"{rules.edition or 'own rules'}, {rules.section(game.state)}", " ".join(moves)]
        if game.outcome is not None:
            lines.append(f"{game.outcome.winner} won: {game.outcome.reason}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is open."""

    def __copy__(self) -> Environment:
        """An environment that goes its own way from here."""
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        """An environment that goes its own way from here; what never changes is shared."""
        twin = object.__new__(type(self))
        memo |= {id(same): same for same in (self._rules, self._form, self._numbers, self.words)}
        vars(twin).update(deepcopy(vars(self), memo))
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """All there is but the form: it is made of functions, and is laid out anew."""
        return {name: value for name, value in vars(self).items() if name != "_form"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, or one that comes from another process, goes on where this one was."""
        vars(self).update(state)
        self._form = self._laid_out()

    def _check_agent(self, agent: object) -> None:
        """Refuse an agent that there is not; raises `Malformed`."""
        if agent not in self.possible_agents:
            raise Malformed(f"no agent {show(agent)}; there are: {', '.join(self.possible_agents)}")

    def _setup_with(self, options: JsonObject | None) -> Setup:
        """The setup of the next game; raises `BadSetup`."""
        if options is None:
            return self._setup
        given = plain(Fields(options, "'options' of a reset").data)
        known = self._rules.setup_keys
        if strange := [key for key in given if key not in known]:
            warnings.warn(
                f"reset(options=...) knows {', '.join(known)}, not {show(strange[0])}, which has "
                f"no effect; optional rules are given to env(options=...)",
                stacklevel=3,
            )
        fixed = {key: value for key, value in given.items() if key in known}
        return replace(self._setup, fixed={**self._setup.fixed, **fixed})

    def _laid_out(self) -> Form:
        if isinstance(self._rules, Chase):
            return chase_form(self._rules, self._setup)
        return cards_form(tuple(self._agent_of))

    def _go_on(self) -> None:
        """A decision is made: end the game if it is over, else select who decides next."""
        self._said, self._moves = (), {}
        rules, state = self._rules, self.game.state
        outcome = rules.outcome(state)
        if outcome is not None:
            for seat, agent in self._agent_of.items():
                self.rewards[agent] = 1.0 if rules.side(state, seat) == outcome.winner else -1.0
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]  # all are told of it in their order
            return
        able = rules.to_act(state)
        agents = tuple(dict.fromkeys(self._agent_of[seat] for seat in able))
        assert self._dice is not None
        self.agent_selection = agents[0] if len(agents) == 1 else self._dice.choice(agents)
        seats = [seat for seat in able if self._agent_of[seat] == self.agent_selection]
        for move in rules.legal_moves(state):
            if len(agents) == 1 or any(rules.check(state, seat, move) is None for seat in seats):
                text = rules.text(move)
                self._moves[self._form.spell(text)] = text
        # A first word that goes without saying is not asked for; a last one always is.
        first = {words[0] for words in self._moves}
        if len(first) == 1 and (word := first.pop()) in self._form.openings:
            self._said = (word,)

    def _choices(self) -> tuple[str, ...]:
        """The words that may be said now, in order; none when the game is over."""
        said, at = self._said, len(self._said)
        return tuple(dict.fromkeys(words[at] for words in self._moves if words[:at] == said))

    def _word(self, action: int | None) -> str:
        """The word that an action means, if it may be said now; raises `IllegalMove`."""
        choices = self._choices()
        number = plain(action)
        is_word = is_integer(number) and 0 <= number < len(self.words)
        word: str | None = self.words[number] if is_word else None
        if word in choices:
            return word
        said = f"{action!r} is no word" if word is None else f"{word!r} cannot be said now"
        shown = ", ".join(choices[:_SHOWN]) + (", ..." if len(choices) > _SHOWN else "")
        raise IllegalMove(f"{said}; {self.agent_selection} may say: {shown}")
