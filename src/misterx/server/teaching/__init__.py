"""Lessons: short games on the real board, by the real rules, against an opponent with a script.

A lesson is a file of steps. In each the others make the moves that stand in `play`, then something
is said, and then, where there is a `want`, the pupil makes one of those moves. What is said is a
word here and a text in the client's language there. Moves are patterns: ``D1:T*`` is any taxi ride.

Nothing is kept: a pupil brings all his moves along, and so can go on whenever he likes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from misterx.core import Event, Game, IllegalMove, JsonObject, Seat, Setup, game_of, rules_for
from misterx.server.question import moves_of

__all__ = ["Lesson", "Taught", "Told", "lesson_names", "load_lesson", "teach"]


@dataclass(frozen=True, slots=True)
class Step:
    """What the others play, what is said then, and which moves of the pupil will do."""

    say: str
    play: tuple[str, ...] = ()
    want: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson, as its file has it."""

    name: str
    edition: str
    players: int
    seat: Seat
    """The pupil's."""
    seed: int
    """Of whatever chance decides; the same for everybody."""
    fixed: JsonObject
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Something that is said, with the board as it is then and what has happened since before."""

    say: str
    view: dict[str, object]
    events: list[dict[str, object]]


@dataclass(slots=True)
class Taught:
    """What follows the pupil's last move, up to his next one."""

    game: str
    seats: tuple[Seat, ...]
    number: int = 0
    """Of the first step in `told`."""
    told: list[Told] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    """Those that will do now; none: the lesson is over."""


def lesson_names() -> tuple[str, ...]:
    """All lessons, in the order in which they are best taken."""
    return ("hunters", "x", "cards")


@cache
def load_lesson(name: str) -> Lesson:
    """The lesson of that name; raises `KeyError`."""
    if name not in lesson_names():
        raise KeyError(name)
    text = files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    given: Any = tomllib.loads(text)
    steps = tuple(
        Step(step["say"], tuple(step.get("play", ())), tuple(step.get("want", ())))
        for step in given["step"]
    )
    return Lesson(
        name=name,
        edition=given["edition"],
        players=given["players"],
        seat=Seat(given["seat"]),
        seed=given["seed"],
        fixed=given.get("fixed", {}),
        steps=steps,
    )


def teach(lesson: Lesson, moves: Sequence[str]) -> Taught:
    """What follows the pupil's moves; raises `IllegalMove` for one that is not wanted."""
    rules = rules_for(lesson.edition)
    game = Game.new(rules, Setup(lesson.players, {}, lesson.fixed), Random(lesson.seed))
    eyes = rules.viewpoint(lesson.seat)
    taught = Taught(game_of(rules), game.seats)
    left = list(moves)
    events: list[Event] = []
    for number, step in enumerate(lesson.steps):
        for pattern in step.play:
            events += game.play(_fitting(_others_moves(game, lesson.seat), (pattern,))[0])
        heard = [{"kind": e.kind, **e.data} for e in events if eyes in e.audience]
        taught.told.append(Told(step.say, game.view(eyes), heard))
        events = []
        if not step.want:
            continue
        fitting = _fitting(moves_of(rules, game.state, lesson.seat), step.want)
        if not left:
            taught.moves = fitting
            return taught
        move = left.pop(0)
        if move not in fitting:
            raise IllegalMove(f"the lesson wants another move now: {', '.join(fitting[:5])}")
        events += game.play(move, lesson.seat)
        taught.told.clear()
        taught.number = number + 1
    if left:
        raise IllegalMove("the lesson is over")
    return taught


def _others_moves(game: Game, pupil: Seat) -> list[str]:
    """What anybody but the pupil may play now."""
    others = [seat for seat in game.to_act if seat != pupil]
    return [text for seat in others for text in moves_of(game.rules, game.state, seat)]


def _fitting(legal: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """The legal moves that fit a pattern, those of the first pattern first."""
    return [move for wish in patterns for move in legal if fnmatchcase(move, wish)]
