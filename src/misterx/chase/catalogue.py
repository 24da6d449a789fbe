"""The editions by name: the printed ones, and those that somebody adds."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from misterx.chase.edition import Edition, edition_from_json
from misterx.chase.rules import Chase
from misterx.core.errors import BadSetup, UnknownEdition
from misterx.core.fields import JsonObject

__all__ = ["edition_names", "load_edition", "register_edition", "rules_for", "rules_from_json"]

_added: dict[str, JsonObject] = {}


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


def rules_for(name: str) -> Chase:
    """The law of the edition of that name; raises `UnknownEdition`."""
    if name not in edition_names():
        raise UnknownEdition(f"no edition {name!r}; there are: {', '.join(edition_names())}")
    return _rules(name)


def rules_from_json(given: JsonObject) -> Chase:
    """The law of an edition of one's own, by the keys of `editions.toml`.

    >>> rules_from_json({"base": "classic-2000", "black": 3}).data.black
    3
    """
    return Chase(edition_from_json(given, _named()))


def register_edition(name: str, given: JsonObject) -> None:
    """Make an edition of one's own known by a name; refuses a name that is taken."""
    if name in edition_names():
        raise BadSetup(f"there is an edition {name!r} already: choose another name")
    edition_from_json(given, _named(), name)
    _added[name] = given


@cache
def _rules(name: str) -> Chase:
    return Chase(edition_from_json(_named()[name], _named(), name))


def _named() -> dict[str, JsonObject]:
    return {**_printed(), **_added}
