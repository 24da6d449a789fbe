"""Golden playthroughs: a whole game of every table with every answer for every viewpoint.

`make golden` writes them to tests/golden; a test plays each again and compares. The games are those
of the dice, so they are the same on every Python.

A file begins with how to make it again. Then each step shows the move, what was told to whom, who
may act, the legal moves, and how each view has changed: `key=value` is new, `key+=value` was added
at the end, `key -7 +40` are cards that have gone and come. The first and the last step show whole
views.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from misterx.core import SPECTATOR, Event
from tests.series.dice import choose, dice_of, fingerprint, new_game, play
from tests.series.tables import ALL_TABLES, AnyTable, View

FOLDER = Path(__file__).parents[1] / "golden"
MISSING = object()
"""Stands for a key that was not there before, so that a first null is shown too."""
SORTED = ("hands.", "discard")
"""Lists of cards in order: what has gone and come says more than the whole list."""
GAMES = {"cards-2017-3": 66, "cards-2017-4": 76, "cards-2017-5": 361}
"""The number of the dice's game, where the first one shows little: these show every action."""


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
    elif isinstance(before, list) and isinstance(after, list) and name.startswith(SORTED):
        gone = [f"-{card}" for card in before if card not in after]
        come = [f"+{card}" for card in after if card not in before]
        yield " ".join([name, *gone, *come])
    elif isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        for key in after:
            old = before.get(key, MISSING)
            yield from changes(old, after[key], f"{name}.{key}" if name else key)
    elif isinstance(before, list) and isinstance(after, list) and before == after[: len(before)]:
        yield f"{name}+={compact(after[len(before) :])}"
    else:
        yield f"{name}={compact(after)}"


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


def shared(lines: Mapping[str, Sequence[str]], what: str) -> Iterator[str]:
    """Lines that all see first, then those that only some see, each with who sees them."""
    groups: dict[tuple[str, ...], list[str]] = {tuple(lines): []}
    for line in dict.fromkeys(line for seen in lines.values() for line in seen):
        groups.setdefault(tuple(who for who in lines if line in lines[who]), []).append(line)
    for viewers, seen in groups.items():
        if seen:
            names = "all" if len(viewers) == len(lines) else " ".join(viewers)
            yield f"{what} {names}: {'  '.join(seen)}"


# --- a playthrough ------------------------------------------------------------------------


class Playthrough:
    """One game being written down."""

    def __init__(self, table: AnyTable) -> None:
        name, number = str(table), GAMES.get(str(table))
        self.dice = dice_of(f"{name} {number}" if number else name)
        self.game = new_game(table, self.dice)
        self.viewpoints = self.game.rules.viewpoints(self.game.state)
        self.alike = "hunters" if "hunters" in self.viewpoints else None
        """Whose view spectators have; None where they have their own."""
        self.seen: dict[str, View] = {}

    def lines(self) -> Iterator[str]:
        game = self.game
        header = game.header
        yield f"edition: {header.edition}"
        yield f"players: {header.players}"
        yield f"options: {compact(header.options)}"
        for key in game.rules.setup_keys:
            yield f"{key}: {compact(header.fixed.get(key, {}))}"
        yield ""
        yield "== 0"
        yield from self._moment()
        step = 0
        while game.outcome is None:
            step += 1
            move = choose(game, self.dice)
            entries = len(game.line)
            events = play(game, move, self.dice)
            fallen = [turnout.text for turnout in game.line[entries + 1 :]]
            yield ""
            yield f"== {step} {' = '.join([move, *fallen])}"
            yield from self._shared({w: events_told(events, w) for w in self.viewpoints}, "told")
            yield from self._moment()
        outcome = game.outcome
        yield ""
        yield f"outcome: {outcome.winner} {outcome.reason} {compact(outcome.at)}"
        self.seen = {}
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
        before, self.seen = self.seen, {who: self.game.view(who) for who in self.viewpoints}
        yield from self._shared(
            {w: list(changes(before.get(w, {}), self.seen[w], "")) for w in self.viewpoints}, "view"
        )
        if self.alike:
            assert compact(self.seen[SPECTATOR]) == compact(self.seen[self.alike])
            yield f"spectator = {self.alike}"

    def _shared(self, lines: dict[str, list[str]], what: str) -> Iterator[str]:
        """The lines by who sees them; of viewpoints that are alike, one is named."""
        if self.alike:
            assert lines.pop(SPECTATOR) == lines[self.alike]
        return shared(lines, what)


def written(table: AnyTable) -> str:
    """The whole playthrough of a table."""
    return "\n".join(Playthrough(table).lines()) + "\n"


def path(table: AnyTable) -> Path:
    return FOLDER / f"{table}.txt"


def main() -> None:
    """Write every playthrough anew, and remove those of tables that are gone."""
    FOLDER.mkdir(exist_ok=True)
    kept = {path(table) for table in ALL_TABLES}
    for stray in set(FOLDER.glob("*.txt")) - kept:
        stray.unlink()
    for table in ALL_TABLES:
        path(table).write_text(written(table), encoding="utf-8")


if __name__ == "__main__":
    main()
