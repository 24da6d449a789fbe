"""The law of the board game: one edition behind the protocol that every game here has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from misterx.board import Station
from misterx.chase import observation, position, turns
from misterx.chase.edition import MOST_HUNTERS, Edition
from misterx.chase.moves import HunterMove, Move, Piece, Place, Reveal, Take, parse_move
from misterx.chase.network import Network
from misterx.chase.observation import Observation
from misterx.chase.reading import read_view
from misterx.chase.refusals import refusal
from misterx.chase.setup import SETUP_KEYS, cast_for, new_game
from misterx.chase.state import HUNTERS_TURN, X_SEAT, X_TURN, Cast, State
from misterx.chase.tickets import ORDINARY
from misterx.chase.viewpoints import VIEW_HUNTERS, VIEW_X, VIEWPOINTS
from misterx.core.errors import BadSetup, Code, IllegalMove, Malformed, Refusal
from misterx.core.fields import JsonObject, check_rng, show, show_type
from misterx.core.rules import CHANCE, Actors, Event, Outcome, Reason, Seat, Setup, Step, Viewpoint

__all__ = ["RULES_VERSION", "Chase"]

RULES_VERSION = 1
"""Changes when the same moves would make another game, never for a faster or clearer law."""


_SEATS = (X_SEAT, *(Seat(f"H{n + 1}") for n in range(MOST_HUNTERS)))


class Chase:
    """The board game in one edition: `Rules[State, Move, Observation]`."""

    version = RULES_VERSION
    winners = ("x", "hunters")
    setup_keys = SETUP_KEYS

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._network = Network(edition.board, edition.transports, tickets=edition.x_needs_tickets)

    @property
    def edition(self) -> str | None:
        """The edition's name; None for rules of one's own."""
        return self._edition.name

    @property
    def own_rules(self) -> JsonObject | None:
        """Rules of one's own as they were given."""
        return self._edition.own_rules

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it can be played by."""
        return tuple(self._edition.table)

    @property
    def options(self) -> Mapping[str, bool]:
        """The options on offer, each with what is usual."""
        return self._edition.options

    @property
    def data(self) -> Edition:
        """The edition itself, with all its numbers."""
        return self._edition

    def new_game(self, setup: Setup) -> State:
        """The state before the first card is drawn or chosen; raises `BadSetup`."""
        return new_game(self.cast(setup), setup)

    def cast(self, setup: Setup) -> Cast:
        """Who plays, and with which options; raises `BadSetup`."""
        return cast_for(self._edition, self._network, setup)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Mister X, then the hunters."""
        self._check_state(state)
        return state.cast.seats

    def viewpoint(self, seat: Seat) -> Viewpoint:
        """Mister X sees with his own eyes; all hunters see the same."""
        if seat not in _SEATS:
            raise Malformed(f"no seat {show(seat)}; the seats are X, H1, H2 and so on")
        return VIEW_X if seat == X_SEAT else VIEW_HUNTERS

    def side(self, state: State, seat: Seat) -> str:
        """Mister X against all hunters, from beginning to end."""
        self._check_state(state)
        if seat not in state.cast.seats:
            raise Malformed(f"no seat {show(seat)}; there are: {', '.join(state.cast.seats)}")
        x, hunters = self.winners
        return x if seat == X_SEAT else hunters

    def viewpoints(self, state: State) -> tuple[Viewpoint, ...]:
        """Mister X, the hunters, spectators."""
        self._check_state(state)
        return VIEWPOINTS

    def to_act(self, state: State) -> Actors:
        """The seats that may act now, or `CHANCE` while start cards are drawn (S2)."""
        if type(state) is not State or state.cast.edition is not self._edition:
            self._check_state(state)
        if state.outcome is not None:
            return ()
        cast = state.cast
        if (piece := state.to_place) is not None:
            return cast.seats_of[piece] if cast.chooses_start else (CHANCE,)
        if state.turn is X_TURN:
            return (X_SEAT,)
        taken = turns.occupied(state)
        able = {
            seat
            for piece in self._due(state)
            if turns.can_move(state, piece, taken)
            for seat in cast.seats_of[piece]
        }
        return tuple(seat for seat in cast.hunter_seats if seat in able)

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Every move that may be played now, sorted by its text."""
        if type(state) is not State or state.cast.edition is not self._edition:
            self._check_state(state)
        cast = state.cast
        if state.outcome is not None:
            return []
        if state.to_place is not None:
            return sorted(self._placings(state), key=str)
        if state.pending == turns.SHOW:
            return [Reveal(show=False), Reveal(show=True)]
        if state.pending is not None:
            piece = Piece(state.pending)
            purse = state.purses[cast.purse_of[piece]]
            return sorted((Take(piece, t) for t in ORDINARY if purse.of(t)), key=str)
        if state.turn is X_TURN:
            return list(turns.x_moves(state))
        taken = turns.occupied(state)
        moves: list[Move] = []
        for piece in sorted(self._due(state)):
            moves += turns.piece_moves(state, piece, taken)
        return moves

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]]:
        """The start cards that the next piece may draw, all alike (S2)."""
        if self.to_act(state) != (CHANCE,):
            return []
        draws = self._placings(state)
        odds = Fraction(1, len(draws))
        return [(draw, odds) for draw in draws]

    def draw(self, state: State, rng: Random) -> Move:
        """A start card for the next piece, all alike (S2); raises `IllegalMove` if none is due."""
        check_rng(rng)
        if self.to_act(state) != (CHANCE,):
            raise IllegalMove("chance does not act now: no start card is due")
        return rng.choice(self._placings(state))

    def check(self, state: State, seat: Seat | None, move: Move) -> Refusal | None:
        """Why the seat (None: whoever it concerns) may not play this move; None when it may."""
        if type(state) is not State or state.cast.edition is not self._edition:
            self._check_state(state)
        return refusal(state, seat, move)

    def apply(self, state: State, move: Move) -> Step[State]:
        """The step that a move makes; raises `IllegalMove`."""
        if no := self.check(state, None, move):
            raise IllegalMove(no.message, no.code)
        events: list[Event] = []
        return Step(turns.play(state, move, events), tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if type(state) is not State or state.cast.edition is not self._edition:
            self._check_state(state)
        return state.outcome

    def concede(self, state: State, winner: str, reason: Reason) -> State:
        """The state of a game that the table has ended; raises `BadSetup` or `IllegalMove`."""
        self._check_state(state)
        if state.outcome is not None:
            raise IllegalMove("the game is over", Code.GAME_OVER)
        if winner not in self.winners or not isinstance(reason, Reason):
            raise BadSetup(
                f"a game is conceded to {' or '.join(self.winners)} for a Reason, not to "
                f"{show(winner)} for {show(reason)}"
            )
        return turns.end(state, winner, reason, [])

    def observe(self, state: State, who: Viewpoint) -> Observation:
        """What a viewpoint may see: all it has learnt so far, and nothing else."""
        if type(state) is not State or state.cast.edition is not self._edition:
            self._check_state(state)
        if who not in VIEWPOINTS:
            raise Malformed(f"no viewpoint {show(who)}; there are: {', '.join(VIEWPOINTS)}")
        return observation.observe(state, who)

    def sample(self, seen: Observation, rng: Random) -> State:
        """A full state in which this viewpoint would have seen exactly this."""
        self._check_seen(seen)
        check_rng(rng)
        return observation.sample(seen, rng)

    def taught_nothing(self, before: State, after: State) -> bool:
        """True if a hunter's move told nothing about Mister X, so that it may be taken back.

        Mister X's own moves never: their tickets are news.
        """
        self._check_state(before)
        self._check_state(after)
        return (
            after.outcome is None
            and before.turn is HUNTERS_TURN
            and before.beliefs == after.beliefs
            and before.log == after.log
        )

    def silence(self, state: State) -> Move | None:
        """Whoever does not say whether he shows himself stays hidden (option V)."""
        self._check_state(state)
        is_open = state.outcome is None and state.pending == turns.SHOW
        return Reveal(show=False) if is_open else None

    def threats(self, state: State) -> dict[Station, int]:
        """How many hunters can get to a station in one move, with the tickets that they hold.

        Others in the way do not count: they may have moved on by then.
        """
        self._check_state(state)
        count: dict[Station, int] = {}
        for piece, at in zip(state.cast.pieces, state.hunters, strict=True):
            if at is not None:
                moves = turns.piece_moves(state, piece, 0)
                for station in {move.to for move in moves if isinstance(move, HunterMove)}:
                    count[station] = count.get(station, 0) + 1
        return count

    def parse(self, text: str) -> Move:
        """The move that a text means; raises `Malformed`."""
        return parse_move(text)

    def text(self, move: Move) -> str:
        """The short text of a move."""
        return str(move)

    def section(self, state: State) -> str:
        """The heading under which a record lists the next move."""
        self._check_state(state)
        return "start" if state.to_place is not None else f"round {state.round}"

    def view(self, seen: Observation) -> dict[str, object]:
        """An observation as JSON."""
        self._check_seen(seen)
        return observation.to_json(seen)

    def read_view(self, given: JsonObject, who: Viewpoint) -> Observation:
        """The observation that a view of a game which goes on was made of; raises `Refused`."""
        return read_view(given, who, self._edition, self._network)

    def position(self, state: State) -> dict[str, object]:
        """Everything about a state as JSON, hidden things included."""
        self._check_state(state)
        return position.to_json(state)

    def restore(self, given: JsonObject) -> State:
        """The state that a position describes; raises `BadSetup`."""
        return position.from_json(given, self._edition, self._network)

    def _check_state(self, state: object) -> None:
        """Refuse what is not a state of this edition; raises `Malformed`."""
        if not isinstance(state, State):
            raise Malformed(
                f"a state of the board game comes from `new_game` or `apply` of its rules; this is "
                f"{show_type(state)}"
            )
        self._check_edition(state.cast.edition, "state")

    def _check_seen(self, seen: object) -> None:
        """Refuse what is not an observation in this edition; raises `Malformed`."""
        if not isinstance(seen, Observation):
            raise Malformed(
                f"an observation of the board game comes from `observe` of its rules; this is "
                f"{show_type(seen)}"
            )
        self._check_edition(seen.cast.edition, "observation")

    def _check_edition(self, other: Edition, what: str) -> None:
        """Refuse another edition; one that was pickled is a copy, and still the same."""
        ours = self._edition
        if other is ours:
            return
        if (other.name, other.board.name, other.own_rules) != (
            ours.name,
            ours.board.name,
            ours.own_rules,
        ):
            raise Malformed(
                f"this {what} is of {_called(other)}, these are the rules of {_called(ours)}: ask "
                f"the rules that it was made by"
            )

    def _due(self, state: State) -> Sequence[Piece]:
        """The hunters on turn: the next in fixed order, or all that have not moved (R4)."""
        pieces = state.cast.pieces
        if state.cast.in_fixed_order:
            return pieces[len(state.moved) : len(state.moved) + 1]
        return [piece for piece in pieces if piece not in state.moved]

    def _placings(self, state: State) -> list[Move]:
        """Where the next piece may start: its cards or choices that nobody has."""
        piece = state.to_place
        assert piece is not None
        taken = (*state.hunters, state.x)
        return [Place(piece, card) for card in state.cast.start_cards(piece) if card not in taken]


def _called(edition: Edition) -> str:
    """The name of an edition in an error message."""
    return f"{edition.name or 'rules of your own'} on the board {edition.board.name}"
