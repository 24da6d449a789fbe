"""How a card game flows: what each move changes, what is asked next, and when the game ends.

These functions trust that a move is legal; `refusals` has seen to that. Each takes a state and the
list of events that it adds to, and returns the state after.
"""

from __future__ import annotations

from misterx.cards.deck import BONUS, X_CARD, Card, card_to_json
from misterx.cards.moves import (
    PILES,
    Act,
    Action,
    Deal,
    Drawn,
    Drop,
    Lay,
    Move,
    Name,
    Play,
    Renew,
    Taken,
)
from misterx.cards.state import Interrogation, Phase, Played, State
from misterx.core.rules import SPECTATOR, Event, Outcome, Reason, Seat, Viewpoint

__all__ = [
    "EQUIPMENT",
    "FALSE_TRAIL",
    "GIVEN_UP",
    "HAND",
    "MAGNIFIERS",
    "PLAIN",
    "STRONG",
    "detectives",
    "droppers",
    "end",
    "has_bonus",
    "layers",
    "nameable",
    "play",
]

HAND = 8
"""Cards dealt to each (C4)."""
FALSE_TRAIL = {3: 5, 4: 8, 5: 11}
"""Tickets that the detectives give up, by the number of players who started (A5)."""
GIVEN_UP = 3
"""Tickets that a Mister X who was found gives up (A1)."""
MAGNIFIERS = 3
"""Magnifiers that must be up for an interrogation (A1)."""
EQUIPMENT = 4
"""Tickets that Mister X draws as his equipment."""
PLAIN, STRONG = 1, 2
"""What a general action is worth, and on a ticket of its colour (T3): tickets or magnifiers."""


# --- who is meant -------------------------------------------------------------------------


def detectives(state: State) -> tuple[Seat, ...]:
    """Everybody in play but the holder of the Mister X card."""
    x = state.x
    return tuple(seat for seat in state.seats if seat != x and seat not in state.out)


def nameable(state: State) -> tuple[Seat, ...]:
    """The other players in play who hold a card (A1, A4)."""
    return tuple(
        seat
        for seat in state.seats
        if seat != state.seat and seat not in state.out and state.hand(seat)
    )


def has_bonus(state: State) -> bool:
    """True if the ticket played has the colour that its pile's action rewards (T3)."""
    assert state.played is not None, "an action follows a ticket"
    return state.deck.colour(state.played.ticket) == BONUS[PILES.index(state.played.pile)]


def droppers(state: State) -> tuple[Seat, ...]:
    """The detectives who can still give up a ticket (A5)."""
    return tuple(seat for seat in detectives(state) if state.tickets(seat))


def layers(state: State) -> tuple[Seat, ...]:
    """Who still lays a card into the hide-out, clockwise from Mister X (A6)."""
    done = {seat for seat, _ in state.laid}
    return tuple(
        seat
        for seat in state.from_(state.seat)
        if seat not in state.out and seat not in done and state.hand(seat)
    )


# --- what a move changes ------------------------------------------------------------------


def play(state: State, move: Move, events: list[Event]) -> State:
    """The state after a legal move, with everything that follows by itself."""
    match move:
        case Deal():
            return _deal(state, move, events)
        case Play():
            return _plays(state, move, events)
        case Renew():
            return _renews(state, move, events)
        case Act():
            return _acts(_told(state, move, events), move.action, events)
        case Name():
            return _names(_told(state, move, events), move.other, events)
        case Drop():
            return _drops(state, move, events)
        case Lay():
            return _lays(state, move, events)
        case Drawn():
            return _drawn(_told(state, move, events), move.cards, events)
        case _:
            return _taken(state, move, events)


def _deal(state: State, move: Deal, events: list[Event]) -> State:
    """Hands, piles and the first draw (C4 to C6, T1)."""
    seats, deck = state.seats, move.deck
    dealt = len(seats) * HAND
    hands = tuple(tuple(sorted(deck[at : dealt : len(seats)])) for at in range(len(seats)))
    piles = tuple(sorted(deck[dealt : dealt + len(PILES)]))
    state = state._replace(
        hands=hands,
        piles=piles,
        draw=deck[dealt + len(PILES) :],
        reserve=move.reserve,
        fixed_reserve=None,
        fixed_first=None,
        seat=move.first,
    )
    events.append(_event("dealt", _all(state), first=move.first, piles=piles))
    return _start_turn(state, events)


