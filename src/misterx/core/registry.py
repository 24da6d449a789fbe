"""The registry of games: which there are, and the rules of each edition by name.

A game is a module that looks like `GameModule`. It is imported when it is first asked for, so that
a program which only prints its help loads none.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import JsonObject
from misterx.core.rules import Rules

__all__ = ["AnyRules", "GameModule", "edition_names", "game_of", "games", "of_version", "rules_for"]

T = TypeVar("T")

AnyRules: TypeAlias = Rules[Any, Any, Any]
"""Rules of some game: whoever holds these passes states and moves through and looks into none."""

_MODULES = {"chase": "misterx.chase", "cards": "misterx.cards"}


class GameModule(Protocol):
    """What the module of a game offers."""

    def edition_names(self) -> tuple[str, ...]:
        """The names of its editions."""

    def rules_for(self, name: str, version: int | None = None) -> AnyRules:
        """The rules of one of its editions, in a version of old or the newest.

        Raises `UnknownEdition`, and `BadSetup` for a version that there is not.
        """

    def rules_from_json(self, given: JsonObject, version: int | None = None) -> AnyRules:
        """The rules of an edition of one's own; raises `BadSetup` or `UnknownEdition`."""


def games() -> tuple[str, ...]:
    """The names of all games.

    >>> games()
    ('chase', 'cards')
    """
    return tuple(_MODULES)


def edition_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all editions of a game; None: of all games."""
    chosen = _MODULES if game is None else (game,)
    return tuple(name for game in chosen for name in _module(game).edition_names())


def game_of(rules: AnyRules) -> str:
    """The name of the game that these are rules of."""
    home = type(rules).__module__
    return next(game for game, module in _MODULES.items() if home.startswith(module + "."))


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
        if game not in _MODULES:
            raise BadSetup(f"there is no game {game!r}; there are: {', '.join(_MODULES)}")
        return _module(game).rules_from_json(own_rules, version)
    for name in _MODULES:
        if edition in _module(name).edition_names():
            return _module(name).rules_for(str(edition), version)
    raise UnknownEdition(f"no edition {edition!r}; there are: {', '.join(edition_names())}")


def of_version(versions: Mapping[int, T], version: int | None) -> T:
    """What a game keeps for a version of its rules; None is the newest. Raises `BadSetup`.

    >>> of_version({1: "the old law", 2: "the new law"}, 1)
    'the old law'
    """
    number = max(versions) if version is None else version
    if number not in versions:
        raise BadSetup(
            f"no version {number} of the rules, though a newer program may have it; "
            f"there are: {', '.join(map(str, sorted(versions)))}"
        )
    return versions[number]


def _module(game: str) -> GameModule:
    return cast(GameModule, import_module(_MODULES[game]))
