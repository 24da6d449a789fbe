"""Why a move of the card game was made, in one sentence: codes that clients put into words.

A sentence says something that speaks for the move and is so, in the eyes of its seat: it comes from
the observation alone. Chances are reckoned as the careful player reckons them. What Mister X may
still choose after a black ticket is told of the choice, never of the ticket.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from misterx.bots.marks import USUAL_ROOM, Room
from misterx.bots.reasons import Why
from misterx.bots.suspecting import suspicion
from misterx.cards import X_CARD, Move, Observation
from misterx.cards.deck import BONUS, Card, tickets_for
from misterx.cards.memory import HidOut, Looked
from misterx.cards.moves import PILES, Act, Action, Drop, Lay, Name, Play, Renew
from misterx.cards.turns import EQUIPMENT, FALSE_TRAIL, GIVEN_UP, MAGNIFIERS, PLAIN, STRONG
from misterx.core import Seat

__all__ = ["CARD_WORDS", "CardWhy", "why"]

CARD_WORDS: Final = {
    # the draw pile, which ends the game
    "card_last_turn": "Nothing is left to draw: the game ends with this turn.",
    "card_buy_last": "Buying empties the draw pile, and Mister X wins with it.",
    "card_buy_drain": "Mister X wins when nothing is left to draw; buying leaves {count}.",
    "card_renew_last": "Discarding takes the rest of the draw pile, and Mister X wins with it.",
    "card_renew_drain": "Mister X wins when nothing is left to draw; discarding leaves {count}.",
    "card_equip_last": "Equipment empties the draw pile, and Mister X wins with it.",
    "card_equip_drain": "Mister X wins when nothing is left to draw; equipment leaves {count}.",
    "card_draws": "It draws {count} of the {of} left to draw.",
    # the piles
    "card_right_stays": "The right pile stays at {card}, open to {count} of {of} hidden tickets.",
    "card_narrow_right": "After it only tickets above {card} fit the right pile: fewer can search.",
    "card_close_right": "After it no ticket fits the right pile: nobody can search before there "
    "are new piles.",
    "card_narrow_middle": "After it only tickets between {low} and {high} fit the middle pile.",
    "card_close_middle": "After it no ticket fits the middle pile.",
    "card_renew_room": "The right pile takes only {count} of {of} hidden tickets; new piles may "
    "take more.",
    "card_renew": "Ticket {card} fits no pile, and three new piles come for it.",
    # searches
    "card_sure": "The search draws the Mister X card for certain.",
    "card_search": "The search can draw the Mister X card: {percent} % likely.",
    "card_takes": "It takes {count} of the {of} in that hand.",
    "card_smallest": "No hand that can be searched is smaller.",
    "card_costs": "It costs a detective a ticket.",
    "card_lapses": "No other player in play holds a card: nobody can be named.",
    # interrogations
    "card_magnifier": "After it {count} of three magnifiers are up.",
    "card_question": "The third magnifier goes up, and a player can be questioned.",
    "card_expose": "It is clear who Mister X is: questioned, he cannot give up three tickets, and "
    "the detectives win.",
    "card_expose_chance": "If this is Mister X, {percent} % likely, he cannot give up three "
    "tickets, and the detectives win.",
    "card_pressure": "It is clear who Mister X is: questioned, he has to give up three tickets.",
    "card_ask": "This player can be Mister X: {percent} % likely.",
    "card_hand": "The whole hand is seen, {count} in all.",
    "card_waste": "The magnifiers go down without a question to Mister X.",
    "card_cleared": "This player was found innocent before: the answer tells nothing new.",
    "card_known": "Everybody knows who Mister X is: the answer tells nothing new.",
    # Mister X's own actions
    "card_trail_wins": "After a false trail the detectives have no ticket left, and Mister X wins.",
    "card_trail": "The detectives have to give up {count} tickets between them.",
    "card_hideout": "After a hide-out Mister X counts as unknown again.",
    "card_secret": "It does not show who Mister X is.",
    # cards that are laid or given up
    "card_lay_x": "One of {count} takes the Mister X card, and is Mister X from then on.",
    "card_keep_x": "The Mister X card stays in the hand, and nobody is told so.",
    "card_out": "It is the last card of the hand: its holder is out of play, and still wins if the "
    "detectives do.",
    "card_only": "It is the only ticket in the hand.",
    "card_spare_taxi": "The bonus of a taxi ticket empties the draw pile, which is what Mister X "
    "wants.",
    "card_spare_bus": "The bonus of a bus ticket turns up magnifiers, and those are for finding "
    "Mister X.",
    "card_spare_underground": "The bonus of an underground ticket is for searches, and Mister X "
    "has nobody to find.",
    "card_lowest": "It is the lowest ticket of the hand.",
    "card_left": "Tickets that stay in the hand: {count}.",
}
"""Every code with its sentence in English; other languages are the client's."""


