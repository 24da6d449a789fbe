"""A view back into the observation it was made of: for programs that are handed views alone.

Only what a seat has witnessed of hidden cards is not in a view as such; the history and the
interrogations tell it. A view that the observation does not give back is refused.
"""

from __future__ import annotations

import re
from itertools import pairwise

from misterx.cards.deck import BONUS, TICKETS, X_CARD, Card, Deck, tickets_for
from misterx.cards.memory import Fact, remember
from misterx.cards.moves import PILES, Drawn, Move, Name, parse_move
from misterx.cards.observation import Observation
from misterx.cards.position import view_to_json
from misterx.cards.setup import EDITION, card_from_json, cards_from_json, empty_state
from misterx.cards.state import Interrogation, Phase, Played
from misterx.cards.turns import FALSE_TRAIL
from misterx.core.errors import BadSetup, Malformed
from misterx.core.fields import Fields, JsonObject, show
from misterx.core.rules import SPECTATOR, Seat, Viewpoint

__all__ = ["read_view", "without_hidden_cards"]

_HIDDEN = re.compile(r"\?(?= |$)")
_MADE_UP = "1"
"""A card that stands for one nobody asks about: what others remember of each other."""
_MOST = 10**6


def read_view(given: JsonObject, who: Viewpoint) -> Observation:
    """The observation that a view of a game which goes on was made of.

    Raises `Malformed` for a viewpoint that there is not, and `BadSetup` with what is wrong with
    the view.
    """
    fields = Fields(given, "the view")
    if fields.value("edition") != EDITION:
        raise BadSetup("'edition' of the view names another than that of this game")
    if fields.value("outcome") is not None:
        raise BadSetup("the game of this view is over")
    players = fields.integer("players", 0, _MOST)
    if players not in FALSE_TRAIL:
        raise BadSetup(f"{players} players cannot play the card game, only 3, 4 or 5")
    reader = _Reader(fields, Deck(fields.text("colours")), players, who)
    seen = reader.observation()
    reader.check_cards(seen)
    fields.agree_with(view_to_json(seen))
    return seen


def without_hidden_cards(text: str) -> Move:
    """A move of a seat's history with something in place of the cards that it did not see."""
    return parse_move(_HIDDEN.sub(_MADE_UP, text))


