"""A game small enough to reckon by hand, behind the same protocol as the real ones.

Two seats in turn take one or two points, or roll for them. Whoever brings the sum to six wins. A
roll sets off chance: one point (one half), two (a third) or six (a sixth).
"""

from misterx.core.errors import UnknownEdition
from misterx.core.fields import Fields, JsonObject
from tests.core.toy.rules import Toy


def edition_names() -> tuple[str, ...]:
    return ("sixes",)


def rules_for(name: str) -> Toy:
    if name not in edition_names():
        raise UnknownEdition(f"no edition {name!r}")
    return Toy("sixes", 6)


def rules_from_json(given: JsonObject) -> Toy:
    return Toy(None, Fields(given, "rules").integer("goal", 1, 99))
