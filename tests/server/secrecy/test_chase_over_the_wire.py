"""Two whole chases over real sockets that differ only in Mister X's hidden way look the same.

Every byte that a hunter or a spectator gets is compared, until the end of the game lays open the
way: live messages, answers over HTTP, refusals, what is told to those who come back, and the logs.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from misterx.chase import Chase
from misterx.core import Game
from tests.series.tables import TABLES, Table
from tests.series.test_secrecy import attempts_of_a_hunter, twins
from tests.server.secrecy.chase_twins import rejoining_twins
from tests.server.secrecy.comparing import TwoServers, two_servers
from tests.server.secrecy.evening import SPECTATOR
from tests.server.secrecy.performance import Script, refused_somewhere

WHOLE = ("classic-1983-4-voluntary-reveal", "modern-2013-2")
CUT = ("classic-2000-3", "beginner-4")
NOTES = ("I am at 46", "I have been at 128 ever since, and will stay until the last bus has gone")


def table_of(name: str) -> Table:
    return next(table for table in TABLES if str(table) == name)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    with two_servers(tmp_path_factory.mktemp("chase")) as running:
        yield running


def scripts(one: Game, other: Game, seed: int, resigns: str | None = None) -> tuple[Script, Script]:
    """What the two evenings have besides their games: the same, but for what Mister X writes."""
    rules, rng = one.rules, Random(seed)
    assert isinstance(rules, Chase)
    hunters = [str(seat) for seat in one.seats if seat != "X"]
    tries = {}
    for entry in range(1, len(one.line) + 1):
        a, b = one.state_at(entry), other.state_at(entry)
        attempts = attempts_of_a_hunter(a, b, rules, rng)
        tries[entry] = {
            seat: refused_somewhere(
                seat, rng.sample(attempts, len(attempts)), (one, entry), (other, entry)
            )
            for seat in hunters
        }
    onlookers = (*hunters, SPECTATOR)
    first, second = (Script(onlookers, tries, note, resigns) for note in NOTES)
    return first, second


def same_to_hunters(
    servers: TwoServers, one: Game, other: Game, name: str, resigns: str | None = None
) -> None:
    first, second = servers.spend(
        name,
        (one, other),
        scripts(one, other, len(name), resigns),
        clock={"kind": "bank", "seconds": 40_000},
    )
    hunters = [seat for seat in one.seats if seat != "X"]
    first.same_as(second, (*hunters, SPECTATOR))
    first.differs_from(second, ("X",))


@pytest.mark.parametrize("name", WHOLE)
def test_whole_games_with_another_hidden_way_are_the_same_to_hunters(
    servers: TwoServers, name: str
) -> None:
    one, other = rejoining_twins(table_of(name))
    same_to_hunters(servers, one, other, f"whole {name}")


@pytest.mark.parametrize("name", CUT)
def test_games_with_another_way_from_the_start_are_the_same_to_hunters(
    servers: TwoServers, name: str
) -> None:
    one, other = next(twins(table_of(name), 0, 1))
    same_to_hunters(servers, one, other, f"cut {name}", resigns="X")


@pytest.mark.soak
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_games_of_every_table_are_the_same_to_hunters(servers: TwoServers, table: Table) -> None:
    # Among beginners every hidden station is uncovered by the next sighting.
    for seed in () if table.edition == "beginner" else (0, 100, 200):
        one, other = rejoining_twins(table, seed)
        same_to_hunters(servers, one, other, f"whole {table} {seed}")
    for seed in range(2):
        for n, (one, other) in enumerate(twins(table, seed, 3)):
            same_to_hunters(servers, one, other, f"cut {table} {seed} {n}", resigns="X")
