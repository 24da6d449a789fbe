"""Law and kernels agree: in what may be played, what it leads to, and what is known of it."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from misterx.board import HIGHEST_STATION, Board, Connection, Transport
from misterx.board import catalogue as boards
from misterx.chase import edition_names, rules_for, rules_from_json
from misterx.chase.viewpoints import VIEW_X
from misterx.core import CHANCE, BadSetup, Setup
from misterx.kernels import layout as k
from misterx.kernels.packing import pack
from misterx.kernels.rules import perft
from misterx.kernels.tables import make_tables
from tests.kernels.lockstep import play_in_step
from tests.kernels.own_boards import rules_on
from tests.series.perft_suite import DEEPEST, read
from tests.series.tables import Table, at_every_table

GAMES = 100
SOAK_GAMES = 2_000

OWN_RULES: dict[str, dict[str, Any]] = {
    "short": {"base": "classic-2000", "black": 3, "log": 9, "rounds": 8, "windows": [2, 5]},
    "eight pieces": {"base": "modern-2013", "table": {"4": [3, 5, 3]}},
    "pooled by all": {
        "base": "classic-1983",
        "detective_purse": "pooled",
        "detective_tickets": {"taxi": 9, "bus": 4, "underground": 2},
    },
    "detectives ride free": {"base": "classic-1983", "detective_purse": "free", "order": "free"},
    "few tickets": {
        "base": "classic-2000",
        "detective_tickets": {"taxi": 2, "bus": 1, "underground": 0},
        "order": "free",
    },
    "he counts": {
        "base": "classic-1983",
        "x_tickets": "hand",
        "x_hand": {"taxi": 2, "bus": 1, "underground": 0},
        "used_tickets_go_to": "box",
        "double": 5,
    },
    "taxis only": {"base": "modern-24", "transports": ["taxi"], "double": 0},
    "another board": {"base": "modern-24", "board": "london-milton-bradley", "windows": []},
    "open": {"base": "beginner", "windows": [], "double": 4},
    "hidden": {"base": "beginner", "windows": list(range(1, 15)), "black": 4},
}


@pytest.fixture(autouse=True)
def forget_registered_boards() -> Iterator[None]:
    """What one test registers is unknown to the next."""
    yield
    boards._registered.clear()


def a_board(name: str, stations: range, lines: int) -> Board:
    """A long row of taxis, and other lines by chance."""
    return with_lines(
        name, {Connection(a, b, Transport.TAXI) for a, b in pairwise(stations)}, lines
    )


def with_lines(name: str, connections: set[Connection], lines: int) -> Board:
    """A board of some connections, filled up by chance to so many."""
    dice = Random(name)
    stations = sorted({station for one in connections for station in (one.a, one.b)})
    while len(connections) < lines:
        a, b = dice.sample(stations, 2)
        connections.add(Connection.between(a, b, dice.choice(list(Transport))))
    places = {station: (dice.random(), dice.random()) for station in stations}
    return Board(name, tuple(stations), tuple(sorted(connections)), places)


# --- games in step --------------------------------------------------------------------------


@at_every_table
def test_random_games_agree(table: Table) -> None:
    ends = play_in_step(table.rules, table.setup(), range(GAMES))
    assert k.CAUGHT in ends
    assert len(ends) > 1


@pytest.mark.soak
@at_every_table
def test_many_random_games_agree(table: Table) -> None:
    play_in_step(table.rules, table.setup(), range(GAMES, SOAK_GAMES))


@pytest.mark.parametrize("name", OWN_RULES)
def test_games_by_rules_of_ones_own_agree(name: str) -> None:
    rules = rules_from_json(OWN_RULES[name])
    for players in rules.players:
        play_in_step(rules, Setup(players), range(6))
        if "voluntary_reveal" in rules.options:
            play_in_step(rules, Setup(players, {"voluntary_reveal": True}), range(6))


def test_games_on_a_board_of_ones_own_agree() -> None:
    stations = range(2, HIGHEST_STATION + 1)
    rules = rules_on(a_board("kernel-town", stations, 500), stations[::9], stations[4::9])
    for players in rules.players:
        play_in_step(rules, Setup(players), range(20))


def test_games_where_taxis_do_not_go_everywhere_agree() -> None:
    stations = range(1, 61)
    row = {
        Connection(a, b, Transport.BUS if a % 5 < 2 else Transport.TAXI)
        for a, b in pairwise(stations)
    }
    rules = rules_on(with_lines("kernel-dale", row, 70), stations[::3], stations[1::3])
    ends = play_in_step(rules, Setup(6), range(40))
    assert k.TRAPPED in ends


@pytest.mark.parametrize(
    ("stations", "lines"),
    ((range(1, 61), 1_200), (range(1, 256), 3_000)),
    ids=("too many moves", "too many lines"),
)
def test_a_board_that_has_no_room_is_refused(stations: range, lines: int) -> None:
    rules = rules_on(a_board("kernel-city", stations, lines), stations[:20], stations[20:])
    with pytest.raises(BadSetup, match="more lines than the computer players can take in"):
        make_tables(rules.cast(Setup(4)))


# --- perft ----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", edition_names())
def test_the_kernels_count_what_the_perft_files_say(edition: str) -> None:
    rules = rules_for(edition)
    counted = 0
    for line in read(edition):
        state: Any = line.state(rules)
        if state.to_place is not None or rules.to_act(state) == (CHANCE,):
            continue  # the kernels begin where everybody stands
        t = make_tables(state.cast)
        states = np.zeros(DEEPEST + 1, k.STATE)
        for depth, count in enumerate(line.perft, 1):
            states[depth] = pack(rules.observe(state, VIEW_X))
            assert perft(t, states, depth) == count, (line.name, depth)
        counted += 1
    assert counted >= 10 * len(rules.players)
