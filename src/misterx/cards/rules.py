"""The law of the card game, behind the protocol that every game here has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from types import MappingProxyType

from misterx.cards import chance, observation, position, turns
from misterx.cards.moves import (
    Act,
    Action,
    Drop,
    Lay,
    Move,
    Name,
    Play,
    Renew,
    parse_move,
)
from misterx.cards.observation import Observation
from misterx.cards.reading import read_view
from misterx.cards.refusals import fitting_pile, refusal, to_act
from misterx.cards.sampling import sample
from misterx.cards.setup import EDITION, SETUP_KEYS, new_game
from misterx.cards.state import Phase, State
from misterx.core.errors import BadSetup, Code, IllegalMove, Malformed, Refusal
from misterx.core.fields import JsonObject, check_rng, show, show_type
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

__all__ = ["EDITION", "RULES_VERSION", "Cards"]

RULES_VERSION = 1
"""Changes when the same moves would make another game, never for a faster or clearer law."""


_SEATS = tuple(Seat(f"P{n + 1}") for n in range(max(turns.FALSE_TRAIL)))


class Cards:
    """The card game: `Rules[State, Move, Observation]`."""

    edition = EDITION
    own_rules = None
    version = RULES_VERSION
    players = tuple(turns.FALSE_TRAIL)
    winners = ("x", "hunters")
    setup_keys = SETUP_KEYS
    options: Mapping[str, bool] = MappingProxyType({})

    def new_game(self, setup: Setup) -> State:
        """The state before the deal; raises `BadSetup`."""
        return new_game(setup)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Everybody at the table, clockwise."""
        if type(state) is not State:
            raise _not_a_state(state)
        return state.seats

    def viewpoint(self, seat: Seat) -> Viewpoint:
        """Everybody sees with his own eyes."""
        if seat not in _SEATS:
            raise Malformed(f"no seat {show(seat)}; the seats are {', '.join(_SEATS)}")
        return Viewpoint(seat)

    def side(self, state: State, seat: Seat) -> str:
        """Mister X is whoever holds his card now; that is the holder's secret."""
        if seat not in self.seats(state):
            raise Malformed(f"no seat {show(seat)}; there are: {', '.join(state.seats)}")
        x, hunters = self.winners
        return x if state.x == seat else hunters

    def viewpoints(self, state: State) -> tuple[Viewpoint, ...]:
        """Every seat, and spectators."""
        return (*map(Viewpoint, self.seats(state)), SPECTATOR)

    def to_act(self, state: State) -> Actors:
        """The seats that may move now, or chance; nobody when the game is over."""
        if type(state) is not State:
            raise _not_a_state(state)
        return to_act(state)

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Every move that may be played now, sorted by its text; a deal is not listed."""
        actors = self.to_act(state)
        if actors == (CHANCE,):
            return sorted((move for move, _ in chance.outcomes(state)), key=str)
        return sorted((m for seat in actors for m in self._moves_of(state, seat)), key=str)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]]:
        """What chance may bring and how likely it is; a deal has too many to list."""
        if type(state) is not State:
            raise _not_a_state(state)
        return chance.outcomes(state)

    def draw(self, state: State, rng: Random) -> Move:
        """One of the moves of chance, by their odds; raises `IllegalMove` if it does not act."""
        check_rng(rng)
        if self.to_act(state) != (CHANCE,):
            raise IllegalMove("chance does not act now: nothing is dealt or drawn")
        return chance.draw(state, rng)

    def check(self, state: State, seat: Seat | None, move: Move) -> Refusal | None:
        """Why the seat (None: whoever it concerns) may not play this move; None when it may."""
        if type(state) is not State:
            raise _not_a_state(state)
        return refusal(state, seat, move)

    def apply(self, state: State, move: Move) -> Step[State]:
        """The step that a move makes; raises `IllegalMove`."""
        if no := self.check(state, None, move):
            raise IllegalMove(no.message, no.code)
        events: list[Event] = []
        return Step(turns.play(state, move, events), tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if type(state) is not State:
            raise _not_a_state(state)
        return state.outcome

    def concede(self, state: State, winner: str, reason: Reason) -> State:
        """The state of a game that the table has ended; raises `BadSetup` or `IllegalMove`."""
        if self.outcome(state) is not None:
            raise IllegalMove("the game is over", Code.GAME_OVER)
        if winner not in self.winners or not isinstance(reason, Reason):
            raise BadSetup(
                f"a game is conceded to {' or '.join(self.winners)} for a Reason, not to "
                f"{show(winner)} for {show(reason)}"
            )
        return turns.end(state, winner, reason, [])

    def observe(self, state: State, who: Viewpoint) -> Observation:
        """What a viewpoint may see: all it has learnt so far, and nothing else."""
        if who not in (there_are := self.viewpoints(state)):
            raise Malformed(f"no viewpoint {show(who)}; there are: {', '.join(there_are)}")
        return observation.observe(state, who)

    def sample(self, seen: Observation, rng: Random) -> State:
        """A full state in which this viewpoint would have seen exactly this."""
        _check_seen(seen)
        check_rng(rng)
        return sample(seen, rng)

    def taught_nothing(self, before: State, after: State) -> bool:  # noqa: ARG002 - the protocol's
        """Never true: every move shows a card, or makes somebody draw or choose."""
        return False

    def silence(self, state: State) -> Move | None:  # noqa: ARG002 - the protocol's
        """Never: every decision is somebody's to make."""
        return None

    def parse(self, text: str) -> Move:
        """The move that a text means; raises `Malformed`."""
        return parse_move(text)

    def text(self, move: Move) -> str:
        """The short text of a move."""
        return str(move)

    def section(self, state: State) -> str:
        """The heading under which a record lists the next move."""
        if type(state) is not State:
            raise _not_a_state(state)
        return "deal" if state.phase is Phase.DEAL else f"turn {state.turn}"

    def view(self, seen: Observation) -> dict[str, object]:
        """An observation as JSON."""
        _check_seen(seen)
        return position.view_to_json(seen)

    def read_view(self, given: JsonObject, who: Viewpoint) -> Observation:
        """The observation that a view of a game which goes on was made of; raises `Refused`."""
        return read_view(given, who)

    def position(self, state: State) -> dict[str, object]:
        """Everything about a state as JSON, hidden things included."""
        if type(state) is not State:
            raise _not_a_state(state)
        return position.to_json(state)

    def restore(self, given: JsonObject) -> State:
        """The state that a position describes; raises `BadSetup`."""
        return position.from_json(given)

    def _moves_of(self, state: State, seat: Seat) -> list[Move]:
        """What a seat that is to move may do."""
        match state.phase:
            case Phase.PLAY:
                places = ((card, fitting_pile(state.piles, card)) for card in state.tickets(seat))
                return [
                    Renew(seat, card) if pile == "new" else Play(seat, card, pile)
                    for card, pile in places
                ]
            case Phase.ACTION:
                return [
                    move
                    for action in Action
                    if refusal(state, seat, move := Act(seat, action)) is None
                ]
            case Phase.INTERROGATE | Phase.SEARCH:
                return [Name(seat, other) for other in turns.nameable(state)]
            case Phase.GIVE | Phase.TRAIL:
                return [Drop(seat, card) for card in state.tickets(seat)]
            case _:
                return [Lay(seat, card) for card in state.hand(seat)]


def _not_a_state(state: object) -> Malformed:
    return Malformed(
        f"a state of the card game comes from `new_game` or `apply` of its rules; this is "
        f"{show_type(state)}"
    )


def _check_seen(seen: object) -> None:
    if not isinstance(seen, Observation):
        raise Malformed(
            f"an observation of the card game comes from `observe` of its rules; this is "
            f"{show_type(seen)}"
        )
