"""The law of the toy game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from misterx.core.errors import BadSetup, Code, IllegalMove, Malformed, Refusal
from misterx.core.fields import Fields, JsonObject
from misterx.core.rules import (
    CHANCE,
    SPECTATOR,
    Actors,
    Event,
    Outcome,
    Reason,
    Seat,
    Setup,
    Step,
    Viewpoint,
)

ROLL: Final = "roll"
ODDS: Final = (
    ("rolled 1", Fraction(1, 2)),
    ("rolled 2", Fraction(1, 3)),
    ("rolled 6", Fraction(1, 6)),
)
SEATS: Final = (Seat("A"), Seat("B"))
EYES: Final = (Viewpoint("A"), Viewpoint("B"), SPECTATOR)


class Points(NamedTuple):
    """The state: the sum so far, who moves or rolls, and whether the dice are in the air."""

    total: int
    mover: int
    rolling: bool = False
    ended: Outcome | None = None


class Toy:
    """`Rules[Points, str, Points]`: nothing is hidden, so everybody sees the state itself."""

    version = 3
    winners = SEATS
    players = (2,)
    setup_keys = ("total",)
    options: Mapping[str, bool] = MappingProxyType({})

    def __init__(self, name: str | None, goal: int) -> None:
        self.edition = name
        self.own_rules: JsonObject | None = None if name else {"goal": goal}
        self.goal = goal

    def new_game(self, setup: Setup) -> Points:
        if setup.players != 2:
            raise BadSetup("two play this game")
        fixed = Fields(setup.fixed, "the setup")
        return Points(fixed.integer("total", 0, 9) if fixed.has("total") else 0, 0)

    def seats(self, state: Points) -> tuple[Seat, ...]:
        return SEATS

    def viewpoint(self, seat: Seat) -> Viewpoint:
        return Viewpoint(seat)

    def viewpoints(self, state: Points) -> tuple[Viewpoint, ...]:
        return EYES

    def to_act(self, state: Points) -> Actors:
        if self.outcome(state):
            return ()
        return (CHANCE,) if state.rolling else (SEATS[state.mover],)

    def legal_moves(self, state: Points) -> Sequence[str]:
        if self.outcome(state):
            return []
        return [move for move, _ in ODDS] if state.rolling else ["1", "2", ROLL]

    def chance_outcomes(self, state: Points) -> Sequence[tuple[str, Fraction]]:
        return ODDS if state.rolling else ()

    def draw(self, state: Points, rng: Random) -> str:
        fall = rng.randrange(6)
        return ODDS[0][0] if fall < 3 else ODDS[1][0] if fall < 5 else ODDS[2][0]

    def check(self, state: Points, seat: Seat | None, move: str) -> Refusal | None:
        if self.outcome(state):
            return Refusal(Code.GAME_OVER, "the game is over")
        if move not in self.legal_moves(state):
            return Refusal(Code.NOT_ALLOWED, f"{move} is not open now")
        if seat is not None and seat not in self.to_act(state):
            return Refusal(Code.NOT_YOUR_TURN, f"{seat} is not on turn")
        return None

    def apply(self, state: Points, move: str) -> Step[Points]:
        if no := self.check(state, None, move):
            raise IllegalMove(no.message, no.code)
        event = Event("moved", {"text": move}, frozenset(EYES))
        if move == ROLL:
            return Step(state._replace(rolling=True), (event,))
        points = int(move.removeprefix("rolled "))
        after = Points(state.total + points, 1 - state.mover)
        return Step(after, (event,))

    def outcome(self, state: Points) -> Outcome | None:
        if state.total < self.goal:
            return state.ended
        return Outcome(SEATS[1 - state.mover], Reason.SURVIVED)

    def concede(self, state: Points, winner: str, reason: Reason) -> Points:
        return state._replace(ended=Outcome(winner, reason))

    def observe(self, state: Points, who: Viewpoint) -> Points:
        return state

    def sample(self, seen: Points, rng: Random) -> Points:
        return seen

    def taught_nothing(self, before: Points, after: Points) -> bool:
        return True

    def silence(self, state: Points) -> str | None:
        return None

    def side(self, state: Points, seat: Seat) -> str:
        return seat

    def parse(self, text: str) -> str:
        if text not in {"1", "2", ROLL, *(move for move, _ in ODDS)}:
            raise Malformed(f"{text!r} is no move")
        return text

    def text(self, move: str) -> str:
        return move

    def section(self, state: Points) -> str:
        return "the last steps" if state.total >= self.goal - 2 else "the way there"

    def view(self, seen: Points) -> dict[str, object]:
        return dict(seen._asdict())

    def read_view(self, given: JsonObject, who: Viewpoint) -> Points:
        return self.restore(given)

    def position(self, state: Points) -> dict[str, object]:
        return {"players": 2, **state._asdict()}

    def restore(self, position: JsonObject) -> Points:
        fields = Fields(position, "the position")
        return Points(
            fields.integer("total", 0, 99), fields.integer("mover", 0, 1), fields.boolean("rolling")
        )


class OldToy(Toy):
    """The same moves, another game."""

    version = 2

    def outcome(self, state: Points) -> Outcome | None:
        if state.total < self.goal:
            return state.ended
        return Outcome(SEATS[state.mover], Reason.SURVIVED)
