"""Twin card games: the same to one viewpoint up to a moment, with other cards where it cannot look.

A twin is the same game with some cards exchanged for others, from the deal or from a hide-out on.
Whether somebody may notice is judged here from the true states alone: his hand, what lies open, the
moves that all see, what is announced, and the hands that he was shown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeAlias, overload

from misterx.cards import X_CARD, Move, State, rules_for
from misterx.cards.moves import Act, Deal, Drawn, Drop, Lay, Play, Renew, Taken
from misterx.core import Game, IllegalMove, Seat, Setup

Swap: TypeAlias = Mapping[int, int]
"""Which card stands for which; cards that are not named stay."""
CHANCES = (Drawn, Taken)
"""What falls after a move."""
TOP = 10
"""The Mister X card is among so many cards at the top of the deck (C4)."""


class Twin(NamedTuple):
    """Two games up to the same moment."""

    one: Game
    other: Game

    @property
    def has_other_cards(self) -> bool:
        """True if the hands, the draw pile or the reserve differ."""
        return any(
            getattr(self.one.state, place) != getattr(self.other.state, place)
            for place in ("hands", "draw", "reserve")
        )

    @property
    def has_another_holder(self) -> bool:
        """True if another player holds the Mister X card."""
        return bool(self.one.state.x != self.other.state.x)

    @property
    def is_after_a_hideout(self) -> bool:
        return any(isinstance(move, Taken) for move in self.one.state.history)


def twin(game: Game, who: str, moves: int, rng: Random) -> Twin:
    """The game up to so many moves, and a twin that `who` may not tell from it.

    Every ticket that he has not seen may be another one. Wherever he cannot know who holds the
    Mister X card, somebody else does.
    """
    deal, history = game.rules.parse(game.line[0].text), game.state.history
    if moves < len(history) and isinstance(history[moves], CHANCES):
        moves += 1
    one = play_anew(deal, history[:moves])
    hidden = unseen(one, who)
    shuffle = shuffled(deal, one.state, hidden, rng)
    deal = exchanged(deal, shuffle)
    history = tuple(exchanged(move, shuffle) for move in history[:moves])
    other = play_anew(deal, history)
    assert may_not_notice(one, other, who), "tickets that nobody has shown him may be others"
    if one.state.x == who or one.state.x_known or one.outcome is not None:
        return Twin(one, other)
    for start, card in other_places(deal, other, rng):
        if card not in hidden:
            continue
        swap = {X_CARD: card, card: X_CARD}
        swapped = tuple(exchanged(move, swap) for move in history[start:])
        try:
            another = play_anew(
                deal if start else exchanged(deal, swap), (*history[:start], *swapped)
            )
        except IllegalMove:
            continue  # somebody would have had to play a card that he does not hold
        if another.state.x != one.state.x and may_not_notice(one, another, who):
            return Twin(one, another)
    return Twin(one, other)


def play_anew(deal: Deal, moves: Sequence[Move]) -> Game:
    """The game with this deal and these moves, what falls given with its move; raises `Refused`."""
    fixed = {
        "first": deal.first,
        "reserve": list(deal.reserve),
        "deck": ["X" if card == X_CARD else card for card in deal.deck],
    }
    players = {72: 3, 81: 4, 90: 5}[len(deal.deck) - 1 + len(deal.reserve)]
    game = Game.new(rules_for("cards-2017"), Setup(players, {}, fixed))
    for at, move in enumerate(moves):
        falls = [str(after) for after in moves[at + 1 : at + 2] if isinstance(after, CHANCES)]
        if not isinstance(move, CHANCES):
            game.play(str(move), chance=falls[0] if falls else None)
    return game


# --- exchanging cards ---------------------------------------------------------------------


@overload
def exchanged(move: Deal, swap: Swap) -> Deal: ...
@overload
def exchanged(move: Move, swap: Swap) -> Move: ...
def exchanged(move: Move, swap: Swap) -> Move:
    """The move with every card exchanged."""

    def new(cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    match move:
        case Play() | Renew() | Drop() | Lay():
            return replace(move, card=swap.get(move.card, move.card))
        case Drawn():
            return Drawn(new(move.cards))
        case Taken():
            return Taken(tuple((seat, swap.get(card, card)) for seat, card in move.cards))
        case Deal():
            return Deal(move.first, new(move.reserve), new(move.deck))
        case _:
            return move


def shuffled(deal: Deal, state: State, tickets: Sequence[int], rng: Random) -> Swap:
    """These tickets in another order; only black ones get into the reserve."""
    loose = [ticket for ticket in tickets if ticket not in deal.reserve]
    first = dict(zip(loose, rng.sample(loose, len(loose)), strict=True))
    black = [ticket for ticket in tickets if state.deck.is_black(ticket)]
    second = dict(zip(black, rng.sample(black, len(black)), strict=True))
    return {
        ticket: second.get(first.get(ticket, ticket), first.get(ticket, ticket))
        for ticket in tickets
    }


def other_places(deal: Deal, game: Game, rng: Random) -> Iterator[tuple[int, int]]:
    """From which move on the Mister X card may change places, and with which ticket.

    From the deal on (0), or from the first or the last card of a hide-out on.
    """
    places = [(0, card) for card in deal.deck[:TOP]]
    history = game.state.history
    for at, move in enumerate(history):
        if isinstance(move, Taken):
            first = max(n for n in range(at) if isinstance(history[n], Act)) + 1
            hider = history[first].seat
            places += [(first, card) for card in game.state_at(first).hand(hider)]
            places += [(at, card) for _, card in move.cards]
    rng.shuffle(places)
    yield from places


# --- what somebody may know ---------------------------------------------------------------


def unseen(game: Game, who: str) -> list[int]:
    """The tickets that he has never had in his hand, on the table or shown to him."""
    seen: set[int] = set()
    states = [game.state_at(entry) for entry in range(len(game.line) + 1)]
    for state in states:
        seen.update(state.piles, state.discard, own_hand(state, who))
    for asked in game.state.interrogations:
        if who in (asked.by, asked.of):
            seen.update(asked.hand)
    first = states[0]
    cards = [*first.draw, *first.reserve, *(card for hand in first.hands for card in hand)]
    return sorted({*cards, *first.piles} - seen - {X_CARD})


def may_not_notice(one: Game, other: Game, who: str) -> bool:
    """True if at every moment all that he may know is the same in both games."""
    if len(one.line) != len(other.line):
        return False
    return all(
        may_know(one.state_at(entry), who) == may_know(other.state_at(entry), who)
        for entry in range(len(one.line) + 1)
    )


def may_know(state: State, who: str) -> object:
    """What the rules let him know at a moment: he has seen it, or it was said aloud."""
    over = state.outcome is not None
    return (
        own_hand(state, who),
        state.piles,
        state.discard,
        [open_text(move, who) for move in state.history[-1:]],
        [
            (asked.by, asked.of, asked.found, asked.hand if who in (asked.by, asked.of) else None)
            for asked in state.interrogations
        ],
        (state.outcome, state.x if over else None),
    )


def own_hand(state: State, who: str) -> tuple[int, ...]:
    return state.hand(Seat(who)) if who in state.seats else ()


def open_text(move: Move, who: str) -> str:
    """A move without the cards that others lay into a hide-out and take from it."""
    match move:
        case Lay(seat) if seat != who:
            return f"{seat} lays"
        case Taken(cards):
            return f"taken: {dict(cards).get(Seat(who))}"
        case _:
            return str(move)
