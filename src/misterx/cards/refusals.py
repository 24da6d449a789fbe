"""Why a move may not be played: the first reason that applies, in the protocol's order.

Game over, not your turn, not allowed now, not in hand, does not fit. Nothing is compared with a
hand before it is sure that the one who asks is the one whose hand it is.
"""

from __future__ import annotations

from misterx.cards.chance import is_possible
from misterx.cards.deck import X_CARD, Card, card_text
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
from misterx.cards.state import Phase, State
from misterx.cards.turns import droppers, layers, nameable
from misterx.core.errors import Code, Refusal
from misterx.core.fields import show, show_type
from misterx.core.rules import CHANCE, Actors, Seat

__all__ = ["fitting_pile", "refusal", "to_act"]

_FITS: dict[Phase, tuple[type, ...]] = {
    Phase.PLAY: (Play, Renew),
    Phase.ACTION: (Act,),
    Phase.INTERROGATE: (Name,),
    Phase.SEARCH: (Name,),
    Phase.GIVE: (Drop,),
    Phase.TRAIL: (Drop,),
    Phase.HIDEOUT: (Lay,),
}


def to_act(state: State) -> Actors:
    """The seats that may move now, or chance; nobody when the game is over."""
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.DEAL:
            return (CHANCE,)
        case Phase.SEARCH if state.drawing is not None:
            return (CHANCE,)
        case Phase.GIVE:
            return (state.interrogations[-1].of,)
        case Phase.TRAIL:
            return droppers(state)
        case Phase.HIDEOUT:
            return layers(state)[:1] or (CHANCE,)
        case _:
            return (state.seat,)


def fitting_pile(piles: tuple[Card, ...], ticket: Card) -> str:
    """The one place where a ticket fits: a pile (T2), or `new` for three new ones (T4)."""
    lower = sum(pile < ticket for pile in piles)
    return PILES[lower - 1] if lower else "new"


def refusal(state: State, seat: Seat | None, move: object) -> Refusal | None:
    """Why the seat (None: whoever it concerns) may not play this move; None when it may."""
    if not isinstance(move, Move):
        how = f": play rules.parse({show(move)})" if isinstance(move, str) else ""
        return Refusal(Code.MALFORMED, f"{show_type(move)} is not a move of the card game{how}")
    if isinstance(move, Deal | Drawn | Taken):
        return _chance_refusal(state, seat, move)
    if state.outcome is not None:
        return Refusal(Code.GAME_OVER, "the game is over")
    if move.seat not in to_act(state):
        return Refusal(Code.NOT_YOUR_TURN, f"it is not the turn of {move.seat}")
    if seat is not None and seat != move.seat:
        return Refusal(Code.NOT_YOUR_TURN, f"{move} is not for {seat} to play")
    if not isinstance(move, _FITS[state.phase]):
        return Refusal(Code.NOT_ALLOWED, f"{move} is not what is asked for now: {state.phase}")
    match move:
        case Act(_, action):
            return _act_refusal(state, action)
        case Name(_, other):
            return _name_refusal(state, other)
        case _:
            return _card_refusal(state, move)


def _name_refusal(state: State, other: Seat) -> Refusal | None:
    """Only others in play who hold a card can be interrogated or searched (A1, A4)."""
    if other in nameable(state):
        return None
    return Refusal(Code.NOT_ALLOWED, f"{other} is not another player in play who holds a card")


def _card_refusal(state: State, move: Play | Renew | Drop | Lay) -> Refusal | None:
    """A card must be a ticket but in a hide-out, be held, and fit where it is played (T2, T5)."""
    if move.card == X_CARD and not isinstance(move, Lay):
        return Refusal(Code.NOT_ALLOWED, "the Mister X card is never played or given up")
    if move.card not in state.hand(move.seat):
        return Refusal(Code.NOT_IN_HAND, f"{move.seat} does not hold {card_text(move.card)}")
    if isinstance(move, Play | Renew):
        pile = move.pile if isinstance(move, Play) else "new"
        if pile != (fits := fitting_pile(state.piles, move.card)):
            return Refusal(Code.DOES_NOT_FIT, f"ticket {move.card} fits {fits}, not {pile}")
    return None


def _act_refusal(state: State, action: Action) -> Refusal | None:
    """The pile's general action is open to all, its second one to Mister X (T3)."""
    assert state.played is not None
    if action.pile != state.played.pile:
        return Refusal(Code.NOT_ALLOWED, f"{action} is not an action of that pile")
    if action.is_of_mister_x and state.x != state.seat:
        return Refusal(Code.NOT_ALLOWED, f"{action} is for Mister X alone")
    return None


def _chance_refusal(state: State, seat: Seat | None, move: Deal | Drawn | Taken) -> Refusal | None:
    if to_act(state) != (CHANCE,) or seat not in (None, CHANCE):
        return Refusal(Code.MALFORMED, f"{str(move)[:40]} is no move of a player")
    if not is_possible(state, move):
        return Refusal(Code.NOT_ALLOWED, f"{str(move)[:40]} cannot fall")
    return None
