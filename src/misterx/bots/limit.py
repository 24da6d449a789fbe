"""How long a player may think about a move: by the clock, by work done, or both."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from misterx.core import Malformed
from misterx.core.fields import is_integer, show_type

__all__ = ["MOST_ITERATIONS", "MOST_SECONDS", "NO_LIMIT", "Limit", "check_limit"]

_TEXT = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(ms|s|it)")
_IN_A_SECOND: Final = {"ms": 1000, "s": 1}
MOST_SECONDS: Final = 86_400
"""A day for a move."""
MOST_ITERATIONS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds and iterations for one move; whichever comes first ends the thinking.

    None leaves that side open; with both open a player takes what it usually takes. What an
    iteration is, a player says itself. Players that do not search take no notice.
    """

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not _is_number(self.seconds):
            raise Malformed(f"a limit's seconds must be a number, not {show_type(self.seconds)}")
        if self.iterations is not None and not is_integer(self.iterations):
            raise Malformed(
                f"a limit's iterations must be a whole number, not {show_type(self.iterations)}"
            )
        if self.seconds is not None and self.seconds <= 0:
            raise ValueError(f"a limit of {self.seconds} s leaves no time to think")
        if self.seconds is not None and not self.seconds <= MOST_SECONDS:
            raise ValueError(f"a limit of {self.seconds:g} s is too long: at most {MOST_SECONDS} s")
        if self.iterations is not None and self.iterations < 1:
            raise ValueError(f"{self.iterations} iterations are too few: at least 1")
        if self.iterations is not None and self.iterations > MOST_ITERATIONS:
            raise ValueError(
                f"{self.iterations} iterations are too many: at most {MOST_ITERATIONS}"
            )

    def at_most(self, iterations: int | None) -> Limit:
        """With no more than so many iterations, whatever the time; None leaves it as it is.

        So a weaker player is as weak on any machine.

        >>> Limit(seconds=0.5).at_most(300)
        Limit(seconds=0.5, iterations=300)
        """
        if iterations is None:
            return self
        return replace(self, iterations=min(iterations, self.iterations or iterations))

    @classmethod
    def from_text(cls, text: str) -> Limit:
        """The limit that a text means; raises `ValueError`.

        >>> Limit.from_text("100ms")
        Limit(seconds=0.1, iterations=None)
        >>> Limit.from_text("500it")
        Limit(seconds=None, iterations=500)
        """
        if not isinstance(text, str):
            raise Malformed(f"the text of a limit, like 100ms, is wanted, not {show_type(text)}")
        found = _TEXT.fullmatch(text.strip())
        if not found or (found[2] == "it" and "." in found[1]):
            raise ValueError(f"{text!r} is no limit; limits look like 100ms, 2s or 500it")
        if found[2] == "it":
            return cls(iterations=int(found[1]))
        return cls(seconds=float(found[1]) / _IN_A_SECOND[found[2]])

    def __str__(self) -> str:
        """The text that `from_text` reads; both parts where both are set.

        >>> str(Limit(seconds=0.25)), str(Limit(seconds=1234.5678)), str(Limit(iterations=500))
        ('250ms', '1234567.8ms', '500it')
        """
        parts = []
        if self.seconds is not None:
            parts.append(f"{(Decimal(str(self.seconds)) * 1000).normalize():f}ms")
        if self.iterations is not None:
            parts.append(f"{self.iterations}it")
        return " ".join(parts) or "as usual"


def check_limit(limit: object) -> None:
    """Refuse a text or a number where a `Limit` is wanted; raises `Malformed`."""
    if not isinstance(limit, Limit):
        how = "Limit.from_text(...)" if isinstance(limit, str) else "Limit(seconds=...)"
        raise Malformed(f"a limit must be a Limit, not {show_type(limit)}; make it by {how}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


NO_LIMIT: Final = Limit()
"""A player takes what it usually takes."""
