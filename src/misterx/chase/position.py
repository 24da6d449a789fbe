"""Positions as JSON: everything about a state, and putting one up that was built by hand.

A position is what Mister X knows, since he knows everything; so it is his view, less what only
views have.
"""

from __future__ import annotations

from misterx.board import HIGHEST_STATION, Station
from misterx.chase import belief, turns
from misterx.chase.edition import Edition, Purse, XTickets
from misterx.chase.moves import Piece
from misterx.chase.network import Network, Stations, bit_set
from misterx.chase.observation import observe
from misterx.chase.observation import to_json as view_to_json
from misterx.chase.setup import cast_for
from misterx.chase.state import Cast, State, Turn, Window
from misterx.chase.tickets import MOST, Ticket, Tickets
from misterx.chase.viewpoints import VIEW_X
from misterx.core.errors import BadSetup
from misterx.core.fields import Fields, JsonObject, show
from misterx.core.rules import Reason, Setup

__all__ = ["from_json", "to_json"]

_ONLY_IN_VIEWS = ("starts", "history")
_KEYS = (
    "edition",
    "rules",
    "players",
    "options",
    "round",
    "turn",
    "x",
    "hunters",
    "tickets",
    "pool",
    "mister_x",
    "supply",
    "log",
    "moved",
    "to_move",
    "pending",
    "start_x",
    "possible",
    "outcome",
)
_WINNERS = {
    Reason.CAUGHT: "hunters",
    Reason.TRAPPED: "hunters",
    Reason.SURVIVED: "x",
    Reason.NO_MOVES: "x",
}
_REASONS = (*_WINNERS, Reason.RESIGNED, Reason.TIME)


def to_json(state: State) -> dict[str, object]:
    """Everything about a state, hidden things included."""
    everything = view_to_json(observe(state, VIEW_X))
    return {key: value for key, value in everything.items() if key not in _ONLY_IN_VIEWS}


def from_json(given: JsonObject, edition: Edition, network: Network) -> State:
    """The state that a position describes, judged as if its turn had just begun.

    Raises `BadSetup` with what is impossible about it.
    """
    fields = Fields(given, "the position")
    fields.only(_KEYS)
    for key, ours in (("edition", edition.name), ("rules", edition.own_rules)):
        if fields.has(key) and fields.value(key) != ours:
            raise BadSetup(f"{key!r} of the position names others than the rules of this game")
    players = fields.integer("players", 0, MOST)
    options = fields.fields("options").data if fields.has("options") else {}
    cast = cast_for(edition, network, Setup(players, options))
    reader = _Reader(fields, cast)
    state = reader.state()
    return reader.judged(state)


