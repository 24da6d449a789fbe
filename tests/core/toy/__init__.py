"""A game small enough to reckon by hand, behind the same protocol as the real ones.

Two seats in turn take one or two points, or roll for them. Whoever brings the sum to six wins. A
roll sets off chance: one point (one half), two (a third) or six (a sixth). By the rules of old,
version 2, whoever brings the sum to six loses.
"""

from misterx.core.errors import UnknownEdition
from misterx.core.fields import Fields, JsonObject
from misterx.core.registry import Definition, of_version
from tests.core.toy.rules import OldToy, Toy

_VERSIONS = {2: OldToy, 3: Toy}


def edition_names() -> tuple[str, ...]:
    return ("sixes",)


def rules_for(name: str, version: int | None = None) -> Toy:
    if name not in edition_names():
        raise UnknownEdition(f"no edition {name!r}")
    return of_version(_VERSIONS, version)("sixes", 6)


def definition(rules: Toy) -> Definition:
    return Definition(rules.own_rules)


def rules_from_json(
    given: JsonObject, version: int | None = None, board: JsonObject | None = None
) -> Toy:
    goal = Fields(given, "rules").integer("goal", 1, 99)
    return of_version(_VERSIONS, version)(None, goal)
