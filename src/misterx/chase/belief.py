"""Where Mister X can be, exactly (D7), reckoned from what everybody knows.

Nothing here takes a state or his station: only tickets, the hunters' stations and sightings go in,
so nothing hidden can come out.
"""

from __future__ import annotations

from collections.abc import Iterable

from misterx.board import Station
from misterx.chase.network import Network, Stations, bit_set
from misterx.chase.tickets import Ticket

__all__ = ["after_entering", "after_leg", "at_the_start", "exits"]


def at_the_start(cards: Iterable[Station], occupied: Stations) -> Stations:
    """The cards he may have drawn: those whose stations no hunter has."""
    return bit_set(cards) & ~occupied


def after_leg(
    before: Stations, ticket: Ticket | None, occupied: Stations, network: Network
) -> Stations:
    """Every free station that the ticket takes him to from where he could be (X1, R3)."""
    return network.spread(before, ticket) & ~occupied


def after_entering(before: Stations, station: Station) -> Stations:
    """A hunter entered a station and did not catch him: he is not there."""
    return before & ~(1 << station)


def exits(occupied: Stations, tickets: Iterable[Ticket | None], network: Network) -> Stations:
    """Every station from which one of the tickets leads to a free one.

    Anywhere else Mister X would be shut in (X5): once his turn has begun and the game goes on, he
    is at none of those. Lines run both ways, so these are the stations next to the free ones.
    """
    free = network.everywhere & ~occupied
    found = 0
    for ticket in tickets:
        found |= network.spread(free, ticket)
    return found
