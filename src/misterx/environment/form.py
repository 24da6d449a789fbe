"""The form that a game takes for programs that learn: its moves as words, its views as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Form", "Part", "Vector", "one_of", "shares", "some_of"]

Vector: TypeAlias = NDArray[np.float32]
"""What an agent is shown: numbers from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the vector: its name, its length, and how an observation fills it."""

    name: str
    places: tuple[object, ...]
    """What each number stands for: a thing, or for a count the most that there can be."""
    write: Callable[[Vector, Any], None]
    """Writes what an observation tells into this stretch, which holds zeros."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Form:
    """A game at one table as words and numbers. It stays the same, whatever is played there."""

    openings: tuple[str, ...]
    """The words that begin a move and do not end it."""
    endings: tuple[str, ...]
    """The words that end a move."""
    spell: Callable[[str], tuple[str, ...]]
    """The words of a move in the notation."""
    parts: tuple[Part, ...]
    slices: Mapping[str, slice] = field(init=False)
    places: Mapping[str, tuple[object, ...]] = field(init=False)
    """What each number of a part stands for."""
    size: int = field(init=False)

    def __post_init__(self) -> None:
        """Lay the parts out, one behind the other; what this table has no use for is left out."""
        places = {part.name: part.places for part in self.parts if part.size}
        if self.openings:
            places["said"] = self.openings
        slices: dict[str, slice] = {}
        at = 0
        for name, of in places.items():
            slices[name] = slice(at, at + len(of))
            at += len(of)
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "slices", slices)
        object.__setattr__(self, "size", at)

    def vector(self, seen: object, said: Sequence[str]) -> Vector:
        """An observation as numbers, and behind it what one has said of a move by now."""
        numbers: Vector = np.zeros(self.size, np.float32)
        for part in self.parts:
            if part.size:
                part.write(numbers[self.slices[part.name]], seen)
        for word in said:
            numbers[self.slices["said"]][self.openings.index(word)] = 1
        return numbers


def some_of(name: str, things: Iterable[object], read: Callable[[Any], Iterable[object]]) -> Part:
    """A part with a place for each thing: 1 for those that are read from the observation.

    >>> numbers = np.zeros(3, np.float32)
    >>> some_of("seats", ("P1", "P2", "P3"), lambda seen: seen).write(numbers, ("P1", "P3"))
    >>> numbers.tolist()
    [1.0, 0.0, 1.0]
    """
    places = {thing: place for place, thing in enumerate(things)}

    def write(numbers: Vector, seen: object) -> None:
        numbers[[places[thing] for thing in read(seen)]] = 1

    return Part(name, tuple(places), write)


def one_of(name: str, things: Iterable[object], read: Callable[[Any], object]) -> Part:
    """A part with a place for each thing: 1 for the one that is read, none where it is no thing."""
    known = tuple(things)

    def found(seen: object) -> tuple[object, ...]:
        thing = read(seen)
        return (thing,) if thing in known else ()

    return some_of(name, known, found)


def shares(name: str, most: Iterable[int], read: Callable[[Any], Iterable[int]]) -> Part:
    """A part of counts, each as a share of the most that there can be of it.

    >>> numbers = np.zeros(2, np.float32)
    >>> shares("cards", (8, 0), lambda seen: seen).write(numbers, (2, 0))
    >>> numbers.tolist()
    [0.25, 0.0]
    """
    counts = tuple(map(int, most))
    least_one = np.maximum(np.array(counts, np.float32), 1)

    def write(numbers: Vector, seen: object) -> None:
        numbers[:] = tuple(read(seen)) / least_one

    return Part(name, counts, write)