@dataclass(frozen=True, slots=True)
class CardWhy(Why):
    """A reason of the card game: a key of `CARD_WORDS`, and the numbers in its sentence."""

    def __str__(self) -> str:
        return CARD_WORDS[self.code].format(**self.numbers)


def why(seen: Observation, move: Move) -> Why:
    """What speaks for a move of the seat that sees this."""
    look = _Look(seen)
    match move:
        case Play(_, card, pile):
            return look.play(card, PILES.index(pile))
        case Renew(_, card):
            return look.renew(card)
        case Act(_, action):
            return look.own(action) if action.is_of_mister_x else look.general(action)
        case Name(_, other):
            return look.search(other) if seen.phase == "search" else look.question(other)
        case Lay(_, card) if look.is_x:
            if card == X_CARD:
                return CardWhy("card_lay_x", {"count": look.layers})
            return CardWhy("card_keep_x")
        case Drop(_, card) | Lay(_, card):
            return look.give(card)
        case _:
            raise ValueError(f"{move} is no player's move")


class _Look:
    """One look at the table, by the seat that moves."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        me = Seat(seen.who)
        self.size = dict(zip(seen.seats, seen.sizes, strict=True))
        self.tickets = tuple(card for card in seen.hand or () if card != X_CARD)
        self.is_x = X_CARD in (seen.hand or ()) or (me, X_CARD) in seen.laid
        self.others = [s for s in seen.seats if s != me and s not in seen.out and self.size[s]]
        """Who can be named."""
        self.layers = len({me, *self.others, *(seat for seat, _ in seen.laid)})
        """How many take part in a hide-out."""

    # --- a ticket is played -----------------------------------------------------------------

    def play(self, card: Card, at: int) -> Why:
        """A ticket on a pile (T2); where Mister X has a choice after it, that counts."""
        own = list(Action)[at + len(PILES)]
        is_likely = {
            Action.TRAIL: self._trail_wins,
            Action.EQUIP: True,
            Action.HIDEOUT: self.seen.x_known,
        }
        if self.is_x and self.seen.deck.is_black(card) and is_likely[own]:
            return self.own(own)
        strong = self.seen.deck.colour(card) == BONUS[at]
        return self.general(list(Action)[at], STRONG if strong else PLAIN, card)

    def general(self, action: Action, worth: int = PLAIN, card: Card | None = None) -> Why:
        """What everybody can do; `card` is about to be played for it, None: it was."""
        match action:
            case Action.BUY:
                return self._buy(worth)
            case Action.INTERROGATE:
                return self._magnify(worth, card)
            case _:
                return self._search(worth, card)

    def _buy(self, worth: int) -> Why:
        draw = self.seen.draw
        if not draw:
            return CardWhy("card_last_turn")
        if worth >= draw:
            return CardWhy("card_buy_last")
        if self.is_x:
            return CardWhy("card_buy_drain", {"count": draw - worth})
        right = self.seen.piles[-1]
        fitting, hidden = self._room(right)
        if fitting and fitting >= USUAL_ROOM * hidden:
            return CardWhy("card_right_stays", {"card": right, "count": fitting, "of": hidden})
        return CardWhy("card_draws", {"count": worth, "of": draw})

    def _magnify(self, worth: int, card: Card | None) -> Why:
        up = self.seen.magnifiers + worth
        if self.is_x and not self.seen.draw:
            return CardWhy("card_last_turn")
        if self.is_x and up >= MAGNIFIERS:
            return CardWhy("card_waste")
        if self.is_x and card is not None:
            return self._narrow_middle(card)
        if self.is_x and not self.seen.x_known:
            return CardWhy("card_secret")
        if up < MAGNIFIERS:
            up_then = CardWhy("card_magnifier", {"count": up})
            return up_then if self.seen.draw else CardWhy("card_last_turn")
        odds = suspicion(self.seen)
        (likeliest, chance), *_ = sorted(odds.items(), key=lambda pair: -pair[1])
        return self._clear(likeliest) if chance == 1 else CardWhy("card_question")

    def _search(self, draws: int, card: Card | None) -> Why:
        if self.is_x and not self.seen.draw:
            return CardWhy("card_last_turn")
        if self.is_x and card is not None:
            return self._narrow_right(card)
        if self.is_x and not self.seen.x_known:
            return CardWhy("card_secret")
        if self.is_x:
            return CardWhy("card_costs" if self.others else "card_lapses")
        odds = suspicion(self.seen)
        return _found(max(odds[seat] * min(1.0, draws / self.size[seat]) for seat in odds))

    def renew(self, card: Card) -> Why:
        """A ticket for three new piles (T4)."""
        draw = self.seen.draw
        if not draw:
            return CardWhy("card_last_turn")
        if draw <= len(PILES):
            return CardWhy("card_renew_last")
        if self.is_x:
            return CardWhy("card_renew_drain", {"count": draw - len(PILES)})
        fitting, hidden = self._room(self.seen.piles[-1])
        if fitting < USUAL_ROOM * hidden:
            return CardWhy("card_renew_room", {"count": fitting, "of": hidden})
        return CardWhy("card_renew", {"card": card})

    def own(self, action: Action) -> Why:
        """What only Mister X can do (T3)."""
        draw = self.seen.draw
        if action is Action.TRAIL and self._trail_wins:
            return CardWhy("card_trail_wins")
        if not draw:
            return CardWhy("card_last_turn")
        match action:
            case Action.TRAIL:
                return CardWhy("card_trail", {"count": self._owed})
            case Action.EQUIP if draw <= EQUIPMENT:
                return CardWhy("card_equip_last")
            case Action.EQUIP:
                return CardWhy("card_equip_drain", {"count": draw - EQUIPMENT})
            case _:
                return CardWhy("card_hideout")

    @property
    def _owed(self) -> int:
        return FALSE_TRAIL[len(self.seen.seats)]

    @property
    def _trail_wins(self) -> bool:
        """True if the detectives have no more tickets than a false trail costs (A5)."""
        return sum(self.size[seat] for seat in self.others) <= self._owed

    # --- what the piles take ------------------------------------------------------------------

    def _room(self, right: Card) -> tuple[int, int]:
        """How many tickets that this seat does not see now fit the right pile, and of how many."""
        hidden = Room(self.seen).unseen
        return sum(card > right for card in hidden), len(hidden)

    def _narrow_middle(self, card: Card) -> Why:
        right = self.seen.piles[-1]
        if not any(card < ticket < right for ticket in tickets_for(len(self.seen.seats))):
            return CardWhy("card_close_middle")
        return CardWhy("card_narrow_middle", {"low": card, "high": right})

    def _narrow_right(self, card: Card) -> Why:
        if card == tickets_for(len(self.seen.seats))[-1]:
            return CardWhy("card_close_right")
        return CardWhy("card_narrow_right", {"card": card})

    # --- somebody is named --------------------------------------------------------------------

    def search(self, other: Seat) -> Why:
        """Whom to search (A4)."""
        draws, size = self.seen.owed, self.size[other]
        if self.is_x:
            if size == min(self.size[seat] for seat in self.others):
                return CardWhy("card_smallest")
        elif chance := suspicion(self.seen).get(other, 0.0):
            return _found(chance * min(1.0, draws / size))
        return CardWhy("card_takes", {"count": min(draws, size), "of": size})

    def question(self, other: Seat) -> Why:
        """Whom to interrogate (A1)."""
        if self.is_x:
            if self.seen.x_known:
                return CardWhy("card_known")
            return CardWhy("card_cleared" if other in self._cleared() else "card_waste")
        chance = suspicion(self.seen).get(other, 0.0)
        if chance == 1:
            return self._clear(other)
        if not chance:
            return CardWhy("card_hand", {"count": self.size[other]})
        code = "card_expose_chance" if self._is_exposed(other) else "card_ask"
        return CardWhy(code, {"percent": _percent(chance)})

    def _clear(self, other: Seat) -> Why:
        """Nobody else can be Mister X."""
        return CardWhy("card_expose" if self._is_exposed(other) else "card_pressure")

    def _is_exposed(self, other: Seat) -> bool:
        """True if Mister X, were it this seat, could not give up three tickets (A3)."""
        return self.size[other] - 1 + bool(self.seen.reserve) < GIVEN_UP

    def _cleared(self) -> set[Seat]:
        """Whom everybody knows to be innocent since the last hide-out."""
        cleared: set[Seat] = set()
        for fact in self.seen.memory:
            if isinstance(fact, HidOut):
                cleared.clear()
            elif isinstance(fact, Looked) and fact.after and not fact.found:
                cleared.add(fact.of)
        return cleared

    # --- a ticket goes ------------------------------------------------------------------------

    def give(self, card: Card) -> Why:
        """A ticket that is given up, or that a detective lays into the hide-out (A1, A5, A6)."""
        colour = self.seen.deck.colour(card)
        if len(self.tickets) == 1:
            return CardWhy("card_out" if self.seen.phase == "trail" else "card_only")
        if not self.is_x and colour == "T":
            return CardWhy("card_spare_taxi")
        if self.is_x and colour in "BU":
            return CardWhy("card_spare_bus" if colour == "B" else "card_spare_underground")
        if card == min(self.tickets):
            return CardWhy("card_lowest")
        return CardWhy("card_left", {"count": len(self.tickets) - 1})


def _found(chance: float) -> Why:
    if chance >= 1:
        return CardWhy("card_sure")
    return CardWhy("card_search", {"percent": _percent(chance)})


def _percent(chance: float) -> int:
    """In whole per cent: what can be is never 0, and what is not certain never 100."""
    return min(99, max(1, round(100 * chance)))
