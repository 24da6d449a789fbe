"""A running game: rules, the moves so far, and dice; what a program plays with.

The rules stay pure; this is the small mutable thing around them that remembers the line of play,
lets chance act, and can be saved, stepped through and, where it teaches nothing, taken back.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from misterx.core.errors import BadSetup, Code, IllegalMove, Malformed, RecordError, Refused
from misterx.core.fields import (
    Fields,
    JsonObject,
    check_rng,
    is_integer,
    plain,
    show,
    show_type,
)
from misterx.core.record import Header, Record
from misterx.core.registry import AnyRules, definition_of, game_of, rules_defined, rules_for
from misterx.core.rules import CHANCE, Actors, Event, Outcome, Reason, Seat, Setup, Viewpoint

__all__ = ["Entry", "Game", "asked_for", "dice"]


def asked_for(
    edition: str | None,
    players: int | None,
    rules: JsonObject | None,
    options: JsonObject | None,
    fixed: JsonObject,
) -> tuple[AnyRules, Setup]:
    """The rules and the setup that a program asks for; `players` None: the most who can play."""
    law = rules_for(edition, plain(rules))
    number = max(law.players) if players is None else plain(players)
    return law, Setup(number, {} if options is None else plain(options), plain(fixed))


def dice(seed: object) -> Random:
    """The dice of a seed: a text, a number or other JSON; raises `BadSetup`."""
    try:
        text = json.dumps(seed, sort_keys=True, default=operator.index, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadSetup(f"a seed is a text, a number or other JSON, not {show(seed)}") from error
    return Random(text)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the record: its text, the state it led to, and what was told of it."""

    text: str
    state: Any
    events: tuple[Event, ...]
    by_chance: bool


