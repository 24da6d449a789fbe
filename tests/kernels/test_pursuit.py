"""How many rounds two hunters who see Mister X need, held against the plain definition."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest

from misterx.board import Board, Connection, Transport
from misterx.board import catalogue as boards
from misterx.chase import rules_for, rules_from_json
from misterx.core import Setup
from misterx.kernels.layout import BLACK_RIDE, LAND_RIDE
from misterx.kernels.pursuit import MOST_ROUNDS, fill, pursuit_on
from misterx.kernels.tables import Tables, make_tables
from tests.kernels.own_boards import rules_on

RING = range(1, 41)
"""Taxis in a ring: two hunters on either side of him close in, and no one else is in the way."""


def on_ring(*ferries: tuple[int, int]) -> Tables:
    """Tables of a ring of stations, with ferries across."""
    taxis = [Connection(a, b, Transport.TAXI) for a, b in pairwise(RING)]
    taxis.append(Connection(RING[0], RING[-1], Transport.TAXI))
    boats = [Connection(a, b, Transport.FERRY) for a, b in ferries]
    places = {at: (at / 50, 0.5) for at in RING}
    board = Board("ring", tuple(RING), tuple(sorted((*taxis, *boats))), places)
    rules = rules_on(board, RING[::2], RING[1::2])
    boards._registered.clear()
    return make_tables(rules.cast(Setup(6)))


def by_definition(t: Tables, stations: Iterable[int]) -> np.ndarray:
    """The same, from what must be so round by round: whole arrays, one place of three each."""
    size = max(stations) + 1
    steps, rides = (_neighbours(t, ride, size) for ride in (LAND_RIDE, BLACK_RIDE))
    steps = [goals or [at] for at, goals in enumerate(steps)]  # who cannot move stays
    rounds = np.full((size, size, size), MOST_ROUNDS, np.uint8)
    lost = np.zeros((size, size, size), bool)  # by one hunter, the other, Mister X to move
    for number in range(1, MOST_ROUNDS):
        apart = lost & ~np.eye(size, dtype=bool).reshape(size, size, 1)
        caught = np.zeros_like(lost)
        for one in stations:
            then: np.ndarray = np.any(apart[steps[one]], axis=0)  # the first hunter has moved
            for other in stations:
                caught[one, other] = then[steps[other]].any(axis=0)
        for hunter in stations:
            near = [*steps[hunter], hunter]  # he may not go to where one stands, either
            caught[hunter][:, near] = True
            caught[:, hunter][:, near] = True
        now = np.zeros_like(lost)
        for x in stations:
            now[:, :, x] = caught[:, :, rides[x]].all(axis=2)
        rounds[(now & ~lost).transpose(2, 0, 1)] = number
        lost |= now
    return rounds


def _neighbours(t: Tables, ride: int, size: int) -> list[list[int]]:
    return [
        [to for to in range(size) if int(t.reach[ride, at, to >> 6]) >> (to & 63) & 1]
        for at in range(size)
    ]


def test_the_rounds_are_those_of_the_definition_in_london() -> None:
    t = make_tables(rules_for("research-2011").cast(Setup(6)))
    stations = range(1, 200)
    expected = by_definition(t, stations)
    places = np.ix_(stations, stations, stations)
    assert (pursuit_on(t)[places] == expected[places]).all()
    assert set(range(1, MOST_ROUNDS + 1)) == {*np.unique(expected[places]).tolist()}


@pytest.mark.parametrize("ferries", ((), ((1, 20), (10, 30))), ids=("a ring", "with ferries"))
def test_the_rounds_are_those_of_the_definition_uncompiled_too(
    ferries: tuple[tuple[int, int], ...],
) -> None:
    t = on_ring(*ferries)
    places = np.ix_(RING, RING, RING)
    table = np.full((len(RING) + 1,) * 3, MOST_ROUNDS, np.uint8)
    plain = getattr(fill, "py_func", fill)
    steps = t.reach[LAND_RIDE].copy()
    steps[0, 0] = 1  # station 0, which is none, leads nowhere, and who cannot move stays
    plain(steps, t.reach[BLACK_RIDE].copy(), table)
    assert (table[places] == by_definition(t, RING)[places]).all()
    assert (table == pursuit_on(t)).all()


def test_two_hunters_close_in_from_both_sides() -> None:
    rounds = pursuit_on(on_ring())
    assert rounds[20, 18, 22] == 1, "wherever he goes, he is next to one"
    assert rounds[20, 16, 24] == 3, "he dodges once: nobody may stay"
    assert rounds[20, 10, 11] > rounds[20, 10, 30] > 2
    assert rounds[20, 19, 21] == 1, "he cannot even leave"


def test_a_hunter_whom_no_line_serves_stays_and_the_other_hunts_on() -> None:
    rules = rules_from_json({"base": "classic-2000", "transports": ["underground"]})
    t = make_tables(rules.cast(Setup(4)))
    rounds = pursuit_on(t)
    assert rounds.shape == (200, 200, 200), "pieces may stand where nothing stops, up to 199"
    assert rounds[74, 46, 199] == 1, "his only line leads to the hunter"
    assert rounds[74, 79, 199] == 1, "or to next to him"
    assert rounds[46, 67, 199] == 2


def test_a_board_has_its_table_once() -> None:
    one, other = (make_tables(rules_for("research-2011").cast(Setup(6))), on_ring())
    assert pursuit_on(one) is pursuit_on(one)
    assert pursuit_on(one) is pursuit_on(make_tables(rules_for("modern-2013").cast(Setup(4))))
    assert pursuit_on(one) is not pursuit_on(other)
