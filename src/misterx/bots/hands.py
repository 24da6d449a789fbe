"""Which seats decide together where several may move: those that one player plays.

Hunters in free order and detectives on a false trail may move in any order. Seats that see the same
and are played by the same player are one hand: the player is asked once, with the moves of all of
them, and so chooses which one moves. Between several hands the lot decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from misterx.core import AnyRules, Seat

__all__ = ["Hand", "next_hand"]

Hand = tuple[Seat, ...]
"""Seats that see the same and decide together, in table order."""


def next_hand(
    rules: AnyRules,
    able: Sequence[Seat],
    player_of: Mapping[Seat, Hashable],
    draw: Callable[[Sequence[Hand]], Hand],
) -> Hand:
    """Return the hand that moves next.

    Args:
        rules: The rules of the game.
        able: The seats that may act now, at least one, in table order.
        player_of: Who plays each of these seats; equal values are one player.
        draw: The lot. It is called only where there are several hands.

    >>> from misterx.core import rules_for
    >>> rules, able = rules_for("modern-2013"), [Seat("H1"), Seat("H2"), Seat("H3")]
    >>> next_hand(rules, able, {"H1": "ann", "H2": "ben", "H3": "ann"}, min)
    ('H1', 'H3')
    """
    hands: dict[tuple[str, Hashable], list[Seat]] = {}
    for seat in able:
        hands.setdefault((rules.viewpoint(seat), player_of[seat]), []).append(seat)
    found = [tuple(seats) for seats in hands.values()]
    return found[0] if len(found) == 1 else draw(found)