class Game:
    """One game being played."""

    def __init__(self, rules: AnyRules, state: Any, header: Header, rng: Random | None) -> None:
        """Take up a game at a state; `rng` decides whatever is left to chance."""
        if rng is not None:
            check_rng(rng)
        self.rules = rules
        self.header = header
        self._first = state
        self._line: list[Entry] = []
        self._rng = rng or Random()
        self._ended: Any = None
        """The last state of a game that the table has ended."""

    def __repr__(self) -> str:
        """Which game it is and how far it has come: nothing that anybody may not know."""
        head, outcome = self.header, self.outcome
        name = head.edition or f"{head.game} by rules of one's own"
        moves = sum(not entry.by_chance for entry in self._line)
        end = "goes on" if outcome is None else f"{outcome.winner} {outcome.reason}"
        return f"<Game {name}, players: {head.players}, moves: {moves}, {end}>"

    def __copy__(self) -> Game:
        """A game that goes its own way from here."""
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """A game that goes its own way from here; what has been never changes, so it is shared."""
        twin = Game(self.rules, self._first, self.header, deepcopy(self._rng, memo))
        twin._line, twin._ended = self._line.copy(), self._ended
        return twin

    @classmethod
    def new(cls, rules: AnyRules, setup: Setup, rng: Random | None = None) -> Game:
        """A game from the beginning; raises `BadSetup`."""
        game = cls(rules, rules.new_game(setup), _header(rules, setup), rng)
        game._let_chance_act()
        return game

    @classmethod
    def from_position(
        cls, rules: AnyRules, position: JsonObject, rng: Random | None = None
    ) -> Game:
        """A game from a position that was put up; raises `BadSetup`."""
        state = rules.restore(position)
        options = Fields(position.get("options") or {}, "'options'").data
        setup = Setup(len(rules.seats(state)), options)
        game = cls(rules, state, _header(rules, setup, deepcopy(dict(position))), rng)
        game._let_chance_act()
        return game

    @classmethod
    def from_record(cls, record: Record, rng: Random | None = None) -> Game:
        """The game that a record holds, every entry checked; raises `RecordError`.

        A game that is not over can be played on from there.
        """
        game = cls.begin(record, rng)
        for number, entry in enumerate(record.entries):
            try:
                game._replay_entry(entry)
            except Refused as no:
                line = record.lines[number] if record.lines else None
                raise RecordError(f"{entry!r}: {no}", entry=number + 1, line=line) from no
        game._check_result(record.result)
        game._let_chance_act()
        return game

    @classmethod
    def begin(cls, record: Record, rng: Random | None = None) -> Game:
        """The game of a record before its first entry, chance held back; raises `RecordError`.

        It is played by the version of the rules that the record names, and by the rules and on the
        board that it carries. That board is known by its name from then on.
        """
        if not isinstance(record, Record):
            raise Malformed(
                f"a game is read from a Record, not {show_type(record)}; see Record.read"
            )
        head = record.header
        try:
            rules = rules_defined(head.edition, head.definition, head.game, head.rules_version)
            if head.game != (game := game_of(rules)):
                raise RecordError(f"{head.edition} is an edition of {game!r}, not of {head.game!r}")
            if head.position is not None:
                state = rules.restore(_by_rules_of(head, rules, head.position))
                players, options = len(rules.seats(state)), head.position.get("options") or {}
                if (head.players, dict(head.options), head.fixed) != (players, options, {}):
                    raise RecordError("players, options or fixed are not those of the position")
            else:
                state = rules.new_game(Setup(head.players, head.options, head.fixed))
        except Refused as no:
            raise RecordError(f"the header: {no}", code=no.refusal.code) from no
        return cls(rules, state, head, rng)

    # --- looking ---------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state now. It holds the whole truth: show it to nobody, show them `observe`."""
        return self.state_at(len(self._line)) if self._ended is None else self._ended

    @property
    def line(self) -> Sequence[Entry]:
        """Every entry so far, chance included."""
        return tuple(self._line)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who plays."""
        return self.rules.seats(self.state)

    @property
    def to_act(self) -> Actors:
        """The seats that may act now; nobody when the game is over."""
        return self.rules.to_act(self.state)

    @property
    def legal(self) -> tuple[str, ...]:
        """Every move that may be played now, in the notation, sorted."""
        return tuple(map(self.rules.text, self.rules.legal_moves(self.state)))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.rules.outcome(self.state)

    def state_at(self, entry: int) -> Any:
        """The state after so many entries; 0 is the beginning."""
        if not is_integer(entry := plain(entry)):
            raise Malformed(f"a number of entries is a whole number, not {show(entry)}")
        if not 0 <= entry <= len(self._line):
            raise IndexError(f"this game has the entries 0 to {len(self._line)}, not {entry}")
        return self._line[entry - 1].state if entry else self._first

    def observe(self, who: str) -> Any:
        """What a viewpoint may see, as the game's own type; raises `Malformed` if unknown."""
        viewpoints = self.rules.viewpoints(self.state)
        if who not in viewpoints:
            raise Malformed(f"no viewpoint {show(who)}; there are: {', '.join(viewpoints)}")
        return self.rules.observe(self.state, Viewpoint(who))

    def view(self, who: str) -> dict[str, object]:
        """What a viewpoint may see, as JSON."""
        return self.rules.view(self.observe(who))

    # --- playing ---------------------------------------------------------------------------

    def play(
        self, move: str, seat: str | None = None, chance: str | None = None
    ) -> tuple[Event, ...]:
        """Play a move in the notation, and whatever chance adds to it; returns what happened.

        With a seat, it is checked that the move is that seat's to make. `chance` says what falls
        instead of leaving it to the dice. Raises `Malformed` or `IllegalMove`, and then nothing has
        changed.
        """
        parsed = self.check(move, seat)
        before = len(self._line)
        fallen = None if chance is None else self._check_chance(parsed, chance)
        self._apply(parsed)
        if fallen is not None:
            self._apply(fallen)
        self._let_chance_act()
        return tuple(event for entry in self._line[before:] for event in entry.events)

    def check(self, move: str, seat: str | None = None) -> Any:
        """The move that a text means, if it may be played; raises like `play`."""
        if not isinstance(move, str):
            raise Malformed(f"a move is a text, not {show(move)}")
        parsed = self.rules.parse(move)
        self._check(parsed, None if seat is None else Seat(seat))
        return parsed

    def _check_chance(self, move: Any, chance: str) -> Any:
        """What is said to fall after a move, if it can; raises `IllegalMove`."""
        after = self.rules.apply(self.state, move).state
        if self.rules.to_act(after) != (CHANCE,):
            raise IllegalMove("this move sets off no chance")
        try:
            fallen = self.rules.parse(chance)
        except Malformed as no:
            raise IllegalMove(f"this cannot fall: {no}") from no
        if cannot := self.rules.check(after, CHANCE, fallen):
            raise IllegalMove(cannot.message)
        return fallen

    def concede(self, winner: str, reason: Reason = Reason.RESIGNED) -> None:
        """End the game for a reason of the table: somebody resigned, or ran out of time."""
        if self.outcome is not None:
            raise IllegalMove("the game is over", Code.GAME_OVER)
        if no := self._no_winner(winner):
            raise BadSetup(no)
        if not isinstance(reason, Reason):
            raise Malformed(f"a reason is Reason.RESIGNED or another Reason, not {show(reason)}")
        self._ended = self.rules.concede(self.state, winner, reason)

    @property
    def can_undo(self) -> bool:
        """True if the last move taught nobody anything, so that it may be taken back."""
        if not self._line or self.outcome is not None:
            return False
        before = self.state_at(len(self._line) - 1)
        return CHANCE not in self.rules.to_act(before) and self.rules.taught_nothing(
            before, self.state
        )

    def undo(self) -> str:
        """Take back the last move and return it; raises `IllegalMove` if it taught something."""
        if self.outcome is not None:
            raise IllegalMove("the game is over: no move can be taken back", Code.GAME_OVER)
        if all(entry.by_chance for entry in self._line):
            raise IllegalMove("nobody has moved yet: there is no move to take back")
        if not self.can_undo:
            raise IllegalMove("this move cannot be taken back: it has told something already")
        return self._line.pop().text

    # --- keeping ---------------------------------------------------------------------------

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """The game as a record: the whole truth, for whoever may know it."""
        entries: list[str] = []
        sections: dict[int, str] = {}
        before, heading, after_move = self._first, "", False
        for entry in self._line:
            if (now := self.rules.section(before)) != heading:
                sections[len(entries)] = heading = now
            if entry.by_chance and after_move:
                entries[-1] += f" = {entry.text}"
            else:
                entries.append(entry.text)
            before, after_move = entry.state, not entry.by_chance
        added = Fields({} if tags is None else tags, "'tags'")
        texts = {key: added.text(key) for key in added.data}
        header = replace(self.header, tags={**self.header.tags, **texts})
        return Record(header, tuple(entries), self.outcome, sections)

    def _check(self, move: Any, seat: Seat | None) -> None:
        if no := self.rules.check(self.state, seat, move):
            raise IllegalMove(no.message, no.code)

    def _apply(self, move: Any) -> None:
        by_chance = self.rules.to_act(self.state) == (CHANCE,)
        step = self.rules.apply(self.state, move)
        self._line.append(Entry(self.rules.text(move), step.state, step.events, by_chance))

    def _let_chance_act(self) -> None:
        while self.rules.to_act(self.state) == (CHANCE,):
            self._apply(self.rules.draw(self.state, self._rng))

    def _replay_entry(self, entry: str) -> None:
        for part, text in enumerate(entry.split(" = ")):
            if part and self.rules.to_act(self.state) != (CHANCE,):
                raise IllegalMove("the move before it sets off no chance")
            self._apply(self.check(text))

    def _no_winner(self, winner: str) -> str | None:
        """Why a side of that name cannot win; None when it can."""
        sides = self.rules.winners
        return None if winner in sides else f"{winner!r} cannot win, only {' or '.join(sides)}"

    def _check_result(self, result: Outcome | None) -> None:
        """Compare a record's result with what the rules say."""
        ended = self.rules.outcome(self.state)
        if result is not None and (no := self._no_winner(result.winner)):
            raise RecordError(f"the result: {no}")
        if result is not None and ended is None and result.reason.is_of_the_table:
            self.concede(result.winner, result.reason)
        elif result != ended:
            said = f"{result.winner} {result.reason}" if result else "none"
            true = f"{ended.winner} {ended.reason}" if ended else "none"
            raise RecordError(f"the result is {said!r}, but by the rules it is {true!r}")


def _by_rules_of(head: Header, rules: AnyRules, position: JsonObject) -> JsonObject:
    """A record's position, which names the record's edition, as one of the rules it is played by.

    They have no name where the record carries rules of an edition that is unknown here.
    """
    if rules.edition == head.edition or position.get("edition") != head.edition:
        return position
    return {**position, "edition": rules.edition, "rules": rules.own_rules}


def _header(rules: AnyRules, setup: Setup, position: JsonObject | None = None) -> Header:
    defined = definition_of(rules)
    return Header(
        game=game_of(rules),
        edition=rules.edition,
        own_rules=defined.rules,
        board=defined.board,
        rules_version=rules.version,
        players=setup.players,
        options=dict(setup.options),
        fixed=dict(setup.fixed),
        position=position,
    )
