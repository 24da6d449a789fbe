"""How many moves apart the stations of a board are.

The counting spreads from all stations at once. A set of stations is one integer with a byte for
each station, 1 for a member and 0 for the others, so that uniting two sets is a single `|`, and
adding up the sets of stations *not yet* reached after 0, 1, 2, ... moves leaves in each byte the
number of moves to that station. A board has at most 255 stations and the longest way at most 254
moves, so no byte ever overflows into the next, and 255 is free to say "no way".
"""

from collections.abc import Callable, Iterable, Mapping

_NO_WAY = 255


def _rows(onward: list[list[int]]) -> tuple[bytes, ...]:
    """For each start a row with the number of moves to each station, all by index."""
    everywhere = sum(1 << 8 * ix for ix in range(len(onward)))
    reached = [1 << 8 * ix for ix in range(len(onward))]
    rows = [0] * len(onward)
    while True:
        spread = []
        for start, neighbours in enumerate(onward):
            here = reached[start]
            for ix in neighbours:
                here |= reached[ix]
            spread.append(here)
        if spread == reached:
            break
        for ix, here in enumerate(reached):
            rows[ix] += everywhere ^ here
        reached = spread
    # What was never reached has been counted in every round: fill those bytes up.
    return tuple(
        (row | _NO_WAY * (everywhere ^ here)).to_bytes(len(onward), "little")
        for row, here in zip(rows, reached, strict=True)
    )


class Distances:
    """The fewest moves between any two stations of a board."""

    __slots__ = ("_index", "_no_such", "_rows")

    def __init__(
        self,
        neighbours: Mapping[int, Iterable[int]],
        no_such: Callable[[int], ValueError],
    ) -> None:
        """Counts the ways given each station's neighbours.

        `no_such` makes the error to raise when asked about a station that is not among them.
        """
        self._index = {station: ix for ix, station in enumerate(neighbours)}
        self._no_such = no_such
        self._rows = _rows([[self._index[stop] for stop in to] for to in neighbours.values()])

    def between(self, a: int, b: int) -> int | None:
        """The fewest moves from one station to the other, None when there is no way.

        Raises:
            BoardError: when the board has no such station.
        """
        moves = self._row(a)[self._ix(b)]
        return None if moves == _NO_WAY else moves

    def from_(self, station: int) -> dict[int, int]:
        """The fewest moves to each station that can be reached from this one, itself included.

        Raises:
            BoardError: when the board has no such station.
        """
        row = self._row(station)
        return {to: row[ix] for to, ix in self._index.items() if row[ix] != _NO_WAY}

    def longest(self) -> int | None:
        """The most moves between any two stations, None when some have no way between them."""
        moves = max(map(max, self._rows))
        return None if moves == _NO_WAY else moves

    def _row(self, station: int) -> bytes:
        return self._rows[self._ix(station)]

    def _ix(self, station: int) -> int:
        try:
            return self._index[station]
        except KeyError:
            raise self._no_such(station) from None
