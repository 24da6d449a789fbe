"""What every game here has: the `Rules` protocol, outcomes, refusals, records and their replay."""

from misterx.core.errors import (
    BadSetup,
    Code,
    IllegalMove,
    Malformed,
    RecordError,
    Refusal,
    Refused,
    UnknownEdition,
)
from misterx.core.fields import JsonObject
from misterx.core.game import Game
from misterx.core.record import Header, Record
from misterx.core.registry import AnyRules, edition_names, game_of, games, rules_for
from misterx.core.rules import (
    CHANCE,
    SPECTATOR,
    Actors,
    Event,
    Outcome,
    Reason,
    Rules,
    Seat,
    Setup,
    Step,
    Viewpoint,
)

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Actors",
    "AnyRules",
    "BadSetup",
    "Code",
    "Event",
    "Game",
    "Header",
    "IllegalMove",
    "JsonObject",
    "Malformed",
    "Outcome",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Rules",
    "Seat",
    "Setup",
    "Step",
    "UnknownEdition",
    "Viewpoint",
    "edition_names",
    "game_of",
    "games",
    "rules_for",
]
