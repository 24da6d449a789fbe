"""Golden playthroughs: a whole game of every table with every answer for every viewpoint.

`make golden` writes them to tests/golden; a test plays each again and compares. The games do not
depend on any random module: a small generator of its own picks starts and moves.

A file begins with how to make it again. Then each step shows the move, what was told to whom, who
may act, the legal moves, and how each view has changed: `key=value` is new, `key+=value` was added
at the end. The first and the last step show whole views.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from misterx.core import Event, Game
from tests.series.tables import TABLES, Table, View

FOLDER = Path(__file__).parents[1] / "golden"
MISSING = object()
"""Stands for a key that was not there before, so that a first null is shown too."""


class Dice:
    """A linear congruential generator: the same numbers on every Python, for ever."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def choose(self, items: Sequence[str]) -> str:
        return items[self.below(len(items))]


def new_game(table: Table, dice: Dice) -> Game:
    """A game whose start stations the dice have chosen; beginners choose for themselves."""
    rules = table.rules
    state = rules.new_game(table.setup())
    starts: dict[str, int] = {}
    while not state.cast.chooses_start and state.to_place is not None:
        move = dice.choose([rules.text(move) for move in rules.legal_moves(state)])
        piece, _, station = move.partition("@")
        starts[piece] = int(station)
        state = rules.apply(state, rules.parse(move)).state
    return Game.new(rules, table.setup(starts))


def choose(game: Game, dice: Dice) -> str:
    """A move by the dice; Mister X makes few double moves, or they would be gone at once."""
    moves = game.legal
    if dice.below(8):
        moves = tuple(move for move in moves if "+" not in move) or moves
    return dice.choose(moves)


# --- how things are written ---------------------------------------------------------------


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def ranges(stations: Sequence[int]) -> str:
    """Ascending numbers as ranges: `3-5,9`."""
    parts: list[list[int]] = []
    for station in stations:
        if parts and parts[-1][-1] == station - 1:
            parts[-1][1:] = [station]
        else:
            parts.append([station])
    return ",".join("-".join(map(str, part)) for part in parts)


def changes(before: object, after: object, name: str) -> Iterator[str]:
    """What is different, down to the values inside objects."""
    if before == after:
        return
    if name == "possible" and isinstance(after, list):
        yield f"possible={ranges(after)}"
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in after:
            old = before.get(key, MISSING)
            yield from changes(old, after[key], f"{name}.{key}" if name else key)
    elif isinstance(before, list) and isinstance(after, list) and before == after[: len(before)]:
        yield f"{name}+={compact(after[len(before) :])}"
    else:
        yield f"{name}={compact(after)}"


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def events_told(events: Sequence[Event], who: str) -> list[str]:
    return [f"{event.kind} {compact(event.data)}" for event in events if who in event.audience]


def legal_lines(moves: Sequence[str]) -> Iterator[str]:
    """All moves; of the double moves only their number and a fingerprint."""
    singles = [move for move in moves if "+" not in move]
    doubles = [move for move in moves if "+" in move]
    yield f"legal {len(singles)}: {' '.join(singles)}"
    if doubles:
        text = "\n".join(doubles)
        yield f"double {len(doubles)}: sha256 {fingerprint(text)}"


def shared(of_x: Sequence[str], of_hunters: Sequence[str], what: str) -> Iterator[str]:
    """Lines that all see first, then those that only some see."""
    for who, lines in (
        ("all", [line for line in of_x if line in of_hunters]),
        ("X", [line for line in of_x if line not in of_hunters]),
        ("hunters", [line for line in of_hunters if line not in of_x]),
    ):
        if lines:
            yield f"{what} {who}: {'  '.join(lines)}"


# --- a playthrough ------------------------------------------------------------------------


class Playthrough:
    """One game being written down."""

    def __init__(self, table: Table) -> None:
        self.dice = Dice(int(fingerprint(str(table)), 16))
        self.game = new_game(table, self.dice)
        self.seen: dict[str, View] = {"X": {}, "hunters": {}}

    def lines(self) -> Iterator[str]:
        game = self.game
        header = game.header
        yield f"edition: {header.edition}"
        yield f"players: {header.players}"
        yield f"options: {compact(header.options)}"
        yield f"starts: {compact(header.fixed.get('starts', {}))}"
        yield ""
        yield "== 0"
        yield from self._moment()
        step = 0
        while game.outcome is None:
            step += 1
            move = choose(game, self.dice)
            events = game.play(move)
            yield ""
            yield f"== {step} {move}"
            assert events_told(events, "hunters") == events_told(events, "spectator")
            yield from shared(events_told(events, "X"), events_told(events, "hunters"), "told")
            yield from self._moment()
        outcome = game.outcome
        yield ""
        yield f"outcome: {outcome.winner} {outcome.reason} {compact(outcome.at)}"
        self.seen = {"X": {}, "hunters": {}}
        yield from self._views()

    def _moment(self) -> Iterator[str]:
        """Who may act, what they may do, and what everybody sees."""
        game = self.game
        outcome = game.outcome
        yield f"to act: {' '.join(game.to_act) or 'nobody'}; outcome: " + (
            f"{outcome.winner} {outcome.reason}" if outcome else "none"
        )
        yield from legal_lines(game.legal)
        yield from self._views()
        if game.can_undo:
            yield "can undo"

    def _views(self) -> Iterator[str]:
        changed = {}
        for who, before in self.seen.items():
            self.seen[who] = self.game.view(who)
            changed[who] = list(changes(before, self.seen[who], ""))
        yield from shared(changed["X"], changed["hunters"], "view")
        assert compact(self.game.view("spectator")) == compact(self.seen["hunters"])
        yield "spectator = hunters"


def written(table: Table) -> str:
    """The whole playthrough of a table."""
    return "\n".join(Playthrough(table).lines()) + "\n"


def path(table: Table) -> Path:
    return FOLDER / f"{table}.txt"


def main() -> None:
    """Write every playthrough anew, and remove those of tables that are gone."""
    FOLDER.mkdir(exist_ok=True)
    kept = {path(table) for table in TABLES}
    for stray in set(FOLDER.glob("*.txt")) - kept:
        stray.unlink()
    for table in TABLES:
        path(table).write_text(written(table), encoding="utf-8")


if __name__ == "__main__":
    main()
