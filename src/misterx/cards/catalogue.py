"""The editions of the card game by name: so far there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from misterx.cards.rules import EDITION, Cards
from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import JsonObject
from misterx.core.registry import Definition, of_version

__all__ = ["definition", "edition_names", "rules_for", "rules_from_json"]

_VERSIONS: Mapping[int, Callable[[], Cards]] = {Cards.version: Cards}
"""The law by version. One that games were played by stays: docs/decisions/0007."""


def edition_names() -> tuple[str, ...]:
    """The names of all editions.

    >>> edition_names()
    ('cards-2017',)
    """
    return (EDITION,)


def rules_for(name: str, version: int | None = None) -> Cards:
    """The law of the edition of that name, in a version of old or the newest.

    Raises `UnknownEdition`, and `BadSetup` for a version that there is not.
    """
    if name != EDITION:
        raise UnknownEdition(f"no edition {name!r} of the card game; there is {EDITION}")
    return _rules(of_version(_VERSIONS, version))


@cache
def _rules(law: Callable[[], Cards]) -> Cards:
    return law()


def definition(rules: Cards) -> Definition:  # noqa: ARG001 - every game's module offers this
    """Return nothing: every process knows the card game."""
    return Definition()


def rules_from_json(
    given: JsonObject,  # noqa: ARG001 - every game's module offers this
    version: int | None = None,  # noqa: ARG001 - every game's module offers this
    board: JsonObject | None = None,  # noqa: ARG001 - every game's module offers this
) -> Cards:
    """Always refused: the card game has no numbers to change but the tickets' colours."""
    raise BadSetup("the card game takes no rules of one's own; 'colours' sets the tickets' colours")
