"""Why a move may not be played: the first reason that applies, in the protocol's order.

For every kind of move the reasons stand in that order: malformed, game over, not allowed now, not
your turn, already moved; then what the move itself lacks. What a refusal says depends on nothing
that the one who asked may not know: a move of the other side is turned down before anything is
compared with Mister X's station.
"""

from __future__ import annotations

from misterx.board import Station
from misterx.chase.moves import MISTER_X, HunterMove, Move, Piece, Place, Reveal, Take, XMove
from misterx.chase.network import Stations
from misterx.chase.state import HUNTERS_TURN, X_SEAT, X_TURN, State
from misterx.chase.tickets import BLACK, BUS, ORDINARY, TAXI, UNDERGROUND, Ticket
from misterx.chase.turns import SHOW, occupied, x_counts
from misterx.core.errors import Code, Refusal
from misterx.core.fields import show, show_type
from misterx.core.rules import CHANCE, Actors, Seat

__all__ = ["refusal"]

_NAMES = {TAXI: "taxi", BUS: "bus", UNDERGROUND: "underground", BLACK: "black"}
_TICKETS = {ticket: f"a{'n' * (name[0] == 'u')} {name} ticket" for ticket, name in _NAMES.items()}


def refusal(state: State, seat: Seat | None, move: Move) -> Refusal | None:
    """Why the seat (None: whoever it concerns) may not play this move; None when it may."""
    if isinstance(move, HunterMove):
        return _hunter_refusal(state, seat, move)
    if isinstance(move, XMove):
        return _x_refusal(state, seat, move)
    if isinstance(move, Place):
        return _place_refusal(state, seat, move)
    return _decision_refusal(state, seat, move)


def _hunter_refusal(state: State, seat: Seat | None, move: HunterMove) -> Refusal | None:
    cast, piece, ticket = state.cast, move.piece, move.ticket
    if cast.needs_ticket(piece) != (ticket is not None):
        what = "names a ticket, and none is needed" if ticket else "lacks a ticket: T, B or U"
        return Refusal(Code.MALFORMED, f"{move} {what}")
    if no := _closed(state, piece):
        return no
    if state.turn is not HUNTERS_TURN:
        return Refusal(Code.NOT_YOUR_TURN, "it is Mister X's turn")
    if cast.in_fixed_order and piece != (due := cast.pieces[len(state.moved)]):
        return Refusal(Code.NOT_YOUR_TURN, f"it is the turn of {due}")
    if no := _not_yours(seat, cast.seats_of[piece], move):
        return no
    if piece in state.moved:
        return Refusal(Code.ALREADY_MOVED, f"{piece} has moved this round")
    count = state.purses[cast.purse_of[piece]].of(ticket) if ticket is not None else None
    return _leg_refusal(state, state.station(piece), ticket, move.to, count, occupied(state))


def _x_refusal(state: State, seat: Seat | None, move: XMove) -> Refusal | None:
    cast, legs = state.cast, move.legs
    for ticket, _ in legs:
        if cast.edition.x_needs_tickets:
            if ticket is None:
                return Refusal(Code.MALFORMED, f"{move} lacks a ticket: T, B, U or K")
        elif ticket in ORDINARY:
            return Refusal(Code.MALFORMED, f"{move} names a ticket; here only K may be named")
    if no := _closed(state, MISTER_X) or _not_xs_turn(state, seat, move):
        return no
    if len(legs) == 2:
        if not state.double:
            return Refusal(Code.NO_DOUBLE, "no double-move card is left")
        if len(state.log) + 2 > cast.edition.log:
            return Refusal(Code.LOG_FULL, "a double move needs two free windows in the log")
    elif len(legs) != 1:
        return Refusal(Code.MALFORMED, f"a move of Mister X's has one or two legs, not {len(legs)}")
    counts = dict(zip((*ORDINARY, BLACK), x_counts(state), strict=True))
    here, taken = state.station(MISTER_X), occupied(state)
    for ticket, to in legs:
        count = counts[ticket] if ticket is not None else None
        if no := _leg_refusal(state, here, ticket, to, count, taken):
            return no
        here = to
        if ticket is not None:
            counts[ticket] -= 1
    return None


