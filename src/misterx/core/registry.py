"""The registry of games: which there are, and the rules of each edition by name.

A game is a module that looks like `GameModule`. It is imported when it is first asked for, so that
a program which only prints its help loads none.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from misterx.core.errors import BadSetup, Malformed, UnknownEdition
from misterx.core.fields import JsonObject, is_integer, show, show_type
from misterx.core.rules import Rules

__all__ = [
    "AnyRules",
    "Definition",
    "GameModule",
    "definition_of",
    "edition_names",
    "game_of",
    "games",
    "of_version",
    "rules_defined",
    "rules_for",
]

T = TypeVar("T")

AnyRules: TypeAlias = Rules[Any, Any, Any]
"""Rules of some game: whoever holds these passes states and moves through and looks into none."""

_MODULES = {"chase": "misterx.chase", "cards": "misterx.cards"}


class Definition(NamedTuple):
    """What another process needs to play by the same rules; None for what every process knows."""

    rules: JsonObject | None = None
    """Rules of one's own, based on a printed edition or on none."""
    board: JsonObject | None = None
    """The board of one's own that they are played on."""


class GameModule(Protocol):
    """What the module of a game offers."""

    def edition_names(self) -> tuple[str, ...]:
        """The names of its editions."""

    def rules_for(self, name: str, version: int | None = None) -> AnyRules:
        """The rules of one of its editions, in a version of old or the newest.

        Raises `UnknownEdition`, and `BadSetup` for a version that there is not.
        """

    def rules_from_json(
        self, given: JsonObject, version: int | None = None, board: JsonObject | None = None
    ) -> AnyRules:
        """The rules of an edition of one's own; raises `BadSetup` or `UnknownEdition`.

        With a board, that board is made known by its name first.
        """

    def definition(self, rules: Any) -> Definition:
        """Return what a process that has registered nothing needs to play by these rules."""


def games() -> tuple[str, ...]:
    """The names of all games.

    >>> games()
    ('chase', 'cards')
    """
    return tuple(_MODULES)


def edition_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all editions of a game; None: of all games."""
    modules = map(_module, _MODULES) if game is None else (_checked_module(game),)
    return tuple(name for module in modules for name in module.edition_names())


def game_of(rules: AnyRules) -> str:
    """The name of the game that these are rules of; raises `Malformed` for anything else."""
    home = type(rules).__module__
    for game, module in _MODULES.items():
        if home.startswith(module + "."):
            return game
    raise Malformed(
        f"rules come from `rules_for(edition)`; {show_type(rules)} is not rules of a game"
    )


def definition_of(rules: AnyRules) -> Definition:
    """Return what a process that has registered nothing needs to play by these rules."""
    return _module(game_of(rules)).definition(rules)


def rules_defined(
    edition: str | None, defined: Definition, game: str, version: int | None = None
) -> AnyRules:
    """Return the rules that a record names and carries.

    An edition that has the same definition here is found by its name. Any other is played by the
    definition, as rules without a name.

    Raises:
        BadSetup: The definition is wrong, or it goes with the name of a printed edition.
        UnknownEdition: The edition is unknown here, and there is no definition.
    """
    if defined.rules is None:
        if defined.board is not None:
            raise BadSetup("a board comes with the rules that are played on it, not alone")
        return rules_for(edition, None, game, version)
    if edition is not None and edition in edition_names():
        rules = rules_for(edition, None, game, version)
        if (here := definition_of(rules)) == defined:
            return rules
        if here.rules is None:
            raise BadSetup(f"{edition!r} is a printed edition, whose rules cannot be replaced")
    return _checked_module(game).rules_from_json(defined.rules, version, defined.board)


def rules_for(
    edition: str | None,
    own_rules: JsonObject | None = None,
    game: str = "chase",
    version: int | None = None,
) -> AnyRules:
    """The rules of an edition by name, or of one's own as an object of some game.

    With a version, those that a game of old was played by; else the newest.

    >>> rules_for("modern-2013").edition
    'modern-2013'
    """
    if edition is None and own_rules is None:
        raise BadSetup("name an edition, or give rules of your own")
    if edition is not None and own_rules is not None and edition in edition_names():
        raise BadSetup("give the name of an edition or rules of your own, not both")
    if edition is None and own_rules is not None:
        return _checked_module(game).rules_from_json(own_rules, version)
    for name in _MODULES:
        if edition in _module(name).edition_names():
            return _module(name).rules_for(str(edition), version)
    raise UnknownEdition(f"no edition {show(edition)}; there are: {', '.join(edition_names())}")


def of_version(versions: Mapping[int, T], version: int | None) -> T:
    """What a game keeps for a version of its rules; None is the newest. Raises `BadSetup`.

    >>> of_version({1: "the old law", 2: "the new law"}, 1)
    'the old law'
    """
    number = max(versions) if version is None else version
    if not is_integer(number) or number not in versions:
        raise BadSetup(
            f"no version {show(number)} of the rules, though a newer program may have it; "
            f"there are: {', '.join(map(str, sorted(versions)))}"
        )
    return versions[number]


def _checked_module(game: str) -> GameModule:
    """The module of a game that somebody names; raises `BadSetup` for an unknown one."""
    if game not in games():
        raise BadSetup(f"there is no game {show(game)}; there are: {', '.join(_MODULES)}")
    return _module(game)


def _module(game: str) -> GameModule:
    return cast(GameModule, import_module(_MODULES[game]))
