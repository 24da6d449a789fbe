"""The record of a game: a text that a person can read and a program can replay; also JSON.

::

    misterx record 1
    game: chase
    edition: modern-2013
    rules version: 1
    players: 4
    options: {}

    # start
    D1@13
    …
    # round 1
    X:T46
    D1:U89
    …
    result: hunters caught

The first line says what this is. Header lines follow up to the first empty line; a header that the
project does not know is kept as a tag (names, a date). Then one entry a line, chance included: what
chance adds to a move stands behind it (``P1:?P3 = 12 40``). ``#`` begins a comment. The result
comes last, ``none`` for a game that was not finished, so that a file cut short is noticed.

Rules and boards of one's own are carried along as JSON in the headers ``rules`` and ``board
data``. An edition that was registered by a name has that name as well: ``edition``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from misterx.core.errors import RecordError
from misterx.core.fields import Fields, JsonObject, read_json, show, unencodable
from misterx.core.registry import Definition
from misterx.core.rules import Outcome, Reason

__all__ = ["FORMAT", "Header", "Record"]

FORMAT = 1
"""The version of the file format; the rules have a version of their own."""

_TITLE = f"misterx record {FORMAT}"
_MOST_TAG_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Header:
    """Which game this is: everything that is needed before its first entry."""

    game: str
    edition: str | None
    own_rules: JsonObject | None
    rules_version: int
    players: int
    options: JsonObject = field(default_factory=dict)
    fixed: JsonObject = field(default_factory=dict)
    """What was not left to chance, such as start stations."""
    position: JsonObject | None = None
    """The position that the game was put up from; None for one that began at the beginning."""
    tags: Mapping[str, str] = field(default_factory=dict)
    board: JsonObject | None = None
    """The board of one's own that the rules are played on; None for one that is built in."""

    @property
    def definition(self) -> Definition:
        """What it carries of the rules besides their name."""
        return Definition(self.own_rules, self.board)

    def __post_init__(self) -> None:
        """Refuse what would not come back from the record's text."""
        data = [self.own_rules, self.options, self.fixed, self.position, self.board]
        _refuse_unencodable([self.game, self.edition, *data, self.tags])
        tags = Fields(self.tags, "'tags'", RecordError)
        for key, value in ((key, tags.text(key)) for key in tags.data):
            if key in _READERS or ":" in key or key != key.strip() or value != value.strip():
                raise RecordError(
                    f"the tag {key[:20]!r} has a header's name, a colon in its name, or blanks "
                    f"around it"
                )
            if len(key) + len(value) > _MOST_TAG_LENGTH or not (key + value).isprintable():
                raise RecordError(f"the tag {key[:20]!r} is too long or cannot be printed")


