"""The published players against each other, held against the table that was published of them.

Games run wholly inside the kernels, so that thousands are a matter of seconds where nobody
searches. Every game is a line of a file: a series that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

from misterx.arena.journal import journal, line_of
from misterx.arena.statistics import Interval, paired, wilson
from misterx.bots.published import LIKELY, PUBLISHED
from misterx.core import Game, Setup, rules_for
from misterx.core.fields import read_json, show
from misterx.kernels.chance import seeded
from misterx.kernels.contests import contest
from misterx.kernels.layout import CAUGHT, TRAPPED
from misterx.kernels.manners import Doubles, Manner
from misterx.kernels.packing import pack
from misterx.kernels.pursuit import NO_PURSUIT
from misterx.kernels.tables import make_tables
from misterx.kernels.trees import NODE

__all__ = [
    "CELLS",
    "EFFECTS",
    "Cell",
    "Effect",
    "Played",
    "calibrate",
    "cell_of",
    "effect",
    "missing",
    "read",
    "share",
]

EDITION: Final = "research-2011"
PLAYERS: Final = 6
ITERATIONS: Final = 10_000
SEED: Final = "calibration"
_HEADER: Final = {"kind": "misterx calibration 3", "iterations": ITERATIONS, "seed": SEED}
"""The first line of a file. The number goes up when a published player plays otherwise."""


class Side(NamedTuple):
    """How one side of a cell is played, in words and as settings."""

    words: str
    manner: Manner


class Cell(NamedTuple):
    """One cell of the table: who plays whom, and how often the hunters won, in per cent."""

    name: str
    hunters: Side
    x: Side
    published: float
    games: int = 500
    """The least that says something; where nobody searches they cost nothing."""
    x_may_enter: bool = False
    """Mister X may step onto a hunter, to his end: not in the printed rules."""


class Played(NamedTuple):
    """How a game of a cell ended."""

    cell: str
    game: int
    caught: bool
    rounds: int


_HUNTERS = {name: Side(name, sides.hunters) for name, sides in PUBLISHED.items()}
_X = {name: Side(name, sides.x) for name, sides in PUBLISHED.items()}
_greedy = PUBLISHED["greedy-mcts"].hunters
_CATEGORIES = Side("greedy-mcts, categories", _greedy.but(likely=LIKELY))
_ALONE = Side("greedy-mcts, r = 1", _greedy.but(alone=1.0))
_BOTH = Side("greedy-mcts, categories, r = 1", _greedy.but(likely=LIKELY, alone=1.0))
_IN_NEED, _NEVER, _FREELY = (
    Side(f"greedy, double moves {words}", PUBLISHED["greedy"].x.but(doubles=doubles))
    for words, doubles in (
        ("in need", Doubles.IN_NEED),
        ("never", Doubles.NEVER),
        ("freely", Doubles.ALWAYS),
    )
)
_QUICK = 20_000

_SEARCHED = (
    Cell("C7", _HUNTERS["basic-mcts"], _X["basic-mcts"], 47.7),
    Cell("C8", _HUNTERS["basic-mcts"], _X["greedy-mcts"], 33.8),
    Cell("C9", _HUNTERS["greedy-mcts"], _X["basic-mcts"], 84.5),
    Cell("C10", _HUNTERS["greedy-mcts"], _X["greedy-mcts"], 72.3),
    Cell("C12", _CATEGORIES, _X["greedy-mcts"], 75.3),
    Cell("C13", _HUNTERS["pimbot"], _X["greedy-mcts"], 80.6),
    Cell("C14", _HUNTERS["pimbot"], _X["pimbot"], 66.0),
    Cell("C15-B", _ALONE, _X["greedy-mcts"], 44.7),
    Cell("C15-C", _BOTH, _X["greedy-mcts"], 50.5),
)
_OPEN = tuple(
    cell._replace(
        name=f"{cell.name}-enter-open",
        hunters=Side(
            f"{cell.hunters.words}, counting open moves", cell.hunters.manner.but(counts_open=True)
        ),
        x_may_enter=True,
    )
    for cell in _SEARCHED
)
CELLS: Final = (
    Cell("C0", _HUNTERS["random"], _X["random"], 51.4, _QUICK),
    Cell("C0-enter", _HUNTERS["random"], _X["random"], 51.4, _QUICK, x_may_enter=True),
    Cell("C1", _HUNTERS["random"], _IN_NEED, 0.1, _QUICK),
    Cell("C1-never", _HUNTERS["random"], _NEVER, 0.1, _QUICK),
    Cell("C1-freely", _HUNTERS["random"], _FREELY, 0.1, _QUICK),
    Cell("C2", _HUNTERS["greedy"], _X["random"], 100.0, _QUICK),
    Cell("C3", _HUNTERS["greedy"], _IN_NEED, 51.0, _QUICK),
    Cell("C3-never", _HUNTERS["greedy"], _NEVER, 51.0, _QUICK),
    *_SEARCHED,
    *(cell._replace(name=f"{cell.name}-enter", x_may_enter=True) for cell in _SEARCHED),
    *_OPEN,
)
"""By the numbers under which docs/strength.md lists them."""


class Effect(NamedTuple):
    """What one change does: the difference between two cells."""

    words: str
    cell: str
    than: str

    @property
    def published(self) -> float:
        """In points of the hunters' share."""
        return cell_of(self.cell).published - cell_of(self.than).published


