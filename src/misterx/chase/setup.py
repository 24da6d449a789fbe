"""Setting up a game (S1 to S4): who plays with what, and which start stations are already fixed."""

from __future__ import annotations

from typing import Final

from misterx.board import HIGHEST_STATION, Station
from misterx.chase.edition import Edition, Purse, XTickets
from misterx.chase.moves import MISTER_X, Piece
from misterx.chase.network import Network
from misterx.chase.state import Cast, State, Turn
from misterx.chase.tickets import Tickets
from misterx.chase.turns import start_game
from misterx.core.errors import BadSetup, Malformed
from misterx.core.fields import Fields, is_integer, show, show_type
from misterx.core.rules import Setup

__all__ = ["SETUP_KEYS", "cast_for", "new_game"]

SETUP_KEYS: Final = ("starts",)
"""What may be settled beforehand: start stations, by piece."""


def cast_for(edition: Edition, network: Network, setup: Setup) -> Cast:
    """Who plays; raises `BadSetup` for a number of players or an option the edition lacks."""
    if not isinstance(setup, Setup):
        raise BadSetup(f"a game is set up by Setup(players=...), not {show_type(setup)}")
    if not is_integer(setup.players) or setup.players not in edition.table:
        numbers = ", ".join(map(str, edition.table))
        raise BadSetup(f"{show(setup.players)} players cannot play this edition, only {numbers}")
    wishes = Fields(setup.options, "'options'")
    for name in wishes.data:
        if name not in edition.options:
            offered = ", ".join(sorted(edition.options)) or "none"
            raise BadSetup(
                f"this edition does not offer the option {show(name)}; there are: {offered}"
            )
    chosen = {name: wishes.boolean(name) for name in wishes.data}
    return Cast(edition, network, setup.players, {**edition.options, **chosen})


def new_game(cast: Cast, setup: Setup) -> State:
    """The state before the first card is drawn or chosen, or Mister X's turn if all are fixed."""
    edition = cast.edition
    Fields(setup.fixed, "the setup").only(SETUP_KEYS)
    x, hunters = _fixed_starts(cast, setup)
    purses, supply = _deal_tickets(cast)
    state = State(
        cast=cast,
        x=x,
        hunters=hunters,
        purses=purses,
        x_hand=edition.x_hand if edition.x_tickets is XTickets.HAND else None,
        supply=supply,
        black=cast.black,
        double=edition.double,
        log=(),
        beliefs=(1 << x if x is not None and edition.start_is_public else 0,),
        round=1,
        turn=Turn.HUNTERS if cast.chooses_start else Turn.X,
        moved=(),
        pending=None,
        start_x=x,
        starts=hunters,
        history=(),
        outcome=None,
    )
    return start_game(state, []) if state.to_place is None else state


def _deal_tickets(cast: Cast) -> tuple[tuple[Tickets, ...], Tickets | None]:
    """The detectives' purses, and what the box leaves for the common supply (D1, D2)."""
    edition = cast.edition
    each = edition.detective_tickets
    number = len(cast.detectives)
    if each is None:
        purses: tuple[Tickets, ...] = ()
        dealt = Tickets(0, 0, 0)
    else:
        dealt = each.times(number)
        purses = (dealt,) if cast.purse is Purse.POOLED else (each,) * number
    if edition.box is None:
        return purses, None
    supply = edition.box.minus(dealt)
    if min(supply) < 0:
        raise BadSetup(f"the box holds {edition.box.to_json()}, the detectives need more")
    return purses, supply


def _fixed_starts(cast: Cast, setup: Setup) -> tuple[Station | None, tuple[Station | None, ...]]:
    """The stations that are fixed beforehand; each must be one of that piece's cards or choices."""
    edition = cast.edition
    x = edition.start_cards_x[0] if cast.chooses_start else None
    starts: dict[str, Station] = {}
    if "starts" in setup.fixed:
        Fields(setup.fixed["starts"], "'starts'", Malformed)
        given = Fields(setup.fixed["starts"], "'starts'")
        given.only((MISTER_X, *cast.pieces))
        for piece in given.data:
            cards = cast.start_cards(Piece(piece))
            station = given.integer(piece, 1, HIGHEST_STATION)
            if station not in cards:
                raise BadSetup(f"{piece} cannot start on {station}, only on one of {cards}")
            starts[piece] = station
        if len(set(starts.values())) < len(starts):
            raise BadSetup("'starts' puts two pieces on one station")
        left = set(cast.start_cards(cast.pieces[0])) - set(starts.values())
        if len(left) < len(set(cast.pieces) - set(starts)):
            raise BadSetup("'starts' leaves too few cards for the other hunters")
    return starts.get(MISTER_X, x), tuple(starts.get(piece) for piece in cast.pieces)
