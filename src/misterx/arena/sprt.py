"""Which of two shares is it? A test that goes on until it can tell, and no longer.

Wald's sequential test between two shares, over the scores of deals: under each share they are
taken to fall as is likeliest by those that were seen, so that deals which both sides win alike, and
which tell nothing, cost little. Of single games, won or lost, it is the plain ratio of their odds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log
from typing import Final, NamedTuple

__all__ = ["Decision", "Sprt", "Verdict"]

RISK: Final = 0.05
"""The chance to be wrong either way."""
BOUND: Final = log((1 - RISK) / RISK)
_PATIENCE: Final = 4
"""How many times the expected number of deals it goes on before it gives up."""
_TRACE: Final = 0.001
"""Of a deal."""
_HALVINGS: Final = 60
_TEXT = re.compile(r"([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)")


class Decision(StrEnum):
    """What the test says."""

    HIGH = "high"
    LOW = "low"
    OPEN = "open"


class Verdict(NamedTuple):
    """What the test says after so many deals; `ratio` is the logarithm of the likelihood ratio."""

    decision: Decision
    deals: int
    ratio: float


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test between two shares."""

    low: float
    high: float

    @classmethod
    def from_text(cls, text: str) -> Sprt:
        """The test that a text in per cent means; raises `ValueError`.

        >>> Sprt.from_text("50:53")
        Sprt(low=0.5, high=0.53)
        """
        found = _TEXT.fullmatch(text)
        low, high = (float(part) / 100 for part in found.groups()) if found else (0.0, 0.0)
        if not 0 < low < high < 1:
            raise ValueError(f"{text!r} is no test; tests look like 50:53, in per cent")
        return cls(low, high)

    def __str__(self) -> str:
        """The text that `from_text` reads."""
        return f"{self.low * 100:g}:{self.high * 100:g}"

    def most_deals(self, games: int) -> int:
        """The deals after which it gives up, if a deal has so many games.

        >>> Sprt(0.5, 0.53).most_deals(2) * 2  # four times 1,470 games
        5884
        """
        middle = (self.low + self.high) / 2
        variance = middle * (1 - middle) / games
        expected = (1 - 2 * RISK) * BOUND * 2 * variance / (self.high - self.low) ** 2
        return ceil(_PATIENCE * expected)

    def judge(self, scores: Sequence[float]) -> Verdict:
        """What the scores of deals say so far."""
        # A trace of every kind of deal: scores that are all alike would fit one share only.
        counts = dict.fromkeys((0.0, 0.5, 1.0), _TRACE)
        for score, count in Counter(scores).items():
            counts[score] = counts.get(score, 0.0) + count
        low, high = (_tilt(counts, mean) for mean in (self.low, self.high))
        ratio = sum(
            count * log((1 + low * (score - self.low)) / (1 + high * (score - self.high)))
            for score, count in counts.items()
        )
        decision = Decision.OPEN
        if abs(ratio) >= BOUND:
            decision = Decision.HIGH if ratio > 0 else Decision.LOW
        return Verdict(decision, len(scores), ratio)


def _tilt(counts: Mapping[float, float], mean: float) -> float:
    """How to tilt the parts that scores have so that they have a mean and stay likeliest.

    Each part is divided by `1 + tilt * (score - mean)`; the mean of what comes out falls with it.
    """
    least, most = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(_HALVINGS):
        tilt = (least + most) / 2
        if sum(n * (s - mean) / (1 + tilt * (s - mean)) for s, n in counts.items()) > 0:
            least = tilt
        else:
            most = tilt
    return (least + most) / 2
