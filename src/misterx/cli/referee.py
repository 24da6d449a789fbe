"""`misterx referee`: the rules as a line protocol, one JSON object a line each way.

Any program, in any language, can drive the rules through it: bots, tests, tools. It knows the whole
truth and tells it to whoever asks, so it is for programs that run games, not for players.
docs/protocol.md describes every request.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from random import Random
from typing import BinaryIO

from misterx.core import Game, JsonObject, Record, Seat, Setup, rules_for
from misterx.core.errors import BadSetup, IllegalMove, Malformed, Refused
from misterx.core.fields import Fields, is_integer
from misterx.core.perft import perft

__all__ = ["Referee", "main", "serve"]

MOST_PERFT = 16
"""Deeper counts would not end in anybody's lifetime."""

Answer = dict[str, object]


def main(args: Namespace) -> int:  # noqa: ARG001 - every subcommand takes its arguments
    """Answer requests from standard input until it ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line that is not empty with one line."""
    referee = Referee()
    for line in requests:
        if line.strip():
            answers.write(json.dumps(referee.answer(line)).encode() + b"\n")
            answers.flush()


class Referee:
    """One game at a time, driven by requests. A refused request changes nothing."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._requests: dict[str, Callable[[Fields], Answer]] = {
            "new": self._new,
            "set": self._set,
            "get": self._get,
            "legal": self._legal,
            "play": self._play,
            "view": self._view,
            "possible": self._possible,
            "outcome": self._outcome,
            "perft": self._perft,
            "record": self._record,
            "load": self._load,
        }

    def answer(self, line: bytes | str) -> Answer:
        """The answer to one request, `ok` or a refusal with its code."""
        try:
            request = Fields(_parse(line), "the request", Malformed)
            answer = self._requests[request.text("do", self._requests)](request)
        except Refused as no:
            return {"ok": False, "code": str(no.refusal.code), "error": no.refusal.message}
        return {"ok": True, **answer}

    def _new(self, request: Fields) -> Answer:
        players = request.value("players")
        if not is_integer(players):
            raise Malformed("'players' must be a whole number")
        edition, own_rules = _edition(request, Malformed)
        options = request.fields("options").data if request.has("options") else {}
        rules = rules_for(edition, own_rules)
        fixed = {key: request.data[key] for key in rules.setup_keys if request.has(key)}
        self._game = Game.new(rules, Setup(players, options, fixed), _rng(request))
        return {}

    def _set(self, request: Fields) -> Answer:
        position = request.fields("position").data
        rules = rules_for(*_edition(Fields(position, "the position"), BadSetup))
        self._game = Game.from_position(rules, position, _rng(request))
        return {}

    def _get(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        game = self._current()
        return {"position": game.rules.position(game.state)}

    def _legal(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        return {"moves": list(self._current().legal)}

    def _play(self, request: Fields) -> Answer:
        move = request.text("move")
        seat = request.text("as") if request.has("as") else None
        game = self._current()
        if seat is not None and Seat(seat) not in game.seats:
            raise Malformed(f"there is no seat {seat!r}; there are: {', '.join(game.seats)}")
        if request.has("chance"):
            game.check(move, seat)
            raise IllegalMove("this move sets off no chance")
        events = game.play(move, seat)
        passed = [
            piece
            for event in events
            if event.kind == "passed"
            for piece in _list(event.data["pieces"])
        ]
        return {"passed": passed} if passed else {}

    def _view(self, request: Fields) -> Answer:
        who = request.text("as")
        game = self._current()
        viewpoints = game.rules.viewpoints(game.state)
        if who not in viewpoints:
            raise Malformed(f"no viewpoint {who!r}; there are: {', '.join(viewpoints)}")
        return {"view": game.view(who)}

    def _possible(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        game = self._current()
        return {"stations": game.rules.position(game.state)["possible"]}

    def _outcome(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        outcome = self._current().outcome
        if outcome is None:
            return {"over": False}
        reason = str(outcome.reason)
        return {"over": True, "winner": outcome.winner, "reason": reason, "at": dict(outcome.at)}

    def _perft(self, request: Fields) -> Answer:
        depth = request.integer("depth", 0, MOST_PERFT)
        game = self._current()
        return {"count": perft(game.rules, game.state, depth)}

    def _record(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        return {"record": self._current().record().to_text()}

    def _load(self, request: Fields) -> Answer:
        self._game = Game.from_record(Record.from_text(request.text("record")))
        return {}

    def _current(self) -> Game:
        if self._game is None:
            raise BadSetup("there is no game yet: begin with new, set or load")
        return self._game


def _parse(line: bytes | str) -> object:
    """The JSON on a line; numbers that JSON does not have are none."""
    try:
        return json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not a line of JSON: {error}") from error


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _edition(fields: Fields, error: type[Refused]) -> tuple[str | None, JsonObject | None]:
    """The edition's name or the rules of one's own; absent and null mean the same."""
    edition = fields.text("edition") if fields.has("edition") else None
    own = dict(fields.fields("rules").data) if fields.has("rules") else None
    if edition is None and own is None:
        raise error(f"{fields.where} names no 'edition' and gives no 'rules'")
    return edition, own


def _rng(request: Fields) -> Random | None:
    """Chance from the request's seed, which may be any JSON; None: from nobody knows where."""
    if "seed" not in request.data:
        return None
    return Random(json.dumps(request.data["seed"], sort_keys=True))


def _list(pieces: object) -> list[object]:
    return list(pieces) if isinstance(pieces, tuple | list) else []