class _Reader:
    """One position being read: its fields, and who plays."""

    def __init__(self, fields: Fields, cast: Cast) -> None:
        self.fields = fields
        self.cast = cast
        self.edition = cast.edition

    def state(self) -> State:
        """The state as it stands in the fields, every part checked."""
        fields, edition = self.fields, self.edition
        hunters = self._hunters()
        log = self._log()
        x = self._station(fields, "x")
        outcome = self._outcome()
        turn = Turn(fields.text("turn", list(Turn)))
        start_x = self._station(fields, "start_x") if fields.has("start_x") else None
        if not log:
            if start_x not in (None, x):
                raise BadSetup("with an empty log Mister X stands on his start station")
            start_x = x
        elif log[-1].station != x:
            raise BadSetup(f"x is {x}, but the last window of the log says {log[-1].station}")
        self._check_steps(start_x, log)
        taken = bit_set(at for at in hunters if at is not None)
        if taken >> x & 1 and not (outcome and outcome[1] is Reason.CAUGHT):
            raise BadSetup(f"Mister X and a hunter share station {x}")
        state = State(
            cast=self.cast,
            x=x,
            hunters=hunters,
            purses=self._purses(),
            x_hand=self._x_hand(),
            supply=self._supply(),
            black=fields.fields("mister_x").integer("black", 0, MOST),
            double=fields.fields("mister_x").integer("double", 0, MOST),
            log=log,
            beliefs=self._beliefs(x, start_x, log, taken),
            round=fields.integer("round", 1, edition.rounds),
            turn=turn,
            moved=self._moved(turn),
            pending=None,
            start_x=start_x,
            starts=hunters,
            history=(),
            outcome=None,
        )
        return self._with_pending(state) if outcome is None else self._ended(state, *outcome)

    def judged(self, state: State) -> State:
        """The state after passes, X5 and E3, as if its turn had just begun."""
        if state.outcome is not None or state.pending is not None:
            return state
        if state.to_place is not None:
            return state
        if state.turn is Turn.X:
            return turns.start_turn(state, [])
        return turns.next_hunter(state, []) if state.moved else turns.start_phase(state, [])

    def _station(self, fields: Fields, key: str) -> Station:
        station = fields.integer(key, 1, HIGHEST_STATION)
        if station not in self.edition.board:
            raise BadSetup(f"{key!r}: there is no station {station} on this board")
        return station

    def _hunters(self) -> tuple[Station | None, ...]:
        """Every hunter's station; only detectives who choose their start may lack one (N6)."""
        fields = self.fields.fields("hunters")
        fields.only(self.cast.pieces)
        stations = tuple(
            self._station(fields, piece) if fields.value(piece) is not None else None
            for piece in self.cast.pieces
        )
        placed = [station for station in stations if station is not None]
        if len(set(placed)) < len(placed):
            raise BadSetup("two hunters share a station")
        if len(placed) < len(stations) and (
            not self.cast.chooses_start or self.fields.value("log")
        ):
            raise BadSetup("a hunter lacks a station, and this is not the choice of starts")
        if len(placed) < len(stations):
            self._check_choice(placed, stations)
        return stations

    def _check_choice(self, placed: list[Station], stations: tuple[Station | None, ...]) -> None:
        """Refuse a choice of starts that is not at the beginning, or that cannot be finished."""
        begun = self.fields.value("moved") or self.fields.value("turn") != Turn.HUNTERS
        if begun or self.fields.value("round") != 1:
            raise BadSetup("starts are chosen before the first round: round 1, turn hunters")
        choices = self.cast.start_cards(self.cast.pieces[0])
        left = set(choices) - {*placed, self._station(self.fields, "x")}
        if len(left) < stations.count(None):
            raise BadSetup("too few start stations are left for the detectives to choose from")

    def _log(self) -> tuple[Window, ...]:
        """The windows of the travel log, each with a ticket that this edition lays there."""
        entries = self.fields.items("log")
        room = self.edition.log
        if len(entries) > room:
            raise BadSetup(f"the log has {len(entries)} windows, this edition's has {room}")
        if len(entries) == room and self._is_x_to_ride():
            raise BadSetup("the log is full: no window is left for Mister X's move")
        letters = "TBUK" if self.edition.x_needs_tickets else "K"
        log = []
        for number, entry in enumerate(entries, 1):
            fields = Fields(entry, f"window {number} of the log")
            fields.only(("ticket", "station", "seen"))
            ticket = None
            if self.edition.x_needs_tickets or fields.has("ticket"):
                ticket = Ticket(fields.text("ticket", letters))
            log.append(Window(ticket, self._station(fields, "station"), fields.boolean("seen")))
        return tuple(log)

    def _is_x_to_ride(self) -> bool:
        """True if Mister X is about to move, and so needs a free window."""
        ended = self.fields.has("outcome") or self.fields.has("pending")
        return self.fields.value("turn") == Turn.X and not ended

    def _check_steps(self, start: Station | None, log: tuple[Window, ...]) -> None:
        """Refuse a log with a step that its ticket does not allow."""
        network, here = self.cast.network, start
        for number, (ticket, to, _) in enumerate(log, 1):
            if here is None:
                can = network.reach(to, ticket) != 0  # lines run both ways
            else:
                can = network.joins(here, to, ticket)
            if not can:
                raise BadSetup(
                    f"window {number} of the log: no line leads from {here or 'anywhere'} to {to} "
                    f"on the ticket {ticket or 'of this game'}"
                )
            here = to

    def _purses(self) -> tuple[Tickets, ...]:
        fields, cast = self.fields, self.cast
        tickets = fields.fields("tickets")
        tickets.only(cast.detectives if cast.purse is Purse.OWN else ())
        if cast.purse is not Purse.POOLED and fields.has("pool"):
            raise BadSetup("'pool' must be null: the detectives of this game share no tickets")
        if cast.purse is Purse.POOLED:
            return (Tickets.from_json(fields.fields("pool")),)
        return tuple(
            Tickets.from_json(tickets.fields(piece))
            for piece in (cast.detectives if cast.purse is Purse.OWN else ())
        )

    def _x_hand(self) -> Tickets | None:
        hand = self.fields.fields("mister_x")
        hand.only((*Tickets._fields, "black", "double"))
        if self.edition.x_tickets is XTickets.HAND:
            return Tickets(*(hand.integer(kind, 0, MOST) for kind in Tickets._fields))
        for kind in Tickets._fields:
            if hand.has(kind):
                raise BadSetup(f"{kind!r} of {hand.where} must be null: it is not counted here")
        return None

    def _supply(self) -> Tickets | None:
        if self.edition.x_tickets is XTickets.SUPPLY:
            return Tickets.from_json(self.fields.fields("supply"))
        if self.fields.has("supply"):
            raise BadSetup("'supply' must be null: this edition has no common supply")
        return None

    def _moved(self, turn: Turn) -> tuple[Piece, ...]:
        """Who has moved or passed this round; in fixed order from the first one on."""
        cast = self.cast
        names = self.fields.texts("moved", cast.pieces)
        moved = tuple(Piece(name) for name in names)
        if moved and turn is Turn.X:
            raise BadSetup("'moved' must be empty on Mister X's turn")
        if cast.in_fixed_order and moved != cast.pieces[: len(moved)]:
            raise BadSetup(f"in fixed order {', '.join(cast.pieces)} move one after the other")
        return moved

    def _beliefs(
        self, x: Station, start: Station | None, log: tuple[Window, ...], taken: Stations
    ) -> tuple[Stations, ...]:
        """Where he could be: from the last window seen, or anywhere, along the later tickets.

        `possible`, where it is given, narrows the last of these down.
        """
        network = self.cast.network
        public = self.edition.start_is_public and start is not None
        beliefs = [1 << start if public and start else network.everywhere]
        for window in log:
            beliefs.append(
                1 << window.station
                if window.seen
                else belief.after_leg(beliefs[-1], window.ticket, 0, network)
            )
        beliefs[-1] &= ~taken
        if self.fields.has("possible"):
            given = bit_set(self.fields.integers("possible", 1, HIGHEST_STATION))
            if given & ~network.everywhere:
                raise BadSetup("'possible' names a station that is not on this board")
            beliefs[-1] &= given
            if not given >> x & 1:
                raise BadSetup(f"'possible' leaves out {x}, where Mister X is")
        return tuple(beliefs)

    def _with_pending(self, state: State) -> State:
        """The state with the decision of option V that is open, if any."""
        if not self.fields.has("pending"):
            return state
        cast = self.cast
        pending = self.fields.text("pending", (turns.SHOW, *cast.detectives))
        last = state.log[-1] if state.log else None
        if not cast.voluntary_reveal or state.turn is not Turn.X or last is None:
            raise BadSetup("no decision can be pending here")
        if last.seen != (pending != turns.SHOW):
            raise BadSetup(f"{pending!r} cannot be pending after that window of the log")
        if pending != turns.SHOW and not turns.has_ticket(state, Piece(pending)):
            raise BadSetup(f"{pending} has no ticket that could be taken")
        return state._replace(pending=pending)

    def _outcome(self) -> tuple[str, Reason] | None:
        if not self.fields.has("outcome"):
            return None
        match self.fields.items("outcome"):
            case [str(winner), str(reason)] if reason in _REASONS and winner in _WINNERS.values():
                return winner, Reason(reason)
            case other:
                raise BadSetup(
                    f"'outcome' must be null or a winner and a reason, not {show(other)}"
                )

    def _ended(self, state: State, winner: str, reason: Reason) -> State:
        """The ended game, if it can have ended like this."""
        if state.to_place is not None or self.fields.has("pending"):
            raise BadSetup("a game cannot have ended while a decision is open")
        taken = turns.occupied(state)
        edition = self.edition
        catcher = next(
            (p for p, at in zip(self.cast.pieces, state.hunters, strict=True) if at == state.x),
            None,
        )
        fits = {
            Reason.CAUGHT: catcher is not None,
            Reason.TRAPPED: state.turn is Turn.X and not turns.x_moves(state),
            Reason.SURVIVED: state.round == edition.rounds or len(state.log) == edition.log,
            Reason.NO_MOVES: not any(
                turns.can_move(state, piece, taken) for piece in self.cast.detectives
            ),
        }
        if not reason.is_of_the_table and (winner != _WINNERS[reason] or not fits[reason]):
            raise BadSetup(f"this game cannot have ended like that: {winner}, {reason}")
        return turns.end(state, winner, reason, [], piece=catcher)
