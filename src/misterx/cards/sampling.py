"""A full state behind an observation, for search: hidden cards dealt anew as they may lie."""

from __future__ import annotations

from random import Random

from misterx.cards.deck import X_CARD, Card, tickets_for
from misterx.cards.memory import Looked
from misterx.cards.observation import Observation
from misterx.cards.reading import without_hidden_cards
from misterx.cards.state import Interrogation, State
from misterx.cards.suspicion import known_cards, passed_on, suspects
from misterx.core.rules import Seat

__all__ = ["sample"]


def sample(seen: Observation, rng: Random) -> State:
    """A full state in which this viewpoint would have seen exactly this, once cards are dealt.

    The Mister X card goes to one of the suspects, cards seen in a hand stay there, cards that one
    has laid into a hide-out are in some hand, all others are dealt evenly.
    """
    holder = rng.choice(suspects(seen))
    table = _Table(seen, holder, rng)
    return State(
        deck=seen.deck,
        seats=seen.seats,
        fixed_reserve=None,
        fixed_first=None,
        hands=tuple(tuple(sorted(table.hands[seat])) for seat in seen.seats),
        draw=table.draw,
        reserve=table.reserve,
        piles=seen.piles,
        discard=seen.discard,
        magnifiers=seen.magnifiers,
        carry=seen.carry,
        out=seen.out,
        turn=seen.turn,
        seat=seen.seat,
        phase=seen.phase,
        played=seen.played,
        owed=seen.owed,
        laid=tuple(table.laid.items()),
        drawing=seen.drawing,
        x_known=seen.x_known,
        interrogations=tuple(
            Interrogation(q.after, q.by, q.of, q.found, q.hand or table.made_up_hand(q))
            for q in seen.interrogations
        ),
        history=tuple(map(without_hidden_cards, seen.history)),
        outcome=seen.outcome,
    )


class _Table:
    """The hidden cards being dealt out to where they may lie."""

    def __init__(self, seen: Observation, holder: Seat, rng: Random) -> None:
        me = Seat(seen.who)
        self.hands: dict[Seat, list[Card]] = {seat: [] for seat in seen.seats}
        self.laid: dict[Seat, Card] = {}
        own = {me: list(seen.hand)} if seen.hand is not None else {}
        self.hands |= own
        size = dict(zip(seen.seats, seen.sizes, strict=True))
        # Where hidden cards go: the others' hands, and what they have laid into a hide-out.
        room = {seat: size[seat] for seat in seen.seats if seat not in own}
        hidden_laid = [seat for seat, card in seen.laid if card is None]
        for seat in hidden_laid:
            room[seat] += 1
        if holder != me:
            self.hands[holder].append(X_CARD)
        strays = self._keep_known(seen, room)
        unseen = self._unseen(seen, strays)
        rng.shuffle(unseen)
        black = [card for card in unseen if seen.deck.is_black(card)][: seen.reserve]
        self.reserve = tuple(black)
        unseen = strays + [card for card in unseen if card not in black]
        for seat, space in room.items():
            while len(self.hands[seat]) < space:
                self.hands[seat].append(unseen.pop(0))
        self.draw = tuple(unseen)
        for seat, card in seen.laid:
            self.laid[seat] = self._lay(seat, rng) if card is None else card
        hidden = {*self.draw, *self.reserve}
        self.drawn = tuple(card for card in tickets_for(len(seen.seats)) if card not in hidden)

    def made_up_hand(self, question: Looked) -> tuple[Card, ...]:
        """A hand of the right size in place of one that one did not see."""
        tickets = self.drawn[: question.size - question.found]
        return (*tickets, X_CARD) if question.found else tickets

    def _keep_known(self, seen: Observation, room: dict[Seat, int]) -> list[Card]:
        """Leave cards where they were seen; return those that are in another hand by now."""
        strays: list[Card] = []
        for seat, cards in known_cards(seen).items():
            space = room[seat] - len(self.hands[seat])
            self.hands[seat] += sorted(cards)[:space]
            strays += sorted(cards)[space:]
        return strays + sorted(passed_on(seen))

    def _unseen(self, seen: Observation, strays: list[Card]) -> list[Card]:
        """The tickets that could be anywhere."""
        placed = {*seen.piles, *seen.discard, *strays}
        placed |= {card for _, card in seen.laid if card is not None}
        placed |= {card for hand in self.hands.values() for card in hand}
        return [card for card in tickets_for(len(seen.seats)) if card not in placed]

    def _lay(self, seat: Seat, rng: Random) -> Card:
        hand = self.hands[seat]
        return hand.pop(rng.randrange(len(hand)))
