"""How a game flows: what each move changes, whose turn follows, and when the game ends.

These functions trust that a move is legal; `refusals` has seen to that. Each takes a state and the
list of events that it adds to, and returns the state after.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from misterx.board import Station
from misterx.chase import belief
from misterx.chase.moves import (
    MISTER_X,
    HunterMove,
    Move,
    Piece,
    Place,
    Reveal,
    Take,
    XMove,
    masked,
)
from misterx.chase.network import Stations, bit_set, lacking
from misterx.chase.state import HUNTERS_TURN, X_TURN, State, Window, played
from misterx.chase.tickets import BLACK, ORDINARY, Ticket, Tickets
from misterx.chase.viewpoints import EVERYBODY, ONLY_X, OTHERS
from misterx.core.rules import Event, Outcome, Reason, Viewpoint

__all__ = [
    "SHOW",
    "can_move",
    "end",
    "has_ticket",
    "next_hunter",
    "occupied",
    "piece_moves",
    "play",
    "start_game",
    "start_phase",
    "start_turn",
    "x_counts",
    "x_moves",
]

SHOW: Final = "show"
"""The open decision whether he shows himself."""


def occupied(state: State) -> Stations:
    """The stations that hunters stand on."""
    return _bit_set(state.hunters)


@lru_cache(maxsize=1024)
def _bit_set(stations: tuple[Station | None, ...]) -> Stations:
    """The set of these stations; remembered, because every step asks several times."""
    return bit_set(station for station in stations if station is not None)


# --- what may be played -------------------------------------------------------------------


def x_counts(state: State) -> tuple[int, int, int, int]:
    """How many tickets of each kind Mister X can lay; where they are not counted, always enough."""
    ordinary: Tickets | None = state.x_hand if state.supply is None else state.supply
    return (*(ordinary or Tickets(2, 2, 2)), state.black)


def x_moves(state: State) -> Sequence[Move]:
    """Mister X's moves, sorted by text (X3, X4, R3)."""
    cast = state.cast
    taken = occupied(state)
    lacks = lacking(x_counts(state))
    double = state.double > 0 and len(state.log) + 2 <= cast.edition.log
    return cast.network.x_ways(state.station(MISTER_X), double=double).open_ones(taken, lacks)


def piece_moves(state: State, piece: Piece, taken: Stations) -> Sequence[Move]:
    """A hunter's moves, sorted by text (R1, R2, R3); `taken`: the stations hunters stand on."""
    cast = state.cast
    purse = cast.purse_of.get(piece)
    lacks = 0 if purse is None else lacking(state.purses[purse])
    ways = cast.network.hunter_ways(piece, state.station(piece), tickets=purse is not None)
    return ways.open_ones(taken, lacks)


def can_move(state: State, piece: Piece, taken: Stations) -> bool:
    """True if a hunter has a move; else he passes (R5)."""
    return bool(piece_moves(state, piece, taken))


# --- what a move changes ------------------------------------------------------------------


def play(state: State, move: Move, events: list[Event]) -> State:
    """The state after a legal move, with everything that follows by itself."""
    if isinstance(move, HunterMove):
        return _hunter_moves(state, move, events)
    if isinstance(move, XMove):
        return _x_moves(state, move, events)
    if isinstance(move, Place):
        return _placed(state, move, events)
    if isinstance(move, Reveal):
        return _reveals(state, move, events)
    return _takes(state, move, events)


def _placed(state: State, move: Place, events: list[Event]) -> State:
    """A start card is drawn (S2) or a start station chosen (N6)."""
    cast = state.cast
    if move.piece == MISTER_X:
        public = cast.edition.start_is_public
        events.append(_event("placed", EVERYBODY if public else ONLY_X, text=str(move)))
        return start_game(state._replace(x=move.to, start_x=move.to), events)
    at = cast.index[move.piece]
    hunters = (*state.hunters[:at], move.to, *state.hunters[at + 1 :])
    events.append(_event("placed", EVERYBODY, text=str(move)))
    history = state.history
    if cast.chooses_start:
        history = (*history, played(move))
    state = state._replace(hunters=hunters, starts=hunters, history=history)
    return start_game(state, events) if state.to_place is None else state


