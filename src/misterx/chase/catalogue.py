"""The editions by name: the printed ones, and those that somebody adds."""

from __future__ import annotations

import copyreg
import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from misterx.board import (
    Board,
    BoardError,
    board_from_json,
    board_to_json,
    is_built_in,
    register_board,
)
from misterx.chase.edition import Edition, edition_from_json
from misterx.chase.rules import Chase
from misterx.chase.state import Cast
from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import JsonObject, plain, show
from misterx.core.registry import Definition, of_version
from misterx.core.rules import Setup

__all__ = [
    "definition",
    "edition_names",
    "load_edition",
    "register_edition",
    "rules_for",
    "rules_from_json",
]

_VERSIONS: Mapping[int, Callable[[Edition], Chase]] = {Chase.version: Chase}
"""The law by version. One that games were played by stays: docs/decisions/0007."""

_added: dict[str, JsonObject] = {}
_MOST_NAME = 100


@cache
def _printed() -> dict[str, JsonObject]:
    text = files("misterx.chase").joinpath("editions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def edition_names() -> tuple[str, ...]:
    """The names of all editions, the printed ones first.

    >>> edition_names()[:2]
    ('classic-1983', 'classic-2000')
    """
    return (*_printed(), *_added)


def load_edition(name: str) -> Edition:
    """The edition of that name; raises `UnknownEdition`.

    >>> load_edition("modern-2013").rounds
    22
    """
    return rules_for(name).data


def rules_for(name: str, version: int | None = None) -> Chase:
    """The law of the edition of that name, in a version of old or the newest.

    Raises `UnknownEdition`, and `BadSetup` for a version that there is not.
    """
    if name not in edition_names():
        raise UnknownEdition(f"no edition {show(name)}; there are: {', '.join(edition_names())}")
    return _rules(name, of_version(_VERSIONS, version))


def rules_from_json(
    given: JsonObject, version: int | None = None, board: JsonObject | None = None
) -> Chase:
    """The law of an edition of one's own, by the keys of `editions.toml`; of equal ones, the same.

    A `board`, as `board_to_json` gives it, is registered if the edition is right.

    >>> rules_from_json({"base": "classic-2000", "black": 3}).data.black
    3
    """
    brought = None if board is None else _board(board)
    edition = edition_from_json(given, _named(), board=brought)
    law = of_version(_VERSIONS, version)
    if brought is not None:
        _register(brought)
    return _own(_text(edition), law)


def definition(rules: Chase) -> Definition:
    """Return what a process that has registered nothing needs to play by these rules.

    >>> definition(rules_for("classic-2000"))
    Definition(rules=None, board=None)
    >>> definition(rules_from_json({"base": "classic-2000", "black": 3})).rules
    {'base': 'classic-2000', 'black': 3}
    """
    edition = rules.data
    given = edition.own_rules if edition.name is None else _added.get(edition.name)
    if given is None:
        return Definition()
    board = edition.board
    return Definition(
        _on_printed_base(given), None if is_built_in(board.name) else board_to_json(board)
    )


def _on_printed_base(given: JsonObject) -> JsonObject:
    """The same rules without a base that somebody has registered."""
    while (base := given.get("base")) in _added:
        own = {key: value for key, value in given.items() if key != "base"}
        given = {**_added[str(base)], **own}
    return given


def _board(given: JsonObject) -> Board:
    try:
        return board_from_json(given)
    except BoardError as error:
        raise BadSetup(str(error)) from error


def _register(board: Board) -> None:
    try:
        register_board(board)
    except BoardError as error:
        raise BadSetup(str(error)) from error


def register_edition(name: str, given: JsonObject) -> None:
    """Make an edition of one's own known by a name; refuses a name that is taken.

    Raises `BadSetup` for a name that would not come back from a record: one line of printable
    characters without blanks around it.
    """
    if not _is_name(name):
        raise BadSetup(
            f"the name of an edition must be 1 to {_MOST_NAME} printable characters without blanks "
            f"around them, not {show(name)}"
        )
    if name in edition_names():
        raise BadSetup(f"there is an edition {name!r} already: choose another name")
    kept = plain(given)
    edition_from_json(kept, _named(), name)
    _added[name] = kept


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and 0 < len(name) <= _MOST_NAME
        and name.isprintable()
        and name == name.strip()
    )


@cache
def _rules(name: str, law: Callable[[Edition], Chase]) -> Chase:
    return law(edition_from_json(_named()[name], _named(), name))


def _named() -> dict[str, JsonObject]:
    return {**_printed(), **_added}


@lru_cache(maxsize=64)
def _own(given: str, law: Callable[[Edition], Chase]) -> Chase:
    """The law of an edition of one's own, from the JSON text of its object."""
    return law(edition_from_json(json.loads(given), _named()))


def _text(edition: Edition) -> str:
    """The object that an edition of one's own was given as, as JSON; every mapping will do."""
    return json.dumps(edition.own_rules, default=dict)


# --- pickling -----------------------------------------------------------------------------
#
# An observation goes to computer players in other processes and is mostly its cast: the edition,
# the board and every way on it. So a cast is pickled as what it takes to find it again, and two
# observations of one game share it there, as they do here. A board of one's own goes with it and
# is registered where it is read; an edition that was given a name has to be registered there too.


def _reduce(cast: Cast) -> tuple[Callable[..., Cast], tuple[object, ...]]:
    """How to get a cast again, wherever it is read."""
    find, by = _found_by(cast)
    board = cast.edition.board
    return (find, by) if is_built_in(board.name) else (_on_board, (board, find, by))


def _on_board(board: Board, find: Callable[..., Cast], by: tuple[object, ...]) -> Cast:
    register_board(board)
    return find(*by)


def _found_by(cast: Cast) -> tuple[Callable[..., Cast], tuple[object, ...]]:
    """How to get a cast again: of a known edition by its name or object, of any other by value."""
    edition, name = cast.edition, cast.edition.name
    options = tuple(cast.options.items())
    for version, law in _VERSIONS.items():
        if name in edition_names() and _rules(name, law).data is edition:
            return _cast_by_name, (name, version, cast.players, options)
        if edition.own_rules is not None and _own(given := _text(edition), law).data is edition:
            return _cast_by_rules, (given, version, cast.players, options)
    return Cast, (edition, cast.network, cast.players, cast.options)


@lru_cache(maxsize=256)
def _cast_by_name(
    name: str, version: int, players: int, options: tuple[tuple[str, bool], ...]
) -> Cast:
    return rules_for(name, version).cast(Setup(players, dict(options)))


@lru_cache(maxsize=256)
def _cast_by_rules(
    given: str, version: int, players: int, options: tuple[tuple[str, bool], ...]
) -> Cast:
    return _own(given, of_version(_VERSIONS, version)).cast(Setup(players, dict(options)))


copyreg.pickle(Cast, _reduce)
