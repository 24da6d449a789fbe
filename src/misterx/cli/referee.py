"""`misterx referee`: the rules as a line protocol, one JSON object a line each way.

Any program, in any language, can drive the rules through it: bots, tests, tools. It knows the whole
truth and tells it to whoever asks, so it is for programs that run games, not for players.
docs/protocol.md describes every request.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from random import Random
from typing import cast

from misterx.cli.lines import Answer, answer_lines, parse_line
from misterx.core import Game, JsonObject, Record, Seat, Setup, rules_for
from misterx.core.errors import BadSetup, IllegalMove, Malformed, Refused
from misterx.core.fields import Fields, is_integer, show
from misterx.core.game import dice
from misterx.core.perft import perft

__all__ = ["MOST_PERFT", "Referee", "edition_of", "main"]

MOST_PERFT = 16
"""Deeper counts would not end in anybody's lifetime."""

_SETUP_KINDS = {"starts": dict, "colours": str, "deck": list, "reserve": list, "first": str}
_KEYS: Mapping[str, tuple[str, ...]] = {
    "new": ("edition", "rules", "players", "options", "seed", *_SETUP_KINDS),
    "set": ("position", "seed"),
    "play": ("move", "as", "chance"),
    "view": ("as",),
    "perft": ("depth",),
    "load": ("record",),
}
"""What a request may have besides `do`; those that are not here have nothing."""


def main(args: Namespace) -> int:  # noqa: ARG001 - every subcommand takes its arguments
    """Answer requests from standard input until it ends."""
    answer_lines(Referee().answer, sys.stdin.buffer, sys.stdout.buffer)
    return 0


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
            request = Fields(parse_line(line), "the request", Malformed)
            do = request.text("do", self._requests)
            request.only(("do", *_KEYS.get(do, ())))
            answer = self._requests[do](request)
        except Refused as no:
            return {"ok": False, "code": str(no.refusal.code), "error": no.refusal.message}
        return {"ok": True, **answer}

    def _new(self, request: Fields) -> Answer:
        players = request.value("players")
        if not is_integer(players):
            raise Malformed("'players' must be a whole number")
        edition, own_rules = edition_of(request, Malformed)
        options = request.fields("options").data if request.has("options") else {}
        for key, kind in _SETUP_KINDS.items():
            if request.has(key) and not isinstance(request.data[key], kind):
                raise Malformed(f"{key!r} is of the wrong kind: {show(request.data[key])}")
        rules = rules_for(edition, own_rules)
        fixed = {key: request.data[key] for key in _SETUP_KINDS if request.has(key)}
        for key in fixed:
            if key not in rules.setup_keys:
                raise Malformed(f"{key!r} does not go with this game")
        self._game = Game.new(rules, Setup(players, options, fixed), _rng(request))
        return {}

    def _set(self, request: Fields) -> Answer:
        position = request.fields("position").data
        rules = rules_for(*edition_of(Fields(position, "the position"), BadSetup))
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
        before = len(game.line)
        events = game.play(move, seat, _chance_text(request) if request.has("chance") else None)
        passed = [
            piece
            for event in events
            if event.kind == "passed"
            for piece in cast("tuple[str, ...]", event.data["pieces"])
        ]
        fallen = [entry.text for entry in game.line[before:] if entry.by_chance]
        return {
            **({"passed": passed} if passed else {}),
            **({"chance": _chance_json(fallen[0])} if fallen else {}),
        }

    def _view(self, request: Fields) -> Answer:
        who = request.text("as")
        return {"view": self._current().view(who)}

    def _possible(self, request: Fields) -> Answer:  # noqa: ARG002 - takes no fields
        game = self._current()
        position = game.rules.position(game.state)
        if "possible" not in position:
            raise IllegalMove("this game has no stations")
        return {"stations": position["possible"]}

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


def edition_of(fields: Fields, error: type[Refused]) -> tuple[str | None, JsonObject | None]:
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
    return dice(request.data["seed"])


def _chance_text(request: Fields) -> str:
    """What is said to fall, in the notation: a list of cards, or a card for each seat."""
    chance = request.value("chance")
    if isinstance(chance, dict):
        return " ".join(f"{seat}:{card}" for seat, card in sorted(chance.items()))
    return " ".join(map(str, request.items("chance")))


def _chance_json(text: str) -> object:
    """The other way round.

    >>> _chance_json("12 X"), _chance_json("P1:6 P2:X")
    ([12, 'X'], {'P1': 6, 'P2': 'X'})
    """
    words = [word.rpartition(":") for word in text.split()]
    cards = [int(card) if card.isdigit() else card for _, _, card in words]
    seats = [seat for seat, _, _ in words]
    return dict(zip(seats, cards, strict=True)) if all(seats) else cards
