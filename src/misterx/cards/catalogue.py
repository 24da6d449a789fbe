"""The editions of the card game by name: so far there is one."""

from __future__ import annotations

from functools import cache

from misterx.cards.rules import EDITION, Cards
from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import JsonObject

__all__ = ["edition_names", "rules_for", "rules_from_json"]


def edition_names() -> tuple[str, ...]:
    """The names of all editions.

    >>> edition_names()
    ('cards-2017',)
    """
    return (EDITION,)


@cache
def rules_for(name: str) -> Cards:
    """The law of the edition of that name; raises `UnknownEdition`."""
    if name != EDITION:
        raise UnknownEdition(f"no edition {name!r} of the card game; there is {EDITION}")
    return Cards()


def rules_from_json(given: JsonObject) -> Cards:  # noqa: ARG001 - what every game's module offers
    """Always refused: the card game has no numbers to change but the tickets' colours."""
    raise BadSetup("the card game takes no rules of one's own; 'colours' sets the tickets' colours")
