"""The perft files: numbers of move sequences that any engine of these rules can be held against.

`make perft` writes them to tests/perft, one file an edition; tests/perft/README.md says what a line
means. The positions come from games by the dice, some of them changed by hand into what such games
seldom reach.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from misterx.board import Transport
from misterx.core import AnyRules, Game, Setup, edition_names
from misterx.core.perft import perft
from tests.series import cards_perft
from tests.series.cards_tables import CardTable
from tests.series.dice import Dice, choose, dice_of, new_game
from tests.series.tables import ALL_TABLES, AnyTable, Table, View

FOLDER = Path(__file__).parents[1] / "perft"
DEEPEST = 8
MOST_STEPS = 3_000
"""How many moves may be played for the deepest count of a line."""
SHALLOW_STEPS = 250
"""How many may be played for a count that every test run checks."""
OPTIONAL = ("possible", "to_move", "start_x", "outcome")
"""What a position may leave out: it would be wrong after a change by hand."""


class Line(NamedTuple):
    """A line of a file: a name, the request that sets the game up, and the counts from depth 1."""

    name: str
    setup: View
    perft: list[int]

    def state(self, rules: AnyRules) -> object:
        """The state that the request sets up."""
        if self.setup["do"] == "set":
            return rules.restore(self.setup["position"])
        fixed = {key: self.setup[key] for key in rules.setup_keys if key in self.setup}
        return rules.new_game(Setup(self.setup["players"], self.setup.get("options", {}), fixed))

    @property
    def shallow(self) -> int:
        """The depth down to which a count is quick."""
        quick = [depth for depth, steps in enumerate(self.perft, 2) if steps <= SHALLOW_STEPS]
        return min(len(self.perft), max(quick, default=1))


# --- positions ----------------------------------------------------------------------------


def states_of_a_game(table: Table, dice: Dice) -> Iterator[Game]:
    """A game by the dice, after every move but the last."""
    game = new_game(table, dice)
    while game.outcome is None:
        yield game
        game.play(choose(game, dice))


def position_where(table: Table, salt: str, wanted: Callable[[View], bool]) -> View:
    """The first position that fits, of as many games as it takes."""
    dice = dice_of(f"{table} {salt}")
    while True:
        for game in states_of_a_game(table, dice):
            position: View = game.rules.position(game.state)
            if wanted(position):
                return position


def is_x_to_ride(position: View, windows: int) -> bool:
    is_his = position["turn"] == "X" and position["pending"] is None
    return is_his and len(position["log"]) >= windows


def changed(position: View, **changes: object) -> View:
    """The position with other values, and without what would no longer fit."""
    kept = {key: value for key, value in position.items() if key not in OPTIONAL}
    return kept | changes


def late(position: View, **changes: object) -> View:
    """The position with one black ticket, one double card, and few tickets of the detectives."""
    few = {"taxi": 2, "bus": 1, "underground": 0}
    return changed(
        position,
        tickets=dict.fromkeys(position["tickets"], few),
        pool=position["pool"] and {"taxi": 3, "bus": 1, "underground": 1},
        mister_x=position["mister_x"] | {"black": 1, "double": 1},
        **changes,
    )


def with_log(position: View, windows: int) -> View:
    """The late position with a log of that length: he went to and fro between two stations."""
    log = position["log"][(windows - len(position["log"])) % 2 :]
    there, here = log[-2:]
    back = [there | {"ticket": here["ticket"], "seen": False}, here | {"seen": False}]
    return late(position, log=log + back * ((windows - len(log)) // 2))


def poor(position: View) -> View:
    """The late position with almost nothing that Mister X could lay."""
    one = {"taxi": 1, "bus": 0, "underground": 0}
    purse = one if position["mister_x"]["taxi"] is not None else {}
    return late(position) | {
        "mister_x": position["mister_x"] | purse | {"black": 1, "double": 1},
        "supply": position["supply"] and one,
    }


def blocked(position: View, table: Table) -> View:
    """The hunters' turn with one piece shut in by the others until they have moved away."""
    board = table.rules.data.board
    land = table.rules.data.transports - {Transport.FERRY}
    others = [piece for piece in position["hunters"] if piece != "D2"]
    for corner in board.stations:
        around = {stop for line in land for stop in board.neighbours(corner, line)}
        if len(around) <= len(others) and not {corner, position["x"]} & around:
            rest = [at for at in board.stations if at not in around | {corner, position["x"]}]
            stations = [*sorted(around), *rest[:: len(rest) // 9]]
            hunters = dict(zip(others, stations, strict=False)) | {"D2": corner}
            ordered = {piece: hunters[piece] for piece in position["hunters"]}
            return late(position, hunters=ordered, moved=[])
    raise ValueError("every station of this board has many neighbours")


def setups(table: AnyTable) -> Iterator[tuple[str, View]]:
    """What is counted at a table: its name and the request that sets it up."""
    return cards_perft.setups(table) if isinstance(table, CardTable) else setups_of_a_chase(table)


def setups_of_a_chase(table: Table) -> Iterator[tuple[str, View]]:
    """Starts, positions of games, and positions by hand."""
    edition = table.rules.data
    head: View = {"do": "new", "edition": table.edition, "players": table.players}
    if table.options:
        head["options"] = table.options
    if edition.start == "chosen":
        pieces = [f"D{number + 1}" for number in range(edition.table[table.players].detectives)]
        stations = edition.start_cards_hunters[table.players]
        yield "choice of starts", head
        yield "one start chosen", head | {"starts": {"D1": stations[-1]}}
        yield "start", head | {"starts": dict(zip(pieces, stations, strict=False))}
    else:
        for number in (1, 2):
            game = new_game(table, dice_of(f"{table} {number}"))
            yield f"start {number}", head | {"starts": game.header.fixed["starts"]}

    middle = position_where(table, "middle", lambda p: is_x_to_ride(p, edition.log // 3))
    answer = position_where(
        table, "answer", lambda p: p["turn"] == "hunters" and len(p["log"]) >= edition.log // 2
    )
    all_but_two = list(answer["hunters"])[:-2]
    positions = {
        "his turn": middle,
        "the hunters' turn": answer,
        "late, his turn": late(middle),
        "two free windows": with_log(middle, edition.log - 2),
        "one free window": with_log(middle, edition.log - 1),
        "last round, his turn": late(middle, round=edition.rounds),
        "last round, the hunters' turn": late(answer, round=edition.rounds),
        "last round, two to move": late(answer, round=edition.rounds, moved=all_but_two),
        "two to move": changed(answer, moved=all_but_two),
        "blocked": blocked(answer, table),
    }
    if edition.x_tickets in ("supply", "hand"):
        positions["almost no tickets for Mister X"] = poor(middle)
    if table.voluntary_reveal:
        show = position_where(table, "show", lambda p: p["pending"] == "show")
        positions["to show himself"] = show
        positions["to show himself, late"] = late(show, round=edition.rounds)
        positions["to take a ticket"] = position_where(
            table, "take", lambda p: p["pending"] == "D2"
        )
    for name, position in positions.items():
        yield name, {"do": "set", "position": position}


# --- counting and writing -----------------------------------------------------------------


def counted(table: AnyTable, name: str, setup: View) -> Line:
    """The line with as many counts as are quick enough."""
    rules: AnyRules = table.rules
    setup = json.loads(json.dumps(setup))
    line = Line(f"{table}: {name}", setup, [])
    state = line.state(rules)
    counts = line.perft
    while len(counts) < DEEPEST and (not counts or 0 < counts[-1] <= MOST_STEPS):
        counts.append(perft(rules, state, len(counts) + 1))
    assert counts[0], f"{line.name}: nothing can be played there"
    return line


def lines(edition: str) -> Iterator[Line]:
    """Every line of an edition's file, counted by the law as it is now."""
    for table in ALL_TABLES:
        if table.edition == edition:
            for name, setup in setups(table):
                yield counted(table, name, setup)


def path(edition: str) -> Path:
    return FOLDER / f"{edition}.jsonl"


def read(edition: str) -> list[Line]:
    """The lines of an edition's file."""
    text = path(edition).read_text(encoding="utf-8")
    return [Line(**json.loads(line)) for line in text.splitlines()]


def main() -> None:
    """Write every file anew, and remove those of editions that are gone."""
    for stray in set(FOLDER.glob("*.jsonl")) - {path(edition) for edition in edition_names()}:
        stray.unlink()
    for edition in edition_names():
        text = "".join(json.dumps(line._asdict()) + "\n" for line in lines(edition))
        path(edition).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
