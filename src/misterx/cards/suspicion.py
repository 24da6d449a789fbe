"""Who can be Mister X, and which cards are known to be in whose hand, from an observation alone."""

from __future__ import annotations

from misterx.cards.deck import X_CARD, Card
from misterx.cards.memory import GaveAway, HidOut, Looked, Showed
from misterx.cards.observation import Observation
from misterx.core.rules import Seat

__all__ = ["known_cards", "passed_on", "suspects"]


def suspects(seen: Observation) -> tuple[Seat, ...]:
    """The seats that can hold the Mister X card, as this viewpoint can work out; at least one."""
    if seen.x is not None:
        return (seen.x,)
    case = _Case(seen)
    for fact in seen.memory:
        match fact:
            case Showed(seat, card):
                case.shown(seat, card)
            case Looked(after=0):
                pass  # a hide-out may have followed before the position was put up
            case Looked(of=of, found=found, hand=hand):
                case.looked(of, hand, found=found)
            case GaveAway(seat):
                case.can = {seat}
            case _:
                case.hid_out(fact)
    empty = {seat for seat, size in zip(seen.seats, seen.sizes, strict=True) if not size}
    cleared = empty | {Seat(seen.who), *seen.out}
    return tuple(seat for seat in seen.seats if seat in case.can - cleared)


def known_cards(seen: Observation) -> dict[Seat, frozenset[Card]]:
    """The tickets that this viewpoint has seen in a hand and nowhere else since.

    Where a hide-out came between, one of them may have changed hands.
    """
    known: dict[Seat, frozenset[Card]] = {}
    for fact in seen.memory:
        if isinstance(fact, Looked) and fact.hand is not None and fact.of != Seat(seen.who):
            hand = frozenset(fact.hand)
            known = {seat: cards - hand for seat, cards in known.items()}
            known[fact.of] = hand - _in_sight(seen)
    return known


def passed_on(seen: Observation) -> frozenset[Card]:
    """The tickets that this viewpoint has laid into hide-outs: in some hand, it cannot know whose.

    Those that it has seen anywhere since are left out.
    """
    laid = (fact.laid for fact in seen.memory if isinstance(fact, HidOut))
    known = frozenset[Card]().union(*known_cards(seen).values())
    return frozenset(card for card in laid if card is not None) - _in_sight(seen) - known


def _in_sight(seen: Observation) -> frozenset[Card]:
    """The cards that are in none of the others' hands, as all or this viewpoint can see."""
    laid = (card for _, card in seen.laid if card is not None)
    return frozenset((*seen.discard, *seen.piles, *(seen.hand or ()), *laid, X_CARD))


class _Case:
    """The state of the inquiry: who can be Mister X, and which cards lay where."""

    def __init__(self, seen: Observation) -> None:
        self.me = Seat(seen.who)
        self.can = set(seen.seats)
        self.known: dict[Seat, set[Card]] = {}
        """Tickets that are certainly in a hand now."""
        self.before: dict[Seat, set[Card]] = {}
        """Tickets that were certainly in a hand as the last hide-out began."""
        self.hider: Seat | None = None
        """Who was Mister X at the last hide-out."""

    def shown(self, seat: Seat, card: Card) -> None:
        """A ticket was in a seat's hand. If it came out of the hide-out, that tells something."""
        for cards in self.known.values():
            cards.discard(card)
        if self.hider is None or seat == self.hider:
            return
        if card in self.before.get(self.hider, ()):
            self.can = {self.hider}  # he laid that ticket, so he kept the Mister X card
        elif any(card in cards for owner, cards in self.before.items() if owner != seat):
            self.can.discard(seat)  # he took that ticket, so not the Mister X card

    def looked(self, of: Seat, hand: tuple[Card, ...] | None, *, found: bool) -> None:
        """A hand was searched for the Mister X card."""
        if found:
            self.can = {of}
        else:
            self.can.discard(of)
        if hand is not None and of != self.me:
            for card in hand:
                self.shown(of, card)
            self.known[of] = set(hand) - {X_CARD}

    def hid_out(self, fact: HidOut) -> None:
        """Everybody who took part may have the Mister X card now; what was known is uncertain."""
        self.hider, self.can = fact.by, set(fact.seats)
        self.before, self.known = self.known, {}
        if fact.laid is not None and fact.laid != X_CARD:
            self.before[self.me] = {fact.laid}
        if fact.took is not None and fact.took != X_CARD:
            self.shown(self.me, fact.took)