def _plays(state: State, move: Play, events: list[Event]) -> State:
    """A ticket covers a pile; the action above it follows (T2, T3)."""
    at = PILES.index(move.pile)
    state = _told(state.without(move.seat, move.card), move, events)._replace(
        piles=(*state.piles[:at], move.card, *state.piles[at + 1 :]),
        discard=_with(state.discard, state.piles[at]),
        played=Played(move.card, move.pile),
    )
    if state.deck.is_black(move.card):
        return state._replace(phase=Phase.ACTION)
    return _acts(state, list(Action)[at], events)


def _renews(state: State, move: Renew, events: list[Event]) -> State:
    """Three new piles for a low ticket (T4)."""
    state = _told(state.without(move.seat, move.card), move, events)
    new, rest = state.draw[: len(PILES)], state.draw[len(PILES) :]
    gone = (move.card, *state.piles)
    piles = tuple(sorted(new))
    if len(new) < len(PILES):
        gone, piles = (move.card, *new), state.piles
    state = state._replace(draw=rest, piles=piles, discard=_with(state.discard, *gone))
    events.append(_event("piles", _all(state), piles=piles))
    return _end_turn(state, events)


def _acts(state: State, action: Action, events: list[Event]) -> State:
    """An action begins (T3); Mister X's own give him away."""
    worth = STRONG if has_bonus(state) else PLAIN
    if action.is_of_mister_x:
        state = _announced(state, state.seat, events)
    match action:
        case Action.BUY:
            return _end_turn(_draw(state, worth, events), events)
        case Action.INTERROGATE:
            return _magnify(state, worth, events)
        case Action.SEARCH:
            if not nameable(state):
                return _end_turn(state, events)
            return state._replace(phase=Phase.SEARCH, owed=worth)
        case Action.TRAIL:
            state = state._replace(phase=Phase.TRAIL, owed=FALSE_TRAIL[len(state.seats)])
            return _after_drop(state, events)
        case Action.EQUIP:
            return _end_turn(_draw(state, EQUIPMENT, events), events)
        case _:
            return state._replace(phase=Phase.HIDEOUT)


def _magnify(state: State, number: int, events: list[Event]) -> State:
    """Magnifiers are turned up; the third one means an interrogation (A1, A2)."""
    up = state.magnifiers + number
    if up < MAGNIFIERS:
        return _end_turn(state._replace(magnifiers=up), events)
    state = state._replace(carry=up - MAGNIFIERS)
    if not nameable(state):
        return _end_turn(_magnifiers_down(state), events)
    return state._replace(magnifiers=MAGNIFIERS, phase=Phase.INTERROGATE)


def _names(state: State, other: Seat, events: list[Event]) -> State:
    """Somebody is interrogated (A1, A3), or about to be searched (A4)."""
    if state.phase is Phase.SEARCH:
        return state._replace(drawing=other)
    hand = state.hand(other)
    found = X_CARD in hand
    seen = Interrogation(len(state.history), state.seat, other, found, hand)
    state = state._replace(interrogations=(*state.interrogations, seen))
    both = _eyes(state.seat, other)
    events.append(_event("interrogated", _all(state), by=state.seat, of=other, found=found))
    events.append(_event("hand", both, of=other, hand=_shown(*hand)))
    if not found:
        return _end_turn(_magnifiers_down(state), events)
    state = _announced(state, other, events)
    if state.reserve:
        taken, *rest = state.reserve
        events.append(_event("drew", _eyes(other), seat=other, cards=_shown(taken)))
        state = state.with_hand(other, (*hand, taken))._replace(reserve=tuple(rest))
    if len(state.tickets(other)) < GIVEN_UP:
        return end(state, "hunters", Reason.EXPOSED, events)
    return state._replace(phase=Phase.GIVE, owed=GIVEN_UP)


def _drops(state: State, move: Drop, events: list[Event]) -> State:
    """A ticket is given up after an interrogation (A1) or on a false trail (A5)."""
    state = _told(state.without(move.seat, move.card), move, events)._replace(
        discard=_with(state.discard, move.card), owed=state.owed - 1
    )
    if state.phase is Phase.GIVE:
        if state.owed:
            return state
        return _end_turn(_magnifiers_down(state), events)
    if not state.hand(move.seat):
        events.append(_event("out", _all(state), seat=move.seat))
        state = state._replace(out=tuple(sorted((*state.out, move.seat))))
    return _after_drop(state, events)


def _after_drop(state: State, events: list[Event]) -> State:
    """A false trail goes on, ends, or has left the detectives with nothing (A5)."""
    if not droppers(state):
        return end(state, "x", Reason.NO_TICKETS, events)
    return state if state.owed else _end_turn(state, events)


