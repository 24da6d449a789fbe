"""Setting up a card game (C1 to C6), and what may be settled of it beforehand."""

from __future__ import annotations

from typing import Final

from misterx.cards.chance import RESERVE, is_possible
from misterx.cards.deck import TICKETS, X_CARD, Card, Deck, default_deck, tickets_for
from misterx.cards.moves import Deal
from misterx.cards.state import Phase, State
from misterx.cards.turns import FALSE_TRAIL, play
from misterx.core.errors import BadSetup, Malformed
from misterx.core.fields import Fields, is_integer, show, show_type
from misterx.core.rules import Seat, Setup

__all__ = ["EDITION", "SETUP_KEYS", "card_from_json", "cards_from_json", "empty_state", "new_game"]

EDITION: Final = "cards-2017"

SETUP_KEYS: Final = ("colours", "deck", "reserve", "first")
"""What may be settled beforehand: colours, the draw pile, the black reserve, who begins."""


def new_game(setup: Setup) -> State:
    """The state before the deal, or after it where everything is settled; raises `BadSetup`."""
    if not isinstance(setup, Setup):
        raise BadSetup(f"a game is set up by Setup(players=...), not {show_type(setup)}")
    if not is_integer(setup.players) or setup.players not in FALSE_TRAIL:
        raise BadSetup(f"{show(setup.players)} players cannot play the card game, only 3, 4 or 5")
    for name in Fields(setup.options, "'options'", Malformed).data:
        raise BadSetup(f"the card game does not offer the option {name!r}; it has none")
    fixed = Fields(setup.fixed, "the setup", Malformed)
    deck = Deck(fixed.text("colours")) if fixed.has("colours") else default_deck()
    state = empty_state(deck, setup.players)
    reserve = cards_from_json(fixed, "reserve") if fixed.has("reserve") else None
    first = Seat(fixed.text("first")) if fixed.has("first") else None
    Fields(setup.fixed, "the setup").only(SETUP_KEYS)
    if first is not None and first not in state.seats:
        raise BadSetup(f"'first' must be one of {', '.join(state.seats)}, not {first[:20]!r}")
    if reserve is not None and (
        len(reserve) != RESERVE
        or len(set(reserve)) != RESERVE
        or not all(deck.is_black(c) for c in reserve)
        or not set(reserve) <= set(tickets_for(setup.players))
    ):
        raise BadSetup(f"'reserve' must be {RESERVE} different black tickets of this game")
    state = state._replace(fixed_reserve=reserve, fixed_first=first)
    if not fixed.has("deck"):
        return state
    pile = cards_from_json(fixed, "deck")
    if reserve is None:
        left = set(tickets_for(setup.players)) - set(pile)
        reserve = tuple(sorted(card for card in left if deck.is_black(card)))
    move = Deal(first or state.seats[0], reserve, pile)
    if not is_possible(state, move):
        raise BadSetup(
            "'deck' must hold every card of this game once, without the black reserve, and X "
            "among the first ten"
        )
    return play(state, move, [])


def empty_state(deck: Deck, players: int) -> State:
    """The table before any card is dealt: the first magnifier is up (C1)."""
    seats = tuple(Seat(f"P{n + 1}") for n in range(players))
    return State(
        deck=deck,
        seats=seats,
        fixed_reserve=None,
        fixed_first=None,
        hands=((),) * players,
        draw=(),
        reserve=(),
        piles=(),
        discard=(),
        magnifiers=1,
        carry=0,
        out=(),
        turn=1,
        seat=seats[0],
        phase=Phase.DEAL,
        played=None,
        owed=0,
        laid=(),
        drawing=None,
        x_known=False,
        interrogations=(),
        history=(),
        outcome=None,
    )


def cards_from_json(fields: Fields, key: str) -> tuple[Card, ...]:
    """A list of cards: ticket numbers, and X for the Mister X card."""
    return tuple(card_from_json(item, f"{key!r} of {fields.where}") for item in fields.items(key))


def card_from_json(item: object, where: str) -> Card:
    """A card: a ticket's number, or X for the Mister X card; raises `BadSetup`."""
    if item == "X":
        return X_CARD
    if is_integer(item) and 1 <= item <= TICKETS:
        return item
    raise BadSetup(f"{where}: a card is a number from 1 to {TICKETS} or X, not {item!r}")