@dataclass(frozen=True, slots=True)
class Record:
    """A game as header, entries and result; `sections` are headings for readers, by entry."""

    header: Header
    entries: tuple[str, ...]
    result: Outcome | None
    sections: Mapping[int, str] = field(default_factory=dict, compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)
    """Where each entry stands in the text that it was read from."""

    def __post_init__(self) -> None:
        """Refuse what no file can hold."""
        _refuse_unencodable([self.entries, self.result and self.result.winner])

    def to_text(self) -> str:
        """The record as its file's text."""
        head = self.header
        lines = [_TITLE, *(f"{key}: {value}" for key, value in _header_lines(head)), ""]
        for number, entry in enumerate(self.entries):
            if number in self.sections:
                lines.append(f"# {self.sections[number]}")
            lines.append(entry)
        result = f"{self.result.winner} {self.result.reason}" if self.result else "none"
        return "\n".join([*lines, f"result: {result}", ""])

    def to_json(self) -> dict[str, object]:
        """The record as JSON."""
        head = self.header
        return {
            "misterx": FORMAT,
            "game": head.game,
            "edition": head.edition,
            "rules": _plain(head.own_rules),
            **({} if head.board is None else {"board_data": _plain(head.board)}),
            "rules_version": head.rules_version,
            "players": head.players,
            "options": dict(head.options),
            "fixed": dict(head.fixed),
            "position": _plain(head.position),
            "tags": dict(head.tags),
            "moves": list(self.entries),
            "result": (
                {"winner": self.result.winner, "reason": str(self.result.reason)}
                if self.result
                else None
            ),
        }

    @classmethod
    def read(cls, text: str, name: str = "the record") -> Record:
        """The record in what a file holds, text or JSON; raises `RecordError` with the place."""
        if not isinstance(text, str):
            raise RecordError(f"{name} must be a text, not {show(text)}")
        if not text.lstrip().startswith("{"):
            return cls.from_text(text)
        try:
            data = read_json(text)
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else None
            raise RecordError(f"{name} is no JSON: {error}", line=line) from error
        return cls.from_json(data)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record that a file's text holds; raises `RecordError` with the line."""
        if not isinstance(text, str):
            raise RecordError(f"a record must be a text, not {show(text)}")
        lines = text.splitlines()
        if not lines or lines[0].strip() != _TITLE:
            raise RecordError(f"the first line of a record is {_TITLE!r}", line=1)
        header: dict[str, object] = {}
        tags: dict[str, str] = {}
        body = len(lines)
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                body = number
                break
            key, colon, value = line.partition(":")
            if not colon or key in header or key in tags:
                raise RecordError(f"no header line, or one twice: {line[:60]!r}", line=number)
            if key in _READERS:
                header[key] = _header_value(key, value.strip(), number)
            else:
                tags[key] = value.strip()
        entries: list[tuple[int, str]] = []
        result: str | None = None
        for number, line in enumerate(lines[body:], body + 1):
            entry = line.partition("#")[0].strip()
            if not entry:
                continue
            if result is not None:
                raise RecordError("something follows the result", line=number)
            if entry.startswith("result:"):
                result = entry.removeprefix("result:").strip()
            else:
                entries.append((number, entry))
        if result is None:
            raise RecordError("the record has no result: it was cut short", line=len(lines))
        return cls(
            _header(header, tags),
            tuple(entry for _, entry in entries),
            _result(None if result == "none" else result.split()),
            lines=tuple(number for number, _ in entries),
        )

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The record that a JSON object holds; raises `RecordError`."""
        _refuse_unencodable(data)
        fields = Fields(data, "the record", RecordError)
        fields.integer("misterx", FORMAT, FORMAT)
        moves = fields.items("moves")
        entries = tuple(move for move in moves if isinstance(move, str))
        if len(entries) < len(moves):
            at = next(n for n, move in enumerate(moves, 1) if not isinstance(move, str))
            raise RecordError("a move is a text", entry=at)
        result = None
        if fields.has("result"):
            ended = fields.fields("result")
            result = _result([ended.text("winner"), ended.text("reason")])
        tags = Fields(fields.data.get("tags", {}), "'tags' of the record", RecordError)
        header = {_TEXT_KEYS.get(key, key): fields.data[key] for key in _KEYS if key in fields.data}
        return cls(_header(header, {key: tags.text(key) for key in tags.data}), entries, result)


_READERS: Mapping[str, Callable[[str], object]] = {
    "game": str,
    "edition": str,
    "rules": read_json,
    "board data": read_json,
    "rules version": int,
    "players": int,
    "options": read_json,
    "fixed": read_json,
    "position": read_json,
}
_TEXT_KEYS = {key.replace(" ", "_"): key for key in _READERS if " " in key}
_KEYS = tuple(key.replace(" ", "_") for key in _READERS)


def _header_lines(head: Header) -> Sequence[tuple[str, object]]:
    """The header's lines in reading order, without those that say nothing."""
    rows: list[tuple[str, object]] = [
        ("game", head.game),
        ("edition", head.edition),
        ("rules", head.own_rules and _compact(head.own_rules)),
        ("board data", head.board and _compact(head.board)),
        ("rules version", head.rules_version),
        ("players", head.players),
        ("options", _compact(head.options) if head.options else None),
        ("fixed", _compact(head.fixed) if head.fixed else None),
        ("position", head.position and _compact(head.position)),
        *head.tags.items(),
    ]
    return [(key, value) for key, value in rows if value is not None]


def _compact(data: JsonObject) -> str:
    return json.dumps(_plain(data), separators=(", ", ": "))


def _plain(data: JsonObject | None) -> object:
    return None if data is None else dict(data)


def _header_value(key: str, text: str, line: int) -> object:
    try:
        return _READERS[key](text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{key!r} cannot be read: {error}", line=line) from error


def _header(values: Mapping[str, object], tags: Mapping[str, str]) -> Header:
    """The header in these values."""
    fields = Fields(values, "the record's header", RecordError)
    objects = {
        key: dict(fields.fields(key).data) if fields.has(key) else None
        for key in ("rules", "board data", "options", "fixed", "position")
    }
    if not fields.has("edition") and objects["rules"] is None:
        raise RecordError("the record's header must name an edition or hold rules")
    return Header(
        game=fields.text("game"),
        edition=fields.text("edition") if fields.has("edition") else None,
        own_rules=objects["rules"],
        rules_version=fields.integer("rules version", 1, 10**6),
        players=fields.integer("players", 1, 99),
        options=objects["options"] or {},
        fixed=objects["fixed"] or {},
        position=objects["position"],
        tags=tags,
        board=objects["board data"],
    )


def _refuse_unencodable(value: object) -> None:
    if (found := unencodable(value)) is not None:
        raise RecordError(f"{show(found)} has a lone surrogate, which is not a character")


def _result(words: Sequence[str] | None) -> Outcome | None:
    if words is None:
        return None
    if len(words) != 2 or words[1] not in list(Reason):
        raise RecordError(f"no result that the project knows: {' '.join(words)[:60]!r}")
    return Outcome(words[0], Reason(words[1]))
