"""Who can be entered for a match: our own players by name, and other people's programs.

A contestant is written as a text: `greedy`, with a limit of its own `sleuth@100ms`, a class of
one's own `py:my_module:MyPlayer`, or a command `cmd:./their-bot --deep`; these may end with a limit
too: `cmd:./their-bot@100ms`.
"""

from __future__ import annotations

import re
import sys
import traceback
from contextlib import redirect_stdout
from importlib import import_module
from random import Random
from typing import Final, Protocol

from misterx.arena.programs import Fault, Program, ProgramFailed
from misterx.bots import NO_LIMIT, AnyPlayer, Limit, ask, find_player
from misterx.bots.hands import Hand
from misterx.bots.player import own_moves
from misterx.bots.readiness import make_ready
from misterx.core import Game, Viewpoint

__all__ = ["Contestant", "check_contestant", "contestant", "is_program", "split_contestants"]

_COMMAND: Final = "cmd:"
_PYTHON: Final = "py:"
_OWN_LIMIT = re.compile(r"(.+)@([0-9.]+(?:ms|s|it))")


class Contestant(Protocol):
    """Somebody who moves for seats of one game."""

    def move(self, game: Game, seats: Hand, rng: Random) -> str:
        """The move that it makes for one of these seats; raises `ProgramFailed`."""

    def leave(self) -> None:
        """The game is over for it."""


def split_contestants(text: str) -> list[str]:
    """The contestants of a list with commas; a command has commas of its own.

    >>> split_contestants("greedy,random"), split_contestants("cmd:./bot --ports 1,2")
    (['greedy', 'random'], ['cmd:./bot --ports 1,2'])
    """
    return [text] if is_program(text) else text.split(",")


def is_program(text: str) -> bool:
    """True for a contestant that is somebody else's program."""
    return text.startswith(_COMMAND)


def is_class(text: str) -> bool:
    """True for a contestant that is somebody's own class in Python."""
    return text.startswith(_PYTHON)


def contestant(text: str, game: str, limit: Limit) -> Contestant:
    """The contestant that a text means; raises `ValueError`."""
    if is_program(text):
        command, own = _with_limit(text.removeprefix(_COMMAND))
        return _Foreign(command, limit if own is None else own)
    if is_class(text):
        place, own = _with_limit(text.removeprefix(_PYTHON))
        return _Guest(place, limit if own is None else own)
    player = find_player(text, game)
    make_ready()
    return _Own(player, limit)


def check_contestant(text: str, game: str, edition: str | None) -> None:
    """Nothing if it can play; raises `ValueError` with what is wrong.

    A program is started for it, and asked what it plays; for rules of one's own, which have no
    name (None), that it answers is enough.
    """
    if is_class(text):
        _made(_with_limit(text.removeprefix(_PYTHON))[0])
        return
    if not is_program(text):
        find_player(text, game)
        make_ready()  # in one process now, so that not all of them compile the same
        return
    command, _ = _with_limit(text.removeprefix(_COMMAND))
    if not command.strip():
        raise ValueError(f"{text!r} names no program; it looks like cmd:./their-bot")
    try:
        program = Program(command)
        try:
            name, plays = program.hello()
        finally:
            program.end()
    except ProgramFailed as failed:
        raise ValueError(f"{text} did not answer hello: {failed}") from failed
    if edition is not None and edition not in plays:
        raise ValueError(f"{name} does not play {edition!r}, but: {', '.join(plays) or 'nothing'}")


def _with_limit(text: str) -> tuple[str, Limit | None]:
    """What stands before a limit at the end, and the limit."""
    if found := _OWN_LIMIT.fullmatch(text):
        return found[1], Limit.from_text(found[2])
    return text, None


def _made(place: str) -> AnyPlayer:
    """The player of a class in a module; raises `ValueError`."""
    module, _, name = place.partition(":")
    try:
        with redirect_stdout(sys.stderr):
            player: AnyPlayer = getattr(import_module(module), name)()
    except (Exception, SystemExit) as error:  # whatever is in there is somebody else's
        why = f"{type(error).__name__}: {error}"
        raise ValueError(
            f"{_PYTHON}{place} cannot be made, it looks like py:my_module:MyPlayer; {why}"
        ) from error
    for wanted in ("name", "choose"):
        if not hasattr(player, wanted):
            raise ValueError(f"{_PYTHON}{place} has no {wanted!r}, as a player must")
    return player


class _Own:
    """One of our players."""

    def __init__(self, player: AnyPlayer, limit: Limit = NO_LIMIT) -> None:
        self.player = player
        self.limit = limit

    def move(self, game: Game, seats: Hand, rng: Random) -> str:
        try:
            return ask(self.player, game, seats, rng, self.limit)
        except ValueError as error:
            # A fault of the player's, not of whoever asked for the match.
            at = f"at {', '.join(seats)} after {len(game.line)} moves"
            raise RuntimeError(f"{self.player.name} failed {at}: {error}") from error

    def leave(self) -> None:
        """There is nothing to end."""


class _Guest:
    """Somebody's own class: what goes wrong in it costs that game, and no other."""

    def __init__(self, place: str, limit: Limit) -> None:
        self.place = place
        self.limit = limit
        self.player: AnyPlayer | None = None

    def move(self, game: Game, seats: Hand, rng: Random) -> str:
        rules = game.rules
        legal = own_moves(rules, game.state, *seats)
        seen = rules.observe(game.state, rules.viewpoint(seats[0]))
        try:
            if self.player is None:
                self.player = _made(self.place)
            # What it prints is no part of the table.
            with redirect_stdout(sys.stderr):
                chosen = self.player.choose(seen, list(legal), rng, self.limit)
                is_legal = chosen in legal
        except (Exception, SystemExit) as error:  # whatever is in there is somebody else's
            module = self.place.partition(":")[0]
            why = f"it failed{_where(error, module)} with {type(error).__name__}: {error}"
            raise ProgramFailed(Fault.CRASHED, why) from error
        if not is_legal:
            is_text = isinstance(chosen, str) and chosen in map(rules.text, legal)
            no = "a text and none of the moves of `legal`" if is_text else "not legal"
            raise ProgramFailed(Fault.ILLEGAL, f"it chose {chosen!r:.80}, which is {no}")
        return rules.text(legal[legal.index(chosen)])  # it may be a mere likeness of the move

    def leave(self) -> None:
        """There is nothing to end."""


def _where(error: BaseException, module: str) -> str:
    """The line of somebody's own module in which it failed, if it was in there."""
    file = getattr(sys.modules.get(module), "__file__", None)
    lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == file]
    return f" in line {lines[-1]}" if lines else ""


class _Foreign:
    """Somebody else's program: one process for each pair of eyes, so that none sees more."""

    def __init__(self, command: str, limit: Limit) -> None:
        self.command = command
        self.limit = limit
        self.programs: dict[Viewpoint, Program] = {}

    def move(self, game: Game, seats: Hand, rng: Random) -> str:
        who = game.rules.viewpoint(seats[0])
        if who not in self.programs:
            self.programs[who] = Program(self.command)
            self.programs[who].hello()
        legal = list(map(game.rules.text, own_moves(game.rules, game.state, *seats)))
        seed = rng.getrandbits(32)
        return self.programs[who].choose(who, game.view(who), legal, self.limit, seed)

    def leave(self) -> None:
        for program in self.programs.values():
            program.end()