_EFFECTS = (
    Effect("hunters: greedy playouts, against basic-mcts", "C9", "C7"),
    Effect("hunters: greedy playouts, against greedy-mcts", "C10", "C8"),
    Effect("Mister X: greedy playouts, against greedy-mcts", "C10", "C9"),
    Effect("hunters: categories", "C12", "C10"),
    Effect("hunters: coalition reduction, r = 0.25", "C13", "C12"),
    Effect("Mister X: move filtering", "C14", "C13"),
    Effect("hunters: r = 1, without categories", "C15-B", "C10"),
    Effect("hunters: r = 1, with categories", "C15-C", "C12"),
    Effect("hunters: r = 1 for r = 0.25, with categories", "C15-C", "C13"),
)
EFFECTS: Final = (
    *_EFFECTS,
    *(
        of._replace(cell=f"{of.cell}-{reading}", than=f"{of.than}-{reading}")
        for reading in ("enter", "enter-open")
        for of in _EFFECTS
    ),
)


def cell_of(name: str) -> Cell:
    """The cell of that name; raises `ValueError` that lists those there are."""
    for cell in CELLS:
        if cell.name == name:
            return cell
    raise ValueError(f"no cell {name!r}; there are: {', '.join(cell.name for cell in CELLS)}")


def read(file: Path) -> list[Played]:
    """The games that a file holds; a last line that was torn off is left out."""
    if not file.exists():
        return []
    if not file.is_file():
        raise ValueError(f"{file} is no ordinary file, and keeps nothing: name one that does")
    *lines, torn = file.read_bytes().split(b"\n")
    first = lines[0] + b"\n" if lines else torn
    try:
        if line_of(_HEADER).startswith(first):
            return [_played(read_json(line)) for line in lines[1:]]
        what = show(first.decode())
    except ValueError as error:
        what = str(error)
    raise ValueError(f"{file} holds something else than games of these cells: {what}")


def _played(line: object) -> Played:
    match line:
        case [str(cell), int(game), bool(caught), int(rounds)]:
            return Played(cell_of(cell).name, game, caught, rounds)
        case _:
            raise ValueError(f"{line!r} is no game")


def share(games: Iterable[Played], cell: Cell) -> Interval | None:
    """How often the hunters won in a cell; None if nothing of it was played."""
    ends = [game.caught for game in games if game.cell == cell.name]
    return wilson(sum(ends), len(ends)) if ends else None


def effect(games: Iterable[Played], of: Effect) -> Interval | None:
    """What a change does, over the deals that both cells have played; None if they are too few."""
    ends: dict[str, dict[int, bool]] = {of.cell: {}, of.than: {}}
    for game in games:
        if game.cell in ends:
            ends[game.cell][game.game] = game.caught
    both = sorted(ends[of.cell].keys() & ends[of.than].keys())
    if len(both) < 2:
        return None
    return paired([ends[of.cell][n] for n in both], [ends[of.than][n] for n in both])


def missing(cells: Iterable[Cell], games: int | None, file: Path) -> list[tuple[Cell, int]]:
    """The games that a file does not hold yet; `games`: of each cell, None: its own number."""
    done = {(played.cell, played.game) for played in read(file)}
    return [
        (cell, number)
        for cell in cells
        for number in range(games or cell.games)
        if (cell.name, number) not in done
    ]


def calibrate(
    cells: Iterable[Cell], games: int | None, file: Path, workers: int
) -> Generator[Played]:
    """Play what is missing of so many games of each cell (None: as many as it takes).

    Each game is written to the file before it is given out. Raises `ValueError` for a file of
    something else, and `SaveError` for one that cannot be written or that another run writes.
    """
    stop = np.zeros(1, np.int64)
    running: set[Future[Played]] = set()
    with ThreadPoolExecutor(workers) as pool, journal(file) as lines:
        tasks = iter(missing(cells, games, file))
        if not lines.lines:
            lines.write(_HEADER)
        try:
            while True:
                for cell, number in islice(tasks, 2 * workers - len(running)):
                    running.add(pool.submit(_play, cell, number, stop))
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    lines.write(future.result())
                    yield future.result()
        finally:
            stop[0] = 1  # games that are running end at once, and are not counted


def _play(cell: Cell, number: int, stop: np.ndarray) -> Played:
    """A game of a cell: its number decides the deal, which all cells share, and the dice."""
    rules = rules_for(EDITION)
    game = Game.new(rules, Setup(PLAYERS), Random(f"{SEED}/{number}"))
    seen = game.observe("X")
    s = pack(seen)
    t = make_tables(seen.cast, x_may_enter=cell.x_may_enter)
    tree = np.zeros(ITERATIONS + 2, NODE)
    luck = seeded(Random(f"{SEED}/{cell.name}/{number}").getrandbits(64))
    x, hunters = cell.x.manner.record(ITERATIONS), cell.hunters.manner.record(ITERATIONS)
    contest(t, s, x, hunters, NO_PURSUIT, tree, stop, luck)
    return Played(cell.name, number, bool(s.over in (CAUGHT, TRAPPED)), int(s.rounds))
