"""The file ``board.toml``: a board's name, what it changes on another, and what it claims."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from misterx.board.checks import FACTS, Facts
from misterx.board.model import HIGHEST_STATION, BoardError, Connection, Station, Transport

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CONNECTION = re.compile(r"([a-z]+) ([0-9]{1,9})-([0-9]{1,9})")
NUMBER = re.compile(r"[0-9]{1,9}")
"""A number in a file: no longer than any that could be meant."""
_KEYS = ("name", "base", "add", "remove", "renumber", "facts")
_FACT_KEYS = ("connections", "stops", *FACTS, "present", "absent")


def read_text(file: Path) -> str:
    """The file's text.

    Raises:
        BoardError: when the file or its folder is none, cannot be read, or is no UTF-8.
    """
    try:
        # Spreadsheets like to put a byte order mark first.
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BoardError.at(file, "the file is missing; see docs/boards.md for the files") from None
    except NotADirectoryError:
        what = "a board is a folder, and this is none; see docs/boards.md for its files"
        raise BoardError.at(file.parent, what) from None
    except OSError as error:
        raise BoardError.at(file, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BoardError.at(file, f"cannot be read ({error}); save it as UTF-8 text") from None


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``board.toml`` says."""

    name: str
    base: str | None
    """The board this one is a variant of; `add`, `remove` and `renumber` speak its numbers."""
    add: tuple[Connection, ...]
    remove: tuple[Connection, ...]
    renumber: Mapping[Station, Station]
    facts: Facts
    _page: "_Page" = field(repr=False)

    def error(self, what: str, words: str) -> BoardError:
        """An error at the line of the file where these words stand."""
        return self._page.error(what, words)


def read_manifest(folder: Path) -> Manifest:
    """What the folder's ``board.toml`` says.

    Raises:
        BoardError: when it is missing, is no TOML, or holds something unknown or malformed.
    """
    file = folder / "board.toml"
    page = _Page(file, read_text(file))
    try:
        table = tomllib.loads(page.text)
    except (ValueError, RecursionError) as error:  # huge numbers and deep nesting among them
        raise BoardError.at(file, f"no valid TOML: {error}") from None
    page.check_keys(table, _KEYS, "board.toml")
    name = table.get("name")
    if not (isinstance(name, str) and _NAME.fullmatch(name)):
        raise page.error(
            'name must be given as lower-case letters, digits and hyphens, like "my-town"', "name"
        )
    base = table.get("base")
    if not (base is None or isinstance(base, str)):
        raise page.error('base must be the name of a board, like "london"', "base")
    for key in ("add", "remove", "renumber"):
        if base is None and key in table:
            raise page.error(f"{key} needs a base to change; name one or remove {key}", key)
    facts = page.table(table, "facts")
    page.check_keys(facts, _FACT_KEYS, "[facts]")
    return Manifest(
        name=name,
        base=base,
        add=page.connections(table, "add"),
        remove=page.connections(table, "remove"),
        renumber=page.numbers(table, "renumber"),
        facts=Facts(
            connections=page.counts(facts, "connections"),
            stops=page.counts(facts, "stops"),
            values=page.values(facts),
            present=page.connections(facts, "present"),
            absent=page.connections(facts, "absent"),
        ),
        _page=page,
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """A TOML file's text, to find the line of what is wrong: the parser does not tell it."""

    file: Path
    text: str

    def error(self, what: str, words: str) -> BoardError:
        """An error at the first line where these words stand outside a comment."""
        whole = re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])")
        for number, line in enumerate(self.text.splitlines(), start=1):
            if whole.search(line.partition("#")[0]):
                return BoardError.at(self.file, what, number)
        return BoardError.at(self.file, what)

    def check_keys(self, table: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
        """Refuses a key that nothing would read: most likely it is misspelt."""
        for key in table:
            if key not in known:
                raise self.error(
                    f"unknown key {key!r} in {where}; the keys are {', '.join(known)}", key
                )

    def table(self, table: Mapping[str, object], key: str) -> Mapping[str, object]:
        """The table under a key, empty when it is not given."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self.error(f"{key} must be a table", key)
        return value

    def connections(self, table: Mapping[str, object], key: str) -> tuple[Connection, ...]:
        """The connections listed under a key."""
        listed = table.get(key, [])
        if not isinstance(listed, list):
            raise self.error(f'{key} must be a list like ["taxi 1-2"]', key)
        return tuple(self._connection(text, key) for text in listed)

    def _connection(self, text: object, key: str) -> Connection:
        parts = CONNECTION.fullmatch(text) if isinstance(text, str) else None
        if parts is None or parts[1] not in [*Transport] or int(parts[2]) >= int(parts[3]):
            raise self.error(
                f'{text!r} in {key} is no connection; write "taxi 1-2", with one of '
                f"{', '.join(Transport)} and the lower station first",
                f'"{text}"',
            )
        return Connection(int(parts[2]), int(parts[3]), Transport(parts[1]))

    def numbers(self, table: Mapping[str, object], key: str) -> dict[Station, Station]:
        """The old numbers with the new ones."""
        pairs = self.table(table, key)
        for old, new in pairs.items():
            if not (NUMBER.fullmatch(old) and type(new) is int and 1 <= new <= HIGHEST_STATION):
                raise self.error(
                    f"{old} = {new!r} in {key} must be two station numbers 1..{HIGHEST_STATION}",
                    old,
                )
        return {int(old): new for old, new in pairs.items() if isinstance(new, int)}

    def counts(self, table: Mapping[str, object], key: str) -> dict[Transport, int]:
        """A number for each transport that is mentioned."""
        counts = {}
        for transport, count in self.table(table, key).items():
            if transport not in [*Transport] or type(count) is not int:
                raise self.error(
                    f"{transport} = {count!r} in {key} must be one of {', '.join(Transport)} "
                    "and a whole number",
                    transport,
                )
            counts[Transport(transport)] = count
        return counts

    def values(self, table: Mapping[str, object]) -> dict[str, int]:
        """The claims that are one number, or one yes or no."""
        values = {}
        for key, (kind, _) in FACTS.items():
            value = table.get(key)
            if value is None:
                continue
            if not isinstance(value, kind) or type(value) is not kind:
                wanted = "true or false" if kind is bool else "a whole number"
                raise self.error(f"{key} must be {wanted}, not {value!r}", key)
            values[key] = value
        return values
