"""What has happened in a card game, in sentences. Nothing here prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from misterx.cards import X_CARD, Deck, parse_move
from misterx.cards.deck import Card
from misterx.cards.moves import Act, Drop, Lay, Name, Play, Renew
from misterx.cli.cards.words import ACTIONS, PILE_NAMES, card_name, cards_text, what_follows
from misterx.cli.words import listed
from misterx.core import Event

__all__ = ["sentences"]


def sentences(event: Event, deck: Deck) -> Iterator[str]:
    """What has happened, in words. The deck tells the colours, which everybody can see."""
    data = event.data
    match event.kind:
        case "dealt":
            yield f"The cards are dealt; {data['first']} begins."
        case "moved":
            yield from _moved(str(data["text"]), deck)
        case "piles":
            yield f"The piles are {cards_text(deck, _cards(data['piles']))}."
        case "drew" if cards := _cards(data["cards"]):
            yield f"{data['seat']} draws {cards_text(deck, cards)}."
        case "interrogated":
            found = "finds Mister X!" if data["found"] else "innocent."
            yield f"{data['by']} interrogates {data['of']}: {found}"
        case "hand":
            yield f"{data['of']} holds {cards_text(deck, _cards(data['hand']))}."
        case "mister_x":
            yield f"{data['seat']} is Mister X."
        case "out":
            yield f"{data['seat']} has no ticket left and is out of play."
        case "found":
            tickets = _cards(data["tickets"])
            taken = cards_text(deck, tickets) if tickets else card_name(deck, X_CARD)
            yield f"The search of {data['of']} brings out {taken}."
        case "laid":
            yield f"{data['seat']} lays a card into the hide-out."
        case "took":
            (card,) = _cards([data["card"]])
            more = f": {data['seat']} is Mister X now" if card == X_CARD else ""
            yield f"{data['seat']} takes {card_name(deck, card)} from the hide-out{more}."
        case "shuffled":
            seats = cast(Iterable[object], data["seats"])
            yield f"{listed(seats)} take their cards from the hide-out: one of them is Mister X."
        case _:  # the table shows whose turn it is, and the last screen how the game ended
            return


def _moved(text: str, deck: Deck) -> Iterator[str]:
    match parse_move(text):
        case Play(seat, card, pile):
            follows = "" if deck.is_black(card) else f": {what_follows(deck, card, pile)}"
            yield f"{seat} plays {card_name(deck, card)} on the {PILE_NAMES[pile]} pile{follows}."
        case Renew(seat, card):
            yield f"{seat} discards {card_name(deck, card)} for new piles."
        case Act(seat, action):
            yield f"{seat} names the action: {ACTIONS[action]}."
        case Name(seat, other):
            yield f"{seat} names {other}."
        case Drop(seat, card):
            yield f"{seat} gives up {card_name(deck, card)}."
        case Lay(seat, card):
            yield f"It is {card_name(deck, card)} that {seat} has laid."
        case _:  # what chance brings is news of its own
            return


def _cards(value: object) -> tuple[Card, ...]:
    """The cards that an event lists, in which the Mister X card is an X."""
    said = cast("Iterable[Card | str]", value)
    return tuple(X_CARD if isinstance(card, str) else card for card in said)