def _x_moves(state: State, move: XMove, events: list[Event]) -> State:
    """Mister X moves, half by half (X1 to X4)."""
    cast = state.cast
    edition = cast.edition
    taken = occupied(state)
    log, beliefs = list(state.log), list(state.beliefs)
    x_hand, supply, black = state.x_hand, state.supply, state.black
    for ticket, to in move.legs:
        seen = edition.is_seen_at(len(log) + 1, on_black=ticket is BLACK)
        log.append(Window(ticket, to, seen))
        beliefs.append(
            1 << to if seen else belief.after_leg(beliefs[-1], ticket, taken, cast.network)
        )
        if ticket is BLACK:
            black -= 1
        elif ticket is not None and supply is not None:
            supply = supply.plus(ticket, -1)
        elif ticket is not None and x_hand is not None:
            x_hand = x_hand.plus(ticket, -1)
    sightings = tuple(window.seen for window in log[len(state.log) :])
    events.append(_event("moved", ONLY_X, text=str(move)))
    events.append(_event("moved", OTHERS, text=masked(move, sightings)))
    state = state._replace(
        x=move.legs[-1].to,
        log=tuple(log),
        beliefs=tuple(beliefs),
        x_hand=x_hand,
        supply=supply,
        black=black,
        double=state.double - (len(move.legs) == 2),
        history=(*state.history, played(move, sightings)),
        pending=SHOW if cast.voluntary_reveal and not sightings[-1] else None,
    )
    return start_phase(state, events) if state.pending is None else state


def _reveals(state: State, move: Reveal, events: list[Event]) -> State:
    """Mister X shows himself of his own accord, or stays hidden (V1, V2)."""
    events.append(_event("moved", EVERYBODY, text=str(move)))
    state = state._replace(history=(*state.history, played(move)))
    if not move.show:
        return start_phase(state._replace(pending=None), events)
    window = state.log[-1]._replace(seen=True)
    events.append(_event("seen", EVERYBODY, window=len(state.log), station=window.station))
    state = state._replace(
        log=(*state.log[:-1], window),
        beliefs=(*state.beliefs[:-1], 1 << window.station),
    )
    return _ask_next(state, 0, events)


def _takes(state: State, move: Take, events: list[Event]) -> State:
    """Mister X takes a ticket from a detective (V1): it goes where used tickets go (V2)."""
    events.append(_event("moved", EVERYBODY, text=str(move)))
    purses, x_hand, supply = _paid(state, move.piece, move.ticket)
    state = state._replace(
        purses=purses,
        x_hand=x_hand,
        supply=supply,
        history=(*state.history, played(move)),
    )
    return _ask_next(state, state.cast.index[move.piece] + 1, events)


def _ask_next(state: State, at: int, events: list[Event]) -> State:
    """Ask which ticket he takes from the next detective who has one, from number `at` on."""
    for piece in state.cast.detectives[at:]:
        if has_ticket(state, piece):
            return state._replace(pending=piece)
    return start_phase(state._replace(pending=None), events)


def has_ticket(state: State, piece: Piece) -> bool:
    """True if a detective has a ticket that Mister X could take (V1)."""
    purse = state.cast.purse_of.get(piece)
    return purse is not None and any(state.purses[purse])


def _hunter_moves(state: State, move: HunterMove, events: list[Event]) -> State:
    """A hunter moves, pays, and catches Mister X if he is there (R2, R3, E1)."""
    at = state.cast.index[move.piece]
    events.append(_event("moved", EVERYBODY, text=str(move)))
    purses, x_hand, supply = state.purses, state.x_hand, state.supply
    if move.ticket is not None:
        purses, x_hand, supply = _paid(state, move.piece, move.ticket)
    caught = move.to == state.x
    beliefs = state.beliefs
    if beliefs[-1] >> move.to & 1:
        beliefs = (*beliefs[:-1], belief.after_entering(beliefs[-1], move.to))
    state = state._replace(
        hunters=(*state.hunters[:at], move.to, *state.hunters[at + 1 :]),
        purses=purses,
        x_hand=x_hand,
        supply=supply,
        moved=(*state.moved, move.piece),
        beliefs=beliefs,
        history=(*state.history, played(move)),
    )
    if caught:
        return end(state, "hunters", Reason.CAUGHT, events, piece=move.piece)
    return next_hunter(state, events)


