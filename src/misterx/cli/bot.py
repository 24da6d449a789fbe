"""`misterx bot`: one of the computer players for another program, JSON lines in and out.

It gets what a player may see and nothing else: the view, and the moves to choose from.
docs/bots.md describes every request.
"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from misterx.bots import NO_LIMIT, AnyPlayer, Limit, find_player, player_names
from misterx.bots.judgement import Judgement
from misterx.bots.limit import MOST_ITERATIONS, MOST_SECONDS
from misterx.bots.limited import LimitedPlayer
from misterx.bots.readiness import make_ready
from misterx.cli.complaints import Complaint
from misterx.cli.lines import Answer, answer_lines, parse_line
from misterx.cli.referee import edition_of
from misterx.core import AnyRules, Viewpoint, edition_names, game_of, games, rules_for
from misterx.core.errors import BadSetup, IllegalMove, Malformed, Refused
from misterx.core.fields import Fields, show
from misterx.core.game import dice

__all__ = ["Bot", "main"]

_LEAST_SECONDS = 0.001


def main(args: Namespace) -> int:
    """Answer requests from standard input until it ends, or until `bye`."""
    try:
        bot = Bot(args.name)
    except ValueError as error:
        raise Complaint(str(error)) from error
    answer_lines(bot.answer, sys.stdin.buffer, sys.stdout.buffer)
    return 0


class Bot:
    """A player behind the protocol. It remembers nothing; a refused request changes nothing."""

    def __init__(self, name: str) -> None:
        """Raises `ValueError` for a name that no player has."""
        plain = name.partition("@")[0]
        self.name = name
        self.games = tuple(game for game in games() if plain in player_names(game))
        find_player(name, self.games[0] if self.games else None)
        self._requests: dict[str, Callable[[Fields], Answer | None]] = {
            "hello": self._hello,
            "choose": self._choose,
            "bye": lambda _: None,
        }

    def answer(self, line: bytes | str) -> Answer | None:
        """The answer to one request, `ok` or a refusal with its code; None: it was the last."""
        try:
            request = Fields(parse_line(line), "the request", Malformed)
            answer = self._requests[request.text("do", self._requests)](request)
        except Refused as no:
            return {"ok": False, "code": str(no.refusal.code), "error": no.refusal.message}
        return None if answer is None else {"ok": True, **answer}

    def _hello(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        for game in self.games:
            find_player(self.name, game)
        make_ready()
        plays = [edition for game in self.games for edition in edition_names(game)]
        return {"name": self.name, "plays": plays}

    def _choose(self, request: Fields) -> Answer:
        began = time.monotonic()
        view = request.fields("view")
        rules = rules_for(*edition_of(view, BadSetup))
        if (game := game_of(rules)) not in self.games:
            raise BadSetup(f"{self.name} does not play this game")
        limit, rng = _limit(request)
        who = Viewpoint(request.text("as"))
        seen = rules.read_view(view.data, who)
        legal = _legal(rules, seen, who, request.items("legal"))
        player = find_player(self.name, game)
        if limit.seconds is not None:  # reading the view was part of the time
            left = limit.seconds - (time.monotonic() - began)
            limit = Limit(max(_LEAST_SECONDS, left), limit.iterations)
        try:
            move, more = _thought(player, seen, legal, rng, limit)
        except Exception as error:
            # Whoever asked goes on with the next game; where it went wrong is told beside.
            traceback.print_exc(file=sys.stderr)
            raise IllegalMove(f"{self.name} found no move: {type(error).__name__}") from error
        if move not in legal:
            raise IllegalMove(f"{self.name} would make none of the moves in 'legal'")
        return {"move": rules.text(move), **more}


def _thought(
    player: AnyPlayer, seen: object, legal: Sequence[Any], rng: Random, limit: Limit
) -> tuple[Any, Answer]:
    """The move, and what the player says of it if it searches: its chance to win, and why."""
    if isinstance(player, LimitedPlayer):
        limit = player.limit
        player = player.player
    judge = getattr(player, "judge", None)
    if judge is None or len(legal) == 1:
        return player.choose(seen, legal, rng, limit), {}
    thought: Judgement[Any] = judge(seen, legal, rng, limit)
    more: Answer = {"why": str(thought.why)}
    value = thought.best.value
    if value is not None and len(thought.moves) > 1:  # else none was weighed against another
        more["value"] = round(value, 4)
    return thought.best.move, more


def _limit(request: Fields) -> tuple[Limit, Random]:
    """How long it may think, and its dice: from the seed, or from nobody knows where."""
    if not request.has("limit"):
        return NO_LIMIT, Random()
    fields = request.fields("limit")
    fields.only(("ms", "iterations", "seed"))
    iterations = (
        fields.integer("iterations", 1, MOST_ITERATIONS) if fields.has("iterations") else None
    )
    seconds = None
    if fields.has("ms"):
        ms = fields.value("ms")
        most = MOST_SECONDS * 1000
        if isinstance(ms, bool) or not isinstance(ms, int | float) or not 0 < ms <= most:
            raise Malformed(f"'ms' of the limit must be above 0, at most {most}, not {show(ms)}")
        seconds = max(_LEAST_SECONDS, ms / 1000)
    seeded = "seed" in fields.data
    return Limit(seconds, iterations), dice(fields.data["seed"]) if seeded else Random()


def _legal(rules: AnyRules, seen: object, who: Viewpoint, given: Sequence[object]) -> list[Any]:
    """The moves to choose from; raises `Refused` if one of them is none of this viewpoint's now."""
    # What a seat may do follows from what it sees, so any world that fits will tell.
    world = rules.sample(seen, Random(0))
    seats = [seat for seat in rules.to_act(world) if rules.viewpoint(seat) == who]
    if not seats:
        raise IllegalMove(f"{who} is not to move in this view")
    lawful = {
        rules.text(move): move
        for move in rules.legal_moves(world)
        if any(rules.check(world, seat, move) is None for seat in seats)
    }
    for text in given:
        if not isinstance(text, str) or text not in lawful:
            raise IllegalMove(f"{show(text)} of 'legal' is no legal move in this view")
    if not given:
        raise Malformed("'legal' holds no move to choose from")
    return [lawful[str(text)] for text in given]
