"""Card games over real sockets with other hidden cards look the same to whoever cannot see them.

For every seat, and for a spectator, there are two games: in one of them other tickets lie where he
has not looked, and another player holds the Mister X card. Every byte that he gets is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.series.cards_tables import CARD_TABLES, CardTable
from tests.series.cards_twins import Twin
from tests.series.test_cards_secrecy import attempts_of_the_curious, twins
from tests.server.secrecy.comparing import TwoServers, two_servers
from tests.server.secrecy.evening import SPECTATOR
from tests.server.secrecy.performance import Script, refused_somewhere

NOTES = ("I hold it", "P2 holds it, and I have seen nothing but black tickets so far")
LONGEST = 8


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    with two_servers(tmp_path_factory.mktemp("cards")) as running:
        yield running


def pairs(table: CardTable, who: str, seeds: range) -> Iterator[Twin]:
    """Twins for one viewpoint with another holder of the Mister X card, cut before the end."""
    for seed in seeds:
        for viewpoint, pair in twins(table, seed, 1):
            if viewpoint == who and pair.has_another_holder and pair.one.outcome is None:
                yield pair


def same_to(servers: TwoServers, name: str, who: str, pair: Twin) -> None:
    one, other, rng = pair.one, pair.other, Random(name)
    tries = {}
    for entry in range(1, len(one.line) + 1):
        attempts = attempts_of_the_curious(one.state_at(entry), other.state_at(entry), rng)
        tries[entry] = {who: refused_somewhere(who, attempts, (one, entry), (other, entry))}
    # Who gives up is a detective in both games.
    resigns = next(seat for seat in one.seats if seat not in (one.state.x, other.state.x))
    a, b = (Script((who,), tries, note, resigns) for note in NOTES)
    clock = {"kind": "move", "seconds": 40_000}
    first, second = servers.spend(name, (one, other), (a, b), clock=clock)
    first.same_as(second, (who,))
    first.differs_from(second, (one.state.x,))


VIEWPOINTS = [
    (CARD_TABLES[0], "P1"),
    (CARD_TABLES[0], SPECTATOR),
    (CARD_TABLES[1], "P3"),
    (CARD_TABLES[2], "P5"),
    (CARD_TABLES[2], SPECTATOR),
]


@pytest.mark.parametrize(("table", "who"), VIEWPOINTS, ids=str)
def test_games_with_another_holder_are_the_same_to_whoever_cannot_know(
    servers: TwoServers, table: CardTable, who: str
) -> None:
    pair = max(pairs(table, who, range(LONGEST)), key=lambda pair: len(pair.one.line))
    same_to(servers, f"{table} {who}", who, pair)


@pytest.mark.soak
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("table", CARD_TABLES, ids=str)
def test_games_are_the_same_to_everybody_who_cannot_know(
    servers: TwoServers, table: CardTable
) -> None:
    for who in (*(f"P{n + 1}" for n in range(table.players)), SPECTATOR):
        for n, pair in enumerate(pairs(table, who, range(30))):
            same_to(servers, f"{table} {who} {n}", who, pair)
