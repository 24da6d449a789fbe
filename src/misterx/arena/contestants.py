"""Who can be entered for a match: our own players by name, and other people's programs.

A contestant is written as a text: `greedy`, with a limit of its own `sleuth@100ms`, or a command
`cmd:./their-bot --deep`, which may end with a limit too: `cmd:./their-bot@100ms`.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final, Protocol

from misterx.arena.programs import Program, ProgramFailed
from misterx.bots import NO_LIMIT, AnyPlayer, Limit, ask, find_player
from misterx.bots.player import moves_of
from misterx.bots.readiness import make_ready
from misterx.core import Game, Seat, Viewpoint

__all__ = ["Contestant", "check_contestant", "contestant", "is_program", "split_contestants"]

_COMMAND: Final = "cmd:"
_OWN_LIMIT = re.compile(r"(.+)@([0-9.]+(?:ms|s|it))")


class Contestant(Protocol):
    """Somebody who moves for seats of one game."""

    def move(self, game: Game, seat: Seat, rng: Random) -> str:
        """The move that it makes for a seat which is to act; raises `ProgramFailed`."""

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


def contestant(text: str, game: str, limit: Limit) -> Contestant:
    """The contestant that a text means; raises `ValueError`."""
    if is_program(text):
        command, own = _command(text)
        return _Foreign(command, limit if own is None else own)
    player = find_player(text, game)
    make_ready()
    return _Own(player, limit)


def check_contestant(text: str, game: str, edition: str | None) -> None:
    """Nothing if it can play; raises `ValueError` with what is wrong.

    A program is started for it, and asked what it plays; for rules of one's own, which have no
    name (None), that it answers is enough.
    """
    if not is_program(text):
        find_player(text, game)
        make_ready()  # in one process now, so that not all of them compile the same
        return
    command, _ = _command(text)
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


def _command(text: str) -> tuple[str, Limit | None]:
    """The command to start, and the limit at its end."""
    command = text.removeprefix(_COMMAND)
    if found := _OWN_LIMIT.fullmatch(command):
        return found[1], Limit.from_text(found[2])
    if not command.strip():
        raise ValueError(f"{text!r} names no program; it looks like cmd:./their-bot")
    return command, None


class _Own:
    """One of our players."""

    def __init__(self, player: AnyPlayer, limit: Limit = NO_LIMIT) -> None:
        self.player = player
        self.limit = limit

    def move(self, game: Game, seat: Seat, rng: Random) -> str:
        try:
            return ask(self.player, game, seat, rng, self.limit)
        except ValueError as error:
            # A fault of the player's, not of whoever asked for the match.
            at = f"at {seat} after {len(game.line)} moves"
            raise RuntimeError(f"{self.player.name} failed {at}: {error}") from error

    def leave(self) -> None:
        """There is nothing to end."""


class _Foreign:
    """Somebody else's program: one process for each pair of eyes, so that none sees more."""

    def __init__(self, command: str, limit: Limit) -> None:
        self.command = command
        self.limit = limit
        self.programs: dict[Viewpoint, Program] = {}

    def move(self, game: Game, seat: Seat, rng: Random) -> str:
        who = game.rules.viewpoint(seat)
        if who not in self.programs:
            self.programs[who] = Program(self.command)
            self.programs[who].hello()
        legal = list(map(game.rules.text, moves_of(game, seat)))
        seed = rng.getrandbits(32)
        return self.programs[who].choose(who, game.view(who), legal, self.limit, seed)

    def leave(self) -> None:
        for program in self.programs.values():
            program.end()