def _paid(
    state: State, piece: Piece, ticket: Ticket
) -> tuple[tuple[Tickets, ...], Tickets | None, Tickets | None]:
    """The purses, his hand and the supply once a detective's ticket went where they go (R2)."""
    cast = state.cast
    at = cast.purse_of[piece]
    purses = (*state.purses[:at], state.purses[at].plus(ticket, -1), *state.purses[at + 1 :])
    x_hand, supply = state.x_hand, state.supply
    if cast.x_is_paid and x_hand is not None:
        x_hand = x_hand.plus(ticket)
    elif cast.supply_is_paid and supply is not None:
        supply = supply.plus(ticket)
    return purses, x_hand, supply


# --- whose turn follows -------------------------------------------------------------------


def start_game(state: State, events: list[Event]) -> State:
    """Everybody is in place: Mister X's first turn begins (R1)."""
    cast = state.cast
    first = (
        1 << state.station(MISTER_X)
        if cast.edition.start_is_public
        else belief.at_the_start(cast.edition.start_cards_x, occupied(state))
    )
    return start_turn(state._replace(beliefs=(first,)), events)


def start_turn(state: State, events: list[Event]) -> State:
    """Mister X's turn begins: a hidden piece comes back (N2), and he may be trapped (X5)."""
    cast = state.cast
    x = state.station(MISTER_X)
    log, beliefs = state.log, state.beliefs
    if log and not cast.edition.hides_by_default:
        for number, window in enumerate(log, 1):
            if not window.seen:
                events.append(_event("seen", EVERYBODY, window=number, station=window.station))
        log = tuple(window if window.seen else window._replace(seen=True) for window in log)
        beliefs = (*beliefs[:-1], 1 << x)
    exits = belief.exits(occupied(state), _tickets_left(state), cast.network)
    state = state._replace(
        turn=X_TURN,
        moved=(),
        log=log,
        beliefs=(*beliefs[:-1], beliefs[-1] & exits),
    )
    if not exits >> x & 1:
        return end(state, "hunters", Reason.TRAPPED, events)
    return state


def start_phase(state: State, events: list[Event]) -> State:
    """The hunters' phase begins; without a detective who can move, Mister X has won (E3)."""
    state = state._replace(turn=HUNTERS_TURN, moved=())
    taken = occupied(state)
    if not any(can_move(state, piece, taken) for piece in state.cast.detectives):
        return end(state, "x", Reason.NO_MOVES, events)
    return next_hunter(state, events)


def next_hunter(state: State, events: list[Event]) -> State:
    """Whoever cannot move passes (R4, R5); when nobody is left to move, the round is over."""
    pieces, moved = state.cast.pieces, state.moved
    taken = occupied(state)
    if state.cast.in_fixed_order:
        due = len(moved)
        while due < len(pieces) and not can_move(state, pieces[due], taken):
            due += 1
        passed = pieces[len(moved) : due]
    else:
        passed = tuple(piece for piece in pieces if piece not in moved)
        if any(can_move(state, piece, taken) for piece in passed):
            return state
    if passed:
        events.append(_event("passed", EVERYBODY, pieces=passed))
        state = state._replace(moved=moved + passed)
    return state if len(state.moved) < len(pieces) else _end_round(state, events)


def _end_round(state: State, events: list[Event]) -> State:
    """The hunters have answered: the last round or window ends the game (E2)."""
    edition = state.cast.edition
    if state.round >= edition.rounds or len(state.log) >= edition.log:
        return end(state, "x", Reason.SURVIVED, events)
    events.append(_event("round", EVERYBODY, round=state.round + 1))
    return start_turn(state._replace(round=state.round + 1), events)


def end(
    state: State, winner: str, reason: Reason, events: list[Event], piece: Piece | None = None
) -> State:
    """The game is over: everything opens (E4), nothing moves any more."""
    at: dict[str, object] = {
        "round": state.round,
        "window": len(state.log),
        "station": state.x,
        "piece": piece,
    }
    outcome = Outcome(winner, reason, at)
    events.append(_event("over", EVERYBODY, winner=winner, reason=str(reason), at=at))
    return state._replace(outcome=outcome)


def _tickets_left(state: State) -> tuple[Ticket | None, ...]:
    """The tickets that take Mister X wherever he can still go; None: he rides without one."""
    *ordinary, black = x_counts(state)
    if black:
        return (BLACK,)  # it pays for everything the others do
    if not state.cast.edition.x_needs_tickets:
        return (None,)
    return tuple(kind for kind, count in zip(ORDINARY, ordinary, strict=True) if count)


def _event(kind: str, audience: frozenset[Viewpoint], **data: object) -> Event:
    return Event(kind, data, audience)