def _place_refusal(state: State, seat: Seat | None, move: Place) -> Refusal | None:
    """Start stations: a detective's choice (N6), or a card that chance draws (S2)."""
    cast, piece, to = state.cast, move.piece, move.to
    is_dealing = state.to_place is not None and not cast.chooses_start
    if not piece.startswith("D") and not is_dealing:
        return Refusal(Code.MALFORMED, f"{move} is no move: where {piece} starts is no choice")
    if no := _over_or_absent(state, piece):
        return no
    if state.to_place is None:
        return Refusal(Code.NOT_ALLOWED, "the start stations are settled already")
    if piece != state.to_place:
        return Refusal(Code.NOT_YOUR_TURN, f"{state.to_place} comes first")
    if no := _not_yours(seat, (CHANCE,) if is_dealing else cast.seats_of[piece], move):
        return no
    cards = cast.start_cards(piece)
    if to not in cards:
        return Refusal(Code.NOT_ALLOWED, f"{piece} cannot start on {to}, only on one of {cards}")
    if to in (*state.hunters, state.x):
        return Refusal(Code.OCCUPIED, f"start station {to} is taken")
    return None


def _decision_refusal(state: State, seat: Seat | None, move: object) -> Refusal | None:
    """Option V: to show himself or not, and which tickets to take."""
    if not isinstance(move, Reveal | Take):
        how = f": play rules.parse({show(move)})" if isinstance(move, str) else ""
        return Refusal(Code.MALFORMED, f"{show_type(move)} is not a move of the board game{how}")
    if no := _over_or_absent(state, move.piece if isinstance(move, Take) else MISTER_X):
        return no
    if state.pending != (move.piece if isinstance(move, Take) else SHOW):
        return Refusal(Code.NOT_ALLOWED, f"{move} is a decision that is not open now")
    if no := _not_xs_turn(state, seat, move):
        return no
    if isinstance(move, Take) and not state.purses[state.cast.purse_of[move.piece]].of(move.ticket):
        return Refusal(Code.NO_TICKET, f"{move.piece} has no {_NAMES[move.ticket]} ticket")
    return None


def _over_or_absent(state: State, piece: Piece) -> Refusal | None:
    if state.outcome is not None:
        return Refusal(Code.GAME_OVER, "the game is over")
    if piece != MISTER_X and piece not in state.cast.index:
        return Refusal(Code.NOT_ALLOWED, f"there is no {piece} in this game")
    return None


def _closed(state: State, piece: Piece) -> Refusal | None:
    """Why nobody may ride now: the game is over, or another decision comes first."""
    if no := _over_or_absent(state, piece):
        return no
    if state.pending == SHOW:
        return Refusal(Code.NOT_ALLOWED, "first Mister X decides: X:show or X:hide")
    if state.pending is not None:
        first = f"first Mister X takes a ticket: X:take {state.pending}=…"
        return Refusal(Code.NOT_ALLOWED, first)
    if state.to_place is not None:
        return Refusal(Code.NOT_ALLOWED, f"first {state.to_place} needs a start station")
    return None


def _not_xs_turn(state: State, seat: Seat | None, move: Move) -> Refusal | None:
    if state.turn is not X_TURN:
        return Refusal(Code.NOT_YOUR_TURN, "it is the hunters' turn")
    return _not_yours(seat, (X_SEAT,), move)


def _not_yours(seat: Seat | None, owners: Actors, move: Move) -> Refusal | None:
    if seat is not None and seat not in owners:
        return Refusal(Code.NOT_YOUR_TURN, f"{move} is not for seat {seat} to play")
    return None


def _leg_refusal(
    state: State,
    here: Station,
    ticket: Ticket | None,
    to: Station,
    count: int | None,
    taken: Stations,
) -> Refusal | None:
    """One stop: is there a line (B2), a ticket (R2; None: not needed), and room (R3)?"""
    if not state.cast.network.joins(here, to, ticket):
        by = f"on {_TICKETS[ticket]} " if ticket else ""
        return Refusal(Code.NO_CONNECTION, f"no line leads {by}from {here} to {to}")
    if count == 0:
        assert ticket is not None
        return Refusal(Code.NO_TICKET, f"no {_NAMES[ticket]} ticket is left")
    if taken >> to & 1:
        return Refusal(Code.OCCUPIED, f"a hunter stands on {to}")
    return None
