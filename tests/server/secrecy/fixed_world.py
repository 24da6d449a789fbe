"""A world in which the same requests give the same bytes: its clock, names and dice are the test's.

Time stands still until the test moves it on. Names and secrets are numbered from
where the test says, and hashed, so that they look like real ones.
"""

from __future__ import annotations

import base64
import hashlib
from random import Random

from misterx.core import CHANCE, Game
from misterx.server.entry import GuestId, TableId
from misterx.server.world import World

__all__ = ["FixedWorld"]

_BEGINNING = 1_900_000_000_000
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_MOST_TRIES = 100_000


class FixedWorld(World):
    """A world of the test's own."""

    def __init__(self) -> None:
        self.dice = Random(0)
        self.ms = _BEGINNING
        self.lived_ms = 0
        self.stands_still = False
        self.tokens: list[str] = []
        """Every secret that was ever given out."""
        self.guests: list[GuestId] = []
        self._chapter = ""
        self._count = 0

    def begin(self, chapter: str) -> None:
        """Begin again with the time and the numbers, under another heading."""
        self.ms = _BEGINNING
        self._chapter, self._count = chapter, 0
        self.dice.seed(chapter)

    def wait(self, ms: int) -> None:
        """Let time go by, unless it stands still."""
        passed = 0 if self.stands_still else ms
        self.ms += passed
        self.lived_ms += passed

    def now_ms(self) -> int:
        return self.ms

    def alive_ms(self) -> int:
        return self.lived_ms

    def token(self) -> str:
        self.tokens.append(base64.urlsafe_b64encode(self._next()).decode().rstrip("="))
        return self.tokens[-1]

    def guest_id(self) -> GuestId:
        self.guests.append(self._next().hex()[:16])
        return self.guests[-1]

    def table_id(self) -> TableId:
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._next()[:8])

    def let_fall(self, game: Game, move: str, chance: str) -> None:
        """Load the dice so that after this move `chance` falls."""
        rules = game.rules
        state = rules.apply(game.state, rules.parse(move)).state
        assert rules.to_act(state) == (CHANCE,)
        for seed in range(_MOST_TRIES):
            if rules.text(rules.draw(state, Random(seed))) == chance:
                self.dice.seed(seed)
                return
        raise AssertionError(f"{chance!r} does not fall")

    def _next(self) -> bytes:
        self._count += 1
        return hashlib.sha256(f"{self._chapter} {self._count}".encode()).digest()
