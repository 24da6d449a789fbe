"""What is agreed before a game: edition, players, who sits where, clock, onlookers.

A plan comes from the host as a request and is the first entry of the table's log, in the same form.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from misterx.bots import USUAL_LEVEL, player_names
from misterx.core import BadSetup, Game, Header, Record, Seat, edition_names, game_of, rules_for
from misterx.core.registry import Definition, definition_of

__all__ = [
    "MOST_RECORD",
    "ClockPlan",
    "Name",
    "Plan",
    "SeatPlan",
    "beginning",
    "check",
    "check_carried",
    "first_seats",
    "is_visible",
]

_MOST_SECONDS = 30 * 24 * 3600
MOST_RECORD = 40_000
"""Characters in a record; the longest game has far fewer."""


_JOINER = re.compile(
    "(?<=[^\\x00-\\x7f\\u200c\\u200d])[\\u200c\\u200d](?=[^\\x00-\\x7f\\u200c\\u200d])"
)
"""What joins the parts of an emoji, and letters of some scripts; between Latin letters it hides."""


_BLANK = re.compile(
    "[\\s\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\uffa0"
    "\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef]"
)
"""What prints as nothing: a name is not made of it alone."""

_READABLE = "only letters, digits, signs and single spaces"


def is_visible(text: str) -> bool:
    r"""Whether a text has nothing that cannot be seen, or would turn the text around it.

    >>> (
    ...     is_visible("Zoë \U0001f469\u200d\U0001f680"),
    ...     is_visible("Z\u200doë"),
    ...     is_visible("\u202eZoë"),
    ... )
    (True, False, False)
    """
    return _JOINER.sub("", text).isprintable()


def _printable(text: str) -> str:
    """Refuse what cannot be seen."""
    if not is_visible(text):
        raise ValueError(_READABLE)
    return text


def _not_blank(text: str) -> str:
    """Refuse what prints as nothing."""
    if not _BLANK.sub("", text):
        raise ValueError(_READABLE)
    return text


_Title: TypeAlias = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40),
    AfterValidator(_printable),
]
"""What a table is called. Logs are read by it, and may hold blank ones, which are now refused."""

Name: TypeAlias = Annotated[_Title, AfterValidator(_not_blank)]
"""What somebody wants to be called at a table."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class SeatPlan(_Model):
    """Who a seat is for: `me` and `device` are the host's, `open` is for whoever joins."""

    who: Literal["me", "device", "open", "bot"] = "open"
    name: Name | None = None
    """What the one on this seat is called; without it by his own name."""
    player: str | None = Field(default=None, max_length=40)
    """Which computer player; without it the level that is usual."""


class ClockPlan(_Model):
    """How much time there is, and what happens when it is over."""

    kind: Literal["none", "move", "bank"] = "none"
    """No clock, so long for every move, or so long for each side in the whole game."""
    seconds: int = Field(default=0, ge=0, le=_MOST_SECONDS)
    on_time: Literal["bot", "lose"] = "bot"


class Plan(_Model):
    """A table as its host wants it."""

    title: _Title | None = None
    """What the table is called, for lists and the head of the page."""
    edition: str = Field(max_length=100)
    players: int = Field(ge=1, le=9)
    options: dict[str, bool] = Field(default_factory=dict, max_length=20)
    seats: dict[str, SeatPlan] = Field(default_factory=dict, max_length=9)
    roles: Literal["chosen", "drawn"] = "chosen"
    """Everybody keeps the seat he took, or seats are drawn by lot at the start."""
    clock: ClockPlan = ClockPlan()
    spectators: bool = False
    """Whoever has the link may watch, and sees what lies open."""
    spectator_delay: int = Field(default=0, ge=0, le=3600)
    """So many seconds later."""
    deduction: bool = True
    """The table shows what can be worked out: where Mister X can be, who he can be."""
    hints: bool | None = None
    """People may ask for hints; if it is not said, who plays alone against computers may."""
    first: str | None = Field(default=None, max_length=9)
    """The seat that begins, where that is not settled by the rules; without it by lot."""
    record: str | None = Field(default=None, max_length=MOST_RECORD)
    """A record that the game begins with instead of new cards: one adjourned, or finished."""


def beginning(plan: Plan, rules_version: int | None = None) -> Game:
    """The game of a plan before its first entry; raises `Refused` if it cannot be played.

    A record brings its version of the rules along; else it is the one given, or the newest.
    """
    rules = rules_for(plan.edition, version=rules_version)
    if plan.record is not None:
        record = Record.from_text(plan.record)
        head = record.header
        said = (plan.edition, plan.players, dict(plan.options))
        if (head.edition, head.players, dict(head.options)) != said:
            raise BadSetup("edition, players or options are not those of the record")
        if plan.first is not None:
            raise BadSetup("a record says itself who begins")
        return Game.begin(record)
    defined = definition_of(rules)
    header = Header(
        game=game_of(rules),
        edition=plan.edition,
        own_rules=defined.rules,
        board=defined.board,
        rules_version=rules.version,
        players=plan.players,
        options=dict(plan.options),
        fixed={} if plan.first is None else {"first": plan.first},
    )
    return Game.begin(Record(header, (), None))


def check_carried(header: Header) -> None:
    """Refuse the record of a guest that brings rules or a board which this server does not have.

    A record from a server carries the operator's editions. It is welcome where they are the same.
    """
    carried, edition = header.definition, header.edition
    if carried == Definition():
        return
    if edition is None or edition not in edition_names():
        known = False
    else:
        known = definition_of(rules_for(edition, version=header.rules_version)) == carried
    if not known:
        raise BadSetup(
            "this server plays only the editions and boards of its operator, and the record brings "
            "rules or a board of its own; replay it with `misterx replay`"
        )


def first_seats(plan: Plan, game: Game) -> dict[Seat, SeatPlan]:
    """Every seat with what the plan says of it, computer players by name."""
    planned = {seat: plan.seats.get(seat, SeatPlan()) for seat in game.seats}
    return {
        seat: said.model_copy(update={"player": said.player or USUAL_LEVEL})
        if said.who == "bot"
        else said
        for seat, said in planned.items()
    }


def check(plan: Plan, game: Game) -> None:
    """Raise `BadSetup` for seats, players and clocks that there are not."""
    names = player_names(game_of(game.rules))
    if strange := [seat for seat in plan.seats if seat not in game.seats]:
        raise BadSetup(f"no seat {strange[0]!r}; there are: {', '.join(game.seats)}")
    for seat, said in plan.seats.items():
        if said.player is not None and said.player not in names:
            raise BadSetup(
                f"no computer player {said.player!r} for {seat}; there are: {', '.join(names)}"
            )
    if plan.clock.kind != "none" and plan.clock.seconds < 5:
        raise BadSetup("a clock has at least 5 seconds")
