"""Figures: what was measured, and the bar beside it."""

from typing import NamedTuple


class Bar(NamedTuple):
    """What a figure must reach, or stay under."""

    limit: float
    at_least: bool

    def clears(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value < self.limit

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'under'} {self.limit:g}"


class Figure(NamedTuple):
    """One measured number; without a bar it is only told."""

    name: str
    value: float
    unit: str
    bar: Bar | None = None
    note: str = ""

    @property
    def is_missed(self) -> bool:
        """True if there is a bar and the figure does not clear it."""
        return self.bar is not None and not self.bar.clears(self.value)

    def __str__(self) -> str:
        digits = 0 if self.value >= 100 else 2
        line = f"{self.name:<44} {self.value:>10,.{digits}f} {self.unit:<12}"
        if self.bar is not None:
            line += f" bar: {self.bar}, {'MISSED' if self.is_missed else 'cleared'}"
        return f"{line} {self.note}".rstrip()


def at_least(limit: float) -> Bar:
    return Bar(limit, at_least=True)


def under(limit: float) -> Bar:
    return Bar(limit, at_least=False)
