"""Reading plain data (JSON, TOML) field by field, with an answer that says what was wrong.

The law keeps its own types; whatever comes from outside passes through here first.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping
from random import Random
from reprlib import Repr
from typing import Any, TypeAlias, TypeGuard

from misterx.core.errors import BadSetup, Malformed, Refused

__all__ = [
    "Fields",
    "JsonObject",
    "check_rng",
    "is_integer",
    "plain",
    "read_json",
    "show",
    "show_type",
    "unencodable",
]

_LONGEST = 60
_SHORT = Repr()
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxdict = _LONGEST
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = _LONGEST

JsonObject: TypeAlias = Mapping[str, object]
"""A JSON object as it was read: nothing is known of its values yet."""

_MISSING = object()


class Fields:
    """One JSON object, read by the names and types its fields must have."""

    def __init__(self, data: object, where: str, error: type[Refused] = BadSetup) -> None:
        self.where = where
        self.error = error
        if not isinstance(data, Mapping):
            raise self._wrong(f"{where} must be an object with named fields, not {show(data)}")
        if not all(isinstance(key, str) for key in data):
            raise self._wrong(f"{where} must name its fields by texts, not like {show(data)}")
        self.data: JsonObject = data

    def has(self, key: str) -> bool:
        """True if the field is there and not null."""
        return self.data.get(key) is not None

    def only(self, known: Iterable[str]) -> None:
        """Refuse fields with names that nobody knows."""
        names = set(known)
        for key in self.data:
            if key not in names:
                raise self._wrong(f"{self.where} has an unknown key {show(key)}")

    def agree_with(self, expected: JsonObject) -> None:
        """Refuse fields that say anything else than these, and others than these."""
        self.only(expected)
        for key, value in expected.items():
            if self.value(key) != value:
                raise self._wrong(f"{key!r} of {self.where} does not fit the rest of it")

    def value(self, key: str) -> object:
        """The field as it is; refused when it is missing."""
        found = self.data.get(key, _MISSING)
        if found is _MISSING:
            raise self._wrong(f"{self.where} lacks {key!r}")
        return found

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        found = self.value(key)
        if not is_integer(found) or not low <= found <= high:
            raise self._must_be(key, f"a whole number from {low} to {high}", found)
        return found

    def boolean(self, key: str) -> bool:
        """True or false."""
        found = self.value(key)
        if not isinstance(found, bool):
            raise self._must_be(key, "true or false", found)
        return found

    def text(self, key: str, allowed: Iterable[str] | None = None) -> str:
        """A text; with `allowed`, one of those."""
        found = self.value(key)
        if not isinstance(found, str):
            raise self._must_be(key, "a text", found)
        if allowed is not None and found not in (names := tuple(allowed)):
            raise self._must_be(key, "one of " + ", ".join(names), found)
        return found

    def items(self, key: str) -> list[object]:
        """A list of anything."""
        found = self.value(key)
        if not isinstance(found, list | tuple):
            raise self._must_be(key, "a list", found)
        return list(found)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        """A list of whole numbers, each from `low` to `high` and none twice."""
        found = self.items(key)
        numbers = tuple(n for n in found if is_integer(n) and low <= n <= high)
        if len(numbers) != len(found) or len(set(numbers)) != len(numbers):
            raise self._must_be(
                key, f"a list of different whole numbers from {low} to {high}", found
            )
        return numbers

    def texts(self, key: str, allowed: Iterable[str]) -> tuple[str, ...]:
        """A list of texts out of `allowed`, none twice."""
        found = self.items(key)
        names = tuple(allowed)
        texts = tuple(t for t in found if isinstance(t, str) and t in names)
        if len(texts) != len(found) or len(set(texts)) != len(texts):
            raise self._must_be(key, "a list of different ones of " + ", ".join(names), found)
        return texts

    def fields(self, key: str) -> Fields:
        """An object inside this one."""
        return Fields(self.value(key), f"{key!r} of {self.where}", self.error)

    def _must_be(self, key: str, what: str, found: object) -> Refused:
        return self._wrong(f"{key!r} of {self.where} must be {what}, not {show(found)}")

    def _wrong(self, message: str) -> Refused:
        return self.error(message)


def read_json(text: str | bytes) -> Any:
    r"""Return the value of a JSON text from outside the program.

    Raises:
        ValueError: If it is not JSON, or has a text that UTF-8 cannot hold.
        RecursionError: If it is nested too deep.

    >>> read_json(r'{"name": "\ud800"}')
    Traceback (most recent call last):
    ...
    ValueError: '\ud800' has a lone surrogate, which is not a character
    """
    value = json.loads(text)
    if (found := unencodable(value)) is not None:
        raise ValueError(f"{show(found)} has a lone surrogate, which is not a character")
    return value


def unencodable(value: object) -> str | None:
    """Return the first text inside a JSON value that UTF-8 cannot hold; None: there is none."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                try:
                    text.encode()
                except UnicodeEncodeError:
                    return text
            case Mapping() as fields:
                waiting += (*fields.keys(), *fields.values())
            case list() | tuple() as items:
                waiting += items
            case _:
                pass
    return None


def is_integer(value: object) -> TypeGuard[int]:
    """True for whole numbers; truth values are none, though Python counts them as such."""
    return isinstance(value, int) and not isinstance(value, bool)


def plain(value: Any) -> Any:
    """The same as JSON holds it, with other libraries' whole numbers as any others.

    What JSON cannot hold stays as it is; whoever reads it says what is wrong with it.
    """
    try:
        return json.loads(json.dumps(value, default=operator.index))
    except (TypeError, ValueError, RecursionError):
        return value


def show(value: object) -> str:
    """A value in an error message, cut to a length and a depth that can be read."""
    try:
        shown = _SHORT.repr(value)
    except ValueError:  # Python writes no whole number of thousands of digits
        shown = "a number with too many digits to show"
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 3] + "..."


def show_type(value: object) -> str:
    """Return a value for an error message, of anything but plain values only the type.

    States and observations hold secrets, which belong into no message.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return show(value)
    kind = type(value)
    return f"an object of the type {kind.__module__}.{kind.__qualname__}"


def check_rng(rng: object) -> None:
    """Refuse a seed, or anything else, where dice are wanted; raises `Malformed`."""
    if not isinstance(rng, Random):
        raise Malformed(f"dice must be a random.Random(seed), not {show_type(rng)}")
