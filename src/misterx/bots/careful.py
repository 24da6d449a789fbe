"""The card player that keeps count: every move gets a mark by rules of thumb, the best is played.

Marks are in chances to win, roughly: what a search may find, what an interrogation teaches, what
drawn tickets are worth to Mister X, what the piles leave open to whoever is on next. All of it
comes from the observation; who may be Mister X comes from `suspicion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from misterx.bots.card_reasons import why
from misterx.bots.judgement import Judgement, Rated
from misterx.bots.limit import NO_LIMIT, Limit, check_limit
from misterx.bots.marks import DETECTIVE, MISTER_X, USUAL_ROOM, Marks, Room
from misterx.bots.suspecting import suspicion
from misterx.cards import X_CARD, Move, Observation
from misterx.cards.deck import BONUS, TICKETS, Card
from misterx.cards.moves import PILES, Act, Action, Drop, Lay, Name, Play, Renew
from misterx.cards.turns import EQUIPMENT, FALSE_TRAIL, GIVEN_UP
from misterx.core import Seat

__all__ = ["CarefulPlayer", "Table"]

_WIN = 10.0
"""The mark of a move that wins at once: above all others."""


class CarefulPlayer:
    """Plays the card game, either role, by rules of thumb: the worth of things in its eyes."""

    def __init__(
        self, name: str = "careful", detective: Marks = DETECTIVE, mister_x: Marks = MISTER_X
    ) -> None:
        self.name = name
        self._detective, self._mister_x = detective, mister_x

    def choose(
        self,
        seen: Observation,
        legal: Sequence[Move],
        rng: Random,
        limit: Limit = NO_LIMIT,
    ) -> Move:
        """The legal move with the best mark; one of them where several are equal."""
        check_limit(limit)
        if len(legal) == 1:
            return legal[0]
        marks = Table(seen, self._detective, self._mister_x).marks(legal)
        best = max(marks)
        return rng.choice([m for m, mark in zip(legal, marks, strict=True) if mark == best])

    def judge(
        self, seen: Observation, legal: Sequence[Move], rng: Random, limit: Limit = NO_LIMIT
    ) -> Judgement[Move]:
        """The same move, and why. Marks order moves; they are no chances to win."""
        move = self.choose(seen, legal, rng, limit)
        return Judgement((Rated(move, None, 1.0),), {}, why(seen, move))


class Table:
    """One look at the table: what it takes to give every legal move its mark."""

    def __init__(
        self, seen: Observation, detective: Marks = DETECTIVE, mister_x: Marks = MISTER_X
    ) -> None:
        self.seen = seen
        self.me = Seat(seen.who)
        self.is_x = X_CARD in (seen.hand or ()) or (self.me, X_CARD) in seen.laid
        self.size = dict(zip(seen.seats, seen.sizes, strict=True))
        self.suspicion = suspicion(seen)
        self.room = Room(seen)
        self.worth = mister_x if self.is_x else detective

    def marks(self, legal: Sequence[Move]) -> list[float]:
        """A mark for each move, in order; the higher the better."""
        return [self._mark(move) for move in legal]

    def _mark(self, move: Move) -> float:
        match move:
            case Play(_, card, pile):
                return self._play(card, pile)
            case Renew(_, card):
                return self._renew(card)
            case Act(_, action):
                return self._act(action)
            case Name(_, other):
                return self._name(other)
            case Lay(_, card) if card == X_CARD:
                return self._lay_x()
            case Drop(_, card) | Lay(_, card):
                return -self._keep(card)
            case _:
                raise ValueError(f"{move} is no player's move")

    # --- a ticket on a pile ---------------------------------------------------------------

    def _play(self, card: Card, pile: str) -> float:
        """The action that follows, the ticket that goes, and the piles that stay (T2, T3)."""
        at = PILES.index(pile)
        bonus = self.seen.deck.colour(card) == BONUS[at]
        mark = self._general(list(Action)[at], bonus=bonus)
        if self.is_x and self.seen.deck.is_black(card):
            mark = max(mark, self._own(list(Action)[at + 3]))
        piles = (*self.seen.piles[:at], card, *self.seen.piles[at + 1 :])
        return mark + self._open(piles) - self._keep(card)

    def _renew(self, card: Card) -> float:
        """Three tickets fewer to draw, and piles that nobody knows yet (T4)."""
        usual = USUAL_ROOM * (self.worth.open_search + self.worth.open_question)
        return self._drain(len(PILES)) + usual - self._keep(card)

    def _act(self, action: Action) -> float:
        assert self.seen.played is not None
        if action.is_of_mister_x:
            return self._own(action)
        bonus = self.seen.deck.colour(self.seen.played.ticket) == BONUS[PILES.index(action.pile)]
        return self._general(action, bonus=bonus)

    def _general(self, action: Action, *, bonus: bool) -> float:
        """What everybody can do with a pile."""
        match action:
            case Action.BUY:
                return self._drain(1 + bonus) + self.worth.card * (1 + bonus)
            case Action.INTERROGATE:
                return self._magnify(1 + bonus)
            case _:
                return self._search(1 + bonus)

    def _own(self, action: Action) -> float:
        """What only Mister X can do; the first time it gives him away."""
        worth = self.worth
        mark = 0.0 if self.seen.x_known else -worth.secret
        match action:
            case Action.TRAIL:
                tickets = sum(self.size.values()) - self.size[self.me]
                if tickets <= FALSE_TRAIL[len(self.seen.seats)]:
                    return _WIN
                return mark + worth.trail
            case Action.EQUIP:
                return mark + worth.equipment + self._drain(EQUIPMENT) + worth.card * EQUIPMENT
            case _:
                small = max(0, worth.safe_hand - self.size[self.me])
                return worth.hideout + worth.hideout_small * small if self.seen.x_known else mark

    def _drain(self, number: int) -> float:
        """What it is worth that so many tickets leave the draw pile; the last one wins (F2)."""
        if number >= self.seen.draw:
            return _WIN if self.is_x else -_WIN
        return self.worth.drain * number * (1 + self.worth.haste / self.seen.draw)

    # --- searching and asking -------------------------------------------------------------

    def _search(self, draws: int) -> float:
        if self.is_x:
            return self.worth.search
        return max((self._find(seat, draws) for seat in self._others()), default=0.0)

    def _find(self, seat: Seat, draws: int) -> float:
        """The chance that a search of this seat draws the Mister X card (A4)."""
        return self.suspicion.get(seat, 0.0) * min(1.0, draws / self.size[seat])

    def _magnify(self, number: int) -> float:
        """What turning up magnifiers is worth: the third one asks (A1, A2)."""
        up = self.seen.magnifiers + number
        if up < 3:
            return self.worth.magnifier * number
        rest = self.worth.magnifier * (up - 3 - self.seen.magnifiers)
        if self.is_x:
            return rest + self.worth.question
        return rest + max((self._question(seat) for seat in self._others()), default=0.0)

    def _question(self, seat: Seat) -> float:
        """What asking this seat is worth: it ends the game, costs him tickets, or teaches (A3)."""
        chance = self.suspicion.get(seat, 0.0)
        if self.size[seat] - 1 + bool(self.seen.reserve) < GIVEN_UP:
            return chance
        if chance == 1:
            return self.worth.pressure
        return self.worth.question * chance * (1 - chance) * 4 + self.worth.pressure * chance

    def _name(self, other: Seat) -> float:
        if self.seen.phase == "search":
            if not self.is_x:
                return self._find(other, self.seen.owed)
            return -0.01 * self.size[other]
        if not self.is_x:
            return self._question(other)
        # He asks somebody who is cleared already: that teaches nobody anything.
        return 1.0 if other in self._cleared() else 0.0

    def _others(self) -> list[Seat]:
        seen = self.seen
        return [s for s in seen.seats if s != self.me and s not in seen.out and self.size[s]]

    def _cleared(self) -> set[Seat]:
        """Who was asked and found innocent at some time."""
        return {question.of for question in self.seen.interrogations if not question.found}

    # --- what is left ---------------------------------------------------------------------

    def _open(self, piles: tuple[Card, ...]) -> float:
        """What the piles leave to the others: room for searches and for interrogations."""
        search, question = self.room.parts(piles)
        return self.worth.open_search * search + self.worth.open_question * question

    def _keep(self, card: Card) -> float:
        """What a ticket is worth in the hand."""
        worth = self.worth
        colour = self.seen.deck.colour(card)
        by_colour = {"K": worth.black, "T": worth.taxi, "B": worth.bus, "U": worth.underground}
        return by_colour[colour] + worth.high * card / TICKETS

    def _lay_x(self) -> float:
        """What becoming a detective is worth, most likely."""
        return self.worth.give_away
