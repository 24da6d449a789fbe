"""How far a station is from all where Mister X can be: what greedy hunters go by."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from misterx.board import Board, Connection, Transport
from misterx.board import catalogue as boards
from misterx.chase import rules_for
from misterx.chase.network import bit_set
from misterx.core import Setup
from misterx.kernels.layout import STATE
from misterx.kernels.manners import Kind, Manner
from misterx.kernels.playouts import SUMS, sum_up
from misterx.kernels.tables import Tables, make_tables, put_set
from tests.kernels.own_boards import rules_on

ROW = range(1, 101)
"""Far ends: three such distances are more than a byte holds."""
ISLAND = range(101, 121)


def on_rows(*rows: range) -> Tables:
    """Tables of a board of taxis that stop one after the other, and ferries from row to row."""
    stations = tuple(station for row in rows for station in row)
    taxis = [Connection(a, b, Transport.TAXI) for row in rows for a, b in pairwise(row)]
    ferries = [Connection(one[-1], next_[0], Transport.FERRY) for one, next_ in pairwise(rows)]
    board = Board(
        f"{len(rows)}-rows",
        stations,
        tuple(sorted((*taxis, *ferries))),
        {at: (at / 200, 0.5) for at in stations},
    )
    rules = rules_on(board, ROW[::5], ROW[1::5])
    boards._registered.clear()
    return make_tables(rules.cast(Setup(6)))


def check(t: Tables, stations: range, *, covers: bool) -> None:
    dice, far = Random(1), (t.cover if covers else t.away).astype(int)
    how = Manner(Kind.SEARCHES, covers=covers).record()
    sums, s = np.zeros(1, SUMS)[0], np.zeros(1, STATE)[0]
    for many in (1, 2, 3, 10, 11, 25, 26, 50, 51, len(stations)):
        possible = dice.sample(stations, many)
        put_set(s.belief, bit_set(possible))
        sum_up(t, s, how, sums)
        expected = far[possible].sum(axis=0)
        assert sums.total[list(stations)].tolist() == expected[list(stations)].tolist()


covering = pytest.mark.parametrize("covers", (False, True))


@covering
def test_sums_are_those_of_the_distances_in_london(covers: bool) -> None:
    check(make_tables(rules_for("research-2011").cast(Setup(6))), range(1, 200), covers=covers)


@covering
def test_sums_of_long_distances_are_right(covers: bool) -> None:
    check(on_rows(ROW), ROW, covers=covers)


@covering
def test_sums_are_right_where_only_a_ferry_goes(covers: bool) -> None:
    check(on_rows(ROW, ISLAND), range(ROW[0], ISLAND[-1] + 1), covers=covers)
