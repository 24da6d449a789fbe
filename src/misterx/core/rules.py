"""What every game here is: one protocol, and the small types that it speaks.

A game is a pure function of its moves. `Rules` knows how; it holds no state, reads no clock and
rolls no dice: chance is a move like any other, made by the actor `CHANCE`. Whoever runs a game
(terminal, server, arena) folds `apply` over the moves and shows each seat what `observe` lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import Final, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar

from misterx.core.errors import Refusal
from misterx.core.fields import JsonObject

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Actors",
    "Event",
    "Outcome",
    "Reason",
    "Rules",
    "Seat",
    "Setup",
    "Step",
    "Viewpoint",
]

Seat = NewType("Seat", str)
"""Somebody at the table who decides: `X`, `H1`, … or `P1`, …"""

Viewpoint = NewType("Viewpoint", str)
"""Somebody who looks on and knows certain things. Several seats may share one viewpoint."""

CHANCE: Final = Seat("chance")
"""The actor who draws cards. It has no viewpoint and no wishes."""

SPECTATOR: Final = Viewpoint("spectator")
"""Whoever watches without a seat."""

Actors: TypeAlias = tuple[Seat, ...]
"""Who may act now: seats, or `(CHANCE,)`, or nobody when the game is over."""

S = TypeVar("S")
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741 - the protocol's letter for an observation, as in the documentation


class Reason(StrEnum):
    """Why a game ended. The last two come from the table, never from the rules."""

    CAUGHT = "caught"
    TRAPPED = "trapped"
    SURVIVED = "survived"
    NO_MOVES = "no_moves"
    FOUND = "found"
    EXPOSED = "exposed"
    NO_TICKETS = "no_tickets"
    DECK_EMPTY = "deck_empty"
    RESIGNED = "resigned"
    TIME = "time"

    @property
    def is_of_the_table(self) -> bool:
        """True for endings that people or clocks bring about, not the rules."""
        return self in (Reason.RESIGNED, Reason.TIME)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, why, and where the game stood at that moment."""

    winner: str
    reason: Reason
    at: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game: players, options, and what is not left to chance.

    `fixed` holds the game's own keys, such as the chase's `starts`.
    """

    players: int
    options: JsonObject = field(default_factory=dict)
    fixed: JsonObject = field(default_factory=dict)


class Event(NamedTuple):
    """Something that happened, as a client can show it; without an audience, to nobody."""

    kind: str
    data: Mapping[str, object]
    audience: frozenset[Viewpoint] = frozenset()


class Step(NamedTuple, Generic[S]):
    """The state after a move, and what each viewpoint learns of it."""

    state: S
    events: tuple[Event, ...]


class Rules(Protocol[S, M, O]):
    """One game in one edition. `S` is its state, `M` its moves, `O` what a viewpoint sees."""

    @property
    def edition(self) -> str | None:
        """The edition's name; None for rules of one's own."""

    @property
    def own_rules(self) -> JsonObject | None:
        """Rules of one's own as they were given; None for an edition that has a name."""

    @property
    def version(self) -> int:
        """The version of these rules: it changes when the same moves would mean another game."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it can be played by, ascending."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that can win, by the names that outcomes give them."""

    @property
    def options(self) -> Mapping[str, bool]:
        """The options that may be agreed on, each with what is usual."""

    @property
    def setup_keys(self) -> tuple[str, ...]:
        """The keys of `Setup.fixed`: what may be settled beforehand instead of by chance."""

    def new_game(self, setup: Setup) -> S:
        """The state before the first move, chance included; raises `BadSetup`."""

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Everybody who plays, in table order."""

    def viewpoint(self, seat: Seat) -> Viewpoint:
        """The eyes that a seat sees with."""

    def side(self, state: S, seat: Seat) -> str:
        """The side that a seat is on now, as outcomes name it; it may be a secret of that seat."""

    def viewpoints(self, state: S) -> tuple[Viewpoint, ...]:
        """Every viewpoint of this game, spectators last."""

    def to_act(self, state: S) -> Actors:
        """The seats that may act now, or `CHANCE`; empty when the game is over."""

    def legal_moves(self, state: S) -> Sequence[M]:
        """Every move that may be played now, whoever plays it, sorted by its text."""

    def chance_outcomes(self, state: S) -> Sequence[tuple[M, Fraction]]:
        """When `CHANCE` acts: its moves and their odds, which add up to one.

        Empty where there are too many to list, as with a shuffled deck, and where it does not act.
        """

    def draw(self, state: S, rng: Random) -> M:
        """One of the moves of chance, by their odds."""

    def check(self, state: S, seat: Seat | None, move: M) -> Refusal | None:
        """Why the seat (None: whoever it concerns) may not play this move; None when it may."""

    def apply(self, state: S, move: M) -> Step[S]:
        """The step that a move makes; raises `IllegalMove`, and `Malformed` for a strange state."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def concede(self, state: S, winner: str, reason: Reason) -> S:
        """The state of a game that the table has ended: over, and open like any other."""

    def observe(self, state: S, who: Viewpoint) -> O:
        """What a viewpoint may see: all it has learnt so far, and nothing else.

        Raises `Malformed` for a viewpoint that there is not.
        """

    def sample(self, seen: O, rng: Random) -> S:
        """A full state in which this viewpoint would have seen exactly this."""

    def taught_nothing(self, before: S, after: S) -> bool:
        """True if the step told nobody anything but the mover's wish, so that it may be undone."""

    def silence(self, state: S) -> M | None:
        """The move that saying nothing means, where there is one; elsewhere None."""

    def parse(self, text: str) -> M:
        """The move that a text means; raises `Malformed`."""

    def text(self, move: M) -> str:
        """The short text of a move; `parse` reads it back."""

    def section(self, state: S) -> str:
        """What a record's reader calls this part of the game, such as `round 3`."""

    def view(self, seen: O) -> dict[str, object]:
        """An observation as JSON."""

    def read_view(self, given: JsonObject, who: Viewpoint) -> O:
        """The observation that a view of a game which goes on was made of; raises `Refused`."""

    def position(self, state: S) -> dict[str, object]:
        """Everything about a state as JSON, hidden things included."""

    def restore(self, position: JsonObject) -> S:
        """The state that a position describes; raises `BadSetup`."""