class _Reader:
    """One view being read."""

    def __init__(self, fields: Fields, deck: Deck, players: int, who: Viewpoint) -> None:
        self.fields = fields
        self.deck = deck
        self.empty = empty_state(deck, players)
        self.seats = self.empty.seats
        if who not in (*self.seats, SPECTATOR):
            there_are = ", ".join((*self.seats, SPECTATOR))
            raise Malformed(f"no viewpoint {show(who)}; there are: {there_are}")
        self.who = who
        self.me = None if who == SPECTATOR else Seat(who)

    def observation(self) -> Observation:
        """The observation as it stands in the fields, each of the right kind."""
        fields, seats = self.fields, self.seats
        hands, piles = fields.fields("hands"), fields.fields("piles")
        hand = None if self.me is None else tuple(sorted(cards_from_json(hands, self.me)))
        sizes = tuple(
            len(hand) if hand is not None and seat == self.me else hands.integer(seat, 0, TICKETS)
            for seat in seats
        )
        phases = [phase for phase in Phase if phase not in (Phase.DEAL, Phase.OVER)]
        phase, played = Phase(fields.text("phase", phases)), self._played()
        owed = fields.integer("owed", 0, TICKETS)
        if phase is Phase.SEARCH and played is not None:
            owed = 1 + (self.deck.colour(played.ticket) == BONUS[PILES.index(played.pile)])
        return Observation(
            who=self.who,
            deck=self.deck,
            seats=seats,
            hand=hand,
            sizes=sizes,
            draw=fields.integer("draw", 0, TICKETS),
            reserve=fields.integer("reserve", 0, TICKETS),
            piles=tuple(piles.integer(pile, 1, TICKETS) for pile in PILES),
            discard=tuple(sorted(fields.integers("discard", 1, TICKETS))),
            magnifiers=fields.integer("magnifiers", 0, 3),
            carry=fields.integer("carry", 0, 1),
            out=tuple(map(Seat, fields.texts("out", seats))),
            turn=fields.integer("turn", 1, _MOST),
            seat=Seat(fields.text("seat", seats)),
            phase=phase,
            to_move=tuple(map(Seat, fields.texts("to_move", seats))),
            played=played,
            owed=owed,
            laid=self._laid(),
            x=Seat(fields.text("x", seats)) if fields.value("x") is not None else None,
            x_known=fields.boolean("x_known"),
            drawing=None,  # whenever anybody is asked, chance has acted
            memory=self._memory(),
            history=self._history(),
            outcome=None,
        )

    def check_cards(self, seen: Observation) -> None:
        """Refuse a table on which a ticket lies twice, or with more or fewer than there are."""
        own = [card for card in seen.hand or () if card != X_CARD]
        open_ = [*own, *seen.piles, *seen.discard]
        open_ += [card for _, card in seen.laid if card is not None and card != X_CARD]
        there_are = tickets_for(len(self.seats))
        if len(set(open_)) < len(open_) or not set(open_) <= set(there_are):
            raise BadSetup("a ticket lies in two places, or is none of this game")
        counted = sum(seen.sizes) + seen.draw + seen.reserve + len(seen.piles) + len(seen.discard)
        if counted + len(seen.laid) != len(there_are) + 1:
            raise BadSetup(f"the cards of the view are not the {len(there_are) + 1} of this game")

    def _played(self) -> Played | None:
        if self.fields.value("played") is None:
            return None
        ticket = self.fields.fields("played")
        return Played(ticket.integer("ticket", 1, TICKETS), ticket.text("pile", PILES))

    def _laid(self) -> tuple[tuple[Seat, Card | None], ...]:
        """What lies in the hide-out; it is laid clockwise from whose turn it is."""
        laid = self.fields.fields("laid").data
        order = self.empty.from_(Seat(self.fields.text("seat", self.seats)))
        return tuple(
            (seat, None if laid[seat] is None else card_from_json(laid[seat], "'laid'"))
            for seat in order
            if seat in laid
        )

    def _history(self) -> tuple[str, ...]:
        texts = self.fields.items("history")
        if not all(isinstance(text, str) for text in texts):
            raise BadSetup("'history' of the view must be a list of moves")
        return tuple(map(str, texts))

    def _memory(self) -> tuple[Fact, ...]:
        """What the seat has witnessed, as its history and the interrogations tell it."""
        history = tuple(map(without_hidden_cards, self._history()))
        # A naming in a search is followed by the cards drawn; any other is an interrogation.
        asked = [
            number
            for number, (move, then) in enumerate(pairwise((*history, None)), 1)
            if isinstance(move, Name) and not isinstance(then, Drawn)
        ]
        questions = self.fields.items("interrogations")
        before = len(questions) - len(asked)
        if before not in (0, 1):  # one may have come before the position was put up
            raise BadSetup("'interrogations' of the view are not those of its history")
        interrogations = tuple(
            self._interrogation(question, after)
            for question, after in zip(questions, [0] * before + asked, strict=True)
        )
        state = self.empty._replace(history=history, interrogations=interrogations)
        return tuple(remember(state, self.me))

    def _interrogation(self, question: object, after: int) -> Interrogation:
        fields = Fields(question, "an interrogation of the view")
        by, of = (Seat(fields.text(key, self.seats)) for key in ("by", "of"))
        if self.me in (by, of):
            hand = cards_from_json(fields, "hand")
        else:
            hand = (int(_MADE_UP),) * fields.integer("hand", 0, TICKETS)
        return Interrogation(after, by, of, fields.boolean("found"), hand)
