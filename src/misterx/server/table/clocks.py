"""Clocks: how much time each pair of eyes has left, as a function of the log alone.

A clock belongs to a viewpoint: Mister X has one and the hunters share one; at cards everybody has
his own. Time is charged entry by entry, as the entries tell it, so that a table which is read from
the database has the same clocks as one that never went away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from misterx.core import Viewpoint
from misterx.server.table.plan import ClockPlan

__all__ = ["CHOICE_MS", "Clocks"]

CHOICE_MS = 20_000
"""How long a choice that may be answered by silence stays open, where there is a clock at all."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time left, in milliseconds."""

    plan: ClockPlan
    left: Mapping[Viewpoint, int]
    choice: int | None = None
    """What is left of an open choice; None while there is none."""

    @classmethod
    def full(cls, plan: ClockPlan, viewpoints: Iterable[Viewpoint]) -> Clocks:
        """Clocks before the first move."""
        ticking = plan.kind != "none"
        return cls(plan, dict.fromkeys(viewpoints, plan.seconds * 1000) if ticking else {})

    def charge(self, running: Iterable[Viewpoint], ms: int) -> Clocks:
        """The clocks after so much time of these."""
        if not self.left or not ms:
            return self
        spent = {who: max(0, self.left[who] - ms) for who in running}
        if not spent:
            return self
        choice = None if self.choice is None else max(0, self.choice - ms)
        return replace(self, left={**self.left, **spent}, choice=choice)

    def moved(self, who: Viewpoint, *, choice_open: bool) -> Clocks:
        """The clocks after a move of somebody: with so long a move, he has all his time again."""
        if not self.left:
            return self
        choice = CHOICE_MS if choice_open else None
        if self.plan.kind == "move":
            return replace(self, left={**self.left, who: self.plan.seconds * 1000}, choice=choice)
        return replace(self, choice=choice)

    def refilled(self, who: Viewpoint) -> Clocks:
        """The clocks after somebody's time was over and a computer player took his move."""
        if self.plan.kind != "move":
            return self
        return replace(self, left={**self.left, who: self.plan.seconds * 1000})

    def remaining(self, running: Iterable[Viewpoint]) -> int | None:
        """How long until the first of these runs out; None: never."""
        times = [self.left[who] for who in running if who in self.left]
        if not times:
            return None
        return min(times) if self.choice is None else min(*times, self.choice)
