"""The measurements. Each warms up, repeats, and yields its figures as they are found.

Time on the law is processor time, the best of several repeats of the same games: what others do on
the machine only ever makes a run slower. Programs are started in turns, and their medians compared.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

from bench.audits import audits
from bench.bot_load import bot_load
from bench.browser import browser
from bench.figures import Figure, at_least, under
from bench.kernels import belief_updates, playouts, searches
from bench.load import load, processes, scales
from bench.restart import restart, return_of_all
from bench.thinking import first_move, thinking_times
from bench.wire_bytes import wire_bytes
from misterx import cards
from misterx.board import load_board, read_board
from misterx.chase import Chase, belief, edition_names, rules_for
from misterx.chase.state import State
from misterx.chase.turns import occupied
from misterx.core import CHANCE, Setup

GAMES = 15
STARTS = 21


def reference(repeats: int) -> Iterator[Figure]:
    """A loop that never changes: how fast this machine and Python are, to compare figures by."""

    def loop() -> None:
        table = dict.fromkeys(range(100), 0)
        for number in range(200_000):
            table[number % 100] += number & 7

    yield Figure("reference: a fixed loop", 1 / _best(loop, repeats), "loops/s")


# --- the law ------------------------------------------------------------------------------


def games(repeats: int) -> Iterator[Figure]:
    """Complete random games a second, start cards to the end, every move checked."""
    speeds: dict[tuple[str, int], float] = {}
    for edition in edition_names():
        rules = rules_for(edition)
        for players in rules.data.table:

            def series(rules: Chase = rules, players: int = players) -> None:
                rng = Random(1)
                for _ in range(GAMES):
                    play(rules, players, rng)

            speeds[edition, players] = GAMES / _best(series, repeats)
        largest = max(rules.data.table)
        name = f"random games, {edition}, {largest} players"
        yield Figure(name, speeds[edition, largest], "games/s")
    values = list(speeds.values())
    yield Figure("random games, mean of all tables", sum(values) / len(values), "games/s")
    slow, fast = min(values), max(values)
    note = f"({len(values)} tables, from {slow:.0f} to {fast:.0f})"
    bar = at_least(300)
    yield Figure("random games, median of all tables", median(values), "games/s", bar, note)


def play(rules: Chase, players: int, rng: Random) -> list[State]:
    """Every state of a random game."""
    state = rules.new_game(Setup(players))
    states = [state]
    while state.outcome is None:
        moves = rules.legal_moves(state)
        state = rules.apply(state, moves[int(rng.random() * len(moves))]).state
        states.append(state)
    return states


def card_games(repeats: int) -> Iterator[Figure]:
    """Complete random card games a second, the deal to the end, every move checked."""
    for edition in cards.edition_names():
        rules = cards.rules_for(edition)
        for players in rules.players:

            def series(rules: cards.Cards = rules, players: int = players) -> None:
                rng = Random(1)
                for _ in range(GAMES):
                    play_cards(rules, players, rng)

            name = f"random games, {edition}, {players} players"
            yield Figure(name, GAMES / _best(series, repeats), "games/s")


def play_cards(rules: cards.Cards, players: int, rng: Random) -> cards.State:
    """The end of a random card game."""
    state = rules.new_game(Setup(players))
    while state.outcome is None:
        if rules.to_act(state) == (CHANCE,):
            move = rules.draw(state, rng)
        else:
            moves = rules.legal_moves(state)
            move = moves[int(rng.random() * len(moves))]
        state = rules.apply(state, move).state
    return state


def beliefs(repeats: int) -> Iterator[Figure]:
    """How long one of Mister X's stops takes to spread over the stations he could be on."""
    rules = rules_for("classic-2000")
    rng = Random(1)
    times: list[float] = []
    for _ in range(GAMES):
        for state in play(rules, 6, rng):
            if not state.log:
                continue
            before, ticket, taken = state.beliefs[-1], state.log[-1].ticket, occupied(state)
            network = state.cast.network
            best = float("inf")
            for _ in range(repeats):
                began = perf_counter()
                belief.after_leg(before, ticket, taken, network)
                best = min(best, perf_counter() - began)
            times.append(best * 1e6)
    tenths = quantiles(times, n=10)
    note = f"(a tenth under {tenths[0]:.1f}, a tenth over {tenths[-1]:.1f})"
    yield Figure("belief update, median of moves", median(times), "µs", note=note)


# --- the board and the command ------------------------------------------------------------


def board(repeats: int) -> Iterator[Figure]:
    """Reading the board's files with every check, its map included."""
    folder = load_board("london").source
    assert folder is not None, "the built-in boards are read from a folder"
    seconds = _best(lambda: read_board(folder), repeats)
    yield Figure("load the board london, with all checks", seconds * 1000, "ms", under(100))


def start_up(repeats: int) -> Iterator[Figure]:
    """Start-up times as multiples of Python's own."""
    commands = {
        "nothing": ["-c", "pass"],
        "import": ["-c", "import misterx"],
        "help": ["-m", "misterx", "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(max(STARTS, repeats)):
        for name, arguments in commands.items():
            began = perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            times[name].append(perf_counter() - began)
    bare = median(times["nothing"])
    yield Figure("start-up of python -c pass", bare * 1000, "ms")
    note = f"({median(times['help']) * 1000:.0f} ms)"
    yield Figure("start-up of misterx --help", median(times["help"]) / bare, "×", under(8), note)
    note = f"({median(times['import']) * 1000:.0f} ms)"
    yield Figure("start-up of import misterx", median(times["import"]) / bare, "×", under(3), note)


ALL: tuple[Callable[[int], Iterator[Figure]], ...] = (
    reference,
    board,
    start_up,
    games,
    card_games,
    beliefs,
    playouts,
    searches,
    belief_updates,
    first_move,
    thinking_times,
    restart,
    return_of_all,
    wire_bytes,
    browser,
    audits,
    scales,
    load,
    processes,
    bot_load,
)


def _best(run: Callable[[], object], repeats: int) -> float:
    """The shortest processor time of several runs, after one to warm up."""
    run()
    times = []
    for _ in range(repeats):
        began = process_time()
        run()
        times.append(process_time() - began)
    return min(times)