def _lays(state: State, move: Lay, events: list[Event]) -> State:
    """A card goes face down into the hide-out (A6)."""
    state = state.without(move.seat, move.card)._replace(
        laid=(*state.laid, (move.seat, move.card)),
        history=(*state.history, move),
    )
    events.append(_event("laid", _all(state), seat=move.seat))
    events.append(_event("moved", _eyes(move.seat), text=str(move)))
    return state


def _drawn(state: State, cards: tuple[Card, ...], events: list[Event]) -> State:
    """The cards that a search has drawn: discarded, or the end (A4)."""
    victim = state.drawing
    assert victim is not None
    tickets = tuple(card for card in cards if card != X_CARD)
    held = tuple(card for card in state.hand(victim) if card not in tickets)
    state = state.with_hand(victim, held)._replace(
        discard=_with(state.discard, *tickets), drawing=None, owed=0
    )
    events.append(_event("found", _all(state), of=victim, tickets=tickets))
    if X_CARD in cards:
        return end(state, "hunters", Reason.FOUND, events)
    return _end_turn(state, events)


def _taken(state: State, move: Taken, events: list[Event]) -> State:
    """Everybody takes a card back; the new Mister X knows it, nobody else does (A6)."""
    for seat, card in move.cards:
        state = state.with_hand(seat, (*state.hand(seat), card))
        events.append(_event("took", _eyes(seat), seat=seat, card=card_to_json(card)))
    state = state._replace(
        laid=(),
        x_known=False,
        history=(*state.history, move),
    )
    events.append(_event("shuffled", _all(state), seats=tuple(seat for seat, _ in move.cards)))
    return _end_turn(state, events)


# --- what follows -------------------------------------------------------------------------


def _start_turn(state: State, events: list[Event]) -> State:
    """A turn begins: its player draws (T1)."""
    state = state._replace(phase=Phase.PLAY, played=None, owed=0)
    events.append(_event("turn", _all(state), turn=state.turn, seat=state.seat))
    return _draw(state, 1, events)


def _end_turn(state: State, events: list[Event]) -> State:
    """A turn ends; with an empty draw pile Mister X has won (F2)."""
    if not state.draw:
        return end(state, "x", Reason.DECK_EMPTY, events)
    following = next(seat for seat in state.from_(state.seat)[1:] if seat not in state.out)
    return _start_turn(state._replace(turn=state.turn + 1, seat=following), events)


def _draw(state: State, number: int, events: list[Event]) -> State:
    """The player on turn draws while there is anything to draw (F3)."""
    seat = state.seat
    cards, rest = state.draw[:number], state.draw[number:]
    events.append(_event("drew", _eyes(seat), seat=seat, cards=_shown(*cards)))
    return state.with_hand(seat, (*state.hand(seat), *cards))._replace(draw=rest)


def _magnifiers_down(state: State) -> State:
    """After an interrogation all go face down, but for the one that A2 turns up at once."""
    return state._replace(magnifiers=state.carry, carry=0, owed=0)


def _announced(state: State, x: Seat, events: list[Event]) -> State:
    """Everybody learns who Mister X is."""
    events.append(_event("mister_x", _all(state), seat=x))
    return state._replace(x_known=True)


def end(state: State, winner: str, reason: Reason, events: list[Event]) -> State:
    """The game is over; everything stays as it is."""
    at: dict[str, object] = {"turn": state.turn, "seat": state.seat, "x": state.x}
    events.append(_event("over", _all(state), winner=winner, reason=str(reason), at=at))
    return state._replace(phase=Phase.OVER, outcome=Outcome(winner, reason, at))


def _told(state: State, move: Move, events: list[Event]) -> State:
    """The move in the history, open to all."""
    events.append(_event("moved", _all(state), text=str(move)))
    return state._replace(history=(*state.history, move))


def _with(cards: tuple[Card, ...], *more: Card) -> tuple[Card, ...]:
    return tuple(sorted((*cards, *more)))


def _all(state: State) -> frozenset[Viewpoint]:
    return frozenset((*map(Viewpoint, state.seats), SPECTATOR))


def _eyes(*seats: Seat) -> frozenset[Viewpoint]:
    return frozenset(map(Viewpoint, seats))


def _shown(*cards: Card) -> tuple[int | str, ...]:
    """Cards in an event, as views have them."""
    return tuple(map(card_to_json, cards))


def _event(kind: str, audience: frozenset[Viewpoint], **data: object) -> Event:
    return Event(kind, data, audience)
